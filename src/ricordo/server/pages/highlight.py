"""Where a quote stands in what was said."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of a text, inside a quote or outside of all."""

    text: str
    is_quoted: bool = False


def pieces(text: str, quotes: Iterable[str]) -> list[Piece]:
    """``text`` cut where quotes begin and end; put together again, the pieces are the text."""
    quoted = [False] * len(text)
    for quote in quotes:
        start = text.find(quote) if quote else -1
        if start >= 0:
            quoted[start : start + len(quote)] = [True] * len(quote)
    cut: list[Piece] = []
    start = 0
    for end in range(1, len(text) + 1):
        if end == len(text) or quoted[end] != quoted[start]:
            cut.append(Piece(text[start:end], quoted[start]))
            start = end
    return cut
