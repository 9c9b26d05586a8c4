"""Erase from memory what a message names: a field, what is known of somebody, or, after a yes, everything."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ricordo_travel.dialogue import memory_words
from ricordo_travel.dialogue.correcting import field_in_reply
from ricordo_travel.dialogue.keywords import keywords
from ricordo_travel.dialogue.memory import has_value
from ricordo_travel.dialogue.memory_words import find_field
from ricordo_travel.dialogue.plan import Plan, call, join_words
from ricordo_travel.dialogue.questions import CONFIRM
from ricordo_travel.dialogue.recollection import (
    Row,
    Topic,
    asks_about_one,
    find_near_rows,
    find_rows,
    find_topic,
    list_learned,
)
from ricordo_travel.dialogue.state import DialogueState
from ricordo_travel.dialogue.statements import Statement, find_statements
from ricordo_travel.dialogue.telling import Fields, describe_fields, is_of_budget, name_person
from ricordo_travel.dialogue.text import MAX_LENGTH, normalise
from ricordo_travel.traveller import LABELS

_STAYS = "What you wrote stays in our conversation until you erase that, too."
_SPLIT = re.compile(
    r"(?<=[.!?;])\s|,? (?:and|but|so|then) (?=(?:(?:please|can you|could you|just|also|then) )*(?:forget|erase|delete|"
    r"remove|wipe|keep|remember|where|what|who|how|when|which|do you|show|find|book)\b)|, (?=(?:(?:please|can you|"
    r"could you) )*(?:forget|erase|delete|remove|wipe)\b)",
    re.IGNORECASE,
)
_THAT = re.compile(
    r"\b(?:forget|erase|delete|remove|unlearn) (?:that|this|it|them|those)"
    r"(?: (?:again|please|one|note|too|also|as well|now|then|thanks|ok)){0,3}\W*$"
)
_SPOKE_OF_MEMORY = re.compile(
    r"\bI have noted\b|\bYou told me:|\bI remember\b|\bThank you, corrected\b|\bDo you mean “"
)
_NOT_FORGET = frozenset({"search", "suggest", "pick", "place", "ask_offer", "bookings", "change", "recall"})
"""Acts of messages that erase nothing, whatever words they have."""
_NAMES = re.compile(r"\b(?:forget|erase|delete|remove) (?:that |about |the fact that ){0,3}")
_ABOUT_ME = re.compile(r"\babout (?:me|us|myself|ourselves)\b")
_ABOUT_OTHER = re.compile(r"\babout (?!me\b|us\b|myself\b|ourselves\b|everything\b|all\b)")


def asks_to_forget(state: DialogueState) -> bool:
    """Return whether the message asks to erase something from memory."""
    return state.act not in _NOT_FORGET and bool(_find_clauses(state)[0])


def find_rest(state: DialogueState) -> DialogueState | None:
    """Return the state with the part of the message that asks for something else, or None if nothing does."""
    rest = " ".join(_find_clauses(state)[1])
    other = replace(state, message=rest)
    asks = "?" in rest or asks_about_one(other.text) or find_statements(other.text)
    return other if rest and (asks or state.outcomes) else None


def forget(state: DialogueState) -> Plan:
    """Erase what the message names. Ask if it is not clear, or if it is everything."""
    text = normalise(" ".join(_find_clauses(state)[0]))
    if memory_words.ALL.search(text) and (_ABOUT_ME.search(text) or not _names_one(text)):
        return (
            "Shall I erase everything that I know about you, and our conversations? It cannot be undone. "
            f"Your bookings stay. {CONFIRM}"
        )
    known = yield from call("read_memory")
    fields: Fields = known.data.get("fields", {})
    rows: Sequence[Row] = known.data.get("memories", ())
    all_rows = [*known.data.get("ended", ()), *rows]
    topic = find_topic(text, all_rows)
    if doubt := _ask_which(state, text, rows, fields) or _say_what_holds(text, fields):
        return doubt
    field = None if topic.people else find_field(text) or _find_other_field(state, text, topic, fields)
    as_typed = find_topic(" ".join(_find_clauses(state)[0]).lower(), all_rows)  # "Max" is a name, not "maximum"
    found = find_rows(topic, all_rows) or find_rows(as_typed, all_rows) or _find_told(state, text, rows)
    if field == "budget_range":
        found += [row for row in rows if row not in found and is_of_budget(row)]
    if field and field in fields:
        known = yield from call("erase_profile_field", field=field)
        left = {row["id"] for name in ("memories", "ended") for row in known.data.get(name, ())}
        found = [row for row in found if row["id"] in left]
    if found and not known.error:
        known = yield from call("erase_memories", ids=[row["id"] for row in found[-50:]])
    if known.error:
        return f"I could not erase it: {known.error}."
    if not found and (field is None or field not in fields):
        return _ask_or_deny(topic, field, text, rows)
    every = "everything about " if topic.people and not topic.aspect and not topic.words else ""
    what = f"{every}{_describe(topic, field, text)}"
    if found and what == "that":
        what = join_words(list(dict.fromkeys(f"“{row['content']}”" for row in found[-3:])))
    return f"Done: I have erased {what} from what I know about you. {_STAYS}"


def _ask_which(state: DialogueState, text: str, rows: Sequence[Row], fields: Fields) -> str:
    """Return a question if "that" may mean several things that the last reply named, or an empty string."""
    if not _THAT.search(text) or _is_just_noted(state):
        return ""
    named = _list_named(state, rows, fields)
    if len(named) < 2:
        return ""
    return f"Do you mean {join_words(named, 'or')}? Please name what to forget. Nothing is erased yet."


def _say_what_holds(text: str, fields: Fields) -> str:
    """Return what holds now if the message names a value that was replaced, or an empty string."""
    stated = _find_stated(text)
    held = fields.get(stated.field) if stated else None
    if stated is None or held is None or held["is_disputed"] or has_value(stated, held["value"], is_disputed=False):
        return ""
    return f"That does not hold any more: I remember {describe_fields({stated.field: held['value']})[0]}."


def _names_one(text: str) -> bool:
    """Return whether a text names one thing to forget, and not all of it."""
    topic = find_topic(text)
    return bool(find_field(text) or topic.is_single or (_ABOUT_OTHER.search(text) and topic.words))


def _find_told(state: DialogueState, text: str, rows: Sequence[Row]) -> list[Row]:
    """Return the memories that the last reply spoke of, to somebody who says "forget that"."""
    if not _THAT.search(text):
        return []
    said = next((text for role, text in reversed(state.history) if role == "user"), "")
    learned = list_learned(said, rows) if _is_just_noted(state) else []
    return learned or [row for row in rows if row["content"] in state.last_reply]


def _is_just_noted(state: DialogueState) -> bool:
    return "I have noted" in state.last_reply


def _list_named(state: DialogueState, rows: Sequence[Row], fields: Fields) -> list[str]:
    """Return the fields and the memories that the last reply named, in words."""
    values = {name: field["value"] for name, field in fields.items()}
    phrases = [
        f"your {LABELS[name].lower()}"
        for name, value in values.items()
        if any(phrase in state.last_reply for phrase in describe_fields({name: value}))
    ]
    return phrases + [f"“{row['content']}”" for row in rows if row["content"] in state.last_reply]


def _find_stated(text: str) -> Statement | None:
    """Return what a message says is to be forgotten, as a statement: "forget that we are 4, … we are 5 now"."""
    found = find_statements(re.split(r",| so | because | since |;", _NAMES.sub("", text))[0])
    return found[0] if found else None


def asks_to_retract(state: DialogueState) -> bool:
    """Return whether the message denies that the person said something of themselves."""
    return bool(memory_words.NEVER_SAID.search(state.text))


def retract(state: DialogueState) -> Plan:
    """Reject what the person says that they never said."""
    known = yield from call("read_memory")
    text = memory_words.NEVER_SAID.sub(" ", state.text)
    rows: Sequence[Row] = known.data.get("memories", ())
    ids = [row["id"] for row in find_rows(find_topic(text, rows), rows)]
    if not ids:
        return "I'm sorry, I read that into your words. It is not among what I remember about you."
    result = yield from call("reject_memories", ids=ids[:50])
    if result.error:
        return f"I could not change it: {result.error}."
    return "I'm sorry, I misunderstood you. I have taken that out of what I know about you."


def erase_everything(state: DialogueState) -> Plan:
    """Erase all that is known, after a yes."""
    del state
    result = yield from call("erase_everything")
    if result.error:
        return f"I could not erase it: {result.error}."
    return "Done: everything that I knew about you is erased, with our conversations. Your bookings are as they were."


def _find_clauses(state: DialogueState) -> tuple[list[str], list[str]]:
    """Return the clauses of the message that ask to erase, and the others."""
    asking: list[str] = []
    others: list[str] = []
    if not memory_words.FORGET.search(state.text):
        return asking, [state.message]
    for clause in _SPLIT.split(state.message[:MAX_LENGTH]):
        text = normalise(clause)
        is_asking = memory_words.FORGET.search(text) and (
            _names_told(state, text)
            or (
                not memory_words.NOT_MEMORY.search(text)
                and (memory_words.OF_MEMORY.search(text) or find_field(text) or _names_fact(state, text))
            )
        )
        (asking if is_asking else others).append(clause)
    return asking, others


def _names_told(state: DialogueState, text: str) -> bool:
    return bool(_THAT.search(text)) and bool(_SPOKE_OF_MEMORY.search(state.last_reply))


def _names_fact(state: DialogueState, text: str) -> bool:
    """Return whether a text names somebody, or has only words of one fact that is known."""
    topic = find_topic(text, [{"content": fact, "subject": None} for fact in state.memory.facts])
    return bool(topic.people) or any(topic.words and topic.words <= keywords(fact) for fact in state.memory.facts)


def _find_other_field(state: DialogueState, text: str, topic: Topic, fields: Fields) -> str | None:
    """Return the field that a message means without its name: by its value, or as what the last reply spoke of."""
    if topic.is_single:
        return None
    if told := _find_stated(text):
        return told.field
    for name, field in fields.items():
        if name not in {"interests", "preferences", "past_destinations"} and topic.words & keywords(field["value"]):
            return name
    return field_in_reply(state) if re.search(r"\b(?:that|this|it|last)\b", text) and not topic.words else None


def _ask_or_deny(topic: Topic, field: str | None, text: str, rows: Sequence[Row]) -> str:
    near = [] if field else find_near_rows(topic, rows)
    if near:
        words = join_words([f"“{row['content']}”" for row in near[-3:]], "or")
        return f"Do you mean {words}? Please tell me in these words what to forget. Nothing is erased yet."
    return f"I have nothing about {_describe(topic, field, text)} in memory, so there is nothing to erase."


def _describe(topic: Topic, field: str | None, text: str) -> str:
    """Return the name of what is erased: "your diet", "your age", "your kids"."""
    if field:
        return f"your {LABELS[field].lower()}"
    if topic.people:
        person = name_person(text, topic.people)
        return f"that about {person}" if topic.aspect or topic.words else person
    if topic.aspect and (match := re.search(r"\bmy (?P<word>age|name|birthday|job|work|allerg\w+|languages?)\b", text)):
        return f"your {match['word']}"
    return "that"
