"""The text of turns and memories that is indexed.

The keyword text carries the date and the speaker, so that "what did Ann say in May" finds her turns of that month. The
dense text carries the speaker and the beginning of the text. In both, a short turn carries the end of the turn before
it, because an answer often lacks the words of its question. ``docs/understand/benchmarks.md`` says what each is worth.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from datetime import datetime
from typing import Protocol

from ricordo.language.words import count_terms

_MAX_SHORT_TURN = 500
_KEYWORD_TAIL = 100
_DENSE_TAIL = 160
_MAX_DENSE = 480


class TurnLike(Protocol):
    """A turn, whether it is new or stored."""

    @property
    def speaker(self) -> str: ...
    @property
    def text(self) -> str: ...


def carries_previous(turn: TurnLike) -> bool:
    """Return whether a turn is indexed with the end of the turn before it."""
    return len(turn.text) < _MAX_SHORT_TURN


def keyword_tail(turn: TurnLike, previous: TurnLike | None) -> str:
    """Return the end of the turn before it that a turn is found by too; "" if there is none."""
    return previous.text[-_KEYWORD_TAIL:] if previous is not None and carries_previous(turn) else ""


def turn_terms(turn: TurnLike, occurred_at: datetime, previous: TurnLike | None) -> Counter[str]:
    """Return the keywords of a turn, counted; ``previous`` is the turn before it in the same scope."""
    return count_terms(f"{format_date(occurred_at)} {turn.speaker} {turn.text} {keyword_tail(turn, previous)}")


def memory_terms(content: str, valid_from: datetime) -> Counter[str]:
    """Return the keywords of a memory, counted."""
    return count_terms(f"{format_date(valid_from)} {content}")


def dense_text(turn: TurnLike, previous: TurnLike | None) -> str:
    """Return the text of a turn that is embedded; ``previous`` is the turn before it in the same scope."""
    text = f"{turn.speaker}: {turn.text[:_MAX_DENSE]}"
    if previous is None or not carries_previous(turn):
        return text
    return f"{text} (to {previous.speaker}: {previous.text[-_DENSE_TAIL:]})"


def dense_texts(turns: Iterable[TurnLike], previous: TurnLike | None) -> list[str]:
    """Return the texts of consecutive turns that are embedded; ``previous`` is the turn before the first."""
    texts: list[str] = []
    for turn in turns:
        texts.append(dense_text(turn, previous))
        previous = turn
    return texts


def dense_memory(content: str) -> str:
    """Return the part of a memory that is embedded."""
    return content[:_MAX_DENSE]


def format_date(at: datetime) -> str:
    """Return a date as people say it, which is how they ask for it."""
    return f"{at.day} {at:%B} {at.year}"
