"""Wishes for a stay, a car or a flight in a message, and those that it gives up."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from ricordo_travel.dialogue.facts.hotel_facts import FACTS
from ricordo_travel.dialogue.trips.trip import Trip
from ricordo_travel.dialogue.values.cabins import find_cabins
from ricordo_travel.dialogue.values.car_wishes import find_bags, find_gearbox
from ricordo_travel.dialogue.values.text import split_sentences
from ricordo_travel.dialogue.values.wishes import (
    find_amenities,
    find_car_class,
    find_given_up,
    find_most_stars,
    find_seats,
    find_soft_amenities,
    find_stars,
    split_by_kind,
    wants_airport,
    wants_bigger,
)
from ricordo_travel.dialogue.yes.choice import HOTEL_NAMES
from ricordo_travel.reservations import Kind

_NONSTOP = re.compile(
    r"\b(?:non-?stop|direct(?:ly)?|no (?:stops?|layovers?|changes?|connections?)|without (?:a "
    r")?(?:stops?|changes?|changing))\b"
)
_GIVES_UP = re.compile(
    r"\b(?:show|see|list|give)\b[a-z ]{0,15}\b(?:all|everything)\b"
    r"(?! (?:that |of )?(?:my|our|i|we|about|bookings)\b)|"
    r"(?:^|[,.;] )(?:please |just )?all (?:the |other )?(?:flights?|hotels?|cars?|options?|ones)"
    r"(?: please| you have| then)?\W*$"
)
"""Words of somebody who wants to see all that there is, whatever they wished for before."""
_ANY_HOUR = re.compile(
    r"\b(?:ok|fine|happy|good) with (?:an? |the |it )?(?:early|earlier|late|later|any ?time)\b|"
    r"\b(?:early|earlier|late|later|any ?time)(?: ones?| flights?)? (?:is|are|would be|works)(?: also)? "
    r"(?:ok|fine|good|no problem)\b|"
    r"\b(?:morning|afternoon|evening)(?: flights?)? (?:(?:is|would be) (?:ok|fine|good),? (?:too|as well)|"
    r"(?:isn't|is not|needn't be)(?: so| really)? (?:necessary|needed|important|a must))\b|"
    r"\bdon't mind (?:an? |the )?(?:early|late|time|getting up)\b"
)
_NEEDS = frozenset({"pet-friendly", "lift", "cots", "extra beds"})
"""Needs of those who travel, wherever they stay: the dog comes along to the next place."""
_IF_CANCELLED = re.compile(
    r"^\W*(?:yes|yeah|yep|ok|okay|sure|fine|great|good)\b[^.;]{0,30}\b(?:if|as long as|so long as|provided|assuming)"
    r"[^.;?]{0,30}\b(?:cancel\w*|refund\w*)"
)
"""A yes on terms that every hotel tells, which wishes for no other one."""
_FARTHER = re.compile(
    r"\b(?:further|farther|(?:a bit|a little|little) away|away|not so close|less close)(?: (?:away|out))?"
    r"(?: (?:from|to))? the (?P<what>beach|sea|centre|center|airport)\b"
    r"[^.;!?]{0,15}\b(?:ok|okay|fine|good|alright|enough|no problem)\b|"
    r"\b(?:not necessarily|needn't be|(?:can|could|may) be (?:a (?:bit|little) )?(?:further|farther|away|not))"
    r"(?: (?:right|directly|away))?(?: (?:at|on|near|by|from|in))? the (?P<thing>beach|sea|centre|center|airport)\b"
)
"""That a stay may be farther from something than was wished: "a bit further from the beach is ok"."""
_NEAR = {"beach": "beach", "sea": "beach", "centre": "centre", "center": "centre", "airport": "airport"}
_ASKS = re.compile(
    r"\W*(?:(?:and|but|ok|so|oh|hm+|also|no|not now|wait)\b\W*){0,3}(?:does|do|is|are|has|what|how|which|can|will)\b"
    r"(?! (?:you|we|i)\b)"
)
_OF_ONE = re.compile(rf"{HOTEL_NAMES.pattern}|^\W*(?:(?:and|but|ok|so|oh|hm+|also)\b\W*){{0,3}}(?:does|has|is) it\b")
"""Words of a question about one hotel, which wishes for nothing."""
_IN_ITS_STEAD = re.compile(
    r"\b(?:(?:what|how) about|instead|rather|same|again|also|too|as well|likewise|similar|either|or|"
    r"like (?:before|that))\b"
)
"""Words that take a place in the stead of another one, or want the same there."""


def _find_wanted(text: str, trip: Trip, changes: Mapping[str, Any]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return what a stay is wished to have or to be like, and what is not needed; not what is wished of a place."""
    kinds: tuple[Kind, ...] = changes.get("kinds") or trip.kinds
    text = " ".join(each for each in split_sentences(text) if not (_ASKS.match(each) and _OF_ONE.search(each)))
    wanted, dropped = find_amenities(_IF_CANCELLED.sub(" ", text))
    farther = [f"near the {_NEAR[match['what'] or match['thing']]}" for match in _FARTHER.finditer(text)]
    wanted, dropped = tuple(name for name in wanted if name not in farther), (*dropped, *farther)
    if "hotel" not in kinds:
        wanted = tuple(name for name in wanted if name != "vegetarian menu")
    if (kinds and "hotel" not in kinds) or not (trip.destination or changes.get("destination")):
        wanted = tuple(name for name in wanted if name not in FACTS)  # "somewhere quiet, near the beach"
    return wanted, dropped


def read_wishes(text: str, trip: Trip, changes: dict[str, Any]) -> None:
    kinds: tuple[Kind, ...] = changes.get("kinds") or trip.kinds
    wanted, dropped = _find_wanted(text, trip, changes)
    soft, stars = tuple(name for name in find_soft_amenities(text) if name in wanted), find_stars(text)
    given_up = find_given_up(text)
    is_other_stay = _is_other_stay(text, trip, changes)
    if changes.get("arrival") or is_other_stay or "amenities" in given_up:
        ends = [name for name in (*trip.amenities, *trip.soft) if not (is_other_stay and name in _NEEDS)]
        dropped = (*dropped, *ends)  # they were wishes for the stay before, or were none
    if wanted or dropped:
        is_there = changes.get("destination") in {None, trip.destination}
        is_other = "instead" in text and is_there and "first" not in changes
        is_near = any(name.startswith("near ") for name in wanted)  # "near the airport" after "near the beach"
        others = [name for name in trip.amenities if not (is_near and name.startswith("near ")) and not is_other]
        kept = [name for name in others if name not in {*dropped, *soft}]
        changes["amenities"] = tuple(dict.fromkeys([*kept, *(name for name in wanted if name not in soft)]))
        changes["given_up"] = frozenset({*trip.given_up, *dropped, *soft}) - ({*wanted} - {*soft})
        liked = [name for name in trip.soft if name not in {*dropped, *wanted}]
        if (*liked, *soft) != trip.soft:
            changes["soft"] = tuple(dict.fromkeys([*liked, *soft]))
    is_free = is_other_stay or "stars" in given_up
    if (stars is not None and "car" not in kinds[:1]) or (trip.stars and is_free):
        changes |= {"stars": stars or None, "most_stars": find_most_stars(text)}
    if "car" in kinds:
        _read_car(text, trip, changes)
    there, back = find_cabins(text) if "flight" in kinds else (None, None)
    if there and there == back:
        changes |= {"cabin": there, "cabins": (None, None)}
    elif there or back:
        changes["cabins"] = (there or trip.cabins[0], back or trip.cabins[1])
    if _NONSTOP.search(text) and "flight" in kinds:
        changes["is_nonstop"] = True


def _is_other_stay(text: str, trip: Trip, changes: Mapping[str, Any]) -> bool:
    """Return whether a message goes on to another place on other days, where the wishes for the stay before end."""
    goal, first = changes.get("destination"), changes.get("first")
    is_elsewhere = trip.destination is not None and goal not in {None, trip.destination}
    return bool(is_elsewhere and trip.first and first and first != trip.first and not _IN_ITS_STEAD.search(text))


def read_given_up(text: str, trip: Trip, changes: dict[str, Any]) -> None:
    """Drop the wishes of before if a message gives them up."""
    none: dict[str, Any] = {"amenities": (), "soft": (), "stars": None, "is_nonstop": False, "limits": ()}
    if _GIVES_UP.search(text) and not set(none) & set(changes):
        changes |= {name: value for name, value in none.items() if getattr(trip, name) != value}
        changes["hours"] = (None, None)
    elif any(trip.hours) and _ANY_HOUR.search(text):
        changes["hours"] = (None, None)


def _read_car(text: str, trip: Trip, changes: dict[str, Any]) -> None:
    seats, car_class = find_seats(text), find_car_class(text)
    if wants_bigger(text) and car_class in {None, trip.car_class}:
        is_elsewhere = wants_airport(text) not in {None, trip.at_airport}  # "and a bigger one in town?"
        car_class = "van" if trip.car_class == "suv" and not is_elsewhere else "suv"
    if car_class or seats:
        changes |= {"car_class": car_class, "seats": seats or trip.seats}
    own = split_by_kind(text)
    said = own.get("car", "") if len(own) > 1 else text
    wishes = {"gearbox": find_gearbox(said), "bags": find_bags(said)}
    changes |= {name: value for name, value in wishes.items() if value}
    at_airport = wants_airport(said)
    if at_airport is not None:
        changes["at_airport"] = at_airport
    elif trip.at_airport is not None and changes.get("destination") not in {None, trip.destination}:
        changes["at_airport"] = None
