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

from ricordo.language.numbers import duration_in, numbers, numbers_in, speaks_of_time
from ricordo.language.slots import SLOTS, slot_name
from ricordo.language.words import stem, terms
from ricordo.values import Memory

Relation = Literal["same", "refines", "contradicts", "ends", "new"]

_REMEMBERED = 4_096
"""Texts of which the analysis is kept: what is known about a person is compared with every candidate."""

_NEGATIVE = re.compile(
    r"\b(?:not|no|never|dislikes?|hates?|avoids?|without|used to|quit|stopped|gave up|former(?:ly)?|cannot|"
    r"nicht|keine?n?|nie|nunca|jamais|pas)\b|n['’]t\b",
    re.IGNORECASE,
)
_NAME = re.compile(r"(?<!^)\b[A-Z][\w'’-]+")
_WORD = re.compile(r"[\w+#]+")
_CURRENCIES = {"$": "dollar", "usd": "dollar", "€": "euro", "eur": "euro", "£": "pound", "gbp": "pound"}
_CURRENCY = re.compile(r"[$€£]|\b(?:dollar|euro|pound)s?\b|\b(?:usd|eur|gbp)\b", re.IGNORECASE)
_ROUGHLY = frozenset(
    "around roughly approximately approx circa maybe max maximum total year old usd eur gbp dollar euro pound".split()
)
_AGE = re.compile(r"\bold\b", re.IGNORECASE)
_FOLLOWING = frozenset("called named in at with from for on of who that which and near by".split())
"""Words that go on about the thing before them; any other word makes another thing of it: coffee, coffee cake."""

_TELLING = ("destination", "place", "name", "title", "city", "country")
"""Parts of an object that say what it is of."""


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
class Comparison:
    """How a candidate relates to which memories."""

    relation: Relation
    memories: tuple[Memory, ...] = ()


NEW = Comparison("new")


def compare(
    statement: Statement, known: Sequence[Known], thresholds: Thresholds, *, many: frozenset[str] = frozenset()
) -> Comparison:
    """What ``statement`` is to what is ``known``; ``many`` names fields that take many values, besides the slots."""
    for item in known:
        if not statement.ended and _same_words(item.memory.content, statement.content):
            return Comparison("same", (item.memory,))
    if statement.field is None:
        return _by_words(statement, known, thresholds)
    slot = slot_name(statement.field)
    rows = [item.memory for item in known if item.memory.field and slot_name(item.memory.field) == slot]
    if statement.ended:
        return _ending(statement, rows)
    by_slot = _many(statement, rows, slot) if _takes_many(slot, many) else _single(statement, rows)
    if by_slot is not None:
        return by_slot
    opposite = SLOTS[slot].opposite if slot in SLOTS else None
    against = [item.memory for item in known if opposite and item.memory.field == opposite]
    contrary = tuple(memory for memory in against if same_value(memory.value, statement.value))
    return Comparison("contradicts", contrary) if contrary else NEW


def same_value(one: Any, other: Any) -> bool:
    """Whether two values are the same but for spelling: case, stems, "2k" and "$2,000"; objects by what they are of."""
    if one is None or other is None:
        return one is other
    first, second = _text(one), _text(other)
    money = _currencies(first), _currencies(second)
    if (all(money) and money[0] != money[1]) or _negative(first) != _negative(second):
        return False
    if _same_words(first, second):
        return True
    if numbers_in(first) and numbers_in(second):
        return _same_number(first, second)
    stems = [(*terms(text), *re.findall(r"[+#]", text)) for text in (first, second)]
    return bool(stems[0]) and stems[0] == stems[1]


def _same_number(first: str, second: str) -> bool:
    """The same length of time, or the same number of the same thing; a bare number agrees with any thing."""
    lengths = [None if _AGE.search(text) else duration_in(text) for text in (first, second)]
    if any(lengths):
        return lengths[0] == lengths[1] or terms(first) == terms(second)
    things = _things(first), _things(second)
    return numbers_in(first) == numbers_in(second) and (not all(things) or things[0] == things[1])


def _same_words(one: str, other: str) -> bool:
    """Whether two texts are equal but for case and marks; two that are nothing but marks must be equal altogether."""
    words = _folded(one)
    return words == _folded(other) and (bool(words) or one == other)


def _currencies(text: str) -> frozenset[str]:
    found: list[str] = _CURRENCY.findall(text.lower())
    return frozenset(_CURRENCIES.get(mark, mark.rstrip("s")) for mark in found)


def _things(text: str) -> frozenset[str]:
    """The words of a text that are not its number."""
    spans = numbers(text)
    rest = "".join(
        character for place, character in enumerate(text) if not any(n.start <= place < n.end for n in spans)
    )
    return frozenset(terms(_CURRENCY.sub(" ", rest))) - _ROUGHLY


def _takes_many(slot: str, many: frozenset[str]) -> bool:
    return SLOTS[slot].many if slot in SLOTS else slot in many


def _ending(statement: Statement, rows: Sequence[Memory]) -> Comparison:
    meant = tuple(row for row in rows if statement.value is None or _within(row.value, statement.value))
    return Comparison("ends", meant) if meant else NEW


def _single(statement: Statement, rows: Sequence[Memory]) -> Comparison | None:
    """Of a slot with one value: the same, a finer one, or another one."""
    for row in rows:
        if same_value(row.value, statement.value):
            return Comparison("same", (row,))
    finer = tuple(row for row in rows if _contains(statement.value, row.value))
    if finer:
        return Comparison("refines", finer)
    coarser = tuple(row for row in rows if _contains(row.value, statement.value))
    if coarser:
        return Comparison("same", coarser[:1])
    return Comparison("contradicts", tuple(rows)) if rows else None


def _many(statement: Statement, rows: Sequence[Memory], slot: str) -> Comparison | None:
    """Of a slot with many values: one that is there, perhaps in finer or, of a thing that one has, in fewer words."""
    for row in rows:
        if same_value(row.value, statement.value):
            changed = _details(row.value) != _details(statement.value) and any(_details(statement.value))
            return Comparison("refines" if changed else "same", (row,))
    finer = tuple(row for row in rows if _goes_on(row.value, statement.value))
    if finer:
        return Comparison("refines", finer)
    has = slot in SLOTS and SLOTS[slot].kind == "semantic"
    coarser = tuple(row for row in rows if has and _goes_on(statement.value, row.value))
    return Comparison("same", coarser) if len(coarser) == 1 else None


def _by_words(statement: Statement, known: Sequence[Known], thresholds: Thresholds) -> Comparison:
    near = sorted((item for item in known if item.cosine >= thresholds.related), key=lambda item: -item.cosine)
    for item in near:
        if relation := _between(item, statement, thresholds):
            return Comparison(relation, (item.memory,))
    return NEW


def _between(item: Known, statement: Statement, thresholds: Thresholds) -> Relation | None:
    """What a statement is to a memory that is about the same thing; None if it is something else."""
    old, new = item.memory.content, statement.content
    ours, theirs = _names(new), _names(old)
    if not ours >= theirs:
        return None
    mostly = _overlap(old, new) >= _MOSTLY
    if statement.ended:
        return "ends" if mostly and not _negative(old) else None
    if _negative(old) != _negative(new):
        return "contradicts" if mostly else None
    counted, before = numbers_in(new), numbers_in(old)
    if counted and before and counted != before:
        return "contradicts" if mostly and ours == theirs and not _years(counted, before) else None
    if ours == theirs and counted == before and item.cosine >= thresholds.same:
        return "same"
    return "refines" if set(terms(old)) < set(terms(new)) and _goes_on(old, new, anywhere=True) else None


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


def _years(*found: list[float]) -> bool:
    """Whether these are years: what happened in two of them happened twice."""
    return all(1900 <= number < 2100 for numbers in found for number in numbers)


@lru_cache(maxsize=_REMEMBERED)
def _names(text: str) -> frozenset[str]:
    return frozenset(name.casefold().removesuffix("'s").removesuffix("’s") for name in _NAME.findall(text))


@lru_cache(maxsize=_REMEMBERED)
def _folded(text: str) -> str:
    return " ".join(_WORD.findall(text.casefold()))


def _contains(long: Any, short: Any) -> bool:
    """Whether one text says all that another says, and more. York is not in New York."""
    if not isinstance(long, str) or not isinstance(short, str) or numbers_in(long) != numbers_in(short):
        return False
    if _negative(long) != _negative(short) or speaks_of_time(long) != speaks_of_time(short):
        return False
    whole, part = _folded(long), _folded(short)
    if not part or whole == part:
        return False
    return f"{whole} ".startswith(f"{part} ") or (whole.endswith(f" {part}") and not short[:1].isupper())


def _goes_on(short: Any, long: Any, *, anywhere: bool = False) -> bool:
    """Whether one text begins like another and then says more about the same thing: a dog, a dog called Rex."""
    if not isinstance(long, str) or not isinstance(short, str) or _negative(long) != _negative(short):
        return False
    whole, part = _folded(long).split(), _folded(short).split()
    if not part or len(whole) <= len(part):
        return False
    if anywhere:
        places = [place for place, word in enumerate(whole) if stem(word) == stem(part[-1])]
        return any(place + 1 == len(whole) or whole[place + 1] in _FOLLOWING for place in places)
    return whole[: len(part)] == part and (whole[len(part)] in _FOLLOWING or f"{part[-1]}," in long.casefold())


def _within(one: Any, other: Any) -> bool:
    return same_value(one, other) or _contains(one, other) or _contains(other, one)


def _text(value: Any) -> str:
    """A value as a text; of an object, what it is of."""
    if not isinstance(value, Mapping):
        return str(value)
    parts = cast("Mapping[str, Any]", value)
    telling = next((parts[name] for name in _TELLING if parts.get(name)), None)
    return str(telling if telling is not None else next(iter(parts.values()), ""))


def _details(value: Any) -> list[Any]:
    """What an object says besides what it is of."""
    if not isinstance(value, Mapping):
        return []
    return [part for part in cast("Mapping[str, Any]", value).values() if part and str(part) != _text(value)]
