"""Spans of days of the week in a part of a month: "end of April, Friday to Monday"."""

from __future__ import annotations

import re
from calendar import monthrange
from dataclasses import replace
from datetime import date, timedelta

from ricordo_travel.clerk.commands import Command
from ricordo_travel.clerk.reading.weekdays import MONTH, WEEKDAYS
from ricordo_travel.dialogue.values.dates import DateRange, parse_dates

_DAY = "|".join(WEEKDAYS)
_SHORT = r"(?:mon|tue|wed|thu|fri|sat|sun)(?:s|nes|r|rs|ur)?(?:day)?"
_DAYS = re.compile(rf"\b(?P<first>{_SHORT}) ?(?:-|–|to|until|til|till|through|thru) ?(?P<last>{_SHORT})\b")
_PART = re.compile(
    rf"\b(?P<part>early|beginning of|start of|mid|middle of|late|end of)[ -]?(?:the )?(?P<month>{MONTH})\b(?! \d)"
)
_WRITTEN = re.compile(rf"(?P<days>(?:{_DAY}) to (?:{_DAY})) (?P<part>\w+)(?: of)? (?P<month>{MONTH})")
_WEEKEND = re.compile(r"\b(?P<long>long )?weekend\b")
_MIDDLE = 11
"""The first day of the week around the middle of a month."""


def ground_weekday_span(text: str, command: Command) -> Command:
    """Return a search for a part of a month on the days of the week between which a text in lower case goes there."""
    days, parts = list(_DAYS.finditer(text)), list(_PART.finditer(text))
    on = (command.value("on") or "").lower()
    if len(days) != 1 or len(parts) != 1 or parts[0]["month"][:3] not in on or re.search(r"\d", on):
        return command
    rest = [slot for slot in command.slots if slot[0] not in {"on", "until", "nights"}]
    first, last = (next(day for day in WEEKDAYS if day[:3] == each[:3]) for each in days[0].group("first", "last"))
    when = f"{first} to {last} {parts[0]['part']} {parts[0]['month']}"
    return replace(command, slots=(*rest, ("on", when)))


def add_weekend(text: str, command: Command) -> Command:
    """Return a search for rooms in a month with the nights of the one weekend that a text in lower case names."""
    match = _WEEKEND.search(text)
    is_month = re.fullmatch(rf"(?:in |next )?{MONTH}", (command.value("on") or "").lower())
    has_length = command.has("until", "nights", "shift", "longer", "shorter")
    if command.verb != "find" or "hotel" not in command.subject or match is None or not is_month or has_length:
        return command
    return replace(command, slots=(*command.slots, ("nights", "3" if match["long"] else "2")))


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
