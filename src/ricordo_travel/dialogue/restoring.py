"""A booking as it was before it was changed: "put the hotel back to the 12th", "change it back", "like it was"."""

from __future__ import annotations

import re
from datetime import date

from ricordo_travel.dialogue.booked import Row, days_of, people_of
from ricordo_travel.dialogue.moving import find_near
from ricordo_travel.dialogue.offers import parse_offer
from ricordo_travel.dialogue.state import DialogueState

_BACK = re.compile(
    r"\b(?:put|change|move|set|switch)\b[^.;!?]{0,40}\bback\b(?! (?:an?|one|two|by|\d+) )|"
    r"\b(?:as|how|like) (?:it|they|everything|that|things) (?:was|were)\b|"
    r"\b(?:undo|revert|restore)\b|\b(?:original|old|previous) (?:dates?|days?|plan)\b"
)
_CHANGED = re.compile(r"^Changed\. ([FHC]-\w{8}):", re.MULTILINE)
_TO = re.compile(r"\bback\b[^.;!?]{0,12}(?P<day>\b(?:to|on|from)\b.{1,30})")


def asks_to_restore(text: str) -> bool:
    """Return whether a text in lower case would have a booking as it was before."""
    return bool(_BACK.search(text))


def find_changed(state: DialogueState) -> set[str]:
    """Return the ids of the bookings that were changed last."""
    return next((set(found) for reply in state.replies[:6] if (found := _CHANGED.findall(reply))), set[str]())


def find_before(state: DialogueState, row: Row) -> tuple[date, date, int | None] | None:
    """Return the days and the people of a booking before its latest change in the conversation, or None.

    They are not what is meant if the message names another day.
    """
    now = (*days_of(row), people_of(row))
    said = re.compile(rf"\b{row['booking_id']}[:,] (?P<what>[^\n]+)")
    found = (parse_offer(match["what"]) for reply in state.replies for match in said.finditer(reply))
    rows = ({**row, **offer.call.arguments} for offer in found if offer)
    before = next((each for old in rows if (each := (*days_of(old), people_of(old))) != now), None)
    named = _TO.search(state.text)
    day = find_near(named["day"], state.today, before[0]) if named and before else None
    return before if day is None or (before and day in before[:2]) else None
