"""Searches that refine what was shown: cheaper, other and better offers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ricordo_travel.dialogue.facts.hotel_facts import describe_lack, describe_predicate, row_meets
from ricordo_travel.dialogue.plan import Plan
from ricordo_travel.dialogue.replies.lookups import Row, call_cars, call_rooms, find_other_days, unit_price
from ricordo_travel.dialogue.replies.offers import Offer, find_offers
from ricordo_travel.dialogue.replies.presentation import MAX_OFFERS, filter_rows, present
from ricordo_travel.dialogue.replies.search import MAX_SEATS, find_missing, search, search_other_days
from ricordo_travel.dialogue.state import DialogueState
from ricordo_travel.dialogue.trips.known import KnownTrip, know_trip
from ricordo_travel.dialogue.values.money import format_dollars
from ricordo_travel.reservations import Kind


def search_cheaper(state: DialogueState) -> Plan:
    """Search for something cheaper than what was shown."""
    shown = _shown(state)
    kind, price = shown[0].kind, min(offer.unit_price for offer in shown)
    known = know_trip(state, kind)
    if kind == "flight":
        return (yield from _search_cheaper_flights(known, shown))
    rows: list[Row] = []
    if not find_missing(known, kind):
        result = yield from (call_rooms(known) if kind == "hotel" else call_cars(known, with_class=False))
        rows = [row for row in result.data.get(f"{kind}s", ()) if unit_price(kind, row) < price]
        rows = filter_rows(known, kind, rows) or rows
    if not rows:
        cheapest = min(shown, key=lambda offer: offer.unit_price)
        return (
            f"No, nothing is cheaper there for those days: {cheapest.title} at {format_dollars(price)} a "
            f"{cheapest.unit} "
            "is the cheapest that I have. Other days or another place might cost less."
        )
    without = _say_lost(known, rows[:MAX_OFFERS]) if kind == "hotel" else ""
    these = "these are" if len(rows) > 1 else "this one is"
    return (yield from present(known, kind, f"Yes, {these} cheaper.{without}", rows))


def _say_lost(known: KnownTrip, rows: Sequence[Row]) -> str:
    """Return which wishes none of the hotels meets, and which not all of them meet."""
    meeting = {name: sum(row_meets(row, name) for row in rows) for name in known.amenities}
    none = [name for name, number in meeting.items() if not number]
    some = [name for name, number in meeting.items() if 0 < number < len(rows)]
    lack = f"none of them {describe_predicate(*none, link='or')}" if len(rows) > 1 else f"it {describe_lack(*none)}"
    said = f" But {lack}." if none else ""
    return f"{said} Not all of them {describe_predicate(*some, is_one=False)}." if some else said


def search_others(state: DialogueState) -> Plan:
    """Show offers that were not shown yet."""
    kind = _shown(state)[0].kind
    known = know_trip(state, kind)
    if find_missing(known, kind):
        return (yield from search(state))
    if kind == "flight":
        return (
            yield from search_other_days(
                known, "Those are all the flights on that day. On the days around it there are:"
            )
        )
    result = yield from (call_rooms(known) if kind == "hotel" else call_cars(known))
    titles = {offer.title for reply in state.replies for offer in find_offers(reply)}
    rows = [row for row in filter_rows(known, kind, result.data.get(f"{kind}s", ())) if _title(kind, row) not in titles]
    if not rows:
        return (
            "You have seen all that I have there for those days. Shall I change the days, the place or the "
            "wishes? Just tell me which."
        )
    return (yield from present(known, kind, "Here are others:", rows))


def _search_cheaper_flights(known: KnownTrip, shown: Sequence[Offer]) -> Plan:
    """Search for cheaper flights on the days around: both ways, if flights back were shown beside those there."""
    if find_missing(known, "flight") or known.people > MAX_SEATS:
        return "Tell me from where and on which day you fly, and I look for the cheapest."
    said = [(yield from _search_cheaper_days(known, min(each.unit_price for each in shown)))]
    way_back = replace(known, trip=replace(known.trip, is_return=True, last=known.last))
    ends = (way_back.origin, way_back.destination)
    last = [each for reply in known.state.replies[:2] for each in find_offers(reply) if each.kind == "flight"]
    back = [each.unit_price for each in last if each.number and (each.flight.origin, each.flight.destination) == ends]
    if back and known.last and not known.trip.is_return:
        said.append((yield from _search_cheaper_days(way_back, min(back), is_back=True)))
    return "\n\n".join(said)


def _search_cheaper_days(known: KnownTrip, price: int, *, is_back: bool = False) -> Plan:
    """Search for flights one way on the days around that cost less than a price."""
    rows = yield from find_other_days(known)
    rows = [row for row in rows if row["price"] < price]
    if not rows:
        lead = "For the way back," if is_back else "No,"
        return f"{lead} {format_dollars(price)} a seat is the cheapest that I have, on the days around it, too."
    lead = "The way back is cheaper on other days:" if is_back else "Yes, on other days it is cheaper:"
    return (yield from present(known, "flight", lead, rows))


def _shown(state: DialogueState) -> list[Offer]:
    """Return the offers of one kind that the person compares with, of the latest list."""
    kinds = [offer.kind for offer in (*state.refused_offers, *state.offers)]
    return [offer for offer in state.offers if offer.kind == kinds[0]] or state.offers


def _title(kind: Kind, row: Row) -> str:
    if kind == "hotel":
        return row["hotel"]
    return f"{row['car_class']} car at {row['location']}"
