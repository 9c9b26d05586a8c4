"""A turn as the reader sees it: word pieces, and where each of them stands in the text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

MAX_PIECES = 256
"""Word pieces that the model is given at once."""

MAX_TEXT_PIECES = 180
"""Of these, pieces of the text itself; what is left shows the turns before it."""

MAX_BEFORE_CHARACTERS = 1500
"""Characters of the turns before that are looked at: more than fit are never needed."""

MAX_FIRST_PIECES, MAX_SECOND_PIECES = 150, 80
"""Pieces of two texts that are compared: the end of the first, the beginning of the second."""

Offsets = list[tuple[int, int]]


@dataclass(frozen=True)
class Encoding:
    """Word pieces of `[CLS] before [SEP] text [SEP]`.

    Attributes:
        text: The text, or the part of it that the model sees at once.
        before: The turns before it, on one line.
        ids: The pieces, special ones included.
        text_start: The position of the text's first piece in `ids`.
        offsets: Where each piece of the text begins and ends in `text`.
        before_offsets: Where each piece of the turns before begins and ends in `before`.
    """

    text: str
    before: str
    ids: list[int]
    text_start: int
    offsets: Offsets
    before_offsets: Offsets

    @cached_property
    def word_starts(self) -> list[int]:
        """Pieces of the text that begin a word."""
        return [
            piece
            for piece, (start, _) in enumerate(self.offsets)
            if piece == 0 or self.offsets[piece - 1][1] != start or not self._is_inside_word(start)
        ]

    @cached_property
    def word_ends(self) -> list[int]:
        """Pieces of the text that end a word."""
        last = len(self.offsets) - 1
        return [
            piece
            for piece, (_, end) in enumerate(self.offsets)
            if piece == last or self.offsets[piece + 1][0] != end or not self._is_inside_word(end)
        ]

    def _is_inside_word(self, place: int) -> bool:
        return self.text[place - 1].isalnum() and self.text[place].isalnum()

    def find_pieces(self, start: int, end: int) -> tuple[int, int] | None:
        """Return the first and the last piece of the text between two characters, None where there is none."""
        inside = [piece for piece, (a, b) in enumerate(self.offsets) if b > start and a < end]
        return (inside[0], inside[-1]) if inside else None

    def find_before_pieces(self, start: int, end: int) -> tuple[int, int] | None:
        """Return the positions in `ids` of the first and last piece of `before` between two characters."""
        inside = [piece for piece, (a, b) in enumerate(self.before_offsets) if b > start and a < end]
        return (inside[0] + 1, inside[-1] + 1) if inside else None

    def words_at(self, first: int, last: int) -> str:
        """Return the characters between two positions in `ids`; empty where they span two parts."""
        if first >= self.text_start and last - self.text_start < len(self.offsets):
            return self.text[self.offsets[first - self.text_start][0] : self.offsets[last - self.text_start][1]]
        if 1 <= first <= last < self.text_start - 1:
            return self.before[self.before_offsets[first - 1][0] : self.before_offsets[last - 1][1]]
        return ""


def join_turns(turns: Sequence[tuple[str, str]]) -> str:
    """Return the last three of `turns`, each a role and a text, on one line."""
    joined = " ".join(f"{role}: {text[-MAX_BEFORE_CHARACTERS:]}" for role, text in turns[-3:])
    return joined[-MAX_BEFORE_CHARACTERS:]


def encode_turn(tokenizer: Any, text: str, before: str = "") -> Encoding:
    """Encode a text that fits the model, and as much of the end of `before` as there is room for."""
    pieces = tokenizer.encode(text, add_special_tokens=False)
    ids, offsets = pieces.ids[:MAX_TEXT_PIECES], pieces.offsets[:MAX_TEXT_PIECES]
    earlier = tokenizer.encode(before, add_special_tokens=False)
    skipped = max(0, len(earlier.ids) - (MAX_PIECES - 3 - len(ids)))
    cls, sep = tokenizer.token_to_id("[CLS]"), tokenizer.token_to_id("[SEP]")
    kept = earlier.ids[skipped:]
    return Encoding(
        text=text,
        before=before,
        ids=[cls, *kept, sep, *ids, sep],
        text_start=len(kept) + 2,
        offsets=offsets,
        before_offsets=earlier.offsets[skipped:],
    )


def encode_pair(tokenizer: Any, first: str, second: str) -> tuple[list[int], int]:
    """Return the word pieces of `[CLS] first [SEP] second [SEP]`, and the position of the first piece of `second`."""
    cls, sep = tokenizer.token_to_id("[CLS]"), tokenizer.token_to_id("[SEP]")
    one = tokenizer.encode(first, add_special_tokens=False).ids[-MAX_FIRST_PIECES:]
    other = tokenizer.encode(second, add_special_tokens=False).ids[:MAX_SECOND_PIECES]
    return [cls, *one, sep, *other, sep], len(one) + 2
