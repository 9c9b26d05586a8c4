"""Bookings beside something else that was looked at: another hotel takes the place of one, or all stay."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ricordo_travel.dialogue.asking import ask_to_change
from ricordo_travel.dialogue.booked import Row, days_of, load_active, places_of
from ricordo_travel.dialogue.changing import Wanted
from ricordo_travel.dialogue.choice import HOTEL_NAMES, NAME, STYLE
from ricordo_travel.dialogue.forgetting import asks_to_forget, forget
from ricordo_travel.dialogue.geography import find_mentions
from ricordo_travel.dialogue.inquiries import answer_about_bookings
from ricordo_travel.dialogue.kept import keeps_all
from ricordo_travel.dialogue.plan import Plan
from ricordo_travel.dialogue.questions import UNCHANGED
from ricordo_travel.dialogue.state import DialogueState

_SWAPS = re.compile(
    r"\b(?:swap|switch|exchange|trade|replace|change|rebook|instead of|rather than|in (?:the )?place of)\b|"
    r"\b(?:cancel|drop)\b[^?]{0,60}\b(?:book|take|get|reserve)\b|"
    r"\b(?:book|take|get|reserve)\b[^?]{0,60}\b(?:cancel|drop)\b"
)
_ASKS = re.compile(r"\b(?:how much|what|which|better|difference|cheaper|why|does|is)\b[^.!]{0,80}\?")
"""A question about two hotels, which puts none in the place of the other."""
_STAYS_WITH = re.compile(
    rf"\b(?:stay(?:ing)?|stick(?:ing)?|remain(?:ing)?) (?:with|at|to|in)(?: the| our| my| what)? "
    rf"(?P<what>{NAME}|{STYLE}|hotel|place|flights?|car|one|booking|(?:i|we)(?:'ve| have)? (?:got|have|booked))\b"
)
_KEEPS = re.compile(
    r"\b(?:keep|keeping|stay with|stick (?:with|to)|leave it (?:at|with)) "
    r"(?:(?:the|my|our) )?(?:(?:car|hotel|room|flights?|booking|one) (?:in|to|at|from) )?"
)
"""What stands before the place of bookings that stay: "then I keep Lisbon", "I'll stick with the car in Lisbon"."""
_LEAVES = re.compile(
    r"(?:^|[,.;!] ?|\b(?:so|just|please|then|ok|no|but|and) )(?:leave|keep) (?:it|that|this|them|everything|things|all)"
    r"(?: (?:all )?(?:as|how|like) (?:it is|they are|is|that|booked|it was)| alone| for now)?"
    r"(?:,? (?:then|please|thanks|thank you))*\W*$"
)
_HAS = re.compile(r"\balready (?:booked|have|got)\b|\b(?:booked|have (?:it|one|a \w+)) already\b|\bis booked\b")


def keep_or_exchange(state: DialogueState) -> Plan:
    """Say that bookings stay, or ask for a yes to have another hotel in the place of a booked one; else say nothing."""
    if keeps_all(state):
        asks = any(part.act == "bookings" for part in state.parts)
        listed = (yield from answer_about_bookings(state)) if asks else ""
        erased = (yield from forget(state)) if asks_to_forget(state) else ""
        return "\n\n".join(filter(None, [UNCHANGED, listed, erased]))
    if _may_keep(state):
        rows = yield from load_active()
        return UNCHANGED if rows and _keeps(state, rows) else ""
    names = list(dict.fromkeys(match["the"] or match["name"] for match in HOTEL_NAMES.finditer(state.text)))
    if len(names) < 2 or not _SWAPS.search(state.text) or _ASKS.search(state.text):
        return ""
    rows = [row for row in (yield from load_active()) if row["kind"] == "hotel" and _find_own(row, names)]
    others = [name for name in names if name not in _find_own(rows[0], names)] if len(rows) == 1 else []
    if len(others) != 1:
        return ""
    first, last = days_of(rows[0])
    changes = state.reading.changes
    if changes.get("first") and changes.get("last"):
        first, last = changes["first"], changes["last"]
    return (yield from ask_to_change(rows[0], Wanted(first, last, hotel=others[0])))


def _find_own(row: Row, names: Sequence[str]) -> list[str]:
    """Return those of some names that are of a booked hotel."""
    return [name for name in names if name in row["hotel"].lower().split()]


def _may_keep(state: DialogueState) -> bool:
    """Return whether a message may say that what is booked stays, and asks for nothing."""
    if "?" in state.text:
        return False
    if _find_kept_places(state):
        return not state.pending and not state.reading.names("first", "last", "nights", "people")
    is_left = bool(_LEAVES.search(state.text)) and (not state.pending or bool(_HAS.search(state.text)))
    return is_left or bool(_STAYS_WITH.search(state.text))


def _find_kept_places(state: DialogueState) -> set[str]:
    """Return the places of which a message says that what is booked there stays."""
    ends = {match.end() for match in _KEEPS.finditer(state.text)}
    return {place.name for each in find_mentions(state.text) if each.start in ends for place in each.places}


def _keeps(state: DialogueState, rows: Sequence[Row]) -> bool:
    if places := _find_kept_places(state):
        return any(places & places_of(row) for row in rows)
    match = _STAYS_WITH.search(state.text)
    if match is None or not re.fullmatch(rf"{NAME}|{STYLE}", match["what"]):
        return True
    return any(row["kind"] == "hotel" and _find_own(row, [match["what"]]) for row in rows)
