"""Say what was learned from a message, and add what the reader missed. Nothing is claimed that memory does not hold."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from ricordo_travel.dialogue.keywords import keywords
from ricordo_travel.dialogue.money import parse_money
from ricordo_travel.dialogue.plan import Lookup, Plan, call, join_words
from ricordo_travel.dialogue.recollection import list_learned, says_more
from ricordo_travel.dialogue.state import DialogueState
from ricordo_travel.dialogue.statements import OF_PERSON, Statement, find_statements
from ricordo_travel.dialogue.telling import LISTS, SLOTS, Fields
from ricordo_travel.dialogue.text import normalise
from ricordo_travel.traveller import LABELS

_ONCE = re.compile(r"\b(?:this time|for once|just this once|on this trip|for this trip|today only)\b")
_REMEMBER = re.compile(r"\b(?:remember|keep in mind|keep (?:that|this|it) in mind|make a note|note that)\b")
CONTRADICTION = "Which is right now?"
_MAX_FACTS = 5
_TRIVIAL = re.compile(r"^Has an? \w+$")
"""Facts that are kept, but not worth a word: "Has a husband"."""


def holds_once(state: DialogueState) -> bool:
    """Return whether the message says how many travel this time only."""
    return bool(_ONCE.search(state.text)) and state.reading.names("people")


def asks_to_remember(state: DialogueState) -> bool:
    """Return whether the message tells something in order that it is remembered, and asks for nothing else."""
    return state.act == "tell" and bool(_REMEMBER.search(state.text)) and bool(state.clauses)


def acknowledge(state: DialogueState) -> Plan:
    """Say what was learned from the message; add what the reader missed. Empty if nothing was."""
    known = yield from call("read_memory")
    is_told = state.act in {None, "tell", "correct"}
    statements = [each for each in find_statements(state.text) if is_told or each.field in OF_PERSON]
    changed: dict[str, str] = {}
    erased: list[str] = []
    for statement in statements:
        fields: Fields = known.data.get("fields", {})
        if statement.is_denied and (field := _field_with(fields, statement)):
            known = yield from _remove(field, fields[field]["value"], statement.value)
            erased.append(statement.value)
        elif not statement.is_denied and (values := _new_values(state, statement, fields)):
            known = yield from call("set_profile_field", field=statement.field, values=values)
            stored = known.data.get("fields", {}).get(statement.field)
            changed |= {statement.field: stored["value"]} if stored else {}
    fields: Fields = known.data.get("fields", {})
    if question := _ask_about_conflict(state, statements, fields):
        return question
    return _describe_new(state, known.data.get("memories", ()), fields, changed, erased)


def _new_values(state: DialogueState, statement: Statement, fields: Fields) -> list[str]:
    """Return what a field is to be set to; nothing if the reader has it already, or the person must decide."""
    field = fields.get(statement.field, {"value": "", "is_disputed": False})
    is_change = _is_change(state.text)
    if has_value(statement, field["value"], is_disputed=field["is_disputed"]) or (
        field["is_disputed"] and not is_change
    ):
        return []
    if statement.field == "dietary_requirements" and field["value"] and not is_change:
        return [f"{field['value']}, {statement.value}"]
    return split_values(statement.field, statement.value)


def _ask_about_conflict(state: DialogueState, statements: Sequence[Statement], fields: Fields) -> str:
    """Return a question about a field with two values, or an empty string if there is none."""
    named = {each.field for each in statements}
    for name, field in fields.items():
        if field["is_disputed"] and (state.memory.disputed or name in named):
            return (
                f"Earlier you told me this about your {LABELS[name].lower()}: {field['value']}. {CONTRADICTION} "
                "Please tell me, or settle it in the panel beside this conversation."
            )
    return ""


def _describe_new(
    state: DialogueState,
    rows: Sequence[Mapping[str, Any]],
    fields: Fields,
    changed: dict[str, str],
    erased: Sequence[str],
) -> str:
    new = [row for row in list_learned(state.message, rows) if not _TRIVIAL.match(row["content"])]
    facts: list[str] = []
    for row in new:
        name = "" if row["subject"] or says_more(row) else SLOTS.get(row["field"] or "", "")
        if name in fields:
            changed.setdefault(name, fields[name]["value"])
        elif not erased:
            facts.append(row["content"])
    said = keywords(" ".join(changed.values()))
    facts = [f"“{fact}”" for fact in dict.fromkeys(facts) if not keywords(fact) <= said]
    things = [f"{LABELS[name].lower()}: {value}" for name, value in changed.items()] + facts[:_MAX_FACTS]
    parts = (
        [f"I have erased {join_words([f'“{word}”' for word in erased])} from what I know about you."] if erased else []
    )
    if things:
        parts.append(f"Thank you, I have noted {join_words(things)}.")
    return " ".join(parts)


def _remove(field: str, value: str, word: str) -> Lookup:
    """Take one item out of a field, or erase the field if nothing is left."""
    items = [item for item in re.split(r", |; ", value) if word not in item.lower()]
    if items and (field in LISTS or field == "dietary_requirements"):
        values = items if field in LISTS else [", ".join(items)]
        return (yield from call("set_profile_field", field=field, values=values))
    return (yield from call("erase_profile_field", field=field))


def _field_with(fields: Fields, statement: Statement) -> str | None:
    if statement.field in fields and statement.value in fields[statement.field]["value"].lower():
        return statement.field
    return next((name for name in LISTS if name in fields and statement.value in fields[name]["value"].lower()), None)


def has_value(statement: Statement, value: str, *, is_disputed: bool) -> bool:
    """Return whether a field has the value that a statement gives it."""
    if is_disputed or not value:
        return False
    if statement.field == "budget_range":
        one, other = parse_money(normalise(value), is_asked=True), parse_money(statement.value)
        return bool(one and other and one.amount == other.amount)
    if statement.field == "number_of_travelers":
        return value == statement.value
    return bool(keywords(statement.value) & keywords(value))


def _is_change(text: str) -> bool:
    return bool(
        re.search(
            r"\b(?:actually|now|no longer|anymore|any more|instead|changed?|not|correction|wrong|these days|"
            r"from now on|raise|up to)\b",
            text,
        )
    )


def split_values(field: str, value: str) -> list[str]:
    """Return the values of a field in a text: several where the field is a list."""
    return [part.strip() for part in re.split(r",| and ", value) if part.strip()] if field in LISTS else [value]
