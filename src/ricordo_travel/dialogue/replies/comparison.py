"""Comparisons of places: which of those that were suggested or named is the warmest, the cheapest, the nearest."""

from __future__ import annotations

import calendar
import re
from collections.abc import Mapping, Sequence

from ricordo_travel.dialogue.facts.climate import find_degrees
from ricordo_travel.dialogue.plan import join_words
from ricordo_travel.dialogue.replies.suggestions import (
    Suggestion,
    TripPreferences,
    describe_having,
    describe_trip,
    find_activities,
    format_minutes,
    match_interests,
)
from ricordo_travel.dialogue.values.money import format_dollars
from ricordo_travel.dialogue.values.wishes import find_amenities
from ricordo_travel.places import Place

_WARM = re.compile(r"\b(?:warm|hot|sunn|heat)(?:er|est|ier|iest)?\b")
_COLD = re.compile(r"\b(?:cold|cool)(?:er|est)?\b")
_CHEAP = re.compile(r"\b(?:cheap(?:er|est)?|affordable|least expensive|less expensive|costs? (?:the )?least|budget)\b")
_NEAR = re.compile(r"\b(?:near|clos|short|quick|fast)(?:e|er|est)\b|\b(?:least|not) far\b|\bfurthest|farthest\b")


def find_measures(text: str) -> list[str]:
    """Return by what a message in lower case compares places."""
    measures = (("warm", _WARM), ("cold", _COLD), ("cheap", _CHEAP), ("near", _NEAR))
    return [name for name, pattern in measures if pattern.search(text)]


def compare(text: str, places: Sequence[Place], preferences: TripPreferences, month: int) -> str:
    """Return which of several places is the warmest, cheapest, nearest or best for something, with the figures."""
    trips = [describe_trip(place, preferences) for place in places]
    measures = find_measures(text)
    wanted = [each for each in find_activities(text) if not ("warm" in measures and each == "beaches")]
    good = {each: [place for place in places if match_interests(place.activities, [each])] for each in wanted}
    fitting = [each for each in trips if any(each.place in found for found in good.values())] or trips
    sentences = [_say_known_for(good)] if wanted else []
    sentences += [_compare_by(measure, fitting, preferences, month) for measure in measures]
    what = next((match["what"] for match in _SUPERLATIVE.finditer(text) if not find_measures(match["what"])), "")
    unknown = f"I do not know which of them is the {what}." if what else "I do not know which of them that is."
    if amenities := find_amenities(_FOR_DIET.sub(r"\1 food", text))[0]:
        sentences.append(describe_having(places, amenities))
    is_told = bool(sentences)
    if budget := preferences.budget:
        within = [each.place.name for each in trips if each.cost <= budget]
        names, verb = join_words(within) or "None of them", "is" if len(within) < 2 else "are"
        sentences.append(f"{names} {verb} within {format_dollars(budget)}.")
    if is_told:
        return " ".join([*([unknown] if what and not wanted else []), *sentences])
    lines = [describe_figures(each, preferences, month) for each in trips]
    weighed = " ".join([_weigh(trips, preferences, month), *sentences])
    is_open = _OPEN.search(text) and not what
    return "\n".join([*([] if is_open else [f"{unknown} What I know:"]), *lines, weighed])


def _say_known_for(good: Mapping[str, Sequence[Place]]) -> str:
    """Return which places are known for which of some activities."""
    if not any(good.values()):
        return f"None of these is known for {join_words(list(good), 'or')}."
    known: dict[tuple[str, ...], list[str]] = {}
    for activity, places in good.items():
        known.setdefault(tuple(place.name for place in places), []).append(activity)
    return " ".join(
        f"Of these, {join_words(names)} {'is' if len(names) < 2 else 'are'} known for {join_words(activities)}."
        for names, activities in known.items()
        if names
    )


_SUPERLATIVE = re.compile(r"\bthe (?P<what>(?:most|least) [a-z]{4,15}|(?!best\b|nicest\b)[a-z]{3,12}est)\b")
_FOR_DIET = re.compile(r"\b(vegetarian|vegan)s?\b(?! food)")
_OPEN = re.compile(
    r"\b(?:better|nicer|best|vs|versus|difference|compare[ds]?|think|like|prefer|recommend|do|have|about|or)\b"
)


def describe_figures(each: Suggestion, preferences: TripPreferences, month: int) -> str:
    """Return what a place is like, what a trip there costs, how far it is and how warm."""
    place = each.place
    people = f"{preferences.people} people" if preferences.people > 1 else "one person"
    flights = f" with flights from {preferences.home.name}" if preferences.home else " without flights"
    fly = f", {format_minutes(each.minutes)} by plane" if preferences.home else ""
    return (
        f"• {place.title}: {place.summary}. Good for {join_words(place.activities[:4])}. About "
        f"{format_dollars(each.cost)} for {preferences.nights} nights for {people}{flights}{fly}, "
        f"{find_degrees(place, month)} °C by day in {calendar.month_name[month]}"
    )


def _weigh(trips: Sequence[Suggestion], preferences: TripPreferences, month: int) -> str:
    """Return which of several places is the cheapest, the warmest, the nearest, and the best for some interests."""
    degrees = {each.place.name: find_degrees(each.place, month) for each in trips}
    best: dict[str, list[str]] = {}
    best.setdefault(min(trips, key=lambda each: each.cost).place.name, []).append("the cheapest")
    if len(set(degrees.values())) > 1:
        best.setdefault(max(degrees, key=lambda name: degrees[name]), []).append("the warmest")
    if preferences.home:
        best.setdefault(min(trips, key=lambda each: each.minutes).place.name, []).append("the nearest")
    fit = max(trips, key=lambda each: len(each.matches))
    if fit.matches and any(len(each.matches) < len(fit.matches) for each in trips):
        best.setdefault(fit.place.name, []).append(f"the best for {join_words(fit.matches)}")
    said = join_words([f"{name} is {join_words(words)}" for name, words in best.items()])
    return f"{said}."


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
