"""Read and tell what is known of a person: the notes about them, and the fields of the profile that rest on these."""

from __future__ import annotations

import re
from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ricordo_travel.dialogue.plan import Plan, ToolCall, ToolResult, call, join_words
from ricordo_travel.notes.sentences import show_note

Row = Mapping[str, Any]
"""A note as the tools over memory give it."""
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
NOTHING_YET = "Nothing yet. Tell me what you like, what a trip may cost, or where you have been."
_PANEL = "The panel beside this conversation shows the source of each."
_MAX_GREETED = 2
_AMOUNT = re.compile(
    r"(?P<rough>\b(?:about|around|roughly|(?:no|not) more than|up to|at most|max(?:imum)?|under|within|less than|"
    r"between|over|at least) )?"
    r"(?P<sum>(?:[$€£] ?)?\d)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Known:
    """All that is remembered of a person.

    Attributes:
        fields: The fields of the profile.
        rows: The notes that hold.
        ended: The notes that no longer do.
        last_turn: Id and text of the person's last message in the conversation; empty if none is stored.
    """

    fields: Fields
    rows: Sequence[Row]
    ended: Sequence[Row]
    last_turn: Mapping[str, str]


def read_known() -> Generator[Sequence[ToolCall], Sequence[ToolResult], Known]:
    """Read all that is remembered of the person."""
    return to_known((yield from call("read_memory")))


def to_known(result: ToolResult) -> Known:
    """Return what the result of a tool over memory says is known now."""
    data = result.data
    return Known(data.get("fields", {}), data.get("memories", ()), data.get("ended", ()), data.get("last_turn") or {})


def describe_fields(values: Mapping[str, str]) -> list[str]:
    """Return a phrase for each field that has a value."""
    phrases: list[str] = []
    for name, phrase in _PHRASES.items():
        value = values.get(name)
        if value:
            value = write_budget(value) if name == "budget_range" else value
            words = join_words(re.split(r", |; ", value)) if name in LISTS else value
            is_alone = (name, value) == ("number_of_travelers", "1")
            phrases.append("that you travel alone" if is_alone else phrase.format(words))
    return phrases


def write_budget(value: str) -> str:
    """Return the value of a budget as it reads after "a budget of": "$3,500" for "Budget is $3,500 now"."""
    match = _AMOUNT.search(value)
    return f"{match['rough'] or ''}{value[match.start('sum') :]}".removesuffix(" now") if match else f"“{value}”"


def list_facts(known: Known) -> list[str]:
    """Return what is known beside the fields of the profile."""
    return [
        show_note(row["content"])
        for row in known.rows
        if row["subject"] or SLOTS.get(row["field"] or "") not in known.fields
    ]


def tell_all() -> Plan:
    """Say all that is remembered."""
    known = yield from read_known()
    facts, phrases = list_facts(known), describe_fields(_values(known))
    if not phrases and not facts:
        return NOTHING_YET
    intro = f"I remember {join_words(phrases)}." if phrases else "This is what I remember:"
    return "\n".join([intro, *(f"- {fact}" for fact in facts), _PANEL])


def describe_known() -> Plan:
    """Say in one or two sentences what is remembered of somebody who comes back."""
    known = yield from read_known()
    phrases, told = describe_fields(_values(known)), [f"“{fact}”" for fact in list_facts(known)[-_MAX_GREETED:]]
    said = [f"I remember {join_words(phrases)}."] if phrases else []
    return " ".join([*said, *([f"You {'also ' if said else ''}told me: {join_words(told)}."] if told else [])])


def _values(known: Known) -> dict[str, str]:
    return {name: field["value"] for name, field in known.fields.items()}
