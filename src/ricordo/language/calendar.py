"""Months by their names, and dates as people write them in full: "3 May 1990", "May 3rd, 1990", "1990-05-03"."""

from __future__ import annotations

import re
from datetime import date, datetime

from ricordo.language.calendar_words import UNTIL
from ricordo.language.moments import last_day, moments
from ricordo.language.phrases import compile_phrases, plain_letters

MONTHS = {
    name: number
    for number, names in enumerate(
        "january jan|february feb|march mar|april apr|may|june jun|july jul|august aug|september sep sept"
        "|october oct|november nov|december dec".split("|"),
        start=1,
    )
    for name in names.split()
}
"""The English names of the months and their short forms, with their numbers."""

_MONTH = r"(?P<month>[a-z]{3,9})\.?"
_DAY = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?"
_YEAR = r"(?P<year>\d{4})"
_FORMS = tuple(
    re.compile(form, re.IGNORECASE)
    for form in (
        rf"\b{_YEAR}-(?P<month>\d\d)-(?P<day>\d\d)\b",
        rf"\b{_DAY}(?: of)? {_MONTH},? {_YEAR}\b",
        rf"\b{_MONTH} {_DAY},? {_YEAR}\b",
        rf"\b(?P<day>\d{{1,2}})\.(?P<month>\d{{1,2}})\.{_YEAR}\b",
    )
)


def date_in(text: str) -> date | None:
    """Return the one date that a text names, with its year; None for none or several."""
    found = {day for form in _FORMS for match in form.finditer(text) if (day := _date(match)) is not None}
    return found.pop() if len(found) == 1 else None


_MONTH_AND_YEAR = re.compile(r"\b(?P<month>[a-z]{3,9})\.?,? (?P<year>(?:19|20)\d\d)\b", re.IGNORECASE)
_CJK_MONTH = re.compile(r"((?:19|20)\d\d)年(1[0-2]|[1-9])月")
_ISO_DATE = re.compile(r"\b(?:19|20)\d\d(?:-\d\d(?:-\d\d)?)?\b")


def dates_in(text: str) -> list[str]:
    """Return the dates, months and years that a text names, in ISO form: "2024-05" for "May 2024"."""
    found = [match[0] for match in _ISO_DATE.finditer(text)]
    months = ((_month(match["month"]), match["year"]) for match in _MONTH_AND_YEAR.finditer(text))
    found += [f"{year}-{month:02}" for month, year in months if month is not None]
    found += [f"{match[1]}-{int(match[2]):02}" for match in _CJK_MONTH.finditer(text)]
    found += [day.isoformat() for form in _FORMS for match in form.finditer(text) if (day := _date(match)) is not None]
    return found


def follows_from(date_text: str, words: str, said_at: datetime) -> bool:
    """Return whether a date, a month or a year follows from words and the time at which they were said.

    A coarser date than the words name is right: the month of "yesterday". A finer one is right where it is the
    beginning of what they name: the first of March for "in March". A year that nobody named or implied is not.

    Args:
        date_text: A date in ISO form: `2026-05-03`, `2026-05` or `2026`. A time of day behind it is ignored.
        words: What was said.
        said_at: When it was said.
    """
    span = _iso_span(date_text)
    return span is not None and any(moment.implies(*span) for moment in moments(words, said_at.date()))


_UNTIL = compile_phrases(UNTIL)


def says_until(words: str) -> bool:
    """Return whether words say until when something holds: "bis Ostern"."""
    return _UNTIL.search(plain_letters(words)) is not None


_ISO = re.compile(r"(\d{4})(?:-(\d\d)(?:-(\d\d)(?:[T ].{0,40})?)?)?")


def _iso_span(text: str) -> tuple[date, date] | None:
    match = _ISO.fullmatch(text.strip())
    if match is None:
        return None
    year, month, day = (int(part) if part else None for part in match.groups())
    try:
        if year is None or month is None:
            return date(year or 0, 1, 1), date(year or 0, 12, 31)
        if day is None:
            return date(year, month, 1), last_day(year, month)
        return date(year, month, day), date(year, month, day)
    except ValueError:
        return None


def _date(match: re.Match[str]) -> date | None:
    month = _month(match["month"])
    try:
        return None if month is None else date(int(match["year"]), month, int(match["day"]))
    except ValueError:
        return None


def _month(name: str) -> int | None:
    if name.isdigit():
        return int(name)
    low = name.lower()
    return next((number for month, number in MONTHS.items() if month.startswith(low)), None)
