"""The climate of places: how warm an ordinary day is in each month."""

from __future__ import annotations

import calendar
import csv
import re
from functools import cache
from importlib.resources import files

from ricordo_travel.places import Place

_WARM_DEGREES = 23
_WORDS = ((28, "hot"), (_WARM_DEGREES, "warm"), (18, "mild"), (10, "cool"))
_MILD_DEGREES = 14
_HOT_DEGREES = 28
_MILD = re.compile(
    r"\b(?:(?:doesn't|does not|don't|do not|needn't|not|no need) (?:have |need |has )?(?:to be |be )?(?:so |super |"
    r"too |very |really |that |necessarily |all that ){0,2}(?:hot|warm)|mild(?:er)?|less hot|not as hot)\b"
)
_COOL = re.compile(
    r"\b(?:cool(?:er)?|colder|fresh(?:er)?|chilly|(?:escape|away from|out of) the heat|(?:hate|can't stand|don't like) "
    r"(?:the )?heat|too hot)\b(?! (?:place|places|idea|thing|city|stuff|hotel)s?\b)"
)
_COOLER = re.compile(
    r"\b(?:cooler|colder|fresher|less heat|(?:melt\w{0,3}|suffer\w{0,3}|die|dies|dying|faint\w{0,3}|struggl\w{1,3}|"
    r"cope|stand|bear|handle|take|like|hates?|dislikes?|avoid\w{0,3}|escape|no|not|bad) (?:well |badly |too |very )?"
    r"(?:in |with |from |the |this |that |much |so |do |of ){0,3}heat)\b"
)
"""Words of somebody who suffers from heat, whatever else the message calls hot."""
_WARM = re.compile(
    r"(?<!how )\b(?:warm(?:er)?|hot|sunny|sun|sunshine|heat|tropical|too cold|not (?:so )?cold)\b(?! springs?)"
)


def find_warmth(text: str) -> str | None:
    """Return how warm a place shall be that a message in lower case asks for: "warm", "mild" or "cool"."""
    if _MILD.search(text):
        return "mild"
    if _COOLER.search(text):
        return "cool"
    rest = _MILD.sub(" ", text)
    if _WARM.search(rest.replace("too hot", "")):
        return "warm"
    return "cool" if _COOL.search(rest) else None


def has_warmth(place: Place, warmth: str, month: int) -> bool:
    """Return whether most days of a month are "warm", "mild" or "cool" in a place."""
    degrees = find_degrees(place, month)
    if warmth == "mild":
        return _MILD_DEGREES <= degrees < _HOT_DEGREES
    return degrees >= _WARM_DEGREES if warmth == "warm" else degrees < _WARM_DEGREES


def drop_warmth(text: str) -> str:
    """Return a message without the words that ask for warmth."""
    return _WARM.sub(" ", text)


def find_degrees(place: Place, month: int) -> int:
    """Return how warm a place is by day in a month, in degrees Celsius, on average."""
    return _degrees()[place.name][month - 1]


def describe_climate(place: Place, month: int | None = None) -> str:
    """Return how warm a place is in a month, or in its coldest and its warmest month."""
    if month is None:
        degrees = _degrees()[place.name]
        cold, warm = (calendar.month_name[degrees.index(each) + 1] for each in (min(degrees), max(degrees)))
        return f"{place.name} has about {min(degrees)} °C by day in {cold} and {max(degrees)} °C in {warm}"
    degrees = find_degrees(place, month)
    word = next((word for least, word in _WORDS if degrees >= least), "cold")
    return f"{place.name} is {word} in {calendar.month_name[month]}, about {degrees} °C by day"


@cache
def _degrees() -> dict[str, tuple[int, ...]]:
    text = files("ricordo_travel.dialogue").joinpath("climate.csv").read_text("utf-8")
    return {name: tuple(map(int, row)) for name, *row in list(csv.reader(text.splitlines()))[1:]}
