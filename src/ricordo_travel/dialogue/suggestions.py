"""Suggestions of destinations that match a person's interests and budget."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ricordo_travel.dialogue.climate import is_warm
from ricordo_travel.dialogue.keywords import keywords
from ricordo_travel.flights.timetable import flights_between
from ricordo_travel.places import Place, all_places

DEFAULT_NIGHTS = 5
"""The length of a trip if nobody named one."""
_DAILY_EXPENSES = 60
"""Dollars a day for each person, for food, buses and tickets."""


@dataclass(frozen=True, slots=True)
class TripPreferences:
    """The preferences that suggestions must match."""

    interests: tuple[str, ...]
    budget: int | None = None
    people: int = 1
    nights: int = DEFAULT_NIGHTS
    home: Place | None = None
    visited: frozenset[str] = frozenset()
    shown: frozenset[str] = frozenset()
    within: frozenset[str] = frozenset()
    """Names of the only places to suggest; all if empty."""
    refused: frozenset[str] = frozenset()
    warm_in: int | None = None
    """A month in which the place must be warm."""
    max_cost: int | None = None
    """The price of a night below which the place must be."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A place, the interests that it matches, and the estimated cost of a trip."""

    place: Place
    matches: tuple[str, ...]
    cost: int


def suggest_places(preferences: TripPreferences, *, limit: int = 3) -> list[Suggestion]:
    """Return the best places: most matches first, then the cheapest. Those over budget or visited before come last."""
    candidates = [
        place
        for place in all_places()
        if place.name not in preferences.shown | preferences.refused
        and place != preferences.home
        and (preferences.warm_in is None or is_warm(place, preferences.warm_in))
        and (preferences.max_cost is None or place.cost < preferences.max_cost)
        and (not preferences.within or place.name in preferences.within)
    ]
    suggestions = [
        Suggestion(place, match_interests(place.activities, preferences.interests), _estimate_cost(place, preferences))
        for place in candidates
    ]
    matching = [each for each in suggestions if each.matches or not preferences.interests or preferences.within]
    return sorted(matching, key=lambda each: _sort_key(each, preferences))[:limit]


def match_interests(activities: Iterable[str], interests: Sequence[str]) -> tuple[str, ...]:
    """Return the activities of a place that share a word with an interest."""
    wanted = {word for interest in interests for word in keywords(interest)}
    return tuple(activity for activity in activities if wanted & keywords(activity))


_SYNONYMS = {
    "beach": "beaches", "sea": "coast", "seaside": "coast", "sun": "beaches", "warm": "beaches", "sunny": "beaches",
    "hot": "beaches", "hike": "hiking", "walk": "walking", "walks": "walking", "mountain": "mountains",
    "ski": "skiing", "snow": "skiing", "surf": "surfing", "dive": "diving", "snorkel": "snorkelling",
    "snorkeling": "snorkelling", "foodie": "food", "eat": "food", "eating": "food", "restaurants": "food",
    "street food": "food", "party": "nightlife", "clubs": "nightlife", "clubbing": "nightlife", "bars": "nightlife",
    "museum": "museums", "galleries": "art", "gallery": "art", "romantic": "romance", "honeymoon": "romance",
    "temple": "temples", "kids": "family", "animals": "wildlife", "safari": "wildlife", "outdoors": "nature",
    "outdoor": "nature", "forest": "nature", "historic": "history", "ancient": "history", "castles": "history",
    "ruins": "history", "bike": "cycling", "biking": "cycling", "bikes": "cycling", "concerts": "music",
    "wineries": "wine", "vineyards": "wine", "trek": "trekking", "climb": "climbing", "relax": "beaches",
    "relaxing": "beaches", "quiet": "nature", "spa": "hot springs", "yoga": "yoga", "markets": "markets",
    "market": "markets", "garden": "gardens", "cheap": "budget", "northern lights": "nature", "island": "islands",
    "dance": "dancing", "cultural": "culture", "swim": "beaches", "tapas": "food", "cuisine": "food",
    "sail": "sailing", "shop": "shopping", "cliffs": "coast", "coastal": "coast",
}  # fmt: skip
"""Words that name an activity of the table in another way."""


_OWN_BUDGET = re.compile(r"\b(?:my|our|the|a|what) budget\b|\bbudget (?:is|of|around|about)\b|\bbudget:? \$?\d")


def find_activities(text: str) -> tuple[str, ...]:
    """Return the activities of all places that `text` names."""
    text = text.casefold()
    words = keywords(text)
    plain = set(re.findall(r"[a-z]+", text))
    named = [activity for word, activity in _SYNONYMS.items() if word in plain or (" " in word and word in text)]
    words |= {stem for activity in named for stem in keywords(activity)}
    activities = dict.fromkeys(activity for place in all_places() for activity in place.activities)
    words -= keywords("budget") if _OWN_BUDGET.search(text) else set()
    return tuple(activity for activity in activities if keywords(activity) <= words)


def _sort_key(each: Suggestion, preferences: TripPreferences) -> tuple[bool, bool, int, int, str]:
    is_too_expensive = preferences.budget is not None and each.cost > preferences.budget
    is_visited = bool({name.casefold() for name in (each.place.name, each.place.region)} & preferences.visited)
    return is_too_expensive, is_visited, -len(each.matches), each.cost, each.place.key


def _estimate_cost(place: Place, preferences: TripPreferences) -> int:
    """Estimate the cost of rooms, daily expenses and, if the home is known, return flights."""
    rooms = -(-preferences.people // 2)
    total = place.cost * rooms * preferences.nights + _DAILY_EXPENSES * preferences.people * preferences.nights
    if preferences.home and preferences.home.airport != place.airport:
        fares = [flight.base_fare for flight in flights_between(preferences.home.airport, place.airport)]
        total += 2 * min(fares) * preferences.people
    return round(total, -1)
