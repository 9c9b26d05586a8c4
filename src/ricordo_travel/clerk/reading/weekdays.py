"""Days of the week, months and spans of days: written in full, and held against those that a message names."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta

from ricordo_travel.clerk.commands import Command
from ricordo_travel.clerk.reading.tidying import Slot
from ricordo_travel.dialogue.trips.trip import Trip
from ricordo_travel.dialogue.values.days import find_months, move_to_month

MONTH = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*"
"""The name of a month in lower case, for patterns."""
WEEKDAY = re.compile(r"\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b")
WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_DATED = re.compile(
    rf"(?:on |the |next |this )*(?P<weekday>{'|'.join(WEEKDAYS)}),? (?:the )?(?P<day>\d{{1,2}})(?:st|nd|rd|th)?"
)
"""A day of the month with its day of the week, and without a month."""
_NEAR = 70
"""Days within which such a day is sought."""
_SAID_WEEKDAY = re.compile(
    r"\b(?P<day>mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|satur(?=day)|sun(?=day)|"
    r"(?<=on )sat|(?<=next )sat|(?<=this )sat)(?:days?)?\b"
)
_OTHER_MONTH = re.compile(
    rf"\b(?P<new>{MONTH}),? (?:and )?not (?:in )?(?P<old>{MONTH})\b|"
    rf"\bnot (?:in )?(?P<wrong>{MONTH})[,.!]? (?:but |it's |i said |i meant? )?(?:in )?(?P<right>{MONTH})\b"
)
_DATED_WEEKDAY = re.compile(rf"\b(?P<day>{'|'.join(WEEKDAYS)}),? (?:the )?(?P<number>\d{{1,2}})(?:st|nd|rd|th)?\b")
_SPAN = re.compile(
    rf"\b(?P<first>\d{{1,2}})(?:st|nd|rd|th)?(?: (?:of )?(?P<month>{MONTH}))? ?(?:-|–|\bto\b|\bun?till?\b) ?(?:the )?"
    rf"(?P<last>\d{{1,2}})(?:st|nd|rd|th)?(?: (?:of )?(?P<end>{MONTH}))?\b"
)
_NO_SPAN = re.compile(r"\b(?:from|number|no\.?|option|flights?|bookings?|hotels?|cars?|rooms?)(?: the)? ?#?$")
_SHORT_WEEKDAY = re.compile(r"\b(?:mon|tues?|weds?|thu(?:rs?)?|fri|sat|sun)\b", re.IGNORECASE)


def ground_span(text: str, command: Command) -> Command:
    """Return a change of one end of a stay as one to all the days that a text moves it to: "change it to 11-17 july".

    A span after "from" says on which days it was, or from which to which day one end moves.
    """
    spans = [
        each for each in _SPAN.finditer(text) if not _NO_SPAN.search(text[max(0, each.start() - 15) : each.start()])
    ]
    said = [value.lower() for name, value in command.slots if name in {"on", "until"}]
    if command.verb != "change" or len(spans) != 1 or len(said) != 1 or command.has("nights", "shift"):
        return command
    (span,) = spans
    month = span["end"] or span["month"]
    ends = [("on", f"{span['first']} {span['month'] or month}"), ("until", f"{span['last']} {month}")]
    if not month or not {span["first"], span["last"]} & set(re.findall(r"\d+", said[0])):
        return command
    return replace(command, slots=(*ends, *(slot for slot in command.slots if slot[0] not in {"on", "until"})))


def part_weekdays(text: str, command: Command) -> Command:
    """Return a change without the date that a text gives another day of the week: "on Friday 19th, so on Thursday"."""
    dated = {match["number"]: match["day"] for match in _DATED_WEEKDAY.finditer(text)}
    slots = list(command.slots) if command.verb == "change" and dated else []
    for at, (name, value) in enumerate(slots):
        match = _DATED_WEEKDAY.search(value.lower())
        if match and match["day"] in text and dated.get(match["number"], match["day"]) != match["day"]:
            slots[at] = (name, match["day"])
    return replace(command, slots=tuple(slots)) if slots else command


def spell_weekday(slot: Slot) -> Slot:
    """Return a day with its day of the week in full: "next tues"."""
    name, value = slot
    if name not in {"on", "until"}:
        return slot
    return name, _SHORT_WEEKDAY.sub(
        lambda match: next(day for day in WEEKDAYS if day[:3] == match[0][:3].lower()), value
    )


def ground_weekdays(text: str, commands: Sequence[Command]) -> list[Command]:
    """Return commands with the one day of the week that a message names, where they have one that it does not name."""
    said = {match["day"][:3] for match in _SAID_WEEKDAY.finditer(text)}
    values = [value.lower() for each in commands for name, value in each.slots if name in {"on", "until"}]
    written = {match[0][:3] for value in values for match in WEEKDAY.finditer(value)}
    left, wrong = (
        said - {match["day"][:3] for value in values for match in _SAID_WEEKDAY.finditer(value)},
        written - said,
    )
    if len(left) != 1 or len(wrong) != 1:
        return list(commands)
    day = next(name for name in WEEKDAYS if name[:3] in left)
    old = next(name for name in WEEKDAYS if name[:3] in wrong)
    return [
        replace(each, slots=tuple((name, re.sub(old, day, value, flags=re.IGNORECASE)) for name, value in each.slots))
        for each in commands
    ]


def ground_months(reply: str, text: str, commands: Sequence[Command]) -> list[Command]:
    """Return commands on the days on the screen, but in the month that a text puts right: "september, not july"."""
    match = _OTHER_MONTH.search(text)
    new, old = (match["new"] or match["right"], match["old"] or match["wrong"]) if match else ("", "")
    if not match or not re.search(rf"\b{old[:3].title()}[a-z]* 20\d\d", reply):
        return list(commands)
    moved: list[Command] = []
    for each in commands:
        rest = [slot for slot in each.slots if slot[0] not in {"on", "until"}]
        is_moved = each.verb in {"find", "pick"} and not re.search(r"\d", each.value("on") or "")
        moved.append(replace(each, slots=(*rest, ("on", f"same in {new}"))) if is_moved else each)
    return moved


def find_dated(text: str, near: date | None, today: date) -> date | None:
    """Return the day nearest to another one that is the day of the week and of the month that a text names."""
    match = _DATED.fullmatch(text)
    if match is None or near is None:
        return None
    own = int(match["day"]), WEEKDAYS.index(match["weekday"])
    days = [near + timedelta(days=n) for n in range(-_NEAR, _NEAR)]
    fitting = [day for day in days if day >= today and (day.day, day.weekday()) == own]
    return min(fitting, key=lambda day: abs((day - near).days), default=None)


def move_trip_to_month(trip: Trip, text: str, today: date) -> Trip:
    """Return a trip on the same days of the month that a text names, if it names one: "same days in september"."""
    months = find_months(text, today)
    first = move_to_month(trip.first, months[0]) if months and trip.first else None
    last = first + (trip.last - trip.first) if first and trip.first and trip.last else trip.last
    return replace(trip, first=first, last=last) if first else trip
