"""The timetable: the same flights every day, drawn once from the map. Every airline in it is made up."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import cache
from itertools import permutations
from typing import Literal

from ricordo_travel.places import Place, airports
from ricordo_travel.seeded import drawn_for

Cabin = Literal["economy", "premium", "business"]

_AIRLINES = (
    ("Southern Kite", "KT"),
    ("Meridian Air", "MR"),
    ("Albatross Lines", "AB"),
    ("Northlight", "NL"),
    ("Tradewind", "TW"),
    ("Blue Heron", "BH"),
)
_HUBS = ("SIN", "LHR", "JFK", "NRT", "SYD", "BKK", "CDG", "SFO")
_HOURS = ((6, 12), (13, 22))
"""Between which hours the first and the second flight of a day leave."""
_NONSTOP_KM = 9_500
_MOST_SEATS: dict[Cabin, tuple[int, int]] = {"economy": (60, 180), "premium": (12, 30), "business": (4, 16)}
_TIMES_ECONOMY: dict[Cabin, float] = {"economy": 1.0, "premium": 1.6, "business": 3.2}
_BUSY_MONTHS = {7, 8, 12}


@dataclass(frozen=True, slots=True)
class Flight:
    """One flight a day, under one number. Times are those of the place of departure."""

    number: str
    airline: str
    origin: Place
    destination: Place
    departs: str
    minutes: int
    via: str | None
    base: int
    seats: tuple[tuple[Cabin, int], ...]

    def capacity(self, cabin: Cabin) -> int:
        return dict(self.seats)[cabin]

    def usual_cents(self, cabin: Cabin) -> int:
        """What a seat costs on an ordinary day."""
        return round(self.base * _TIMES_ECONOMY[cabin]) * 100

    def cents(self, cabin: Cabin, day: date) -> int:
        """The fare of one seat: dearer on Fridays, Sundays and in the holidays."""
        fare = self.base * _TIMES_ECONOMY[cabin]
        if day.weekday() in {4, 6}:
            fare *= 1.15
        if day.month in _BUSY_MONTHS:
            fare *= 1.25
        return round(fare) * 100

    def arrives(self, day: date) -> datetime:
        """When it is there, by the clock of the place of departure."""
        hour, minute = map(int, self.departs.split(":"))
        return datetime(day.year, day.month, day.day, hour, minute) + timedelta(minutes=self.minutes)  # noqa: DTZ001


@cache
def timetable() -> dict[str, Flight]:
    """Every flight by its number."""
    flights: dict[str, Flight] = {}
    for place, (origin, destination) in enumerate(permutations(airports().values(), 2)):
        for turn in range(2):
            number = 100 + place * 2 + turn
            flight = _drawn(origin, destination, turn, number)
            flights[flight.number] = flight
    return flights


def flights_between(origin: str, destination: str) -> list[Flight]:
    """The flights from one airport to another, by time of departure."""
    return _by_way().get((origin, destination), [])


@cache
def _by_way() -> dict[tuple[str, str], list[Flight]]:
    ways: dict[tuple[str, str], list[Flight]] = {}
    for flight in sorted(timetable().values(), key=lambda flight: flight.departs):
        ways.setdefault((flight.origin.airport, flight.destination.airport), []).append(flight)
    return ways


def _drawn(origin: Place, destination: Place, turn: int, number: int) -> Flight:
    chance = drawn_for("flight", origin.airport, destination.airport, turn)
    distance = origin.kilometres_to(destination)
    airline, code = chance.choice(_AIRLINES)
    via = _hub(origin, destination, distance)
    minutes = 35 + round(distance / 13.5) + (chance.randrange(70, 150, 5) if via else 0)
    return Flight(
        number=f"{code}{number}",
        airline=airline,
        origin=airports()[origin.airport],
        destination=airports()[destination.airport],
        departs=f"{chance.randrange(*_HOURS[turn]):02}:{chance.randrange(0, 60, 5):02}",
        minutes=minutes,
        via=via,
        base=round((45 + distance * chance.uniform(0.055, 0.075)) * (0.92 if via else 1.0)),
        seats=tuple((cabin, chance.randint(*most)) for cabin, most in _MOST_SEATS.items()),
    )


def _hub(origin: Place, destination: Place, distance: float) -> str | None:
    """Where one changes, on ways that are too long or too small for a flight of their own."""
    if distance < _NONSTOP_KM and (distance < 3_500 or {origin.airport, destination.airport} & set(_HUBS)):
        return None
    others = [airports()[code] for code in _HUBS if code not in {origin.airport, destination.airport}]
    return min(others, key=lambda hub: origin.kilometres_to(hub) + hub.kilometres_to(destination)).airport
