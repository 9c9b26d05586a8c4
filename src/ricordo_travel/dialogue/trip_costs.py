"""About what a trip to a place costs, for somebody who asks before there are days and offers."""

from __future__ import annotations

import re

from ricordo_travel.dialogue.money import format_dollars
from ricordo_travel.dialogue.planning import chosen_suggestion, find_goals, find_preferences
from ricordo_travel.dialogue.shares import EACH
from ricordo_travel.dialogue.state import DialogueState
from ricordo_travel.dialogue.suggestions import describe_trip
from ricordo_travel.dialogue.sums import asks_if_enough, compare_total
from ricordo_travel.dialogue.talk import find_topic
from ricordo_travel.dialogue.wishes import find_kinds
from ricordo_travel.places import Place
from ricordo_travel.wording import count

_COST = re.compile(
    r"\bhow much\b(?= (?:is|are|would|will|does|do|for|it|that|roughly|about|in total|altogether)\b|\W{0,3}$)|"
    r"\bwhat\b[^.?!;]{0,60}\b(?:costs?|prices?|total|come to|work out|set (?:us|me) back|price[- ]wise)\b|"
    r"\b(?:price|cost) (?:of|for)\b"
)
_ESTIMATE = ", food and tickets too."
_OF_TRIP = frozenset({None, "payment and refunds"})
"""Topics of questions for the price of a trip, and not of a taxi."""


def asks_for_cost(state: DialogueState) -> bool:
    """Return whether the message asks what a trip to a place costs, before any offers were shown."""
    is_enough = asks_if_enough(state.text) and not state.trip.first
    is_asked = is_enough or _COST.search(state.text) or (EACH.search(state.text) and "?" in state.text)
    goes_on = _ESTIMATE in state.last_reply and state.reading.alters("destination", "nights", "people", "origin")
    kinds = find_kinds(state.text)
    is_of_trip = not kinds or ("flight" in kinds and state.reading.names("nights"))  # "7 nights, flights included"
    is_stay = state.reading.names("nights")  # "a week there, i can drive"
    is_of_trip = is_enough or (is_of_trip and (is_stay or find_topic(state.text) in _OF_TRIP))
    return bool(is_asked or goes_on) and is_of_trip and not state.offers and _find_goal(state) is not None


def describe_cost(state: DialogueState) -> str:
    """Return about what the trip to a place costs that a conversation is about, and what that is for each."""
    place, wanted = _find_goal(state), find_preferences(state, ())
    assert place
    cost = describe_trip(place, wanted).cost
    people = f"{wanted.people} people" if wanted.people > 1 else "one person"
    flights = f"with flights from {wanted.home.name}" if wanted.home else "without flights"
    is_shared = wanted.people > 1 and EACH.search(state.text)
    each = f", {format_dollars(cost / wanted.people)} each" if is_shared else ""
    nights = count(wanted.nights, "night")
    enough = f" {compare_total(state, (), cost)}" if asks_if_enough(state.text) else ""
    return f"{place.name}: about {format_dollars(cost)} for {nights} for {people} {flights}{each}{_ESTIMATE}{enough}"


def _find_goal(state: DialogueState) -> Place | None:
    """Return the one place that the message, or else the conversation, is about."""
    if goals := find_goals(state):
        return goals[0] if len(goals) == 1 else None
    return chosen_suggestion(state) or state.trip.destination
