"""How much of the budget is left with something that is not booked yet."""

from __future__ import annotations

import re

from ricordo_travel.dialogue.booked import load_active
from ricordo_travel.dialogue.known import know_trip
from ricordo_travel.dialogue.money import format_dollars
from ricordo_travel.dialogue.plan import Plan, join_words
from ricordo_travel.dialogue.references import find_references
from ricordo_travel.dialogue.state import DialogueState

_LEFT = re.compile(r"\b(?:left|remain\w{0,4})\b[^.?!]{0,30}\bbudget\b|\bbudget\b[^.?!]{0,40}\b(?:left|remain\w{0,4})\b")
_WITH = re.compile(r"\b(?:if|with|after|when|once|would)\b")


def say_left_with(state: DialogueState) -> Plan:
    """Say what is left of the budget with an offer that the message names, beside what is booked; else say nothing."""
    is_asked = _LEFT.search(state.text) and _WITH.search(state.text) and "?" in state.message
    offers = list(find_references(state)) if is_asked else []
    budget = know_trip(state).budget
    if len(offers) != 1 or budget is None or budget.basis in {"night", "day", "person"}:
        return ""
    offer, rows = offers[0], (yield from load_active())
    booked = sum(row["total_price"] for row in rows)
    rest = budget.amount - booked - offer.total
    parts = [f"your bookings are {format_dollars(booked)}"] if booked else []
    said = join_words([*parts, f"{offer.title} is {format_dollars(offer.total)}"])
    total = format_dollars(budget.amount)
    left = (
        f"{format_dollars(rest)} is left of {total}" if rest >= 0 else f"that is {format_dollars(-rest)} over {total}"
    )
    return f"{said[:1].upper()}{said[1:]}, so {left}."
