"""A rough climate: whether a place is warm in a month, by its latitude. Places high in the mountains are not."""

from __future__ import annotations

import re

from ricordo_travel.places import Place

_TROPICS = 23.5
_MILD = 36.0
_TEMPERATE = 42.0
_HIGH = frozenset({"Kathmandu", "Cusco", "Mexico City", "Queenstown", "Blue Mountains"})
_COOL_WINTERS = frozenset({"Hanoi"})
_SUMMER = frozenset({6, 7, 8, 9})
_LONG_SUMMER = frozenset({5, 6, 7, 8, 9, 10})
_WARM = re.compile(r"\b(?:warm(?:er)?|hot|sunny|sun|sunshine|heat|tropical|too cold|not (?:so )?cold)\b(?! springs?)")


def wants_warmth(text: str) -> bool:
    """Return whether a message in lower case asks for a warm place."""
    return bool(_WARM.search(text))


def drop_warmth(text: str) -> str:
    """Return a message without the words that ask for warmth."""
    return _WARM.sub(" ", text)


def is_warm(place: Place, month: int) -> bool:
    """Return whether most days of a month are warm in a place."""
    if place.name in _HIGH:
        return False
    latitude = abs(place.latitude)
    month = month if place.latitude > 0 else (month + 5) % 12 + 1  # the seasons of the south are turned round
    if latitude <= _TROPICS and place.name not in _COOL_WINTERS:
        return True
    if latitude <= _MILD:
        return month in _LONG_SUMMER
    return latitude <= _TEMPERATE and month in _SUMMER
