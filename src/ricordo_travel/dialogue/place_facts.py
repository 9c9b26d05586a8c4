"""Facts known of every place, for somebody who goes there: one row for each fact, with the words that ask for it."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, date, datetime
from typing import NamedTuple
from zoneinfo import ZoneInfo

from ricordo_travel.dialogue.plan import join_words
from ricordo_travel.places import Place
from ricordo_travel.wording import count

_TOWN = (
    r"(?:(?:town |city )?centre|town|city|downtown|hotel|hostel|guest ?house|house|inn|lodge|accommodation|beach|there)"
)
_TO_TOWN = re.compile(
    rf"\bairport\b[^.;?]{{0,30}}\b(?:to|into|from|and|in)\b[^.;?]{{0,20}}\b{_TOWN}\b|"
    rf"\b{_TOWN}\b[^.;?]{{0,20}}\b(?:to|from)\b[^.;?]{{0,15}}\bairport\b|"
    r"\b(?:get|go|come|getting|travel|transfers?|taxis?|cabs?|ubers?|trains?|bus|buses|shuttles?|ride|metro)\b[^.;?]{0,40}"
    r"\b(?:to|from) (?:the )?airport\b(?! (?:car|desk))|"
    r"\b(?:how (?:far|long)|what distance|distance)\b[^.;?]{0,30}\bairport\b|"
    r"\b(?:airport|from the airport)\b[^.;?]{0,20}\b(?:how far|far|transfers?|taxi|train|bus|shuttle)\b"
)
_NOT_TO_TOWN = re.compile(
    r"\b(?:pick(?:ed)? (?:it |the car )?up|nearest|closest|which (?:one|of|hotel)|be at the airport)\b"
)
_CAR = re.compile(
    r"\b(?:need|necessary|needed|worth|useful|helpful|sense|recommend|better)\b[^.;?]{0,30}\bcars?\b|"
    r"\bcars?\b[^.;?]{0,25}\b(?:needed|necessary|worth|useful|helpful|a good idea|make sense|a must|essential)\b|"
    r"\bwithout (?:an? |the )?(?:rental |hire )?car\b|\b(?:get|getting|go|move|travel) (?:around|about)\b|"
    r"\bpublic transport\w*|\b(?:metro|subway|underground|tram)s?\b"
)
_NOT_IF_CAR = re.compile(
    r"\b(?:book|bigger|smaller|what (?:kind|sort|size)|which car|seat|licen[cs]e|passport|"
    r"(?:credit|debit|bank) ?cards?|deposit|insurance|for (?:the|my|our|that|this) (?:\w{1,10} )?car)\b"
)
"""Words of a question what one needs for a car, and not whether one needs it."""
_CURRENCY = re.compile(
    r"\b(?:what|which|whats|what's)(?: is| are)?(?: the| kind of| sort of)? (?:local )?(?:currency|money)\b"
    r"(?! (?:is|are|was) (?:it|that|this|these|the price))|"
    r"\b(?:do|does|can|will) (?:they|we|i|you|people|one)\b[^.;?]{0,20}\b(?:use|take|accept|have|pay (?:in|with))"
    r"(?: the| in)? (?:euros?|pounds?|dollars?|yen|kron\w+|currency)\b|\b(?:local|own|their) currency\b|"
    r"\bexchange (?:some )?money\b"
)
_LANGUAGE = re.compile(
    r"\b(?:what|which) languages?\b|"
    r"\b(?:do|does|will|can|is|are)\b[^.;?]{0,40}\b(?:speak|spoken|understand)\b[^.;?]{0,20}|"
    r"\benglish\b[^.;?]{0,20}\b(?:spoken|there|enough)\b|\bwhat do (?:they|people) speak\b"
)
_TIME = re.compile(r"\btime (?:zones?|differences?)\b|\bwhat time is it\b|\bhours? (?:ahead|behind)\b|\bjet ?lag\b")


class PlaceFact(NamedTuple):
    """Something that is known of each place: the words that ask for it, and what says it.

    `tell` is given the place, the one where the trip begins, if that is known, and a day of the trip.
    """

    words: re.Pattern[str]
    tell: Callable[[Place, Place | None, date], str]
    unless: re.Pattern[str] | None = None


def _tell_way(place: Place, start: Place | None, day: date) -> str:
    del start, day
    ways = join_words([f"{minutes} minutes by {name}" for name, minutes in place.airport_minutes], "or")
    where = f"The airport of {place.name} ({place.airport}) is about {place.airport_km} km from the town centre"
    return f"{where}, about {ways}; I book no tickets for that."


def _tell_car(place: Place, start: Place | None, day: date) -> str:
    del start, day
    around = f"you get around with {place.local_transport}"
    return {
        "no": f"You need no car in {place.name}: {around}.",
        "trips": f"In {place.name} itself {around}; a car is useful for trips around it.",
        "yes": f"A car is useful in {place.name}; without one {around}.",
    }[place.car]


def _tell_currency(place: Place, start: Place | None, day: date) -> str:
    del start, day
    return f"In {place.name} one pays in {place.currency}; my prices are in US dollars."


def _tell_language(place: Place, start: Place | None, day: date) -> str:
    del start, day
    more = {
        "first": "",
        "widely": "; English is widely spoken",
        "some": "; some speak English, mostly where visitors come",
    }
    return f"In {place.name} people speak {place.language}{more[place.english]}."


def _tell_time(place: Place, start: Place | None, day: date) -> str:
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


PLACE_FACTS: tuple[PlaceFact, ...] = (
    PlaceFact(_TO_TOWN, _tell_way, _NOT_TO_TOWN),
    PlaceFact(_CAR, _tell_car, _NOT_IF_CAR),
    PlaceFact(_CURRENCY, _tell_currency),
    PlaceFact(_LANGUAGE, _tell_language, re.compile(r"\b(?:you|hotel|staff|reception)\b")),
    PlaceFact(_TIME, _tell_time),
)
