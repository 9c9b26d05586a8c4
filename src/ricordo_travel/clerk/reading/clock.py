"""Read the time of day in a slot: a part of the day, a bound, an exact time, or one beside flights that were shown."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ricordo_travel.dialogue.values.hours import Hours, parse_hours
from ricordo_travel.dialogue.values.text import normalise

_WAYS = re.compile(r"\b(?:return|back|there|out)\b")
_BETWEEN = re.compile(
    r"\b(?P<first>\d{1,2})(?::(?P<minutes>\d\d))? ?(?:and|to|-|until) ?(?P<last>\d{1,2})(?::(?P<more>\d\d))?\b"
)
_CLOCK = re.compile(r"\b(?P<hour>\d{1,2})(?:[:.](?P<minute>\d\d))?(?: ?(?P<half>am|pm))?\b")
_LATER = re.compile(r"\blater?\b|\blatest\b")
_EARLIER = re.compile(r"\bearl(?:y|ier|iest)\b|\bsooner\b")
_DAY = 24 * 60
_AROUND = 60
_EARLY, _LATE = 10 * 60, 18 * 60


def read_hours(value: str) -> Hours | None:
    """Return the hours that a value means, or None if it means any."""
    text = _WAYS.sub(" ", normalise(value)).strip()
    hours = parse_hours(text) or parse_hours(f"in the {text}") or parse_hours(f"at {text}") or _read_clock(text)
    if hours is None:
        return None
    if "arriv" in text or "land" in text:
        hours = hours._replace(is_arrival=True)
    return hours._replace(earliest=hours.earliest + 1) if text.startswith(("after ", "later than ")) else hours


def is_any_time(value: str) -> bool:
    """Return whether a value leaves the time open."""
    return bool(re.search(r"\bany|\bwhenever\b|\bdoes not matter\b|\bflexible\b", normalise(value)))


def name_bound(value: str, shown: Sequence[str]) -> str:
    """Return "earlier" and "later" as the bound that they mean beside the times of flights that were shown."""
    text = normalise(value)
    if not shown or not re.search(r"\b(?:earlier|later|sooner)\b(?! than)", text):
        return value
    bound = f"after {max(shown)}" if "later" in text else f"before {min(shown)}"
    return f"{'return ' if re.search(r'return|back', text) else ''}{bound}"


def _read_clock(text: str) -> Hours | None:
    if match := _BETWEEN.search(text):
        first, last = (int(match[name]) * 60 for name in ("first", "last"))
        first, last = first + int(match["minutes"] or 0), last + int(match["more"] or 0)
        return Hours(first, last + 1, f"between {_format(first)} and {_format(last)}") if first < last <= _DAY else None
    if match := _CLOCK.search(text):
        minutes = int(match["hour"]) % 24 * 60 + int(match["minute"] or 0)
        minutes += _DAY // 2 if match["half"] == "pm" and minutes < _DAY // 2 else 0
        if match["minute"] and "around" not in text and "about" not in text:
            return Hours(minutes, minutes + 1, f"at {_format(minutes)}")
        return Hours(max(minutes - _AROUND, 0), minutes + _AROUND + 1, f"around {_format(minutes)}")
    if _EARLIER.search(text):
        return Hours(0, _EARLY, f"before {_format(_EARLY)}")
    return Hours(_LATE, _DAY, f"after {_format(_LATE)}") if _LATER.search(text) else None


def _format(minutes: int) -> str:
    return f"{minutes // 60:02}:{minutes % 60:02}"
