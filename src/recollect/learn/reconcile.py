"""What a candidate is to what is already known: the same, finer, contrary, an end, or new. Pure functions.

Slots decide where there are any: two homes contradict each other, two hobbies do not. Elsewhere the vectors say what is
near, and polarity, numbers and names whether near things say the same.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal, cast

from recollect.text.numbers import numbers_in
from recollect.text.slots import SLOTS, slot_name
from recollect.text.words import terms
from recollect.values import Memory

Relation = Literal["same", "refines", "contradicts", "ends", "new"]

_REMEMBERED = 4_096
"""Texts of which the analysis is kept: what is known about a person is compared with every candidate."""

_NEGATIVE = re.compile(
    r"\b(?:not|no|never|no longer|any ?more|dis\w+|hates?|avoids?|doesn.?t|don.?t|isn.?t|without|used to)\b",
    re.IGNORECASE,
)
_NAME = re.compile(r"(?<!^)\b[A-Z][\w'’-]+")


@dataclass(frozen=True, slots=True)
class Statement:
    """What is compared: something proposed, or something known."""

    content: str
    field: str | None = None
    value: Any = None
    ended: bool = False

    @classmethod
    def of(cls, memory: Memory) -> Statement:
        """What a memory states."""
        return cls(memory.content, memory.field, memory.value)


@dataclass(frozen=True, slots=True)
class Known:
    """A memory, and how near its words are to the candidate's."""

    memory: Memory
    cosine: float


@dataclass(frozen=True, slots=True)
class Thresholds:
    """From which cosine on two memories say the same, and from which on they are about the same thing."""

    same: float
    related: float


@dataclass(frozen=True, slots=True)
class Verdict:
    """How a candidate relates to which memories."""

    relation: Relation
    memories: tuple[Memory, ...] = ()


NEW = Verdict("new")


def decide(
    statement: Statement, known: Sequence[Known], thresholds: Thresholds, *, many: frozenset[str] = frozenset()
) -> Verdict:
    """What ``statement`` is to what is ``known``; ``many`` names fields that take many values, besides the slots."""
    for item in known:
        if _folded(item.memory.content) == _folded(statement.content) and not statement.ended:
            return Verdict("same", (item.memory,))
    if statement.field is None:
        return _by_words(statement, known, thresholds)
    slot = slot_name(statement.field)
    rows = [item.memory for item in known if item.memory.field and slot_name(item.memory.field) == slot]
    if statement.ended:
        return _ending(statement, rows)
    by_slot = _many(statement, rows) if _takes_many(slot, many) else _single(statement, rows)
    if by_slot is not None:
        return by_slot
    opposite = SLOTS[slot].opposite if slot in SLOTS else None
    against = [item.memory for item in known if opposite and item.memory.field == opposite]
    contrary = tuple(memory for memory in against if same_value(memory.value, statement.value))
    return Verdict("contradicts", contrary) if contrary else NEW


def same_value(one: Any, other: Any) -> bool:
    """Whether two values are the same but for spelling: case, stems, "2k" and "$2,000"; objects by what they are of."""
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        return _key(cast("Mapping[str, Any]", one)) == _key(cast("Mapping[str, Any]", other))
    if one is None or other is None:
        return one is other
    first, second = str(cast("object", one)), str(cast("object", other))
    numbers = numbers_in(first)
    if numbers and numbers == numbers_in(second) and _units(first) == _units(second):
        return True
    return _folded(first) == _folded(second) or (bool(terms(first)) and terms(first) == terms(second))


def _takes_many(slot: str, many: frozenset[str]) -> bool:
    return SLOTS[slot].many if slot in SLOTS else slot in many


def _ending(statement: Statement, rows: Sequence[Memory]) -> Verdict:
    meant = tuple(row for row in rows if statement.value is None or _within(row.value, statement.value))
    return Verdict("ends", meant) if meant else NEW


def _single(statement: Statement, rows: Sequence[Memory]) -> Verdict | None:
    """Of a slot with one value: the same, a finer one, or another one."""
    for row in rows:
        if same_value(row.value, statement.value):
            return Verdict("same", (row,))
    finer = tuple(row for row in rows if _contains(statement.value, row.value))
    if finer:
        return Verdict("refines", finer)
    coarser = tuple(row for row in rows if _contains(row.value, statement.value))
    if coarser:
        return Verdict("same", coarser[:1])
    return Verdict("contradicts", tuple(rows)) if rows else None


def _many(statement: Statement, rows: Sequence[Memory]) -> Verdict | None:
    """Of a slot with many values: one that is there, perhaps in finer words, or one more."""
    for row in rows:
        if same_value(row.value, statement.value):
            changed = _details(row.value) != _details(statement.value) and any(_details(statement.value))
            return Verdict("refines" if changed else "same", (row,))
    finer = tuple(row for row in rows if _contains(statement.value, row.value))
    return Verdict("refines", finer) if finer else None


def _by_words(statement: Statement, known: Sequence[Known], thresholds: Thresholds) -> Verdict:
    near = sorted((item for item in known if item.cosine >= thresholds.related), key=lambda item: -item.cosine)
    for item in near:
        old = item.memory.content
        if _negative(old) != _negative(statement.content) and _overlap(old, statement.content) >= _MOSTLY:
            return Verdict("contradicts", (item.memory,))
        if _names(old) != _names(statement.content):
            continue
        ours, theirs = numbers_in(statement.content), numbers_in(old)
        if ours != theirs and ours and theirs:
            if _overlap(old, statement.content) >= _MOSTLY:
                return Verdict("contradicts", (item.memory,))
            continue
        if item.cosine >= thresholds.same and ours == theirs:
            return Verdict("same", (item.memory,))
        if set(terms(old)) < set(terms(statement.content)):
            return Verdict("refines", (item.memory,))
    return NEW


_MOSTLY = 0.6


def _overlap(one: str, other: str) -> float:
    """The share of the words of the shorter that stand in the longer, numbers and negations aside."""
    first, second = _plain_words(one), _plain_words(other)
    return len(first & second) / max(1, min(len(first), len(second)))


@lru_cache(maxsize=_REMEMBERED)
def _plain_words(text: str) -> frozenset[str]:
    return frozenset(word for word in terms(_NEGATIVE.sub(" ", text)) if not word[0].isdigit())


@lru_cache(maxsize=_REMEMBERED)
def _negative(text: str) -> bool:
    return len(_NEGATIVE.findall(text)) % 2 == 1


@lru_cache(maxsize=_REMEMBERED)
def _names(text: str) -> frozenset[str]:
    return frozenset(name.casefold().removesuffix("'s") for name in _NAME.findall(text))


@lru_cache(maxsize=_REMEMBERED)
def _folded(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.casefold()))


def _contains(long: Any, short: Any) -> bool:
    """Whether one text says all that another says, and more."""
    if not isinstance(long, str) or not isinstance(short, str) or numbers_in(long) != numbers_in(short):
        return False
    return f" {_folded(short)} " in f" {_folded(long)} " and _folded(short) != _folded(long)


def _within(one: Any, other: Any) -> bool:
    return same_value(one, other) or _contains(one, other) or _contains(other, one)


def _units(text: str) -> str:
    return "".join(re.findall(r"days?|nights?|weeks?|months?|years?|hours?", text.lower())).replace("s", "")


def _key(value: Mapping[str, Any]) -> str:
    return _folded(str(next(iter(value.values()), "")))


def _details(value: Any) -> list[Any]:
    return list(cast("Mapping[str, Any]", value).values())[1:] if isinstance(value, Mapping) else []
