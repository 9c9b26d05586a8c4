"""What was shown as part of the trip: days that came from bookings or memory are known once they stand in a reply."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from ricordo_travel.dialogue.offers import Offer, find_offers
from ricordo_travel.dialogue.trip import Trip


def adopt_shown(trip: Trip, reply: str) -> Trip:
    """Return a trip that has no days yet with those of the offers in a reply, if all of them have the same."""
    offers = find_offers(reply) if trip.first is None and "\n" in reply else []
    shown = {_read(offer) for offer in offers}
    if len(shown) != 1:
        return trip
    ((first, last, people),) = shown
    nights = (last - first).days if last else trip.nights
    if trip.is_return and last is None:
        return trip  # the way back alone says nothing of the first day
    return replace(trip, first=first, last=last, nights=nights, people=trip.people or people)


def _read(offer: Offer) -> tuple[date, date | None, int | None]:
    """Return the first day of an offer, the last one of a stay, and the number of people."""
    arguments = offer.call.arguments
    first = arguments.get("check_in") or arguments.get("pick_up") or arguments["day"]
    last = arguments.get("check_out") or arguments.get("drop_off")
    people = arguments.get("guests") or arguments.get("passengers")
    return date.fromisoformat(first), date.fromisoformat(last) if last else None, people
