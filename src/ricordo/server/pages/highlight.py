"""Mark quotes inside a text."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of a text, inside or outside of a quote."""

    text: str
    is_quoted: bool = False


def split_at_quotes(text: str, quotes: Iterable[str]) -> list[Piece]:
    """Split ``text`` where quotes begin and end; the pieces joined are the text again."""
    quoted = [False] * len(text)
    for quote in quotes:
        start = text.find(quote) if quote else -1
        if start >= 0:
            quoted[start : start + len(quote)] = [True] * len(quote)
    pieces: list[Piece] = []
    start = 0
    for end in range(1, len(text) + 1):
        if end == len(text) or quoted[end] != quoted[start]:
            pieces.append(Piece(text[start:end], quoted[start]))
            start = end
    return pieces
