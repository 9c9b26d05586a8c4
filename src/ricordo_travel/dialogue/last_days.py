"""How far ahead something can be booked."""

from __future__ import annotations

import re
from datetime import date

from ricordo_travel.dialogue.dates import parse_dates
from ricordo_travel.dialogue.offers import format_day
from ricordo_travel.dialogue.state import DialogueState
from ricordo_travel.tool import MAX_ADVANCE

_HOW_FAR = re.compile(
    r"\bhow (?:far|long|early|much|soon)(?: (?:ahead|in advance|in the future|before)| can (?:i|we|you|one) book)\b|"
    r"\b(?:until|till|up to) (?:when|which (?:day|date|month)) (?:can|could|may) (?:i|we|one) book\b|"
    r"\bwhat(?:'s| is) the (?:latest|last) (?:day|date|month)\b[^.?!]{0,20}\bbook\b"
)


def explain_too_far(day: date, today: date) -> str:
    """Return that a day is too far ahead to be booked; empty if it is not."""
    last = today + MAX_ADVANCE
    return f"{format_day(day)} is too far ahead; bookings are open until {format_day(last)}." if day > last else ""


def describe_last_day(state: DialogueState) -> str:
    """Return until when bookings are open, and whether the days that the message names are; empty if not asked."""
    if not _HOW_FAR.search(state.text):
        return ""
    last = state.today + MAX_ADVANCE
    said = f"Bookings are open until {format_day(last)}."
    named = parse_dates(state.text, state.today)
    if (day := named.first or named.month) and day > last:
        what = format_day(day) if named.first else f"{day:%B %Y}"
        return f"{said} {what} is too far ahead."
    return said
