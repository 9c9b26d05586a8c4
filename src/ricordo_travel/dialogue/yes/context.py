"""What the assistant had just said, as the reader of requests is told."""

from __future__ import annotations

import re
from collections.abc import Callable

from ricordo_travel.dialogue.replies import questions
from ricordo_travel.dialogue.replies.offers import find_offers, find_question

_BOOKED = re.compile(r"^(?:Booked|Changed|Cancelled)\b", re.MULTILINE)
_BOOKINGS = re.compile(
    r"^Which booking shall I|\bWhich one do you mean\?\b|\bYour bookings:|\bThis is the booking:", re.MULTILINE
)
_MEMORY = re.compile(
    r"\b(?:I remember|You told me|I have noted|I have erased|Thank you, corrected|I have nothing about|"
    r"in memory|What is right)\b|^Nothing yet\b"
)
_PREFERENCES = (questions.ASK_BUDGET, questions.ASK_INTERESTS, questions.ASK_SAME, questions.ASK_DIFFERENT)
_DETAILS = (*questions.TRIP_QUESTIONS, questions.ASK_KIND)
_CONTEXTS: tuple[tuple[str, Callable[[str], object]], ...] = (
    ("offers", lambda reply: questions.ASK_OFFER in reply),
    ("unserved", questions.TAKE_NEAREST.search),
    ("suggestions", questions.asks_which_place),
    ("ask_preferences", lambda reply: any(each in reply for each in _PREFERENCES)),
    ("ask_details", lambda reply: any(each in reply for each in _DETAILS)),
    ("booked", _BOOKED.search),
    ("bookings", _BOOKINGS.search),
    ("memory", _MEMORY.search),
)
"""What tells each context, the first that fits."""


def find_open_questions(reply: str) -> list[str]:
    """Return what a reply asked, to be asked again after something else was talked of. A yes is asked for elsewhere."""
    if find_question(reply):
        return []
    if match := questions.TAKE_NEAREST.search(reply):
        return [match[0]]
    asked = (questions.ASK_OFFER, questions.ASK_SUGGESTION, *_PREFERENCES, *_DETAILS)
    return [question for question in asked if question in reply][:2]


def find_context(reply: str | None) -> str:
    """Return the context of a message after a reply; of the first message after None."""
    if reply is None:
        return "start"
    if question := find_question(reply):
        return "confirm" if question.verb == "book" else "confirm_change"
    for context, is_said in _CONTEXTS:
        if is_said(reply):
            return context
    return "offers" if find_offers(reply) else "talk"
