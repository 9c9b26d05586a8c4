"""Say what was learned from a message, and add what the reader missed. Nothing is claimed that memory does not hold."""

from __future__ import annotations

import re
from collections.abc import Generator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from ricordo_travel.dialogue.budgets import keep_unit, settle_budget
from ricordo_travel.dialogue.endings import POLARITY, ends_something, find_ended, find_replaced
from ricordo_travel.dialogue.keywords import keywords
from ricordo_travel.dialogue.listed_likings import find_missed_likings
from ricordo_travel.dialogue.memory_words import RELATION
from ricordo_travel.dialogue.money import parse_money
from ricordo_travel.dialogue.note_reader import find_notes, holds_field
from ricordo_travel.dialogue.owners import find_owner
from ricordo_travel.dialogue.party import drop_ages
from ricordo_travel.dialogue.plan import Plan, call, join_words
from ricordo_travel.dialogue.recollection import CHILDREN, NOISE, Row, list_learned, says_more
from ricordo_travel.dialogue.remembered import (
    LISTS,
    SLOTS,
    Fields,
    Known,
    Thing,
    erase,
    find_items,
    name_field,
    name_things,
    quote,
    read_known,
    stems_of,
    to_known,
)
from ricordo_travel.dialogue.state import DialogueState
from ricordo_travel.dialogue.statements import OF_PERSON, Statement, find_statements
from ricordo_travel.dialogue.swaps import find_edits, find_outgrown, find_rewritten, reword
from ricordo_travel.dialogue.text import normalise
from ricordo_travel.dialogue.thing_reader import find_things
from ricordo_travel.dialogue.things import Candidate
from ricordo_travel.traveller import LABELS

_REMEMBER = re.compile(
    r"\b(?:remember|keep in mind|keep (?:that|this|it) (?:in mind|on file)|make a note|note (?:that|this|it)|"
    r"(?:write|put|jot) (?:that|this|it) down|write down|take (?:a )?note|(?:don't|do not|never) forget|"
    r"(?:save|store) that|memori[sz]e|you (?:should|need to|must) know)\b"
)
_NOTE_IT = re.compile(
    r",? (?:and )?(?:can|could|would|will) you (?:please )?(?:remember|note|make a note|keep|write)\b[^?.!]{0,40}\?"
)
"""A question that asks to remember what stands before it."""
CONTRADICTION = "Which is right now?"
NOT_KEPT = "I'm sorry, I have not kept that. Please tell me in one short sentence what to remember."
ADDS = re.compile(r"\b(?:either|too|also|as well|plus|neither)\b")
_MOVED = re.compile(r"\b(?:i|we)(?:'ve| have)? (?:just |recently |finally )?moved\b(?! to\b)")
_LITTLE_ONE = keywords("little one older younger")
_ENDING = frozenset({None, "tell", "correct", "forget", "talk", "yes", "no"})
"""Acts of messages that may say that something no longer holds."""
_LIKING = re.compile(r"(?:Interests?|Hobb(?:y|ies)|Preferences?) (?:is|are|include)\b")
_NOT_HOME = re.compile(r"(?:Does not|Doesn't|No longer) (?:actually |really )?lives?\b")
_MAX_FACTS = 8
_MAX_IDS = 50
_TRIVIAL = re.compile(rf"Has an? (?!dog|cat){RELATION}")
"""Facts that are kept, but not worth a word: "Has a husband"."""


def wishes_for_trip(state: DialogueState) -> bool:
    """Return whether the message says how a search shall be, which changes no note: "not at night, back the 15th"."""
    return state.act == "search" and bool(state.reading.changes)


def acknowledge(state: DialogueState) -> Plan:
    """Say what was learned from the message; erase what it ends or replaces, and add what the reader missed."""
    known = yield from read_known()
    is_told = state.act in {None, "tell", "correct", "yes", "no"}
    text = _NOTE_IT.sub(".", state.text)
    statements = [each for each in find_statements(text) if is_told or each.field in OF_PERSON]
    doubted = [row["id"] for row in list_learned(state.message, known.ended) if row["state"] == "unsupported"]
    if doubted and _REMEMBER.search(state.text):
        result = yield from call("confirm_memories", ids=doubted[:_MAX_FACTS])  # "…, would you note that?" asks for it
        known = to_known(result)
    learned = list_learned(state.message, known.rows)
    edits = find_rewritten(state.message, state.last_reply, learned, known)
    if not edits and not wishes_for_trip(state):
        edits = find_edits(state.text, learned, known) or _reword(state, known)
    reworded = [(row["content"], edits[row["id"]]) for row in known.rows if row["id"] in edits]
    known = yield from _edit(edits, learned, known)
    gone = [thing for thing in _find_gone(state, known) if not set(thing.ids) & edits.keys()]
    if gone:
        result = yield from erase([*gone, *_find_obsolete(state, known)])
        known = to_known(result)
    changed: dict[str, str] = {}
    for statement in statements:
        if statement.is_denied and (things := _find_denied(statement, known)):
            result = yield from erase(things)
            known = to_known(result)
            gone += things
        elif not statement.is_denied and (values := _new_values(state, statement, known.fields)):
            yield from drop_restated(state, statement.field, known)
            result = yield from call("set_profile_field", field=statement.field, values=values)
            known = to_known(result)
            stored = known.fields.get(statement.field)
            changed |= {statement.field: stored["value"]} if stored else {}
    moved = "" if edits else _ask_about_home(state, statements, known)
    if question := _ask_about_conflict(state, statements, known.fields) or moved:
        return question
    if diet := _find_further_diet(state, known):
        result = yield from call("set_profile_field", field="dietary_requirements", values=[diet])
        known = to_known(result)
        changed["dietary_requirements"] = known.fields.get("dietary_requirements", {}).get("value", "")
    before = known.fields
    known = yield from _add_likings(state.text if is_told else "", known)
    known, followed = yield from settle_budget(state.text, known, list_learned(state.message, known.rows), reworded)
    changed |= {name: each["value"] for name, each in known.fields.items() if each != before.get(name)}
    return _describe_new(state, known, changed, gone, [*edits, *followed])


def _add_likings(text: str, known: Known) -> Generator[Any, Any, Known]:
    """Add to the profile what a list in a text in lower case names and the reader missed."""
    for field, values in find_missed_likings(text, known).items():
        known = to_known((yield from call("set_profile_field", field=field, values=values)))
    return known


def _reword(state: DialogueState, known: Known) -> dict[str, str]:
    """Return the new words of each memory that the message corrects, by its id."""
    rows = {row["id"]: row for row in known.rows}
    is_party = any(each.value.isdigit() for each in find_statements(state.text))  # "we are 4 now" is nobody's age
    things = find_notes(state, "correct", known) if state.act in _ENDING and not is_party else []
    ids = [id for thing in things if not thing.field for id in thing.ids if id in rows]
    return {id: content for id in ids if (content := reword(state.text, rows[id])) not in {"", rows[id]["content"]}}


def corrects_note(state: DialogueState, known: Known) -> bool:
    """Return whether the message gives a note the value that is right."""
    return bool(_reword(state, known))


def _edit(edits: Mapping[str, str], learned: Sequence[Row], known: Known) -> Generator[Any, Any, Known]:
    """Change the words of memories, and erase what was learned that says no more than they do then."""
    said = [keywords(content) | POLARITY | CHILDREN | _LITTLE_ONE for content in edits.values()]
    old = [Candidate("note", row["content"]) for row in known.rows if row["id"] in edits]
    twins = [
        row["id"]
        for row in learned
        if row["id"] not in edits
        and (any(keywords(row["content"]) <= words for words in said) or find_things(row["content"], old, "correct"))
    ]
    if twins:
        known = to_known((yield from call("erase_memories", ids=twins[:_MAX_IDS])))
    for id, content in list(edits.items())[:_MAX_FACTS]:
        known = to_known((yield from call("correct_memory", id=id, content=content)))
    return known


def drop_restated(state: DialogueState, field: str, known: Known) -> Generator[Any, Any, None]:
    """Erase what was learned from the message that only says what a field will say: "Interests are music"."""
    pattern = _NOT_HOME if field == "home" else _LIKING
    may_be = field == "home" or field in LISTS
    ids = [row["id"] for row in list_learned(state.message, known.rows) if may_be and pattern.match(row["content"])]
    if ids:
        yield from call("erase_memories", ids=ids[:_MAX_IDS])


def _find_further_diet(state: DialogueState, known: Known) -> str:
    """Return the diet of which the message tells one thing more: "and no fish either". Empty if it replaces it."""
    new = {row["id"]: row for row in list_learned(state.message, known.rows) if row["field"] == "diet"}
    held = known.fields.get("dietary_requirements", {}).get("value", "")
    old = [row for row in known.every_row if row["field"] == "diet" and not row["subject"] and row["id"] not in new]
    values = [row["value"] or "" for row in old if row["state"] == "current" or row["superseded_by"] in new]
    is_added = ADDS.search(state.text) or all(str(row["value"]).startswith(("no ", "allergic")) for row in new.values())
    if not new or not is_added or _is_change(state.text):
        return ""
    more = [value for value in values if keywords(value) and not keywords(value) & keywords(held)]
    return ", ".join([*more[-1:], held]) if more else ""


def has_moved(state: DialogueState) -> bool:
    """Return whether the message says that the person lives somewhere else now, without where."""
    return bool(_MOVED.search(state.text))


def _find_same(state: DialogueState, known: Known) -> list[Thing]:
    """Return what a message that asks to remember something says once more: memories with all words of a clause."""
    said = [keywords(clause.spoken) - POLARITY - NOISE for clause in state.clauses]
    rows = [row for row in known.rows if any(words and words <= stems_of(row) for words in said)]
    stated = [each.field for each in find_statements(state.text) if each.field in known.fields]
    return [*map(quote, rows), *(name_field(name, known) for name in stated if not rows)]


def _find_gone(state: DialogueState, known: Known) -> list[Thing]:
    """Return what is known and no longer holds after the message: what it ends, and what it says otherwise."""
    new = list_learned(state.message, known.rows)
    ids = {row["id"] for row in new}
    replaced = [row for row in known.ended if row["state"] == "superseded"]
    old = replace(known, rows=[row for row in (*known.rows, *replaced) if row["id"] not in ids])
    said = (text for role, text in reversed(state.history[-6:]) if role == "user")
    ended = find_ended(drop_ages(state.text), old, find_owner(said)) if state.act in _ENDING else []
    outgrown = [quote(row) for row in find_outgrown(new, [row for row in known.rows if row["id"] not in ids])]
    return list(dict.fromkeys([*ended, *find_replaced(new, known), *outgrown]))


def _find_obsolete(state: DialogueState, known: Known) -> list[Thing]:
    """Return what was learned from words that only end something: "knee is fine again"."""
    return [quote(row) for row in list_learned(state.message, known.rows) if ends_something(row["content"].lower())]


def _find_denied(statement: Statement, known: Known) -> list[Thing]:
    """Return the items of the profile that a statement denies."""
    if statement.field not in known.fields:
        return [each for each in find_items(keywords(statement.value), known) if each.field in LISTS]
    return [each for each in find_items(keywords(statement.value), known) if each.field in {statement.field, *LISTS}]


def _new_values(state: DialogueState, statement: Statement, fields: Fields) -> list[str]:
    """Return what a field is to be set to; nothing if the reader has it already, or the person must decide."""
    field = fields.get(statement.field, {"value": "", "is_disputed": False})
    is_change = _is_change(state.text)
    if has_value(statement, field["value"], is_disputed=field["is_disputed"]) or (
        field["is_disputed"] and not is_change
    ):
        return []
    if statement.field == "budget_range":
        return [keep_unit(statement.value, field["value"], state.text)]
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


def _ask_about_home(state: DialogueState, statements: Sequence[Statement], known: Known) -> str:
    """Return a question if the person has moved and does not say where to."""
    is_said = any(each.field == "home" for each in statements)
    if is_said or "home" not in known.fields or not has_moved(state):
        return ""
    return f"You told me that you live in {known.fields['home']['value']}. What is right for your home?"


def describe_learned(state: DialogueState, known: Known) -> str:
    """Say what was learned from a message that does something else: "we are four", in a search. Empty if nothing."""
    new = list_learned(state.message, known.rows)
    ids = {
        row["id"]
        for row in new
        if all(list_learned(state.message, [{**row, "quotes": [each]}]) for each in row["quotes"])
    }
    return _describe_new(state, replace(known, rows=[row for row in known.rows if row["id"] in ids]), {}, (), ())


def _describe_new(
    state: DialogueState, known: Known, changed: dict[str, str], gone: Sequence[Thing], edited: Sequence[str]
) -> str:
    learned = list_learned(state.message, known.rows)
    new = [
        row for row in known.rows if row["id"] in edited or (row in learned and not _TRIVIAL.fullmatch(row["content"]))
    ]
    facts: list[str] = []
    for row in new:
        is_reworded = row["id"] in edited and not holds_field(row["content"])
        name = "" if row["subject"] or is_reworded or says_more(row) else SLOTS.get(row["field"] or "", "")
        if name in known.fields:
            changed.setdefault(name, known.fields[name]["value"])
        else:
            facts.append(row["content"])
    said = keywords(" ".join(changed.values()))
    words = {fact: keywords(fact) - keywords("eats") for fact in facts}
    facts = [
        f"“{fact}”"
        for fact in words
        if not words[fact] <= said and not any(words[fact] < each for each in words.values())
    ]
    things = [f"{LABELS[name].lower()}: {value}" for name, value in changed.items()] + facts[:_MAX_FACTS]
    parts = [f"I have erased {name_things(gone)} from what I know about you."] if gone else []
    if kept := _find_left(state.text, known):
        parts.append(f"All right, I keep {name_things(kept)}.")
    if things:
        parts.append(f"Thank you, {'corrected. ' if edited else ''}I have noted {join_words(things)}.")
    elif not parts and _REMEMBER.search(state.text) and state.act in {"tell", "correct"}:
        same = _find_same(state, known)
        parts.append(f"I know that already: {name_things(same)}." if same else NOT_KEPT)
    return " ".join(parts)


def _find_left(text: str, known: Known) -> list[Thing]:
    """Return what a message says alone is so, beside what it denies: "not allergic to shrimps, just nuts"."""
    match = _ONLY.search(text)
    words = keywords(match["what"]) if match else set[str]()
    rows = [row for row in known.rows if words and words <= stems_of(row) and not row.get("subject")]
    return [quote(row) for row in sorted(rows, key=lambda row: row["kind"] == "profile")[:1]]


_ONLY = re.compile(r"\bnot\b[^.;]{1,60}[,;.] ?(?:it's |but )?(?:just|only)(?: to)? (?P<what>[a-z' ]{3,40})\W*$")


def has_value(statement: Statement, value: str, *, is_disputed: bool) -> bool:
    """Return whether a field has the value that a statement gives it."""
    if is_disputed or not value:
        return False
    if statement.field == "budget_range":
        one, other = parse_money(normalise(value), is_asked=True), parse_money(statement.value)
        return bool(one and other and one.amount == other.amount and other.basis in {one.basis, "trip", None})
    if statement.field == "number_of_travelers":
        return value == statement.value
    if statement.field in LISTS:
        return keywords(statement.value) == keywords(value)
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
