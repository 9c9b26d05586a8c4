"""The text of turns and memories that is indexed.

The keyword text carries the date and the speaker, so that "what did Ann say in May" finds her turns of that month; and
a short turn carries the end of the turn before it, because an answer often lacks the words of its question. The dense
text carries the speaker and the beginning of the text. ``docs/understand/benchmarks.md`` says what each is worth.
"""

from __future__ import annotations

from collections import Counter
from datetime import datetime
from typing import Protocol

from ricordo.language.words import terms

_MAX_SHORT_TURN = 500
_TAIL_LENGTH = 100
_MAX_DENSE = 480


class TurnLike(Protocol):
    """A turn, whether it is new or stored."""

    @property
    def speaker(self) -> str: ...
    @property
    def text(self) -> str: ...


def turn_terms(turn: TurnLike, occurred_at: datetime, previous: str | None) -> Counter[str]:
    """Return the keywords of a turn, counted; ``previous`` is the text of the turn before it in the same session."""
    text = f"{format_date(occurred_at)} {turn.speaker} {turn.text}"
    if previous is not None and len(turn.text) < _MAX_SHORT_TURN:
        text = f"{text} {previous[-_TAIL_LENGTH:]}"
    return Counter(terms(text))


def memory_terms(content: str, valid_from: datetime) -> Counter[str]:
    """Return the keywords of a memory, counted."""
    return Counter(terms(f"{format_date(valid_from)} {content}"))


def dense_text(turn: TurnLike) -> str:
    """Return the part of a turn that is embedded."""
    return f"{turn.speaker}: {turn.text[:_MAX_DENSE]}"


def dense_memory(content: str) -> str:
    """Return the part of a memory that is embedded."""
    return content[:_MAX_DENSE]


def format_date(at: datetime) -> str:
    """Return a date as people say it, which is how they ask for it."""
    return f"{at.day} {at:%B} {at.year}"
