"""Questions about places: which ones are served, and what there is to do in one of them."""

from __future__ import annotations

import re

from ricordo_travel.dialogue.climate import wants_warmth
from ricordo_travel.dialogue.geography import find_mentions
from ricordo_travel.dialogue.plan import Plan, join_words, say
from ricordo_travel.dialogue.refusals import is_refused
from ricordo_travel.dialogue.state import DialogueState
from ricordo_travel.dialogue.suggestions import find_activities
from ricordo_travel.places import Place, all_places

_WHICH = re.compile(
    r"\b(?:which|what|any|list|other|all)\b(?: \w+){0,2} (?:cit(?:y|ies)|places|destinations|countries|airports?)\b"
    r"(?=.{0,40}\b(?:you|i can|can i|could i|we can|there|available|serve[ds]?)\b)|"
    r"\bwhere (?:can|do|could) (?:you (?:fly|go)|(?:i|we) (?:start|leave|fly from))\b"
)
_TO_DO = re.compile(
    r"\b(?:what|anything|something|things|what's|where)\b.{0,30}\b(?:to do|to see|to visit|"
    r"(?:can|should|could) (?:i|we|you) (?:do|see|visit)|do there|see there|worth (?:seeing|visiting)|going on)\b"
)
_CONTINENTS: dict[str, tuple[str, ...]] = {
    "Europe": (
        "Portugal", "Spain", "Italy", "Greece", "France", "United Kingdom", "Ireland", "Germany", "Norway", "Iceland",
    ),
    "Asia": ("Japan", "Singapore", "Indonesia", "Thailand", "Vietnam", "Nepal", "India"),
    "Africa": ("South Africa", "Morocco"),
    "North America": ("United States", "Canada", "Mexico"),
    "South America": ("Peru", "Argentina"),
    "Australia and New Zealand": ("Australia", "New Zealand"),
}  # fmt: skip
_CONTINENT_WORDS = {
    "europe": ("Europe",), "european": ("Europe",), "asia": ("Asia",), "asian": ("Asia",), "africa": ("Africa",),
    "african": ("Africa",), "america": ("North America", "South America"),
    "north america": ("North America",), "south america": ("South America",), "oceania": ("Australia and New Zealand",),
}  # fmt: skip


def asks_which_places(state: DialogueState) -> bool:
    """Return whether a message asks which places are served."""
    if not _WHICH.search(state.text) or wants_warmth(state.text) or find_activities(state.text):
        return False
    before = state.text[: _start(state.text)]
    return all(is_refused(before, mention) for mention in find_mentions(before))


def answer_which_places(state: DialogueState) -> Plan:
    """Name the places that are served: those in the part of the world that the message names, or all."""
    text = state.text
    continents = [name for word in sorted(_CONTINENT_WORDS, key=len) if word in text for name in _CONTINENT_WORDS[word]]
    areas = [mention for mention in find_mentions(text) if len(mention.places) != 1 or not mention.is_served]
    single = [place for mention in find_mentions(text) if (place := mention.place)]
    missing = [mention.name for mention in areas if not mention.is_served]
    found = [place for mention in areas for place in mention.places] + single
    if continents:
        countries = {country for name in dict.fromkeys(continents) for country in _CONTINENTS[name]}
        found = [place for place in all_places() if place.country in countries]
    nothing = f"I have nothing in {join_words(missing, 'or')}. " if missing else ""
    if found:
        return say(f"{nothing}I serve {_join(found)}. Which of them would you like?")
    parts = [
        f"in {name} {_join([place for place in all_places() if place.country in countries])}"
        for name, countries in _CONTINENTS.items()
    ]
    return say(f"{nothing}I serve {'; '.join(parts)}.")


def can_answer(state: DialogueState) -> bool:
    """Return whether a question about a place is one of those that can be answered."""
    return asks_what_to_do(state) or asks_which_places(state)


def asks_what_to_do(state: DialogueState) -> bool:
    """Return whether a message asks what there is to do in a place."""
    return bool(_TO_DO.search(state.text)) and _find_place(state) is not None


def answer_what_to_do(state: DialogueState) -> Plan:
    """Say what a place is good for."""
    place = _find_place(state)
    assert place
    return say(
        f"{place.title}: {place.summary}. It is good for {join_words(place.activities)}. "
        "I know no more of sights and tours, so please look those up elsewhere."
    )


def _find_place(state: DialogueState) -> Place | None:
    mentions = [mention.place for mention in find_mentions(state.text) if mention.place]
    return mentions[0] if mentions else state.trip.destination


def _start(text: str) -> int:
    match = _WHICH.search(text)
    return match.start() if match else 0


def _join(places: list[Place]) -> str:
    return join_words(list(dict.fromkeys(place.name for place in places)))
