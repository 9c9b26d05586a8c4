"""Show what was found: a heading, numbered offers, and what was assumed."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from ricordo_travel.dialogue import questions
from ricordo_travel.dialogue.known import KnownTrip
from ricordo_travel.dialogue.lookups import Row, unit_price
from ricordo_travel.dialogue.offers import describe_cars, describe_flights, describe_rooms, number_lines, parse_offer
from ricordo_travel.dialogue.plan import Plan, join_words
from ricordo_travel.dialogue.wishes import find_room_type, find_unknown_wishes
from ricordo_travel.reservations import Kind

MAX_OFFERS = 3


def present(known: KnownTrip, kind: Kind, heading: str, rows: Sequence[Row], *, start: int = 1) -> Plan:
    """Return a heading and the first rows as numbered offers. A single one is proposed at once.

    `start` is the number of the first one: the flights back go on after those of the way there.
    """
    rows = rows[:MAX_OFFERS]
    describe: dict[Kind, Callable[[], list[str]]] = {
        "flight": lambda: describe_flights(rows, known.people),
        "hotel": lambda: describe_rooms(rows, *_stay(known), known.people),
        "car": lambda: describe_cars(rows, *_stay(known)),
    }
    lines = describe[kind]()
    parts = [heading, number_lines(lines, start), *(_remarks(known, kind) if start == 1 else [])]
    is_alone = len(known.trip.kinds) < 2 and not known.is_one_of_two and not known.state.has_picked
    if len(rows) == 1 and is_alone and (offer := parse_offer(lines[0])) and not known.state.has_booked(offer):
        (result,) = yield [offer.call]
        parts += [] if result.error else [f"Shall I book it? {questions.CONFIRM}"]
    return "\n".join(parts)


def head(known: KnownTrip, kind: Kind, heading: str) -> str:
    wishes = known.describe_wishes(kind)
    return f"{heading}, {known.describe_party()}{', ' + wishes if wishes else ''}:"


def filter_rows(known: KnownTrip, kind: Kind, rows: Sequence[Row]) -> list[Row]:
    """Return the rows that meet all wishes."""
    limit = known.unit_limit(kind)
    room_type = find_room_type(known.state.text) if kind == "hotel" else None
    if room_type:
        rows = [_with_type(row, room_type) for row in rows]
    return [
        row
        for row in rows
        if row
        and (limit is None or unit_price(kind, row) <= limit)
        and (
            kind != "hotel"
            or (all(name in row["amenities"] for name in known.amenities) and row["stars"] >= (known.trip.stars or 0))
        )
    ]


def _with_type(row: Row, room_type: str) -> Row:
    """Return a hotel's row with its offer for a type of room, or an empty one if it has none."""
    found = next((offer for offer in row["offers"] if offer["room_type"] == room_type), None)
    return {**row, **found} if found else {}


def _remarks(known: KnownTrip, kind: Kind) -> list[str]:
    """Return sentences about what was assumed, and about wishes that nothing is known of."""
    sentences = known.describe_assumptions()
    if unknown := find_unknown_wishes(known.state.text):
        sentences.append(
            f"I do not know about {join_words(unknown, 'or')}; please ask "
            f"{'the hotel' if kind == 'hotel' else 'there'}."
        )
    if kind == "hotel":
        wishes = [
            fact for fact in known.state.memory.facts if re.search(r"\b(?:room|floor|bed|pillow)", fact, re.IGNORECASE)
        ]
        sentences += [f"(You told me: {'; '.join(wishes[:2])}. Please ask the hotel about it.)"] if wishes else []
    if kind == "flight" and (wishes := known.told_of_flights):
        sentences.append(f"(You told me: {'; '.join(wishes[:2])}. I cannot choose seats; please ask the airline.)")
    return [" ".join(sentences)] if sentences else []


def _stay(known: KnownTrip) -> tuple[Any, Any]:
    return known.first, known.last
