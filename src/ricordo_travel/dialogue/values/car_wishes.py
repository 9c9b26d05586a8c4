"""Wishes for a car beside its class: the gearbox, and how many bags it has room for."""

from __future__ import annotations

import re

from ricordo_travel.cars.fleet import Gearbox
from ricordo_travel.dialogue.values.numbers import NUMBER, parse_count

_ASKED = re.compile(
    r"\b(?:is|are|was|were) (?:it|that|this|they|these|those|the [a-z]{3,12}(?: (?:car|one))?|both|all|"
    r"(?:any|one) of \w+)"
    r"(?: cars?)?(?: an?)? (?:automatics?|manuals?)\b|\bwhich\b[^.;?]{0,30}\b(?:automatics?|manuals?)\b|"
    r"\b(?:automatic|manual) or (?:an? )?(?:automatic|manual)\b[^.;]{0,20}\?|"
    r"\bif (?:it|that|the car)(?:'s| is)[^.;?]{0,30}"
)
"""A question about cars that were shown, which is no wish."""
_AUTOMATIC = r"automatics?(?! (?:doors?|gates?|check))|auto(?= (?:gear|transmission|box)\b)"
_MANUAL = r"manuals?|stick ?shift"
_REFUSED = (
    r"\b(?:no|not|isn't|can't drive|cannot drive|can not drive|don't (?:drive|want|like|know)|never|hates?|"
    r"instead of|rather than)"
    r"(?: (?:an?|the|like|to|drive|with|how|driving|any)){0,4} "
)
_BAGS = re.compile(
    r"\b(?:room|space|fits?|fitting|holds?|takes?|enough|for|have|with|got|bringing)"
    rf"(?: \w+){{0,3}}? (?P<count>{NUMBER}) "
    r"(?:(?:big|large|huge|full|medium|small|heavy|normal|pieces of) ){0,2}"
    r"(?:suitcases?|bags?|cases|luggage|trolleys)\b"
)


def find_gearbox(text: str) -> Gearbox | None:
    """Return the gearbox that a text in lower case wishes of a car."""
    text = _ASKED.sub(" ", text)
    if re.search(rf"{_REFUSED}(?:{_MANUAL})\b", text):
        return "automatic"
    if re.search(rf"{_REFUSED}(?:{_AUTOMATIC})\b", text):
        return "manual"
    if re.search(rf"\b(?:{_AUTOMATIC})\b", text):
        return "automatic"
    return "manual" if re.search(rf"\b(?:{_MANUAL})\b", text) else None


def find_bags(text: str) -> int | None:
    """Return for how many bags a text in lower case wishes a car to have room."""
    match = _BAGS.search(text)
    return parse_count(match["count"]) if match else None
