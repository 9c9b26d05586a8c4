"""The days, months and years that words name or imply, seen from the day on which they were said.

A phrase becomes a moment: a span of days with the day in its middle where people speak loosely ("three weeks ago"). A
phrase without a year stands for the nearest one before and after.
"""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, timedelta

from ricordo.language import calendar_words as words
from ricordo.language.numbers import Number, numbers, unit_after
from ricordo.language.phrases import LazyPattern, compile_phrases, phrases, plain_letters

_DAY = timedelta(days=1)
_FINE_DAYS = 14
"""Days of a span in which each day may be meant."""

_MAX_WORDS = 10_000
"""Characters that are read."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A span of days, and the day that is meant if people speak loosely."""

    start: date
    end: date
    centre: date | None = None

    def implies(self, start: date, end: date) -> bool:
        """Return whether a date, a month or a year between two days follows from this moment."""
        if self.centre is not None and start <= self.centre <= end:
            return True
        if start <= self.start and self.end <= end:
            return self.centre is None or (self.end - self.start).days <= _FINE_DAYS
        if end < self.start or self.end < start:
            return False
        is_short = (self.end - self.start).days <= _FINE_DAYS
        is_edge = self.centre is None and (start == self.start or end == self.end)
        return is_short or is_edge


def last_day(year: int, month: int) -> date:
    """Return the last day of a month."""
    return date(year, month, monthrange(year, month)[1])


def moments(text: str, said: date) -> Iterator[Moment]:
    """Yield the moments that a text names or implies, seen from the day on which it was said."""
    text = text[:_MAX_WORDS]
    plain = plain_letters(text)
    years = _years(plain, said)
    yield from (Moment(date(year, 1, 1), date(year, 12, 31)) for year in years)
    for found in (
        _days(plain, said),
        _months(plain, said, years),
        _weekdays(plain, said),
        _units(plain, said),
        _seasons_and_holidays(plain, said, years),
        _lengths(text, plain, said),
        _ages(plain, said),
    ):
        with suppress(OverflowError, ValueError):  # a time before or after all calendars
            yield from found


# ── years ────────────────────────────────────────────────────────────────────────────────────────────────────────────

_YEAR = re.compile(r"(?<![\d.,])(?:19|20)\d\d(?![\d]|[.,]\d)")
_LAST_YEAR = 9999
_SHORT_YEAR = re.compile(r"(?<![\w'])'(\d\d)(?!\d|\w)")


def _years(plain: str, said: date) -> list[int]:
    found = {int(match[0]) for match in _YEAR.finditer(plain)}
    for match in _SHORT_YEAR.finditer(plain):
        short = int(match[1])
        found.add(2000 + short if 2000 + short <= said.year + 5 else 1900 + short)
    found |= {said.year + offset for offset in _offsets("year", plain)}
    return sorted(year for year in found if 0 < year < _LAST_YEAR)


# ── days and months ──────────────────────────────────────────────────────────────────────────────────────────────────

_NEAR = {offset: compile_phrases(table) for offset, table in words.DAYS.items()}
_RECENT = compile_phrases(words.RECENT)
_DAY_BEFORE = re.compile(r"(?<!\d)(\d{1,2})(?:st|nd|rd|th|\.|º)?(?: (?:of|de))?(?: the)? ?\Z")
_DAY_AFTER = re.compile(r"\.? (?:the )?(\d{1,2})(?:st|nd|rd|th)?(?![\d:])")
_MAY = re.compile(
    r"(?:(?<=\bin )|(?<=\bof )|(?<=\blast )|(?<=\bnext )|(?<=\bsince )|(?<=\bthis )|(?<=\d )|(?<=\dst )|(?<=\dth ))"
    r"may\b|\bmay(?= \d)"
)
_NUMERIC = re.compile(r"(?<![\d.])(\d{1,4})([-./])(\d{1,2})\2(\d{1,4})(?!\d)")
_NUMERIC_MONTH = re.compile(r"(?<!\d)(\d{4})-(\d\d)(?!\d|-\d)")
_DAY_AND_MONTH = re.compile(r"(?<![\d./])(\d{1,2})([./])(\d{1,2})(?:\.(?!\d)|(?![\d./]))")
_CJK_MONTH = re.compile(
    r"(?<!\d)(\d{1,2}|[一二三四五六七八九十]{1,2})月(?:(\d{1,2}|[一二三四五六七八九十]{1,3})[日号])?"
)


def _month_pattern(number: int, names: str) -> LazyPattern:
    return LazyPattern(lambda: f"{phrases(names)}|{_MAY.pattern}" if number == 5 else phrases(names))


_MONTH_NAMES = tuple(_month_pattern(number, names) for number, names in enumerate(words.MONTHS_BY_NUMBER, start=1))


def _days(plain: str, said: date) -> Iterator[Moment]:
    for offset, pattern in _NEAR.items():
        if pattern.search(plain):
            yield _one_day(said + offset * _DAY)
    if _RECENT.search(plain):
        yield Moment(said - 45 * _DAY, said, said)
        yield Moment(said - 30 * _DAY, said - 30 * _DAY)
    for match in _NUMERIC.finditer(plain):
        first, middle, last = int(match[1]), int(match[3]), int(match[4])
        orders = ((first, middle, last),) if first > 31 else ((last, middle, first), (last, first, middle))
        for year, month, day in orders:
            full = year if year > 99 else 2000 + year
            with suppress(ValueError):
                yield _one_day(date(full, month, day))
    for match in _NUMERIC_MONTH.finditer(plain):
        with suppress(ValueError):
            yield _month(int(match[1]), int(match[2]))
    for match in _DAY_AND_MONTH.finditer(plain):
        for day, month in ((int(match[1]), int(match[3])), (int(match[3]), int(match[1]))):
            yield from _near_days(said, month, day, [])


def _months(plain: str, said: date, years: list[int]) -> Iterator[Moment]:
    for month, pattern in enumerate(_MONTH_NAMES, start=1):
        for match in pattern.finditer(plain):
            before = _DAY_BEFORE.search(plain[max(0, match.start() - 14) : match.start()])
            after = _DAY_AFTER.match(plain, match.end())
            yield from _month_or_day(said, month, before[1] if before else after[1] if after else None, years)
    for match in _CJK_MONTH.finditer(plain):
        month = _small_number(match[1])
        yield from _month_or_day(said, month, str(_small_number(match[2])) if match[2] else None, years)


def _small_number(text: str) -> int:
    return int(text) if text.isdigit() else int(next((number.value for number in numbers(f"{text}日")), 0))


def _month_or_day(said: date, month: int, day: str | None, years: list[int]) -> Iterator[Moment]:
    if not 1 <= month <= 12:
        return
    if day is not None and 1 <= int(day) <= 31:
        yield from _near_days(said, month, int(day), years)
        return
    nearest = (said.year if month <= said.month else said.year - 1, said.year if month >= said.month else said.year + 1)
    for year in years or nearest:
        yield _month(year, month)


def _near_days(said: date, month: int, day: int, years: list[int]) -> Iterator[Moment]:
    """Yield a day of the calendar in the years that were named, or the nearest ones before and after."""
    found: list[date] = []
    for year in years or range(said.year - 1, said.year + 2):
        with suppress(ValueError):
            found.append(date(year, month, day))
    if not years:
        found = [*[one for one in found if one <= said][-1:], *[one for one in found if one >= said][:1]]
    yield from map(_one_day, found)


def _one_day(day: date) -> Moment:
    return Moment(day, day)


def _month(year: int, month: int) -> Moment:
    return Moment(date(year, month, 1), last_day(year, month))


# ── weekdays, and the last and next week, month and year ─────────────────────────────────────────────────────────────

_WEEKDAYS = tuple(compile_phrases(table) for table in words.WEEKDAYS_BY_NUMBER)
_LAST, _NEXT = compile_phrases(words.LAST), compile_phrases(words.NEXT)
_DIRECTIONS = {-1: words.LAST, 0: words.THIS, 1: words.NEXT}


def _unit_pattern(direction: str, unit: str) -> LazyPattern:
    return LazyPattern(
        lambda: (
            rf"{phrases(direction)}\s(?:\w{{1,12}}\s)?{phrases(unit)}|{phrases(unit)}\s(?:\w{{1,12}}\s)?{phrases(direction)}"
        )
    )


_UNITS = {
    (unit, offset): _unit_pattern(table, names)
    for offset, table in _DIRECTIONS.items()
    for unit, names in words.UNITS.items()
}
_UNSPACED = {key: compile_phrases(table) for key, table in words.UNSPACED.items()}


def _offsets(unit: str, plain: str) -> list[int]:
    """Return how many units before or after the present one are named: -1 for "last month"."""
    tables = (*_UNITS.items(), *_UNSPACED.items())
    return [offset for (name, offset), pattern in tables if name == unit and pattern.search(plain)]


def _units(plain: str, said: date) -> Iterator[Moment]:
    for offset in _offsets("month", plain):
        months = said.year * 12 + said.month - 1 + offset
        yield _month(months // 12, months % 12 + 1)
    monday = said - said.weekday() * _DAY
    for unit in ("week", "weekend"):
        for offset in _offsets(unit, plain):
            start = monday + 7 * offset * _DAY
            yield Moment(start, start + 6 * _DAY)


def _weekdays(plain: str, said: date) -> Iterator[Moment]:
    for number, pattern in enumerate(_WEEKDAYS):
        for match in pattern.finditer(plain):
            around = plain[max(0, match.start() - 14) : match.end() + 12]
            is_last, is_next = _LAST.search(around) is not None, _NEXT.search(around) is not None
            first, last = (-14, -1) if is_last else (1, 14) if is_next else (-7, 7)
            days = (said + offset * _DAY for offset in range(first, last + 1))
            yield from (_one_day(day) for day in days if day.weekday() == number)
            break


_SEASONS = {month: compile_phrases(table) for month, table in words.SEASONS.items()}
_LAST_SEASON_DAYS, _NEXT_SEASON_DAYS = 480, 366
"""Days in which a season lies that has no year. In September, "last summer" can be the one of the year before."""

_HOLIDAYS = {day: compile_phrases(table) for day, table in words.HOLIDAYS.items()}


def _seasons_and_holidays(plain: str, said: date, years: list[int]) -> Iterator[Moment]:
    counted = [number for number in numbers(plain) if number.value in _FEW and _is_past(plain, number)]
    for month, pattern in _SEASONS.items():
        for number in counted:
            if pattern.match(plain, number.end + 1):  # a season of this year that began counts as the last one, or not
                for shift in {0, int(month <= said.month)}:
                    yield from _season(said.year - int(number.value) + shift, month)
        if match := pattern.search(plain):
            around = plain[max(0, match.start() - 14) : match.end() + 12]
            first = 0 if _NEXT.search(around) else -_LAST_SEASON_DAYS
            last = 0 if _LAST.search(around) else _NEXT_SEASON_DAYS
            for year in years or (said.year - 1, said.year, said.year + 1):
                if years or first <= (date(year, month, 1) - said).days <= last:
                    yield from _season(year, month)
    for (month, day), pattern in _HOLIDAYS.items():
        if pattern.search(plain):
            yield from _near_days(said, month, day, years)


def _season(year: int, month: int) -> Iterator[Moment]:
    """Yield a season, and its three months."""
    months = [_month(year + (one > 12), (one - 1) % 12 + 1) for one in range(month, month + 3)]
    yield Moment(months[0].start, months[-1].end)
    yield from months


_FEW = frozenset(map(float, range(1, 10)))


def _is_past(plain: str, number: Number) -> bool:
    """Return whether "ago" or the like stands around a number: "two summers ago", "vor zwei Sommern"."""
    return (
        _PAST.search(f"{plain[max(0, number.start - 14) : number.start]} | {plain[number.end : number.end + 24]}")
        is not None
    )


# ── lengths of time and ages ─────────────────────────────────────────────────────────────────────────────────────────

_PAST, _FUTURE = compile_phrases(words.PAST), compile_phrases(words.FUTURE)
_AGE_BEFORE = LazyPattern(lambda: rf"{phrases(words.AGES)}\s{{1,2}}\Z")
_AGE_THEN_BEFORE = LazyPattern(lambda: rf"{phrases(words.AGES_THEN)}\s{{1,2}}\Z")
_AGE_AFTER = re.compile(r"\s?(?:years old|jahre alt|歳|才|岁)")
_MAX_AGE = 120


def _lengths(text: str, plain: str, said: date) -> Iterator[Moment]:
    """Yield the days that lie a length of time before or after: "three weeks ago", "in two months", "seit 2 Jahren"."""
    for number in [*numbers(text), *(Number(1.0, place, place) for place in _single_units(plain))]:
        unit = unit_after(text, number.end)
        if unit is None:
            continue
        length, end = unit
        around = f"{plain[max(0, number.start - 14) : number.start]} | {plain[end : end + 10]}"
        is_past, is_future = _PAST.search(around) is not None, _FUTURE.search(around) is not None
        for sign in (*([-1] if is_past or not is_future else []), *([1] if is_future or not is_past else [])):
            centre = _shift(said, sign * number.value, length)
            spread = max(0, length.days // 2 + (length.days > 1))
            yield Moment(centre - spread * _DAY, centre + spread * _DAY, centre)


_SINGLE = re.compile(r"\b(?:an?|eine[mnr]?|une?|una|uma?|um)(?= )")


def _single_units(plain: str) -> Iterator[int]:
    """Yield the ends of articles, for "a week ago"."""
    return (match.end() for match in _SINGLE.finditer(plain))


def _shift(said: date, count: float, unit: timedelta) -> date:
    """Return the day that lies some units away, by the calendar for months and years."""
    if unit.days not in (30, 365) or count != int(count):
        return said + count * unit
    months = said.year * 12 + said.month - 1 + int(count) * (1 if unit.days == 30 else 12)
    year, month = months // 12, months % 12 + 1
    return date(year, month, min(said.day, monthrange(year, month)[1]))


def _ages(plain: str, said: date) -> Iterator[Moment]:
    """Yield years of birth for "I'm 34", and with it the years for "at 30"."""
    found = [number for number in numbers(plain) if number.value == int(number.value) and number.value <= _MAX_AGE]
    now: list[int] = []
    then: list[int] = []
    for number in found:
        before = plain[max(0, number.start - 20) : number.start]
        if _AGE_BEFORE.search(before):
            now.append(int(number.value))
        elif _AGE_THEN_BEFORE.search(before):
            then.append(int(number.value))
        elif _AGE_AFTER.match(plain, number.end):
            now.append(int(number.value))
            then.append(int(number.value))
    for age in now[:3]:
        for other in (0, *then[:8]):
            for year in (said.year - age + other - 1, said.year - age + other):
                if year > 0:
                    yield Moment(date(year, 1, 1), date(year, 12, 31))
