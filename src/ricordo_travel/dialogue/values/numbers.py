"""Numbers as people write them: "three", "2k", "$2,000"."""

from __future__ import annotations

import re

_WORDS = (
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen twenty"
).split()
_VALUES = {**{word: value for value, word in enumerate(_WORDS, start=1)}, "a": 1, "an": 1, "single": 1, "couple": 2}
NUMBER = rf"(?:\d{{1,3}}|{'|'.join(sorted(_WORDS, key=len, reverse=True))})"
"""A small number in digits or letters, for patterns."""
_AMOUNT = re.compile(
    rf"(?P<digits>\d{{1,3}}(?:,\d{{3}})+|\d{{1,12}}(?:\.\d{{1,6}})?)(?P<thousands> ?k\b| ?grand\b| thousand\b)?"
    rf"|\b(?P<word>{'|'.join(_WORDS)})\b(?P<many> (?:k|grand|thousand|hundred)\b)?",
    re.IGNORECASE,
)
_ORDINALS = "first second third fourth fifth sixth seventh eighth ninth tenth".split()


def parse_numbers(text: str) -> list[float]:
    """Return the numbers in `text`, in order."""
    return [_value(match) for match in _AMOUNT.finditer(text)]


def parse_count(word: str) -> int:
    """Return a small number: "three", "3", "a", "couple"."""
    word = word.strip().lower()
    return int(word) if word.isdigit() else _VALUES[word]


def parse_ordinal(word: str) -> int | None:
    """Return the number of an ordinal: "second", "2nd"."""
    if word in _ORDINALS:
        return _ORDINALS.index(word) + 1
    match = re.fullmatch(r"(\d{1,2})(?:st|nd|rd|th)?", word)
    return int(match[1]) if match else None


def spell(number: int) -> str:
    """Return a small number in letters."""
    return _WORDS[number - 1] if 1 <= number <= 12 else str(number)


def _value(match: re.Match[str]) -> float:
    if match["word"]:
        factor = {"k": 1_000, "grand": 1_000, "thousand": 1_000, "hundred": 100}.get((match["many"] or "").strip(), 1)
        return float(_VALUES[match["word"].lower()]) * factor
    return float(match["digits"].replace(",", "")) * (1_000 if match["thousands"] else 1)


_RATING = re.compile(
    r"(?<![\d.$/-])(?<!from )(?<!on )(?<!to )(?<!till )(?<!until )(?P<rating>\d\.\d)"
    r"(?!\.?\d| ?(?:-|to|till|until)(?: |\d))"
)
_RATED = re.compile(r"\b(?:rated|rating(?: of| is)?) \d\.\d\b|\b\d\.\d (?:rating|rated)\b")
_TIME = re.compile(r"(?<![\d.$/])(?P<hour>\d{1,2})\.(?P<minute>[0-5]\d)(?![\d/.])")


_INSTEAD = re.compile(r"\$?(?P<offer>\d{2,4}) (?:instead of|rather than|and not|not) \$?(?P<price>\d{2,4})\b")


def find_haggled(text: str, shown: str) -> re.Match[str] | None:
    """Return where a text names an amount in the stead of a price that was shown: "70 instead of 86"."""
    return next((match for match in _INSTEAD.finditer(text) if re.search(rf"\${match['price']}\b", shown)), None)


def drop_ratings(text: str, shown: str) -> str:
    """Return a text without the ratings, prices and times that were shown, which are no days: "the 8.4 one"."""
    if haggled := find_haggled(text, shown):
        text = f"{text[: haggled.start()]} {text[haggled.end() :]}"
    text = _TIME.sub(lambda match: " " if f"at {match['hour']:0>2}:{match['minute']}" in shown else match[0], text)
    text = _RATED.sub(" ", text)
    return _RATING.sub(lambda match: " " if f"rated {match['rating']}" in shown else match[0], text)
