"""About what a trip to a place costs, for somebody who asks before there are days and offers."""

from __future__ import annotations

import re

from ricordo_travel.dialogue.money import format_dollars
from ricordo_travel.dialogue.origins import explain_start
from ricordo_travel.dialogue.plan import Plan, say
from ricordo_travel.dialogue.planning import ask_kind, chosen_suggestion, find_goals, find_preferences
from ricordo_travel.dialogue.shares import EACH
from ricordo_travel.dialogue.state import DialogueState
from ricordo_travel.dialogue.statements import find_currency
from ricordo_travel.dialogue.suggestions import DAILY_EXPENSES, describe_trip
from ricordo_travel.dialogue.sums import asks_if_enough, compare_total
from ricordo_travel.dialogue.talk import find_topic
from ricordo_travel.dialogue.wishes import find_kinds
from ricordo_travel.places import Place
from ricordo_travel.wording import count

_COST = re.compile(
    r"\bhow much\b(?= (?:is|are|would|will|does|do|for|it|that|roughly|about|in total|altogether)\b|\W{0,3}$)|"
    r"\bwhat\b[^.?!;]{0,60}\b(?:costs?|prices?|total|come to|work out|set (?:us|me) back|price[- ]wise)\b|"
    r"\b(?:price|cost) (?:of|for)\b"
)
_ESTIMATE = ", food and tickets too."
_CONTENTS = re.compile(
    r"\b(?:what's|what is|whats|what all is|what does (?:it|that|the)|what do (?:those|these|the)|is|are|does)\b"
    r"[^.;!?]{0,40}\b(?:included|includes?|counted|counts?|contains?|made up of|cover(?:s|ed)?|part of)\b"
)
_STAY_AND_FLIGHT = (
    r"(?:just|only) (?:the |for |with )?(?:flights? and (?:the |a )?(?:hotel|hostel|rooms?)|"
    r"(?:hotel|hostel|rooms?) and (?:the )?flights?)"
)
_COOK = r"(?:cook|eat|feed)(?:ing)? (?:for )?(?:ourselves|myself|at (?:home|the (?:flat|hostel|hotel|apartment)))"
_WITHOUT_FOOD = re.compile(
    r"\b(?:without|not counting|excluding|except|minus|leave out|leaving out|skip|drop|take out|don't (?:need|count))"
    r"(?: (?:the|any|our|counting|for|all)){0,2} (?:food|meals|eating|tickets and food|expenses|extras)\b|"
    rf"\b(?:{_STAY_AND_FLIGHT}|{_COOK})\b[^.;!]{{0,40}}\b(?:costs?|how much|price|cheaper)\b|"
    rf"\b(?:how much|costs?|price|cheaper)\b[^.;!]{{0,40}}\b(?:{_STAY_AND_FLIGHT}|{_COOK})\b"
)
_ABOUT = re.compile(r"\babout \$[\d,]+", re.IGNORECASE)
_AMOUNT = re.compile(r"(?<![\d:.])\$?(?P<amount>\d{3,6}|\d{1,3},\d{3})(?![\d:])")
_RECENT = 4
_SUM_OF_OFFERS = "Ask me for the flights and a hotel on your days, and I add up their real prices."
_OF_TRIP = frozenset({None, "payment and refunds"})
"""Topics of questions for the price of a trip, and not of a taxi."""


def asks_for_cost(state: DialogueState) -> bool:
    """Return whether the message asks what a trip to a place costs, before any offers were shown."""
    is_enough = asks_if_enough(state.text) and not state.trip.first
    is_asked = is_enough or _COST.search(state.text) or (EACH.search(state.text) and "?" in state.text)
    goes_on = _ESTIMATE in state.last_reply and state.reading.alters("destination", "nights", "people", "origin")
    kinds = find_kinds(state.text)
    is_of_trip = not kinds or ("flight" in kinds and state.reading.names("nights"))  # "7 nights, flights included"
    is_stay = state.reading.names("nights")  # "a week there, i can drive"
    is_of_trip = is_enough or (is_of_trip and (is_stay or find_topic(state.text) in _OF_TRIP))
    return bool(is_asked or goes_on) and is_of_trip and not state.offers and _find_goal(state) is not None


def answer_cost(state: DialogueState) -> Plan:
    """Say about what a trip to a place costs, and ask what to look for there."""
    return say(" ".join([describe_cost(state), *explain_start(state), ask_kind(state)]))


def describe_cost(state: DialogueState) -> str:
    """Return about what the trip to a place costs that a conversation is about, and what that is for each."""
    place, wanted = _find_goal(state), find_preferences(state, ())
    assert place
    cost = describe_trip(place, wanted).cost
    people = f"{wanted.people} people" if wanted.people > 1 else "one person"
    flights = f"with flights from {wanted.home.name}" if wanted.home else "without flights"
    is_shared = wanted.people > 1 and EACH.search(state.text)
    each = f", {format_dollars(cost / wanted.people)} each" if is_shared else ""
    nights = count(wanted.nights, "night")
    enough = f" {compare_total(state, (), cost)}" if asks_if_enough(state.text) else ""
    return f"{place.name}: about {format_dollars(cost)} for {nights} for {people} {flights}{each}{_ESTIMATE}{enough}"


def asks_for_bare_cost(state: DialogueState) -> bool:
    """Return whether a message wants an estimate that a reply gave without food and tickets: "we cook ourselves"."""
    is_told = bool(_ABOUT.search("\n".join(state.replies[:_RECENT]))) and not state.offers
    is_asked = bool(_WITHOUT_FOOD.search(state.text)) and not state.reading.names("first")
    return is_told and is_asked and _find_goal(state) is not None


def describe_bare_cost(state: DialogueState) -> str:
    """Return what a trip costs without the food and tickets of an estimate, if the message asks for that."""
    if not asks_for_bare_cost(state):
        return ""
    place, wanted = _find_goal(state), find_preferences(state, ())
    assert place
    cost = describe_trip(place, wanted).cost - DAILY_EXPENSES * wanted.people * wanted.nights
    parts = f"flights from {wanted.home.name} and rooms" if wanted.home else "rooms, without flights"
    people = f"{wanted.people} people" if wanted.people > 1 else "one person"
    each = f", {format_dollars(cost / wanted.people)} each" if wanted.people > 1 else ""
    what = f"{count(wanted.nights, 'night')} for {people}{each}, only {parts}"
    return f"Without food and tickets, {place.name} is about {format_dollars(cost)} for {what}. {_SUM_OF_OFFERS}"


def explain_estimate(state: DialogueState) -> str:
    """Return what an estimate counts that a reply gave, if the message asks for that; else nothing."""
    recent = "\n".join(state.replies[:_RECENT])
    if not _CONTENTS.search(state.text) or not _ABOUT.search(recent):
        return ""
    amounts = [match["amount"].replace(",", "") for match in _AMOUNT.finditer(state.text)]
    if amounts and not any(f"about ${int(each):,}" in recent.lower() for each in amounts):
        return ""
    flights = "flights there and back, " if "with flights from" in recent else ""
    return (
        f"That is an estimate for everybody: {flights}a room for every two of you, food and tickets. {_SUM_OF_OFFERS}"
    )


def _find_goal(state: DialogueState) -> Place | None:
    """Return the one place that the message, or else the conversation, is about."""
    if goals := find_goals(state):
        return goals[0] if len(goals) == 1 else None
    return chosen_suggestion(state) or state.trip.destination


def say_currency(state: DialogueState) -> str:
    """Say how an amount in another currency is read, since all prices are in dollars."""
    changes, other = state.reading.changes, find_currency(state.text)
    money = changes.get("budget") or next((each for _, each in changes.get("limits", ())), None)
    if not other or not money or not money.amount:
        return ""
    return f"My prices are in US dollars, so I count your {money.amount:,} {other} as {money.amount:,} dollars."
