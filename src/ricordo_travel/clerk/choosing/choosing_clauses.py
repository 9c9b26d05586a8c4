"""The clauses of a message in which something is chosen: what each says, asks or denies, and of which way."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from ricordo_travel.clerk.choosing.described import PART

_CUT = re.compile(r"[.;!?\n]+(?:\s|$)|,\s|,?\s(?:and|but|plus|also|&|\+)\s")
_ASKS = re.compile(
    r"(?:and |so |also )?(?:what|which|is|are|does|do (?:they|you|we|i)|"
    r"(?:can|could)(?! (?:i|we|you) (?:have|take|get|book|do)\b)|how|when|where|who|why|any|has|"
    r"have (?:you|they)|will|would|should)\b"
)
DENIES = re.compile(r"\b(?:not|don't|dont|isn't|instead of|rather than|than|except|nor|without|neither|too \w+)\b")
_AT_TIME = re.compile(r"(?:at |the )?\d")
_BACK = re.compile(r"\b(?:back|return|returning|home|homewards?|inbound)\b")
_THERE = re.compile(r"\b(?:there|out|outbound|outward|over|going)\b")


@dataclass(frozen=True, slots=True)
class ChoiceClause:
    """A part of a message, normalised; it is open if it is no question and denies nothing."""

    text: str
    is_open: bool
    is_question: bool = False

    @property
    def way(self) -> Literal["there", "back"] | None:
        """The way that it speaks of."""
        return "back" if _BACK.search(self.text) else "there" if _THERE.search(self.text) else None


def split_clauses(text: str) -> Iterator[ChoiceClause]:
    """Yield the clauses of a text. What follows the beginning of a question belongs to it, up to the question mark."""
    asks = False
    for part, mark in _cut(text):
        asks = asks or bool(_ASKS.match(part))
        if part:
            yield ChoiceClause(part, not asks and not DENIES.search(part), asks or mark.startswith("?"))
        asks = asks and mark[0] not in ".;!?\n"


def _cut(text: str) -> list[tuple[str, str]]:
    """Return the parts of a text, each with the mark or word after it; a time after a part of the day belongs to it."""
    parts: list[tuple[str, str]] = []
    start = 0
    ends = [(match.start(), match.end(), match[0]) for match in _CUT.finditer(text)]
    for end, begin, mark in [*ends, (len(text), len(text), ".")]:
        part = text[start:end].strip(" ,.;!?")
        last, comma = parts[-1] if parts else ("", "")
        if comma == ", " and PART.search(last) and not re.search(r"\d", last) and _AT_TIME.match(part):
            parts[-1] = (f"{last}, {part}", mark)
        else:
            parts.append((part, mark))
        start = begin
    return parts
