"""Talk about what is remembered: say, note, correct and erase it. Nothing is claimed that memory does not hold."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from ricordo_travel.dialogue import memory_words
from ricordo_travel.dialogue.doubts import find_doubtful, is_no_fact, is_wish, squeeze
from ricordo_travel.dialogue.geography import find_mentions
from ricordo_travel.dialogue.keywords import keywords
from ricordo_travel.dialogue.memory_words import find_field
from ricordo_travel.dialogue.money import parse_money
from ricordo_travel.dialogue.party import parse_party
from ricordo_travel.dialogue.plan import Lookup, Plan, call, join_words, say
from ricordo_travel.dialogue.recollection import asks_about_one, find_rows, find_topic
from ricordo_travel.dialogue.state import DialogueState, MemoryContext
from ricordo_travel.dialogue.statements import Statement, find_statements
from ricordo_travel.dialogue.text import normalise, split_sentences
from ricordo_travel.traveller import LABELS

_ABOUT = re.compile(
    r"\b(?:about|say about|tell you about|remember about|know about|told you about)\s+(?P<topic>(?:my "
    r"|the |our )?[a-z' ]{3,40})"
)
_ASKED_VALUE = re.compile(r"What is right for your (?P<label>[A-Za-z ]+)\?")
_QUOTED = re.compile(r"(?<!\w)['\"“‘][^'\"”’]{1,80}['\"”’](?!\w)")
_VALUE = r"\s+(?:(?:just|only|now|actually) )?(?P<value>(?!not\b|wrong\b|it\b|that\b|this\b|says\b)[a-z][a-z' -]{2,60})"
_RIGHT_VALUE = re.compile(r"(?:\bit'?s\b|\bit is\b|\bshould be\b|\bmake it\b)" + _VALUE)
_OTHER_VALUE = re.compile(r"(?:\bis\b|\bto\b|\bi'm\b|\bi am\b|\bi live in\b|\bin\b|,)" + _VALUE)
_MAX_VALUE = 5
"""Words of a value that a correction gives: more are a sentence."""
_ONCE = re.compile(r"\b(?:this time|for once|just this once|on this trip|for this trip|today only)\b")
_OF_BOOKING = re.compile(
    r"\b(?:change|move|update|extend|rebook)\b.{0,40}\b(?:booking|reservation|hotel|flight|car|room)"
)
CONTRADICTION = "Which is right now?"

_PHRASES = {
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
_LISTS = {"interests", "preferences", "past_destinations"}
_SLOTS = {
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
_NOISE = {"plans"}
_TRIVIAL = re.compile(r"^Has an? \w+$")
"""Facts that are kept, but not worth a word: "Has a husband"."""
Fields = Mapping[str, Mapping[str, Any]]
"""The known fields of the profile, each with its value and whether it is disputed."""


def describe_profile(memory: MemoryContext) -> list[str]:
    """Return a phrase for each known field of the profile."""
    return describe_fields({name: memory.value(name) for name in _PHRASES})


def describe_fields(values: Mapping[str, str]) -> list[str]:
    """Return a phrase for each field that has a value."""
    phrases: list[str] = []
    for name, phrase in _PHRASES.items():
        value = values.get(name)
        if value:
            words = join_words(re.split(r", |; ", value)) if name in _LISTS else value
            phrases.append(
                "that you travel alone" if (name, value) == ("number_of_travelers", "1") else phrase.format(words)
            )
    return phrases


def asks_what_is_known(state: DialogueState) -> bool:
    """Return whether the message asks for all that is remembered."""
    return bool(memory_words.ASK_ALL.search(state.text)) and not find_statements(state.text)


def asks_for_field(state: DialogueState) -> bool:
    """Return whether the message asks for one thing that the person may have said."""
    text = state.text
    if memory_words.NAME.search(text) or any(map(asks_about_one, split_sentences(text))):
        return True
    if (
        not memory_words.ASKS.search(text)
        or not memory_words.MINE.search(text)
        or re.search(r"\b(?:should|shall|could|can you|recommend|suggest|near|book)\b", text)
    ):
        return False
    if re.search(
        r"\bwhat (?:did|have) i (?:say|tell|said|told)|\bdo you remember (?:what|that|my|where|how|if)|"
        r"\bdid i (?:tell|mention|say)",
        text,
    ):
        return True
    is_statement = bool(find_statements(text))
    return (
        find_field(text) is not None
        and not is_statement
        and bool(re.search(r"\b(?:what|which|where|how|do you|am i|who|tell me|remind|did i)\b", text))
    )


def asks_to_correct(state: DialogueState) -> bool:
    """Return whether the message says that something known is wrong."""
    if _ASKED_VALUE.search(state.last_reply) or (CONTRADICTION in state.last_reply and not state.trip.kinds):
        return bool(_value_in(state, field_in_reply(state) or "budget_range"))
    return bool(memory_words.WRONG.search(state.text)) and (
        find_field(state.text) is not None or field_in_reply(state) is not None
    )


def holds_once(state: DialogueState) -> bool:
    """Return whether the message says how many travel this time only."""
    return bool(_ONCE.search(state.text)) and state.reading.names("people")


def tell_all(state: DialogueState) -> Plan:
    """Say all that is remembered."""
    del state
    known = yield from call("read_memory")
    fields = {name: field["value"] for name, field in known.data.get("fields", {}).items()}
    covered = {slot for slot, name in _SLOTS.items() if name in fields} | _NOISE
    facts = [
        row["content"] for row in known.data.get("memories", ()) if row["field"] not in covered and not is_no_fact(row)
    ]
    facts = facts[-8:]
    phrases = describe_fields(fields)
    if not phrases and not facts:
        return "Nothing yet. Tell me what you like, what a trip may cost, or where you have been."
    intro = f"I remember {join_words(phrases)}." if phrases else "This is what I remember:"
    return "\n".join(
        [intro, *(f"- {fact}" for fact in facts), "The panel beside this conversation shows the source of each."]
    )


def tell_field(state: DialogueState) -> Plan:
    """Say what is known of one field, or of a topic."""
    known = yield from call("read_memory")
    field = find_field(state.text)
    rows: Sequence[Mapping[str, Any]] = known.data.get("memories", ())
    fields: Fields = known.data.get("fields", {})
    topic = find_topic(state.text)
    if topic.people or (topic.slots and field not in fields and field != "home"):
        told = [row["content"] for row in find_rows(topic, rows) if not is_no_fact(row)]
        if told:
            return "You told me: " + "; ".join(told[-3:]) + "."
        if topic.people:
            return "You have not told me that, or I do not have it any more."
    if memory_words.NAME.search(state.text):
        names = [row["content"] for row in rows if row["field"] == "name"]
        return f"{names[-1]}, you told me." if names else "You have not told me your name."
    if field and field in fields:
        phrase = describe_fields({field: fields[field]["value"]})[0]
        return f"I remember {phrase}."
    about = _ABOUT.search(state.text)
    words = keywords(about["topic"] if about else state.text) - keywords("know remember tell say said told what live")
    found = [row["content"] for row in rows if words & keywords(row["content"]) and not is_no_fact(row)]
    if found and not topic.slots:
        return "You told me: " + "; ".join(found[-3:]) + "."
    if field:
        return f"You have not told me your {LABELS[field].lower()} yet, or I do not have it any more."
    return "I have nothing about that in memory."


def correct(state: DialogueState) -> Plan:
    """Set a field to the value that the person says is right."""
    field = find_field(state.text) or _field_by_value(state) or field_in_reply(state)
    assert field
    value = _value_in(state, field)
    if not value:
        return f"I'm sorry. What is right for your {LABELS[field].lower()}?"
    if value.is_denied:
        return (yield from acknowledge(state))
    result = yield from call("set_profile_field", field=field, values=_split_values(field, value.value))
    if result.error:
        return f"I could not change it: {result.error}."
    learned = _learned_rows(state, result.data.get("memories", ()))
    if ids := [row["id"] for row in learned if row["field"] is None]:
        result = yield from call("reject_memories", ids=ids)  # "it's 2,500" by itself says nothing
    stored = result.data.get("fields", {}).get(field, {}).get("value", "")
    return f"Thank you, corrected: your {LABELS[field].lower()} is now {stored}."


def acknowledge(state: DialogueState) -> Plan:
    """Say what was learned from the message; add what the reader missed. Empty if nothing was."""
    known = yield from call("read_memory")
    statements = find_statements(state.text)
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
    if ids := _wrong_ids(state, statements, known.data.get("memories", ())):
        known = yield from call("reject_memories", ids=ids)
    fields: Fields = known.data.get("fields", {})
    if question := _ask_about_conflict(state, statements, fields):
        return question
    return _describe_new(state, known.data.get("memories", ()), fields, changed, erased)


def reject_doubtful(state: DialogueState) -> Plan:
    """Reject what was learned from a request or a question, and say nothing about it."""
    known = yield from call("read_memory")
    if ids := _wrong_ids(state, find_statements(state.text), known.data.get("memories", ())):
        yield from call("reject_memories", ids=ids)
    return ""


def _new_values(state: DialogueState, statement: Statement, fields: Fields) -> list[str]:
    """Return what a field is to be set to; nothing if the reader has it already, or the person must decide."""
    field = fields.get(statement.field, {"value": "", "is_disputed": False})
    is_change = _is_change(state.text)
    if _has_value(statement, field["value"], is_disputed=field["is_disputed"]) or (
        field["is_disputed"] and not is_change
    ):
        return []
    if statement.field == "dietary_requirements" and field["value"] and not is_change:
        return [f"{field['value']}, {statement.value}"]
    return _split_values(statement.field, statement.value)


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
    new = [
        row
        for row in _learned_rows(state, rows)
        if row["field"] not in _NOISE and not _TRIVIAL.match(row["content"]) and not is_wish(row)
    ]
    for row in new:
        name = _SLOTS.get(row["field"] or "", "")
        if name in fields:
            changed.setdefault(name, fields[name]["value"])
    said = keywords(" ".join(changed.values()))
    facts = [
        f"“{row['content']}”"
        for row in new
        if _SLOTS.get(row["field"] or "") not in fields and not erased and not keywords(row["content"]) <= said
    ]
    things = [f"{LABELS[name].lower()}: {value}" for name, value in changed.items()] + facts[:2]
    parts = (
        [f"I have erased {join_words([f'“{word}”' for word in erased])} from what I know about you."] if erased else []
    )
    if things:
        parts.append(f"Thank you, I have noted {join_words(things)}.")
    return " ".join(parts)


def _learned_rows(state: DialogueState, rows: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Return the memories that rest on words of the message."""
    message = squeeze(state.message)
    return [row for row in rows if any(squeeze(quote) in message for quote in row["quotes"])]


def _wrong_ids(state: DialogueState, statements: Sequence[Statement], rows: Sequence[Mapping[str, Any]]) -> list[str]:
    """Return the ids of what the message taught by mistake: a party for this time only, a home that is no place."""
    learned = _learned_rows(state, rows)
    doubtful = {*find_doubtful(state.message, learned), *(row["id"] for row in rows if is_no_fact(row))}
    is_party = any(statement.field == "number_of_travelers" for statement in statements)
    has_home = any(statement.field == "home" for statement in statements)
    return [row["id"] for row in rows if row["id"] in doubtful] + [
        row["id"]
        for row in learned
        if (
            row["field"] == "travellers"
            and (_ONCE.search(state.text) or (not is_party and _OF_BOOKING.search(state.text)))
        )
        or (row["field"] == "home" and not has_home and not find_mentions(normalise(row["content"])))
    ]


def _remove(field: str, value: str, word: str) -> Lookup:
    """Take one item out of a field, or erase the field if nothing is left."""
    items = [item for item in re.split(r", |; ", value) if word not in item.lower()]
    if items and (field in _LISTS or field == "dietary_requirements"):
        values = items if field in _LISTS else [", ".join(items)]
        return (yield from call("set_profile_field", field=field, values=values))
    return (yield from call("erase_profile_field", field=field))


def _field_with(fields: Fields, statement: Statement) -> str | None:
    if statement.field in fields and statement.value in fields[statement.field]["value"].lower():
        return statement.field
    return next((name for name in _LISTS if name in fields and statement.value in fields[name]["value"].lower()), None)


def _has_value(statement: Statement, value: str, *, is_disputed: bool) -> bool:
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


def _split_values(field: str, value: str) -> list[str]:
    return [part.strip() for part in re.split(r",| and ", value) if part.strip()] if field in _LISTS else [value]


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
        for name, phrase in _PHRASES.items()
        for words in (f"your {LABELS[name].lower()}", f"{LABELS[name].lower()}:", phrase.split("{")[0].strip())
        if words and words in reply
    ]
    return max(named)[1] if len({name for _, name in named}) == 1 or (named and CONTRADICTION in reply) else None


def offer_help(text: str) -> Plan:
    """Add an offer to go on to a sentence."""
    return say(f"{text} Shall I suggest somewhere, or look something up?")
