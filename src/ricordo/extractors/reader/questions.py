"""The slot that the assistant just asked for: a short answer is about it, even if the model is not sure."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ricordo.values import StoredTurn

_MAX_CHARACTERS = 400
"""Characters at the end of a turn in which its question stands."""

_TRAVELLERS = (
    r"\bhow many (?:people|of you|travell?ers|persons|guests|adults)\b|\bwho(?:'s| is| will be| else is| are you)\b"
    r".{0,20}\b(?:coming|travell?ing|going|joining)|\b(?:travell?ing|going) (?:alone|solo|with (?:anyone|someone))"
)
_TRIP_LENGTH = (
    r"\bhow (?:long|many (?:days|nights|weeks))\b.{0,60}\b(?:trip|stay|travel|go|away|there|holiday|vacation|have|want|"
    r"like|planning)|\bhow much time\b|\b(?:length|duration) of (?:the|your)\b"
)
_VISITED = (
    r"\bwhere (?:have you (?:been|travell?ed)|did you (?:go|travel|stay)|were you)\b|"
    r"\b(?:been|visited) (?:there )?before\b"
)
_LIKES = (
    r"\bwhat (?:do|are) you (?:(?:like|enjoy|love) (?:to do|doing)|into|like on|enjoy)\b|\b(?:interests|hobbies)\b|"
    r"\binterested in\b"
)
_BUDGET = r"\bbudget\b|\bhow much (?:would|can|do|are|will) you\b.{0,40}\b(?:spend|pay|spending)|\bprice range\b"
_STYLE = r"\bwhat (?:kind|sort|type) of (?:places|hotels?|accommodation|travell?er)\b|\btravel style\b"
_QUESTIONS_BY_SLOT = tuple(
    (slot, re.compile(pattern, re.IGNORECASE))
    for slot, pattern in (
        ("budget", _BUDGET),
        ("travellers", _TRAVELLERS),
        ("trip_length", _TRIP_LENGTH),
        ("visited", _VISITED),
        ("likes", _LIKES),
        ("travel_style", _STYLE),
    )
)
_QUESTION = re.compile(r"[^.!?\n]{1,300}\?")


def find_asked(before: Sequence[StoredTurn]) -> str | None:
    """Return the slot that the last turn asks for, if the assistant asks for exactly one."""
    if not before or before[-1].role != "assistant":
        return None
    questions = " ".join(_QUESTION.findall(before[-1].text[-_MAX_CHARACTERS:].replace("\u2019", "'")))
    asked = {slot for slot, pattern in _QUESTIONS_BY_SLOT if pattern.search(questions)}
    return asked.pop() if len(asked) == 1 else None
