"""Months by their names, and dates as people write them in full: "3 May 1990", "May 3rd, 1990", "1990-05-03"."""

from __future__ import annotations

import re
from datetime import date, datetime

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
_ISO_DATE = re.compile(r"\b(?:19|20)\d\d(?:-\d\d(?:-\d\d)?)?\b")


def dates_in(text: str) -> list[str]:
    """Return the dates, months and years that a text names, in ISO form: "2024-05" for "May 2024"."""
    found = [match[0] for match in _ISO_DATE.finditer(text)]
    months = ((_month(match["month"]), match["year"]) for match in _MONTH_AND_YEAR.finditer(text))
    found += [f"{year}-{month:02}" for month, year in months if month is not None]
    found += [day.isoformat() for form in _FORMS for match in form.finditer(text) if (day := _date(match)) is not None]
    return found


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


_RELATIVE = re.compile(
    r"\b(?:today|yesterday|tomorrow|tonight|now|just|last|next|this|ago|since|week|month|year|\w{3,6}day|"
    r"gestern|heute|morgen|letzte\w?|nächste\w?|vor|seit|ayer|hoy|mañana|pasado|próximo|hace|hier|demain|dernier|"
    r"prochain|ieri|oggi|domani|scorso|ontem|hoje|amanhã)\b|昨|今|明|来|先|去年|前",
    re.IGNORECASE,
)


def follows_from(date_text: str, words: str, said_at: datetime) -> bool:
    """Return whether an ISO date, month or year follows from words and the time at which they were said."""
    year, month = int(date_text[:4]), int(date_text[5:7] or 0)
    if str(year) in words:
        return True
    names_month = bool(month) and any(MONTHS.get(word.lower()) == month for word in re.findall(r"[A-Za-z]{3,9}", words))
    return (names_month or _RELATIVE.search(words) is not None) and abs(year - said_at.year) <= 1
