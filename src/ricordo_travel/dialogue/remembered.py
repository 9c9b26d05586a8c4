"""The remembered things that a text means: one resolver for telling, erasing and correcting.

A thing is a value of the profile, one item of such a value, or a memory of the person or of somebody around them.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ricordo_travel.dialogue.keywords import keywords
from ricordo_travel.dialogue.memory_words import find_field
from ricordo_travel.dialogue.money import find_noted_budget, parse_money
from ricordo_travel.dialogue.plan import ToolCall, ToolResult, call, join_words
from ricordo_travel.dialogue.recollection import Row, Topic, find_rows, find_topic
from ricordo_travel.dialogue.statements import find_statements
from ricordo_travel.traveller import LABELS

Fields = Mapping[str, Mapping[str, Any]]
"""The known fields of the profile, each with its value and whether it is disputed."""
LISTS = frozenset({"interests", "preferences", "past_destinations"})
SLOTS = {
    "likes": "interests",
    "preferences": "preferences",
    "budget": "budget_range",
    "travel_style": "travel_style",
    "visited": "past_destinations",
    "travellers": "number_of_travelers",
    "trip_length": "trip_duration",
    "diet": "dietary_requirements",
    "home": "home",
}
"""The field of the profile that a slot fills."""
PHRASES = {
    "interests": "that you like {}",
    "preferences": "that you prefer {}",
    "budget_range": "a budget of {}",
    "travel_style": "that your style is {}",
    "past_destinations": "your trips to {}",
    "number_of_travelers": "that {} of you travel",
    "trip_duration": "that you like to be away for {}",
    "dietary_requirements": "your diet ({})",
    "home": "that you live in {}",
}
_ITEMS = re.compile(r", |; ")
_PHRASE = re.compile(r",? (?:and|or|plus|also|nor) |(?<![,;.!?])[,;.!?]++(?: |$)")
_NEGATED = re.compile(r"\b(?:no|not|never|don't|doesn't|can't|cannot|hates?|dislikes?|avoids?|without|isn't)\b")
_OBJECT = re.compile(r"(?:the|my|our|about|his|her|their) (?P<what>[a-z'-]{3,20}(?: [a-z'-]{2,20}){0,2})$")
_OF_BUDGET = re.compile(r"\bbudget\b|\b(?:pay|spend)s?\b")
_AMOUNT = re.compile(
    r"(?P<rough>\b(?:about|around|roughly|up to|at most|max(?:imum)?|under|less than|between|over|at least) )?"
    r"(?P<sum>(?:[$€£] ?)?\d)",
    re.IGNORECASE,
)
_ENOUGH = 0.6
"""The share of the words of a text that a memory must have if no memory has all of them."""
_MIN_PREFIX = 4
_MAX_IDS = 50
_MAX_NAMED = 5


@dataclass(frozen=True, slots=True)
class Thing:
    """Something that is remembered: a memory, a field of the profile, or one item of a field."""

    words: str
    ids: tuple[str, ...] = ()
    field: str | None = None
    item: str | None = None


@dataclass(frozen=True, slots=True)
class Known:
    """All that is remembered of a person: fields of the profile, memories that hold, and those that no longer do."""

    fields: Fields
    rows: Sequence[Row]
    ended: Sequence[Row]

    @property
    def every_row(self) -> list[Row]:
        return [*self.ended, *self.rows]


def read_known() -> Generator[Sequence[ToolCall], Sequence[ToolResult], Known]:
    """Read all that is remembered of the person."""
    result = yield from call("read_memory")
    return to_known(result)


def to_known(result: ToolResult) -> Known:
    """Return what the result of a tool over memory says is known now."""
    return Known(result.data.get("fields", {}), result.data.get("memories", ()), result.data.get("ended", ()))


def find_meant(text: str, known: Known) -> list[Thing]:
    """Return the things that a text in lower case means: those of each of its phrases if it lists several."""
    pieces = [_find_one(phrase, known) for phrase in split_phrases(text)]
    if len(pieces) > 1 and sum(map(bool, pieces)) > 1:
        return _unite(pieces)
    return _find_one(text, known) or _unite(pieces)


def split_phrases(text: str) -> list[str]:
    """Return the phrases of a text that lists things."""
    return [phrase for phrase in _PHRASE.split(text) if phrase.strip()]


def find_unknown(text: str, known: Known) -> list[str]:
    """Return the phrases of a text that name nothing that is known, of one that lists several things."""
    phrases = split_phrases(text)
    named = [_OBJECT.match(phrase.strip()) for phrase in phrases]
    return [
        f"“{match['what']}”"
        for phrase, match in zip(phrases, named, strict=True)
        if len(phrases) > 1 and match and not _find_one(phrase, known)
    ]


def find_near(text: str, known: Known) -> list[Thing]:
    """Return the memories and fields that share a word with a text, or are about somebody whom it names."""
    topic = find_topic(text, known.every_row)
    words = topic.words | topic.people
    rows = [row for row in known.rows if count_common(words, stems_of(row))]
    fields = [name for name, field in known.fields.items() if count_common(words, keywords(field["value"]))]
    said = " ".join(row["content"] for row in rows).lower()
    return [
        *(quote(row) for row in rows),
        *(name_field(name, known) for name in fields if known.fields[name]["value"].lower() not in said),
    ]


def find_quoted(reply: str, known: Known) -> list[Thing]:
    """Return the things that a reply names: memories in their words, fields by their values."""
    rows = [quote(row) for row in known.rows if row["content"] in reply]
    fields = [
        name_field(name, known)
        for name, field in known.fields.items()
        if f"{LABELS[name].lower()}: {field['value']}" in reply
        or f"your {LABELS[name].lower()}" in reply
        or any(phrase in reply for phrase in describe_fields({name: field["value"]}))
    ]
    return [*fields, *rows]


def list_others(kept: str, known: Known) -> list[Thing]:
    """Return all that is known but what a text names in the words of `name_things`."""
    stay: set[str] = {row["id"] for row in known.rows if f"“{row['content']}”" in kept}
    others: list[Thing] = []
    for name, field in known.fields.items():
        items = [make_item(name, item, known) for item in items_of(field["value"])]
        is_kept = f"your {LABELS[name].lower()} (" in kept
        own = {row["id"] for row in known.rows if fills(row, name)}
        named = [item for item in items if is_kept or item.words in kept]
        if named or own & stay:
            stay |= own if is_kept or own & stay else {id for item in named for id in item.ids}
            others += [item for item in items if named and item not in named]
        else:
            others.append(name_field(name, known))
    return [*(quote(row) for row in known.every_row if row["id"] not in stay), *others]


def erase(things: Collection[Thing]) -> Generator[Sequence[ToolCall], Sequence[ToolResult], ToolResult]:
    """Erase things for good, with the values of the profile that rest on them, and return the last result."""
    result = yield from call("read_memory")
    ids = [id for thing in things for id in thing.ids]
    for start in range(0, len(ids), _MAX_IDS):
        result = yield from call("erase_memories", ids=list(dict.fromkeys(ids[start : start + _MAX_IDS])))
    for name in dict.fromkeys(thing.field for thing in things if thing.field and thing.item is None):
        if not result.error and name in to_known(result).fields:
            result = yield from call("erase_profile_field", field=name)
    for thing in things:
        if result.error or thing.field is None or thing.item is None:
            continue
        left = items_of(to_known(result).fields.get(thing.field, {}).get("value", ""))
        rest = [item for item in left if item != thing.item]
        if len(rest) == len(left):
            continue
        if rest:
            values = rest if thing.field in LISTS else [", ".join(rest)]
            result = yield from call("set_profile_field", field=thing.field, values=values)
        else:
            result = yield from call("erase_profile_field", field=thing.field)
    return result


def name_things(things: Sequence[Thing], conjunction: str = "and") -> str:
    """Return things as words of a sentence, each once."""
    names = list(dict.fromkeys(thing.words for thing in things))
    more = [f"{len(names) - _MAX_NAMED} more"] if len(names) > _MAX_NAMED + 1 else []
    return join_words([*names[: _MAX_NAMED if more else None], *more], conjunction)


def quote(row: Row) -> Thing:
    """Return a memory as a thing, in its own words."""
    return Thing(f"“{row['content']}”", (row["id"],))


def name_field(name: str, known: Known) -> Thing:
    """Return a field of the profile as a thing."""
    value = known.fields[name]["value"]
    value = write_budget(value) if name == "budget_range" else value
    return Thing(f"your {LABELS[name].lower()} ({value})", field=name)


def stems_of(row: Row) -> set[str]:
    """Return the stems of the words of a memory."""
    return keywords(f"{row['content']} {row.get('subject') or ''}")


def describe_fields(values: Mapping[str, str]) -> list[str]:
    """Return a phrase for each field that has a value."""
    phrases: list[str] = []
    for name, phrase in PHRASES.items():
        value = values.get(name)
        if value:
            value = write_budget(value) if name == "budget_range" else value
            words = join_words(re.split(r", |; ", value)) if name in LISTS else value
            phrases.append(
                "that you travel alone" if (name, value) == ("number_of_travelers", "1") else phrase.format(words)
            )
    return phrases


def write_budget(value: str) -> str:
    """Return the value of a budget as it reads after "a budget of": "$3,500" for "Budget is $3,500 now"."""
    match = _AMOUNT.search(value)
    return f"{match['rough'] or ''}{value[match.start('sum') :]}".removesuffix(" now") if match else f"“{value}”"


def is_of_budget(row: Row) -> bool:
    """Return whether a memory says what may be spent."""
    content = row["content"].lower()
    is_said = bool(_OF_BUDGET.search(content)) and parse_money(content) is not None
    return is_said or find_noted_budget([content]) is not None


def count_common(words: Iterable[str], others: Collection[str]) -> int:
    """Return how many words are among others: the same stem, or a longer form of it ("dream", "dreamt")."""
    return sum(
        any(word == other or (min(len(word), len(other)) >= _MIN_PREFIX and _is_form(word, other)) for other in others)
        for word in words
    )


def _is_form(word: str, other: str) -> bool:
    return (word.startswith(other) or other.startswith(word)) and abs(len(word) - len(other)) <= 2


def _find_one(phrase: str, known: Known) -> list[Thing]:
    topic = find_topic(phrase, known.every_row)
    if topic.people:
        return [quote(row) for row in find_rows(topic, known.every_row)]
    field = find_field(phrase) or _find_stated(phrase, known)
    if field:
        return _find_in_field(field, topic, known)
    items = find_items(topic.words, known)
    rows = find_rows(topic, known.every_row) or _find_best(topic.words, known)
    rows = _prefer_negated(phrase, rows)
    return _unite([[quote(row) for row in rows], items if not rows or topic.words else []])


def _find_in_field(field: str, topic: Topic, known: Known) -> list[Thing]:
    """Return what a phrase means that names a field: one item of it, or all of it, and the memories beside it."""
    rows = [row for row in find_rows(topic, known.every_row) if SLOTS.get(row["field"] or "") != field]
    if field == "budget_range":
        rows = [row for row in known.every_row if row["field"] != "budget" and is_of_budget(row)]
    if field not in known.fields:
        named = topic.asked | topic.words
        return [quote(row) for row in rows if field == "budget_range" or count_common(named, stems_of(row))]
    items = items_of(known.fields[field]["value"]) if field in LISTS | {"dietary_requirements"} else []
    named = [item for item in items if count_common(topic.words, keywords(item))]
    if named and len(named) < len(items):
        return [*(make_item(field, item, known) for item in named), *(quote(row) for row in rows)]
    return [take_field(field, known), *(quote(row) for row in rows)]


def take_field(name: str, known: Known) -> Thing:
    """Return a field of the profile as a thing, with the memories that it rests on."""
    value = keywords(known.fields[name]["value"])
    own = [
        row["id"]
        for row in known.every_row
        if fills(row, name) or (not row.get("subject") and keywords(row["content"]) <= value)
    ]
    replaced = [row["id"] for row in known.ended if row.get("superseded_by") in own]
    return Thing(name_field(name, known).words, tuple(dict.fromkeys([*own, *replaced])), name)


def fills(row: Row, field: str) -> bool:
    """Return whether a field of the profile rests on a memory."""
    return SLOTS.get(row["field"] or "") == field and not row.get("subject")


def _find_stated(phrase: str, known: Known) -> str | None:
    """Return the field whose value a phrase states: "that i live in Rome"."""
    stated = [each.field for each in find_statements(phrase)]
    return next((field for field in stated if field in known.fields), None)


def find_items(words: Collection[str], known: Known, *, most: bool = False) -> list[Thing]:
    """Return the items of the profile that words name, or with `most`, those that have most of the words."""
    items = [(name, item) for name, field in known.fields.items() for item in items_of(field["value"])]
    counts = [count_common(words, keywords(f"{LABELS[name] if most else ''} {item}")) for name, item in items]
    least = max(1, max(counts, default=0)) if most else len(words)
    found = [each for each, count in zip(items, counts, strict=True) if words and count >= least]
    return [make_item(name, item, known) for name, item in found]


def make_item(field: str, item: str, known: Known) -> Thing:
    """Return an item of a field as a thing, with the memories that it rests on."""
    value = keywords(item)
    rows = [
        row
        for row in known.every_row
        if fills(row, field) and (keywords(row.get("value") or "") or keywords(row["content"])) <= value
    ]
    return Thing(f"{LABELS[field].lower()}: {item}", tuple(row["id"] for row in rows), field, item)


def _find_best(words: Collection[str], known: Known) -> list[Row]:
    """Return the memory that has most of some words, if it is one only."""
    counts = [(count_common(words, stems_of(row)), row) for row in known.rows]
    most = max((count for count, _ in counts), default=0)
    best = [row for count, row in counts if count == most]
    return best if words and most >= _ENOUGH * len(words) and len(best) == 1 else []


def _prefer_negated(phrase: str, rows: Sequence[Row]) -> list[Row]:
    """Return the memories that deny something, if the phrase does: "the no hiking"."""
    negated = [row for row in rows if _NEGATED.search(row["content"].lower())]
    return negated if negated and _NEGATED.search(phrase) else list(rows)


def items_of(value: str) -> list[str]:
    """Return the items of the value of a field."""
    return [item for item in _ITEMS.split(value) if item]


def _unite(found: Iterable[Sequence[Thing]]) -> list[Thing]:
    """Return things of several lists, each once; an item is left out if a memory that it rests on is there."""
    things = list(dict.fromkeys(thing for each in found for thing in each))
    ids = {id for thing in things if thing.item is None for id in thing.ids}
    return [thing for thing in things if thing.item is None or not set(thing.ids) & ids or not thing.ids]
