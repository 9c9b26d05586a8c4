"""The reading of a yes in the dialogue without a model: a yes to what was asked, which may go on with another wish."""

from __future__ import annotations

import re
from datetime import date
from typing import Any

from ricordo_travel.dialogue.answers import answers_by_kind, is_clear_yes, is_explicit_yes
from ricordo_travel.dialogue.choice import find_number
from ricordo_travel.dialogue.text import normalise, split_sentences
from ricordo_travel.dialogue.trip import Trip, read_message
from ricordo_travel.dialogue.wishes import find_amenities, find_kinds, find_unknown_wishes
from ricordo_travel.proposals import Proposal

_OTHER_VERBS = {
    "book": ("cancel", "move", "change", "erase"),
    "change": ("cancel", "book"),
    "cancel": ("book", "move", "change"),
}

_MAX_YES = 4
_ABOUT_PROPOSAL = re.compile(
    r"\b(?:it|that|this|they|them|there|one|ones|me|us|we|i|hotels?|flights?|rooms?|cars?|vans?|cost|costs|price|pay|paid|"
    r"cancel\w*|free|included|fees?|times?|leave|arrive|but|not|no|wait|if|actually|instead|before|first|hold|stop|maybe|"
    r"change|rather|sorry|hmm+)\b"
)


def agrees_to(message: str, proposal: Proposal) -> bool:
    """Return whether a message agrees to exactly what was proposed.

    A message with a doubt, a question, or another day, party or length than the proposal's does not. It may ask for
    something else, too: "yes, and also a car".
    """
    text = normalise(message)
    if by_kind := answers_by_kind(text):
        return proposal.action == "book" and by_kind.get(proposal.kind, False)
    text = _without_other_question(text)
    if not is_clear_yes(text) or any(verb in text.split() for verb in _OTHER_VERBS[proposal.action]):
        return False
    if find_number(text, 9) and not is_explicit_yes(text):
        return False  # "ok, the first one" chooses, and is asked about once more
    kinds = find_kinds(text)
    if kinds and proposal.kind not in kinds:
        return _goes_on(text)
    return not _names_something_else(text, proposal.preview)


def _without_other_question(text: str) -> str:
    """Return a message without a question after a plain yes that is not about what was proposed."""
    head, *rest = split_sentences(text)
    if not rest or len(head.split()) > _MAX_YES or "?" in head or not is_explicit_yes(head):
        return text
    others = " ".join(rest)
    is_about_proposal = _ABOUT_PROPOSAL.search(others) or find_unknown_wishes(others) or find_amenities(others)[0]
    return text if is_about_proposal else head


def _goes_on(text: str) -> bool:
    """Return whether a yes to one thing asks for another one, too."""
    return any(word in text.split() for word in ("and", "also", "plus", "then", "too", "now", "next"))


def _names_something_else(text: str, row: Any) -> bool:
    first = row.get("check_in") or row.get("pick_up") or row.get("day")
    booked = date.fromisoformat(first)
    changes = read_message(
        Trip(kinds=(row["kind"],), first=booked, nights=row.get("nights") or row.get("days")), text, "", booked
    ).changes
    people = row.get("guests") or row.get("passengers")
    if people and changes.get("people") not in {None, people}:
        return True
    if changes.get("first") not in {None, booked}:
        return True
    if changes.get("nights") not in {None, row.get("nights") or row.get("days")}:
        return True
    if changes.get("cabin") not in {None, row.get("cabin")}:
        return True
    places = {row.get("city"), row.get("destination"), row.get("origin")}
    if any(place and place.name not in places for place in (changes.get("destination"), changes.get("origin"))):
        return True
    return any(name in changes for name in ("unserved", "limits", "stars", "area"))
