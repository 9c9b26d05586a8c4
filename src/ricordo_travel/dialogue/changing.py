"""What a message changes of a booking: its days, its party, its cabin, or the hotel or flight itself."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Any

from ricordo_travel.cars.fleet import CarClass, cars
from ricordo_travel.dialogue.booked import Row, days_of, group_trips, is_way_back, people_of, span_of
from ricordo_travel.dialogue.cabins import find_cabin
from ricordo_travel.dialogue.choice import HOTEL_NAMES, find_times
from ricordo_travel.dialogue.days import WEEKDAYS
from ricordo_travel.dialogue.flight_hours import suits
from ricordo_travel.dialogue.hours import Hours, parse_hours, parse_hours_of_ways
from ricordo_travel.dialogue.kept import keeps_days, names_same
from ricordo_travel.dialogue.meant import COUNTED, kinds_in
from ricordo_travel.dialogue.moving import MOVE, Move, find_near, move_flight, move_stay, read_ends, read_move
from ricordo_travel.dialogue.numbers import NUMBER, parse_count
from ricordo_travel.dialogue.offers import BOOKING_ID, Offer, parse_offer
from ricordo_travel.dialogue.party import DROPS_OUT, parse_party, parse_party_change
from ricordo_travel.dialogue.restoring import asks_to_restore
from ricordo_travel.dialogue.rooms import drop_own, find_rooms, fits
from ricordo_travel.dialogue.state import DialogueState
from ricordo_travel.dialogue.wishes import find_car_class, split_by_kind, wants_airport, wants_bigger
from ricordo_travel.flights.timetable import Cabin, flights_between
from ricordo_travel.hotels.catalog import hotels
from ricordo_travel.places import find_place

CHANGE = re.compile(
    r"\b(?:change|switch|swap|exchange|trade|replace|upgrade|downgrade|update|modify|amend|adjust|alter|make it|add)\b"
)
"""Verbs of changing something else than days."""
_PEOPLE = re.compile(
    rf"(?<!on )(?<!from )(?<!the )\b(?P<count>{NUMBER})(?: (?:people|persons|of us|guests|passengers|travell?ers))? "
    rf"instead of (?:just |only )?"
    rf"{NUMBER}\b(?! (?:nights?|days?|weeks?|\w+ rooms?|rooms?|doubles?|singles?))|"
    r"\bflights?(?: back)? to (?P<seats>two|three|four|five|six|seven|eight|(?<=back to )[1-8])\b"
    r"(?! (?:days|weeks|hours|o'clock))|"
    rf"\bbe (?P<be>for (?:{NUMBER})|\d{{1,2}})\b"
    r"(?! ?(?:to|until|till|-|nights?|days?|weeks?|[a-z]+ber|january|february|march|april|may|"
    r"june|july|august)\b)"
)
_SOME = re.compile(
    rf"\b(?:{NUMBER}) of us (?:[a-z']{{2,8}} ){{0,3}}?(?:stay(?:ing)?|remain(?:ing)?|go|leave|leaving|fly|come) "
    r"(?:back |home )?(?:longer|on|until|till|til|another|an?|one|two|earlier|later|more)\b"
)
"""Some who would have other days, which is no other party: a booking has the same days for all."""
_ABSENT_THEN = re.compile(
    r"[^.,;!?]{0,40}\b(?:can't|cannot|can not|couldn't|won't|isn't able to) (?:be able to )?"
    r"(?:make it|make|come|do|go|join|be there|travel)(?: along)? (?:on |for |in )?(?:this|that|those|these|then|next|"
    rf"the \d|{'|'.join(WEEKDAYS)})\b[^.,;!?]{{0,20}}"
)
"""Somebody who cannot come on the days of before, which is why they are to be others."""
OTHER_TIME = re.compile(
    r"(?<!day )(?<!days )(?<!week )(?<!weeks )(?<!night )(?<!nights )\b(?:(?P<earlier>earlie(?:r|st)|sooner|too late)|"
    r"later|latest|(?:too|so) early)\b(?! (?:by|dates?|days?|weeks?|months?|years?|in the (?:week|month|year))\b)"
)
OTHER_FLIGHT = re.compile(
    r"(?<!the )(?<!that )(?<!my )(?<!our )\b(?:earlier|later) (?:flights?|planes?|connection|departure)\b|"
    r"\b(?:an?|any|some) (?:earlier|later) one\b"
)
ANOTHER_FLIGHT = re.compile(r"\b(?:another|any other|other|different) (?:flights?|planes?|times?)\b")
_EARLY = re.compile(
    r"(?<!too )(?<!so )(?<!not )(?<!\ba day )(?<!one day )(?<!days )(?<!week )(?<!weeks )(?<!night )(?<!nights )"
    r"\bearly(?=\W*$|[.,;!])"
)
"""The wish to leave early on a day: "on friday instead, early"."""
_BARE_HOUR = re.compile(r"\bafter \d{1,2}\b(?!:| ?(?:[ap]m|h|o'?clock|in the)\b)")
_NOON = 12 * 60
_DONE = re.compile(r"^Changed\. (?P<id>[FHC]-\w{8}): (?P<what>[^\n]+)$", re.MULTILINE)
_SHIFTS = re.compile(r"\b(?:later|earlier|sooner|after|before|back|forward|by)\b")
_LENGTHENS = re.compile(r"\b(?:longer|shorter|more|extra|additional|less|fewer)\b")
_IN_ALL = re.compile(r"\b(?:altogether|total|in all|only|just)\b")
_ON_TOP = re.compile(r"\b(?:another|even|still (?:later|earlier|longer|more|another)|further|on top|again)\b")
_SO_MANY_DAYS = re.compile(rf"\W*(?:(?:no|only|just|make it|by|but) ){{0,3}}(?P<count>{NUMBER}|an?) days?\W*$")
_FLIGHT_NUMBER = re.compile(r"\b[a-z]{2}\d{3,4}\b")
_SOME_ROOMS = re.compile(
    rf"(?:\b(?:cancel|drop|remove|lose|give up|get rid of) (?:just |only )?(?P<count>{NUMBER}|an?)"
    rf"(?: of (?:the|our|my|those|these)(?: {NUMBER})?)?|(?<!need )(?<!keep )(?<!want )(?<!take )\b(?:just|only) "
    rf"(?P<only>{NUMBER}) of (?:the|our|my|those|these)(?: {NUMBER})?) (?:\w+ )?rooms?\b|"
    rf"\b(?P<less>{NUMBER}|a) (?:rooms? (?:less|fewer)|(?:less|fewer) rooms?)\b"
)
"""Some of the rooms of one booking, which are given up."""
_ONE_ROOM = re.compile(rf"\b(?:an?|the same|just the|my|our) room (?:is |be |to be )?for (?:{NUMBER}|us|both|all)\b")
"""One room that somebody shares, and not one more of those that are booked: "make it a room for 2"."""
_GUESTS_OF_ROOM = re.compile(rf"(?<=a )(?:single|double|family)(?: room)? for (?:{NUMBER})\b")
_SEAT = re.compile(r"\b(?:an?|her|his) (?:own )?(?:seat|ticket)\b")
_NEAR = 3
_SEATS = 5
"""Seats of all cars that are no vans, but for the smallest ones."""
_BAGS = re.compile(rf"\b(?:room|space) for (?P<count>{NUMBER}) (?:[a-z]+ )?(?:bags|suitcases|cases)\b")
_VAGUE_CLASSES = frozenset({"economy", "compact", "midsize", "luxury"})
"""Classes of cars by words that are said of other things, too."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """A booking as a message wants it: its days, and what else is to be other than it is.

    Attributes:
        hours: The time of day at which the flight is to leave, if it does not.
        flight: The number of another flight.
        time: The time at which another flight leaves.
        hotel: The name or style of another hotel.
        room_type: The type of other rooms in the same hotel.
        rooms: How many rooms, if the message says so.
        car_class: The class of another car.
        at_airport: Whether another car is at the airport, or False for one in town.
    """

    first: date
    last: date
    people: int | None = None
    cabin: Cabin | None = None
    hours: Hours | None = None
    flight: str | None = None
    time: str | None = None
    hotel: str | None = None
    room_type: str | None = None
    rooms: int | None = None
    car_class: CarClass | None = None
    at_airport: bool | None = None

    @property
    def is_other_car(self) -> bool:
        return self.car_class is not None or self.at_airport is not None

    @property
    def is_other_flight(self) -> bool:
        return bool(self.hours or self.flight or self.time)


def find_pending(state: DialogueState) -> dict[str, Row]:
    """Return the changes that wait for a yes, or that the message refuses: what each booking would become."""
    asked = [each.proposal for each in state.pending if each.fate != "agreed"]
    return {each.preview["booking_id"]: each.preview for each in asked if each.action == "change"}


def corrects_end(state: DialogueState) -> bool:
    """Return whether a message names one end of a stay of which a change waits: "no, still back on the 19th"."""
    stays = [row for row in find_pending(state).values() if row["kind"] != "flight"]
    is_other = "?" in state.text or keeps_days(state.text) or state.reading.alters("destination", "unserved")
    return not is_other and any(any(read_ends(state.text, state.today, *days_of(row))) for row in stays)


def find_wanted(state: DialogueState, row: Row, rows: Sequence[Row], text: str, *, is_alone: bool) -> Wanted | None:
    """Return what a text in lower case changes of a booking, or None if that is nothing.

    `rows` are all bookings, for the trip that this one belongs to. `is_alone` says that no other one of its kind is
    changed.
    """
    own = split_by_kind(text).get(row["kind"], text) if len(kinds_in(text)) > 1 else text
    pending = find_pending(state).get(row["booking_id"], {})
    days = next(
        (found for said in (own, text) if (found := _find_days(state, row, rows, said, is_alone=is_alone))), None
    )
    of_party = _SEAT.sub(" ", own) if parse_party_change(text) else own  # "add my mum, she needs a seat"
    of_room = _GUESTS_OF_ROOM.search(own) if row["kind"] == "hotel" else None
    own_party = (of_room[0],) if of_room else ()  # "4 in total: the single to a double for 2"
    said = (_find_people(row, each, moves=days is not None) for each in (*own_party, of_party, text))
    people = next(filter(None, said), None) or people_of(pending)
    people = people if people_of(row) not in {None, people} else None
    cabin = find_cabin(own) or pending.get("cabin") if row["kind"] == "flight" else None
    cabin = cabin if cabin != row.get("cabin") else None
    if keeps_days(state.text):
        days = days_of(row)
    elif not (days or pending or people or cabin or asks_to_restore(text)):
        days = follow(state, row, rows)
    first, last = days or days_of(pending or row)
    last = first + timedelta(days=1) if row["kind"] == "flight" else last
    hours, flight, time = _find_other_flight(row, own, state.today, first)
    if hours and parse_hours_of_ways(own)[1] == hours and not is_way_back(row, _trip_of(row, rows)):
        hours = None  # "back in the evening" is not said of the way there
    wanted = Wanted(first, last, people, cabin, hours, flight, time, _find_other_hotel(own, row))
    wanted = replace(wanted, **_find_other_thing(own, row, people))
    return wanted if wanted != Wanted(*days_of(row)) else None


def list_arguments(row: Row, wanted: Wanted) -> dict[str, Any]:
    """Return the arguments of the tool that changes a booking."""
    changes: dict[str, Any] = {
        "flight": {"day": wanted.first.isoformat(), "passengers": wanted.people, "cabin": wanted.cabin},
        "hotel": {"check_in": wanted.first.isoformat(), "check_out": wanted.last.isoformat(), "guests": wanted.people},
        "car": {"pick_up": wanted.first.isoformat(), "drop_off": wanted.last.isoformat()},
    }[row["kind"]]
    if row["kind"] == "hotel" and (wanted.people or wanted.room_type or wanted.rooms):
        changes |= list_rooms(row, wanted.people or row["guests"], wanted.room_type, wanted.rooms)
    return {"booking_id": row["booking_id"], **{name: value for name, value in changes.items() if value}}


def list_rooms(row: Row, guests: int, type: str | None = None, number: int | None = None) -> dict[str, Any]:
    """Return the rooms that a booking of a hotel gets for its guests: of a type and a number that were asked for.

    Without a type they are of the one that is booked, or of the smallest one of which so many hold the guests.
    """
    rooms = sorted(hotels()[row["hotel_id"]].rooms, key=lambda room: room.sleeps)
    own = next((room for room in rooms if room.type == (type or row["room_type"])), rooms[-1])
    if number and not type:
        own = next((room for room in rooms if number * room.sleeps >= guests), own)
    enough = -(-guests // own.sleeps)
    return {"room_type": own.type, "rooms": max(number or enough, enough)}


def find_shared(rows: Sequence[Row], wanted: Mapping[str, Wanted]) -> list[Row]:
    """Return the rooms at one hotel on the same days that would each be changed to the same number of all guests."""
    stays = [row for row in rows if row["kind"] == "hotel" and wanted[row["booking_id"]].people]
    same = {(row["hotel_id"], row["check_in"], wanted[row["booking_id"]].people) for row in stays}
    has_type = any(wanted[row["booking_id"]].room_type for row in stays)
    return stays if len(stays) > 1 and len(same) == 1 and not has_type else []


def name_change(offer: Offer) -> str:
    """Return the wish to have an offer instead of what is booked, in words that are read again."""
    said = offer.call.arguments
    if offer.kind == "flight":
        ends = f" from {offer.flight.origin.name} to {offer.flight.destination.name}"
        return f"change the flight{ends} to {offer.title} on {said['day']}"
    if offer.kind == "hotel":
        rooms = f"{said['rooms']} {said['room_type']} rooms for {said['guests']} people"
        return f"change the hotel to {offer.title}, {rooms}, from {said['check_in']} to {said['check_out']}"
    return f"change the car to {offer.title}"


def name_fewer_rooms(text: str, rows: Sequence[Row]) -> str:
    """Return the wish to have a booking of a hotel with fewer rooms, and no more guests than they hold.

    It is empty if a text in lower case gives up no rooms, or if it is not clear of which booking.
    """
    match = _SOME_ROOMS.search(text)
    count = parse_count(match["count"] or match["only"] or match["less"]) if match else 0
    stays = [row for row in rows if row["kind"] == "hotel" and row["rooms"] > count > 0]
    if len(stays) != 1:
        return ""
    left, type = stays[0]["rooms"] - count, stays[0]["room_type"]
    sleeps = next(room.sleeps for room in hotels()[stays[0]["hotel_id"]].rooms if room.type == type)
    rooms = f"{left} {type} room{'s' if left > 1 else ''}"
    return f"change {stays[0]['booking_id']} to {rooms} for {min(stays[0]['guests'], left * sleeps)} people"


def after_verb(text: str) -> str:
    """Return the part of a text that says what to change, without the story before it."""
    match = MOVE.search(text) or CHANGE.search(text)
    return text[match.start() :] if match else text


def _find_days(
    state: DialogueState, row: Row, rows: Sequence[Row], text: str, *, is_alone: bool
) -> tuple[date, date] | None:
    """Return the days that a text gives a booking, or None if it leaves them."""
    pending = find_pending(state)
    first, last = _find_base(row, pending.get(row["booking_id"], row), text, state.today)
    trip = _trip_of(row, rows)
    is_flight = row["kind"] == "flight"
    span = span_of(trip) if is_flight else (first, last)
    is_back, has_back = is_way_back(row, trip), any(is_way_back(each, trip) for each in trip)
    if is_flight and row["booking_id"] in pending and (match := _SO_MANY_DAYS.match(text)):
        booked = days_of(row)[0]  # "no, only one day": from the day that is booked, the same way
        day = booked + timedelta(days=parse_count(match["count"])) * (1 if first > booked else -1)
        return day, last
    for said in dict.fromkeys((after_verb(text), text, text.rpartition(" to ")[2])):
        move = read_move(said, state.today, *(span if span[1] > span[0] else (first, last)))
        move = _read_from_to(move, first) if is_flight and is_alone else move
        if move.is_going and not has_back:
            move = Move(day=move.first)
        end = move.last if is_back or not has_back else None  # who leaves later does not fly there later
        if move.day and is_flight and is_alone:  # a weekday is the one near this flight, and not near the first
            move = replace(move, day=read_move(said, state.today, first, last).day or move.day)
        if move.day and row["booking_id"] in pending:
            return _correct(row, (first, last), move.day, is_only=len(pending) == 1)
        if not is_flight:
            move = _keep_between(move, last, trip)
            days = move_stay(move if _IN_ALL.search(said) else _read_more(move, row, pending), first, last)
        elif is_alone and (
            day := move.day or (None if move_flight(move, first, is_back=is_back) != first else move.first or end)
        ):
            days = day, last
        else:
            moved = Move(shift=(move.day - span[0]).days) if move.day else move
            days = move_flight(moved, first, is_back=is_back), last
        if days[0] != first or (days[1] != last and not is_flight):
            return days
        if move.first or move.last:
            return None  # it is the other end that moves
    return None


def _read_from_to(move: Move, first: date) -> Move:
    """Return a move of one flight: from its day to another is what it was, and what it is to be."""
    return Move(day=move.last) if move.first == first and move.last else move


def _keep_between(move: Move, last: date, trip: Sequence[Row]) -> Move:
    """Return a move of a stay; to the day of the way there it leaves a last day that is that of the way back."""
    starts = {days_of(each)[0] for each in trip if each["kind"] == "flight" and not is_way_back(each, trip)}
    is_between = move.day in starts and not move.nights and _find_way_back(last, trip)
    return Move(first=move.day) if is_between else move


def _find_way_back(last: date, trip: Sequence[Row]) -> Row | None:
    """Return the flight home with which a stay until `last` ends."""
    return next((each for each in trip if is_way_back(each, trip) and days_of(each)[0] == last), None)


def add_stays(meant: Sequence[Row], rows: Sequence[Row]) -> list[Row]:
    """Return bookings and the stays that begin on the day of a flight there among them, or end on that of one back."""
    found = list(meant)
    for flight in (row for row in meant if row["kind"] == "flight"):
        trip = _trip_of(flight, rows)
        end = 1 if is_way_back(flight, trip) else 0
        stays = [row for row in trip if row["kind"] != "flight" and days_of(row)[end] == days_of(flight)[0]]
        found += [row for row in stays if row not in found]
    return found


def end_with_way_back(wanted: Mapping[str, Wanted], rows: Sequence[Row]) -> dict[str, Wanted]:
    """Return what bookings become; a stay that moves with the way there or back alone keeps its other end."""
    found = dict(wanted)
    for row in (row for row in rows if row["kind"] != "flight" and row["booking_id"] in wanted):
        trip, (first, last), own = _trip_of(row, rows), days_of(row), wanted[row["booking_id"]]
        flights = [each for each in trip if each["kind"] == "flight" and each["booking_id"] in wanted]
        ways = [is_way_back(each, trip) for each in flights]
        if own.last - own.first != last - first or own.first == first:
            continue
        if ways == [False] and own.first < last and _find_way_back(last, trip):
            found[row["booking_id"]] = replace(own, last=last)
        elif ways == [True] and (day := wanted[flights[0]["booking_id"]].first) > first:
            found[row["booking_id"]] = replace(own, first=first, last=day)
    return found


def keeps_order(row: Row, wanted: Wanted | None, rows: Sequence[Row]) -> bool:
    """Return whether a flight on another day leaves the way there of its trip before the way back."""
    if wanted is None:
        return False
    trip = _trip_of(row, rows)
    others = [each for each in trip if each["kind"] == "flight" and each is not row]
    if is_way_back(row, trip):
        return all(is_way_back(each, trip) or days_of(each)[0] <= wanted.first for each in others)
    return all(not is_way_back(each, trip) or wanted.first <= days_of(each)[0] for each in others)


def choose_likely(meant: Sequence[Row], wanted: Mapping[str, Wanted], rows: Sequence[Row]) -> dict[str, Wanted]:
    """Return what bookings become of which only one is meant: those that keep the order, the one near its day first."""
    ordered = [row for row in meant if keeps_order(row, wanted.get(row["booking_id"]), rows)]
    likely = ordered or [row for row in meant if row["booking_id"] in wanted]
    away = {id: abs((wanted[id].first - days_of(row)[0]).days) for row in likely if (id := row["booking_id"])}
    near = [id for id, days in away.items() if 0 < days < _NEAR]
    return {id: wanted[id] for id in (near if len(near) == 1 else away)}


def _read_more(move: Move, row: Row, pending: Mapping[str, Row]) -> Move:
    """Return a move; after "one night longer", "no, two nights" is how many more, and not how many in all."""
    (first, last), (start, end) = days_of(row), days_of(pending.get(row["booking_id"], row))
    nights = (end - start).days + move.more
    if start != first or end <= last or not move.more or nights >= (last - first).days:
        return move
    return replace(move, more=nights - (end - last).days)


def _find_base(row: Row, pending: Row, text: str, today: date) -> tuple[date, date]:
    """Return the days from which a text counts: those that wait for a yes, unless it only says their change anew."""
    (first, last), (start, end) = days_of(row), days_of(pending)
    is_anew = names_same(text) or (_SHIFTS if start != first else _LENGTHENS).search(text)
    is_anew = is_anew and not any(read_ends(text, today, start, end))
    return (start, end) if _ON_TOP.search(text) or not is_anew else (first, last)


def _correct(row: Row, pending: tuple[date, date], day: date, *, is_only: bool) -> tuple[date, date]:
    """Return the days of a booking after a correction of those that wait for a yes: of the end that they change."""
    (first, last), (start, end) = days_of(row), pending
    if row["kind"] == "flight":
        return (day, day) if is_only or abs((day - start).days) <= _NEAR else pending
    if start == first and end != last:
        return (start, day) if day > start else (day, end)
    return (day, end) if end == last else (day, day + (end - start))


def follow(state: DialogueState, row: Row, rows: Sequence[Row]) -> tuple[date, date] | None:
    """Return the days of a booking after others of its trip that were changed just now, or are about to be.

    The way back goes on the last day of a stay, the way there on its first; a stay ends with the way back.
    """
    first, last = days_of(row)
    done = ((match["id"], parse_offer(match["what"])) for match in _DONE.finditer(state.last_reply))
    for id, new in [*find_pending(state).items(), *((id, offer.call.arguments) for id, offer in done if offer)]:
        changed = next((each for each in rows if each["booking_id"] == id), row)
        if changed is row or (row["kind"] == changed["kind"] == "flight"):
            continue
        start, end = days_of({**changed, **new})
        if row["kind"] == "flight":
            day = end if is_way_back(row, _trip_of(row, rows)) else start
            return (day, day) if day != first else None
        if changed["kind"] == "flight" and is_way_back(changed, _trip_of(changed, rows)):
            return (first, start) if start > first else None
        if changed["kind"] == "flight" and start < last and _find_way_back(last, _trip_of(row, rows)):
            return start, last
        return start, (start + (last - first) if changed["kind"] == "flight" else end)
    return None


def _trip_of(row: Row, rows: Sequence[Row]) -> list[Row]:
    return next(trip for trip in group_trips(rows) if row in trip)


def _find_people(row: Row, text: str, *, moves: bool) -> int | None:
    """Return for how many people a text wants a booking; who cannot come on the days of before is no less of them."""
    text = _SOME.sub(" ", COUNTED.sub(" ", text))
    text = _ABSENT_THEN.sub(" ", text) if moves else text
    people = people_of(row) or 1
    if match := _PEOPLE.search(text):
        return parse_count(match["count"] or match["seats"] or match["be"].removeprefix("for "))
    if more := parse_party_change(text):
        return max(1, people + more)
    if found := parse_party(text):
        return found
    return people - 1 if DROPS_OUT.search(text) and people > 1 else None


def _find_other_flight(row: Row, text: str, today: date, new: date) -> tuple[Hours | None, str | None, str | None]:
    """Return the hours, the number or the time of the flight to which a text changes the booking of another one.

    On its new day that is one before or after the time of the booked flight, if the text says so of a flight.
    """
    if row["kind"] != "flight":
        return None, None, None
    said = BOOKING_ID.sub(" ", after_verb(text).partition(" to ")[2] or text)
    number = next((each.upper() for each in _FLIGHT_NUMBER.findall(said)), None)
    if new != days_of(row)[0] and ANOTHER_FLIGHT.search(said):
        ends = (find_place(row[end]).airport for end in ("origin", "destination"))
        number = next((each.number for each in flights_between(*ends) if each.number != row["flight_number"]), None)
    time = next(iter(find_times(said)), None)
    hours = parse_hours(_EARLY.sub("early morning", said)) if not time else None
    if hours and suits(hours, row) and _BARE_HOUR.search(said) and hours.earliest < _NOON:
        hours = Hours(hours.earliest + _NOON, hours.latest, f"after {hours.earliest // 60 + 12}:00")
    day = days_of(row)[0]
    days = {None, day, new} if OTHER_FLIGHT.search(text) else {None, day}
    is_same = (hours is None or suits(hours, row)) and find_near(text, today, day) in days
    if is_same and not (time or number) and (match := OTHER_TIME.search(said)):
        hour, minute = map(int, row["departs"].split(":"))
        leaves, words = hour * 60 + minute, f"{'before' if match['earlier'] else 'after'} {row['departs']}"
        hours = Hours(0, leaves, words) if match["earlier"] else Hours(leaves + 1, 2 * _NOON, words)
    return (
        hours if hours and not suits(hours, row) else None,
        number if number != row["flight_number"] else None,
        time if time != row["departs"] else None,
    )


def find_other_car(text: str, booked: str | None = None) -> tuple[CarClass | None, bool | None]:
    """Return the class of car that a text in lower case asks for instead of one that is booked, and where it is.

    That is at the airport or, if it is False, in town.
    """
    if MOVE.search(text.replace("swap", "")):
        return None, None
    car_class = find_car_class(text) or _find_class_for_bags(text)
    if wants_bigger(text) and car_class in {None, booked}:
        car_class = "van" if booked == "suv" else "suv"
    if "car" not in kinds_in(text) and not re.search(r"\bone\b", text) and car_class in _VAGUE_CLASSES:
        car_class = None
    return car_class, wants_airport(text)


def _find_class_for_bags(text: str) -> CarClass | None:
    """Return the first class of car with room for as many bags as a text names."""
    match = _BAGS.search(text)
    needed = parse_count(match["count"]) if match else 0
    return next((car.car_class for car in cars().values() if match and car.bags >= needed), None)


def _find_other_thing(text: str, row: Row, guests: int | None) -> dict[str, Any]:
    """Return the type of rooms, or the class and the place of a car, to which a text changes the booking of another."""
    if row["kind"] == "hotel":
        wish = find_rooms(drop_own(text)) or (((None, 1),) if _ONE_ROOM.search(text) else ())
        if len(wish) != 1 or (fits([row], wish) and not guests):
            return {}
        return {"room_type": wish[0][0], "rooms": wish[0][1]}
    if row["kind"] != "car":
        return {}
    car_class, at_airport = find_other_car(text, row["car_class"])
    people = parse_party(text) or 0
    if people > cars()[row["car_id"]].seats and not find_car_class(text):
        car_class = "van" if people > _SEATS else "compact"
    return {
        "car_class": car_class if car_class != row["car_class"] else None,
        "at_airport": at_airport if at_airport is not ("airport" in row["location"]) else None,
    }


def _find_other_hotel(text: str, row: Row) -> str | None:
    """Return the name or style of the hotel to which a text changes the booking of another one."""
    if row["kind"] != "hotel":
        return None
    own = row["hotel"].lower().split()
    named = [match["the"] or match["name"] for match in HOTEL_NAMES.finditer(text)]
    return next((name for name in named if name not in own), None)
