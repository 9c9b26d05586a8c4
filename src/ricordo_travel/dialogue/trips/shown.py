"""What was shown as part of the trip: days that came from bookings or memory are known once they stand in a reply."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta

from ricordo_travel.dialogue.replies.offers import BOOKING_ID, Offer, find_offers, parse_offer
from ricordo_travel.dialogue.replies.questions import ASK_KIND
from ricordo_travel.dialogue.trips.trip import Trip
from ricordo_travel.dialogue.values.geography import Mention
from ricordo_travel.places import Place, all_places, find_place

_CHEAPEST = re.compile(r"The cheapest is (?P<place>[A-Z][A-Za-z ]{1,30}?) \(about")
_ORDINALS = ("first", "second", "third", "1st", "2nd", "3rd")
_MAX_SUGGESTED = 3
_CHOSEN = re.compile(
    rf"\b({'|'.join(_ORDINALS)})\b(?! (?:of|week|weekend|half|days?|floor|class|in|[a-z]+ber|may|june)\b)"
)

_BOOKED = re.compile(r"^(?:Booked|Changed)\. .*", re.MULTILINE)


_OF_TRIP = "For the days of your trip to"
"""The beginning of what is shown for the days that are booked, whose end stays when the beginning moves."""
_NEW_BUDGET = re.compile(r"\bbudget(?: is now|:) \$(?P<amount>\d[\d,]{0,9}) a night\b")
_AROUND = timedelta(days=3)
"""How far a flight may be from the day sought that was offered beside it."""


def adopt_shown(trip: Trip, reply: str) -> Trip:
    """Return a trip with what it lacks of the offers in a reply: their place, and their days if all have the same."""
    trip = replace(trip, near=_find_near(reply) or trip.near)
    limit, budget = trip.limit("hotel"), _NEW_BUDGET.search(reply)
    if budget and limit and limit.basis == "night":
        limit = replace(limit, amount=int(budget["amount"].replace(",", "")))
        trip = replace(trip, limits=tuple({**dict(trip.limits), "hotel": limit}.items()))
    if match := _CHEAPEST.match(reply):
        return replace(trip, destination=find_place(match["place"]))
    if trip.destination is None and (described := find_described(reply)):
        return replace(trip, destination=described)
    booked = [offer for line in _BOOKED.findall(reply) if (offer := parse_offer(BOOKING_ID.sub("", line)))]
    offers = find_offers(reply) if "\n" in reply else []
    asked = [offer for offer in offers if offer.number is None and offer.kind == "flight"]
    trip = _adopt_agreed(_move_to_booked(trip, booked), [*booked, *asked])
    if not offers or (trip.first and trip.destination):
        return trip
    trip = _adopt_place(trip, offers)
    stays = [offer for offer in offers if offer.kind == "hotel"]  # they have both days, and a flight has one
    shown = {_read(offer) for offer in stays or offers}
    if trip.first or len({first for first, _, _ in shown}) != 1:
        return trip
    first, _, people = next(iter(shown))
    last = next((last for _, last, _ in shown if last), None)
    if trip.is_return and last is None:
        return trip  # the way back alone says nothing of the first day
    nights = (last - first).days if last else trip.nights
    has_end = trip.has_end or _OF_TRIP in reply
    return replace(trip, first=first, last=last, nights=nights, has_end=has_end, people=trip.people or people)


def _move_to_booked(trip: Trip, booked: Sequence[Offer]) -> Trip:
    """Return a trip that begins with its flight as booked, if that is on one of the days around those sought."""
    flights = [offer for offer in booked if offer.kind == "flight" and offer.flight.destination == trip.goal]
    days = {_read(offer)[0] for offer in flights if trip.origin in {None, offer.flight.origin}}
    if trip.first is None or len(days) != 1 or abs((day := days.pop()) - trip.first) > _AROUND:
        return trip
    return replace(trip, first=day, last=trip.last if trip.last and trip.last > day else None)


def _adopt_agreed(trip: Trip, offers: Sequence[Offer]) -> Trip:
    """Return a trip with what it lacks of its flights and its stay, as booked or picked: its origin, its days, its end.

    What is agreed on for the end of a trip stays when its beginning moves.
    """
    for offer in offers:
        day, end, _ = _read(offer)
        if place := _place_of(offer):
            is_own = place == trip.destination and trip.last in {None, end} and offer.kind == "hotel"
            trip = replace(trip, first=trip.first or day, last=end, has_end=True) if is_own else trip
        elif offer.flight.destination == trip.goal and trip.origin in {None, offer.flight.origin}:
            trip = replace(trip, origin=offer.flight.origin, first=trip.first or day, days=())
        elif offer.flight.origin == trip.turn and trip.origin in {None, offer.flight.destination}:
            trip = replace(trip, origin=offer.flight.destination, last=trip.last or day)
    if trip.first and trip.last:
        nights = (trip.last - trip.first).days
        trip = replace(trip, nights=nights or None) if nights >= 0 else replace(trip, last=None, nights=None)
    return trip


def list_suggested(reply: str) -> list[Place]:
    """Return the places that a reply suggests."""
    by_title = {place.title: place for place in all_places()}
    titles = re.findall(r"^• ([^–\n]+?) –", reply, re.MULTILINE)
    return [by_title[title] for title in titles if title in by_title]


def find_described(reply: str) -> Place | None:
    """Return the place that a reply describes, asking what to look for there."""
    line = next((line for line in reply.splitlines() if ASK_KIND in line), "")
    title = line.partition(":")[0]
    return next((place for place in all_places() if place.title == title), None)


def find_chosen(text: str, reply: str, area: Mention | None = None) -> Place | None:
    """Return the place that a message in lower case chooses of those that a reply suggests: by number, or by area."""
    if inside := [place for place in list_suggested(reply) if area and place in area.places]:
        return inside[0] if len(inside) == 1 else None
    match = _CHOSEN.search(text)
    number = _ORDINALS.index(match[1]) % _MAX_SUGGESTED if match else None
    places = list_suggested(reply) if number is not None else []
    return places[number] if number is not None and number < len(places) else None


def _find_near(reply: str) -> date | None:
    """Return the first day of the first booking or offer in a reply: near it is a day that names no month."""
    lines = (BOOKING_ID.sub("", line) for line in reply.splitlines())
    return next((_read(offer)[0] for line in lines if (offer := parse_offer(line))), None)


def _adopt_place(trip: Trip, offers: Sequence[Offer]) -> Trip:
    """Return a trip without a place with that of the offers; the first flight is the way there."""
    if trip.destination or trip.is_return:
        return trip
    flight = next((offer.flight for offer in offers if offer.kind == "flight"), None)
    places = [place for offer in offers if (place := _place_of(offer))]
    places = places or ([flight.destination] if flight else [])
    destination = places[0] if len(set(places)) == 1 else None
    is_there = flight is not None and flight.destination == destination
    return replace(
        trip, destination=destination, origin=trip.origin or (flight.origin if flight and is_there else None)
    )


def _place_of(offer: Offer) -> Place | None:
    """Return the place of a room or a car."""
    if offer.kind == "flight":
        return None
    return offer.hotel.place if offer.kind == "hotel" else offer.car.location.place


def _read(offer: Offer) -> tuple[date, date | None, int | None]:
    """Return the first day of an offer, the last one of a stay, and the number of people."""
    arguments = offer.call.arguments
    first = arguments.get("check_in") or arguments.get("pick_up") or arguments["day"]
    last = arguments.get("check_out") or arguments.get("drop_off")
    people = arguments.get("guests") or arguments.get("passengers")
    return date.fromisoformat(first), date.fromisoformat(last) if last else None, people
