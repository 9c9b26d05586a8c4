"""The reading of a yes in the dialogue without a model: a yes to what was asked, which may go on with another wish."""

from __future__ import annotations

import re
from datetime import date
from typing import Any

from ricordo_travel.consent import agrees_to_several
from ricordo_travel.dialogue.act_reader import MessagePart, read_parts
from ricordo_travel.dialogue.answers import answers_by_kind, is_clear_yes, is_explicit_yes, is_yes, split_yes
from ricordo_travel.dialogue.choice import HOTEL_NAMES, find_number, find_times
from ricordo_travel.dialogue.inquiries import asks_about_bookings
from ricordo_travel.dialogue.reading import read_message
from ricordo_travel.dialogue.text import normalise
from ricordo_travel.dialogue.trip import Trip
from ricordo_travel.dialogue.wishes import find_amenities, find_kinds, find_unknown_wishes
from ricordo_travel.proposals import Proposal

_OTHER_VERBS = {
    "book": ("cancel", "move", "change", "erase"),
    "change": ("cancel", "book"),
    "cancel": ("book", "move", "change"),
}

_BARE_YES = re.compile(
    r"\W*(?:(?:yes|sure|ok|please|do|it|that|go|ahead|for|book|confirm|thanks|thank you|perfect|great|lovely|"
    r"absolutely|definitely|all|both|them|everything|of|now|then|and|i|we|want)\b\W*)+"
)
_ABOUT_PROPOSAL = re.compile(
    r"\b(?:it|that|this|they|them|there|one|ones|me|us|we|i|hotels?|flights?|rooms?|cars?|vans?|cost|costs|price|pay|paid|"
    r"cancel\w*|free|included|fees?|times?|leave|arrive|but|not|no|wait|if|actually|instead|before|first|hold|stop|maybe|"
    r"change|rather|sorry|hmm+)\b"
)
_CONDITION = re.compile(r"\b(?:if|wait|unless|hold on|depends|(?:but|check) first|first (?:i|let|we)|let me|until i)\b")
_DOUBT = re.compile(r"\b(?:before|maybe|actually|instead|rather|think|first|only when|bigger|smaller|nicer|better)\b")
_TURNS = re.compile(
    r"\b(?:yes|ok|sure|perfect|great)\b.{0,40}\b(?:actually|rather|bigger|smaller|larger|nicer|better|fancier|"
    r"something else)\b(?! yes)"
)
_CHANGES_IT = re.compile(r"\b(?:it|that one|this one|make that|make this|change|cheaper|different)\b")
_ONE_MORE = re.compile(r"\b(?:too|also|as well|now|next|then|need|show|find|search|look|list|get me|and|another)\b")
_BACK = re.compile(r"\b(?:return|returning|back|home|other way)\b")
_FLIGHT_NUMBER = re.compile(r"\b[a-z]{2}\d{3,4}\b")
_COURTESY = re.compile(
    r"\bif (?:(?:it(?:'s| is)|at all|that's|that is) )?(?:possible|available|there(?:'s| is) (?:one|any)|you can|"
    r"you have(?: one| any)?|not too much)\b|\bnever ?mind\b"
)
"""Words that soften a wish, and are no condition of the yes beside it."""
_OWN_VERB = re.compile(r"\b(?:change|move|rebook|switch) (?:it|that|this|them)\b")
_YES_WORDS = re.compile(r"\b(?:yes|go ahead|do it|confirm|(?:book|take|reserve) (?:it|that|this|them))\b")
_IN_SO_MANY_WORDS = re.compile(r"\b(?:yes|sure|go ahead|confirm(?:ed)?|absolutely|definitely)\b")
_MEMORY = re.compile(
    r"\bwhat (?:do|did) you (?:still )?(?:know|remember|have)\b|\b(?:know|remember) about (?:me|us|my|our)\b|"
    r"\b(?:remember|forget|keep in mind|note) (?:that|my|i|we)\b"
)

_BESIDE = frozenset({"tell", "talk", "recall", "forget", "bookings", "place", "assistant", "other"})
"""Acts beside a yes that leave it as it is."""


def agrees_to(message: str, proposal: Proposal) -> bool:
    """Return whether a message agrees to exactly what was proposed.

    A message with a doubt, a question about it, or another day, party or length than the proposal's does not. It may
    ask for something else, too: "yes, and also a car", "yes. now the flights back on the 28th".
    """
    message = _COURTESY.sub(" ", normalise(message))
    if proposal.action == "change":
        message = _OWN_VERB.sub(" ", message) if is_explicit_yes(message) else message
    text = message
    if _means_another_pick(message, proposal):
        return False
    if by_kind := answers_by_kind(text):
        return proposal.action == "book" and by_kind.get(proposal.kind, False)
    if _agrees(text, proposal):
        return True
    parts = split_yes(text)
    if parts is not None and _agrees(parts[0], proposal) and is_another_wish(parts[1], proposal):
        return True
    return _agrees_in_part(message, proposal)


def _means_another_pick(message: str, proposal: Proposal) -> bool:
    """Return whether a message picks something else before its yes, which then means that: "the 10:45 one. book it"."""
    parts = _read(message, proposal)
    if any(part.act == "pick" and not _is_one_more(normalise(part.text), proposal) for part in parts):
        return True
    acts = [part.act for part in parts]
    before = parts[: acts.index("yes")] if "yes" in acts else parts
    picked = " ".join(part.text for part in before if part.act == "pick")
    head = message[: match.start()] if (match := _YES_WORDS.search(message)) else ""
    text = f"{picked} {head}"
    if not _is_specific(picked) and not _is_specific(head):
        return False
    row, agreed = proposal.preview, " ".join(part.text for part in parts if part.act == "yes")
    if proposal.kind in find_kinds(agreed):
        return False
    if row["kind"] == "flight" and (row["departs"] in find_times(text) or row["flight_number"].lower() in text):
        return False
    return row["kind"] != "hotel" or not HOTEL_NAMES.search(text) or _names_other_hotel(text, row)


def _is_one_more(text: str, proposal: Proposal) -> bool:
    """Return whether a pick is no other choice than what was proposed: a yes to it, or something beside it."""
    kinds = find_kinds(text)
    if is_yes(text) or is_explicit_yes(text) or bool(kinds and proposal.kind not in kinds):
        return True
    return bool(_ONE_MORE.search(text)) or not _is_specific(text)


def _is_specific(text: str) -> bool:
    """Return whether a pick says which one it means."""
    return bool(find_number(text, 9) or find_times(text) or HOTEL_NAMES.search(text) or _FLIGHT_NUMBER.search(text))


def _read(message: str, proposal: Proposal) -> list[MessagePart]:
    return read_parts(message, "confirm" if proposal.action == "book" else "confirm_change")


def _agrees_in_part(message: str, proposal: Proposal) -> bool:
    """Return whether one part of a message agrees, and all others are about something else."""
    parts = _read(message, proposal)
    agreed = [normalise(part.text) for part in parts if part.act == "yes"]
    others = [part for part in parts if part.act != "yes"]
    if not agreed or not all(_agrees(text, proposal) and is_explicit_yes(text) for text in agreed):
        return False
    return all(
        (part.act in _BESIDE and not _CONDITION.search(text))
        or _asks_for_way_back(part.act, text, proposal.preview)
        or is_another_wish(text, proposal)
        for part in others
        if (text := normalise(part.text))
    )


def _asks_for_way_back(act: str, text: str, row: Any) -> bool:
    """Return whether a part of a message asks for the flight back, beside a yes to the one there."""
    is_wish = act == "search" and not (_CONDITION.search(text) or _DOUBT.search(text) or _CHANGES_IT.search(text))
    return (
        is_wish
        and row["kind"] == "flight"
        and bool(_BACK.search(text))
        and ("?" in text or bool(_ONE_MORE.search(text)))
    )


def agrees_to_all(message: str) -> bool:
    """Return whether a yes is meant for all that was asked for: in a word, or as a yes that names none of it.

    Several things are asked for in one reply only after a message that picked each of them.
    """
    text = normalise(message)
    parts = split_yes(text)
    agreed = parts[0] if parts else text
    return agrees_to_several(message) or bool(_BARE_YES.fullmatch(agreed))


def is_another_wish(text: str, proposal: Proposal) -> bool:
    """Return whether the rest of a message with a yes is about something else than what was proposed."""
    row = proposal.preview
    kinds = find_kinds(text)
    if _CONDITION.search(text):
        return False
    if (
        _MEMORY.search(text)
        or asks_about_bookings(text)
        or (kinds and proposal.kind not in kinds)
        or _names_other_flight(text, row)
        or (_names_other_hotel(text, row) and (row["kind"] != "hotel" or bool(_ONE_MORE.search(text))))
    ):
        return True
    if _DOUBT.search(text) or _CHANGES_IT.search(text) or find_unknown_wishes(text):
        return False
    if "?" in text and (_ABOUT_PROPOSAL.search(text) or find_amenities(text)[0]):
        return False
    return not _names_something_else(text, row) and not kinds


def _names_other_flight(text: str, row: Any) -> bool:
    """Return whether a text asks for one more flight than a booking's: by its number, its time or its direction."""
    if row["kind"] != "flight":
        return False
    numbers = set(_FLIGHT_NUMBER.findall(text))
    if numbers:
        return row["flight_number"].lower() not in numbers
    if not _ONE_MORE.search(text):
        return False
    times = find_times(text)
    return (bool(times) and row["departs"] not in times) or bool(_BACK.search(text))


def _names_other_hotel(text: str, row: Any) -> bool:
    """Return whether a text names a hotel that is not the one in a booking."""
    named = {name for match in HOTEL_NAMES.finditer(text) if (name := match["the"] or match["name"])}
    return bool(named - set(str(row.get("hotel", "")).lower().split()))


def _agrees(text: str, proposal: Proposal) -> bool:
    if not is_clear_yes(text) or any(verb in text.split() for verb in _OTHER_VERBS[proposal.action]):
        return False
    if _TURNS.search(text):
        return False  # "yes, actually show me bigger ones"
    if find_number(text, 9) and not _IN_SO_MANY_WORDS.search(text):
        return False  # "ok, the first one. book it" chooses, and is asked about once more
    kinds = find_kinds(text)
    if kinds and proposal.kind not in kinds:
        return _goes_on(text)
    return not _names_something_else(text, proposal.preview)


def _goes_on(text: str) -> bool:
    """Return whether a yes to one thing asks for another one, too."""
    return any(word in text.split() for word in ("and", "also", "plus", "then", "too", "now", "next"))


def _names_something_else(text: str, row: Any) -> bool:
    if _names_other_hotel(text, row) or (row["kind"] == "flight" and set(find_times(text)) - {row["departs"]}):
        return True
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
