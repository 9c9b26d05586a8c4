"""The day by which flights are priced, where only the month of a trip is known."""

from __future__ import annotations

from datetime import date, timedelta

from ricordo_travel.dialogue.trips.trip import Trip

_TRIP_DAYS = frozenset({4, 6})
"""Days of the week on which flights cost more."""


def find_priced_day(trip: Trip) -> date | None:
    """Return the day of the flight there; if only a month is known, a day of it on which flights cost the usual."""
    if trip.first:
        return trip.first
    day = next(iter(trip.days), None) or trip.month
    while day and day.weekday() in _TRIP_DAYS:
        day += timedelta(days=1)
    return day
