"""Comparing the hours at which a flight leaves or lands with those that somebody wishes."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from ricordo_travel.dialogue.values.hours import Hours
from ricordo_travel.flights.timetable import timetable

_SHORT = 6 * 60
"""Minutes of a flight that lands after midnight late in the evening, and not early in the morning."""


def suits(hours: Hours, row: Mapping[str, Any]) -> bool:
    """Return whether a flight, found or booked, leaves within some hours, or lands within them in local time."""
    if not hours.is_arrival:
        return hours.includes(row.get("departs") or timetable()[row["flight_number"]].departs)
    flight, day = timetable()[row["flight_number"]], date.fromisoformat(row["day"])
    arrival = flight.arrives(day)
    is_late = arrival.date() > day and flight.minutes < _SHORT and arrival.hour < _SHORT // 60
    minutes = arrival.hour * 60 + arrival.minute + (24 * 60 if is_late else 0)
    return hours.earliest <= minutes < max(hours.latest, 30 * 60 if hours.latest == 24 * 60 else 0)
