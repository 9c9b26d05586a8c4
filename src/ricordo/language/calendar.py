"""Months by their names, and dates as people write them in full: "3 May 1990", "May 3rd, 1990", "1990-05-03"."""

from __future__ import annotations

import re
from datetime import date

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
