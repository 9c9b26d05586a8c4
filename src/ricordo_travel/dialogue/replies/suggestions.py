"""Suggestions of destinations that match a person's interests and budget."""

from __future__ import annotations

import calendar
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from functools import partial
from typing import Any

from ricordo_travel.dialogue.facts.climate import (
    TO_SWIM,
    Span,
    describe_span,
    find_degrees,
    find_span,
    find_warmth,
    has_rains,
    has_warmth,
    is_within,
)
from ricordo_travel.dialogue.facts.hotel_facts import describe_with, meets
from ricordo_travel.dialogue.plan import join_words
from ricordo_travel.dialogue.values.aims import (
    find_character,
    split_refusals,
    wants_sea,
)
from ricordo_travel.dialogue.values.geography import Mention, find_distance
from ricordo_travel.dialogue.values.keywords import keywords
from ricordo_travel.dialogue.values.money import format_dollars
from ricordo_travel.dialogue.yes.choice import drop_hotel_names
from ricordo_travel.flights.timetable import flights_between
from ricordo_travel.hotels.catalog import hotels_in
from ricordo_travel.places import Place, all_places
from ricordo_travel.wording import count

DEFAULT_NIGHTS = 5
"""The length of a trip if nobody named one."""
_BY_SEA = frozenset({"coast", "beaches", "island hopping", "diving"})
NEAR_MINUTES = 330
"""The longest flight to a place that is near."""
_NEAR_KILOMETRES = 3_500
"""The longest way to a place that is near a country: Japan has hardly a neighbour that is served."""
_WEEKEND = 3
"""The nights of a trip for which nobody flies far."""
_SAME_PLACE = 40
_OVERLAND = 1_000
"""Kilometres up to which a trip without a flight makes sense."""
_CHARACTER = {
    "quiet": "not too busy",
    "city": "in a city",
    "flat": "on flat ground",
    "tropical": "tropical",
    "island": "on an island",
}
_SOFT = ("within $", "known for family", "known for romance", _CHARACTER["quiet"])
"""Wishes that places may miss which fill up a short list."""
_TROPIC = 24
"""Degrees of latitude."""
_MONTHS = range(1, 13)
_CITY_LIFE = frozenset(
    {"museums", "art", "architecture", "history", "theatre", "music", "shopping", "culture", "nightlife"}
)
"""What people do on a city trip."""
_MUCH_LESS = 0.7
_MUCH_MORE = 2
_PLEASANT = range(6, 33)
"""Degrees by day at which people travel who say nothing of the weather."""
_COLDER = 5
"""Degrees by which a place may be colder than the warmest of those that are not as warm as wished."""
_ALIKE = 3
"""Degrees that nobody feels."""
COST_NOTE = "The sums are for the cheapest flights and rooms, without food and tickets."


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
    avoided: frozenset[str] = frozenset()
    """Activities and characters of places that are not wanted."""
    warm_in: int | None = None
    """The month of the trip, in which the place must be as `warmth` says."""
    or_in: tuple[int, ...] = ()
    """Other months that would do as well."""
    warmth: str = "warm"
    """How warm it must be; empty if that does not matter."""
    is_sunny: bool = False
    """Whether the place must have no rainy season then."""
    degrees: Span | None = None
    """The degrees that the place must have in that month, instead of the warmth."""
    max_cost: int | None = None
    """The cost of a trip below which it must be."""
    max_minutes: int | None = None
    """The longest flight from home."""
    amenities: tuple[str, ...] = ()
    """What a hotel there is to have."""
    character: tuple[str, ...] = ()
    """What the place is to be like; what comes first is given up first."""
    is_by_sea: bool = False
    has_beach: bool = False
    is_cheap: bool = False
    """Whether the cheapest come first."""
    is_near: bool = False
    """Whether the nearest to home come first."""
    overland: Mention | None = None
    """Where a trip without a flight starts."""
    is_by_land: bool = False
    """Whether nobody flies."""
    is_compact: bool = False
    """Whether places in one part of the world only make sense, if home is not known."""
    is_several: bool = False
    """Whether several places are to be seen in one trip."""
    near_to: Mention | None = None
    """A country to which the nearest come first."""
    first: date | None = None
    """The day of the flight there, by which flights are priced."""
    is_direct: bool = False
    """Whether a flight without a change goes there from home."""
    refused_hotels: tuple[str, ...] = ()
    """Words in the names of hotels that are not wanted, in lower case."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A place, the interests that it matches, the estimated cost of a trip, and how far it is.

    That is the flight from home in minutes, or for a trip without a flight the distance in kilometres.
    """

    place: Place
    matches: tuple[str, ...]
    cost: int
    minutes: int = 0
    kilometres: int = 0


@dataclass(frozen=True, slots=True)
class Suggestions:
    """The best places, the wishes that they meet, and those that none of them meets."""

    best: list[Suggestion]
    met: list[str]
    missed: list[str]


def suggest_places(preferences: TripPreferences, *, limit: int = 3) -> Suggestions:
    """Return the best places, and which wishes they meet.

    Most matches come first, then the cheapest; those over budget or visited before come last. If no place meets all
    wishes, those that meet most of them are taken. Who travels with children goes anywhere rather than pay too much.
    """
    found = _suggest(preferences, limit)
    is_too_dear = any(name.startswith(("within $", "cheaper")) for name in found.missed)
    if is_too_dear and preferences.interests == ("family",):
        found = _suggest(replace(preferences, interests=()), limit)
    most = _MUCH_MORE * max(preferences.budget or 0, found.best[0].cost if found.best else 0)
    return replace(found, best=[each for each in found.best if not preferences.budget or each.cost <= most])


def _suggest(preferences: TripPreferences, limit: int) -> Suggestions:
    suggestions = [
        describe_trip(place, preferences)
        for place in all_places()
        if place.name not in preferences.shown | preferences.refused
        and place != preferences.home
        and not preferences.avoided & {*place.activities, *place.character}
        and not (preferences.is_sunny and all(has_rains(place, month) for month in list_months(preferences)))
    ]
    suggestions = [each for each in suggestions if not preferences.within or each.place.name in preferences.within]
    wishes = _list_wishes(preferences)
    missed = list(wishes)
    fitting = suggestions
    for name in reversed(wishes):
        rest = [each for each in missed if each != name]
        if found := _filter(suggestions, [wishes[each] for each in wishes if each not in rest]):
            fitting, missed = found, rest
    fitting, missed = _give_up_warmth(suggestions, wishes, fitting, missed)
    is_too_cold = any(name.startswith("warm ") or " or more in " in name for name in missed)
    best = sorted(fitting, key=lambda each: _sort_key(each, preferences, is_too_cold=is_too_cold))
    if is_too_cold and best and preferences.warm_in:
        warmest = max(_find_warmest(each, preferences) for each in best)
        best = [each for each in best if _find_warmest(each, preferences) >= warmest - _COLDER]
    if not missed and len(best) < limit:
        dearer = _filter(suggestions, [meets for name, meets in wishes.items() if not name.startswith(_SOFT)])
        others = sorted(dearer, key=lambda each: _sort_key(each, preferences, is_too_cold=False))
        best += [each for each in others if each not in best]
    if preferences.home is None and (
        preferences.is_compact or preferences.is_several or preferences.nights <= _WEEKEND
    ):
        best = _keep_together(best)[:limit]
    else:
        own, rest = [each for each in best if each.matches], [each for each in best if not each.matches]
        spread = [*_spread(own, limit), *_spread(rest, limit)]
        best = (best if preferences.home or preferences.budget else spread)[:limit]
    return Suggestions(best, [name for name in wishes if name not in missed], missed)


def _find_warmest(each: Suggestion, preferences: TripPreferences) -> int:
    return max(find_degrees(each.place, month) for month in list_months(preferences))


def _keep_together(best: Sequence[Suggestion]) -> list[Suggestion]:
    """Return the places in the part of the world that has most that are as wished: nobody flies far for a weekend."""
    parts = Counter(_find_part(each) for each in [each for each in best if each.matches] or best)
    return [each for each in best if _find_part(each) == max(parts, key=lambda part: parts[part])]


def _find_part(each: Suggestion) -> str:
    return each.place.time_zone.partition("/")[0]


def _spread(best: Sequence[Suggestion], limit: int) -> list[Suggestion]:
    """Return the first places with one of each part of the world before a second: who knows how far somebody flies."""
    seen: Counter[str] = Counter()
    ranked: list[tuple[int, int]] = []
    for number, each in enumerate(best):
        ranked.append((seen[_find_part(each)], number))
        seen[_find_part(each)] += 1
    return [best[number] for number in sorted(number for _, number in sorted(ranked)[:limit])]


def _give_up_warmth(
    suggestions: Sequence[Suggestion],
    wishes: dict[str, Callable[[Suggestion], bool]],
    fitting: list[Suggestion],
    missed: list[str],
) -> tuple[list[Suggestion], list[str]]:
    """Return places that are not as warm as asked for if nothing is within the budget, and these come much nearer."""
    warm = next((name for name in wishes if name.startswith(("warm ", "mild ", "cool "))), None)
    if not fitting or warm is None or warm in missed or not any(name.startswith("within $") for name in missed):
        return fitting, missed
    rest = [*missed, warm]
    found = _filter(suggestions, [meets for name, meets in wishes.items() if name not in rest])
    if min(each.cost for each in found) < _MUCH_LESS * min(each.cost for each in fitting):
        return found, rest
    return fitting, missed


def _list_wishes(preferences: TripPreferences) -> dict[str, Callable[[Suggestion], bool]]:
    """Return what each place must meet, by its words; the first is given up first."""
    wishes: dict[str, Callable[[Suggestion], bool]] = {}
    months, degrees = list_months(preferences), preferences.degrees
    when = name_months(preferences)
    if months and preferences.warmth and not degrees:
        wishes[f"{preferences.warmth} in {when}"] = lambda each: any(
            has_warmth(each.place, preferences.warmth, month) for month in months
        )
    if preferences.max_cost:
        wishes["cheaper"] = lambda each: each.cost < (preferences.max_cost or 0)
    if budget := preferences.budget:
        wishes[f"within ${budget:,}"] = lambda each: each.cost <= budget
    if preferences.interests and not preferences.within:
        wishes[f"known for {join_words(preferences.interests, 'or')}"] = lambda each: bool(each.matches)
    if amenities := preferences.amenities:
        wishes[f"{describe_with(amenities)} in a hotel"] = lambda each: bool(find_having(each.place, amenities))
    wishes |= {_CHARACTER[name]: partial(_is_like, name=name) for name in preferences.character}
    if preferences.is_by_sea and "island" not in preferences.character:
        wishes["by the sea"] = lambda each: bool(_BY_SEA & set(each.place.activities))
    if preferences.has_beach:
        wishes["with a beach"] = lambda each: "beaches" in each.place.activities
    if months and degrees:
        wishes[f"{describe_span(degrees)} in {when}"] = lambda each: any(
            is_within(each.place, degrees, month) for month in months
        )
    return wishes | _list_distances(preferences)


def list_months(preferences: TripPreferences) -> tuple[int, ...]:
    """Return the months in which a trip may be; none if nothing is said of that."""
    return (preferences.warm_in, *preferences.or_in) if preferences.warm_in else ()


def name_months(preferences: TripPreferences) -> str:
    """Return the months of a trip as people say them: "March or April"."""
    return join_words([calendar.month_name[month] for month in list_months(preferences)], "or")


def _list_distances(preferences: TripPreferences) -> dict[str, Callable[[Suggestion], bool]]:
    """Return how near each place must be, by its words."""
    wishes: dict[str, Callable[[Suggestion], bool]] = {}
    max_minutes, home = preferences.max_minutes, preferences.home
    if near_to := preferences.near_to:
        wishes[f"near {near_to.name}"] = lambda each: each.kilometres <= _NEAR_KILOMETRES
    if preferences.overland:
        wishes[f"near enough to {preferences.overland.name} to go there without a flight"] = lambda each: (
            _SAME_PLACE <= each.kilometres <= _OVERLAND
        )
    is_near = preferences.is_near or preferences.nights <= _WEEKEND
    if is_near and home and not max_minutes:
        wishes[f"near {home.name}"] = lambda each: each.minutes <= NEAR_MINUTES
    if max_minutes and home:
        wishes[f"within {max_minutes // 60} hours of {home.name}"] = lambda each: each.minutes <= max_minutes
    if preferences.is_direct and home:
        wishes[f"with a direct flight from {home.name}"] = lambda each: any(
            flight.via is None for flight in flights_between(home.airport, each.place.airport)
        )
    return wishes


def _is_like(each: Suggestion, name: str) -> bool:
    """Return whether a place is as wished; one that is neither quiet nor busy is quiet enough."""
    if name == "tropical":
        return abs(each.place.latitude) < _TROPIC and all(has_warmth(each.place, "warm", month) for month in _MONTHS)
    return "busy" not in each.place.character if name == "quiet" else name in each.place.character


def find_having(place: Place, amenities: Sequence[str]) -> list[str]:
    """Return the names of the hotels of a place that have what is wished."""
    return [each.name for each in hotels_in(place) if all(meets(each, name) for name in amenities)]


def _list_fitting(place: Place, preferences: TripPreferences) -> list[str]:
    """Return the names of the hotels of a place that are as wished and not refused."""
    names = find_having(place, preferences.amenities)
    return [name for name in names if not any(word in name.lower() for word in preferences.refused_hotels)]


def describe_having(places: Sequence[Place], amenities: Sequence[str]) -> str:
    """Return which hotels of some places have what is wished."""
    said = [f"{join_words(find_having(place, amenities)) or 'no hotel'} in {place.name}" for place in places]
    words = describe_with(amenities)
    return f"{words[:1].upper()}{words[1:]}: {'; '.join(said)}."


def _filter(suggestions: Sequence[Suggestion], wishes: Sequence[Callable[[Suggestion], bool]]) -> list[Suggestion]:
    return [each for each in suggestions if all(meets(each) for meets in wishes)]


def describe_trip(place: Place, preferences: TripPreferences) -> Suggestion:
    """Return a place with what it matches, costs and how far it is."""
    return Suggestion(
        place,
        match_interests(place.activities, preferences.interests),
        _estimate_cost(place, preferences),
        find_flight_minutes(preferences.home, place) if preferences.home else 0,
        find_distance(center, place) if (center := preferences.overland or preferences.near_to) else 0,
    )


def describe_suggestion(each: Suggestion, rows: Sequence[Mapping[str, Any]], preferences: TripPreferences) -> str:
    """Return what a place is like, what a trip there costs, and from what price on rooms as wished are to be had."""
    having = _list_fitting(each.place, preferences)
    fitting = [row for row in rows if row["hotel"] in having]
    wished = f" {describe_with(preferences.amenities)}" if preferences.amenities and fitting else ""
    where = f" at the {fitting[0]['hotel']}" if fitting and (wished or preferences.refused_hotels) else ""
    price = format_dollars((fitting or rows)[0]["price_for_all"]) if rows else ""
    rooms = f", rooms{wished} from {price} a night{where}" if rows else ""
    flights = f" with flights from {preferences.home.name}" if preferences.home else " without flights"
    over = " (above your budget)" if preferences.budget and each.cost > preferences.budget else ""
    over += " (rather busy)" if "quiet" in preferences.character and "busy" in each.place.character else ""
    is_far = preferences.home and (preferences.max_minutes or preferences.is_near)
    fly = f", {format_minutes(each.minutes)} by plane" if is_far else ""
    if each.kilometres and (start := preferences.overland or preferences.near_to):
        fly = f", about {each.kilometres} km from {start.name}"
    degrees = sorted({find_degrees(each.place, month) for month in list_months(preferences)})
    warm = f", about {' to '.join(dict.fromkeys(map(str, (degrees[0], degrees[-1]))))} °C by day" if degrees else ""
    people = f"{preferences.people} people" if preferences.people > 1 else "one person"
    return (
        f"• {each.place.title} – {each.place.summary}. About {format_dollars(each.cost)} "
        f"for {count(preferences.nights, 'night')} for {people}{flights}{rooms}{fly}{warm}{over}"
    )


def find_flight_minutes(origin: Place, destination: Place) -> int:
    """Return how long the shortest flight between two places takes; 0 if they share an airport."""
    return min((flight.minutes for flight in flights_between(origin.airport, destination.airport)), default=0)


def find_fare(origin: Place, destination: Place, day: date | None = None) -> int:
    """Return what a seat between two places costs at least, on a day or else on an ordinary one."""
    flights = flights_between(origin.airport, destination.airport)
    fares = (flight.fare_cents("economy", day) // 100 if day else flight.base_fare for flight in flights)
    return min(fares, default=0)


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
    "temple": "temples", "kids": "family", "kid": "family", "children": "family", "baby": "family",
    "toddler": "family", "animals": "wildlife", "safari": "wildlife", "outdoors": "nature",
    "outdoor": "nature", "forest": "nature", "historic": "history", "ancient": "history", "castles": "history",
    "ruins": "history", "bike": "cycling", "biking": "cycling", "bikes": "cycling", "concerts": "music",
    "wineries": "wine", "vineyards": "wine", "trek": "trekking", "climb": "climbing", "relax": "beaches",
    "relaxing": "beaches", "cafe": "food", "cafes": "food", "spa": "hot springs", "yoga": "yoga", "markets": "markets",
    "market": "markets", "garden": "gardens", "northern lights": "nature",
    "dance": "dancing", "cultural": "culture", "swim": "beaches", "tapas": "food", "cuisine": "food",
    "photography": "views", "photos": "views", "scenery": "views", "opera": "theatre", "ballet": "theatre",
    "sail": "sailing", "shop": "shopping", "cliffs": "coast", "coastal": "coast", "jazz": "music", "techno": "music",
    "birdwatching": "nature", "birdwatcher": "nature", "birdwatchers": "nature", "bird watching": "nature",
    "birds": "nature", "birding": "nature", "birder": "nature", "whale watching": "wildlife", "whales": "wildlife",
}  # fmt: skip
"""Words that name an activity of the table in another way."""


_OWN_BUDGET = re.compile(
    r"\b(?:my|our|the|a|what) budget\b|\bbudget (?:is|of|around|about)\b|\bbudget:? \$?\d|"
    r"\b(?:over|above|within|under|below|on|in|our|my) budget\b"
)


def find_activities(text: str) -> tuple[str, ...]:
    """Return the activities of all places that `text` names."""
    return _find_named(split_refusals(drop_hotel_names(text.casefold()))[0])


def describes_place(text: str) -> bool:
    """Return whether a text in lower case says what a place shall be like."""
    is_of_climate = find_warmth(text) or find_span(text)
    return bool(find_activities(text) or wants_sea(text) or is_of_climate or find_character(text))


def _find_named(text: str) -> tuple[str, ...]:
    words = keywords(text)
    plain = set(re.findall(r"[a-z]+", text))
    named = [activity for word, activity in _SYNONYMS.items() if word in plain or (" " in word and word in text)]
    words |= {stem for activity in named for stem in keywords(activity)}
    activities = dict.fromkeys(activity for place in all_places() for activity in place.activities)
    words -= keywords("budget") if _OWN_BUDGET.search(text) else set()
    return tuple(activity for activity in activities if keywords(activity) <= words)


def format_minutes(minutes: int) -> str:
    """Return the length of a flight as people say it."""
    return f"{minutes // 60} h {minutes % 60:02} min"


def _sort_key(each: Suggestion, preferences: TripPreferences, *, is_too_cold: bool) -> tuple[float | bool | str, ...]:
    is_too_expensive = preferences.budget is not None and each.cost > preferences.budget
    is_visited = bool({name.casefold() for name in (each.place.name, each.place.region)} & preferences.visited)
    by_day = [find_degrees(each.place, month) for month in list_months(preferences)]
    degrees = _find_warmest(each, preferences) if by_day and is_too_cold else 0
    is_harsh = not preferences.warmth and bool(by_day) and not any(degree in _PLEASANT for degree in by_day)
    is_inland = preferences.warmth == TO_SWIM and not _BY_SEA & {*each.place.activities}
    hours = each.minutes // 60 if preferences.is_near else each.kilometres
    matches = 0 if preferences.is_cheap else len(each.matches)
    matches += len(set(preferences.character) & set(each.place.character))
    is_city_trip = "city" in preferences.character and not preferences.is_cheap
    matches_city = len(_CITY_LIFE & set(each.place.activities)) if is_city_trip else 0
    over = each.cost if is_too_expensive else 0
    is_for_one = len(preferences.interests) == 1 and {*preferences.interests} <= _CITY_LIFE
    is_lesser = is_for_one and not preferences.is_cheap and each.place.activities[0] not in each.matches
    fit = -matches, -matches_city, is_lesser  # a city that is known for other things first
    drawbacks = is_too_expensive, is_visited, over, is_harsh, is_inland
    return *drawbacks, -(degrees // _ALIKE), hours, *fit, each.cost, each.place.key


def _estimate_cost(place: Place, preferences: TripPreferences) -> int:
    """Estimate the cost of the cheapest rooms as wished and, if the home is known, of the cheapest return flights."""
    total = find_room_price(place, preferences) * preferences.nights
    home, first = preferences.home, preferences.first
    if home and home.airport != place.airport:
        last = first + timedelta(days=preferences.nights) if first else None
        total += (find_fare(home, place, first) + find_fare(place, home, last)) * preferences.people
    return round(total, -1)


def find_room_price(place: Place, preferences: TripPreferences) -> int:
    """Return what the cheapest rooms for all cost a night in a place: in a hotel as wished, if there is one."""
    names = _list_fitting(place, preferences)
    fitting = [hotel for hotel in hotels_in(place) if hotel.name in names] or hotels_in(place)
    needed = [(room, -(-preferences.people // room.sleeps)) for hotel in fitting for room in hotel.rooms]
    return min(
        (room.price * number for room, number in needed if number <= room.count),
        default=min(room.price * number for room, number in needed),
    )
