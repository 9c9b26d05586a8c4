"""Suggest places to go to, by all that the person has said of the trip; ask for their wishes if they said none."""

from __future__ import annotations

import calendar
import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

from ricordo_travel.clerk.commands import Command
from ricordo_travel.clerk.reading.checks import ASK_START, DIFFERENT, ONLY, SAME
from ricordo_travel.clerk.scene import Scene
from ricordo_travel.clerk.searching.between import AMONG
from ricordo_travel.clerk.searching.preferences import (
    describe_party,
    find_area,
    find_comparison,
    find_last_party,
    find_preferences,
    find_start,
    find_suggested,
    find_unserved_start,
    list_wishes,
)
from ricordo_travel.clerk.searching.starts import find_start as find_told_start
from ricordo_travel.clerk.searching.unknown_wishes import list_unknown
from ricordo_travel.dialogue.facts.climate import describe_span, find_degrees
from ricordo_travel.dialogue.plan import Plan, ToolCall, join_words
from ricordo_travel.dialogue.replies.offers import format_day
from ricordo_travel.dialogue.replies.questions import (
    ASK_BUDGET,
    ASK_DIFFERENT,
    ASK_INTERESTS,
    ASK_SAME,
    ASK_SUGGESTION,
    ASK_WHICH_PLACE,
)
from ricordo_travel.dialogue.replies.suggestions import (
    COST_NOTE,
    Suggestions,
    TripPreferences,
    describe_suggestion,
    describe_trip,
    find_activities,
    find_fare,
    name_months,
    suggest_places,
)
from ricordo_travel.dialogue.trips.known import KnownTrip
from ricordo_travel.dialogue.values.aims import find_sights
from ricordo_travel.dialogue.values.geography import find_near
from ricordo_travel.dialogue.values.money import format_dollars
from ricordo_travel.dialogue.values.numbers import NUMBER
from ricordo_travel.dialogue.values.text import normalise
from ricordo_travel.places import Place, find_place
from ricordo_travel.wording import count

_ROOMS_NOTE = "The sums are for the cheapest rooms, without flights, food and tickets."
_SUN_NOTE = "I know how warm it is there, not how much it rains; I left out what looks like a rainy season."
_LAND_NOTE = (
    "I sell no tickets for trains or buses. The kilometres are as the crow flies, and the sums are for the cheapest "
    "rooms, without the way there."
)
_RAIL = re.compile(r"\binter ?rail|\beurail|\b(?:by|with the) train\b|\btrain trip\b")
_NO_RAIL = (
    "I sell no train tickets and no rail passes; I have flights, and hotels and hostels, in many cities of Europe."
)
_SAYS_LITTLE = frozenset({"people", "from", "other"})
"""Slots that say nothing of what a trip shall be like."""
_ASKS_FARE = re.compile(
    r"\b(?:cheap\w*|lowest|least expensive) (?:\w+ )?(?:flights?|fares?|airfares?|seats?|tickets?)\b"
)
_SAYS_NOTHING = re.compile(
    r"(?:(?:an?|the|nice|next|another|good|my|our|some) )*"
    r"(?:vacation|holiday|trip|getaway|break|travel|destination|place|somewhere|something)s?"
)
_SOME_CHILDREN = re.compile(
    r"\b(?:my|our|the) (?:\w+ )?(?:kids|children|grandchildren|grandkids)\b|"
    r"\bwith an? (?:\w+ )?(?:kid|child|teen|teenager|toddler|baby)\b"
)
_COUNTED_CHILDREN = re.compile(rf"\b{NUMBER} (?:\w+ )?(?:kids|children|grandchildren|grandkids|of us|people)\b")
_OF_MONEY = frozenset({"max", "cheaper"})
_NONE = "I know no other place like that. What matters most to you: the sea, the city, nature, or the price?"


def suggest(scene: Scene, command: Command) -> Plan:
    """Suggest places that fit what a command and those before it wish, or ask what somebody wishes who says nothing."""
    commands = list_wishes(scene)
    if asked := _ask_for_wishes(scene, command, commands):
        return asked
    known = scene.known()
    wanted = find_preferences(scene, known, commands)
    unknown = _say_unknown(scene, command)
    if unknown and find_suggested(scene) and not (command.has(ONLY) or _says_more(command)):
        return f"{unknown} {ASK_SUGGESTION}"
    found = _find_places(command, wanted)
    is_same_area = not command.has("place")
    measure = find_comparison(command) if is_same_area or not found.best else None
    if measure and (found.missed or not found.best) and find_suggested(scene):
        return _say_none(scene, measure, wanted)
    if not found.best:
        return _NONE
    results = yield [
        ToolCall("search_hotel_rooms", {"city": each.place.key, "guests": wanted.people}) for each in found.best
    ]
    lines = [
        describe_suggestion(each, result.data.get("hotels") or (), wanted)
        for each, result in zip(found.best, results, strict=True)
    ]
    if command.has(AMONG):
        intro, asked = f"{join_words(command.values(AMONG), 'or')}, for {_describe_stay(wanted)}:", ASK_WHICH_PLACE
        lines += _tell_apart([each.place for each in found.best], command)
    else:
        intro, asked = f"{_begin(scene, command)}{_introduce(commands, found, wanted)}", ASK_SUGGESTION
    notes = [
        *(_explain_by_land(wanted) if wanted.is_by_land else _explain(scene, known, commands)),
        *([_SUN_NOTE] if wanted.is_sunny and not any(_SUN_NOTE in reply for reply in scene.state.replies) else []),
        *_explain_direct(wanted),
        *_tell_fares(scene, wanted, [each.place for each in found.best]),
        *_explain_limit(scene),
        *_explain_party(scene, wanted),
        *_explain_pair(found, wanted),
    ]
    return "\n".join([*([unknown] if unknown else []), *_admit(scene, command), intro, *lines, *notes, asked])


def _admit(scene: Scene, command: Command) -> list[str]:
    """Say which wishes of a message could not be gone by, because nothing of the kind is known of any place."""
    rail = [_NO_RAIL] if _RAIL.search(scene.state.text) else []
    names = [f"“{wish}”" for wish in list_unknown(scene.state.text, command)]
    unknown = f"I know nothing about {join_words(names, 'or')} in any place, so I could not go by that."
    return [*rail, *([unknown] if names else [])]


def _say_unknown(scene: Scene, command: Command) -> str:
    """Say what a message wishes of a place and that is known of none; empty if it wishes no such thing."""
    refused = normalise(", ".join([*command.values("not"), *command.values("drop")]))
    names = [name for name in find_sights(scene.state.text) if name.split()[-1] not in refused]
    return f"I do not know which places have {join_words(names, 'or')}; please look that up elsewhere." if names else ""


def _says_more(command: Command) -> bool:
    """Return whether a command says more of a trip than what is known of no place."""
    return any(not find_sights(normalise(value)) for _, value in command.slots)


def _find_places(command: Command, wanted: TripPreferences) -> Suggestions:
    """Return the places among which a command leaves the choice, or else the best ones.

    Of those in a part of the world only the ones are left that have what one wants to do there, if there are any.
    """
    if command.has(AMONG):
        named = [place for name in command.values(AMONG) if (place := find_place(name))]
        return Suggestions([describe_trip(place, wanted) for place in named], [], [])
    found = suggest_places(wanted)
    own = [each for each in found.best if {*wanted.interests} & {*each.place.activities}]
    return replace(found, best=own) if own and wanted.within else found


def _tell_apart(places: Sequence[Place], command: Command) -> list[str]:
    """Say which of some places is alone known for something that is wished."""
    said: list[str] = []
    for wish in find_activities(normalise(", ".join(command.values("with")))):
        having = [place.name for place in places if wish in place.activities]
        if 0 < len(having) < len(places):
            said.append(f"Of these, only {join_words(having)} {'is' if len(having) == 1 else 'are'} known for {wish}.")
    return said


def _explain_party(scene: Scene, wanted: TripPreferences) -> list[str]:
    """Say how many people the sums are for, if nobody said it, or a message speaks of children and not of how many."""
    text = normalise(scene.state.message)
    is_open = bool(_SOME_CHILDREN.search(text)) and not _COUNTED_CHILDREN.search(text) and wanted.people > 1
    is_last = not (scene.trip.people or scene.known().remembered_people) and find_last_party(scene) == wanted.people
    return [describe_party(scene, wanted.people)] if is_open or is_last else []


def _explain_direct(wanted: TripPreferences) -> list[str]:
    """Say that nobody looked for direct flights, if it is not known where they start."""
    is_open = wanted.is_direct and wanted.home is None
    return ["Where a direct flight goes I can tell once I know where you start."] if is_open else []


def _tell_fares(scene: Scene, wanted: TripPreferences, places: Sequence[Place]) -> list[str]:
    """Say what a seat to each of some places costs, if a message asks for the cheapest flight."""
    if wanted.home is None or not _ASKS_FARE.search(scene.state.text):
        return []
    fares = sorted((fare, place.name) for place in places if (fare := find_fare(wanted.home, place, scene.trip.first)))
    seats = join_words([f"{format_dollars(fare)} to {name}" for fare, name in fares])
    when = f"on {format_day(scene.trip.first)}" if scene.trip.first else "on ordinary days"
    return [f"A seat from {wanted.home.name} costs at least {seats} {when}."] if fares else []


def _explain_limit(scene: Scene) -> list[str]:
    """Say which limit of a night was told, if that is new: places are not chosen by it, but their hotels are."""
    limit = scene.trip.limit("hotel")
    if limit is None or not limit.amount or limit.basis not in {"night", "room"}:
        return []
    said = f"When we look for a hotel, I keep to {format_dollars(limit.amount)} a night."
    return [] if any(said in reply for reply in scene.state.replies) else [said]


def _explain_pair(found: Suggestions, wanted: TripPreferences) -> list[str]:
    """Say which two places are the nearest to each other, if several are to be seen in one trip."""
    pairs = list(combinations([each.place for each in found.best], 2))
    if not wanted.is_several or not pairs:
        return []
    one, other = min(pairs, key=lambda pair: pair[0].kilometres_to(pair[1]))
    apart = round(one.kilometres_to(other), -1)
    return [f"For one trip, {one.name} and {other.name} go together best, about {apart:.0f} km apart."]


def _ask_for_wishes(scene: Scene, command: Command, commands: Sequence[Command]) -> str:
    """Ask what somebody wishes who has said nothing of it, one question at a time; empty if there is enough to go by.

    Who comes back is asked whether what is known of them holds for this trip, too.
    """
    if DIFFERENT in command.refs:
        return f"All right! {ASK_DIFFERENT}"
    said = {name for each in commands for name, value in each.slots if not _SAYS_NOTHING.fullmatch(value.lower())}
    if SAME in command.refs or said - _SAYS_LITTLE - _OF_MONEY:
        return ""
    memory, replies = scene.state.memory, "\n".join(scene.state.replies)
    interests, budget = memory.value("interests"), memory.value("budget_range")
    if scene.state.is_new and (interests or budget) and not said & _OF_MONEY:
        return f"Hi again! {_describe_known(interests, budget)} {_mention_conflicts(scene)}{ASK_SAME}"
    if not said & _OF_MONEY and not budget and ASK_BUDGET not in replies and not find_suggested(scene):
        return f"I'd love to help! {ASK_BUDGET}"
    if not interests and ASK_BUDGET in replies and ASK_INTERESTS not in replies:
        return f"Good to know! {ASK_INTERESTS}"
    return ""


def _describe_known(interests: str, budget: str) -> str:
    parts = [
        f"your love for {join_words(interests.split(', '))}" if interests else "",
        f"your budget of {budget}" if budget else "",
    ]
    return f"Based on {join_words([part for part in parts if part])}, I'd love to help plan another trip!"


def _mention_conflicts(scene: Scene) -> str:
    if not scene.state.memory.disputed:
        return ""
    labels = join_words([label.lower() for label in sorted(scene.state.memory.disputed)])
    return f"You told me two different things about your {labels}; the panel beside this asks which is right. "


def _say_none(scene: Scene, measure: str, wanted: TripPreferences) -> str:
    """Say that nothing is cheaper, warmer or cooler than what was shown, and which of that is the most so."""
    trips = [describe_trip(place, wanted) for place in find_suggested(scene)]
    if measure == "cheaper":
        best = min(trips, key=lambda each: each.cost)
        how = f"the cheapest of these is {best.place.name}, about {format_dollars(best.cost)}"
    else:
        month = wanted.warm_in or scene.state.today.month
        ranked = sorted(trips, key=lambda each: find_degrees(each.place, month))
        best = ranked[-1] if measure == "warmer" else ranked[0]
        degrees = f"about {find_degrees(best.place, month)} °C by day in {calendar.month_name[month]}"
        how = f"the {'warmest' if measure == 'warmer' else 'coolest'} of these is {best.place.name}, {degrees}"
    return f"I know nothing {measure} that has all you wish; {how}. {ASK_SUGGESTION}"


def _begin(scene: Scene, command: Command) -> str:
    """Return a friendly word to somebody who answers a question."""
    if SAME in command.refs:
        return "Perfect! "
    return "Sounds wonderful! " if scene.state.last_reply.endswith((ASK_INTERESTS, ASK_DIFFERENT)) else ""


def _introduce(commands: Sequence[Command], found: Suggestions, wanted: TripPreferences) -> str:
    stay = _describe_stay(wanted)
    if found.missed:
        place = "other place" if wanted.shown else "place"
        wishes = join_words([*found.met, *found.missed])
        where = f"{place} in {area.name}" if (area := find_area(commands)) else place
        return f"I know no {where} {wishes}. The nearest to it, not {join_words(found.missed, 'or')}:"
    within = f" within {format_dollars(wanted.budget)}" if wanted.budget else ""
    how = describe_span(wanted.degrees) if wanted.degrees else wanted.warmth
    warm = f", {how} in {name_months(wanted)}" if wanted.warm_in and how else ""
    here = "Here are others" if commands and commands[-1].has("other") else "Here is what fits"
    return f"{here}{within}{warm}, for {stay}:"


def _describe_stay(wanted: TripPreferences) -> str:
    return f"{count(wanted.nights, 'night')} and {count(wanted.people, 'person')}".replace("persons", "people")


def _explain_by_land(wanted: TripPreferences) -> list[str]:
    """Say that no way by land is sold, and what the distances and sums are for somebody who does not fly."""
    return [_LAND_NOTE, *([] if wanted.overland else [f"{ASK_START}name what is near enough."])]


def _explain(scene: Scene, known: KnownTrip, commands: Sequence[Command]) -> list[str]:
    """Return what the sums count, if that was not told before, and from where the flights are."""
    start = find_start(scene, known, commands)
    notes = [COST_NOTE if start else _ROOMS_NOTE]
    unserved = find_unserved_start(scene, commands)
    if unserved and start and start == find_near(unserved):
        notes.append(f"The prices are with flights from {start.name}, the nearest place to you that I serve.")
    said = "\n".join(scene.state.replies)
    told = None if known.start or unserved else find_told_start(scene)
    notes += [told.explain()] if told and told.is_earlier else []
    return [*(note for note in notes if note not in said), *([] if start else [f"{ASK_START}count the flights in."])]
