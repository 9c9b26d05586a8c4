"""The bookings that a message means: by code, number in a list, name, kind, way, place, days or trip.

It may mean one, several or all of them: "the hotel", "3, 4 and 6", "our flights", "the whole trip except the car".
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import pairwise

from ricordo_travel.dialogue.booked import (
    BACK,
    NTH_FLIGHT,
    Row,
    days_of,
    find_spoken,
    group_trips,
    is_way_back,
    names_direction,
    people_of,
    places_of,
)
from ricordo_travel.dialogue.choice import HOTEL_NAMES, find_number, find_times, names_hotel
from ricordo_travel.dialogue.dates import parse_dates
from ricordo_travel.dialogue.days import find_months
from ricordo_travel.dialogue.geography import Mention, find_mentions
from ricordo_travel.dialogue.kept import split_kept
from ricordo_travel.dialogue.known import know_trip
from ricordo_travel.dialogue.moving import find_near
from ricordo_travel.dialogue.numbers import parse_count, parse_ordinal
from ricordo_travel.dialogue.offers import BOOKING_ID, describe_booking
from ricordo_travel.dialogue.party import parse_party
from ricordo_travel.dialogue.rooms import find_own_types
from ricordo_travel.dialogue.state import DialogueState
from ricordo_travel.dialogue.thing_reader import read_deeds
from ricordo_travel.dialogue.things import Candidate, parse_thing
from ricordo_travel.dialogue.wishes import find_spoken_kinds
from ricordo_travel.reservations import Kind

ASKS_WHICH = re.compile(r"\bWhich booking shall I (?P<verb>cancel|change)\?")
"""The question which of some bookings a message means."""
ALL = re.compile(r"\b(?:all|both|everything|whole|entire(?:ly)?|every|the lot|completely)\b")
COUNTED = re.compile(
    r"\b(?:all|both|these|those|the)(?: of)? (?P<count>two|three|four|five|six|[2-6])\b"
    r"(?! ?(?:of us|people|persons?|adults?|nights?|days?|weeks?|kids|guests?|passengers?|hours?))"
    r"(?: of (?:them|those))?"
)
"""How many bookings a message means: "all three", "the two flights"."""
_TRIP = re.compile(
    r"\b(?:trip|holidays?|vacation|journey|entirely|completely|whole thing|(?:the|our|my) (?:weekend|getaway|break))\b"
)
_MOVES = r"\b(?:move|moving|shift|change|postpone|delay|push|rebook|reschedule|cancel|call off)\b"
_WHOLE = r"\b(?:trip|holidays?|vacation|journey)\b"
MOVES_TRIP = re.compile(rf"{_MOVES}[^.;!?]{{0,30}}{_WHOLE}|{_WHOLE}[^;]{{0,30}}{_MOVES} (?:it|that|all|everything)\b")
"""A whole trip, each booking of it: "move my trip to october"."""
_ONE_END = re.compile(r"\b(?:starts?|begin|ends?|extend|longer|shorter|until|till|back|home|return)\b")
_SEVERAL = re.compile(
    r"\b(?:flights|hotels|rooms|cars|bookings|reservations|stays|tickets|them|those|these|there and back|both ways)\b"
)
_LEAVES_EARLY = re.compile(r"\bleave (?=the hotel [^,.;!?]{0,20}\b(?:early|earlier|later|on)\b)")
_ONE = (
    r"#?(?:[1-9]|1\d)(?![\d:.]|st\b|nd\b|rd\b|th\b| ?(?:nights?|days?|weeks?|people|persons?|adults?|of us|more|hours?|"
    r"passengers?|guests?|stars?|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec))"
)
_NUMBERS = re.compile(
    r"(?:^\W{0,5}(?:(?:yes|ok|no|just|only|the|please|numbers?|bookings?) ){0,4}|"
    rf"\b(?:cancel|drop|move|shift|change|numbers?|nr|bookings?|only|just) (?:the )?){_ONE}"
    rf"(?:(?:, ?(?:and )?| and (?:the )?| ?[&+] ?| ){_ONE})*"
)
_ORDINALS = re.compile(r"\b(?:first|second|third|fourth|fifth|sixth)\b(?! (?:class|night|day|week|of))")
_WEEK = re.compile(r"\b(?:this|(?P<next>next|following)|coming) week(?P<end>end)?\b")
_SOME_WEEKEND = re.compile(r"\bweekend(?= (?:in|of|away)\b)")
_BOTH_WAYS = re.compile(
    r"\b(?:there and (?:back|home)|both (?:ways|flights)|(?:out(?:bound)?|there) and (?:the )?(?:return|way back))\b"
)

_ALL_TO = re.compile(r"\b(?:flights|trip|holiday|journey|vacation)\b[^.;!?]{0,25}\bto\b")
"""All of a trip to a place, the flight back among it: "which flights to crete do i have?"."""
_OF_PLACE = re.compile(r" (?:hotel|hostel|room|stay|car)\b")
_TO = re.compile(r" ?(?:to|-{1,2}>?|>|/) ?")
ONE_BOOKING = re.compile(r"\b(?:one|it|booking|reservation|outbound|return|way)\b")
_LEG = re.compile(r"\b(?:the|my|our) (?:return|way (?:back|home|there|out)|outbound|inbound)\b")
"""A flight by its way: "move the return and the hotel"."""
_RETURNS = re.compile(
    r"\b(?:need|have|want|got|must|i|we|i'll|we'll|should)(?: to)? (?:return|(?:go|come|get|head) (?:back|home))\b|"
    r"^return\b"
)
"""A flight back beside another booking: "we return on friday, extend the hotel"."""

_THAT = re.compile(
    r"\b(?:cancel|change|move|shift|drop|postpone|extend|delay|make|start) (?:it|that|this|them|those|these)\b"
    r"(?! all\b)"
)
_MIN_WORDS = 3
_NAMED = 0.2
"""How likely a booking has to be of a kind that a message names beside another one that it means."""


@dataclass(frozen=True, slots=True)
class Meant:
    """Bookings that a message may mean. If they are not clear, it means one of them and does not say which.

    `is_read` says that the reader of things found them, and not the words of the message.
    """

    rows: list[Row]
    is_clear: bool = True
    is_read: bool = False


def find_meant(
    state: DialogueState,
    rows: Sequence[Row],
    *,
    deed: str | None = None,
    before: str | None = None,
    is_exact: bool = False,
) -> Meant:
    """Return the bookings that a message means: by code or number, as the reader of things takes it, or by its words.

    `deed` is what it does to them, for the reader: "change" or "cancel". `before` is the part of the message before
    what a booking is changed to, or all of it. `is_exact` leaves out bookings on other days or of another party than
    the message names.
    """
    if ids := {id.upper() for id in BOOKING_ID.findall(state.message)}:
        return Meant([row for row in rows if row["booking_id"] in ids])
    listed = _find_listed(state, rows)
    listed = [] if len(listed) == 1 and NTH_FLIGHT.search(state.text) else listed
    if listed and (numbers := find_numbers(state.text, len(listed))):
        return Meant([listed[number - 1] for number in numbers if number <= len(listed)])
    text, kept = split_kept(state.text)
    rows = _keep_rooms([row for row in rows if row not in find_kept(state, rows, kept)], text)
    if deed and not _is_vague(text) and not _names_flights(rows, text):
        own = _keep_months(rows, before or text, state.today, is_exact=is_exact)
        near, others = _list_candidates(state, own, is_exact=is_exact)
        if read := _read_rows(state, near, deed) or _read_rows(state, others, deed):
            trips = [trip for trip in group_trips(rows) if any(row in read for row in trip)]
            if _BOTH_WAYS.search(text):  # "both flights back to two" is no way back
                read += [row for trip in trips for row in trip if row["kind"] == "flight" and row not in read]
            if MOVES_TRIP.search(text) and not _ONE_END.search(text) and not kinds_in(text):
                read = [row for trip in trips for row in trip]
            return Meant(read, len(trips) == 1 or is_exact, is_read=True)
    before = split_kept(before)[0] if before is not None else None
    if ASKS_WHICH.search(state.last_reply) and (pool := [row for row in listed if row in rows]):
        found = keep_fitting(state, pool, text, before=before, is_exact=is_exact)
        if found:
            return _settle(state, found, pool, text, is_exact=True)
    found = keep_fitting(state, rows, text, before=before, is_exact=is_exact)
    return _settle(state, found, rows, text, is_exact=is_exact)


def _is_vague(text: str) -> bool:
    """Return whether a text in lower case only points at what was spoken of: "cancel", "can you move it"."""
    is_named = kinds_in(text) or names_direction(text) or find_mentions(text) or _TRIP.search(text)
    return len(text.split()) < _MIN_WORDS or (bool(_THAT.search(text)) and not is_named)


def _names_flights(rows: Sequence[Row], text: str) -> bool:
    """Return whether a text names flights exactly: by both ends, by their place in a trip, by the way of a longer trip.

    The reader of things knows no trips with more than two flights.
    """
    kinds, flights = kinds_in(text), [row for row in rows if row["kind"] == "flight"]
    if (kinds and "flight" not in kinds) or _TRIP.search(text) or _BOTH_WAYS.search(text):
        return False
    flown = {_route_of(row) for row in flights} & _find_routes(text, find_mentions(text))
    if len(flown) > 1 or (flown and not _SEVERAL.search(text) and not ALL.search(text)) or _find_nth(rows, text):
        return True
    is_long = any(sum(row in flights for row in trip) > 2 for trip in group_trips(rows))
    return is_long and names_direction(text)


def _list_candidates(
    state: DialogueState, rows: Sequence[Row], *, is_exact: bool
) -> tuple[Sequence[Row], Sequence[Row]]:
    """Return the bookings that a message may mean: those of the trips that were spoken of, and all of them.

    `is_exact` leaves out those at other places than the message names.
    """
    places = {place.name for mention in find_mentions(state.text) for place in mention.places}
    there = [row for row in rows if places & places_of(row)]
    rows = (there if is_exact or there else rows) if places else rows
    spoken = [] if is_exact and ALL.search(state.text) else find_spoken(state, rows)
    near = [row for trip in group_trips(rows) if any(row in spoken for row in trip) for row in trip]
    return [row for row in rows if row in near], rows


def _keep_months(rows: Sequence[Row], text: str, today: date, *, is_exact: bool) -> list[Row]:
    """Return the bookings that begin in a month which a text names without a day: "all of september", "my may trip"."""
    days = parse_dates(text, today)
    if days.month is None or days.first:
        return list(rows)
    months = {month.timetuple()[:2] for month in find_months(text, today)}
    found = [row for row in rows if days_of(row)[0].timetuple()[:2] in months]
    return found if found or is_exact else list(rows)


def _read_rows(state: DialogueState, rows: Sequence[Row], deed: str, at_least: float = 0.5) -> list[Row]:
    """Return the coming bookings to which the reader takes a message to do something, one of its deeds.

    If there are any, those of another kind that the message names need not be as likely. A number of people is for the
    kinds beside it alone: "make the flights 3 people".
    """
    coming = [(row, thing) for row in rows if days_of(row)[1] > state.today and (thing := _to_thing(row))]
    deeds = read_deeds(state.message, [thing for _, thing in coming])
    likely = [(row, scores[deed]) for (row, _), scores in zip(coming, deeds, strict=True)]
    kinds = kinds_in(state.text) if any(score >= at_least for _, score in likely) else []
    found = [row for row, score in likely if score >= (_NAMED if row["kind"] in kinds else at_least)]
    own = [row for row in found if row["kind"] in kinds] if parse_party(state.text) else []
    return own or found


def _to_thing(row: Row) -> Candidate | None:
    return parse_thing(describe_booking(row))


def _settle(state: DialogueState, found: list[Row], rows: Sequence[Row], text: str, *, is_exact: bool) -> Meant:
    """Return which of the bookings that fit a message means: all of them, those of one trip, or the latest one."""
    if len(found) < 2:
        return Meant(found)
    trips = group_trips(rows)
    spoken = find_spoken(state, rows)
    near = [row for trip in trips if any(row in spoken for row in trip) for row in trip if row in found]
    kinds = _kinds_of(text, is_exact=is_exact)
    if counted := _find_counted(text, found, [row for row in found if row in spoken], near):
        return Meant(counted)
    if _TRIP.search(text) and not kinds:
        return _take_trips(found, trips, spoken)
    if is_exact and not kinds and find_mentions(text) and not ONE_BOOKING.search(text):  # "cancel rome" is all of it
        own = near or found
        return Meant(own, sum(any(row in own for row in trip) for trip in trips) == 1)
    if ALL.search(text):
        return Meant(found if is_exact or not near else near)
    is_several = bool(_SEVERAL.search(text)) or len(kinds) > 1
    named = [row for row in found if row in spoken]
    if not is_several and len(named) == 1:
        return Meant(named)
    for each in (found, near):
        if len(each) == 1 or (is_several and sum(any(row in each for row in trip) for trip in trips) == 1):
            return Meant(each)
    return Meant(near or found, is_clear=False)


def _find_counted(text: str, *groups: list[Row]) -> list[Row]:
    """Return the first of some groups of bookings that has as many as a text names; none if it names no number."""
    count = parse_count(match["count"]) if (match := COUNTED.search(text)) else 0
    return next((group for group in groups if count and len(group) == count), list[Row]())


def _take_trips(found: Sequence[Row], trips: Sequence[Sequence[Row]], spoken: Sequence[Row]) -> Meant:
    """Return all bookings of the trips to which some belong; of several, of the one that was spoken of."""
    whole = [trip for trip in trips if any(row in found for row in trip)]
    whole = whole if len(whole) == 1 else [trip for trip in whole if any(row in spoken for row in trip)] or whole
    return Meant([row for trip in whole for row in trip], len(whole) == 1)


def keep_fitting(
    state: DialogueState, rows: Sequence[Row], text: str, *, before: str | None = None, is_exact: bool = False
) -> list[Row]:
    """Return all bookings that fit what a text names: names, kinds, the way, places, days and people."""
    before = text if before is None else before
    named = [row for row in rows if _names_row(before, row)]
    if not named and HOTEL_NAMES.search(before) and is_exact:
        return []
    found = list(rows)
    kinds = _kinds_of(text, is_exact=is_exact)
    if kinds:
        has_named = {row["kind"] for row in named}
        found = [row for row in found if row in named or (row["kind"] in kinds and row["kind"] not in has_named)]
    elif named:
        found = named
    found = _keep_direction(state, found, text)
    then = _keep_days(found, before, state.today, is_exact=is_exact)
    is_new_day = not is_exact and len({row["kind"] for row in then}) < len(kinds)  # "thursday, flight and hotel"
    found = found if is_new_day else then
    if is_exact and (people := parse_party(COUNTED.sub(" ", text))):
        found = [row for row in found if people_of(row) in {None, people}]
    return _keep_places(found, text, is_exact=is_exact)


def _keep_rooms(rows: Sequence[Row], text: str) -> list[Row]:
    """Return the bookings without the rooms of other types than the one that a text names: "cancel the single"."""
    types = find_own_types(text)
    own = [row for row in rows if row["kind"] == "hotel" and row["room_type"] in types]
    if not own:
        return list(rows)
    kinds = {*kinds_in(text)} - {"hotel"}
    return [row for row in rows if row in own or row["kind"] in kinds]


def kinds_in(text: str) -> list[Kind]:
    """Return the kinds of bookings that a text speaks of. "Our car" is one that is booked."""
    return find_spoken_kinds(_LEAVES_EARLY.sub("", re.sub(r"\b(?:my|our)\b", "the", text)))


def _kinds_of(text: str, *, is_exact: bool) -> list[Kind]:
    """Return the kinds of bookings that a text means, a flight that it names by its way among them."""
    kinds = kinds_in(text)
    is_named = _LEG.search(text) or (kinds and _RETURNS.search(text))
    is_leg = bool(is_named) and "flight" not in kinds and not is_exact
    return [*kinds, "flight"] if is_leg else kinds


def find_numbers(text: str, count: int) -> list[int]:
    """Return the numbers of a list of `count` things that a text names: "3, 4 and 6", "the first and the last"."""
    if match := _NUMBERS.search(text):
        return [int(number) for number in re.findall(r"\d+", match[0])]
    if len(ordinals := _ORDINALS.findall(text)) > 1:
        return [number for word in ordinals if (number := parse_ordinal(word))]
    number = find_number(text, count)
    return [number] if number and not COUNTED.search(text) else []


def _find_listed(state: DialogueState, rows: Sequence[Row]) -> list[Row]:
    """Return the bookings in the numbered list of the last reply."""
    lines = [line for line in state.last_reply.splitlines() if re.match(r"\d+\. ", line)]
    ids = [match[1] for line in lines if (match := BOOKING_ID.search(line))]
    return [row for id in ids for row in rows if row["booking_id"] == id]


def find_kept(state: DialogueState, rows: Sequence[Row], kept: str) -> list[Row]:
    """Return the bookings that a message says shall stay as they are; none if it names none of them."""
    found = keep_fitting(state, rows, kept, is_exact=True) if kept.strip() else []
    return found if len(found) < len(rows) or kinds_in(kept) else []


def _names_row(text: str, row: Row) -> bool:
    """Return whether a text names a booking: the name or the style of its hotel, the number of its flight."""
    if row["kind"] == "flight":
        return row["flight_number"].lower() in re.findall(r"\w+", text)
    return row["kind"] == "hotel" and names_hotel(text, row["hotel"])


def _keep_direction(state: DialogueState, rows: Sequence[Row], text: str) -> list[Row]:
    """Return the bookings without the flights of the other way, if a text names one way."""
    if not names_direction(text) or _BOTH_WAYS.search(text):
        return list(rows)
    kinds = kinds_in(text)
    others = [row for row in rows if row["kind"] != "flight" and row["kind"] in kinds]
    found = _find_nth(rows, text) or _find_way(state, rows, is_back=bool(BACK.search(text)))
    cities = {row["origin" if _goes_back(state, row, rows) else "destination"] for row in found}
    near = [row for row in others if row["city"] in cities]
    is_several = bool(_SEVERAL.search(text) or ALL.search(text) or find_mentions(text))
    return [*found, *(near if near and not is_several else others)]  # "the first flight and hotel": the one there


def _find_nth(rows: Sequence[Row], text: str) -> list[Row]:
    """Return the flights at the place in their trips that a text names: "the second leg", "the last flight"."""
    match = NTH_FLIGHT.search(text)
    trips = [[row for row in trip if row["kind"] == "flight"] for trip in group_trips(rows)] if match else []
    if match and match["nth"] in {"last", "middle"}:
        return [trip[-1 if match["nth"] == "last" else len(trip) // 2] for trip in trips if trip]
    number = parse_ordinal(match["nth"]) if match else None
    return [trip[number - 1] for trip in trips if number and len(trip) >= number]


def _find_way(state: DialogueState, rows: Sequence[Row], *, is_back: bool) -> list[Row]:
    """Return the flights home, or those with which trips begin."""
    trips = [[row for row in trip if row["kind"] == "flight"] for trip in group_trips(rows)]
    ways = [[row for row in trip if _goes_back(state, row, rows) == is_back] for trip in trips]
    return [row for way in ways for row in way if is_back or _route_of(row) == _route_of(way[0])]


def _route_of(flight: Row) -> tuple[str, str]:
    return flight["origin"], flight["destination"]


def _goes_back(state: DialogueState, flight: Row, rows: Sequence[Row]) -> bool:
    """Return whether a flight goes home: in its trip, or to where the person lives or set out."""
    trip = next(trip for trip in group_trips(rows) if flight in trip)
    if is_way_back(flight, trip):
        return True
    if any(is_way_back(row, trip) for row in trip):
        return False
    known = know_trip(state)
    home = state.trip.origin or (known.home.place if known.home else None)
    return home is not None and home.name == flight["destination"]


def _keep_days(rows: Sequence[Row], text: str, today: date, *, is_exact: bool) -> list[Row]:
    """Return the bookings on the days or at the hour that a text names: "the february one", "the 10:40 flight"."""
    times = find_times(text)
    rows = [row for row in rows if row.get("departs") in times] or ([] if times and is_exact else list(rows))
    week, text = split_week(_SOME_WEEKEND.sub(" ", text), today)
    named = parse_dates(text, today)
    if named.first is None and named.month is None and week is None:
        return list(rows)
    if named.first is None and week:
        inside = [row for row in rows if week[0] <= days_of(row)[0] < week[1]]
        found = inside or [row for row in rows if days_of(row)[0] < week[1] and week[0] < days_of(row)[1]]
    elif named.first is None:
        month = named.month
        found = [row for row in rows if month and days_of(row)[0].timetuple()[:2] == month.timetuple()[:2]]
    else:
        day = named.first
        found = (
            [row for row in rows if days_of(row)[0] == day]
            or [row for row in rows if days_of(row)[0] <= day < days_of(row)[1]]
            or [row for row in rows if find_near(text, today, days_of(row)[0]) == days_of(row)[0]]  # "on friday"
        )
    return found if found or is_exact else list(rows)


def split_week(text: str, today: date) -> tuple[tuple[date, date] | None, str]:
    """Return the days of the week or weekend that a text names, if it does, and the text without it."""
    match = _WEEK.search(text)
    if match is None:
        return None, text
    monday = today + timedelta(days=(7 if match["next"] else 0) - today.weekday())
    start = monday + timedelta(days=4) if match["end"] else monday
    return (start, monday + timedelta(days=7)), text[: match.start()] + text[match.end() :]


def _find_routes(text: str, mentions: Sequence[Mention]) -> set[tuple[str, str]]:
    """Return the routes that a text names by both ends: "the London-Berlin flight", "Paris to Rome"."""
    return {(one.name, other.name) for one, other in pairwise(mentions) if _TO.fullmatch(text, one.end, other.start)}


def _keep_places(rows: Sequence[Row], text: str, *, is_exact: bool) -> list[Row]:
    """Return the bookings at the places that a text names, flights by where they start and end."""
    mentions = find_mentions(text)
    places = {place.name for mention in mentions for place in mention.places}
    if not places:
        return list(rows)
    found = [row for row in rows if places & places_of(row)]
    if len(mentions) == 1 and _ALL_TO.search(text):
        return found
    routes = _find_routes(text, mentions)
    if flown := [row for row in found if row["kind"] == "flight" and _route_of(row) in routes]:
        others = [row for row in found if row["kind"] != "flight" and row["kind"] in kinds_in(text)]
        own = {mention.name for mention in mentions if _OF_PLACE.match(text, mention.end)}
        return flown + ([row for row in others if row["city"] in own] or others)  # "the paris hotel"
    ends: dict[str, set[str]] = {"to": set(), "from": set()}
    for mention in mentions:
        word = text[: mention.start].rstrip().rpartition(" ")[2]
        if word in ends:
            ends[word] |= {place.name for place in mention.places}
    is_new = all(text[: mention.start].rstrip().rpartition(" ")[2] in ends for mention in mentions)
    for word, name in (("to", "destination"), ("from", "origin")):
        flights = [row for row in found if row["kind"] == "flight" and row[name] in ends[word]]
        if flights or (is_exact and ends[word]):
            found = [row for row in found if row["kind"] != "flight" or row in flights]
    return found if found or is_exact or not is_new else list(rows)
