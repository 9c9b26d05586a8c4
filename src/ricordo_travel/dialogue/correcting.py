"""Correct what is remembered: set a field to the right value, or give up what a new statement denies."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ricordo_travel.dialogue import memory_words
from ricordo_travel.dialogue.keywords import keywords
from ricordo_travel.dialogue.memory import CONTRADICTION, acknowledge, list_learned, split_values
from ricordo_travel.dialogue.memory_words import find_field
from ricordo_travel.dialogue.money import parse_money
from ricordo_travel.dialogue.party import parse_party
from ricordo_travel.dialogue.plan import Plan, call, join_words
from ricordo_travel.dialogue.recollection import Row, find_topic
from ricordo_travel.dialogue.state import DialogueState
from ricordo_travel.dialogue.statements import Statement, find_statements
from ricordo_travel.dialogue.telling import PHRASES
from ricordo_travel.traveller import LABELS

_ASKED_VALUE = re.compile(r"What is right for your (?P<label>[A-Za-z ]+)\?")
_QUOTED = re.compile(r"(?<!\w)['\"“‘][^'\"”’]{1,80}['\"”’](?!\w)")
_VALUE = r"\s+(?:(?:just|only|now|actually) )?(?P<value>(?!not\b|wrong\b|it\b|that\b|this\b|says\b)[a-z][a-z' -]{2,60})"
_RIGHT_VALUE = re.compile(r"(?:\bit'?s\b|\bit is\b|\bshould be\b|\bmake it\b)" + _VALUE)
_OTHER_VALUE = re.compile(r"(?:\bis\b|\bto\b|\bi'm\b|\bi am\b|\bi live in\b|\bin\b|,)" + _VALUE)
_MAX_VALUE = 5
"""Words of a value that a correction gives: more are a sentence."""
_OF_MEMORY = re.compile(r"\b(?:I remember|You told me|I have noted|you live in|what I remember)\b")
_POLARITY = keywords(
    "like likes love loves hate hates enjoy enjoys dislike dislikes prefer prefers not does doesn't cannot can't stand "
    "always never usually really now still longer anymore very much is are has have no"
)


def asks_to_correct(state: DialogueState) -> bool:
    """Return whether the message says that something known is wrong."""
    if asks_in_words(state):
        return True
    if _ASKED_VALUE.search(state.last_reply) or (CONTRADICTION in state.last_reply and not state.trip.kinds):
        return bool(_value_in(state, field_in_reply(state) or "budget_range"))
    is_about_memory = find_field(state.text) is not None or field_in_reply(state) is not None
    return bool(memory_words.WRONG.search(state.text)) and (
        is_about_memory or bool(_OF_MEMORY.search(state.last_reply))
    )


def asks_in_words(state: DialogueState) -> bool:
    """Return whether the message asks to correct what memory holds, in these words."""
    return bool(memory_words.CORRECT.search(state.text)) and bool(state.clauses)


def correct(state: DialogueState) -> Plan:
    """Set a field to the value that the person says is right, or give up what their statement denies."""
    field = find_field(state.text) or _field_by_value(state) or field_in_reply(state)
    value = _value_in(state, field) if field else None
    if field is None or not value:
        replaced = yield from _replace_denied(state)
        if replaced or field is None:
            return replaced or "I'm sorry. What is right? Please tell me in one sentence, and I correct it."
        return f"I'm sorry. What is right for your {LABELS[field].lower()}?"
    if value.is_denied:
        return (yield from acknowledge(state))
    result = yield from call("set_profile_field", field=field, values=split_values(field, value.value))
    if result.error:
        return f"I could not change it: {result.error}."
    stored = result.data.get("fields", {}).get(field, {}).get("value", "")
    return f"Thank you, corrected: your {LABELS[field].lower()} is now {stored}."


def _replace_denied(state: DialogueState) -> Plan:
    """Reject what is known and said otherwise in this message. Return what holds now; empty if nothing was stated."""
    known = yield from call("read_memory")
    rows = known.data.get("memories", ())
    new = list_learned(state, rows)
    if not new:
        return ""
    old = [row for row in rows if row not in new and any(_is_denied(row, each, rows) for each in new)]
    if old:
        yield from call("reject_memories", ids=[row["id"] for row in old[:50]])
    noted = join_words([f"“{row['content']}”" for row in new[-3:]])
    return f"Thank you, corrected. I have noted {noted}."


def _is_denied(old: Row, new: Row, rows: Sequence[Row]) -> bool:
    """Return whether two memories of one person say different things of one matter: but for like and not, the same."""
    one, other = (find_topic(row["content"].lower(), rows) for row in (old, new))
    ours, theirs = one.words - _POLARITY, other.words - _POLARITY
    return one.people == other.people and bool(ours) and bool(theirs) and (ours <= theirs or theirs <= ours)


def _value_in(state: DialogueState, field: str) -> Statement | None:
    """Return the value that a correction gives to a field. What it quotes is the wrong value."""
    text = _QUOTED.sub(" ", state.text)
    for statement in find_statements(text):
        if statement.field == field:
            return statement
    if field == "budget_range":
        clause = re.sub(r"\bnot (?:\$? ?[\d,.]+k?)\b", "", text)
        amounts = [
            money
            for part in re.split(r"\bbut\b|\bit'?s\b|;|\bnot\b|\bis\b", clause)[::-1]
            if (money := parse_money(part, is_asked=True))
        ]
        return Statement(field, f"${amounts[0].amount:,}") if amounts else None
    if field == "number_of_travelers":
        people = parse_party(text) or parse_party(
            f"for {m[1]}" if (m := re.search(r"\b(\d{1,2}|one|two|three|four|five|six|seven|eight)\b", text)) else ""
        )
        return Statement(field, str(people)) if people else None
    match = _RIGHT_VALUE.search(text) or _OTHER_VALUE.search(text)
    if not match and _ASKED_VALUE.search(state.last_reply):
        return Statement(field, state.message.strip()[:80])
    if not match:
        return None
    value = re.split(r"\b(?:and|but|so|not|because)\b", re.sub(r"^(?:now|actually|in)\s+", "", match["value"]))[
        0
    ].strip()
    if not value or len(value.split()) > _MAX_VALUE:
        return None
    if field == "dietary_requirements" and state.memory.value(field).startswith("allergic to"):
        value = f"allergic to {value}"
    return Statement(field, value.title() if field == "home" else value)


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
