"""Comparisons of places: which of those that were suggested or named is the warmest, the cheapest, the nearest."""

from __future__ import annotations

import calendar
import re
from collections.abc import Sequence

from ricordo_travel.dialogue.climate import find_degrees
from ricordo_travel.dialogue.geography import find_mentions
from ricordo_travel.dialogue.money import format_dollars
from ricordo_travel.dialogue.plan import join_words
from ricordo_travel.dialogue.refusals import is_refused
from ricordo_travel.dialogue.suggestions import (
    Suggestion,
    TripPreferences,
    describe_trip,
    find_activities,
    format_minutes,
    match_interests,
)
from ricordo_travel.places import Place

_WHICH = re.compile(
    r"\b(?:which|wich|what's the)\b(?!.{0,12}\b(?:other|else|more|places|cities|countries)\b)|"
    r"\bof (?:these|those|them)\b|^\W*(?:and |or |so |but )?(?:what about )?the \w+est\b[^?]{0,30}\?"
)
_WARM = re.compile(r"\b(?:warm|hot|sunn|heat)(?:er|est|ier|iest)?\b")
_COLD = re.compile(r"\b(?:cold|cool)(?:er|est)?\b")
_CHEAP = re.compile(r"\b(?:cheap(?:er|est)?|affordable|least expensive|less expensive|costs? (?:the )?least|budget)\b")
_NEAR = re.compile(r"\b(?:near|clos|short|quick|fast)(?:e|er|est)\b|\b(?:least|not) far\b|\bfurthest|farthest\b")


def find_compared(text: str, suggested: Sequence[Place]) -> list[Place]:
    """Return the places that a message in lower case compares: those that it names, or those suggested before."""
    mentions = [mention for mention in find_mentions(text) if not is_refused(text, mention)]
    named = list(dict.fromkeys(mention.place for mention in mentions if mention.place))
    if len(named) > 1:
        return named if find_measures(text) and re.search(r"\bor\b|\bthan\b|\bof\b|\bbetween\b", text) else []
    is_open = not any(len(mention.places) > 1 or not mention.is_served for mention in mentions)
    return list(suggested) if len(suggested) > 1 and is_open and not named and _WHICH.search(text) else []


def find_measures(text: str) -> list[str]:
    """Return by what a message in lower case compares places."""
    measures = (("warm", _WARM), ("cold", _COLD), ("cheap", _CHEAP), ("near", _NEAR))
    return [name for name, pattern in measures if pattern.search(text)]


def compare(text: str, places: Sequence[Place], preferences: TripPreferences, month: int) -> str:
    """Return which of several places is the warmest, cheapest, nearest or best for something, with the figures."""
    trips = [describe_trip(place, preferences) for place in places]
    measures = find_measures(text)
    sentences = [_compare_by(measure, trips, preferences, month) for measure in measures]
    wanted = [each for each in find_activities(text) if not ("warm" in measures and each == "beaches")]
    if wanted:
        good = [each.name for each in places if match_interests(each.activities, wanted)]
        of = f"Of these, {join_words(good)}" if good else "None of these"
        sentences.append(f"{of} {'is' if len(good) < 2 else 'are'} known for {join_words(wanted, 'or')}.")
    if sentences:
        return " ".join(sentences)
    known = " ".join(f"{place.name}: {place.summary}." for place in places)
    return f"I do not know which of them that is. What I know: {known}"


def _compare_by(measure: str, trips: Sequence[Suggestion], preferences: TripPreferences, month: int) -> str:
    if measure in {"warm", "cold"}:
        degrees = {each.place.name: find_degrees(each.place, month) for each in trips}
        names = sorted(degrees, key=lambda name: degrees[name], reverse=measure == "warm")
        figures = [f"{name} ({degrees[name]} °C by day)" for name in names]
        return f"The {measure}est in {calendar.month_name[month]} is {_rank(figures)}."
    if measure == "cheap":
        figures = [
            f"{each.place.name} (about {format_dollars(each.cost)})"
            for each in sorted(trips, key=lambda each: each.cost)
        ]
        people = f"{preferences.people} people" if preferences.people > 1 else "one person"
        flights = f"flights from {preferences.home.name}" if preferences.home else "no flights"
        return f"The cheapest is {_rank(figures)}, for {preferences.nights} nights for {people} with {flights}."
    if preferences.home is None:
        return "I need to know where you fly from to say which is the nearest."
    near = sorted(trips, key=lambda each: each.minutes)
    figures = [f"{each.place.name} ({format_minutes(each.minutes)})" for each in near]
    return f"The shortest flight from {preferences.home.name} is to {_rank(figures)}."


def _rank(figures: Sequence[str]) -> str:
    first, *others = figures
    return f"{first}, then {join_words(others)}" if others else first
