"""What was booked before, once more: on other days, for somebody else, or something like it at another place."""

from __future__ import annotations

import re
from collections.abc import Generator, Sequence
from dataclasses import replace
from datetime import date, timedelta

from ricordo_travel.dialogue import questions
from ricordo_travel.dialogue.asking import ask_to_book, describe_title, propose_each
from ricordo_travel.dialogue.booked import (
    Row,
    days_of,
    find_spoken,
    group_trips,
    is_way_back,
    load_active,
    load_bookings,
    people_of,
    places_of,
    span_of,
)
from ricordo_travel.dialogue.choice import STYLE, names_hotel
from ricordo_travel.dialogue.dates import DateRange, parse_dates
from ricordo_travel.dialogue.days import MONTH
from ricordo_travel.dialogue.flight_hours import suits
from ricordo_travel.dialogue.geography import find_mentions
from ricordo_travel.dialogue.hours import Hours, parse_hours, parse_hours_of_ways
from ricordo_travel.dialogue.last_days import explain_too_far
from ricordo_travel.dialogue.legs import speaks_of_way_back, speaks_of_way_there
from ricordo_travel.dialogue.lookups import search_rooms
from ricordo_travel.dialogue.meant import kinds_in
from ricordo_travel.dialogue.numbers import NUMBER, parse_count
from ricordo_travel.dialogue.offers import (
    Offer,
    describe_cars,
    describe_flights,
    describe_rooms,
    find_offers,
    parse_offer,
)
from ricordo_travel.dialogue.party import parse_party
from ricordo_travel.dialogue.plan import Plan, ToolCall, ToolResult, call
from ricordo_travel.dialogue.rooms import Rooms, describe_wish, find_rooms, fits
from ricordo_travel.dialogue.search import search
from ricordo_travel.dialogue.state import DialogueState
from ricordo_travel.dialogue.text import normalise
from ricordo_travel.hotels.catalog import hotels
from ricordo_travel.places import Place, find_place
from ricordo_travel.reservations import Kind

_THING = (
    r"hotels?|hostel|lodge|guest ?house|backpackers|place|room|car|van|suv|flights?|trip|journey|thing|ones?|picks?|"
    r"everything|seats?"
)
_TIME = r"(?:the )?(?:last time|last year|before|ours|mine)"
_SAME = re.compile(
    rf"\b(?:same|similar) (?:(?:kind|type|sort|style) of )?(?:{_THING})\b|"
    rf"\b(?:{_THING}) (?:as|like|from) (?:the (?:one|last)\b|{_TIME}\b|previous)|"
    rf"\b(?:same|like|as) (?:(?:as|like) )?{_TIME}\b|\bsame \w+ (?:(?:as|that) )?(?:{_TIME}|(?:i|we) ha(?:ve|d))\b|"
    r"\bwhere (?:i|we) stayed\b|\bthis one again\b|\bas usual\b|\b(?:the|my|our) usual(?=\W*$|[,.!])|"
    rf"\busual (?:class|cabin|airline|{_THING})\b|"
    r"\b(?:one|an?|another|a second) (?:more |extra )?seats? on\b"
)
_SAME_BACK = re.compile(r"\bsame (?:one|flight|thing|airline|time|way) (?:back|home)\b")
"""The way back like the way there, which is another flight."""
_OURS = re.compile(
    r"\bsame (?:days?|dates?|ones?)(?: as (?:ours?|mine|us)| we have| i have)?\b|\b(?:as|like) (?:ours|mine)\b|"
    r"\bseats? on\b|\b(?:on|to|in) (?:the same|our) (?:flights?|hotel|hostel)\b"
)
_OTHER_PERSON = re.compile(
    r"\b(?:for|book|get|give|add|find) (?:just |only )?(?:her|him|them)\b|"
    r"\b(?:second|separate|extra|another) (?:room|seat)\b|"
    r"\bone more (?:room|seat)\b|\b(?:a|one|1) seat\b|\b(?:is|are) coming with (?:me|us)\b|"
    r"\b[a-z]{3,15}'s (?:flights?|room)\b|"
    r"\bfor my (?:friend|sister|brother|mother|father|son|daughter|colleague|wife|husband|partner)\b"
)
_AFTER_TRIP = re.compile(
    rf"\b(?P<count>{NUMBER}|an?)? ?(?P<unit>day|week|month)s? (?:after|later than) (?:the |my |our |that )?"
    r"(?:last |previous |first )?(?:trip|one|time|visit)\b"
)
_ONCE_MORE = re.compile(rf"\b(?:the|that|our|my) (?:\w+ )?(?:{_THING}|{STYLE})(?: (?:in|at) \w+)? again\b")
_SHOWS = re.compile(r"\b(?:show|list|see|what|which|tell|search|look|send|repeat|remind)\b")
_AS_IN = re.compile(rf"\b(?:as|like) (?:in|last) {MONTH}\b")
_ONLY = re.compile(r"\b(?:only|just)\b")
_CLASS = re.compile(r"\b(?:class|cabin)\b")
_ONES = re.compile(r"\bsame (?:ones?|picks?|choices?)\b")
_FLIGHT_NUMBER = re.compile(r"\b[a-z]{2}\d{3,4}\b")
_Lines = Generator[Sequence[ToolCall], Sequence[ToolResult], list[str]]
_WHOLE = re.compile(r"\b(?:trip|journey|thing|everything)\b")
_GLADLY = "Gladly: the same again as in"
_LUXURY = 4
_OCCASION = re.compile(r"\b(?:anniversary|birthday)\b")
_NONE = "I have no earlier booking of yours like that, so I do not know which one you mean. Where would you like to go?"


def asks_for_same(state: DialogueState) -> bool:
    """Return whether the message asks for what was booked before, or for something like it."""
    text, reading = state.text, state.reading
    if _GLADLY in state.last_reply and not reading.alters("destination", "origin", "unserved"):
        named = reading.names("first", "last", "nights", "month", "any", "people") or parse_hours(text)
        return bool(named or _OURS.search(text) or (_ONLY.search(text) and kinds_in(text)))
    if _FLIGHT_NUMBER.search(text) or _SAME_BACK.search(text):
        return False
    if reading.alters("origin") and reading.trip.first and not _SAME.search(text):
        return False  # "for my youngest from Berlin on the same days" is another flight
    is_again = _SAME.search(text) or (_ONCE_MORE.search(text) and not _SHOWS.search(text))
    return bool(is_again or (_OURS.search(text) and _OTHER_PERSON.search(text)))


def search_same(state: DialogueState) -> Plan:
    """Ask for a yes to what was booked before on the days and for the people that a message names."""
    said = _join_said(state)
    rows = (yield from load_active()) or _rows_shown(state)
    if shown := _find_shown(state, rows, said):
        return (yield from propose_each([offer.call for offer in shown], "Shall I book this?"))
    kinds = (_ONLY.search(state.text) and kinds_in(state.text)) or _find_kinds(_AFTER_TRIP.sub(" ", said))
    trip = _find_trip(state, rows, said, kinds)
    meant = [row for row in trip if not kinds or row["kind"] in kinds]
    if not meant:  # what was cancelled was booked once, too
        trip = _find_trip(state, (yield from load_bookings()), said, kinds)
        meant = [row for row in trip if not kinds or row["kind"] in kinds]
    if not meant:
        return (
            (yield from search(state, kinds or None))
            if state.trip.destination and (kinds or state.trip.kinds)
            else _NONE
        )
    span = span_of([row for row in meant if row["kind"] != "flight"] or meant)
    is_other = bool(_OTHER_PERSON.search(said))
    is_ours = bool(_OURS.search(said) and (is_other or re.search(r"\bas (?:ours|mine)\b", said)))
    days = _find_days(state, said, span, is_ours=is_ours)
    if other := _find_other_place(said, trip):
        return (yield from _search_like(state, trip, meant, other, days))
    people = parse_party(state.text) or parse_party(said) or (1 if is_other else None)
    left = [row for row in meant if days is None or people or is_ours or not _is_taken(row, trip, rows, days)]
    if days is None or not left:
        taken = f" {describe_title(meant[0])} is booked for those days already." if days else ""
        return f"{_GLADLY} {_place_of(trip)}.{taken} {questions.ASK_CHECK_IN}"
    asked = [f"{_GLADLY} {_place_of(trip)}."]
    for row in left:
        asked.append((yield from _ask_again(state, row, trip, span, days, people, said)))  # noqa: PERF401 - no yield
    return "\n\n".join(asked)


def _find_kinds(said: str) -> list[Kind]:
    """Return the kinds to book again; none for all of a trip: "the same trip", "paris again"."""
    is_place = any(said[mention.end :].startswith(" again") for mention in find_mentions(said))
    if is_place or _WHOLE.search(said):
        return []
    kinds = kinds_in(re.sub(r"\bplace\b", "hotel", said))
    return [*kinds, "flight"] if kinds and "flight" not in kinds and _CLASS.search(said) else kinds


def _is_taken(row: Row, trip: Sequence[Row], rows: Sequence[Row], days: tuple[date, date]) -> bool:
    """Return whether the same hotel, flight or car is booked on some days already."""
    names = {"flight": "flight_number", "hotel": "hotel_id", "car": "car_id"}
    same = [each for each in rows if each.get(names[row["kind"]]) == row[names[row["kind"]]] and each["booking_id"]]
    if row["kind"] == "flight":
        return any(days_of(each)[0] == days[is_way_back(row, trip)] for each in same)
    return any(days_of(each)[0] < days[1] and days[0] < days_of(each)[1] for each in same)


def _find_shown(state: DialogueState, rows: Sequence[Row], said: str) -> list[Offer]:
    """Return the offers of the latest list that are booked already, or that were picked from an earlier one."""
    is_ones = _ONES.search(said)
    if not is_ones and (questions.ASK_OFFER not in state.last_reply or state.reading.names("first", "nights", "last")):
        return []
    replies = state.replies if is_ones else ()
    titles = {offer.title for reply in replies for offer in find_offers(reply) if offer.number is None}
    titles |= {describe_title(row) for row in rows}
    kinds = kinds_in(said)
    return [offer for offer in state.offers if offer.title in titles and (not kinds or offer.kind in kinds)]


def _join_said(state: DialogueState) -> str:
    """Return the message, after those that asked for the same again and to which the replies were about that."""
    said = [state.text]
    for role, text in reversed(state.history):
        if role == "assistant" and _GLADLY not in text:
            break
        if role == "user":
            said.insert(0, normalise(text))
    return " ".join(said)


def _find_trip(state: DialogueState, rows: Sequence[Row], said: str, kinds: Sequence[Kind]) -> list[Row]:
    """Return the trip that a message repeats: by the hotel or place that it names, spoken of last, or the last one."""
    trips = [trip for trip in group_trips(rows) if not kinds or any(row["kind"] in kinds for row in trip)]
    places = {place.name for mention in find_mentions(said) for place in mention.places}
    named = re.sub(r"\b(?:same|similar)\b", "the", said)
    spoken = find_spoken(state, rows)
    hints: list[list[Row]] = [
        [row for row in rows if row["kind"] == "hotel" and names_hotel(named, row["hotel"])],
        [row for row in rows if places & places_of(row)],
        spoken,
    ]
    for hint in hints:
        trips = [trip for trip in trips if any(row in hint for row in trip)] or trips
    trips = [trip for trip in trips if {row["kind"] for row in trip} >= set(kinds)] or trips
    return trips[-1] if trips else []


def _rows_shown(state: DialogueState) -> list[Row]:
    """Return the hotel that was talked about last as if it were booked, for somebody who has booked nothing yet."""
    offer = state.last_offer("hotel")
    if offer is None:
        return []
    names = {"kind": "hotel", "booking_id": "", "hotel": offer.hotel.name, "city": offer.hotel.place.name}
    return [{**offer.call.arguments, **names}]


def _find_days(state: DialogueState, said: str, span: tuple[date, date], *, is_ours: bool) -> tuple[date, date] | None:
    """Return the days that a message names, as long as before if it says no end; those of the trip if it wants them.

    Without any, the days that the conversation is about count, unless they are those of the trip itself.
    """
    named, trip = parse_dates(said, state.today, span[0]), state.trip
    if after := _AFTER_TRIP.search(said):
        ahead = parse_count(after["count"] or "a") * {"day": 1, "week": 7, "month": 28}[after["unit"]]
        start = span[0] + timedelta(days=ahead)
        near = parse_dates(_AFTER_TRIP.sub(" ", said), state.today, start)
        named = near if near.first else replace(near, first=start)
    elif _AS_IN.search(said):
        named = parse_dates(_AS_IN.sub(" ", said), state.today)
        later = parse_dates(_AS_IN.sub(" ", state.text), state.today, named.first)
        named = later if later.first else named
    elif trip.first and (state.reading.names("first", "last") or not (named.first or is_ours or trip.first == span[0])):
        named = DateRange(trip.first, trip.last, trip.nights)
    if named.first is None and (day := _find_occasion(state, said)):
        named = replace(named, first=day)
    if named.first is None:
        return span if is_ours else None
    nights = named.nights or (span[1] - span[0]).days
    return named.first, named.last or named.first + timedelta(days=nights)


def _find_occasion(state: DialogueState, said: str) -> date | None:
    """Return the day of an occasion that a message names, as the person told it: "for our anniversary"."""
    named = _OCCASION.search(said)
    facts = [normalise(fact) for fact in state.memory.facts if named and named[0] in fact.lower()]
    return next((day for fact in facts if (day := parse_dates(fact, state.today).first)), None)


def _find_other_place(said: str, trip: Sequence[Row]) -> Place | None:
    """Return the place that a message names and where nothing of a trip is."""
    known = {name for row in trip for name in places_of(row)}
    named = [mention.place for mention in find_mentions(said) if mention.place]
    return next((place for place in named if place.name not in known), None)


def _search_like(
    state: DialogueState, trip: Sequence[Row], meant: Sequence[Row], place: Place, days: tuple[date, date] | None
) -> Plan:
    """Search at another place for what is like a trip: as many stars, the same class of car and cabin."""
    by_kind = {row["kind"]: row for row in meant}
    flight, stay, car = by_kind.get("flight"), by_kind.get("hotel"), by_kind.get("car")
    wish = state.trip
    first, last = days or (wish.first, wish.last)
    there = next((row for row in trip if row["kind"] == "flight" and not is_way_back(row, trip)), None)
    own = replace(
        wish,
        kinds=tuple(by_kind),
        destination=place if place != wish.origin else wish.destination,
        origin=wish.origin or (find_place(there["origin"]) if there else None),
        first=first,
        last=last,
        nights=(last - first).days if first and last else wish.nights,
        people=wish.people or next(filter(None, map(people_of, meant)), None),
        stars=wish.stars or (min(hotels()[stay["hotel_id"]].stars, _LUXURY) if stay else None),
        car_class=wish.car_class or (car["car_class"] if car else None),
        cabin=wish.cabin or (flight["cabin"] if flight else None),
        is_round=sum(row["kind"] == "flight" for row in meant) > 1,
    )
    return (yield from search(replace(state, own_trip=own), own.kinds))


def _ask_again(
    state: DialogueState,
    row: Row,
    trip: Sequence[Row],
    span: tuple[date, date],
    days: tuple[date, date],
    people: int | None,
    said: str,
) -> Plan:
    """Ask for a yes to a booking once more, on other days and for other people. The way back is on the last day."""
    first, last = days_of(row)
    start, end = first + (days[0] - span[0]), last + (days[1] - span[1])
    people = people or people_of(row) or 1
    if row["kind"] == "flight":
        is_back, has_end = is_way_back(row, trip), parse_dates(said, days[0], days[0]).has_end
        back = days[1] if has_end else first + (days[1] - span[1])
        said = state.text if parse_hours(state.text) else said
        is_both = not (speaks_of_way_back(said) or speaks_of_way_there(said))
        hours = parse_hours(said) if is_both else parse_hours_of_ways(said)[is_back]
        lines = yield from _find_flight(row, back if is_back else start, people, hours)
    elif row["kind"] == "hotel":
        lines = yield from _find_room(row, start, end, people, said)
    else:
        found = yield from call(
            "search_cars",
            city=row["city"],
            pick_up=start.isoformat(),
            drop_off=end.isoformat(),
            car_class=row["car_class"],
        )
        cars = [each for each in found.data.get("cars", ()) if each["car_id"] == row["car_id"]]
        lines = describe_cars(cars or list(found.data.get("cars", ()))[:1], start, end)
    offer: Offer | None = parse_offer(lines[0]) if lines else None
    if offer is None:
        return (
            explain_too_far(start, state.today)
            or explain_too_far(end, state.today)
            or (f"{describe_title(row)} is not to be had for you then. Would other days do?")
        )
    wish = find_rooms(said) if row["kind"] == "hotel" else ()
    missing = "" if fits([offer.call.arguments], wish) else f"{describe_title(row)} does not have {describe_wish(wish)}"
    remark = f"{missing} then, but this.\n" if missing else ""
    return remark + (yield from ask_to_book(offer))


def _find_flight(row: Row, day: date, people: int, hours: Hours | None) -> _Lines:
    """Return the line of the same flight on a day, or of the one at the time of day that a message names."""
    result = yield from call(
        "search_flights",
        origin=find_place(row["origin"]).airport,
        destination=find_place(row["destination"]).airport,
        day=day.isoformat(),
        passengers=people,
        cabin=row["cabin"],
    )
    flights = list(result.data.get("flights", ()))
    same = [each for each in flights if each["flight_number"] == row["flight_number"]]
    if hours and not suits(hours, row):
        same = [each for each in flights if suits(hours, each)]
    return describe_flights(same[:1], people)


def _find_room(row: Row, first: date, last: date, people: int, said: str) -> _Lines:
    """Return the line of a room in the same hotel, of the type that a message names if it has one."""
    wish: Rooms = find_rooms(said) or (((row["room_type"], None),) if row.get("room_type") else ())
    for rooms in (wish, ()):
        result = yield from search_rooms(hotels()[row["hotel_id"]].place, first, last, people, rooms)
        if rows := [each for each in result.data.get("hotels", ()) if each["hotel_id"] == row["hotel_id"]]:
            return describe_rooms(rows, first, last, people)
    return []


def _place_of(trip: Sequence[Row]) -> str:
    """Return where a trip went."""
    stays = [row for row in trip if row["kind"] != "flight"]
    return str(stays[0]["city"] if stays else trip[0]["destination"])
