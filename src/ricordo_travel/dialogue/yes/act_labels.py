"""The acts of a message, and what the assistant had just said, as the reader of requests knows them.

Append only: the order of the acts is in the weights. This file imports nothing of the package, so that training can
read it.
"""

from __future__ import annotations

ACTS = (
    "yes",
    "no",
    "pick",
    "search",
    "suggest",
    "ask_offer",
    "bookings",
    "cancel",
    "change",
    "recall",
    "forget",
    "correct",
    "tell",
    "place",
    "assistant",
    "talk",
    "other",
)
"""What a part of a message does. `training/REQUESTS.md` says what each means."""

CONTEXTS = {
    "start": "start",
    "offers": "which offer",
    "confirm": "book this",
    "confirm_change": "change or cancel this",
    "booked": "booked",
    "ask_details": "where and when",
    "ask_preferences": "budget and interests",
    "suggestions": "which place",
    "unserved": "not served",
    "bookings": "your bookings",
    "memory": "remembered",
    "talk": "talk",
}
"""What the assistant had just said, in the words that the reader is given."""
