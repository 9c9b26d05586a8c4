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
_WARM_IN_SUMMER = 26
"""From June to September many places have days at which nobody travels somewhere for its warmth."""
_SUMMER = range(6, 10)
TO_SWIM = "warm enough to swim"
"""How warm it shall be for who wishes for a pool and says nothing else of that."""
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
_SUN = re.compile(r"\bsun(?:ny|shine)?\b")
_RAINS = {True: range(6, 10), False: (12, 1, 2, 3)}
"""The months of the high sun, in which it rains near the equator as a rule: north of it, and south of it."""
_RAINY_LATITUDE = 28
_LEAST = r"at least|minimum(?: of)?|min|over|above|more than|(?:warm|hott)er than"
_MOST = (
    r"at most|maximum(?: of)?|max|(?:not|no|never) (?:more than|over|above|(?:warm|hott)er than)|under|below|less than|"
    r"up to|(?:cool|cold)er than"
)
_DEGREES = re.compile(
    rf"(?:\b(?:(?P<most>{_MOST})|(?P<least>{_LEAST})|(?P<about>around|about)|between) )?"
    r"\b(?P<one>\d{1,3})\+?(?: ?(?:-|to|and) ?(?P<two>\d{1,3}))? ?"
    r"(?P<unit>°(?: ?[cf]\b)?|degrees?\b(?: (?:c|f|celsius|fahrenheit)\b)?|celsius\b|fahrenheit\b)"
    r"(?: (?:(?P<up>(?:or|and) (?:more|above|over|higher|warmer|hotter|up)|plus|minimum|at least)|"
    r"(?P<down>(?:or|and) (?:less|below|under|lower|cooler)|maximum|at most))\b)?"
)
_TELLS = re.compile(r"(?:\bis|'s|\bare|'re|\bwas|\bhas) $")
"""Words before degrees that somebody has, and does not wish for: "it's over 35 degrees here"."""
_ROUGHLY = 3
Span = tuple[int | None, int | None]
"""The least and the most degrees that a wish is for."""


def find_limit_in_degrees(text: str) -> str:
    """Return the words of a text in lower case that wish for a limit in degrees: "28 degrees or more"; empty if none.

    A number of degrees alone may also tell how warm it is somewhere.
    """
    found = [
        match[0]
        for match in _DEGREES.finditer(text)
        if any(match[name] for name in ("most", "least", "two", "up", "down"))
        and not _TELLS.search(text[: match.start()])
    ]
    return found[-1] if found else ""


def find_span(text: str) -> Span | None:
    """Return the degrees that wishes in lower case are for, of several the last; a number alone is the least."""
    last = next(iter(list(_DEGREES.finditer(text))[-1:]), None)
    if last is None:
        return None
    is_fahrenheit = last["unit"].endswith(("f", "fahrenheit"))
    one, two = (
        round((int(each) - 32) / 1.8) if is_fahrenheit else int(each) for each in (last["one"], last["two"] or 0)
    )
    if last["two"]:
        return min(one, two), max(one, two)
    if last["about"] and not (last["up"] or last["down"]):
        return one - _ROUGHLY, one + _ROUGHLY
    return (None, one) if last["most"] or last["down"] else (one, None)


def describe_span(span: Span) -> str:
    """Return the degrees that are wished for as people say it: "with 28 °C or more"."""
    least, most = span
    if least is not None and most is not None:
        return f"with {least} to {most} °C"
    return f"with {least} °C or more" if least is not None else f"with {most} °C or less"


def is_within(place: Place, span: Span, month: int) -> bool:
    """Return whether an ordinary day of a month has the degrees that are wished for."""
    degrees, (least, most) = find_degrees(place, month), span
    return (least is None or degrees >= least) and (most is None or degrees <= most)


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
    """Return whether most days of a month are "warm", "mild", "cool" or `TO_SWIM` in a place."""
    degrees = find_degrees(place, month)
    if warmth == "mild":
        return _MILD_DEGREES <= degrees < _HOT_DEGREES
    if warmth == "cool":
        return degrees < _WARM_DEGREES
    return degrees >= (_WARM_IN_SUMMER if warmth == "warm" and month in _SUMMER else _WARM_DEGREES)


def wants_sun(text: str) -> bool:
    """Return whether a text in lower case asks for sun, and not only for warmth."""
    return bool(_SUN.search(text))


def has_rains(place: Place, month: int) -> bool:
    """Return whether a month is in what is a rainy season as a rule; how much it rains is not known."""
    return abs(place.latitude) < _RAINY_LATITUDE and month in _RAINS[place.latitude > 0]


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
