"""Facts known of every place, for somebody who goes there.

Each is told of the place, given the one where the trip begins, if that is known, and a day of the trip.
"""

from __future__ import annotations

from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

from ricordo_travel.dialogue.plan import join_words
from ricordo_travel.places import Place
from ricordo_travel.wording import count


def tell_way(place: Place, start: Place | None, day: date) -> str:
    """Say how far the airport is from the town, and how one gets there."""
    del start, day
    ways = join_words([f"{minutes} minutes by {name}" for name, minutes in place.airport_minutes], "or")
    where = f"The airport of {place.name} ({place.airport}) is about {place.airport_km} km from the town centre"
    return f"{where}, about {ways}; I book no tickets for that."


def tell_car(place: Place, start: Place | None, day: date) -> str:
    """Say how one gets around, and whether a car is useful."""
    del start, day
    around = f"you get around with {place.local_transport}"
    return {
        "no": f"You need no car in {place.name}: {around}.",
        "trips": f"In {place.name} itself {around}; a car is useful for trips around it.",
        "yes": f"A car is useful in {place.name}; without one {around}.",
    }[place.car]


def tell_currency(place: Place, start: Place | None, day: date) -> str:
    """Say in which currency one pays."""
    del start, day
    return f"In {place.name} one pays in {place.currency}; my prices are in US dollars."


def tell_language(place: Place, start: Place | None, day: date) -> str:
    """Say which language people speak, and whether they speak English."""
    del start, day
    more = {
        "first": "",
        "widely": "; English is widely spoken",
        "some": "; some speak English, mostly where visitors come",
    }
    return f"In {place.name} people speak {place.language}{more[place.english]}."


def tell_time(place: Place, start: Place | None, day: date) -> str:
    """Say how many hours a place is ahead or behind."""
    offset = _find_offset(place, day)
    if start is None or start == place:
        return f"{place.name} is {_describe_hours(offset)} {'ahead of' if offset >= 0 else 'behind'} UTC then."
    hours = offset - _find_offset(start, day)
    if not hours:
        return f"{place.name} and {start.name} have the same time."
    return f"{place.name} is {_describe_hours(hours)} {'ahead of' if hours > 0 else 'behind'} {start.name} then."


def _find_offset(place: Place, day: date) -> float:
    """Return by how many hours a place is ahead of UTC on a day."""
    noon = datetime(day.year, day.month, day.day, 12, tzinfo=UTC)
    offset = noon.astimezone(ZoneInfo(place.time_zone)).utcoffset()
    assert offset is not None
    return offset.total_seconds() / 3600


def _describe_hours(hours: float) -> str:
    size = abs(hours)
    return count(int(size), "hour") if size == int(size) else f"{size:g} hours"
