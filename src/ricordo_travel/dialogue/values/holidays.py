"""Public holidays and feasts by name: "Easter", "over New Year", "Thanksgiving weekend", "Golden Week"."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, timedelta

_MONDAY, _THURSDAY, _FRIDAY, _SATURDAY = 0, 3, 4, 5
_LUNAR_YEARS = {2026: (2, 17), 2027: (2, 6), 2028: (1, 26), 2029: (2, 13), 2030: (2, 3)}


@dataclass(frozen=True, slots=True)
class Holiday:
    """A holiday: its day in a year, and how many nights people stay who name no other length.

    `lead` is the number of days before it on which they arrive.
    """

    name: str
    day: Callable[[int], date | None]
    nights: int | None = None
    lead: int = 0


def find_easter(year: int) -> date:
    """Return Easter Sunday of a year in the Gregorian calendar."""
    golden, century, rest = year % 19, year // 100, year % 100
    epact = (19 * golden + century - century // 4 - (century - (century + 8) // 25 + 1) // 3 + 15) % 30
    weekday = (32 + 2 * (century % 4) + 2 * (rest // 4) - epact - rest % 4) % 7
    correction = (golden + 11 * epact + 22 * weekday) // 451
    month, day = divmod(epact + weekday - 7 * correction + 114, 31)
    return date(year, month, day + 1)


def find_weekend(day: date) -> tuple[date, int]:
    """Return the first day and the nights of the weekend of a holiday, with the holiday in it."""
    weekday = day.weekday()
    if weekday == _MONDAY:
        return day - timedelta(days=3), 3
    if weekday == _THURSDAY:
        return day, 3
    if weekday < _THURSDAY:
        return (day - timedelta(days=4), 4) if weekday == 1 else (day + timedelta(days=2), 2)
    return day - timedelta(days=weekday - _FRIDAY), 2


def _on_day(month: int, day: int) -> Callable[[int], date | None]:
    return lambda year: date(year, month, day)


def _after_easter(days: int) -> Callable[[int], date | None]:
    return lambda year: find_easter(year) + timedelta(days=days)


def _nth(nth: int, weekday: int, month: int) -> Callable[[int], date | None]:
    """Return a function for the nth weekday of a month; -1 is the last one."""

    def find(year: int) -> date:
        first = date(year, month, 1)
        if nth > 0:
            return first + timedelta(days=(weekday - first.weekday()) % 7 + 7 * (nth - 1))
        last = date(year + month // 12, month % 12 + 1, 1) - timedelta(days=1)
        return last - timedelta(days=(last.weekday() - weekday) % 7)

    return find


def _lunar_year(year: int) -> date | None:
    return date(year, *_LUNAR_YEARS[year]) if year in _LUNAR_YEARS else None


def _midsummer(year: int) -> date:
    """Return the Saturday between 20 and 26 June."""
    first = date(year, 6, 20)
    return first + timedelta(days=(_SATURDAY - first.weekday()) % 7)


_HOLIDAYS = (
    Holiday(r"good friday", _after_easter(-2)),
    Holiday(r"easter sunday", _after_easter(0)),
    Holiday(r"easter monday", _after_easter(1)),
    Holiday(r"easter", _after_easter(0), nights=3, lead=2),
    Holiday(r"ascension(?: day)?", _after_easter(39)),
    Holiday(r"whit sunday", _after_easter(49)),
    Holiday(r"whit monday", _after_easter(50)),
    Holiday(r"whit(?:sun)?|pentecost", _after_easter(50), nights=3, lead=3),
    Holiday(r"corpus christi", _after_easter(60)),
    Holiday(r"mardi gras|shrove tuesday", _after_easter(-47)),
    Holiday(r"thanksgiving(?: day)?", _nth(4, _THURSDAY, 11)),
    Holiday(r"memorial day|(?:late may|spring) bank holiday", _nth(-1, _MONDAY, 5)),
    Holiday(r"(?:early )?may bank holiday", _nth(1, _MONDAY, 5)),
    Holiday(r"(?:august|summer|late summer) bank holiday", _nth(-1, _MONDAY, 8)),
    Holiday(r"labou?r day", _nth(1, _MONDAY, 9)),
    Holiday(r"presidents'? day", _nth(3, _MONDAY, 2)),
    Holiday(r"(?:mlk|martin luther king) day", _nth(3, _MONDAY, 1)),
    Holiday(r"columbus day", _nth(2, _MONDAY, 10)),
    Holiday(r"independence day|(?:4th|fourth) of july weekend|july (?:4th|fourth) weekend", _on_day(7, 4)),
    Holiday(r"bastille day", _on_day(7, 14)),
    Holiday(r"valentine'?s?(?: day)?", _on_day(2, 14)),
    Holiday(r"(?:saint|st\.?) patrick'?s?(?: day)?|st\.? paddy'?s?(?: day)?", _on_day(3, 17)),
    Holiday(r"halloween", _on_day(10, 31)),
    Holiday(r"anzac day", _on_day(4, 25)),
    Holiday(r"australia day", _on_day(1, 26)),
    Holiday(r"may day", _on_day(5, 1)),
    Holiday(r"epiphany", _on_day(1, 6)),
    Holiday(r"midsummer", _midsummer),
    Holiday(r"golden week", _on_day(4, 29), nights=7),
    Holiday(r"(?:chinese|lunar) new year", _lunar_year, nights=3, lead=1),
    Holiday(r"boxing day", _on_day(12, 26)),
    Holiday(r"christmas eve|xmas eve", _on_day(12, 24)),
    Holiday(r"christmas day|xmas day", _on_day(12, 25)),
    Holiday(r"christmas|xmas", _on_day(12, 24)),
    Holiday(r"new year'?s eve|nye|hogmanay", _on_day(12, 31)),
    Holiday(r"new year'?s day", _on_day(1, 1)),
    Holiday(r"new year'?s?", _on_day(12, 31), nights=3, lead=1),
)
_NAMES = tuple(re.compile(holiday.name) for holiday in _HOLIDAYS)
_EXACT = re.compile(r"\b(?:day|eve|monday|sunday|friday|hogmanay|nye|halloween)$")
PATTERN = (
    rf"\b(?P<holiday>{'|'.join(holiday.name for holiday in _HOLIDAYS)})"
    r"(?P<span> (?:long )?weekend| holidays?| break| week)?(?:,? (?:in |of )?(?P<year>20\d\d))?\b(?! market)"
)
"""A holiday in a text in lower case, perhaps with its weekend and its year."""


def find_holiday(name: str, span: str, year: int | None, today: date) -> tuple[date, int | None, bool] | None:
    """Return the first day of a stay over a holiday, its nights if it has a usual length, and whether that is a guess.

    Without a year it is the next one that is not past.
    """
    holiday = next(each for each, pattern in zip(_HOLIDAYS, _NAMES, strict=True) if pattern.fullmatch(name))
    for candidate in (year,) if year else (today.year, today.year + 1):
        if not (day := holiday.day(candidate)):
            continue
        first, nights = day - timedelta(days=holiday.lead), holiday.nights
        if "weekend" in name + span and not nights:
            first, nights = find_weekend(day)
        if year or first >= today:
            return first, nights, not _EXACT.search(name) or bool(nights)
    return None
