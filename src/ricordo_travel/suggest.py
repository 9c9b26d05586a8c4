"""Where somebody might like to go: places that are good for what they like, and that their budget reaches."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ricordo.language.words import terms
from ricordo_travel.flights.timetable import flights_between
from ricordo_travel.places import Place, all_places

NIGHTS = 5
"""How long a trip is where nobody said."""
_DAILY = 60
"""Dollars a day for each person for everything else: food, buses, tickets."""


@dataclass(frozen=True, slots=True)
class Tastes:
    """What a suggestion goes by."""

    interests: tuple[str, ...]
    budget: int | None = None
    people: int = 1
    nights: int = NIGHTS
    home: Place | None = None
    visited: frozenset[str] = frozenset()
    shown: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A place, what it has of what was asked for, and what a trip there costs, about."""

    place: Place
    because: tuple[str, ...]
    cost: int


def suggestions(tastes: Tastes, *, most: int = 3) -> list[Suggestion]:
    """The places that fit best: what they have first, then the price. What is too dear or known already comes last."""
    open_places = [place for place in all_places() if place.name not in tastes.shown and place != tastes.home]
    found = [
        Suggestion(place, matching(place.good_for, tastes.interests), _cost(place, tastes)) for place in open_places
    ]
    fitting = [each for each in found if each.because or not tastes.interests]
    return sorted(fitting, key=lambda each: _order(each, tastes))[:most]


def matching(good_for: Iterable[str], interests: Sequence[str]) -> tuple[str, ...]:
    """Which of a place's merits meet one of the interests."""
    wanted = {term for interest in interests for term in terms(interest)}
    return tuple(merit for merit in good_for if wanted & set(terms(merit)))


def merits_in(text: str) -> tuple[str, ...]:
    """The things that places here are good for and that a text names."""
    said = set(terms(text))
    known = dict.fromkeys(merit for place in all_places() for merit in place.good_for)
    return tuple(merit for merit in known if set(terms(merit)) <= said)


def _order(each: Suggestion, tastes: Tastes) -> tuple[bool, bool, int, int, str]:
    dear = tastes.budget is not None and each.cost > tastes.budget
    been = bool({name.casefold() for name in (each.place.name, each.place.region)} & tastes.visited)
    return dear, been, -len(each.because), each.cost, each.place.key


def _cost(place: Place, tastes: Tastes) -> int:
    """Rooms for all, flights there and back where it is known from where, and the days in between."""
    rooms = -(-tastes.people // 2)
    total = place.cost * rooms * tastes.nights + _DAILY * tastes.people * tastes.nights
    if tastes.home and tastes.home.airport != place.airport:
        fares = [flight.base for flight in flights_between(tastes.home.airport, place.airport)]
        total += 2 * min(fares) * tastes.people
    return round(total, -1)
