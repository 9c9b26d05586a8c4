"""What a search is for: the kinds and ways that a message is about, without what is booked already."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date

from ricordo_travel.dialogue.known import KnownTrip, know_trip
from ricordo_travel.dialogue.legs import speaks_of_way_back
from ricordo_travel.dialogue.offers import BOOKING_ID, Offer, parse_offer
from ricordo_travel.dialogue.phrases import read_phrase
from ricordo_travel.dialogue.state import DialogueState
from ricordo_travel.dialogue.wishes import find_kinds
from ricordo_travel.reservations import Kind

_BOOKED = re.compile(r"(?:Booked|Changed)\. ")
_CANCELLED = re.compile(r"Cancelled\. ")
_OF_KIND: dict[str, Kind] = {
    "amenities": "hotel", "soft": "hotel", "rooms": "hotel", "stars": "hotel", "most_stars": "hotel",
    "car_class": "car", "seats": "car", "at_airport": "car", "gearbox": "car",
    "bags": "car", "cabin": "flight", "is_nonstop": "flight",
    "hours": "flight",
}  # fmt: skip
"""The kind that each of these wishes is about."""
_OF_ALL = frozenset({"first", "last", "nights", "month", "days", "people", "origin", "destination", "is_return", "any"})
_THE = re.compile(r"\b(?:the|that|this|our|my) (?:[a-z]{3,10} )?(hotel|room|stay|car|flight|van|suv)\b")
_VERBS = re.compile(r"\b(?:stay|stays|staying|sleep|fly|flying|flew|drive|rent|hire)\b")
_AGAIN = re.compile(r"\b(?:another|again|one more|a second|once more|more (?:seats?|rooms?|tickets?))\b")


def find_scope(state: DialogueState) -> Sequence[Kind]:
    """Return the kinds that a message asks for: those that it names, or those that its wishes are about.

    What is booked in this conversation for the same place and days is left out, unless the message asks for it.
    """
    kinds: Sequence[Kind] = state.trip.kinds
    is_flown = speaks_of_way_back(state.text) and read_phrase(state.text).hours and know_trip(state, "flight").start
    if is_flown and "flight" not in kinds and state.trip.destination:
        kinds = ["flight", *kinds]  # "out on tuesday, back on thursday evening, and a hotel"
    named = find_kinds(state.text)
    if _AGAIN.search(state.text):
        return kinds
    if named:
        asked = find_kinds(_VERBS.sub(" ", state.text))  # "we like to sleep in" asks for no second hotel
        left: list[Kind] = [kind for kind in kinds if kind in asked or not has_booked_kind(state, kind)]
        return [kind for kind in left if not _speaks_of_booked(state, kind)] or kinds
    if state.reading.changes.get("is_return") and not state.reading.alters("last", "nights"):
        return ["flight"]
    wished = _find_wished(state)
    if wished:
        kinds = [kind for kind in kinds if kind in wished] or wished
    return [kind for kind in kinds if not has_booked_kind(state, kind)] or kinds


def _speaks_of_booked(state: DialogueState, kind: Kind) -> bool:
    """Return whether a message names a kind as what is booked already: "before we pick up the car"."""
    is_own = any(kind in find_kinds(f"a {match[1]}") for match in _THE.finditer(state.text))
    return is_own and has_booked_kind(state, kind)


def _find_wished(state: DialogueState) -> Sequence[Kind]:
    """Return the kinds that all wishes of a message are about; none if it has wishes for the whole trip."""
    reading = state.reading
    altered = [name for name in reading.changes if reading.alters(name)]
    if _OF_ALL.intersection(altered):
        return ()
    limits: list[tuple[Kind, object]] = list(reading.changes.get("limits", ()))
    limited: list[Kind] = [kind for kind, money in limits if money != reading.before.limit(kind)]
    parties: Sequence[tuple[Kind, int]] = reading.changes.get("parties", ())
    owned: list[Kind] = [kind for kind, people in parties if people != reading.before.of_kind(kind).people]
    wished: list[Kind] = [_OF_KIND[name] for name in altered if name in _OF_KIND]
    return list(dict.fromkeys(wished + limited + owned))


def has_booked_kind(state: DialogueState, kind: Kind) -> bool:
    """Return whether a kind is booked in this conversation for the place and the days of the trip."""
    known = know_trip(state, kind)
    booked = [offer for offer in list_booked(state) if offer.kind == kind]
    if kind == "flight":
        ways = [False, True] if known.trip.is_round and known.trip.last else [known.trip.is_return]
        return all(find_booked_flight(known, booked, is_back=is_back) for is_back in ways)
    return any(_place_of(offer) == known.trip.destination and _overlaps(offer, known) for offer in booked)


def find_booked_flight(known: KnownTrip, booked: Sequence[Offer], *, is_back: bool) -> Offer | None:
    """Return the flight of a way that is booked already, on its day."""
    ends = (known.trip.turn, known.start) if is_back else (known.start, known.trip.goal)
    day = known.trip.last if is_back else known.trip.first
    flights = [offer for offer in booked if offer.kind == "flight"]
    return next(
        (
            offer
            for offer in flights
            if (offer.flight.origin, offer.flight.destination) == ends
            and (day is None or offer.call.arguments["day"] == day.isoformat())
        ),
        None,
    )


def list_booked(state: DialogueState) -> list[Offer]:
    """Return what was booked in this conversation and not cancelled in it."""
    booked: dict[str, Offer] = {}
    for reply in reversed(state.replies):
        for line in reply.splitlines():
            id = BOOKING_ID.search(line)
            if id and _CANCELLED.match(line):
                booked.pop(id[1], None)
            elif id and _BOOKED.match(line) and (offer := parse_offer(line[id.end() + 2 :])):
                booked[id[1]] = offer
    return list(booked.values())


def _place_of(offer: Offer) -> object:
    return offer.hotel.place if offer.kind == "hotel" else offer.car.location.place


def _overlaps(offer: Offer, known: KnownTrip) -> bool:
    """Return whether an offer for a stay has days in common with a trip."""
    arguments = offer.call.arguments
    first = date.fromisoformat(arguments.get("check_in") or arguments["pick_up"])
    last = date.fromisoformat(arguments.get("check_out") or arguments["drop_off"])
    begin, end = known.first or first, known.last or known.first or last
    return begin < last and first < end if begin < end else first <= begin < last
