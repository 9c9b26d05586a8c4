"""Rules that suggest destinations: ask for what is missing, confirm what is remembered, then suggest."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from ricordo_travel.dialogue.bookings import is_no, is_yes
from ricordo_travel.dialogue.numbers import parse_length_of_stay
from ricordo_travel.dialogue.offers import format_dollars
from ricordo_travel.dialogue.plan import ReplyPlan, ToolCall, join_words, reply_with
from ricordo_travel.dialogue.requests import parse_budget
from ricordo_travel.dialogue.search import home_place, party_size
from ricordo_travel.dialogue.state import DialogueState, ToolResult
from ricordo_travel.dialogue.suggestions import (
    DEFAULT_NIGHTS,
    Suggestion,
    TripPreferences,
    find_activities,
    suggest_places,
)
from ricordo_travel.places import all_places
from ricordo_travel.traveller import LABELS

ASK_BUDGET = "What's your budget for this trip?"
ASK_INTERESTS = "What kind of experiences do you enjoy?"
ASK_SAME = "Would you like me to use these same preferences, or are you looking for something different?"
ASK_DIFFERENT = "What would you like to be different this time?"
ASK_WHICH = "Say which one you like, or ask for others."

_SUGGEST = re.compile(
    r"\b(?:suggest|recommend|ideas?|inspire|where (?:should|could|can|shall) (?:i|we) go|somewhere|destinations?|"
    r"(?:plan|book|need|want|take|go on|looking for|dream of)\b.{0,30}\b(?:break|adventure)|"
    r"vacation|holidays?|trip|getaway)\b",
    re.IGNORECASE,
)
_ASK_OTHERS = re.compile(r"\b(?:more|others?|another|something else|different ones|what else)\b", re.IGNORECASE)
_SAME_AGAIN = re.compile(r"\b(?:same|use (?:them|these|those|it)|as (?:before|always|usual))\b", re.IGNORECASE)
_INTERESTS, _BUDGET = LABELS["interests"], LABELS["budget_range"]


def keep_or_change_preferences(state: DialogueState) -> ReplyPlan | None:
    """Take the answer to whether the remembered preferences still hold."""
    if ASK_SAME not in state.last_reply:
        return None
    message = state.message
    if is_yes(message) or (_SAME_AGAIN.search(message) and not is_no(message)):
        return _propose(state, f"Perfect! Here is what matches {_describe_interests(state)}:")
    if find_activities(message) or parse_budget(message):
        return _propose(state, "All right, something different. How about these:", only=find_activities(message))
    if is_no(message) or re.search(r"\bdifferent|something else|other\b", message, re.IGNORECASE):
        return reply_with(f"Of course. {ASK_DIFFERENT}")
    return None


def continue_suggestions(state: DialogueState) -> ReplyPlan | None:
    """Take the answer to a question about budget or interests, or a request for more suggestions."""
    last_reply = state.last_reply
    if ASK_BUDGET in last_reply and parse_budget(state.message, last_reply):
        return _ask_or_propose(state, "Great!")
    if ASK_INTERESTS in last_reply and state.message_request.kind is None and not state.message.rstrip().endswith("?"):
        if not _interests(state):
            return None
        return _propose(state, "Sounds wonderful! Based on what you enjoy, here are some destinations:")
    if ASK_DIFFERENT in last_reply and (find_activities(state.message) or parse_budget(state.message)):
        return _propose(state, "How about these:", only=find_activities(state.message))
    if ASK_WHICH in last_reply and _ASK_OTHERS.search(state.message):
        return _propose(state, "Here are others:")
    return None


def suggest_destinations(state: DialogueState) -> ReplyPlan | None:
    """Suggest destinations to somebody who names none."""
    if not _SUGGEST.search(state.message) or state.message_request.destination:
        return None
    interests, budget = state.memory.profile.get(_INTERESTS), state.memory.profile.get(_BUDGET)
    if state.is_new and (interests or budget) and not find_activities(state.message):
        parts = [
            f"your love for {_join_items(interests)}" if interests else "",
            f"your budget of {budget}" if budget else "",
        ]
        known = join_words([part for part in parts if part])
        return reply_with(
            f"Hi again! Based on {known}, I'd love to help plan another trip! {_mention_conflicts(state)}{ASK_SAME}"
        )
    return _ask_or_propose(state, "I'd love to help!")


def describe_place(state: DialogueState) -> ReplyPlan | None:
    """Describe a place to somebody who names nothing else."""
    place = state.message_request.destination
    if place is None:
        return None
    is_visited = place.name.casefold() in _past_destinations(state) or place.region.casefold() in _past_destinations(
        state
    )
    again = " You have been there before." if is_visited else ""
    return reply_with(
        f"{place.title}: {place.summary}. Good for {join_words(place.activities[:4])}.{again} "
        "Shall I look for flights, a hotel or a car there? Tell me which, and from which day."
    )


def _ask_or_propose(state: DialogueState, intro: str) -> ReplyPlan:
    """Ask one question, so that a short answer is clear, or suggest if there is nothing left to ask."""
    if _budget(state) is None and not state.memory.profile.get(_BUDGET):
        return reply_with(f"{intro} {ASK_BUDGET}")
    if not _interests(state):
        return reply_with(f"{intro} {ASK_INTERESTS}")
    return _propose(state, f"{intro} Here is what matches {_describe_interests(state)}:")


def _propose(state: DialogueState, intro: str, only: Sequence[str] = ()) -> ReplyPlan:
    preferences = _preferences(state, only)
    suggestions = suggest_places(preferences)
    if not suggestions:
        return reply_with("I know no other place like that. What else do you enjoy?")
    calls = tuple(
        ToolCall("search_hotel_rooms", {"city": each.place.key, "guests": preferences.people}) for each in suggestions
    )

    def reply(results: Sequence[ToolResult]) -> str:
        lines = [
            _describe_suggestion(each, result, preferences) for each, result in zip(suggestions, results, strict=False)
        ]
        return "\n".join([intro, *lines, ASK_WHICH])

    return ReplyPlan(reply, calls)


def _describe_suggestion(each: Suggestion, result: ToolResult, preferences: TripPreferences) -> str:
    rows: list[dict[str, Any]] = result.data.get("hotels") or []
    rooms = f", rooms from {format_dollars(rows[0]['price_for_all'])} a night" if rows else ""
    flights = " with flights" if preferences.home else " without flights"
    over = " (above your budget)" if preferences.budget and each.cost > preferences.budget else ""
    people = f"{preferences.people} people" if preferences.people > 1 else "one person"
    return (
        f"• {each.place.title} – {each.place.summary}. About {format_dollars(each.cost)} "
        f"for {preferences.nights} nights for {people}{flights}{rooms}{over}"
    )


def _preferences(state: DialogueState, only: Sequence[str]) -> TripPreferences:
    length = parse_length_of_stay(state.memory.profile.get(LABELS["trip_duration"], ""))
    replies = " ".join(text for role, text in state.history if role == "assistant")
    return TripPreferences(
        interests=tuple(only) or _interests(state),
        budget=_budget(state),
        people=party_size(state) or 1,
        nights=min(max(state.request.nights or length or DEFAULT_NIGHTS, 1), 30),
        home=state.request.origin or home_place(state),
        visited=frozenset(_past_destinations(state)),
        shown=frozenset(place.name for place in all_places() if f"• {place.title}" in replies),
    )


def _interests(state: DialogueState) -> tuple[str, ...]:
    """Return the remembered interests, and those in this conversation."""
    interests = state.memory.profile.get(_INTERESTS)
    messages = [text for role, text in (*state.history, ("user", state.message)) if role == "user"]
    activities = find_activities(" ".join(messages))
    return tuple(dict.fromkeys([*(interests.split(", ") if interests else ()), *activities]))


def _budget(state: DialogueState) -> int | None:
    return state.request.budget or parse_budget(state.memory.profile.get(_BUDGET, ""), "budget")


def _describe_interests(state: DialogueState) -> str:
    return f"your love for {_join_items(', '.join(_interests(state)))}"


def _past_destinations(state: DialogueState) -> set[str]:
    trips = state.memory.profile.get(LABELS["past_destinations"], "")
    return {re.sub(r" \(.*\)$", "", trip).casefold() for trip in trips.split("; ") if trip}


def _mention_conflicts(state: DialogueState) -> str:
    if not state.memory.disputed:
        return ""
    labels = join_words([label.lower() for label in sorted(state.memory.disputed)])
    return f"You told me two different things about your {labels}; the panel beside this asks which is right. "


def _join_items(items: str | None) -> str:
    return join_words((items or "").split(", "))
