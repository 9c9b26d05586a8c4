"""Search for flights, rooms and cars."""

from __future__ import annotations

import re
from collections.abc import Generator, Sequence
from dataclasses import replace

from ricordo_travel.clerk.answering.flight_answers import say_late_landing, say_stops
from ricordo_travel.clerk.answering.hotel_answers import describe_all_hotels
from ricordo_travel.clerk.answering.place_answers import tell_purpose
from ricordo_travel.clerk.commands import Command
from ricordo_travel.clerk.reading.slots import (
    AROUND,
    BEACH,
    BETWEEN,
    FINER,
    OUT,
    choose_day,
    find_named_place,
    find_type,
    find_wishes,
    is_size,
    read_kinds,
)
from ricordo_travel.clerk.scene import Scene
from ricordo_travel.clerk.searching.adopted import place_of
from ricordo_travel.clerk.searching.beside import (
    add_diet,
    describe_left,
    has_way_back,
    list_of_trip,
    list_shown,
    name_booked_last,
    say_only,
)
from ricordo_travel.clerk.searching.between import WITHOUT
from ricordo_travel.clerk.searching.cheapest_days import choose_cheapest_day
from ricordo_travel.clerk.searching.itineraries import SUM, THEN, describe_itinerary
from ricordo_travel.clerk.searching.nowhere import goes_nowhere, say_nowhere
from ricordo_travel.clerk.searching.preferences import count_people, describe_party, house_children, is_wish_for_place
from ricordo_travel.clerk.searching.repeating import name_again
from ricordo_travel.clerk.searching.sieve import SEEN_ALL, Sieve, describe_sieve, read_sieve, say_none_below, sift
from ricordo_travel.clerk.searching.starts import find_earlier_start
from ricordo_travel.clerk.searching.stays_of_trips import LAST_START
from ricordo_travel.clerk.searching.suggest import suggest
from ricordo_travel.clerk.searching.told_rooms import part_rooms
from ricordo_travel.clerk.searching.too_far import propose_last_days
from ricordo_travel.clerk.searching.weeks import WEEKS, compare_weeks
from ricordo_travel.clerk.searching.weighing import (
    add_up,
    answer_objection,
    put_stars_first,
    search_between,
    weigh_budget,
)
from ricordo_travel.dialogue.plan import Plan, ToolCall, ToolResult, join_words
from ricordo_travel.dialogue.replies import refinement, search
from ricordo_travel.dialogue.replies.offers import Offer, find_offers, format_day, number_lines
from ricordo_travel.dialogue.replies.questions import ASK_OFFER, ASK_ORIGIN
from ricordo_travel.dialogue.replies.suggestions import describe_having, find_fare
from ricordo_travel.dialogue.state import DialogueState
from ricordo_travel.dialogue.trips.booked import days_of, group_trips, load_active
from ricordo_travel.dialogue.trips.journey import fill_trip, group_journeys
from ricordo_travel.dialogue.trips.known import know_trip
from ricordo_travel.dialogue.trips.trip import Trip
from ricordo_travel.dialogue.values.money import format_dollars
from ricordo_travel.dialogue.values.text import is_common_word, normalise
from ricordo_travel.places import all_places
from ricordo_travel.reservations import Kind

Filled = Generator[Sequence[ToolCall], Sequence[ToolResult], Trip]
_DISTANCES = {"beach": "near the beach", "centre": "near the centre", "airport": "near the airport"}
_ANYWHERE = re.compile(r"\b(?:any|some)(?:where| place)?\b|\bwherever\b")
_MAX_CHEAPEST = 3
_OTHER_TYPES = re.compile(r"\b(?:station wagon|estate(?: car)?|jeep|pickup)\b")
_ASKS_FAMILY_ROOMS = re.compile(r"\b(?:do|does|is|are|can|will|would)\b[^.?!]{0,40}\bfamily rooms?\b[^.!?]{0,60}\?")
_SPA = re.compile(r"\bspas?\b")
_WHICH = re.compile(r"\b(?:what|which) hotels\b")
_DAY = re.compile(r"\d|\b(?:today|tomorrow|tonight|\w{3,6}day)\b")
_ALONE = frozenset({"cheaper", "other"})
_SAID_ONCE = ("I took ", "I could not look that up")
_OF_WHOLE = ("from", "place", "on", "until", "nights", "shift", "longer", "shorter")
"""Slots of a search for flights that are about all of the trip."""
_REPEATED = frozenset({"with", "maybe", "not", "drop"})
"""Slots of which a search may have several."""


def find(scene: Scene, command: Command) -> Plan:
    """Search for what a command asks for, or ask for what is missing."""
    trip = scene.trip
    kinds: tuple[Kind, ...] = trip.kinds or ("hotel",)
    if _is_refined_next(scene, command):
        return ""
    if other := (yield from _answer_otherwise(scene, command, kinds)):
        return other
    trip, lead = _start_as_before(scene, kinds)
    start = command.value(LAST_START)
    lead += [f"I took {start} as the start, like last time; tell me if that is not right."] if start else []
    trip, remark = _count_speakers(scene, trip)
    if "flight" in kinds and (trip.days or _wants_cheapest_flight(scene)):
        trip, cheapest = yield from choose_cheapest_day(scene, trip)
        lead += [cheapest] if cheapest else []
    trip = choose_day(part_rooms(scene, house_children(scene, trip)), scene.state.today)
    if trip.destination is None and not (trip.unserved or trip.area):
        trip = yield from _fill_from_bookings(scene, trip)
    sieve = _leave_out_shown(scene, command, kinds)
    if command.has("again"):
        trip, sieve, said = yield from name_again(scene, trip, sieve)
        lead.append(said)
    trip = _drop_told(scene, trip)
    unknown = "" if trip.origin or "flight" not in kinds else _find_unknown_place(command.value("from"))
    lead += [f"I know no place called “{unknown}”."] if unknown else []
    lead += [f"{name} is not served{_say_served(trip)}." for name in command.values(WITHOUT)]
    lead += [*_describe_unknown_type(command), *_describe_spa(command), *_explain_days(trip, command)]
    trip, lost = put_stars_first(_show_distances(trip, sieve), command)
    lead += lost
    unmet: list[str] = []
    booked = list_of_trip((yield from scene.load_bookings()), trip)
    is_one_way = trip.is_one_way or _goes_on_after(scene) or has_way_back(booked, trip)
    is_round = trip.is_round or (not is_one_way and _shows_way_back(scene, command, trip))
    trip = replace(trip, is_one_way=is_one_way, is_round=is_round, soft=add_diet(scene, trip))
    found = yield from sift(search.search(scene.quieten(trip), kinds), sieve, unmet)
    if last := name_booked_last(booked, found):
        return last
    found = propose_last_days(found, trip, scene.state.today)
    lead += [remark] if remark and find_offers(found) and not command.has("again") else []
    lead += [*answer_objection(command, find_offers(found)), *weigh_budget(trip, command, find_offers(found))]
    lead += [
        *describe_sieve(sieve, kinds, unmet, has_list=bool(find_offers(found))),
        *_describe_beforehand(scene, trip, command),
    ]
    lead += _say_none_below(sieve, [each for each in find_offers(found) if each.kind == kinds[0]], unmet)
    if SEEN_ALL in unmet:
        return SEEN_ALL
    known = know_trip(scene.quieten(trip), kinds[0])
    shown = [*find_offers(scene.state.last_reply), *(each.offer for each in booked), *find_offers(found)]
    lead += say_late_landing(
        [each for each in find_offers(found) if each.kind == "flight"], [each for each in shown if each.kind == "hotel"]
    )
    lead += _say_family_rooms(scene, find_offers(found))
    lead += say_stops(command, [each for each in find_offers(found) if each.kind == "flight"])
    lead += _say_still_only(scene, command, find_offers(found))
    if sieve.shown or sieve.below:
        how = "cheaper" if sieve.below else "better" if sieve.stars else ""
        found = say_only(scene, found, known, how=how)
    said = "\n".join(filter(None, [*lead, *describe_left(scene, known, booked, found), found]))
    return _say_once(scene, f"{said}\n{add_up([*scene.said, found])}" if command.has(SUM) else said)


def _say_none_below(sieve: Sieve, offers: Sequence[Offer], unmet: Sequence[str]) -> list[str]:
    """Say that nothing is below a price of which only several rooms together are, if that is not said yet."""
    if not sieve.below or not offers or min(each.unit_price for each in offers) < sieve.below:
        return []
    return [] if (said := say_none_below(sieve)) in unmet else [said]


def _say_family_rooms(scene: Scene, offers: Sequence[Offer]) -> list[str]:
    """Say how many family rooms are enough, if a message asks for that."""
    rooms = [each.call.arguments["rooms"] for each in offers if each.call.arguments.get("room_type") == "family"]
    if not rooms or not _ASKS_FAMILY_ROOMS.search(scene.state.text):
        return []
    enough = "one is" if min(rooms) == 1 else f"{min(rooms)} of them are"
    return [f"Yes, these have family rooms; {enough} enough {scene.known('hotel').describe_party()}."]


def _answer_otherwise(scene: Scene, command: Command, kinds: Sequence[Kind]) -> Plan:
    """Answer a search that wants ideas or something beside what was shown, or whose place is open; empty if none."""
    trip = scene.trip
    if wants_ideas(trip, command):
        return (yield from suggest(scene, command))
    if goes_nowhere(trip):
        return say_nowhere(scene, command, kinds)
    if command.has(BETWEEN) or is_refined(scene, command, kinds):
        return (yield from _refine(scene, command, kinds[0]))
    if _ANYWHERE.search(command.value("place") or "") and not (
        trip.destination or trip.unserved or scene.known().start
    ):
        return f"With pleasure. {ASK_ORIGIN}"
    if command.has(WEEKS):
        return (yield from compare_weeks(scene))
    if command.has(THEN) and trip.destination:
        asked = describe_itinerary(trip.destination.name, command)
        return asked if sum(asked in reply for reply in scene.state.replies[:2]) < 2 else ""
    if unknown := _find_unknown_place(command.value("place")):
        return f"I'm sorry, no such place is served: “{unknown}”. Which city would you like to go to?"
    return ""


def _count_speakers(scene: Scene, trip: Trip) -> tuple[Trip, str]:
    """Return the trip of people who only speak of themselves as we for as many as that is, and say so."""
    people = 1 if trip.people or trip.rooms else count_people(scene, scene.known())
    if people < 2 or scene.known().remembered_people or trip.kinds == ("car",):
        return trip, ""
    return replace(trip, people=people), describe_party(scene, people)


def _refine(scene: Scene, command: Command, kind: Kind) -> Plan:
    """Search for something else than what was shown: cheaper, between two prices, or only others."""
    if span := command.value(BETWEEN):
        return (yield from search_between(scene, *map(int, span.split())))
    refine = refinement.search_cheaper if command.has("cheaper") else refinement.search_others
    return (yield from sift(refine(_look_at(scene, kind)), read_sieve(_list_searches(scene)), []))


def _shows_way_back(scene: Scene, command: Command, trip: Trip) -> bool:
    """Return whether the flight back is shown with the one there: its day is known, and not only the one there changes.

    A trip that goes on from another place has its flight back at its end.
    """
    if command.has(OUT):
        return False
    is_new = command.has(*_OF_WHOLE) or not any(each.kind == "flight" for each in scene.shown)
    goes_on = trip.base is not None or trip.ends_at_home or _is_leg(scene, command)
    is_known = bool(trip.first and trip.last and trip.nights) and not goes_on
    return "flight" in trip.kinds and is_known and is_new and not trip.is_return


def _is_leg(scene: Scene, command: Command) -> bool:
    """Return whether a search names the day of one flight, after other things were looked for.

    If flights were looked for before, it names both ends, too; else the day may be a new one for all of these. If
    "flights" are wanted for the first day of a stay whose days are known, the one back belongs to them.
    """
    before = replace(scene, at=scene.at - 1).trip if scene.at is not None else Trip()
    is_same = (before.first, before.destination) == (scene.trip.first, scene.trip.destination)
    if before.first and before.last and is_same and re.search(r"\bflights\b", scene.state.text):
        return False
    earlier = [each for each in _list_earlier(scene) if each.verb == "find"]
    is_day = bool(_DAY.search((command.value("on") or "").lower())) and not command.has("until", "nights")
    is_new = all(command.has(name) for name in ("from", "place")) or not any(map(_is_for_flights, earlier))
    return is_day and is_new and command.subject == "flight" and bool(earlier)


def _is_for_flights(command: Command) -> bool:
    return "flight" in read_kinds(command)


def _list_earlier(scene: Scene) -> list[Command]:
    return [each for _, commands in scene.earlier for each in commands]


def _start_as_before(scene: Scene, kinds: Sequence[Kind]) -> tuple[Trip, list[str]]:
    """Return the trip from where the last booked one began, if nobody named a start, and what to say of that."""
    trip = scene.trip
    if "flight" in kinds and trip.destination and not (trip.unserved or scene.known().start or trip.is_return):
        last = find_earlier_start(scene)
        if last and last.place != trip.destination:
            said = any(last.explain() in reply for reply in scene.state.replies)
            return replace(trip, origin=last.place), [] if said else [last.explain()]
    return trip, []


def wants_ideas(trip: Trip, command: Command) -> bool:
    """Return whether a search lacks a place to go to and says what that shall be like."""
    is_open = trip.destination is None and trip.area is None and not goes_nowhere(trip)
    return is_open and is_wish_for_place(command)


def _find_unknown_place(named: str | None) -> str:
    """Return the name of a place that a command names and nobody knows; empty if it is known, or no name."""
    value = normalise(named or "")
    is_name = value and not any(is_common_word(word) for word in value.split())
    return value.title() if is_name and find_named_place(value) is None else ""


def is_refined(scene: Scene, command: Command, kinds: Sequence[Kind]) -> bool:
    """Return whether a command only asks for cheaper or other offers than those of its kind that were just shown.

    If wishes for a hotel leave nothing else, the search itself says so.
    """
    known = scene.known("hotel")
    is_wished = kinds == ("hotel",) and command.has("other") and bool(known.describe_wishes("hotel"))
    is_alone = {name for name, _ in command.slots} <= _ALONE and bool(command.slots)
    return is_alone and bool(_list_latest(scene, kinds[0])) and not is_wished


def _list_latest(scene: Scene, kind: Kind) -> list[Offer]:
    """Return the offers of a kind in the latest reply that lists some, if they are for the place of the trip.

    Of flights there and back they are those for the way that is sought.
    """
    trip = scene.trip
    there = {trip.goal, trip.destination}
    home = {trip.base, trip.origin, scene.known().start}
    own = scene.state.list_offers(kind)
    if not all(place_of(offer) in there | home for offer in own):
        return []
    return [offer for offer in own if place_of(offer) in (home if trip.is_return else there)]


def _look_at(scene: Scene, kind: Kind) -> DialogueState:
    """Return the state as if only the latest offers of a kind had been shown last."""
    state = scene.quieten(part_rooms(scene, scene.trip))
    lines = number_lines([offer.text[:1].upper() + offer.text[1:] for offer in _list_latest(scene, kind)])
    return replace(state, history=(*state.history, ("assistant", lines)))


def _leave_out_shown(scene: Scene, command: Command, kinds: Sequence[Kind]) -> Sieve:
    """Return what a search must have, with what was shown left out if it is for others, and below its price if so."""
    sieve = read_sieve(_list_searches(scene))
    if command.has("cheaper"):
        prices = [offer.unit_price for offer in _list_latest(scene, kinds[0])]
        sieve = replace(sieve, below=min(prices, default=None))
    if command.has(FINER):
        stars = [offer.hotel.stars for offer in _list_latest(scene, "hotel")]
        sieve = replace(sieve, stars=max(stars, default=None))
    if command.has("other") and len(kinds) == 1 and kinds[0] != "flight":
        sieve = replace(sieve, shown=tuple(list_shown(scene, kinds[0])))
    return sieve


def _is_refined_next(scene: Scene, command: Command) -> bool:
    """Return whether the next command of the message only says more of the same search."""
    rest = scene.commands[scene.at + 1 :][:1] if scene.at is not None else ()
    own = {name for name, _ in command.slots if name not in _REPEATED}
    return any(
        each.verb == "find"
        and each.refs == command.refs
        and not each.has("from", *(own - {"place"}))
        and (not each.has("place") or _is_there(scene, each))
        and not (command.has("on", "until") and each.has("on", "until", "nights"))
        for each in rest
    )


def _is_there(scene: Scene, command: Command) -> bool:
    """Return whether a search names the place of the one that is carried out."""
    mention = find_named_place(command.value("place") or "")
    return mention is not None and mention.place is not None and mention.place == scene.trip.destination


def _describe_beforehand(scene: Scene, trip: Trip, command: Command) -> list[str]:
    """Say what is known before a search has all that it needs: where it is cheap to fly, which hotels have a wish."""
    place, start = trip.destination, know_trip(scene.quieten(trip)).start
    said: list[str] = []
    if "flight" in trip.kinds and place is None and start and not (trip.unserved or trip.area):
        fares = {each: find_fare(start, each) for each in all_places() if each != start}
        best = sorted((each for each in fares if fares[each]), key=lambda each: fares[each])[:_MAX_CHEAPEST]
        names = join_words([f"{each.name} (from {format_dollars(fares[each])} a seat)" for each in best], "or")
        said.append(f"The cheapest flights from {start.name} on ordinary days are those to {names}.")
    wished = [name for value in command.values("with") for name in find_wishes(value)]
    if "hotel" in trip.kinds and place and wished and not (trip.first and trip.nights):
        said.append(describe_having([place], wished))
    if "hotel" in trip.kinds and place and not wished and not trip.first and _WHICH.search(scene.state.text):
        said.append(describe_all_hotels(place))
    return [*said, *(tell_purpose(place, command.values("with")) if place else [])]


def _say_still_only(scene: Scene, command: Command, offers: Sequence[Offer]) -> list[str]:
    """Say that the one hotel which a search with other wishes finds is the one that was found before, and not new."""
    if len(offers) != 1 or offers[0].kind != "hotel" or not command.has("with", "drop", "max", "cheaper"):
        return []
    if command.has("name", "again"):
        return []
    lists = [[each.text for each in find_offers(reply) if each.number] for reply in scene.state.replies]
    return [f"{offers[0].title} is still the only one like that."] if [offers[0].text] in lists else []


def _explain_days(trip: Trip, command: Command) -> list[str]:
    """Say on which days flights are shown for something before which one must be there."""
    if not command.has(AROUND) or trip.first is None:
        return []
    back = f" and back on {format_day(trip.last)}" if trip.last else ""
    return [f"So that you are there in time, I took flights that arrive on {format_day(trip.first)}{back}."]


def _describe_unknown_type(command: Command) -> list[str]:
    """Say that there are no cars of a type that a command names, if none is known."""
    value = normalise(command.value("type") or "")
    if named := [match[0] for match in _OTHER_TYPES.finditer(value)]:
        return [f"I have no {join_words(named, 'or')}; an SUV comes nearest to that."]
    is_known = not value or is_size(value) or find_type(value) is not None
    return [] if is_known else [f"I have no {value} among the cars; these are there."]


def _describe_spa(command: Command) -> list[str]:
    """Say that nothing more of a spa is known than whether there is a sauna, if a command wishes for one."""
    is_wished = any(_SPA.search(normalise(value)) for value in command.values("with"))
    return ["Of a spa I only know whether there is a sauna, so I went by that."] if is_wished else []


def _say_served(trip: Trip) -> str:
    return f", but {trip.destination.name} is" if trip.destination else ""


def _drop_told(scene: Scene, trip: Trip) -> Trip:
    """Return a trip without the wish for a beach, if it was told that there is none."""
    told = f"I know of no beach in {trip.destination.name}" if trip.destination else ""
    if BEACH not in trip.amenities or not any(told in reply for reply in (*scene.state.replies, *scene.said)):
        return trip
    return replace(trip, amenities=tuple(name for name in trip.amenities if name != BEACH))


def _show_distances(trip: Trip, sieve: Sieve) -> Trip:
    """Return a trip whose hotels are shown with the distances by which they are put in order."""
    names = [_DISTANCES[name] for name in sieve.sort.split() if name in _DISTANCES]
    has_beach = trip.destination is not None and "beaches" in trip.destination.activities
    wanted = [name for name in names if name not in trip.amenities and (has_beach or "beach" not in name)]
    return replace(trip, soft=(*trip.soft, *wanted))


def _goes_on_after(scene: Scene) -> bool:
    """Return whether the message also searches for another place, or for the flight back."""
    rest = scene.commands[scene.at + 1 :] if scene.at is not None else ()
    return any(each.verb == "find" and (each.has("place") or each.subject == "return") for each in rest)


def _say_once(scene: Scene, text: str) -> str:
    """Return a reply without what is assumed or failed in it a second time."""
    said = {line for part in scene.said for line in part.splitlines()}
    if any(each.verb == "wait" for each in scene.commands):
        text = text.replace(f"\n{ASK_OFFER}", "")
    lines: list[str] = []
    for line in text.splitlines():
        if not (line.startswith(_SAID_ONCE) and line in said):
            lines.append(line)
        said.add(line)
    return "\n".join(lines)


def _list_searches(scene: Scene) -> list[Command]:
    """Return the searches of the conversation, up to the one that is carried out."""
    done = scene.commands if scene.at is None else scene.commands[: scene.at + 1]
    said = [each for _, commands in scene.earlier for each in commands]
    return [each for each in (*said, *done) if each.verb == "find"]


def _wants_cheapest_flight(scene: Scene) -> bool:
    """Return whether a search of the conversation wants the cheapest flights, also one that lacked something yet."""
    return any(_is_for_flights(each) and "price" in read_sieve([each]).sort for each in _list_searches(scene))


def _fill_from_bookings(scene: Scene, trip: Trip) -> Filled:
    """Return a trip without a place with what is booked, if there is only one trip that can be meant."""
    rows = [row for row in (yield from load_active()) if days_of(row)[1] >= scene.state.today]
    journeys = group_journeys(rows)
    if len(group_trips(rows)) != 1 or not journeys or (len(journeys) > 1 and not trip.is_return):
        return trip
    return fill_trip(trip, journeys[-1])
