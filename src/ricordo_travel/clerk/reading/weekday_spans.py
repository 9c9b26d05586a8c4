"""Spans of days of the week in a part of a month: "end of April, Friday to Monday"."""

from __future__ import annotations

import re
from calendar import monthrange
from datetime import date, timedelta

from ricordo_travel.clerk.reading.weekdays import MONTH, WEEKDAYS
from ricordo_travel.dialogue.values.dates import DateRange, parse_dates

_DAY = "|".join(WEEKDAYS)
_WRITTEN = re.compile(rf"(?P<days>(?:{_DAY}) to (?:{_DAY})) (?P<part>\w+)(?: of)? (?P<month>{MONTH})")
_MIDDLE = 11
"""The first day of the week around the middle of a month."""


def find_weekday_span(text: str, today: date) -> DateRange | None:
    """Return the days that such a text means: the first ones of a month, those in the middle, or the last all in it."""
    match = _WRITTEN.fullmatch(text)
    near = parse_dates(text[len(match["days"]) :], today).first if match else None
    if match is None or near is None:
        return None
    begins, ends = (WEEKDAYS.index(each) for each in match["days"].split(" to "))
    nights = (ends - begins) % 7 or 7
    part = match["part"]
    if part in {"late", "end"}:
        last = near.replace(day=monthrange(near.year, near.month)[1])
        first = last - timedelta(days=(last.weekday() - ends) % 7 + nights)
    else:
        first = near.replace(day=_MIDDLE if part in {"mid", "middle"} else 1)
        first += timedelta(days=(begins - first.weekday()) % 7)
    first += timedelta(days=7 * max(0, -(-(today - first).days // 7)))
    return DateRange(first, first + timedelta(days=nights), nights, is_rough=True)
