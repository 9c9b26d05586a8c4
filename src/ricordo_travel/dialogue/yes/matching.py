"""Comparing an offer with what a phrase says of it."""

from __future__ import annotations

from collections.abc import Sequence

from ricordo_travel.dialogue.facts.hotel_facts import meets as meets_wish
from ricordo_travel.dialogue.replies.offers import Offer
from ricordo_travel.dialogue.trips.flight_hours import suits
from ricordo_travel.dialogue.yes.phrases import Phrase


def is_called(offer: Offer, phrase: Phrase) -> bool:
    """Return whether a hotel has the name and the style that a phrase names, if it names them."""
    name, style, *_ = offer.title.lower().split()
    return phrase.name in {None, name} and phrase.style in {None, style}


def meets(offer: Offer, phrase: Phrase) -> bool:
    """Return whether an offer is as a phrase says."""
    if phrase.prices and not {offer.unit_price, offer.total} & set(phrase.prices):
        return False
    if offer.kind == "flight":
        flight = offer.flight
        return (
            (not phrase.times or _leaves_at(flight.departs, phrase.times))
            and (phrase.hours is None or bool(phrase.times) or suits(phrase.hours, offer.call.arguments))
            and (phrase.airline is None or phrase.airline in flight.airline.lower())
            and not (phrase.is_nonstop and flight.via)
        )
    if offer.kind == "hotel":
        hotel = offer.hotel
        has_all = all(meets_wish(hotel, name) for name in phrase.amenities)
        return has_all and phrase.stars in {None, hotel.stars} and is_called(offer, phrase)
    car = offer.car
    return phrase.car_class in {None, car.car_class} and phrase.at_airport in {None, car.location.at_airport}


def _leaves_at(departs: str, times: Sequence[str]) -> bool:
    """Return whether a flight leaves at one of some times, each of which may mean twelve hours later."""
    later = {f"{int(time[:2]) + 12:02}{time[2:]}" for time in times if int(time[:2]) < 12}
    return departs in {*times, *later}
