"""Dates as people write them: "12 June", "next Friday", "from 3 to 7 May", "for four nights"."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, timedelta

from ricordo_travel.dialogue.numbers import parse_length_of_stay

_MONTHS = "january february march april may june july august september october november december".split()
_WEEKDAYS = {name: n for n, name in enumerate("monday tuesday wednesday thursday friday saturday sunday".split())}
_MONTH = rf"(?P<month>{'|'.join(f'{name[:3]}(?:{name[3:]})?' for name in _MONTHS)})"
_NUMBER = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?"
_YEAR = r"(?:,? (?P<year>20\d\d))?"
_ISO = re.compile(r"\b(?P<year>20\d\d)-(?P<month>\d\d)-(?P<day>\d\d)\b")
_DAY_MONTH = re.compile(rf"\b{_NUMBER}(?: of)? {_MONTH}\b{_YEAR}", re.IGNORECASE)
_MONTH_DAY = re.compile(rf"\b{_MONTH} {_NUMBER}\b(?! ?(?:people|nights|days)){_YEAR}", re.IGNORECASE)
_RANGE = re.compile(
    rf"\b(?P<first>\d{{1,2}})(?:st|nd|rd|th)? ?(?:-|–|to|until|till) ?(?={_NUMBER}(?: of)? {_MONTH})", re.IGNORECASE
)
_RELATIVE = re.compile(
    rf"\b(?P<word>today|tonight|tomorrow|next week|next month|this weekend|next weekend|"
    rf"in (?P<count>\d{{1,3}}) (?P<unit>day|week)s?|(?:next |this |on )(?P<weekday>{'|'.join(_WEEKDAYS)}))\b",
    re.IGNORECASE,
)
_NIGHTS = re.compile(
    r"\b(?<!\bin )(?:for |stay )?(?:(?:a|an|one|two|three|four|five|six|seven|eight|nine|ten|\d{1,2}) "
    r"(?:nights?|days?|weeks?|fortnight)|(?:a |the |long )+weekend)\b",
    re.IGNORECASE,
)
_MAX_NIGHTS = 60


@dataclass(frozen=True, slots=True)
class DateRange:
    """The first and the last day of a trip, and its number of nights, as far as they are known."""

    first: date | None = None
    last: date | None = None
    nights: int | None = None


def parse_dates(text: str, today: date) -> DateRange:
    """Return the dates in `text`. A date without a year is the next one after `today`."""
    by_position = {**_find_dates(text, today), **_find_relative_dates(text, today)}
    days = [day for _, day in sorted(by_position.items())]
    if (start := _RANGE.search(text)) and days:
        first = _to_date(days[0].year, days[0].month, int(start["first"]))
        days = [first, *days] if first and first < days[0] else days
    nights = parse_nights(text)
    first = days[0] if days else None
    last = next((day for day in days[1:] if first and day > first), None)
    if first and last is None and nights:
        last = first + timedelta(days=nights)
    if first and last:
        nights = (last - first).days
    return DateRange(first, last, nights)


def parse_nights(text: str) -> int | None:
    """Return the number of nights in `text`, or None if it names no length of stay."""
    match = _NIGHTS.search(text)
    nights = parse_length_of_stay(match[0]) if match else None
    return nights if nights and nights <= _MAX_NIGHTS else None


def _find_dates(text: str, today: date) -> dict[int, date]:
    days: dict[int, date] = {}
    for match in _ISO.finditer(text):
        if day := _to_date(int(match["year"]), int(match["month"]), int(match["day"])):
            days[match.start()] = day
    for pattern in (_DAY_MONTH, _MONTH_DAY):
        for match in pattern.finditer(text):
            month = next(n for n, name in enumerate(_MONTHS, 1) if name.startswith(match["month"].lower()[:3]))
            day = _to_date(int(match["year"] or today.year), month, int(match["day"]))
            if day and not match["year"] and day < today:
                day = _to_date(today.year + 1, month, int(match["day"]))
            if day:
                days[match.start("day")] = day
    return days


def _find_relative_dates(text: str, today: date) -> dict[int, date]:
    days: dict[int, date] = {}
    for match in _RELATIVE.finditer(text):
        word = match["word"].lower()
        if match["weekday"]:
            ahead = (_WEEKDAYS[match["weekday"].lower()] - today.weekday() - 1) % 7 + 1
        elif match["unit"]:
            ahead = int(match["count"]) * (7 if match["unit"].lower() == "week" else 1)
        elif "weekend" in word:
            ahead = (5 - today.weekday()) % 7 + (7 if word.startswith("next") else 0)
        else:
            ahead = {"today": 0, "tonight": 0, "tomorrow": 1, "next week": 7 - today.weekday(), "next month": 30}[word]
        days[match.start()] = today + timedelta(days=ahead)
    return days


def _to_date(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None
