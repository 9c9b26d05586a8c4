"""Places that are not served: say so of each of them, and ask whether the nearest ones that are will do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ricordo_travel.dialogue.plan import join_words
from ricordo_travel.dialogue.replies.questions import NEAREST
from ricordo_travel.dialogue.state import DialogueState
from ricordo_travel.dialogue.trips.known import KnownTrip
from ricordo_travel.dialogue.values.geography import Mention, find_distance, find_named, find_nearest
from ricordo_travel.dialogue.values.text import normalise
from ricordo_travel.places import Place

SAME_END = "so there is no flight between them, but I can find you a stay there"
_BY_LAND = 300
"""Kilometres up to which nobody flies."""
_FAR = 900
"""Kilometres from which another idea is more useful than the nearest place."""


def explain_unserved(known: KnownTrip, *, needs_home: bool) -> str:
    """Return that places are not served, and the nearest ones that are; empty if there are no such places."""
    trip = known.trip
    lives_in = known.home.name if known.home else None
    origins = [mention for mention, is_origin in trip.unserved if is_origin or mention.name == lives_in]
    destinations = [mention for mention, _ in trip.unserved if mention not in origins]
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
    ends = trip.origin or home, trip.destination
    text = lives + offer_nearest(origins, destinations, ends)
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


def offer_nearest(
    origins: Sequence[Mention],
    destinations: Sequence[Mention],
    ends: tuple[Place | None, Place | None] = (None, None),
) -> str:
    """Return that places are not served, and ask whether the nearest ones will do.

    Args:
        origins: The places to start from that are not served.
        destinations: The places to go to that are not served.
        ends: The origin and the destination that are known already, neither of which is the nearest of the other.
    """
    parts = [
        f"from {join_words([each.name for each in origins], 'or')}" if origins else "",
        f"to{'' if origins else ' or in'} {join_words([each.name for each in destinations], 'or')}"
        if destinations
        else "",
    ]
    is_one = len(origins) + len(destinations) == 1
    sorry = f"I'm sorry, I have nothing {join_words([part for part in parts if part], 'or')}: "
    sorry += "it is not served." if is_one else "they are not served."
    start = _find_nearest(origins, ends[1])
    goal = _find_nearest(destinations, start.place if start else ends[0])
    first, last = _find_nearest(origins), _find_nearest(destinations)
    if first and last and first.place.airport == last.place.airport:
        return (
            f"{sorry} {NEAREST} {first.place.name} for both, about {first.kilometres} km from {first.name} and "
            f"{last.kilometres} km from {last.name}, {SAME_END}. Shall I look in {first.place.name} instead?"
        )
    found = [
        f"{each.place.name}, about {each.kilometres} km {'away' if is_one else f'from {each.name}'}"
        for each in (start, goal)
        if each
    ]
    look = f" from {start.place.name}" if start else ""
    look += f" {'to' if start else 'in'} {goal.place.name}" if goal else ""
    ideas = " Or ask me for other ideas." if goal and goal.kilometres > _FAR else ""
    nearer = [each for each, taken in ((first, start), (last, goal)) if each and taken and each.place != taken.place]
    if nearer:
        sorry += f" {nearer[0].place.name} is nearest to {nearer[0].name}, but it is the other end of your trip."
    nearest = NEAREST.replace("nearest", "next nearest") if nearer else NEAREST
    return f"{sorry} {nearest} {', and '.join(found)}. Shall I look{look} instead?{ideas}"


@dataclass(frozen=True, slots=True)
class _Nearest:
    """A place that is served, its distance from one that is not, and the name of that one."""

    place: Place
    kilometres: int
    name: str


def _find_nearest(mentions: Sequence[Mention], other: Place | None = None) -> _Nearest | None:
    """Return the place that is nearest to one of several, and not the other one."""
    others = [other] if other else []
    found = [_Nearest(*find_nearest(mention, others), mention.name) for mention in mentions]
    return min(found, key=lambda each: each.kilometres, default=None)
