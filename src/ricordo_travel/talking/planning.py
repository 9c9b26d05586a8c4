"""Where to go: ask for what is missing, confirm what is remembered, suggest."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from ricordo.language.numbers import duration_in
from ricordo_travel.offers import dollars
from ricordo_travel.places import all_places
from ricordo_travel.plan import Call, Plan, listing, say
from ricordo_travel.situation import Result, Situation
from ricordo_travel.slots import budget_in
from ricordo_travel.suggest import NIGHTS, Suggestion, Tastes, merits_in, suggestions
from ricordo_travel.talking.bookings import is_no, is_yes
from ricordo_travel.talking.searching import home_of, people_of
from ricordo_travel.traveller import LABELS

ASK_BUDGET = "What's your budget for this trip?"
ASK_INTERESTS = "What kind of experiences do you enjoy?"
ASK_SAME = "Would you like me to use these same preferences, or are you looking for something different?"
ASK_DIFFERENT = "What would you like to be different this time?"
MORE = "Say which one you like, or ask for others."

_SUGGEST = re.compile(
    r"\b(?:suggest|recommend|ideas?|inspire|where (?:should|could|can|shall) (?:i|we) go|somewhere|destinations?|"
    r"(?:plan|book|need|want|take|go on|looking for|dream of)\b.{0,30}\b(?:break|adventure)|"
    r"vacation|holidays?|trip|getaway)\b",
    re.IGNORECASE,
)
_MORE = re.compile(r"\b(?:more|others?|another|something else|different ones|what else)\b", re.IGNORECASE)
_SAME = re.compile(r"\b(?:same|use (?:them|these|those|it)|as (?:before|always|usual))\b", re.IGNORECASE)
_INTERESTS, _BUDGET = LABELS["interests"], LABELS["budget_range"]


def same_preferences(situation: Situation) -> Plan | None:
    """The answer to whether what is remembered still holds."""
    if ASK_SAME not in situation.asked:
        return None
    said = situation.said
    if is_yes(said) or (_SAME.search(said) and not is_no(said)):
        return _suggested(situation, f"Perfect! Here is what matches {_matched(situation)}:")
    if merits_in(said) or budget_in(said):
        return _suggested(situation, "All right, something different. How about these:", only=merits_in(said))
    if is_no(said) or re.search(r"\bdifferent|something else|other\b", said, re.IGNORECASE):
        return say(f"Of course. {ASK_DIFFERENT}")
    return None


def answering(situation: Situation) -> Plan | None:
    """The answer to one of the questions about what somebody likes."""
    asked = situation.asked
    if ASK_BUDGET in asked and budget_in(situation.said, asked):
        return _next_step(situation, "Great!")
    if ASK_INTERESTS in asked and situation.here.kind is None and not situation.said.rstrip().endswith("?"):
        if not _interests(situation):
            return None
        return _suggested(situation, "Sounds wonderful! Based on what you enjoy, here are some destinations:")
    if ASK_DIFFERENT in asked and (merits_in(situation.said) or budget_in(situation.said)):
        return _suggested(situation, "How about these:", only=merits_in(situation.said))
    if MORE in asked and _MORE.search(situation.said):
        return _suggested(situation, "Here are others:")
    return None


def suggest(situation: Situation) -> Plan | None:
    """Somebody wants to go somewhere, and does not say where."""
    if not _SUGGEST.search(situation.said) or situation.here.destination:
        return None
    liked, budget = situation.known.profile.get(_INTERESTS), situation.known.profile.get(_BUDGET)
    if situation.is_new and (liked or budget) and not merits_in(situation.said):
        parts = [f"your love for {_and(liked)}" if liked else "", f"your budget of {budget}" if budget else ""]
        known = listing([part for part in parts if part])
        return say(f"Hi again! Based on {known}, I'd love to help plan another trip! {_doubt(situation)}{ASK_SAME}")
    return _next_step(situation, "I'd love to help!")


def a_place(situation: Situation) -> Plan | None:
    """Somebody names a place, and not what they want there."""
    place = situation.here.destination
    if place is None:
        return None
    been = place.name.casefold() in _visited(situation) or place.region.casefold() in _visited(situation)
    again = " You have been there before." if been else ""
    return say(
        f"{place.title}: {place.in_a_line}. Good for {listing(place.good_for[:4])}.{again} "
        "Shall I look for flights, a hotel or a car there? Tell me which, and from which day."
    )


def _next_step(situation: Situation, opening: str) -> Plan:
    """One question, so that a short answer has one meaning; or the suggestions, if there is nothing left to ask."""
    if _budget(situation) is None and not situation.known.profile.get(_BUDGET):
        return say(f"{opening} {ASK_BUDGET}")
    if not _interests(situation):
        return say(f"{opening} {ASK_INTERESTS}")
    return _suggested(situation, f"{opening} Here is what matches {_matched(situation)}:")


def _suggested(situation: Situation, opening: str, only: Sequence[str] = ()) -> Plan:
    tastes = _tastes(situation, only)
    found = suggestions(tastes)
    if not found:
        return say("I know no other place like that. What else do you enjoy?")
    calls = tuple(Call("search_hotel_rooms", {"city": each.place.key, "guests": tastes.people}) for each in found)

    def reply(results: Sequence[Result]) -> str:
        lines = [_line(each, result, tastes) for each, result in zip(found, results, strict=False)]
        return "\n".join([opening, *lines, MORE])

    return Plan(reply, calls)


def _line(each: Suggestion, result: Result, tastes: Tastes) -> str:
    rows: list[dict[str, Any]] = result.data.get("hotels") or []
    rooms = f", rooms from {dollars(rows[0]['price_for_all'])} a night" if rows else ""
    flights = " with flights" if tastes.home else " without flights"
    over = " (above your budget)" if tastes.budget and each.cost > tastes.budget else ""
    people = f"{tastes.people} people" if tastes.people > 1 else "one person"
    return (
        f"• {each.place.title} – {each.place.in_a_line}. About {dollars(each.cost)} for {tastes.nights} nights for "
        f"{people}{flights}{rooms}{over}"
    )


def _tastes(situation: Situation, only: Sequence[str]) -> Tastes:
    length = duration_in(situation.known.profile.get(LABELS["trip_duration"], ""))
    said = " ".join(text for role, text in situation.before if role == "assistant")
    return Tastes(
        interests=tuple(only) or _interests(situation),
        budget=_budget(situation),
        people=people_of(situation) or 1,
        nights=min(max(situation.slots.nights or (length.days if length else NIGHTS), 1), 30),
        home=situation.slots.origin or home_of(situation),
        visited=frozenset(_visited(situation)),
        shown=frozenset(place.name for place in all_places() if f"• {place.title}" in said),
    )


def _interests(situation: Situation) -> tuple[str, ...]:
    """What memory has, and what was said here, should nothing be remembered at the moment."""
    liked = situation.known.profile.get(_INTERESTS)
    said = [text for role, text in (*situation.before, ("user", situation.said)) if role == "user"]
    here = merits_in(" ".join(said))
    return tuple(dict.fromkeys([*(liked.split(", ") if liked else ()), *here]))


def _budget(situation: Situation) -> int | None:
    return situation.slots.budget or budget_in(situation.known.profile.get(_BUDGET, ""), "budget")


def _matched(situation: Situation) -> str:
    return f"your love for {_and(', '.join(_interests(situation)))}"


def _visited(situation: Situation) -> set[str]:
    trips = situation.known.profile.get(LABELS["past_destinations"], "")
    return {re.sub(r" \(.*\)$", "", trip).casefold() for trip in trips.split("; ") if trip}


def _doubt(situation: Situation) -> str:
    if not situation.known.disputed:
        return ""
    what = listing([label.lower() for label in sorted(situation.known.disputed)])
    return f"You told me two different things about your {what}; the panel beside this asks which is right. "


def _and(items: str | None) -> str:
    return listing((items or "").split(", "))
