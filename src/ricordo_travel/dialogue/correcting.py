"""Correct what is remembered: set a field to the right value, or give up what a new statement denies."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ricordo_travel.dialogue import memory_words
from ricordo_travel.dialogue.budgets import find_held, find_outdated, set_budget
from ricordo_travel.dialogue.endings import POLARITY, ends_something, find_replaced
from ricordo_travel.dialogue.keywords import keywords
from ricordo_travel.dialogue.memory import (
    ADDS,
    CONTRADICTION,
    acknowledge,
    corrects_note,
    drop_restated,
    split_values,
)
from ricordo_travel.dialogue.memory_words import find_field
from ricordo_travel.dialogue.note_reader import find_notes
from ricordo_travel.dialogue.plan import Plan, call, join_words
from ricordo_travel.dialogue.questions import ASK_RIGHT
from ricordo_travel.dialogue.recollection import (
    NOISE,
    Row,
    find_named,
    find_near_rows,
    find_topic,
    list_learned,
    names_somebody,
)
from ricordo_travel.dialogue.relatives import find_mistaken
from ricordo_travel.dialogue.remembered import (
    PHRASES,
    SLOTS,
    Known,
    Thing,
    count_common,
    erase,
    find_meant,
    name_things,
    read_known,
    to_known,
)
from ricordo_travel.dialogue.right_values import find_right_value
from ricordo_travel.dialogue.state import DialogueState
from ricordo_travel.dialogue.statements import Statement, find_statements
from ricordo_travel.dialogue.swaps import find_edits, find_rewritten
from ricordo_travel.dialogue.telling import tell_field
from ricordo_travel.dialogue.wishes import find_kinds
from ricordo_travel.traveller import LABELS

_ASKED_VALUE = re.compile(r"What is right for your (?P<label>[A-Za-z ]+)\?")
_OF_TRIP = ("first", "last", "nights", "origin", "days", "cabin", "car_class")
_QUOTED = re.compile(r"(?<!\w)['\"“‘][^'\"”’]{1,80}['\"”’](?!\w)")
_KEEP = re.compile(
    r"\b(?:that|it|this|which) (?:is|was) (?:still )?(?:true|right|correct)\b|\b(?:that's|it's) (?:still )?(?:true|"
    r"right|correct)\b|\bkeep (?:that|it|this|the(?! \d)|my)\b|"
    r"\b(?:don't|dont|do not|never) (?:forget|erase|delete) (?:that|it|this|the|my)\b|" + memory_words.UNTOUCHED.pattern
)
_DENIES = re.compile(r"\b(?:don't|dont|do not|doesn't|never|isn't|not|no)\b")
_DENIES_OWN = re.compile(r"\b(?:i|we) (?:don't|dont|do not|never|am not|are not)\b|\b(?:i'm|we're) not\b")
_OF_MEMORY = re.compile(r"\b(?:I remember|You told me|I have noted|you live in|what I remember)\b")
_MISTAKEN = re.compile(
    r"\b(?:wrong|mistaken?|mistakes|incorrect|outdated)\b|\b(?:correct|fix) (?:that|it|this)\b|"
    r"\b(?:isn't|not|aren't) (?:quite |really |exactly |all )?(?:right|true|correct|accurate|mine|me)\b"
)
_NO_MISTAKE = re.compile(
    r"\b(?:nothing|none)(?: of (?:it|that|this))?(?:'s| is| was|'s been)? (?:wrong|incorrect|mistaken|outdated)\b|"
    r"\b(?:no|without|not an?y?|isn't) (?:mistakes?|wrong)\b"
)
_OF_OTHER = re.compile(
    rf"\b(?:my|our|the|his|her) {memory_words.RELATION}\b|(?:^|[.!?;,] )(?:she|he)(?:'s| is| was| has)\b"
)
_OWN_BUDGET = re.compile(r"\b(?:my|our|the|that|this) (?:\w{1,12} )?budget\b")
_IT_IS = re.compile(
    r"\b(?:it'?s|it is|i meant?) (?:the |an? )?(?!not\b|wrong\b|no\b)"
    r"(?P<name>[\w'-]{2,20}(?: [\w'-]{2,20}){1,3})(?=[,.;!]|$)",
    re.IGNORECASE,
)
"""What something is called, by one who puts it right."""
_SAYS_ONLY = re.compile(r"^\W*(?:and |so |but |no,? )?(?:only|just|keep)\b")


def asks_in_words(state: DialogueState) -> bool:
    """Return whether the message asks to correct what memory holds, in these words."""
    return bool(memory_words.CORRECT.search(state.text)) and bool(state.clauses)


def correct(state: DialogueState) -> Plan:
    """Set a field to the value that the person says is right, or give up what their statement denies."""
    if moved := (yield from move(state)):
        return moved
    known = yield from read_known()
    if _asks_to_keep(state):
        return (yield from _keep(state))
    if state.text.endswith("?") and not asks_in_words(state):
        return (yield from tell_field(state))
    for settle in (_change, _deny):
        if said := (yield from settle(state, known)):
            return said
    return (yield from _set_value(state, known))


def move(state: DialogueState) -> Plan:
    """Give to somebody what is remembered of another person by mistake. Empty if it is nothing."""
    known = yield from read_known()
    mistaken = find_mistaken(state.text, known.rows, state.last_reply)
    stored: dict[str, None] = {}
    for each in mistaken:
        twins = [row for row in list_learned(state.message, known.rows) if each.says(row) and row != each.row]
        if ids := [row["id"] for row in twins]:
            yield from call("erase_memories", ids=ids[:50])
        result = yield from call("move_memory", id=each.row["id"], content=each.content, subject=each.right)
        if result.error:
            return f"I could not change it: {result.error}."
        rows = find_named(find_topic(each.right, to_known(result).rows), to_known(result).rows)
        words = keywords(each.content) - keywords(each.right)
        stored |= {f"“{row['content']}”": None for row in rows if keywords(row["content"]) & words}
    noted = join_words(list(stored))
    subject = mistaken[0].row.get("subject") if mistaken else None
    whose = f"your {subject}" if subject else "you"
    return f"Thank you, corrected: that was not {whose}. I have noted {noted}." if mistaken else ""


def _change(state: DialogueState, known: Known) -> Plan:
    """Change, erase or replace what the message says is so no longer. Empty if it is nothing."""
    new = list_learned(state.message, known.rows)
    is_said = ends_something(state.text) or find_replaced(new, known) or find_edits(state.text, new, known)
    is_said = is_said or find_rewritten(state.message, state.last_reply, new, known) or corrects_note(state, known)
    return (yield from acknowledge(state)) if is_said else ""


def _deny(state: DialogueState, known: Known) -> Plan:
    """Reject what the message calls wrong. Empty if it is nothing."""
    is_denial = memory_words.WRONG.search(state.text) and _DENIES.search(memory_words.WRONG.sub(" ", state.text))
    return (yield from _take_out(state, known)) if is_denial else ""


def _set_value(state: DialogueState, known: Known) -> Plan:
    """Set a field to the value that the message gives it, or ask for the value."""
    if ADDS.search(state.text) and find_statements(state.text):
        return (yield from acknowledge(state))
    is_of_other = bool(_OF_OTHER.search(state.text)) or names_somebody(state.text, known.every_row)
    is_of_other = is_of_other and not _OWN_BUDGET.search(state.text)  # what is of others is no field of the profile
    notes = find_notes(state, "correct", known)
    noted = next((thing.field for thing in notes if thing.field), None)
    field = None
    if not is_of_other:
        field = find_field(state.text) or _field_by_value(state) or noted or field_in_reply(state)
    held = known.fields.get(field or "", {}).get("value", "")
    if field == "budget_range":
        held = find_held(known, list_learned(state.message, known.rows))
    value = _value_in(state, field, held) if field else None
    if field is None or not value:
        replaced = (yield from acknowledge(state)) if list_learned(state.message, known.rows) else ""
        same = find_meant(state.text, known) if _SAYS_ONLY.match(state.text) else []
        if same and not replaced:
            return f"All right, I keep {name_things(same)}."
        if replaced or not _calls_wrong(state):
            return replaced
        return f"I'm sorry. What is right for your {LABELS[field].lower()}?" if field else f"I'm sorry. {ASK_RIGHT}"
    if value.is_denied:
        return (yield from acknowledge(state))
    stale = [thing for thing in notes if not thing.field]
    return (yield from _store(state, replace(value, field=field), held, known, stale))


def _store(state: DialogueState, value: Statement, held: str, known: Known, notes: Sequence[Thing]) -> Plan:
    """Set a field in the stead of the value that it held, with the notes that told the old one; say what it is now."""
    field = value.field
    yield from drop_restated(state, field, known)
    if field == "budget_range":
        result = yield from set_budget(value.value, known)
    else:
        result = yield from call("set_profile_field", field=field, values=split_values(field, value.value))
    if result.error:
        return f"I could not change it: {result.error}."
    stored = to_known(result).fields.get(field, {}).get("value", "")
    wrong = keywords(held) - keywords(stored)
    if stale := [thing for thing in notes if count_common(wrong, keywords(thing.words))]:
        yield from erase(stale)
    label = LABELS[field].lower()
    said = f"Thank you, corrected: your {label} {'are' if label.endswith('s') else 'is'} now {stored}."
    if not _is_known_before(state, field, known):
        said = f"Thank you, I have noted {label}: {stored}."
    outdated = find_outdated(held, stored, known.rows) if field == "budget_range" else {}
    for id, content in outdated.items():
        yield from call("correct_memory", id=id, content=content)
        said += f" I have noted “{content}”."
    return said


def _is_known_before(state: DialogueState, field: str, known: Known) -> bool:
    """Return whether something was known of a field before the message."""
    learned = list_learned(state.message, known.rows)
    rows = [row for row in known.every_row if SLOTS.get(row["field"] or "") == field and not row["subject"]]
    return any(row not in learned for row in rows) or (field == "budget_range" and bool(find_held(known, learned)))


def _calls_wrong(state: DialogueState) -> bool:
    """Return whether the message says that something remembered is wrong, or asks to correct it."""
    text = _NO_MISTAKE.sub(" ", state.text)
    return bool(memory_words.WRONG.search(text) or _MISTAKEN.search(text)) or asks_in_words(state)


def _asks_to_keep(state: DialogueState) -> bool:
    """Return whether the message says that something that the last reply spoke of is right."""
    is_said = _KEEP.search(state.text) and not memory_words.WRONG.search(state.text) and not find_kinds(state.text)
    spoke = re.search(r"\berased\b|“", state.last_reply) or _OF_MEMORY.search(state.last_reply)
    return bool(is_said) and bool(spoke or _ASKED_VALUE.search(state.last_reply))


def _keep(state: DialogueState) -> Plan:
    """Say that what the message names is still known, or that it is not."""
    known = yield from call("read_memory")
    rows: Sequence[Row] = known.data.get("memories", ())
    kept = _find_named(state, rows) or find_near_rows(find_topic(state.text, rows), rows)
    if kept:
        words = join_words([f"“{row['content']}”" for row in kept[-3:]])
        return f"All right, I keep {words}."
    if _ASKED_VALUE.search(state.last_reply) and (field := field_in_reply(state)) and state.memory.value(field):
        return f"All right, I keep your {LABELS[field].lower()}: {state.memory.value(field)}."
    return "I do not have that any more. Please tell me once more, and I note it."


def _take_out(state: DialogueState, known: Known) -> Plan:
    """Reject what the message names and denies. Empty if nothing of it is known, or something new is stated."""
    rows = known.rows
    if list_learned(state.message, rows) or find_statements(_QUOTED.sub(" ", state.text)):
        return ""
    denied = _find_named(state, rows)
    if not denied:
        return "I'm sorry. That is not among what I remember about you." if _DENIES_OWN.search(state.text) else ""
    if len(denied) == 1 and (content := _name_fully(state.message, denied[0]["content"])):
        result = yield from call("note_fact", content=content, replaces=[denied[0]["id"]])
        return f"Thank you, corrected: “{content}”." if not result.error else f"I could not change it: {result.error}."
    result = yield from call("reject_memories", ids=[row["id"] for row in denied[:50]])
    if result.error:
        return f"I could not change it: {result.error}."
    words = join_words([f"“{row['content']}”" for row in denied[-3:]])
    return f"I'm sorry. I have taken {words} out of what I know about you."


def _name_fully(message: str, content: str) -> str:
    """Return a memory with the full name that a message has for a word of it: "it's Man United". Empty if it has none.

    What the message only denies is no name of it.
    """
    for match in _IT_IS.finditer(message):
        name = match["name"].strip()
        common = keywords(name) & keywords(content) - NOISE
        for word in content.split() if len(common) == 1 and len(keywords(name)) > 1 else ():
            if keywords(word) == common:
                return content.replace(word, name, 1)
    return ""


def _find_named(state: DialogueState, rows: Sequence[Row]) -> list[Row]:
    """Return the memories all of whose words the message has, or the value of which it has."""
    said = keywords(state.message) | keywords(state.text)
    nothing = NOISE | POLARITY | keywords("travels wants needs just")
    return [
        row
        for row in rows
        if any(
            words and words <= said for words in (keywords(row["content"]) - nothing, keywords(row.get("value") or ""))
        )
    ]


def _value_in(state: DialogueState, field: str, held: str = "") -> Statement | None:
    """Return the value that a correction gives to a field."""
    is_asked = bool(_ASKED_VALUE.search(state.last_reply)) or CONTRADICTION in state.last_reply
    is_wish = state.reading.names(*_OF_TRIP) or (field != "preferences" and bool(find_kinds(state.text)))
    is_wish = is_wish or (field != "home" and state.reading.names("destination"))
    value = find_right_value(state.message, field, held, is_asked=is_asked and not is_wish)
    is_allergy = field == "dietary_requirements" and state.memory.value(field).startswith("allergic to")
    if value and is_allergy and not value.is_denied and value not in find_statements(state.text):
        return Statement(field, f"allergic to {value.value}")
    return value


def _field_by_value(state: DialogueState) -> str | None:
    found = find_statements(state.text)
    return found[0].field if found else None


def field_in_reply(state: DialogueState) -> str | None:
    """Return the field that the last reply speaks of."""
    reply = state.last_reply
    if match := _ASKED_VALUE.search(reply):
        return next((name for name, label in LABELS.items() if label.lower() == match["label"].lower()), None)
    named = [
        (reply.find(words), name)
        for name, phrase in PHRASES.items()
        for words in (f"your {LABELS[name].lower()}", f"{LABELS[name].lower()}:", phrase.split("{")[0].strip())
        if len(words.split()) > 1 and words in reply
    ]
    return max(named)[1] if len({name for _, name in named}) == 1 or (named and CONTRADICTION in reply) else None
