"""Note what a trip may cost as a message says it, where the reader garbles it or keeps a former sum."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ricordo_travel.notes.edits import Edit

_SUM = re.compile(
    r"(?P<bound>(?:\b(?:about|around|roughly|(?:no|not) more than|at most|max|up to|under|less than|within) ){1,2})?"
    r"(?P<sum>(?<![\d.,])(?<!in )(?<!since )[$€£]?(?:\d{1,3}(?:[.,]\d{3}){1,2}|\d{1,6})k?(?![\d%])"
    r"(?: ?(?:dollars?|euros?|pounds?|[€$£]))?(?: (?:in all|altogether|in total|total|all in|each|for everything|"
    r"(?:per|a) (?:person|head|night|day)|for (?:the|our) (?:whole|entire) (?:trip|thing|holiday)))?)",
    re.IGNORECASE,
)
_FORMER = re.compile(r"\b(?:was|were|not|instead of|rather than|from|n['’]?t)(?: (?:about|around))? $", re.IGNORECASE)
_OF_TRIP = re.compile(
    r"\b(?:budget|spend|altogether|in all|in total|all in|for everything|whole|entire)\b", re.IGNORECASE
)
_FOR_ALL = re.compile(
    r"(?:\d ?(?:euros?|dollars?|pounds?|quid|[€$£])|[€$£]\d).{0,20}\bfor (?:everything|the (?:whole|entire) \w+)\b",
    re.IGNORECASE,
)
_IS_PRICE = re.compile(r"\b(?:too|more|cheaper|less|price|total|sum|costs?|that['’]?s|it['’]?s|book)\b", re.IGNORECASE)
"""Words of who speaks of what something costs."""
_WRITTEN = re.compile(r"Budget is (?!an? )(?:[a-z ]{2,20} )?[$€£]?\d")
_LEAST = 100


def settle_budget(edits: Sequence[Edit], sentence: str, notes: Sequence[str]) -> list[Edit]:
    """Return the edits of a sentence, with one for the sum that holds in the place of all that garble it.

    "My budget was 900 but I can do 1100" is a budget of 1100, and "no more than 1,800 altogether" is none of more.
    """
    found = [each for each in _SUM.finditer(sentence) if max(_read_sums(each["sum"])) >= _LEAST]
    now = [each for each in found if not _FORMER.search(sentence[max(0, each.start() - 40) : each.start()])]
    sums = set[int]().union(*(_read_sums(each["sum"]) for each in found))
    garbled = [each for each in edits if _read_sums(each.content) & sums]
    if len(now) != 1 or not (garbled or _states_sum(sentence)) or not _OF_TRIP.search(sentence):
        return list(edits)
    garbled = garbled or [Edit("none")]
    held = _read_sums(garbled[0].content) & _read_sums(now[0]["sum"])
    if len(garbled) == 1 and held and _WRITTEN.match(garbled[0].content):
        return list(edits)
    said = f"{(now[0]['bound'] or '').lower()}{now[0]['sum']}"
    old = tuple(number for number, note in enumerate(notes, 1) if note.startswith("Budget "))
    new = Edit("replace" if old else "add", old, f"Budget is {said}", "budget", said)
    return [*(each for each in edits if each not in garbled), new]


def _states_sum(sentence: str) -> bool:
    """Return whether a sentence says what everything may cost, which the reader may lose beside something else."""
    return bool(_FOR_ALL.search(sentence)) and not sentence.endswith("?") and not _IS_PRICE.search(sentence)


def _read_sums(text: str) -> set[int]:
    found = re.findall(r"\d[\d.,]*k?", text.lower())
    return {int(re.sub(r"\D", "", each)) * (1000 if each.endswith("k") else 1) for each in found}
