"""Comparison of a statement with known memories: same, more specific, contrary, an end, or new. Pure functions.

Statements about different subjects are never related. With a slot, the slot decides: two homes contradict each other,
two hobbies do not. Without one, a judge decides where there is one; else vectors find similar memories, and polarity,
numbers and names decide whether these say the same.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, cast

from ricordo.language.numbers import duration_in, numbers, numbers_in, speaks_of_time
from ricordo.language.polarity import is_negative, remove_negations
from ricordo.language.slots import GENERAL_SLOTS, Slot, SlotRegistry
from ricordo.language.words import stem, terms
from ricordo.learn.subjects import is_mentioned, is_same_subject
from ricordo.ports import judge
from ricordo.tasks.word_caches import cache_words
from ricordo.values import Memory

Relation = Literal["same", "refines", "contradicts", "ends", "new"]

_CACHE_SIZE = 4_096
"""Texts whose analysis is cached, since every candidate is compared with all memories of a person."""

_NAME = re.compile(r"(?<!^)\b[A-Z][\w'’-]+")
_WORD = re.compile(r"[\w+#]+")
_CURRENCIES = {"$": "dollar", "usd": "dollar", "€": "euro", "eur": "euro", "£": "pound", "gbp": "pound"}
_CURRENCY = re.compile(r"[$€£]|\b(?:dollar|euro|pound)s?\b|\b(?:usd|eur|gbp)\b", re.IGNORECASE)
_QUALIFIERS = frozenset(
    "around roughly approximately approx circa maybe max maximum total year old usd eur gbp dollar euro pound".split()
)
_AGE = re.compile(r"\bold\b", re.IGNORECASE)
_CONTINUATIONS = frozenset("called named in at with from for on of who that which and near by".split())
"""Words that tell more about the thing before them. Any other word makes it another thing: coffee, coffee cake."""

_IDENTIFYING_KEYS = ("destination", "place", "name", "title", "city", "country")
"""Keys whose value identifies an object."""


@dataclass(frozen=True, slots=True)
class Statement:
    """The part of a candidate or a memory that is compared."""

    content: str
    field: str | None = None
    value: Any = None
    ended: bool = False
    subject: str | None = None
    negated: bool = False

    @classmethod
    def of(cls, memory: Memory, *, ended: bool = False) -> Statement:
        """Return the statement of a memory."""
        return cls(memory.content, memory.field, memory.value, ended, memory.subject, memory.negated)


@dataclass(frozen=True, slots=True)
class Known:
    """A known memory to compare a statement with.

    Attributes:
        memory: The memory.
        cosine: The cosine between its vector and that of the statement.
        opinion: A judge's opinion of the two.
        was_shown: Whether an extractor that was shown the memory called the statement a new one.
    """

    memory: Memory
    cosine: float
    opinion: Mapping[judge.Relation, float] | None = None
    was_shown: bool = False


@dataclass(frozen=True, slots=True)
class Thresholds:
    """The least cosines at which two texts say the same and are about the same thing.

    ``near`` and ``near_same`` are lower: they hold where a model says that one changes or repeats the other.
    """

    same: float
    related: float
    near: float = 0.0
    near_same: float = 0.0


@dataclass(frozen=True, slots=True)
class Comparison:
    """The relation of a statement to known memories, and these memories."""

    relation: Relation
    memories: tuple[Memory, ...] = ()


NEW = Comparison("new")


def compare(
    statement: Statement,
    known: Sequence[Known],
    thresholds: Thresholds,
    *,
    many: frozenset[str] = frozenset(),
    slots: SlotRegistry = GENERAL_SLOTS,
) -> Comparison:
    """Compare a statement with known memories.

    Args:
        statement: The statement.
        known: The memories, with their cosines to the statement.
        thresholds: The cosines from which on two texts are similar.
        many: Slots that take many values, besides those of the slot registry.
        slots: The slot registry.

    Returns:
        The relation, and the memories that it concerns; no memories if the statement is new.
    """
    known = [
        item
        for item in known
        if is_same_subject(item.memory.subject, statement.subject) or _names_what_is_over(statement, item.memory)
    ]
    for item in known:
        if not statement.ended and _is_same_text(item.memory.content, statement.content):
            return Comparison("same", (item.memory,))
    by_slot = None if statement.field is None else _compare_fields(statement, known, many=many, slots=slots)
    if by_slot is not None:
        return by_slot
    return _compare_opinions(statement, known, thresholds, slots) or _compare_texts(statement, known, thresholds)


def _names_what_is_over(statement: Statement, old: Memory) -> bool:
    """Return whether a statement that somebody is gone ends the person's memory of them: "Has a cat called Tilly"."""
    is_kept = old.subject is None and old.field is not None and old.field == statement.field
    return statement.ended and is_kept and is_mentioned(statement.subject or "", str(old.value))


def _compare_fields(
    statement: Statement, known: Sequence[Known], *, many: frozenset[str], slots: SlotRegistry
) -> Comparison | None:
    """Compare with the memories of the same slot and its opposite; None if they do not decide."""
    field = statement.field or ""
    name, slot = slots.name_of(field), slots.find(field)
    rows = [item.memory for item in known if item.memory.field and slots.name_of(item.memory.field) == name]
    if statement.ended:
        return _compare_ended(statement, rows)
    contrary = tuple(row for row in rows if row.negated != statement.negated and _overlaps(row.value, statement.value))
    if contrary:
        return Comparison("contradicts", contrary)
    rows = [row for row in rows if row.negated == statement.negated]
    takes_many = statement.negated or (slot.many if slot else name in many)
    by_slot = _compare_many(statement, rows, slot) if takes_many else _compare_single(statement, rows)
    if by_slot is not None or not takes_many:
        return by_slot
    opposite = slot.opposite if slot else None
    against = [item.memory for item in known if opposite and item.memory.field == opposite]
    contrary = tuple(memory for memory in against if is_same_value(memory.value, statement.value))
    return Comparison("contradicts", contrary) if contrary else None


_MIN_PROBABILITY, _MIN_PROBABILITY_AGAINST_MODEL = 0.55, 0.95
"""The probability from which a judge is believed: by itself, and against a model that called the statement new."""

_MIN_PROBABILITY_AGAINST_POLARITY = 0.85

_BY_OPINION: dict[judge.Relation, Relation] = {
    "same": "same",
    "finer": "refines",
    "replaces": "contradicts",
    "ends": "ends",
}


def _compare_opinions(
    statement: Statement, known: Sequence[Known], thresholds: Thresholds, slots: SlotRegistry
) -> Comparison | None:
    """Return the surest relation that a judge sees and the words allow; None if there is none."""
    best: tuple[float, judge.Relation, Memory] | None = None
    for item in known:
        if item.was_shown and _has_other_slot(item.memory, statement):
            continue
        least = _MIN_PROBABILITY_AGAINST_MODEL if item.was_shown else _MIN_PROBABILITY
        for relation in ("same",) if item.was_shown else _BY_OPINION:
            probability = (item.opinion or {}).get(relation, 0.0)
            is_better = probability >= least and (best is None or probability > best[0])
            old = Statement.of(item.memory)
            is_possible = relation in {"same", "finer"} or _has_common_topic(statement, item, thresholds, slots)
            if is_better and is_possible and _allow(relation, probability, statement, old):
                best = (probability, relation, item.memory)
    return Comparison(_BY_OPINION[best[1]], (best[2],)) if best else None


def _has_common_topic(new: Statement, item: Known, thresholds: Thresholds, slots: SlotRegistry) -> bool:
    """Return whether a statement can change a memory: same slot, a common word, or else much the same meaning.

    A slot of one value is filled by that slot only: what somebody loves does not change their age. What still holds
    changes nothing, and the end of an old car ends no new one.
    """
    old = item.memory
    if _GOES_ON.match(new.content) or (_OLD_ONE.search(new.content) and _NEW_ONE.search(old.content)):
        return False
    if old.field is not None and old.field == new.field:
        return True
    if new.field is not None and {old.field, new.field} & _OF_ITS_OWN:
        return False
    names = set(terms(f"{new.subject or ''} {old.subject or ''}"))
    if (_plain_words(new.content) & _plain_words(old.content)) - names - _WISHING:
        return True
    slot = slots.find(old.field) if old.field else None
    return (slot is None or slot.many) and item.cosine >= thresholds.near_same


_WISHING = frozenset(terms("need needs want wants wish wishes require requires"))
"""Words that tell nothing of the topic: who needs an aisle seat may need a room on a low floor, too."""

_OF_ITS_OWN = frozenset({"name", "age", "birthday", "home", "origin", "budget", "travellers", "trip_length"})
"""Slots that nothing of another slot changes: a budget per night says nothing about how many nights."""


def _allow(relation: judge.Relation, probability: float, new: Statement, old: Statement) -> bool:
    """Return whether two statements can have a relation: the same has the same names and numbers.

    It has the same polarity too, unless the judge is very sure: "Is teetotal", "Never drinks alcohol".
    """
    if relation not in {"same", "finer"}:
        return True
    if _denies(new) != _denies(old) and probability < _MIN_PROBABILITY_AGAINST_POLARITY:
        return False
    return not _has_more(new, old) if relation == "same" else not _has_more(old, new)


def has_new_details(new: Statement, old: Statement) -> bool:
    """Return whether a statement has a number or a name that the older one lacks, or contradicts it.

    "Does not eat meat" repeats "Is vegetarian": without a word in common, a negation tells nothing.
    """
    has_common_words = bool(_plain_words(new.content) & _plain_words(old.content))
    return (has_common_words and _denies(new) != _denies(old)) or _has_more(new, old)


def _has_more(new: Statement, old: Statement) -> bool:
    if not set(numbers_in(new.content)) <= set(numbers_in(old.content)):
        return True
    words = frozenset(_normalise(old.content).split())
    return any(word not in words for name in _names(new.content) for word in _normalise(name).split())


def _denies(statement: Statement) -> bool:
    return statement.negated or is_negative(statement.content)


def is_same_value(one: Any, other: Any) -> bool:
    """Return whether two values differ only in case, word forms or notation, as "2k" and "$2,000"."""
    if one is None or other is None:
        return one is other
    first, second = _text(one), _text(other)
    money = _currencies(first), _currencies(second)
    if (all(money) and money[0] != money[1]) or is_negative(first) != is_negative(second):
        return False
    if _is_same_text(first, second):
        return True
    if numbers_in(first) and numbers_in(second):
        return _is_same_number(first, second)
    stems = [(*terms(text), *re.findall(r"[+#]", text)) for text in (first, second)]
    return bool(stems[0]) and stems[0] == stems[1]


def _is_same_number(first: str, second: str) -> bool:
    """Return whether two texts have the same duration, or the same number of the same thing or of any thing."""
    is_money = bool(_currencies(first) | _currencies(second))  # "$250 a night" is no length of time
    durations = [None if is_money or _AGE.search(text) else duration_in(text) for text in (first, second)]
    if any(durations):
        return durations[0] == durations[1] or terms(first) == terms(second)
    things = _things(first), _things(second)
    return numbers_in(first) == numbers_in(second) and (not all(things) or things[0] == things[1])


def _is_same_text(one: str, other: str) -> bool:
    """Return whether two texts differ only in case and punctuation; texts of punctuation only must be equal."""
    words = _normalise(one)
    return words == _normalise(other) and (bool(words) or one == other)


def _currencies(text: str) -> frozenset[str]:
    found: list[str] = _CURRENCY.findall(text.lower())
    return frozenset(_CURRENCIES.get(mark, mark.rstrip("s")) for mark in found)


def _things(text: str) -> frozenset[str]:
    """Return the words of a text without its numbers."""
    found = numbers(text)
    starts, ends = [0, *(number.end for number in found)], [*(number.start for number in found), len(text)]
    rest = "".join(text[start:end] for start, end in zip(starts, ends, strict=True))
    return frozenset(terms(_CURRENCY.sub(" ", rest))) - _QUALIFIERS


def _compare_ended(statement: Statement, rows: Sequence[Memory]) -> Comparison | None:
    ended = tuple(row for row in rows if statement.value is None or _covers(row, statement))
    return Comparison("ends", ended) if ended else None


def _covers(row: Memory, statement: Statement) -> bool:
    """Return whether an end concerns a memory: "no more running" ends "runs marathons", "my old car" no new one."""
    if _overlaps(row.value, statement.value):
        return not (_OLD_ONE.search(statement.content) and _NEW_ONE.search(row.content))
    words = set(terms(_text(statement.value)))
    return bool(words) and words <= set(terms(_text(row.value)))


_GOES_ON = re.compile(r"still\b", re.IGNORECASE)
_OLD_ONE = re.compile(r"\b(?:old|previous|former|last)\b", re.IGNORECASE)
_NEW_ONE = re.compile(r"\bnew\b", re.IGNORECASE)


def _compare_single(statement: Statement, rows: Sequence[Memory]) -> Comparison | None:
    """Compare with the memories of a slot that takes one value: the same, a more specific or another value.

    Values of different things are left alone: a budget for flights does not replace one for hotels.
    """
    rows = [row for row in rows if not _is_of_another_thing(row, statement)]
    for row in rows:
        if is_same_value(row.value, statement.value):
            return Comparison("same", (row,))
    refined = tuple(row for row in rows if _contains(statement.value, row.value))
    if refined:
        return Comparison("refines", refined)
    broader = tuple(row for row in rows if _contains(row.value, statement.value))
    if broader:
        return Comparison("same", broader[:1])
    return Comparison("contradicts", tuple(rows)) if rows else None


def _is_of_another_thing(row: Memory, statement: Statement) -> bool:
    """Return whether the words around two values have nothing in common, though both have some."""
    if not isinstance(row.value, str) or not isinstance(statement.value, str):
        return False
    around = [
        {word for word in terms(content) if not word[0].isdigit()}
        - _FILLERS
        - (set() if numbers_in(value) else set(terms(value)))  # "600 for the flights" says of what it is
        for content, value in ((row.content, row.value), (statement.content, statement.value))
    ]
    return all(around) and not around[0] & around[1]


_FILLERS = frozenset(
    "live resid move home work job compani budget about around total max trip travel last take is be now new use want "
    "plan go euro dollar pound per person year old age turn month week day night name call".split()
)
"""Stems that stand around values and do not say of what they are."""


def _compare_many(statement: Statement, rows: Sequence[Memory], slot: Slot | None) -> Comparison | None:
    """Compare with the memories of a slot that takes many values; None if the value is not among them."""
    for row in rows:
        if is_same_value(row.value, statement.value) and not _happened_again(row, statement):
            has_new_details = _details(row.value) != _details(statement.value) and any(_details(statement.value))
            return Comparison("refines" if has_new_details else "same", (row,))
    refined = tuple(row for row in rows if _continues(row.value, statement.value))
    if refined:
        return Comparison("refines", refined)
    is_fact = slot is not None and slot.kind == "semantic"
    broader = tuple(row for row in rows if is_fact and _continues(statement.value, row.value))
    return Comparison("same", broader) if len(broader) == 1 else None


def _happened_again(row: Memory, statement: Statement) -> bool:
    """Return whether two statements name different years: somebody was in Lisbon twice."""
    years = [
        {number for number in numbers_in(content) if _are_years([number])}
        for content in (row.content, statement.content)
    ]
    return all(years) and not years[0] & years[1]


def _compare_texts(statement: Statement, known: Sequence[Known], thresholds: Thresholds) -> Comparison:
    near = [item for item in known if item.cosine >= thresholds.related and not item.was_shown]
    similar = sorted(
        (item for item in near if not _has_other_slot(item.memory, statement)), key=lambda item: -item.cosine
    )
    for item in similar:
        if relation := _compare_text(item, statement, thresholds):
            return Comparison(relation, (item.memory,))
    return NEW


def _has_other_slot(memory: Memory, statement: Statement) -> bool:
    """Return whether both have a slot, and not the same one: how long a trip is says nothing about its budget."""
    return None not in {memory.field, statement.field} and memory.field != statement.field


def _compare_text(item: Known, statement: Statement, thresholds: Thresholds) -> Relation | None:
    """Return the relation of a statement to a similar memory; None if they are about different things."""
    if item.opinion is not None and item.opinion.get("independent", 0.0) >= _MIN_PROBABILITY:
        return None
    old, new = item.memory.content, statement.content
    new_names, old_names = _names(new), _names(old)
    if not new_names >= old_names:
        return None
    is_alike = _word_overlap(old, new) >= _MIN_OVERLAP
    if statement.ended:
        return "ends" if is_alike and not is_negative(old) else None
    if is_negative(old) != is_negative(new):
        return "contradicts" if is_alike else None
    new_numbers, old_numbers = numbers_in(new), numbers_in(old)
    if new_numbers and old_numbers and new_numbers != old_numbers:
        is_update = is_alike and new_names == old_names and not _are_years(new_numbers, old_numbers)
        return "contradicts" if is_update else None
    if new_names == old_names and new_numbers == old_numbers and item.cosine >= thresholds.same:
        return "same"
    return "refines" if set(terms(old)) < set(terms(new)) and _continues(old, new, anywhere=True) else None


_MIN_OVERLAP = 0.6


def _word_overlap(one: str, other: str) -> float:
    """Return the share of the shorter text's words that occur in the longer one, without numbers and negations."""
    first, second = _plain_words(one), _plain_words(other)
    return len(first & second) / max(1, min(len(first), len(second)))


@cache_words(_CACHE_SIZE)
def _plain_words(text: str) -> frozenset[str]:
    return frozenset(word for word in terms(remove_negations(text)) if not word[0].isdigit())


def _are_years(*found: list[float]) -> bool:
    """Return whether all numbers are years. Something that happened in two years happened twice."""
    return all(1900 <= number < 2100 for numbers in found for number in numbers)


@cache_words(_CACHE_SIZE)
def _names(text: str) -> frozenset[str]:
    return frozenset(name.casefold().removesuffix("'s").removesuffix("’s") for name in _NAME.findall(text))


@cache_words(_CACHE_SIZE)
def _normalise(text: str) -> str:
    return " ".join(_WORD.findall(text.casefold()))


def _contains(long: Any, short: Any) -> bool:
    """Return whether a text contains a shorter one at a word boundary. "New York" does not contain "York"."""
    if not isinstance(long, str) or not isinstance(short, str) or numbers_in(long) != numbers_in(short):
        return False
    if is_negative(long) != is_negative(short) or speaks_of_time(long) != speaks_of_time(short):
        return False
    whole, part = _normalise(long), _normalise(short)
    if not part or whole == part:
        return False
    return f"{whole} ".startswith(f"{part} ") or (whole.endswith(f" {part}") and not short[:1].isupper())


def _continues(short: Any, long: Any, *, anywhere: bool = False) -> bool:
    """Return whether a text continues a shorter one about the same thing: "a dog", "a dog called Rex"."""
    if not isinstance(long, str) or not isinstance(short, str) or is_negative(long) != is_negative(short):
        return False
    whole, part = _normalise(long).split(), _normalise(short).split()
    if not part or len(whole) <= len(part):
        return False
    if anywhere:
        positions = [position for position, word in enumerate(whole) if stem(word) == stem(part[-1])]
        return any(position + 1 == len(whole) or whole[position + 1] in _CONTINUATIONS for position in positions)
    return whole[: len(part)] == part and (whole[len(part)] in _CONTINUATIONS or f"{part[-1]}," in long.casefold())


def _overlaps(one: Any, other: Any) -> bool:
    return is_same_value(one, other) or _contains(one, other) or _contains(other, one)


def _text(value: Any) -> str:
    """Return a value as a text; for an object, the value that identifies it."""
    if not isinstance(value, Mapping):
        return str(value)
    parts = cast("Mapping[str, Any]", value)
    identity = next((parts[name] for name in _IDENTIFYING_KEYS if parts.get(name)), None)
    return str(identity if identity is not None else next(iter(parts.values()), ""))


def _details(value: Any) -> list[Any]:
    """Return the values of an object besides the one that identifies it."""
    if not isinstance(value, Mapping):
        return []
    return [part for part in cast("Mapping[str, Any]", value).values() if part and str(part) != _text(value)]
