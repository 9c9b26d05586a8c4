"""An answer to what the travel assistant has proposed, as the reader of answers is trained on it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Answered:
    """An answer to proposals.

    Attributes:
        waiting: The proposals, each in a line.
        answer: What the person typed.
        fates: What it does to each of them, letters of `FATES` in `answers_data.py`.
        is_held_out: Whether it is not trained on.
    """

    waiting: tuple[str, ...]
    answer: str
    fates: str
    is_held_out: bool
