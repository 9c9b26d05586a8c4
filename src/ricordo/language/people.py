"""Counting the people that a text speaks of: "three of us", "just me", "my wife, my mother and two kids"."""

from __future__ import annotations

import re

from ricordo.language.numbers import numbers, numbers_in

_ONE = (
    r"(?:wife|husband|spouse|partner|fianc[eé]e?|girlfriend|boyfriend|friend|mate|colleague|mother|father|mum|mom|dad|son|"
    r"daughter|baby|toddler|brother|sister|grandmother|grandfather|grandma|grandpa|aunt|uncle|cousin|niece|nephew)"
)
_SEVERAL = re.compile(
    r"\s{1,9}+(?:other |small |young |little |teenage ){0,4}"
    r"(?:adults?|kids?|child(?:ren)?|people|persons?|guests?|sons?|daughters?|friends?|others?|travell?ers?|colleagues?|brothers?|sisters?|babies|baby|toddlers?|teenagers?|infants?)\b",
    re.IGNORECASE,
)
_SPEAKER = re.compile(r"\b(?:me|myself|and i|with)\b", re.IGNORECASE)
_RELATIVE = re.compile(rf"\b(?:my|a|the|our|his|her)\s{{1,9}}+(?:\w{{1,30}}+\s{{1,9}}+)?{_ONE}\b", re.IGNORECASE)
_PARENTS = re.compile(r"\bmy (?:grand)?parents\b", re.IGNORECASE)
_ALONE = re.compile(r"\b(?:just|only) (?:me|myself)\b|\b(?:by myself|on my own|alone|solo)\b", re.IGNORECASE)
_NOT_ALONE = re.compile(r"\bnot\b", re.IGNORECASE)
_UNCOUNTED = re.compile(
    r"\b(?:kids|children|friends|family|group|sons|daughters|others|colleagues|team)\b", re.IGNORECASE
)
_WHOLE = re.compile(r"\s{1,9}of us\b", re.IGNORECASE)
_GROUP = re.compile(r"\b(?:family|group|party|team|crew) of\s{0,9}$", re.IGNORECASE)
_REACH = 20
"""Characters before a number in which "a family of" is looked for."""


def headcount(text: str) -> int | None:
    """Return how many people are meant, with the speaker; None if the text does not tell."""
    found = numbers(text)
    for number in found:
        if _WHOLE.match(text, number.end) or _GROUP.search(text[max(0, number.start - _REACH) : number.start]):
            return _count(number.value)
    counted = [number for number in found if _SEVERAL.match(text, number.end)]
    relatives = len(_RELATIVE.findall(text)) + 2 * len(_PARENTS.findall(text))
    if not counted and not relatives:
        return _alone(text)
    if len(counted) < len(found) or (not counted and _UNCOUNTED.search(text)):
        return None
    speaker = relatives > 0 or _SPEAKER.search(text) is not None
    return _count(sum(number.value for number in counted) + relatives + speaker)


def _alone(text: str) -> int | None:
    if _ALONE.search(text) and not _NOT_ALONE.search(text):
        return 1
    found = numbers_in(text)
    return _count(found[0]) if len(found) == 1 else None


def _count(number: float) -> int | None:
    return int(number) if number == int(number) and number >= 1 else None
