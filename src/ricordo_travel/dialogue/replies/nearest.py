"""Show the hotels that come nearest to the wishes where none meets them all. A price that was said is not given up."""

from __future__ import annotations

from collections.abc import Sequence

from ricordo_travel.dialogue.facts.hotel_facts import (
    add_article,
    count_met,
    describe_predicate,
    is_like,
    row_meets,
    sort_by_distance,
)
from ricordo_travel.dialogue.plan import Plan, join_words
from ricordo_travel.dialogue.replies.lookups import Row, unit_price
from ricordo_travel.dialogue.replies.presentation import MAX_OFFERS, is_as_wished, is_within_limit, present
from ricordo_travel.dialogue.trips.known import KnownTrip
from ricordo_travel.dialogue.values.money import format_dollars


def present_nearest_rooms(known: KnownTrip, where: str, rows: Sequence[Row]) -> Plan:
    """Say that no hotel meets all wishes, and show those that come nearest and are not too dear, if there are any."""
    within = [row for row in rows if is_within_limit(known, "hotel", row)]
    near = _choose_nearest(known, within or rows)
    seen = {offer.title for offer in known.state.offers}
    if not within and all(row["hotel"] in seen for row in near):
        near = list(rows)  # those were too dear
    said = [f"No hotel {where} is free {known.describe_party()} {known.describe_wishes('hotel')}."]
    if known.limit("hotel"):
        dear = [row for row in rows if within and is_as_wished(known, "hotel", row) and row["hotel"] not in seen]
        said += _tell_dear(known, dear)
    said.append(_describe_nearest(known, near, is_dear=not within))
    return (yield from present(known, "hotel", " ".join(said), near))


def _choose_nearest(known: KnownTrip, rows: Sequence[Row]) -> list[Row]:
    """Return the hotels that meet most wishes, of these those with the stars that are wished for."""
    met = [count_met(row, known.amenities) for row in rows]
    near = [row for row, number in zip(rows, met, strict=True) if number == max(met)]
    starred = [row for row in near if row["stars"] >= (known.trip.stars or 0)]
    return sort_by_distance(starred or near, known.amenities)


def _describe_nearest(known: KnownTrip, near: Sequence[Row], *, is_dear: bool) -> str:
    """Return which wishes the nearest hotels meet, and which of them none of those that are shown meets."""
    shown = near[:MAX_OFFERS]
    kept = [name for name in known.amenities if all(row_meets(row, name) for row in near)]
    lost = [name for name in known.amenities if not any(row_meets(row, name) for row in shown)]
    has_fewer = all(row["stars"] < (known.trip.stars or 0) for row in shown)
    how = [f"These {describe_predicate(*kept, is_one=False)}" if kept else "The nearest to it"]
    how += [f"without {things}"] if (things := _join([add_article(each) for each in lost if not is_like(each)])) else []
    how += [f"not {places}"] if (places := _join(filter(is_like, lost))) else []
    how += ["with fewer stars"] if has_fewer else []
    how += ["over that price"] if is_dear and known.limit("hotel") else []
    return f"{', '.join(how)}:"


def _join(names: Sequence[str] | filter[str]) -> str:
    return join_words(list(names), "or")


def _tell_dear(known: KnownTrip, rows: Sequence[Row]) -> list[str]:
    """Say which hotel meets all wishes but the price."""
    if not rows or not known.nights:
        return []
    best = min(rows, key=lambda row: unit_price("hotel", row))
    total = format_dollars(unit_price("hotel", best) * known.nights)
    return [f"Over that price there is {best['hotel']}, {total} in all."]
