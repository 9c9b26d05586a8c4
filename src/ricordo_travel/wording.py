"""Bookings in plain words: what, when, for whom and at what price."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any


def describe_thing(row: Mapping[str, Any]) -> str:
    """Return the flight, the rooms or the car of a booking."""
    match row["kind"]:
        case "flight":
            return f"flight {row['flight_number']} from {row['origin']} to {row['destination']}"
        case "hotel":
            rooms = count(row["rooms"], f"{row['room_type']} room")
            place = "" if row["city"] in row["hotel"] else f" in {row['city']}"
            return f"{row['hotel']}{place}, {rooms}"
        case _:
            return f"{row['car_class']} car at {row['location']}"


def describe_days(row: Mapping[str, Any]) -> str:
    """Return the days of a booking."""
    match row["kind"]:
        case "flight":
            return f"{format_day(row['day'])} at {row['departs']}"
        case "hotel":
            return f"{format_days(row['check_in'], row['check_out'])} ({count(row['nights'], 'night')})"
        case _:
            return f"{format_days(row['pick_up'], row['drop_off'])} ({count(row['days'], 'day')})"


def describe_party(row: Mapping[str, Any]) -> str:
    """Return the people of a booking; a car has none."""
    match row["kind"]:
        case "flight":
            return f"{count(row['passengers'], 'passenger')} in {row['cabin']}"
        case "hotel":
            return count(row["guests"], "guest")
        case _:
            return ""


def describe(row: Mapping[str, Any]) -> str:
    """Return a booking in one line, without its id."""
    parts = (describe_thing(row), describe_days(row), describe_party(row), f"{format_price(row['total_price'])} in all")
    return ", ".join(part for part in parts if part)


def format_day(day: str) -> str:
    """Return "12 January 2027" for "2027-01-12"."""
    parsed = date.fromisoformat(day)
    return f"{parsed.day} {parsed:%B %Y}"


def format_days(first: str, last: str) -> str:
    """Return "12 to 15 January 2027", without what both days share."""
    one, other = date.fromisoformat(first), date.fromisoformat(last)
    start = f"{one.day}"
    if one.month != other.month or one.year != other.year:
        start += f" {one:%B}"
    if one.year != other.year:
        start += f" {one.year}"
    return f"{start} to {format_day(last)}"


def format_price(amount: float) -> str:
    return f"${amount:,.0f}" if float(amount).is_integer() else f"${amount:,.2f}"


def count(number: int, noun: str) -> str:
    """Return a number with its noun, in the plural if needed."""
    return f"{number} {noun}{'' if number == 1 else 's'}"
