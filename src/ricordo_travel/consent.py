"""The reading of a yes. Only a message that says yes and nothing else agrees to a proposal."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Literal

from ricordo_travel.reservations import Kind

Action = Literal["book", "change", "cancel"]

_MAX_LENGTH = 120
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")
_YES = frozenset(
    "yes yep yeah yup yea sure ok okay alright absolutely definitely certainly confirm confirmed agreed correct "
    " exactly".split()
)
_PHRASES = (("go", "ahead"), ("do", "it"), ("do", "that"), ("please", "do"), ("go", "for", "it"), ("sounds", "good"))
_ACTIONS: dict[Action, frozenset[str]] = {
    "book": frozenset("book reserve take".split()),
    "change": frozenset("change move rebook update".split()),
    "cancel": frozenset("cancel".split()),
}
_KINDS: dict[Kind, frozenset[str]] = {
    "flight": frozenset("flight flights seat seats".split()),
    "hotel": frozenset("hotel room rooms stay".split()),
    "car": frozenset("car".split()),
}
_ALL = frozenset("both all everything them".split())
_FILLERS = frozenset(
    "please thanks thank you it that this one ahead go do for me us now i we want would like to i'd i’d i'll i’ll "
    "we'll let's lets sounds good great perfect fine lovely wonderful nice super cool the booking is right "
    "that's that’s very well and then just of course".split()
)


def is_yes(text: str, *, action: Action, kind: Kind) -> bool:
    """Return whether a message agrees to a proposal, and says nothing else.

    Words that belong to another action or kind ("cancel", "the car"), numbers, names, questions and every other word
    make it a different message.
    """
    if len(text) > _MAX_LENGTH or "?" in text:
        return False
    words = _split(text)
    own = _ACTIONS[action]
    if not set(words) <= _YES | _FILLERS | own | _KINDS[kind] | _ALL:
        return False
    return bool((_YES | own) & set(words)) or any(_has_phrase(words, phrase) for phrase in _PHRASES)


def agrees_to_several(text: str) -> bool:
    """Return whether a yes is meant for all proposals that were shown."""
    return bool(_ALL & set(_split(text)))


def _split(text: str) -> list[str]:
    return [word.casefold() for word in _WORD.findall(text)]


def _has_phrase(words: list[str], phrase: Collection[str]) -> bool:
    size = len(phrase)
    return any(tuple(words[start : start + size]) == tuple(phrase) for start in range(len(words) - size + 1))
