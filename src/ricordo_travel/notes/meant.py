"""Decide whether a message can mean a note, so that nothing is erased that it does not speak of."""

from __future__ import annotations

import re

from ricordo_travel.dialogue.keywords import keywords
from ricordo_travel.dialogue.state import DialogueState
from ricordo_travel.notes.known import Row
from ricordo_travel.notes.people import call_alike

_STEM = 5
_POINTS = re.compile(r"\b(?:it|that|this|those|them|these|ones?|both|note|thing|yes)\b")
_POINTING = keywords(
    "forget erase delete remove wipe clear scrap drop lose take out off note thing bit one last first "
    "second third fourth line sentence entry please pls thanks ok okay yes no both all two three again "
    "say said tell told wrote mean meant wrong old keep need know store save diet food eat age work job "
    "health name home live budget money"
)
"""Words that point at a note, or name what it is about in words of their own."""


def is_meant(state: DialogueState, row: Row) -> bool:
    """Return whether a message can mean a note: it shares a word with it, or has no words but those that point."""
    said, held = keywords(call_alike(state.text)), keywords(call_alike(f"{row['content']} {row['subject'] or ''}"))
    if said & held or any(one[:_STEM] == other[:_STEM] for one in said for other in held if len(one) >= _STEM):
        return True
    return said <= _POINTING or (row["content"] in state.last_reply and bool(_POINTS.search(state.text)))
