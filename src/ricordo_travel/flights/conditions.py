"""What goes with every flight: luggage, check-in, meals, children, and money back after a cancellation."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from ricordo_travel.flights.timetable import Cabin, Flight

AIRPORT_HOURS = 2
"""How long before the departure passengers are to be at the airport."""
CHECK_IN_HOURS = 24
"""How long before the departure check-in opens online."""
FREE_CANCELLATION_DAYS = 7
"""Until so many days before the departure all money comes back, and nothing after that."""
SEAT_AGE = 2
"""From this age on a child needs a seat. A younger one sits on a lap, and is not booked."""
_MEAL_MINUTES = 180


@dataclass(frozen=True, slots=True)
class Baggage:
    """The luggage of one passenger that a fare includes."""

    cabin_bags: int
    checked_bags: int
    checked_bag_kg: int


BAGGAGE: dict[Cabin, Baggage] = {
    "economy": Baggage(cabin_bags=1, checked_bags=1, checked_bag_kg=23),
    "premium": Baggage(cabin_bags=1, checked_bags=2, checked_bag_kg=23),
    "business": Baggage(cabin_bags=2, checked_bags=2, checked_bag_kg=32),
}


def has_meal(flight: Flight) -> bool:
    """Return whether a meal is served, of which one is vegetarian; there is one on flights over three hours."""
    return flight.minutes > _MEAL_MINUTES


def list_services(flight: Flight, cabin: Cabin) -> dict[str, Any]:
    """Return what a seat on a flight includes, as fields of a tool's result."""
    return {**asdict(BAGGAGE[cabin]), "meal": "with vegetarian choice" if has_meal(flight) else None}


CONDITIONS: dict[str, Any] = {
    "at_airport_hours_before": AIRPORT_HOURS,
    "online_check_in_hours_before": CHECK_IN_HOURS,
    "seats_are_chosen": "by the passengers, at check-in",
    "child_needs_seat_from_age": SEAT_AGE,
    "prams": "free of charge",
    "free_cancellation_days_before": FREE_CANCELLATION_DAYS,
}
"""What holds for all flights, as fields of a tool's result."""
