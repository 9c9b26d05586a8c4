"""Look up rooms, cars and flights with the tools, as a trip needs them."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

from ricordo_travel.dialogue.plan import Lookup, ToolCall, ToolResult, call
from ricordo_travel.dialogue.trips.known import KnownTrip
from ricordo_travel.dialogue.values.rooms import Rooms, choose_rooms
from ricordo_travel.places import Place
from ricordo_travel.reservations import Kind

_OTHER_DAYS = (-3, -2, -1, 1, 2, 3)
Row = Mapping[str, Any]


def call_rooms(known: KnownTrip) -> Lookup:
    assert known.trip.destination
    assert known.first
    assert known.last
    return (yield from search_rooms(known.trip.destination, known.first, known.last, known.people, known.trip.rooms))


def search_rooms(place: Place, first: date, last: date, people: int, rooms: Rooms = ()) -> Lookup:
    """Search the hotels of a place that have room for a party; if it asks for rooms, only those that have them."""
    stay = {"check_in": first.isoformat(), "check_out": last.isoformat(), "guests": 1 if rooms else people}
    result = yield from call("search_hotel_rooms", city=place.key, **stay)
    if not rooms or result.error:
        return result
    found = filter(None, (choose_rooms(row, rooms, people) for row in result.data.get("hotels", ())))
    rows = [
        {**chosen[0], "price_for_all": sum(each["price_for_all"] for each in chosen), "parts": chosen}
        for chosen in found
    ]
    return replace(result, data={**result.data, "hotels": sorted(rows, key=lambda row: row["price_for_all"])})


def call_cars(known: KnownTrip, *, with_class: bool = True) -> Lookup:
    assert known.trip.destination
    arguments: dict[str, Any] = {
        "city": known.trip.destination.key,
        "pick_up": _iso(known.first),
        "drop_off": _iso(known.last),
    }
    if with_class and known.car_class:
        arguments["car_class"] = known.car_class
    seats = max(known.people, known.trip.seats or 0)
    if seats > 4:
        arguments["seats"] = min(seats, 8)
    arguments |= {name: value for name in ("gearbox", "bags") if (value := getattr(known.trip, name))}
    return (yield from call("search_cars", **arguments))


def call_flights(known: KnownTrip) -> Lookup:
    return (yield from call("search_flights", **_flight_arguments(known)))


def find_other_days(known: KnownTrip) -> Generator[Sequence[ToolCall], Sequence[ToolResult], list[Row]]:
    assert known.first
    return (yield from find_flights_on(known, [known.first + timedelta(days=n) for n in _OTHER_DAYS]))


def find_flights_on(
    known: KnownTrip, days: Sequence[date]
) -> Generator[Sequence[ToolCall], Sequence[ToolResult], list[Row]]:
    """Return the flights on some days, the cheapest first."""
    days = [day for day in days if day > known.state.today]
    results = yield [ToolCall("search_flights", {**_flight_arguments(known), "day": day.isoformat()}) for day in days]
    return sorted(
        (row for result in results for row in result.data.get("flights", ())),
        key=lambda row: (row["price"], row["day"]),
    )


def _flight_arguments(known: KnownTrip) -> dict[str, Any]:
    assert known.origin
    assert known.destination
    arguments: dict[str, Any] = {
        "origin": known.origin.airport,
        "destination": known.destination.airport,
        "day": _iso(known.first),
        "passengers": known.people,
    }
    return {**arguments, "cabin": known.cabin} if known.cabin else arguments


def unit_price(kind: Kind, row: Row, basis: str | None = None) -> float:
    """Return the price of a seat, a night or a day; of a night in each room if a limit is for that."""
    return (
        row["price_per_night"]
        if basis == "room"
        else row[{"flight": "price", "hotel": "price_for_all", "car": "price_per_day"}[kind]]
    )


def _iso(day: Any) -> str:
    return day.isoformat()
