"""What a message changes of a booking: its days, its party, its cabin, or the hotel or flight itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from ricordo_travel.cars.fleet import CarClass
from ricordo_travel.dialogue.trips.booked import Row, days_of, group_trips, is_way_back
from ricordo_travel.dialogue.values.hours import Hours
from ricordo_travel.flights.timetable import Cabin
from ricordo_travel.hotels.catalog import hotels

_NEAR = 3


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


def _trip_of(row: Row, rows: Sequence[Row]) -> list[Row]:
    return next(trip for trip in group_trips(rows) if row in trip)
