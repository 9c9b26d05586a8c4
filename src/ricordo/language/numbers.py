"""Numbers and lengths of time as people write them: "three", "2k", "about $2,000", "a couple of weeks"."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import timedelta

_UNITS = "one two three four five six seven eight nine".split()
_TEENS = "ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split()
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
_SCALES = {"hundred": 100.0, "dozen": 12.0, "thousand": 1e3, "k": 1e3, "grand": 1e3, "million": 1e6, "m": 1e6}
_VALUES = {
    **{word: float(value) for value, word in enumerate(["zero", *_UNITS, *_TEENS])},
    **{word: value * 10.0 for value, word in enumerate(_TENS, start=2)},
    "couple": 2.0,
    "pair": 2.0,
    "half": 0.5,
}

_SMALL = rf"(?:(?:{'|'.join(_TENS)})(?:[- ]?(?:{'|'.join(_UNITS)}))?|{'|'.join(_TEENS)}|{'|'.join(_UNITS)}|zero)"
_MANY = r"(?:(?:a )?(?:couple|pair)(?: of)?|half an?|an?)"
_HUNDREDS = rf"(?:(?:{_SMALL}|{_MANY})[- ]hundred(?:(?: and)?[- ]{_SMALL})?)"
_BELOW = rf"(?:{_HUNDREDS}|{_SMALL})"
_SPELLED = (
    rf"(?:(?:{_BELOW}|{_MANY}) (?:thousand|grand|million)(?:,?(?: and)? {_BELOW})?|(?:{_SMALL}|{_MANY}) dozen"
    rf"|{_BELOW}|couple|pair|half(?: an?)?)"
)
_DIGITS = r"(?:\d{1,3}(?:[,\u202f\u00a0 ]\d{3})+(?!\d)|\d+)(?:\.\d+)?"
_NUMBER = re.compile(
    rf"(?P<digits>{_DIGITS})(?:m\b|[ -]?(?P<scale>k|grand|hundred|thousand|million|dozen)\b)?"
    rf"|\b(?P<spelled>{_SPELLED})\b(?P<half> and a half\b)?",
    re.IGNORECASE,
)
_MAX_NUMBER = 1e15
"""The largest number that is read: a longer one counts nothing."""

_LENGTHS = {
    "minute": timedelta(minutes=1),
    "hour": timedelta(hours=1),
    "day": timedelta(days=1),
    "night": timedelta(days=1),
    "weekend": timedelta(days=2),
    "week": timedelta(days=7),
    "fortnight": timedelta(days=14),
    "month": timedelta(days=30),
    "year": timedelta(days=365),
}
_LENGTH = re.compile(r"\b(long )?(minute|hour|day|night|weekend|week|fortnight|month|year)s?\b", re.IGNORECASE)
_FILLING = re.compile(r"[\s-]*(?:(?:of|full|whole|more|solid|long|good|nice)[\s-]+)*", re.IGNORECASE)
_AND_A_HALF = re.compile(r"[ ]and a half\b", re.IGNORECASE)
_RANGE = re.compile(r"[\s-]*(?:-|–|\bor\b|\bto\b|\band\b)\s*", re.IGNORECASE)
_MAX_DAYS = 100_000


@dataclass(frozen=True, slots=True)
class Number:
    """A number in a text, and its position there."""

    value: float
    start: int
    end: int


def numbers(text: str) -> list[Number]:
    """Return all numbers that a text names, with their positions; "two thousand" is one."""
    return [number for number in _all(text) if number.value <= _MAX_NUMBER]


def numbers_in(text: str) -> list[float]:
    """Return all numbers that a text names, in order."""
    return [number.value for number in numbers(text)]


def duration_in(text: str) -> timedelta | None:
    """Return the one length of time that a text names, as "two weeks"; None for none or several."""
    units = list(_LENGTH.finditer(text))
    if len(units) != 1:
        return None
    (unit,) = units
    found = _all(text)
    times = _times(text, unit.start(), [number for number in found if number.end <= unit.start()])
    after = [number for number in found if number.start >= unit.end()]
    if times is None or (after and _RANGE.fullmatch(text, unit.end(), after[0].start)):
        return None
    if _AND_A_HALF.match(text, unit.end()):
        times += 0.5
    length = _LENGTHS[unit[2].lower()]
    if unit[1] and unit[2].lower() == "weekend":
        length = timedelta(days=3)
    return times * length if times * length.days <= _MAX_DAYS and times <= _MAX_DAYS * 1_440 else None


def speaks_of_time(text: str) -> bool:
    """Return whether a text names a unit of time."""
    return _LENGTH.search(text) is not None


def _all(text: str) -> list[Number]:
    return [Number(_value(match), match.start(), match.end()) for match in _NUMBER.finditer(text)]


def _times(text: str, unit: int, before: list[Number]) -> float | None:
    """Return how many of a unit there are; None for a range."""
    if not before or not _FILLING.fullmatch(text, before[-1].end, unit):
        return 1.0
    if len(before) > 1 and _RANGE.fullmatch(text, before[-2].end, before[-1].start):
        return None
    return before[-1].value


def _value(match: re.Match[str]) -> float:
    if digits := match["digits"]:
        number = float(re.sub(r"[^\d.]", "", digits))
        scale = match["scale"] or match.group()[-1]
        return number * _SCALES.get(scale.lower(), 1.0)
    total, low = 0.0, 0.0
    for word in re.findall(r"[a-z]+", _split_tens(match["spelled"].lower())):
        scale = _SCALES.get(word)
        if scale is None:
            low += _VALUES.get(word, 0.0)
        elif scale < 1e3:
            low = (low or 1.0) * scale
        else:
            total, low = total + (low or 1.0) * scale, 0.0
    return total + low + (0.5 if match["half"] else 0.0)


def _split_tens(words: str) -> str:
    """Split "twentyone" into two words."""
    return re.sub(rf"({'|'.join(_TENS)})(?=[a-z])", r"\1 ", words)
