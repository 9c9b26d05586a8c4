"""The timetable: the same flights every day, by fictional airlines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from functools import cache
from itertools import permutations
from typing import Literal
from zoneinfo import ZoneInfo

from ricordo_travel.places import Place, airports
from ricordo_travel.randomness import create_random

Cabin = Literal["economy", "premium", "business"]

_AIRLINES = (
    ("Southern Kite", "KT"),
    ("Meridian Air", "MR"),
    ("Albatross Lines", "AB"),
    ("Northlight", "NL"),
    ("Tradewind", "TW"),
    ("Blue Heron", "BH"),
)
_FIRST = 41
"""Airports of the first table of places. Their flights keep their numbers, which bookings name."""
_HUBS = ("SIN", "LHR", "JFK", "NRT", "SYD", "BKK", "CDG", "SFO")
_DEPARTURE_HOURS = ((6, 12), (13, 22))
"""The hours between which the first and the second flight of a day leave."""
_NONSTOP_KM = 9_500
_SEAT_RANGES: dict[Cabin, tuple[int, int]] = {"economy": (60, 180), "premium": (12, 30), "business": (4, 16)}
_FARE_FACTORS: dict[Cabin, float] = {"economy": 1.0, "premium": 1.6, "business": 3.2}
_BUSY_MONTHS = {7, 8, 12}


@dataclass(frozen=True, slots=True)
class Flight:
    """A daily flight with one number. `departs` is in the local time of the place of departure."""

    number: str
    airline: str
    origin: Place
    destination: Place
    departs: str
    minutes: int
    via: str | None
    base_fare: int
    seats: tuple[tuple[Cabin, int], ...]

    def capacity(self, cabin: Cabin) -> int:
        return dict(self.seats)[cabin]

    def base_fare_cents(self, cabin: Cabin) -> int:
        """Return the fare of one seat on an ordinary day."""
        return round(self.base_fare * _FARE_FACTORS[cabin]) * 100

    def fare_cents(self, cabin: Cabin, day: date) -> int:
        """Return the fare of one seat, which is higher on Fridays, Sundays and in the holidays."""
        fare = self.base_fare * _FARE_FACTORS[cabin]
        if day.weekday() in {4, 6}:
            fare *= 1.15
        if day.month in _BUSY_MONTHS:
            fare *= 1.25
        return round(fare) * 100

    def arrives(self, day: date) -> datetime:
        """Return the time of arrival of the flight that leaves on a day, in the local time of the destination."""
        hour, minute = map(int, self.departs.split(":"))
        start = datetime(day.year, day.month, day.day, hour, minute, tzinfo=ZoneInfo(self.origin.time_zone))
        end = start.astimezone(UTC) + timedelta(minutes=self.minutes)
        return end.astimezone(ZoneInfo(self.destination.time_zone))


@cache
def timetable() -> dict[str, Flight]:
    """Return every flight by its number."""
    return {flight.number: flight for flight in (*_generate_first_routes(), *_generate_later_routes())}


def _generate_first_routes() -> Iterator[Flight]:
    """Yield the flights between the first airports, each with a number of its own."""
    for route, (origin, destination) in enumerate(permutations(list(airports().values())[:_FIRST], 2)):
        for departure in range(2):
            yield _generate_flight(origin, destination, departure, 100 + route * 2 + departure, _AIRLINES)


def _generate_later_routes() -> Iterator[Flight]:
    """Yield the flights from and to the later airports, so that one more renumbers no flight.

    The two of a route have the same number with other airlines, since four digits have to do.
    """
    places = list(airports().values())
    pairs = ((other, place) for at, place in enumerate(places[_FIRST:], _FIRST) for other in places[:at])
    routes = (route for one, other in pairs for route in ((one, other), (other, one)))
    for number, (origin, destination) in enumerate(routes, 100 + 2 * _FIRST * (_FIRST - 1)):
        for departure, airlines in enumerate((_AIRLINES[::2], _AIRLINES[1::2])):
            yield _generate_flight(origin, destination, departure, number, airlines)


def flights_between(origin: str, destination: str) -> list[Flight]:
    """Return the flights from one airport to another, by time of departure."""
    return _flights_by_route().get((origin, destination), [])


@cache
def _flights_by_route() -> dict[tuple[str, str], list[Flight]]:
    routes: dict[tuple[str, str], list[Flight]] = {}
    for flight in sorted(timetable().values(), key=lambda flight: flight.departs):
        routes.setdefault((flight.origin.airport, flight.destination.airport), []).append(flight)
    return routes


def _generate_flight(
    origin: Place, destination: Place, departure: int, number: int, airlines: Sequence[tuple[str, str]]
) -> Flight:
    random = create_random("flight", origin.airport, destination.airport, departure)
    distance = origin.kilometres_to(destination)
    airline, code = random.choice(airlines)
    via = _find_hub(origin, destination, distance)
    minutes = 35 + round(distance / 13.5) + (random.randrange(70, 150, 5) if via else 0)
    return Flight(
        number=f"{code}{number}",
        airline=airline,
        origin=airports()[origin.airport],
        destination=airports()[destination.airport],
        departs=f"{random.randrange(*_DEPARTURE_HOURS[departure]):02}:{random.randrange(0, 60, 5):02}",
        minutes=minutes,
        via=via,
        base_fare=round((45 + distance * random.uniform(0.055, 0.075)) * (0.92 if via else 1.0)),
        seats=tuple((cabin, random.randint(*seats)) for cabin, seats in _SEAT_RANGES.items()),
    )


def _find_hub(origin: Place, destination: Place, distance: float) -> str | None:
    """Return the airport where passengers change, or None for a nonstop flight."""
    if distance < _NONSTOP_KM and (distance < 3_500 or {origin.airport, destination.airport} & set(_HUBS)):
        return None
    others = [airports()[code] for code in _HUBS if code not in {origin.airport, destination.airport}]
    return min(others, key=lambda hub: origin.kilometres_to(hub) + hub.kilometres_to(destination)).airport
