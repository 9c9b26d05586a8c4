"""The clauses of an answer: each says yes, no or something else."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import islice, pairwise

from ricordo_travel.dialogue.values.text import normalise
from ricordo_travel.dialogue.yes.act_reader import MessagePart
from ricordo_travel.dialogue.yes.answers import STRONG, is_no, is_yes

_BREAK = re.compile(
    r"[.!,;:]+\s+|(?<=\?)\s+|\s+-+\s+|\s+(?=(?:and|also|plus|now|then|can|could)\b(?!'))|"
    r"(?<!\ball)(?<!thing)\s+(?=but\b)",
    re.IGNORECASE,
)
_CONNECTIVE = re.compile(r"(?:and|but|also|plus|now|then|can|could)\b", re.IGNORECASE)
EXCEPT = re.compile(
    r"\b(?:(?P<plain>except|apart from|other than)|but not|without|not|(?<=\ball )but|(?<=everything )but)(?: for)?\b"
    r"(?P<what>.*)$"
)
"""What a yes leaves out: "all except the car"."""
ALL = re.compile(r"\b(?:all|both|everything|every one|each|them|the lot|these|those)\b")
_ALL_BUT = re.compile(r"\b(?:all|\w{1,5}thing) but\W?$", re.IGNORECASE)
_THE_ONE = re.compile(r"\b(?:the|that|this) (?:one|flight|hotel|room|car)$", re.IGNORECASE)
_WHICH = re.compile(r"(?:back|home|there|out|to|from|in|at|on)\b", re.IGNORECASE)
"""What says which one is meant, where the reader parted it from that: "no to the one / back to Berlin"."""
_REACH = 12
_MAX_PIECES = 24
"""Pieces into which a message is cut. What comes after them is one more."""


def cut_clauses(parts: Sequence[MessagePart]) -> list[MessagePart]:
    """Return the clauses of a message, each with the act of the part that it stands in, or of the longer one of two."""
    clauses: list[MessagePart] = []
    for part in parts:
        for number, text in enumerate(_split(part.text)):
            last = clauses[-1] if clauses else None
            if last and number == 0 and _THE_ONE.search(last.text) and _WHICH.match(text):
                clauses[-1] = replace(last, text=f"{last.text} {text}")
            elif last and number == 0 and _is_one_clause(last.text, text):
                longer = max(last, part, key=lambda each: len(each.text))
                clauses[-1] = replace(longer, text=f"{last.text} {text}")
            else:
                clauses.append(replace(part, text=text))
    if len(clauses) > _MAX_PIECES:  # nobody answers at such length
        rest = " ".join(clause.text for clause in clauses[_MAX_PIECES:])
        return [*clauses[:_MAX_PIECES], MessagePart("other", rest, 0.0)]
    return clauses


def part_exception(text: str) -> tuple[str, str]:
    """Return a piece without what it leaves out, and that: "all" and "the car" of "all except the car"."""
    match = EXCEPT.search(text)
    if match is None or not (match["plain"] or ALL.search(text[: match.start()])):
        return text, ""
    return text[: match.start()].strip(), match["what"]


def _is_one_clause(one: str, other: str) -> bool:
    """Return whether the reader parted what nothing else parts, and what does not begin with a yes or a no."""
    if _ALL_BUT.search(f"{one[-_REACH:]} {other[:4]}"):
        return True
    if one.endswith((".", ",", "!", "?", ";", ":")) or _CONNECTIVE.match(other):
        return False
    text = normalise(one)
    return bool(EXCEPT.match(normalise(other))) or not (is_yes(text) or STRONG.match(text) or is_no(text))


def _split(text: str) -> list[str]:
    ends = [match.end() for match in islice(_BREAK.finditer(text), _MAX_PIECES)]
    starts = [0, *ends, len(text)]
    return [piece for start, end in pairwise(starts) if (piece := text[start:end].strip())]
