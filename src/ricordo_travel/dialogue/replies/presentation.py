"""Show what was found: a heading, numbered offers, and what was assumed."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from ricordo_travel.dialogue.facts.hotel_facts import describe_predicate, row_meets
from ricordo_travel.dialogue.plan import Plan, join_words
from ricordo_travel.dialogue.replies import questions
from ricordo_travel.dialogue.replies.lookups import Row, unit_price
from ricordo_travel.dialogue.replies.offers import (
    describe_cars,
    describe_flights,
    describe_rooms,
    number_lines,
    parse_offer,
)
from ricordo_travel.dialogue.trips.known import KnownTrip
from ricordo_travel.dialogue.values.money import find_noted_budget, parse_money
from ricordo_travel.dialogue.values.rooms import wants_separate
from ricordo_travel.dialogue.values.text import normalise
from ricordo_travel.dialogue.values.wishes import find_amenities
from ricordo_travel.reservations import Kind

MAX_OFFERS = 3
_OF_BUDGET = re.compile(r"\bbudget\b|\b(?:pay|spend)s?\b")
_OF_ROOMS = re.compile(r"\b(?:room|floor|bed|pillow|hotel|lift|stairs|quiet)", re.IGNORECASE)


def present(known: KnownTrip, kind: Kind, heading: str, rows: Sequence[Row], *, start: int = 1) -> Plan:
    """Return a heading and the first rows as numbered offers. A single one is proposed at once.

    `start` is the number of the first one: the flights back go on after those of the way there.
    """
    rows = rows[:MAX_OFFERS]
    describe: dict[Kind, Callable[[], list[str]]] = {
        "flight": lambda: describe_flights(rows, known.people),
        "hotel": lambda: describe_rooms(rows, *_stay(known), known.people, (*known.amenities, *known.trip.soft)),
        "car": lambda: describe_cars(rows, *_stay(known)),
    }
    lines = describe[kind]()
    parts = [heading, number_lines(lines, start), *(_remarks(known, kind, rows) if start == 1 else [])]
    is_alone = len(known.trip.kinds) < 2 and not known.is_one_of_two
    if len(lines) == 1 and is_alone and (offer := parse_offer(lines[0])) and not known.state.has_booked(offer):
        (result,) = yield [offer.call]
        parts += [] if result.error else [f"Shall I book it? {questions.CONFIRM}"]
    return "\n".join(parts)


def head(known: KnownTrip, kind: Kind, heading: str) -> str:
    wishes = known.describe_wishes(kind)
    return f"{heading}, {known.describe_party()}{', ' + wishes if wishes else ''}:"


def filter_rows(known: KnownTrip, kind: Kind, rows: Sequence[Row]) -> list[Row]:
    """Return the rows that meet all wishes."""
    return [row for row in rows if is_within_limit(known, kind, row) and is_as_wished(known, kind, row)]


def is_within_limit(known: KnownTrip, kind: Kind, row: Row) -> bool:
    """Return whether a row costs no more than it may."""
    limit, money = known.unit_limit(kind), known.limit(kind)
    return limit is None or unit_price(kind, row, money and money.basis) <= limit


def is_as_wished(known: KnownTrip, kind: Kind, row: Row) -> bool:
    """Return whether a row meets all wishes beside its price."""
    if kind == "hotel":
        has_stars = (known.trip.stars or 0) <= row["stars"] <= (known.trip.most_stars or row["stars"])
        return has_stars and all(row_meets(row, name) for name in known.amenities)
    return kind != "car" or is_picked_up(known, row)


def is_picked_up(known: KnownTrip, row: Row) -> bool:
    """Return whether a car is where it is to be picked up: at the airport or in town."""
    return known.trip.at_airport in {None, "airport" in row["location"]}


def _remarks(known: KnownTrip, kind: Kind, rows: Sequence[Row]) -> list[str]:
    """Return sentences about what was assumed, and about what the person once told."""
    sentences = known.describe_assumptions()
    if kind == "hotel":
        told = [each for each in known.state.memory.facts if _OF_ROOMS.search(each)]
        told = [each for each in told if not _is_of_budget(each)]  # the search is within it
        told = [each for each in told if not (known.trip.rooms and wants_separate(each))]  # or other rooms are wished
        wishes = [each for each in told if not find_amenities(normalise(each))[0]]
        sentences += [f"(You told me: {'; '.join(wishes[:2])}. Please ask the hotel about it.)"] if wishes else []
        sentences += _say_told(known, [each for each in told if each not in wishes], rows)
    if kind == "flight" and (wishes := known.told_of_seats):
        sentences.append(f"(You told me: {'; '.join(wishes[:2])}. I cannot choose seats; please ask the airline.)")
    if kind == "flight" and (wishes := known.told_of_hours):
        how = "so flights that fit come first" if known.likes(rows[0]) else "but I have no such flight then"
        sentences.append(f"(You told me: {'; '.join(wishes[:2])}, {how}.)")
    return [" ".join(sentences)] if sentences else []


def _say_told(known: KnownTrip, told: Sequence[str], rows: Sequence[Row]) -> list[str]:
    """Return which of the hotels are as the person once told to like it, where they were not chosen by that."""
    named = {name: each for each in told for name in find_amenities(normalise(each))[0] if name not in known.amenities}
    sentences: list[str] = []
    for name, each in named.items():
        having = [row["hotel"] for row in rows if row_meets(row, name)]
        who = join_words(having) if having else "none of these"
        sentences.append(f"(You told me: {each}. Of these, {who} {describe_predicate(name, is_one=len(having) < 2)}.)")
    return [each.replace("Of these, none of these", "None of these") for each in sentences]


def _stay(known: KnownTrip) -> tuple[Any, Any]:
    return known.first, known.last


def _is_of_budget(fact: str) -> bool:
    """Return whether a fact says what may be spent."""
    text = fact.lower()
    return bool(_OF_BUDGET.search(text) and parse_money(text)) or find_noted_budget([text]) is not None
