"""Look up rooms, cars and flights with the tools, as a trip needs them."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from datetime import date, timedelta
from typing import Any

from ricordo_travel.dialogue.known import KnownTrip
from ricordo_travel.dialogue.plan import Lookup, ToolCall, ToolResult, call
from ricordo_travel.reservations import Kind

_OTHER_DAYS = (-3, -2, -1, 1, 2, 3)
Row = Mapping[str, Any]


def call_rooms(known: KnownTrip) -> Lookup:
    assert known.trip.destination
    arguments: dict[str, Any] = {
        "city": known.trip.destination.key,
        "check_in": _iso(known.first),
        "check_out": _iso(known.last),
        "guests": known.people,
    }
    return (yield from call("search_hotel_rooms", **arguments))


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


def unit_price(kind: Kind, row: Row) -> float:
    return row[{"flight": "price", "hotel": "price_for_all", "car": "price_per_day"}[kind]]


def _iso(day: Any) -> str:
    return day.isoformat()
