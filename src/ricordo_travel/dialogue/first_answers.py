"""Answers to messages that are as a whole about one thing, which the reader of requests would cut into parts."""

from __future__ import annotations

from ricordo_travel.dialogue.asked_prices import answer_price
from ricordo_travel.dialogue.budget_left import say_left_with
from ricordo_travel.dialogue.combining import suggest_combined
from ricordo_travel.dialogue.guide import describe_day_trips
from ricordo_travel.dialogue.haggling import answer_haggling, haggles
from ricordo_travel.dialogue.last_days import describe_last_day
from ricordo_travel.dialogue.plan import Plan
from ricordo_travel.dialogue.route_plans import answer_route
from ricordo_travel.dialogue.state import DialogueState
from ricordo_travel.dialogue.trip_costs import describe_bare_cost


def answer_first(state: DialogueState) -> Plan:
    """Answer a question for a price, day trips, how far ahead or about several places; say nothing to any other."""
    if haggles(state):
        return (yield from answer_haggling(state))
    told = describe_bare_cost(state) or describe_day_trips(state) or describe_last_day(state)
    told = told or (yield from suggest_combined(state)) or (yield from say_left_with(state))
    return told or (yield from answer_price(state)) or (yield from answer_route(state))
