"""Rules that talk about what is remembered."""

from __future__ import annotations

import re

from ricordo_travel.dialogue.keywords import keywords
from ricordo_travel.dialogue.plan import ReplyPlan, join_words, reply_with
from ricordo_travel.dialogue.requests import parse_party_size
from ricordo_travel.dialogue.state import DialogueState, MemoryContext
from ricordo_travel.traveller import LABELS

_ASK_MEMORY = re.compile(
    r"\bwhat (?:do|did|have) you (?:know|remember|learn|learned|learnt|stored?)\b|"
    r"\bdo you (?:remember|know) (?:me|about me)\b|\bwhat did i (?:say|tell you)\b",
    re.IGNORECASE,
)
_ASK_FORGET = re.compile(
    r"\b(?:forget|erase|delete) (?:\w+ ){0,3}?(?:me|everything|that|this|about|my|what|all)\b", re.IGNORECASE
)

_INTERESTS, _PREFERENCES, _BUDGET = LABELS["interests"], LABELS["preferences"], LABELS["budget_range"]
_PHRASES = {
    _INTERESTS: "that you like {}",
    _PREFERENCES: "that you prefer {}",
    _BUDGET: "a budget of {}",
    LABELS["travel_style"]: "that your style is {}",
    LABELS["past_destinations"]: "your trips to {}",
    LABELS["number_of_travelers"]: "that {} of you travel",
    LABELS["trip_duration"]: "that you like to be away for {}",
    LABELS["dietary_requirements"]: "what you do not eat ({})",
    LABELS["home"]: "that you live in {}",
}

_LISTS = {_INTERESTS, _PREFERENCES, LABELS["past_destinations"]}


def describe_profile(memory: MemoryContext) -> list[str]:
    """Return a phrase for each known field of the profile."""
    return [
        _PHRASES[label].format(_format_value(label, value))
        for label, value in memory.profile.items()
        if label in _PHRASES and value
    ]


def describe_new_memories(state: DialogueState) -> list[str]:
    """Return the fields and facts that share words with the latest message: they were just learned from it."""
    words = keywords(state.message)
    fields = [
        f"{label.lower()}: {value}"
        for label, value in state.memory.profile.items()
        if label in _PHRASES and (words & keywords(value) or value == str(parse_party_size(state.message)))
    ]
    return fields + [f"“{fact}”" for fact in state.memory.facts if len(words & keywords(fact)) >= 2][:2]


def ask_about_conflict(state: DialogueState) -> str:
    """Return a question about a field with two values, or an empty string if there is none."""
    memory = state.memory
    if not memory.disputed:
        return ""
    label = min(memory.disputed)
    return f"Earlier you told me this about your {label.lower()}: {memory.profile.get(label, '')}. Which is right now?"


def answer_about_memory(state: DialogueState) -> ReplyPlan | None:
    """Answer questions about what is remembered, and about forgetting."""
    if _ASK_FORGET.search(state.message):
        return reply_with(
            "You can see, correct and erase everything that I know about you in the panel beside this conversation; "
            "what is erased there is gone for good. I cannot do it from here."
        )
    if not _ASK_MEMORY.search(state.message):
        return None
    phrases = describe_profile(state.memory)
    facts = [f"- {fact}" for fact in state.memory.facts]
    if not phrases and not facts:
        return reply_with("Nothing yet. Tell me what you like, what a trip may cost, or where you have been.")
    intro = f"I remember {join_words(phrases)}." if phrases else "This is what I remember:"
    return reply_with("\n".join([intro, *facts, "The panel beside this conversation shows the source of each."]))


def _format_value(label: str, value: str) -> str:
    return join_words(re.split(r", |; ", value)) if label in _LISTS else value
