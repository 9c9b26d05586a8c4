"""Numbers and lengths of stay as people write them: "three", "2k", "$2,000", "two weeks"."""

from __future__ import annotations

import re

_WORDS = "one two three four five six seven eight nine ten eleven twelve".split()
_VALUES = {**{word: value for value, word in enumerate(_WORDS, start=1)}, "a": 1, "an": 1, "couple": 2}
_NUMBER = re.compile(
    rf"(?P<digits>\d{{1,3}}(?:,\d{{3}})+|\d{{1,12}}(?:\.\d{{1,6}})?)(?P<thousands> ?k\b| thousand\b)?"
    rf"|\b(?P<word>{'|'.join(_WORDS)})\b",
    re.IGNORECASE,
)
_DAYS = {"night": 1, "day": 1, "weekend": 2, "week": 7, "fortnight": 14, "month": 30}
_LENGTH = re.compile(
    rf"\b(?:(?P<count>\d{{1,3}}|an?|{'|'.join(_WORDS)}|couple)(?: of)? )?(?P<long>long )?"
    rf"(?P<unit>{'|'.join(sorted(_DAYS, key=len, reverse=True))})s?\b",
    re.IGNORECASE,
)


def parse_numbers(text: str) -> list[float]:
    """Return the numbers in `text`, in order."""
    return [_value(match) for match in _NUMBER.finditer(text)]


def parse_length_of_stay(text: str) -> int | None:
    """Return the number of days or nights in `text`, or None if it does not name exactly one length."""
    lengths = list(_LENGTH.finditer(text))
    if len(lengths) != 1:
        return None
    (match,) = lengths
    count = (match["count"] or "a").lower()
    days = 3 if match["long"] and match["unit"].lower() == "weekend" else _DAYS[match["unit"].lower()]
    return (int(count) if count.isdigit() else _VALUES[count]) * days


def _value(match: re.Match[str]) -> float:
    if match["word"]:
        return float(_VALUES[match["word"].lower()])
    return float(match["digits"].replace(",", "")) * (1_000 if match["thousands"] else 1)
