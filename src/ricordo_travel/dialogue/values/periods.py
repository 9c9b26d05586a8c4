"""Days among which a person leaves the choice: "any day in the second half of January", "the 19th, 20th or 21st?"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date, timedelta

from ricordo_travel.dialogue.values.days import MONTH, WEEKDAYS, find_day_after, find_days, find_months, near_day

_FLEXIBLE = re.compile(
    r"\b(?:cheap(?:est|er)|most cheap) (?:day|date|time|way|month|flights? in|in|ticket)|\bflexible\b|"
    r"\bany (?:day|date|time)\b|\b(?:whenever|some ?time)\b|"
    r"\b(?:which(?:ever)?|what(?:ever)?|best|other) (?:day|date|time)s?\b|\bwhen is it (?:the )?cheap|"
    r"\b(?:the|just|is|are) cheapest\b"
)
_OTHER_DAY = re.compile(r"\b(?:cheap(?:er|est)|which|what|best|another|other) (?:day|date)s?\b|\bmid ?-?week\b")
_HALF = re.compile(rf"\b(?P<half>first|1st|second|2nd|latter|last|other) half (?:of|in) (?:the )?{MONTH}\b")
_BETWEEN = re.compile(
    rf"\b(?:between|(?P<from>from)) (?:the )?(?P<first>[12]?\d|3[01])(?:st|nd|rd|th)? (?(from)(?:to|until|till)|and) "
    rf"(?:the )?(?P<last>[12]?\d|3[01])"
    rf"(?:(?:st|nd|rd|th)?(?: of)? {MONTH}\b|(?:st|nd|rd|th)?\b(?! ?(?:[$€£%:]|[ap]m\b|a (?:night|day|person)|per\b|"
    r"people|persons|nights|days|hours|euros?|dollars|bucks|pounds)))"
)
_LEAVES_DAY = re.compile(
    r"\b(?:any|which(?:ever)?|what(?:ever)?|cheapest|best) (?:day|date|time)s?\b(?! of day)|\bwhenever\b|"
    r"\bsome ?time\b|\bflexible\b|\b(?:days?|dates?) (?:does|do)(?:n'?t| not) matter\b|"
    r"\b(?:do not|don'?t) (?:care|mind)(?: about)?(?: the| which| what)? (?:days?|dates?|when)\b"
)
"""Words of somebody who leaves the choice of the day in a span that they name."""
_MID_WEEK = re.compile(r"\bmid ?-?week\b|\bmiddle of the week\b|\bduring the week\b|\b(?:on )?(?:a )?weekdays?\b")
_UNITS = "people|persons|nights?|days?|weeks?|of us|stars?|adults|kids|bags?|seats?|hours?|pm|am|k|pounds|dollars"
_LIST = re.compile(
    r"(?<![\d$€£:.,/-])\b(?P<days>\d{1,2}(?:st|nd|rd|th)?(?:[,/ ]{1,2}(?:the )?\d{1,2}(?:st|nd|rd|th)?){0,5}),? "
    rf"or (?:the |on the )?(?P<last>\d{{1,2}})(?:st|nd|rd|th)?(?: (?:of )?{MONTH})?\b(?! ?(?:{_UNITS})\b|[:.,]\d)"
)
_NAMED = rf"(?:today|tomorrow|{'|'.join(WEEKDAYS)})"
_NAMED_LIST = re.compile(rf"\b{_NAMED}(?: (?:morning|afternoon|evening))?(?:, {_NAMED}){{0,3}},? or (?:on )?{_NAMED}\b")
_SOME_DAYS = re.compile(
    r"(?<!back )(?<!home )\b(?:(?:a|one|1) day or (?:two|so|2)|(?:one|1) or (?:two|2) days) "
    r"(?P<way>earlier|sooner|before|later|after)\b(?! (?:the|my|our|i|we|\d))"
)
_MAX_DAYS = 62
_AROUND = 7


def find_period(
    text: str, today: date, first: date | None, month: date | None, before: Sequence[date]
) -> tuple[date, ...]:
    """Return the days among which a text in lower case leaves the choice; none if it does not.

    Args:
        text: The message.
        today: The current day.
        first: The first day of the trip so far.
        month: The month that the message or the conversation names.
        before: The days that were left open so far.
    """
    if listed := list_days(text, today, first or month or next(iter(before), None)):
        return listed
    is_mid_week = bool(_MID_WEEK.search(text))
    is_flexible = is_mid_week or bool(_FLEXIBLE.search(text))
    days: Sequence[date] = ()
    if match := _HALF.search(text):
        days = _read_half(match, today)
    elif is_between(text, before) and (match := _BETWEEN.search(text)):
        days = _read_between(match, today, first or month or next(iter(before), None))
    elif is_flexible and (months := find_months(text, today)):
        days = [day for each in months for day in _list_month(each)]
    elif is_flexible and (before or month) and not first:
        days = before or _list_month(month or today)
    elif first and (match := _SOME_DAYS.search(text)):
        sign = -1 if match["way"] in {"earlier", "sooner", "before"} else 1
        days = sorted(first + timedelta(days=n * sign) for n in (1, 2))
    elif first and _OTHER_DAY.search(text):
        days = before or [first + timedelta(days=n) for n in range(-_AROUND, _AROUND + 1)]
    days = [day for day in days if day > today and (not is_mid_week or day.weekday() in {1, 2, 3})]
    return tuple(days[:_MAX_DAYS])


def list_days(text: str, today: date, near: date | None) -> tuple[date, ...]:
    """Return the days of a list with "or": "19, 20 or 21 january", "tuesday or wednesday".

    A list of small numbers is a choice among offers: "1 or 2".
    """
    if named := _NAMED_LIST.search(text):
        found = find_days(named[0].replace(" on ", " "), today, near)
        return tuple(sorted(each.day for each in found if each.day))
    match = _LIST.search(text)
    if match is None or (match["month"] is None and near is None):
        return ()
    numbers = [int(each) for each in re.findall(r"\d+", f"{match['days']} {match['last']}")]
    if not match["month"] and min(numbers) < 4:
        return ()
    anchor = find_months(f"in {match['month']}", today)[0] if match["month"] else near
    days = [near_day(number, today, anchor) for number in numbers]
    return tuple(day for day in days if day)


def _read_half(match: re.Match[str], today: date) -> list[date]:
    month = find_months(f"in {match['month']}", today)[0]
    is_first = match["half"] in {"first", "1st"}
    return [day for day in _list_month(month) if (day.day <= 15) == is_first]


def _read_between(match: re.Match[str], today: date, near: date | None) -> list[date]:
    anchor = find_months(f"in {match['month']}", today)[0] if match["month"] else near
    first = near_day(int(match["first"]), today, anchor) if anchor else None
    last = find_day_after(first, int(match["last"])) if first else None
    return [first + timedelta(days=n) for n in range((last - first).days + 1)] if first and last else []


def is_between(text: str, before: Sequence[date] = ()) -> bool:
    """Return whether a text leaves the choice among the days between two, as `before` did: "between 10 and 15 may"."""
    match = _BETWEEN.search(text)
    if match and match["from"]:
        return "flexible" in text
    return bool(match and (before or _MID_WEEK.search(text) or _FLEXIBLE.search(text)))


def find_open_span(text: str) -> str:
    """Return the days between which a text leaves the choice, as "between 8 and 20 jan"; empty if it leaves none."""
    match = _BETWEEN.search(text) if _LEAVES_DAY.search(text) else None
    if match is None:
        return ""
    month = f" {match['month']}" if match["month"] else ""
    return f"between {match['first']} and {match['last']}{month}"


def _list_month(month: date) -> list[date]:
    first = month.replace(day=1)
    return [day for n in range(31) if (day := first + timedelta(days=n)).month == first.month]
