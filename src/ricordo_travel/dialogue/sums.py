"""Answers that compare or add up offers: totals, whether they are within the budget, and what differs between two."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from ricordo_travel.dialogue.known import know_trip
from ricordo_travel.dialogue.money import Money, format_dollars
from ricordo_travel.dialogue.offers import Offer, count_people
from ricordo_travel.dialogue.open_offers import OpenOffers, first_day
from ricordo_travel.dialogue.plan import join_words
from ricordo_travel.dialogue.shares import EACH
from ricordo_travel.dialogue.state import DialogueState
from ricordo_travel.dialogue.trip import Trip
from ricordo_travel.dialogue.wishes import find_kinds
from ricordo_travel.reservations import Kind

_BUDGET = re.compile(
    r"\b(?:within|in|inside|under|over|above|below|fits?(?: into| in| with)?|exceed|out of|blow|meet|match)"
    r" (?:my |our |the |that )?(?:\w+ )?budget\b|\bcan (?:i|we) afford\b|\bbudget[- ]wise\b"
)
_THE_TOTAL = re.compile(r"\b(?:the|grand|whole) (?:total|sum)\b|\ball together\b|\baltogether\b")
_THAN = re.compile(
    r"\b(?:still |(?:is|are|it's|that's|does|do|would|will|can|could) (?:(?:it|that|this|all|they|we|still|everything|"
    r"now|then|for|(?:the )?(?:whole |entire )?(?:trip|thing|lot|week|holiday|total|stay)|"
    r"(?:the |those )?\w{1,8} (?:nights|days)|(?:and|with|including|plus) (?:the |a )?(?:flights?|hotel|room)|"
    r"all in|in all|in total|altogether|together) ){0,6})"
    r"(?:be |come |cost |stay |go |keep |do it for )?(?:to )?"
    r"(?P<side>fit(?: into| in| within)?|more than|over|above|less than|under|below|"
    r"cheaper than|within|inside|more|less)(?: my| our| the)? \$?(?P<amount>\d[\d,]{2,8})\b"
    r"(?! (?:a|per|each|every) (?:night|day))"
)
"""A question whether a sum is more or less than an amount: "is it more than 2500?"."""
_OVER = re.compile(r"\b(?:over|above|more than|exceeds?|beyond)(?: (?:my|our|the)){0,2} (?:budget|limit)\b")
_KINDS: tuple[Kind, ...] = ("flight", "hotel", "car")
_WAYS_AND_STAY = 3


def asks_if_enough(text: str) -> bool:
    """Return whether a text in lower case asks if something is within the budget, or within an amount."""
    return bool(_THAN.search(text) or _BUDGET.search(text)) and "?" in text


def _places_of(offer: Offer) -> set[str]:
    if offer.kind == "flight":
        return {offer.flight.origin.name, offer.flight.destination.name}
    return {offer.hotel.place.name if offer.kind == "hotel" else offer.car.location.place.name}


def describe_whole(state: DialogueState, offers: Sequence[Offer]) -> str:
    """Return what the cheapest of what was found costs together, if the message asks for that; else nothing.

    A whole trip has flights there and back and a hotel. What it is for each is asked of whatever was found. The total
    is also of what was shown before for the same trip.
    """
    is_compared, is_total = asks_if_enough(state.text), bool(_THE_TOTAL.search(state.text))
    if is_total and offers:
        ways = {name_way(offer) for offer in offers}
        before = [group for group in OpenOffers(state).list_groups(_KINDS) if _is_of(group, state.trip)]
        offers = [*offers, *(offer for group in before if name_way(group[0]) not in ways for offer in group)]
    is_shared = is_compared or is_total or (bool(EACH.search(state.text)) and "?" in state.text)
    if not (state.trip.is_whole or is_shared):
        return ""
    cheapest: dict[str, Offer] = {}
    for offer in offers:
        way = name_way(offer)
        cheapest[way] = min(cheapest.get(way, offer), offer, key=lambda each: each.total)
    cheapest |= {name_way(offer): offer for offer in state.picked if name_way(offer) in cheapest}
    is_all = len(cheapest) >= _WAYS_AND_STAY and "hotel" in cheapest
    if not cheapest or not (is_all or is_shared):
        return ""
    return describe_choice(state, cheapest, is_all=is_all, has_chosen=bool(state.picked))


def describe_choice(state: DialogueState, chosen: Mapping[str, Offer], *, is_all: bool, has_chosen: bool) -> str:
    """Return what some things cost together, each with its name, and how that compares with what is asked.

    Args:
        state: The state with the question.
        chosen: The things, each by its way or kind.
        is_all: Whether they are all of a trip.
        has_chosen: Whether some of them were chosen, and are not the cheapest.
    """
    offers = list(chosen.values())
    total = sum(offer.total for offer in offers)
    names = {way: offer.flight.number if offer.kind == "flight" else offer.title for way, offer in chosen.items()}
    parts = join_words([f"{way} {names[way]} {format_dollars(offer.total)}" for way, offer in chosen.items()])
    which = "the cheapest of each" if len(chosen) > 1 else "the cheapest"
    which = "what you chose and the cheapest of the rest" if has_chosen else which
    text = f"{'The whole trip, with' if is_all else 'With'} {which}: {format_dollars(total)} ({parts})."
    text = f"{text} {describe_share(state, offers, total)}".strip()
    within, is_compared = compare_total(state, offers, total), asks_if_enough(state.text)
    if is_compared and "hotel" not in chosen and not find_kinds(state.text):
        within = f"{within} That is without a hotel."
    return f"{text} {within if is_compared else re.sub(r'^(?:Yes|No), that', 'That', within)}".strip()


def name_way(offer: Offer) -> str:
    return f"flight from {offer.flight.origin.name}" if offer.kind == "flight" else offer.kind


def describe_share(state: DialogueState, offers: Sequence[Offer], total: int) -> str:
    """Return what a sum is for each person, if that is asked."""
    people = max((count_people(offer) for offer in offers), default=1)
    if people < 2 or not EACH.search(state.text):
        return ""
    return f"That is {format_dollars(total / people)} for each of the {people} of you."


def _is_of(group: Sequence[Offer], trip: Trip) -> bool:
    """Return whether a list is for the place that a trip goes to, and for days of it."""
    is_there = trip.destination is not None and trip.destination.name in _places_of(group[0])
    days = {first_day(offer) for offer in group}
    return is_there and (not trip.first or any(trip.first <= day <= (trip.last or day) for day in days))


def compare_total(state: DialogueState, offers: Sequence[Offer], total: int) -> str:
    """Return how a sum compares with the budget, if that is asked, or if it is of a whole trip."""
    if match := _THAN.search(state.text):
        return _compare_with(total, int(match["amount"].replace(",", "")), asks_if_more=match["side"][0] in "moa")
    is_asked = bool(_BUDGET.search(state.text))
    budget = state.trip.budget if state.trip.is_whole and not is_asked else _find_budget(state)
    if not is_asked and not (state.trip.is_whole and budget):
        return ""
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
    asks_if_over = bool(_OVER.search(state.text))
    answer = "Yes" if (spent > limit) == asks_if_over else "No"
    if spent <= limit:
        return f"{answer}, that is within your budget of {format_dollars(limit)}{unit}."
    return f"{answer}, that is {format_dollars(spent - limit)} over your budget of {format_dollars(limit)}{unit}."


def _compare_with(total: int, amount: int, *, asks_if_more: bool) -> str:
    """Return whether a sum is more, or less, than the amount that a question names."""
    if total == amount:
        return "That is exactly it."
    answer = "Yes" if (total > amount) == asks_if_more else "No"
    side = "more" if total > amount else "less"
    return f"{answer}, that is {format_dollars(abs(total - amount))} {side} than {format_dollars(amount)}."


def _find_budget(state: DialogueState) -> Money | None:
    if budget := know_trip(state).budget:
        return budget
    kind = state.offers[0].kind if state.offers else None
    return state.trip.limit(kind) if kind else None
