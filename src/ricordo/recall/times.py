"""The times that a question names, and how well a moment fits them.

A phrase becomes a period: a span between two moments, or a month or day that comes round every year. Spans have soft
edges where people speak loosely ("three weeks ago"). The grammar is a table of patterns; what it does not know is left
to the keywords, which carry dates as well.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

import numpy as np
from numpy.typing import NDArray

from ricordo.language.calendar import MONTHS

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_EARLIEST, _LATEST = datetime(1, 1, 2, tzinfo=UTC), datetime(9999, 12, 30, tzinfo=UTC)
_DAY = timedelta(days=1)
_HALF_A_DAY = timedelta(hours=12)  # a day of the speaker's is not always the same day in UTC


@dataclass(frozen=True, slots=True)
class Span:
    """From ``start`` up to ``end``; outside of it the fit fades over ``slack``."""

    label: str
    start: datetime
    end: datetime
    slack: timedelta = timedelta()

    @property
    def soft_start(self) -> datetime:
        """The moment from which on the fit counts."""
        return self.start - self.slack if self.start - _EARLIEST > self.slack else _EARLIEST

    @property
    def soft_end(self) -> datetime:
        """The moment until which the fit counts."""
        return self.end + self.slack if _LATEST - self.end > self.slack else _LATEST

    def fits(self, micros: NDArray[np.int64]) -> NDArray[np.float32]:
        """Return how well each moment fits, from 0 to 1."""
        outside = np.maximum(_micros(self.start) - micros, micros - _micros(self.end) + 1).clip(min=0)
        if not self.slack:
            return (outside == 0).astype(np.float32)
        return np.exp(-((outside / (self.slack / timedelta(microseconds=1))) ** 2)).astype(np.float32)


@dataclass(frozen=True, slots=True)
class EveryYear:
    """A month, or a day of it, of any year; around a day the fit fades within a week."""

    label: str
    month: int
    day: int | None = None

    def fits(self, micros: NDArray[np.int64]) -> NDArray[np.float32]:
        """Return how well each moment fits, from 0 to 1."""
        days = micros.astype("datetime64[us]").astype("datetime64[D]")
        months = days.astype("datetime64[M]")
        in_month = months.astype(np.int64) % 12 + 1 == self.month
        if self.day is None:
            return in_month.astype(np.float32)
        distance = np.abs((days - months).astype(np.int64) + 1 - self.day)
        return np.where(in_month, np.maximum(0, 1 - distance / 7), 0).astype(np.float32)


Period = Span | EveryYear


def periods(question: str, now: datetime) -> list[Period]:
    """Return the periods that ``question`` names, seen from ``now``, in their order there."""
    if _says_nothing(question):
        return []
    found: list[_Found] = []
    rest = question
    for pattern, build in _RULES:
        for match in pattern.finditer(rest):
            with suppress(OverflowError):  # a time before or after all calendars
                if len(found) < _MAX_PERIODS and (period := build(match, now)):
                    found.append(_Found(match.start(), match.end(), period))
                    rest = rest[: match.start()] + " " * len(match[0]) + rest[match.end() :]
    return list(_join_ranges(question, sorted(found, key=lambda one: one.start), now))


_MAX_PERIODS = 8
"""Periods that are read from one question."""


@dataclass(frozen=True, slots=True)
class _Found:
    start: int
    end: int
    period: Period


_FROM = re.compile(r"\b(?:from|between)\s+(?:the\s+)?$", re.IGNORECASE)
_TO = re.compile(r"\s*(?:to|until|till|and|through|-|–)\s*(?:the\s+)?", re.IGNORECASE)
_DIRECTION = re.compile(r"\b(since|after|from|before|until|till|by|prior to)\s+(?:the\s+)?$", re.IGNORECASE)


def _join_ranges(question: str, found: list[_Found], now: datetime) -> Iterator[Period]:
    """Join "from … to …" into one period, and apply "since" and "before" to the others."""
    place = 0
    while place < len(found):
        one, before = found[place], question[max(0, found[place].start - 16) : found[place].start]
        range_of_two = _range(question, before, one, found[place + 1]) if place + 1 < len(found) else None
        yield range_of_two or _apply_direction(one.period, before, now)
        place += 2 if range_of_two else 1


def _range(question: str, before: str, one: _Found, other: _Found) -> Period | None:
    if not isinstance(one.period, Span) or not isinstance(other.period, Span):
        return None
    if not _FROM.search(before) or not _TO.fullmatch(question[one.end : other.start]):
        return None
    label = f"{one.period.label} to {other.period.label}"
    return replace(other.period, label=label, start=min(one.period.start, other.period.start))


def _apply_direction(period: Period, before: str, now: datetime) -> Period:
    """Return the period, or all time after or before it if the question says so."""
    direction = _DIRECTION.search(before)
    if direction is None or isinstance(period, EveryYear):
        return period
    word = direction[1].lower()
    label = f"{word} {period.label}"
    if word in {"since", "after", "from"}:
        start = period.end if word == "after" else period.start
        return replace(period, label=label, start=start, end=max(now, period.end))
    return replace(period, label=label, start=_EARLIEST, end=period.start)


def _micros(at: datetime) -> int:
    return (at - _EPOCH) // timedelta(microseconds=1)


# ── calendar ─────────────────────────────────────────────────────────────────────────────────────────────────────────

_WEEKDAYS = tuple(map(str, "monday tuesday wednesday thursday friday saturday sunday".split()))
_SEASONS = {"spring": 3, "summer": 6, "autumn": 9, "fall": 9, "winter": 12}  # of the northern hemisphere
_HOLIDAYS = {"christmas": (12, 25), "halloween": (10, 31), "new year": (1, 1), "valentine": (2, 14)}
_NUMBERS = {"a": 1, "an": 1, "couple": 2, "few": 3, "several": 4} | {
    word: number
    for number, word in enumerate("one two three four five six seven eight nine ten eleven twelve".split(), start=1)
}
_UNITS = {"day": 1.0, "week": 7.0, "month": 30.44, "year": 365.25}


def _at(year: int, month: int = 1, day: int = 1) -> datetime | None:
    try:
        return datetime(year, month, day, tzinfo=UTC)
    except ValueError:
        return None


def _day(label: str, start: datetime | None) -> Span | None:
    return Span(label, start, start + _DAY, _HALF_A_DAY) if start and start < _LATEST else None


def _months(label: str, year: int, month: int, count: int = 1) -> Span | None:
    start = _at(year, month)
    end = _at(year + (month + count - 1) // 12, (month + count - 1) % 12 + 1)
    return Span(label, start, end, _DAY) if start and end else None


def _midnight(now: datetime) -> datetime:
    return now.replace(hour=0, minute=0, second=0, microsecond=0)


def _latest_year(now: datetime, month: int, day: int = 1) -> int:
    """Return the year in which this day of the calendar was last reached."""
    return now.year if (now.month, now.day) >= (month, day) else now.year - 1


# ── phrases ──────────────────────────────────────────────────────────────────────────────────────────────────────────

Match = re.Match[str]
Build = Callable[[Match, datetime], Period | None]


def _iso_date(match: Match, _: datetime) -> Period | None:
    return _day(match[0], _at(int(match[1]), int(match[2]), int(match[3])))


def _date(match: Match, _: datetime) -> Period | None:
    """Find a day of a month, in either order, with or without its year."""
    parts = match.groupdict()
    month, day = MONTHS[parts["month"].lower()], int(parts["day"])
    if parts["year"]:
        return _day(match[0].strip(), _at(int(parts["year"]), month, day))
    return EveryYear(match[0].strip(), month, day) if _at(2000, month, day) else None


def _month(match: Match, now: datetime) -> Period | None:
    month = MONTHS[match["month"].lower()]
    if match["year"]:
        return _months(match[0], int(match["year"]), month)
    if not match["last"]:
        return EveryYear(match[0], month)
    if match["last"].lower() == "this":
        return _months(match[0], now.year, month)
    # "Last May", said in May, is the one before.
    return _months(match[0], _latest_year(now, month) - (now.month == month), month)


def _season(match: Match, now: datetime) -> Period | None:
    month = _SEASONS[match["season"].lower()]
    year = int(match["year"]) if match["year"] else _latest_year(now, month)
    span = _months(match[0], year, month, 3)
    if span and not match["year"] and (match["last"] or "").lower() == "last" and span.end > now:
        span = _months(match[0], year - 1, month, 3)
    return replace(span, slack=14 * _DAY) if span else None


def _holiday(match: Match, now: datetime) -> Period | None:
    month, day = _HOLIDAYS[match["holiday"].lower()]
    if not match["year"] and not match["last"]:
        return EveryYear(match[0], month, day)
    start = _at(int(match["year"]) if match["year"] else _latest_year(now, month, day), month, day)
    return Span(match[0], start - 2 * _DAY, start + 3 * _DAY, 2 * _DAY) if start else None


def _count(text: str | None) -> float:
    if not text:
        return 1
    word = text.lower().removeprefix("a ").removesuffix(" of").strip()
    return float(word) if word.replace(".", "", 1).isdigit() else _NUMBERS.get(word, 1)


def _ago(match: Match, now: datetime) -> Period | None:
    days = _count(match["count"]) * _UNITS[match["unit"].lower()]
    return _around(match[0], now, days, spread=max(0.75, 0.2 * days))


def _around(label: str, now: datetime, days: float, spread: float) -> Period | None:
    if days > (now - _EARLIEST).days:
        return None
    middle = now - timedelta(days=days)
    return Span(label, middle - timedelta(days=spread / 2), middle + timedelta(days=spread / 2), timedelta(days=spread))


def _past(match: Match, now: datetime) -> Period | None:
    days = _count(match["count"]) * _UNITS[match["unit"].lower()]
    if days > (now - _EARLIEST).days:
        return None
    return Span(match[0], now - timedelta(days=days), now + _DAY, timedelta(days=0.15 * days))


def _this_or_last(match: Match, now: datetime) -> Period | None:
    """Find the present or the last week, month, year or weekend."""
    back = 0 if match["last"].lower() == "this" else 1
    unit, today = match["unit"].lower(), _midnight(now)
    if unit == "year":
        return _months(match[0], now.year - back, 1, 12)
    if unit == "month":
        months = now.year * 12 + now.month - 1 - back
        return _months(match[0], months // 12, months % 12 + 1)
    monday = today - (today.weekday() + 7 * back) * _DAY
    if unit == "weekend":
        return Span(match[0], monday + 5 * _DAY, monday + 7 * _DAY, _DAY)
    return Span(match[0], monday, monday + 7 * _DAY, 2 * _DAY)


def _weekday(match: Match, now: datetime) -> Period | None:
    back = (now.weekday() - _WEEKDAYS.index(match["weekday"].lower())) % 7
    if back == 0 and (match["last"] or "").lower() == "last":
        back = 7
    return _day(match[0], _midnight(now) - back * _DAY)


_NEAR = {"today": 0, "tonight": 0, "this": 0, "yesterday": 1, "last": 1}


def _near(match: Match, now: datetime) -> Period | None:
    back = 2 if "before" in match[0].lower() else _NEAR[match["near"].lower()]
    return _day(match[0], _midnight(now) - back * _DAY)


def _recent(match: Match, now: datetime) -> Period | None:
    return Span(match[0], now - 14 * _DAY, now + _DAY, 14 * _DAY)


def _year(match: Match, _: datetime) -> Period | None:
    return _months(match[0], int(match["year"]), 1, 12)


def _rule(pattern: str, build: Build) -> tuple[re.Pattern[str], Build]:
    names = {
        "MONTH": "|".join(name for name in MONTHS if name != "may"),
        "SEASON": "|".join(_SEASONS),
        "HOLIDAY": "|".join(_HOLIDAYS),
        "WEEKDAY": "|".join(_WEEKDAYS),
        "COUNT": r"\d+(?:\.\d+)?|(?:a\s+)?(?:couple|few)(?:\s+of)?|several|" + "|".join(_NUMBERS),
        "YEAR": r"(?:19|20)\d\d",
        "LAST": "last|this|past|previous",
    }
    for name, alternatives in names.items():
        pattern = pattern.replace(name, alternatives)
    # ASCII: by the rules of Unicode, a dotless i is an i in another case, and the names above do not know it.
    return re.compile(pattern, re.IGNORECASE | re.ASCII), build


# The month of May is told from the verb by its capital or by its neighbours.
_MONTH_NAME = (
    r"(?P<month>MONTH|(?-i:May)(?!\s+(?:i|we|you|he|she|it|they)\b)"
    r"|(?<=\bin )may|(?<=\bof )may|(?<=\blast )may|(?<=\d )may|may(?=\s+\d))"
)


def _rules() -> Iterator[tuple[re.Pattern[str], Build]]:
    """Yield each pattern with the function that makes a period of its match, longer phrases first."""
    yield _rule(r"\b(\d{4})-(\d{1,2})-(\d{1,2})\b", _iso_date)
    yield _rule(
        rf"\b(?P<day>\d{{1,2}})(?:st|nd|rd|th)?(?:\s+of)?\s+{_MONTH_NAME}\b\.?(?:,?\s+(?P<year>YEAR)\b)?", _date
    )
    yield _rule(rf"\b{_MONTH_NAME}\b\.?\s+(?P<day>\d{{1,2}})(?:st|nd|rd|th)?\b(?:,?\s+(?P<year>YEAR)\b)?", _date)
    yield _rule(rf"\b(?:(?P<last>LAST)\s+)?{_MONTH_NAME}\b\.?(?:,?\s+(?:of\s+)?(?P<year>YEAR)\b)?", _month)
    yield _rule(r"\b(?P<last>)(?P<season>SEASON)\s+(?:of\s+)?(?P<year>YEAR)\b", _season)
    yield _rule(r"\b(?:(?P<last>LAST)|(?:in|during)(?:\s+the)?)\s+(?P<season>SEASON)\b(?P<year>)", _season)
    yield _rule(r"\b(?:(?P<last>LAST)\s+)?(?P<holiday>HOLIDAY)\b(?:\s+(?:of\s+)?(?P<year>YEAR)\b)?", _holiday)
    yield _rule(r"\b(?P<count>COUNT)\s+(?P<unit>day|week|month|year)s?\s+(?:ago|back|earlier)\b", _ago)
    yield _rule(r"\b(?:last|past|previous)\s+(?P<count>COUNT)\s+(?P<unit>day|week|month|year)s?\b", _past)
    yield _rule(r"\bpast\s+(?P<count>)(?P<unit>week|month|year)\b", _past)
    yield _rule(r"\b(?P<last>LAST)\s+(?P<unit>weekend|week|month|year)\b", _this_or_last)
    yield _rule(r"\b(?:day before )?(?P<near>yesterday|today|tonight)\b", _near)
    yield _rule(r"\b(?P<near>this|last)\s+(?:morning|afternoon|evening|night)\b", _near)
    yield _rule(r"\b(?:(?P<last>LAST|on)\s+)(?P<weekday>WEEKDAY)\b", _weekday)
    yield _rule(r"\b(?:recently|lately|the other day|these days)\b", _recent)
    yield _rule(r"\b(?P<year>YEAR)\b", _year)


_RULES = tuple(_rules())

# Most questions say nothing about time: one look at their words tells, before all rules are tried.
_HINTS = frozenset(
    [
        *(*MONTHS, *_SEASONS, *_WEEKDAYS, *_NEAR, *" ".join(_HOLIDAYS).split()),
        *"ago back earlier last past previous this recently lately other these".split(),
    ]
)
_WORD = re.compile(r"[a-z]+|\d{4}")


def _says_nothing(question: str) -> bool:
    words = _WORD.findall(question.lower())
    return _HINTS.isdisjoint(words) and not any(word[0].isdigit() for word in words)
