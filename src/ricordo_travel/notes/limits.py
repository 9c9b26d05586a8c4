"""Tell somebody what they said that a trip may cost, in notes or in this conversation."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ricordo_travel.dialogue.plan import Plan, join_words
from ricordo_travel.dialogue.trips.trip import Trip
from ricordo_travel.dialogue.values.money import format_dollars
from ricordo_travel.notes.known import Row, read_known

NOT_KNOWN = "I have nothing about that in memory."
_OF_BUDGET = re.compile(r"\b(?:budget|(?:price|hotel|money|spending|nightly|my|our|the) (?:limit|maximum|max)|spend)\b")
_IS_LIMIT = re.compile(
    r"\b(?:budget|spends?|pays?|costs?|max(?:imum)?|limit|at most|up to|no more than)\b[^;]{0,40}\d|"
    r"\d[^;]{0,20}\b(?:max(?:imum)?|at most|limit|budget)\b",
    re.IGNORECASE,
)
_UNITS = {"night": " a night", "day": " a day", "person": " a person", "room": " a room"}
"""What a limit is for, as it is said behind the amount."""


def asks_budget(text: str) -> bool:
    """Return whether a text in lower case speaks of what a trip may cost."""
    return bool(_OF_BUDGET.search(text))


def find_limits(rows: Sequence[Row]) -> list[Row]:
    """Return the notes of what a trip may cost."""
    return [
        row for row in rows if row["field"] == "budget" or (not row["subject"] and _IS_LIMIT.search(row["content"]))
    ]


def tell_limits(trip: Trip) -> Plan:
    """Say that no budget is noted, and what was named as a limit; empty if one is noted."""
    if find_limits((yield from read_known()).rows):
        return ""
    limits = [*((f" for the {kind}", money) for kind, money in trip.limits), (" for the trip", trip.budget)]
    said = [
        f"{format_dollars(money.amount)}{_UNITS.get(money.basis or '', '')}{what}"
        for what, money in limits
        if money and money.amount
    ]
    return f"{NOT_KNOWN} In this conversation you named {join_words(said)}." if said else NOT_KNOWN
