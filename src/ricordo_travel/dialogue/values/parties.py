"""The people who travel, on the whole trip or a part of it: "the hotel for both of us, the flight only for me"."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Any

from ricordo_travel.dialogue.trips.trip import Trip
from ricordo_travel.dialogue.values.numbers import NUMBER
from ricordo_travel.dialogue.values.party import parse_company, parse_party, parse_party_change
from ricordo_travel.dialogue.values.rooms import Rooms, count_guests, find_rooms
from ricordo_travel.dialogue.values.wishes import cut_by_kind
from ricordo_travel.reservations import Kind

_OF_TRIP = re.compile(
    rf"\b(?:we|there)(?:'re| are|'s| is|'ll be| will be) (?:[a-z]+ ){{0,2}}(?:{NUMBER}(?! of them)|of us)\b|"
    rf"\bso {NUMBER}\W*$"
)
"""Words about all who travel, whatever they stand beside: "the second hotel, and we are three"."""
_OF_FLIGHT = re.compile(r"\b(?:seats?|tickets?|passengers?|of them)\b")
_EVERYBODY = re.compile(r"\b(?:all of us|us all|we all|everyone|everybody|the whole (?:family|group|party))\b(?! \d)")
_ALL = re.compile(rf"\b(?:all|the whole) (?:the |of the |of us )?{NUMBER}\b(?! (?:nights?|days?))|{_EVERYBODY.pattern}")
"""Words of all who travel, also where a flight was shown for one: "for all 4 of us please"."""
_FOR_ME = re.compile(r"\bfor me\W*$")
_ONLY_ME = 1


def read_party(text: str, trip: Trip, kinds: Collection[Kind]) -> dict[str, Any]:
    """Return the changes of who travels, and of the rooms, by a message about some kinds.

    A party that stands beside one kind is of this kind alone if there are others. That of the trip replaces it, but
    "only for me" stays, unless it is for all of them.
    """
    whole: int | None = None
    own: dict[Kind, int] = {}
    seats: tuple[Kind, ...] = ("flight",) if "flight" in {*trip.kinds, *kinds} else ()
    cut = cut_by_kind(text)
    pieces = [(about or (seats if _OF_FLIGHT.search(words) else ()), words) for about, words in cut]
    for about, words in pieces:
        count = _count(words, trip.of_kind(about[0]).people if len(about) == 1 else trip.people)
        count = count or (trip.people if _EVERYBODY.search(words) else None)
        if count and len(about) == 1 and not _OF_TRIP.search(words):
            own[about[0]] = count
        else:
            whole = count or whole
    if own:  # "the flight for me, the hotel for both of us"
        own |= {about[0]: _ONLY_ME for about, words in pieces if len(about) == 1 and _FOR_ME.search(words)}
    rooms = find_rooms(text)
    if "hotel" not in own and (guests := count_guests(rooms, whole or trip.of_kind("hotel").people)):
        own["hotel"] = guests
    others = {*trip.wanted, *trip.kinds, *kinds} - set(own)
    if own and not whole and len(set(own.values())) == 1 and not (others and trip.people):
        is_part = trip.people is None and bool(others & set(kinds)) and _ONLY_ME in own.values()
        whole, own = (None, own) if is_part else (next(iter(own.values())), {})
    elif own and not whole and trip.people is None:
        whole = max(own.values())
    changes: dict[str, Any] = {"people": whole} if whole else {}
    is_all = bool(whole and _ALL.search(text))
    kept = {kind: count for kind, count in trip.parties if not whole or (count == _ONLY_ME and not is_all)}
    parties = tuple((kind, count) for kind, count in (kept | own).items() if count != (whole or trip.people))
    if parties != trip.parties:
        changes["parties"] = parties
    elif own and not whole:
        changes["people"] = trip.people
    return changes | _read_rooms(rooms, trip, changes)


def _count(words: str, known: int | None) -> int | None:
    """Return how many people a piece of a message speaks of, of whom some are known."""
    if (people := parse_party(words, known)) or (known is None and (people := parse_company(words))):
        return people
    change = parse_party_change(words, known)
    return max(1, (known or 1) + change) if change else None


def _read_rooms(rooms: Rooms, trip: Trip, changes: dict[str, Any]) -> dict[str, Any]:
    """Return the rooms that a message asks for. Those that another party asked for are asked for no more."""
    if rooms:
        return {"rooms": rooms}
    is_other = bool({"people", "parties"} & set(changes)) and changes.get("people", trip.people) != trip.people
    return {"rooms": ()} if is_other and any(count for _, count in trip.rooms) else {}
