"""Read from the slots of a command what a booking or an offer shall be instead: its days, party, class, rooms."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta

from ricordo_travel.cars.fleet import CarClass, Gearbox, cars
from ricordo_travel.clerk.changing.meant import trip_of
from ricordo_travel.clerk.commands import Command
from ricordo_travel.clerk.reading.slots import apply_command
from ricordo_travel.dialogue.trips.booked import Row, days_of, is_way_back, people_of, span_of
from ricordo_travel.dialogue.trips.changing import Wanted
from ricordo_travel.dialogue.trips.flight_hours import suits
from ricordo_travel.dialogue.trips.moving import find_near
from ricordo_travel.dialogue.trips.trip import Trip
from ricordo_travel.dialogue.values.dates import parse_dates
from ricordo_travel.dialogue.values.days import find_months, move_to_month
from ricordo_travel.dialogue.values.hours import Hours
from ricordo_travel.dialogue.values.numbers import parse_numbers
from ricordo_travel.dialogue.values.rooms import Rooms
from ricordo_travel.dialogue.values.text import normalise
from ricordo_travel.dialogue.yes.choice import NAME, find_times
from ricordo_travel.flights.timetable import Cabin, Flight, flights_between
from ricordo_travel.hotels.catalog import hotels, hotels_in
from ricordo_travel.places import Place, find_place

DAYS = frozenset({"on", "until", "nights", "shift", "longer", "shorter"})
"""Slots that give something other days."""
_RELATIVE = frozenset({"shift", "longer", "shorter"})
_FLIGHT_NUMBER = re.compile(r"\b[a-z]{2}\d{3,4}\b")
_BOUND = re.compile(r"\b(?:before|after|by|from|until|than|arriv\w*|between)\b")
_EARLIER = re.compile(r"\b(?:earl(?:y|ier|iest)|sooner)\b")
_LATER = re.compile(r"\b(?:late|later|latest)\b")
_OF_BACK = re.compile(r"\b(?:return|back|home)\b")
_DAY = 24 * 60
_LONG = timedelta(days=40)
"""As long as a stay may be before and after a change."""
_NEAR = timedelta(days=3)
"""How far the first day of a stay may move while its last day stays that of the flight back."""

HOTEL_WORDS = frozenset(NAME.split("|"))
"""The first words of the names of hotels, in lower case."""

Days = tuple[date, date]


@dataclass(frozen=True, slots=True)
class Details:
    """What the slots of a command say beside days; None or empty where they say nothing.

    Attributes:
        hours: The time of day of a flight.
        time: The exact time at which a flight leaves.
        at_airport: Whether a car is at the airport, or False for one in town.
    """

    people: int | None = None
    rooms: Rooms = ()
    cabin: Cabin | None = None
    hours: Hours | None = None
    time: str | None = None
    car_class: CarClass | None = None
    at_airport: bool | None = None
    gearbox: Gearbox | None = None


def read_details(command: Command, today: date, people: int | None = None, departs: str = "") -> Details:
    """Return what a command says beside days about something for some people, or that leaves at a time."""
    trip = apply_command(Trip(), Command("pick", (), command.slots), today)
    said = normalise(command.value("time") or "")
    times = find_times(said) if said and not _BOUND.search(said) else []
    hours = trip.hours[1] or trip.hours[0]
    if said in {"earlier", "sooner", "later"} or (said and not hours and not times):
        hours = _read_relative(said, departs) or hours
    return Details(
        people=_read_people(command, people, trip.people),
        rooms=trip.rooms,
        cabin=trip.cabin,
        hours=None if times else hours,
        time=next(iter(times), None),
        car_class=trip.car_class or _find_big_enough(trip.seats, trip.bags),
        at_airport=trip.at_airport,
        gearbox=trip.gearbox,
    )


def read_days(command: Command, days: Days, today: date) -> Days | None:
    """Return the days that a command gives a stay that lasts from the first to the last of `days`, or None."""
    if not command.has(*DAYS):
        return None
    first, last = days
    slots = [(name, value if re.search("[a-z]", value) else f"{value} nights") for name, value in command.slots]
    moves = tuple((name, value) for name, value in slots if name in _RELATIVE)
    nights = [(name, value) for name, value in command.slots if name == "nights"]
    trip = Trip(first=first, last=last, nights=(last - first).days)
    trip = apply_command(trip, Command("pick", (), (*moves, *nights)), today)
    start, end = trip.first or first, trip.last or last
    if (on := command.value("on")) is not None:
        start, end = _read_start(normalise(on), (start, end), today)
    if (until := command.value("until")) is not None:
        end = find_near(_write_day(normalise(until)), today, end) or end
    if end <= start and command.has("until") and first < end <= last:
        start = first  # the last day is the one that is meant: nobody comes after they leave
    if end <= start:
        end = start + (last - first)
    return (start, end) if (start, end) != days else None


def read_day(command: Command, day: date, today: date, *, is_back: bool) -> date | None:
    """Return the day that a command gives one flight, or None if it leaves it."""
    names = ("until", "on") if is_back else ("on", "until")
    said = next((value for name in names if (value := command.value(name))), None)
    if said is not None:
        text = _write_day(normalise(said))
        return find_near(text, today, day) or _move_month(text, day, today)
    if not is_back and not command.has("shift"):
        return None
    slots = tuple(slot for slot in command.slots if slot[0] in _RELATIVE)
    moved = read_days(Command("change", (), slots), (day - _LONG, day), today)
    return moved[1] if moved else None


def read_nights(command: Command, first: date, today: date) -> date | None:
    """Return the last day of a stay for so many nights as a command says, or None if it says none."""
    if not command.has("nights"):
        return None
    slots = (("nights", command.value("nights") or ""),)
    moved = read_days(Command("change", (), slots), (first, first + _LONG), today)
    return moved[1] if moved else None


def read_all_days(command: Command, meant: Sequence[Row], rows: Sequence[Row], today: date) -> dict[str, Days]:
    """Return the days that a command gives bookings, by their ids; those that it leaves are left out.

    Of several bookings of one trip the ends of the trip move, and each booking with them.
    """
    found: dict[str, Days] = {}
    left = list(meant)
    while left:
        trip = trip_of(left[0], rows)
        ids = {row["booking_id"] for row in trip}
        own = [row for row in left if row["booking_id"] in ids]
        left = [row for row in left if row["booking_id"] not in ids]
        moved = _move_one(command, own[0], trip, today) if len(own) == 1 else _move_trip(command, own, trip, today)
        found |= {id: days for id, days in moved.items() if days is not None}
    return found


def read_wanted(command: Command, row: Row, days: Days | None, today: date, pending: Row | None = None) -> Wanted:
    """Return a booking as a command wants it, with what a change that waits for a yes would give it otherwise."""
    first, last = days or days_of(pending or row)
    kind = row["kind"]
    last = first + timedelta(days=1) if kind == "flight" else last
    said = read_details(command, today, people_of(row), row.get("departs", ""))
    people = said.people or (people_of(pending) if pending else None)
    wanted = Wanted(first, last, people if people != people_of(row) else None)
    if kind == "flight":
        return _want_flight(command, row, wanted, said, pending)
    if kind == "hotel":
        return _want_rooms(command, row, wanted, said, pending)
    location = "airport" in row["location"]
    return replace(
        wanted,
        people=None,
        car_class=said.car_class if said.car_class != row["car_class"] else None,
        at_airport=said.at_airport if said.at_airport != location else None,
    )


def find_hotel_word(value: str, place: Place) -> str | None:
    """Return the word of a name by which a hotel of a place is known: each of a place has its own ones.

    "Lodge" alone is one, but not in the name of a hotel that is elsewhere.
    """
    words = name_hotels(value)
    named = [word for word in words if word in HOTEL_WORDS]
    known = [hotel.name.lower().split() for hotel in hotels_in(place)]
    if named:
        return next((word for word in named if any(word == own[0] for own in known)), None)
    return next((word for word in words if any(word == own[1] for own in known)), None)


def name_hotels(value: str) -> list[str]:
    """Return the words of a text in which hotels may be named."""
    return normalise(value).replace("guest house", "guesthouse").split()


def find_flight_number(value: str, ways: Sequence[Flight]) -> str | None:
    """Return the number of a flight of a way that a text names, itself or by its airline."""
    text = normalise(value)
    if match := _FLIGHT_NUMBER.search(text):
        return match[0].upper()
    return next((each.number for each in ways if each.airline.lower() in text or text in each.airline.lower()), None)


def _move_one(command: Command, row: Row, trip: Sequence[Row], today: date) -> dict[str, Days | None]:
    """Return the days of one booking. A stay that ends with the flight back keeps its end if only its start moves."""
    first, last = days_of(row)
    if row["kind"] == "flight":
        is_alone = sum(each["kind"] == "flight" for each in trip) == 1
        is_back = is_way_back(row, trip)
        there = min(days_of(each)[0] for each in trip)
        day = read_nights(command, there, today) if is_back and not is_alone else None
        day = day or read_day(command, first, today, is_back=is_alone or is_back)
        return {row["booking_id"]: (day, day) if day and day != first else None}
    days = read_days(command, (first, last), today)
    is_held = _has_flight_back(trip, last)
    return {row["booking_id"]: _keep_end(command, (first, last), days) if days and is_held else days}


def _has_flight_back(trip: Sequence[Row], day: date, without: Sequence[Row] = ()) -> bool:
    """Return whether the flight back of a trip, apart from some bookings, is on a day."""
    ids = {row["booking_id"] for row in without}
    return any(is_way_back(row, trip) and days_of(row)[0] == day for row in trip if row["booking_id"] not in ids)


def _keep_end(command: Command, old: Days, new: Days) -> Days:
    """Return the days of what ends with a flight back that stays: only its start moves if nothing else is said."""
    is_start_only = (
        command.has("on") and not command.has("until", "nights", "shift") and new[1] - new[0] == old[1] - old[0]
    )
    is_near = abs(new[0] - old[0]) <= _NEAR and new[0] < old[1]
    return (new[0], old[1]) if is_start_only and is_near else new


def _move_trip(command: Command, meant: Sequence[Row], trip: Sequence[Row], today: date) -> dict[str, Days | None]:
    """Return the days of several bookings of one trip: what lies at its end moves with that, all else as it starts."""
    begin, end = span_of(meant)
    new = read_days(command, (begin, max(end, begin + timedelta(days=1))), today)
    if new is None:
        return {}
    new = _keep_end(command, (begin, end), new) if _has_flight_back(trip, end, meant) else new
    by_start, by_end = new[0] - begin, new[1] - max(end, begin + timedelta(days=1))

    def move(day: date, *, is_end: bool) -> date:
        return day + (by_end if is_end else by_start)

    found: dict[str, Days | None] = {}
    for row in meant:
        first, last = days_of(row)
        if row["kind"] == "flight":
            day = move(first, is_end=is_way_back(row, trip))
            found[row["booking_id"]] = (day, day) if day != first else None
        else:
            days = move(first, is_end=False), move(last, is_end=last == end)
            found[row["booking_id"]] = days if days != (first, last) and days[1] > days[0] else None
    return found


def _want_flight(command: Command, row: Row, wanted: Wanted, said: Details, pending: Row | None) -> Wanted:
    ways = flights_between(*(find_place(row[end]).airport for end in ("origin", "destination")))
    number = find_flight_number(command.value("name") or "-", ways)
    if (
        number is None
        and command.has("direct")
        and any(each.number == row["flight_number"] and each.via for each in ways)
    ):
        number = next((each.number for each in ways if not each.via), None)
    cabin = said.cabin or (pending or row)["cabin"]
    day = {**row, "day": wanted.first.isoformat()}
    return replace(
        wanted,
        cabin=cabin if cabin != row["cabin"] else None,
        hours=said.hours if said.hours and not suits(said.hours, day) else None,
        time=said.time if said.time != row["departs"] else None,
        flight=number if number != row["flight_number"] else None,
    )


def _want_rooms(command: Command, row: Row, wanted: Wanted, said: Details, pending: Row | None) -> Wanted:
    type, number = said.rooms[0] if len(said.rooms) == 1 else (None, None)
    if pending and not said.rooms and said.people in {None, people_of(pending)}:
        type, number = pending["room_type"], pending["rooms"]
    if not type and wanted.people and row["room_type"] == "single" and _has_double(row):
        type = "double"  # two share a room rather than take one each
    if number == 0:  # one for each
        number = wanted.people or row["guests"]
    if type == row["room_type"] and number in {None, row["rooms"]} and not wanted.people:
        type = number = None
    name = command.value("name")
    word = find_hotel_word(name, find_place(row["city"])) if name else None
    return replace(
        wanted,
        room_type=type,
        rooms=number,
        hotel=word if word and word not in row["hotel"].lower().split() else None,
    )


def _has_double(row: Row) -> bool:
    return any(room.type == "double" for room in hotels()[row["hotel_id"]].rooms)


def _read_people(command: Command, now: int | None, said: int | None) -> int | None:
    """Return how many people a command names; "+1" and "1 more" are so many more than there are."""
    value = command.value("people") or ""
    numbers = parse_numbers(value)
    if now and numbers and re.match(r"\+|.*\b(?:more|extra|additional)\b", value):
        return now + int(numbers[0])
    if now and numbers and re.match(r"-|.*\b(?:less|fewer)\b", value):
        return max(1, now - int(abs(numbers[0])))
    return said if value else None


def _read_relative(text: str, departs: str) -> Hours | None:
    """Return the hours before or after a flight that is too late or too early."""
    if not departs or not (_EARLIER.search(text) or _LATER.search(text)):
        return None
    hour, minute = map(int, departs.split(":"))
    leaves = hour * 60 + minute
    if _EARLIER.search(text):
        return Hours(0, leaves, f"before {departs}")
    return Hours(leaves + 1, _DAY, f"after {departs}")


def _read_start(text: str, days: Days, today: date) -> Days:
    """Return the days of a stay of which a text names the first one, or both, or only another month."""
    first, last = days
    text = _write_day(text)
    found = parse_dates(text, today, first)
    if found.first and found.last and found.last > found.first:
        return found.first, found.last
    day = find_near(text, today, first) or _move_month(text, first, today) or first
    return day, day + (last - first)


def _move_month(text: str, day: date, today: date) -> date | None:
    months = find_months(text, today)
    return move_to_month(day, months[0]) if months else None


def _write_day(text: str) -> str:
    """Return a plain number as the day that it is."""
    return f"the {text}th" if text.isdigit() else text


def _find_big_enough(seats: int | None, bags: int | None) -> CarClass | None:
    """Return the first class of car with so many seats and room for so many bags."""
    if not (seats or bags):
        return None
    fitting = (car for car in cars().values() if car.seats >= (seats or 0) and car.bags >= (bags or 0))
    return next((car.car_class for car in fitting), None)


def speaks_of_back(command: Command) -> bool:
    """Return whether a command names the time of the flight back, and not of the one there."""
    return any(_OF_BACK.search(value) for value in command.values("time"))
