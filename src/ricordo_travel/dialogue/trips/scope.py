"""What a search is for: the kinds and ways of a trip, without what is booked already."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date

from ricordo_travel.dialogue.replies.offers import BOOKING_ID, Offer, parse_offer
from ricordo_travel.dialogue.state import DialogueState
from ricordo_travel.dialogue.trips.known import KnownTrip, know_trip
from ricordo_travel.reservations import Kind

_BOOKED = re.compile(r"(?:Booked|Changed)\. ")
_CANCELLED = re.compile(r"Cancelled\. ")


def find_scope(state: DialogueState) -> Sequence[Kind]:
    """Return the kinds of a trip without those booked in this conversation for the same place and days, or all."""
    kinds: Sequence[Kind] = state.trip.kinds
    return [kind for kind in kinds if not has_booked_kind(state, kind)] or kinds


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
