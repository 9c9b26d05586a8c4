"""Who somebody is: a relation that a message puts right, and the name of the person who writes."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ricordo_travel.dialogue.memory_words import RELATION
from ricordo_travel.notes.edits import Edit

_A = r"(?:my|our|an?|the)"
_RIGHT = re.compile(
    rf"\b(?:(?P<name>[A-Z][a-z'-]+)(?: is|'s)|(?i:he|she|they)(?: is|'s| are)|(?i:it'?s)) {_A} (?P<right>(?i:{RELATION}))\b"
)
_WRONG = re.compile(rf"\b(?:not|isn't|neither|nor|never) (?:really )?(?:{_A} )?(?P<wrong>{RELATION})\b", re.IGNORECASE)
_PRONOUNS = frozenset({"He", "She", "It", "They", "That", "This"})
_MAX_MENDED = 6
_INTRODUCES = (
    r"(?:\b(?:my name|name'?s|i'?m|i am|im|call me|called|this is|it'?s|its|here is|here's|spell\w*|spelt)\b\W+"
    r"(?:[\w'-]+\W+){0,3}|^\W*)"
)


def find_other_relations(message: str, notes: Sequence[str]) -> tuple[Edit, ...]:
    """Return edits that give somebody the relation that a message says is right, in all notes that have the wrong one.

    "Oliver is my grandson, not my son" renames "Son Oliver likes castles".
    """
    wrong = [match["wrong"].lower() for match in _WRONG.finditer(message)]
    right = next((match for match in _RIGHT.finditer(message) if match["right"].lower() not in wrong), None)
    if not wrong or right is None:
        return ()
    names = (
        [right["name"]] if right["name"] and right["name"] not in _PRONOUNS else re.findall(r"\b[A-Z][a-z]+\b", message)
    )
    edits: list[Edit] = []
    for number, note in enumerate(notes, 1):
        words = note.split()
        if len(words) > 2 and words[0].lower() in wrong and any(words[1].lower() == name.lower() for name in names):
            edits.append(Edit("replace", (number,), " ".join([right["right"].capitalize(), *words[1:]])))
    return tuple(edits[:_MAX_MENDED])


def introduces(message: str, name: str) -> bool:
    """Return whether a message says that its writer is called so, and not that it speaks of somebody with that name."""
    named = re.escape(name)
    return bool(
        re.search(rf"{_INTRODUCES}{named}\b", message, re.IGNORECASE)
        or re.search(rf"\b{named}\b,? (?:here|again)\b", message, re.IGNORECASE)
    )
