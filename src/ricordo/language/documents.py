"""What is indexed of a turn and of a memory.

The keyword text carries the date and the speaker, so that "what did Ann say in May" finds her turns of that month; and
a short turn carries the end of the turn before it, because an answer often lacks the words of its question. The dense
text carries the speaker and the beginning of the text. ``docs/understand/benchmarks.md`` says what each is worth.
"""

from __future__ import annotations

from collections import Counter
from datetime import datetime
from typing import Protocol

from ricordo.language.words import terms

_SHORT_TURN = 500
_TAIL = 100
_DENSE = 480


class Said(Protocol):
    """What both kinds of turn have: the one that comes in and the one that lies in a store."""

    @property
    def speaker(self) -> str: ...
    @property
    def text(self) -> str: ...


def turn_terms(turn: Said, occurred_at: datetime, previous: str | None) -> Counter[str]:
    """The keywords of a turn, counted; ``previous`` is the text of the turn before it in the same session."""
    text = f"{spoken_date(occurred_at)} {turn.speaker} {turn.text}"
    if previous is not None and len(turn.text) < _SHORT_TURN:
        text = f"{text} {previous[-_TAIL:]}"
    return Counter(terms(text))


def memory_terms(content: str, valid_from: datetime) -> Counter[str]:
    """The keywords of a memory, counted."""
    return Counter(terms(f"{spoken_date(valid_from)} {content}"))


def dense_text(turn: Said) -> str:
    """What of a turn is embedded."""
    return f"{turn.speaker}: {turn.text[:_DENSE]}"


def dense_memory(content: str) -> str:
    """What of a memory is embedded."""
    return content[:_DENSE]


def spoken_date(at: datetime) -> str:
    """A date as people say it, which is how they ask for it."""
    return f"{at.day} {at:%B} {at.year}"
