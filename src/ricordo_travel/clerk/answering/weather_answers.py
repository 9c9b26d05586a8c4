"""Answers about the weather of a place, with a word of advice from how warm it is."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from ricordo_travel.clerk.answering.visits import Visit
from ricordo_travel.dialogue.facts.climate import describe_climate, find_degrees
from ricordo_travel.places import Place

ADVICE = (
    r"\b(?:coats?|jackets?|jumpers?|sweaters?|clothes|clothing|pack(?:ing)?|wear|umbrellas?|gloves|boots|shorts|"
    r"swimm?(?:suit|wear|ing things))\b"
)
"""Words of what people ask to take with them."""
Step = tuple[int, str]
_CLOTHES: Sequence[Step] = (
    (28, "Light clothes will do; take something against the sun."),
    (23, "Summer clothes will do, with a light layer for the evening."),
    (18, "You need no coat; a light jacket for the evening will do."),
    (10, "Take a jacket and a jumper."),
    (-99, "Yes, take a warm coat."),
)
_SWIMMING: Sequence[Step] = (
    (25, "With days like that most people find it warm enough to swim"),
    (21, "With days like that a swim is fresh, but many do it"),
    (17, "With days like that a swim is for the hardy; a hotel with a pool may be the better choice"),
    (-99, "With days like that it is too cold to swim for most people"),
)
_SNOW: Sequence[Step] = (
    (14, "Snow is most unlikely then"),
    (6, "Snow is rare in town then, and likelier up in the mountains"),
    (-99, "It is cold enough for snow then"),
)
"""What is said from a temperature by day on."""
_OF_SNOW = re.compile(r"\bsnow(?!b)\w*")
_OF_RAIN = re.compile(r"\brain\w*|\bwet\b|\bdry\b|\bhumid|\bmonsoon|\bumbrellas?\b")
_OF_SEA = re.compile(r"\bsea\b|\bwater\b|\bswim")
_OF_EVENINGS = re.compile(r"\bevenings?\b|\bnights?\b")


def tell_weather(visit: Visit) -> str:
    """Say how warm a place is, what that means for what was asked, and what is not known of the weather."""
    for words, tell in _TOPICS:
        if words.search(visit.fact):
            return f"{describe_climate(visit.place, visit.month)}, on average{tell(visit)}"
    return f"{describe_climate(visit.place, visit.month)}, on average; I do not know the forecast."


def tell_best_time(visit: Visit) -> str:
    """Say when a place is the coldest and the warmest."""
    return f"{describe_climate(visit.place)}, on average; which time you like best is up to you."


def _advise(steps: Sequence[Step], visit: Visit) -> str:
    """Return what holds at the temperature of the month; nothing if no month is known."""
    if visit.month is None:
        return ""
    degrees = find_degrees(visit.place, visit.month)
    return next(said for least, said in steps if degrees >= least)


def _tell_snow(visit: Visit) -> str:
    advice = _advise(_SNOW, visit)
    known = f". {visit.place.name} is known for skiing" if _is_for_skiing(visit.place) else ""
    return f"{f'. {advice}' if advice else ''}{known}; I do not know how much snow falls."


def _is_for_skiing(place: Place) -> bool:
    return "skiing" in place.activities


def _tell_sea(visit: Visit) -> str:
    advice = _advise(_SWIMMING, visit)
    return f"{f'. {advice}' if advice else ''}; I do not know how warm the sea is."


def _tell_clothes(visit: Visit) -> str:
    advice = _advise(_CLOTHES, visit)
    return f". {advice} I do not know the forecast." if advice else "; I do not know the forecast."


def _tell_rain(visit: Visit) -> str:
    del visit
    return "; I do not know how much rain or snow falls."


def _tell_evenings(visit: Visit) -> str:
    advice = _advise(_CLOTHES, visit)
    return f"; I do not know how cool the evenings are.{f' {advice}' if advice else ''}"


_TOPICS: Sequence[tuple[re.Pattern[str], Callable[[Visit], str]]] = (
    (_OF_SEA, _tell_sea),
    (_OF_EVENINGS, _tell_evenings),
    (_OF_SNOW, _tell_snow),
    (_OF_RAIN, _tell_rain),
    (re.compile(ADVICE), _tell_clothes),
)
"""What people ask of the weather, and what is said of it beside how warm it is; the first that fits."""
