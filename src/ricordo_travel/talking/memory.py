"""What is known of the person, in words."""

from __future__ import annotations

import re

from ricordo.language.words import terms
from ricordo_travel.plan import Plan, listing, say
from ricordo_travel.situation import Known, Situation
from ricordo_travel.slots import people_in
from ricordo_travel.traveller import LABELS

_KNOW = re.compile(
    r"\bwhat (?:do|did|have) you (?:know|remember|learn|learned|learnt|stored?)\b|"
    r"\bdo you (?:remember|know) (?:me|about me)\b|\bwhat did i (?:say|tell you)\b",
    re.IGNORECASE,
)
_FORGET = re.compile(
    r"\b(?:forget|erase|delete) (?:\w+ ){0,3}?(?:me|everything|that|this|about|my|what|all)\b", re.IGNORECASE
)

_INTERESTS, _PREFERENCES, _BUDGET = LABELS["interests"], LABELS["preferences"], LABELS["budget_range"]
_WORDING = {
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


def remembered(known: Known) -> list[str]:
    """The profile as parts of a sentence."""
    return [
        _WORDING[label].format(_spoken(label, value))
        for label, value in known.profile.items()
        if label in _WORDING and value
    ]


def noted(situation: Situation) -> list[str]:
    """What of memory was just said: it was learned from these words."""
    said = set(terms(situation.said))
    found = [
        f"{label.lower()}: {value}"
        for label, value in situation.known.profile.items()
        if label in _WORDING and (said & set(terms(value)) or value == str(people_in(situation.said)))
    ]
    return found + [f"“{fact}”" for fact in situation.known.facts if len(said & set(terms(fact))) >= 2][:2]


def disputed(situation: Situation) -> str:
    """What was said before of a thing that was just contradicted, and the question which is right."""
    known = situation.known
    if not known.disputed:
        return ""
    label = min(known.disputed)
    return f"Earlier you told me this about your {label.lower()}: {known.profile.get(label, '')}. Which is right now?"


def about_memory(situation: Situation) -> Plan | None:
    """Questions about memory itself."""
    if _FORGET.search(situation.said):
        return say(
            "You can see, correct and erase everything that I know about you in the panel beside this conversation; "
            "what is erased there is gone for good. I cannot do it from here."
        )
    if not _KNOW.search(situation.said):
        return None
    known = remembered(situation.known)
    facts = [f"- {fact}" for fact in situation.known.facts]
    if not known and not facts:
        return say("Nothing yet. Tell me what you like, what a trip may cost, or where you have been.")
    intro = f"I remember {listing(known)}." if known else "This is what I remember:"
    return say("\n".join([intro, *facts, "The panel beside this conversation shows where each of it comes from."]))


def _spoken(label: str, value: str) -> str:
    return listing(re.split(r", |; ", value)) if label in _LISTS else value
