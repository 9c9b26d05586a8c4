"""Numbers and lengths of time as people write them: "three", "2k", "about $2,000", "a couple of weeks"."""

from __future__ import annotations

import re
from datetime import timedelta

_UNITS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen"
).split()
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
_SCALES = {"hundred": 100, "thousand": 1_000, "k": 1_000, "grand": 1_000, "million": 1_000_000, "m": 1_000_000}
_WORDS = {
    **{word: value for value, word in enumerate(_UNITS)},
    **{word: value * 10 for value, word in enumerate(_TENS, start=2)},
    "dozen": 12,
    "couple": 2,
    "pair": 2,
    "single": 1,
    "half": 0.5,
}
_DIGITS = r"\d{1,3}(?:[,\u202f ]\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?"
_TOKEN = re.compile(rf"({_DIGITS})|([a-z]+)", re.IGNORECASE)
_DAYS = {"day": 1, "night": 1, "week": 7, "fortnight": 14, "weekend": 2, "month": 30, "year": 365}
_HOURS = {"hour": 1, "minute": 1 / 60}


def numbers_in(text: str) -> list[float]:
    """All numbers that a text names, in order; words and scales that belong together count as one."""
    found: list[float] = []
    current: float | None = None
    scaled = 0.0
    end = -1
    for match in _TOKEN.finditer(text):
        near = current is not None and not text[end : match.start()].strip(" -$€£")
        digits, word = match.group(1), (match.group(2) or "").lower()
        if current is not None and near and word in _SCALES:
            current = (current or 1) * _SCALES[word]
            if _SCALES[word] >= 1_000:
                scaled, current = scaled + current, 0
            end = match.end()
            continue
        if current is not None and near and word == "and":
            end = match.end()
            continue
        value = float(re.sub(r"[,\u202f ]", "", digits)) if digits else _WORDS.get(word)
        joins = near and value is not None and (scaled or (current or 0)) > value and not digits
        if current is not None and not joins:
            found.append(scaled + current)
            current, scaled = None, 0.0
        if value is not None:
            current = (current or 0) + value
            end = match.end()
    if current is not None:
        found.append(scaled + current)
    return found


def duration_in(text: str) -> timedelta | None:
    """The one length of time that a text names: "two weeks", "10 days", "a long weekend"."""
    found: list[timedelta] = []
    for match in re.finditer(
        r"([^.;,]*?)\b(day|night|week|fortnight|weekend|month|year|hour|minute)s?\b", text.lower()
    ):
        number = ([*numbers_in(match.group(1)), 0.0][:-1] or [1.0])[-1]
        unit = match.group(2)
        days, hours = _DAYS.get(unit, 0), _HOURS.get(unit, 0)
        found.append(timedelta(days=number * days, hours=number * hours))
    return found[0] if len(found) == 1 else None
