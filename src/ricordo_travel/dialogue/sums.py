"""Answers that compare or add up offers: totals, whether they are within the budget, and what differs between two."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ricordo_travel.dialogue.choice import find_ordinals
from ricordo_travel.dialogue.known import know_trip
from ricordo_travel.dialogue.money import Money, format_dollars, parse_money
from ricordo_travel.dialogue.offers import Offer, find_offers, format_minutes
from ricordo_travel.dialogue.picks import find_picks, group_legs
from ricordo_travel.dialogue.plan import Plan, join_words, say
from ricordo_travel.dialogue.state import DialogueState
from ricordo_travel.dialogue.text import normalise
from ricordo_travel.dialogue.wishes import find_kinds
from ricordo_travel.reservations import Kind

_BUDGET = re.compile(
    r"\b(?:within|in|inside|under|over|above|below|fits?(?: into| in| with)?|exceed|out of|blow|meet|match)"
    r" (?:my|our|the|that) (?:\w+ )?budget\b|\bcan (?:i|we) afford\b|\bbudget[- ]wise\b"
)
_TOTAL = re.compile(
    r"\b(?:altogether|all together|in total|the total|total (?:price|cost|be|come)|grand total|in all|sum|add(?:s)? up|"
    r"all in|for everything|everything (?:cost|be|together)|together)\b"
)
_ASKS = re.compile(r"\?|\b(?:what|what's|how much|is|does|would|can|will|tell me|give me)\b")
_DIFFERENCE = re.compile(
    r"\b(?:difference|differences|differ|compare|comparison|versus|vs)\b|\bwhich (?:one )?is (?:better|nicer)\b"
)
_NAMES: dict[Kind, str] = {"flight": "flight", "hotel": "hotel", "car": "car"}


def asks_for_sum(state: DialogueState) -> bool:
    """Return whether a message asks what offers cost together, or whether that is within the budget."""
    if not _find_referents(state) or not _ASKS.search(state.text):
        return False
    if _BUDGET.search(state.text):
        return True
    return bool(_TOTAL.search(state.text)) and len(_find_referents(state)) > 1


def answer_sum(state: DialogueState) -> Plan:
    """Say what offers cost together, and how that compares with the budget."""
    offers = _find_referents(state)
    total = sum(offer.total for offer in offers)
    if len(offers) == 1:
        text = f"{offers[0].title} is {format_dollars(total)} in all."
    else:
        parts = [f"{_name(offer)} {offer.title} {format_dollars(offer.total)}" for offer in offers]
        lead = "" if _are_picked(state) else "With the cheapest of each: "
        text = f"{lead}{join_words(parts)} make {format_dollars(total)} in all."
        text = text[:1].upper() + text[1:]
    return say(f"{text} {_compare(state, offers, total)}".strip())


def asks_for_difference(state: DialogueState) -> bool:
    """Return whether a message asks what differs between offers that were shown."""
    return len(_find_compared(state)) > 1 and bool(_DIFFERENCE.search(state.text))


def answer_difference(state: DialogueState) -> Plan:
    """Say what differs between the offers that a message names, or between the first two."""
    one, other = _find_compared(state)[:2]
    cheap, dear = sorted((one, other), key=lambda offer: offer.total)
    price = (
        f"{cheap.title} is {format_dollars(dear.total - cheap.total)} cheaper in all "
        f"({format_dollars(cheap.total)} against {format_dollars(dear.total)})"
        if cheap.total < dear.total
        else f"Both cost {format_dollars(one.total)} in all"
    )
    return say(f"{price}. {_describe(one)} {_describe(other)}")


def _find_referents(state: DialogueState) -> list[Offer]:
    """Return the offers that a sum is about: those picked or asked about, or the cheapest of each list."""
    if picked := list(state.picked or find_picks(state).offers):
        return picked
    for reply in state.replies:
        offers = find_offers(reply)
        if alone := [offer for offer in offers if offer.number is None]:
            return alone
        if offers:
            legs = group_legs(offers)
            kinds = [[offer for offer in offers if offer.kind == kind] for kind in ("hotel", "car")]
            return [min(group, key=lambda offer: offer.total) for group in (*legs, *kinds) if group]
    return []


def _are_picked(state: DialogueState) -> bool:
    return bool(state.picked or find_picks(state).offers) or any(
        offer.number is None for offer in find_offers(state.last_reply)
    )


def _find_compared(state: DialogueState) -> list[Offer]:
    kinds = find_kinds(state.text) or [offer.kind for offer in state.offers[:1]]
    same = [offer for offer in state.offers if offer.kind in kinds]
    numbers = find_ordinals(state.text)
    named = [offer for offer in same if offer.number in numbers]
    return named if len(named) > 1 else same


def _name(offer: Offer) -> str:
    return f"the {_NAMES[offer.kind]}"


def _compare(state: DialogueState, offers: Sequence[Offer], total: int) -> str:
    """Return how a sum compares with the budget, if that is asked."""
    if not _BUDGET.search(state.text):
        return ""
    budget = _find_budget(state)
    if budget is None:
        return "You have not told me a budget."
    if budget.basis in {"night", "day"}:
        kind = "hotel" if budget.basis == "night" else "car"
        prices = [offer.unit_price for offer in offers if offer.kind == kind]
        if not prices:
            return ""
        limit, spent, unit = budget.amount, max(prices), f" a {budget.basis}"
    else:
        people = know_trip(state).people if budget.basis == "person" else 1
        limit, spent, unit = budget.amount * people, total, ""
    if spent <= limit:
        return f"Yes, that is within your budget of {format_dollars(limit)}{unit}."
    return f"No, that is {format_dollars(spent - limit)} over your budget of {format_dollars(limit)}{unit}."


def _find_budget(state: DialogueState) -> Money | None:
    if state.trip.budget:
        return state.trip.budget
    if money := parse_money(normalise(state.memory.value("budget_range")), is_asked=True):
        return money
    kind = state.offers[0].kind if state.offers else None
    return state.trip.limit(kind) if kind else None


def _describe(offer: Offer) -> str:
    if offer.kind == "hotel":
        hotel = offer.hotel
        return f"{offer.title} has {hotel.stars} stars, is rated {hotel.rating} and has {join_words(hotel.amenities)}."
    if offer.kind == "flight":
        flight = offer.flight
        stops = f"changes in {flight.via}" if flight.via else "is nonstop"
        return f"{offer.title} leaves at {flight.departs}, takes {format_minutes(flight.minutes)} and {stops}."
    car = offer.car
    return f"The {offer.title} has {car.seats} seats and room for {car.bags} bag{'' if car.bags == 1 else 's'}."
