"""Places that are not served: say so of each of them, and ask whether the nearest ones that are will do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ricordo_travel.dialogue.plan import join_words
from ricordo_travel.dialogue.replies.questions import NEAREST
from ricordo_travel.dialogue.state import DialogueState
from ricordo_travel.dialogue.trips.known import KnownTrip
from ricordo_travel.dialogue.values.geography import Mention, find_distance, find_named, find_near
from ricordo_travel.dialogue.values.text import normalise
from ricordo_travel.places import Place

NOT_SERVED = "not served"
SAME_END = "so there is no flight between them, but I can find you a stay there"
WHERE_INSTEAD = "Where would you like to go instead?"
WHERE_FROM = "Where else can you fly from?"
_BY_LAND = 300
"""Kilometres up to which nobody flies."""


def explain_unserved(known: KnownTrip, *, needs_home: bool, is_beside: bool = False) -> str:
    """Return that places are not served, and the near ones that are; empty if there are no such places.

    A start counts only if it is needed. It is no question beside other things that are shown.
    """
    trip = known.trip
    lives_in = known.home.name if known.home else None
    origins = [each for each, is_origin in trip.unserved if is_origin or (needs_home and each.name == lives_in)]
    destinations = [mention for mention, _ in trip.unserved if mention not in origins]
    origins = origins if needs_home else []
    lives = ""
    needs_home = needs_home and not origins and trip.origin is None
    if needs_home and not known.start and known.told_start:
        lives = f"You told me that you fly from {known.told_start.name}. "
        origins = [known.told_start]
    elif needs_home and known.home and not known.home.is_served:
        lives = f"You live in {known.home.name}. "
        origins = [known.home]
    if not origins and not destinations:
        return ""
    home = known.home.place if known.home else None
    if len(origins) == 1 and not destinations and trip.destination and not trip.is_return:
        kilometres = find_distance(origins[0], trip.destination)
        if kilometres <= _BY_LAND:
            return f"{lives}{_send_by_land(origins[0].name, trip.destination.name, kilometres)}"
    if is_beside and not destinations:
        return lives + _offer_start(origins[0], trip.destination)
    ends = trip.origin or home, trip.destination
    text = lives + offer_nearest(origins, destinations, ends, is_known=is_told(known.state, origins + destinations))
    if not trip.is_return or destinations:
        return text
    return text.replace("nothing from", "nothing to").replace("Shall I look from", "Shall I look for flights back to")


def describe_unknown_home(state: DialogueState) -> str:
    """Return that nothing is known of the place where somebody lives; empty if it is known, or they named none."""
    home = state.memory.value("home")
    is_unknown = home and not find_named(normalise(home))
    return f"I'm sorry, I have nothing from {home}, and I do not know which place is near it" if is_unknown else ""


def _send_by_land(start: str, goal: str, kilometres: int) -> str:
    return (
        f"{start} is not served, but it is only about {kilometres} km from {goal}, as the crow flies: you will go by "
        "land, and I know no trains, buses or roads, so please look that up elsewhere."
    )


def is_told(state: DialogueState, mentions: Sequence[Mention]) -> bool:
    """Return whether a conversation has said already of some places that they are not served."""
    told = [line for reply in state.replies for line in reply.splitlines() if NOT_SERVED in line]
    return all(any(mention.name in line for line in told) for mention in mentions)


def _offer_start(origin: Mention, other: Place | None) -> str:
    """Say that a start is not served, and how to take the one that is near."""
    near = find_near(origin, [other] if other else [])
    sorry = f"I have nothing from {origin.name}: it is {NOT_SERVED}"
    if near is None:
        return f"{sorry}."
    return f"{sorry}; if {near.name} will do, about {find_distance(origin, near)} km from it, say “from {near.name}”."


def offer_nearest(
    origins: Sequence[Mention],
    destinations: Sequence[Mention],
    ends: tuple[Place | None, Place | None] = (None, None),
    *,
    is_known: bool = False,
) -> str:
    """Return that places are not served, and ask whether those near them that are will do, if there are any.

    Args:
        origins: The places to start from that are not served.
        destinations: The places to go to that are not served.
        ends: The origin and the destination that are known already, neither of which is the nearest of the other.
        is_known: Whether all this was told before.
    """
    parts = [
        f"from {join_words([each.name for each in origins], 'or')}" if origins else "",
        f"to{'' if origins else ' or in'} {join_words([each.name for each in destinations], 'or')}"
        if destinations
        else "",
    ]
    is_one = len(origins) + len(destinations) == 1
    sorry = f"I'm sorry, I have nothing {join_words([part for part in parts if part], 'or')}: "
    sorry += f"it is {NOT_SERVED}." if is_one else f"they are {NOT_SERVED}."
    if is_known:
        names = [each.name for each in (*origins, *destinations)]
        sorry = f"{join_words(names)} {'is' if is_one else 'are'} {NOT_SERVED}, as I said."
    start = _find_nearest(origins, ends[1])
    goal = _find_nearest(destinations, start.place if start else ends[0])
    first, last = _find_nearest(origins), _find_nearest(destinations)
    if first and last and first.place.airport == last.place.airport:
        return (
            f"{sorry} {NEAREST} {first.place.name} for both, about {first.kilometres} km from {first.name} and "
            f"{last.kilometres} km from {last.name}, {SAME_END}. Shall I look in {first.place.name} instead?"
        )
    nearer = [each for each, taken in ((first, start), (last, goal)) if each and each != taken]
    if nearer:
        sorry += f" {nearer[0].place.name} is nearest to {nearer[0].name}, but it is the other end of your trip."
    found = [
        f"{each.place.name}, about {each.kilometres} km {'away' if is_one else f'from {each.name}'}"
        for each in (start, goal)
        if each
    ]
    if not found:
        return " ".join([sorry, *([WHERE_FROM] if origins else []), *([WHERE_INSTEAD] if destinations else [])])
    look = f" from {start.place.name}" if start else ""
    look += f" {'to' if start else 'in'} {goal.place.name}" if goal else ""
    nearest = NEAREST.replace("nearest", "next nearest") if nearer else NEAREST
    told = "" if is_known else f" {nearest} {', and '.join(found)}."
    return f"{sorry}{told} Shall I look{look} instead?"


@dataclass(frozen=True, slots=True)
class _Nearest:
    """A place that is served, its distance from one that is not, and the name of that one."""

    place: Place
    kilometres: int
    name: str


def _find_nearest(mentions: Sequence[Mention], other: Place | None = None) -> _Nearest | None:
    """Return the place that is near to one of several, and not the other one."""
    others = [other] if other else []
    near = [(place, mention) for mention in mentions if (place := find_near(mention, others))]
    found = [_Nearest(place, find_distance(mention, place), mention.name) for place, mention in near]
    return min(found, key=lambda each: each.kilometres, default=None)
