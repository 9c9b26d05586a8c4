"""What is said beside the offers of a search: what is left of a budget, and which of those shown are the only ones."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ricordo_travel.clerk.scene import Item, Scene
from ricordo_travel.dialogue.facts.hotel_facts import meets
from ricordo_travel.dialogue.plan import join_words
from ricordo_travel.dialogue.replies.offers import Offer, find_offers
from ricordo_travel.dialogue.trips.booked import Row, group_trips
from ricordo_travel.dialogue.trips.known import KnownTrip
from ricordo_travel.dialogue.trips.trip import Trip
from ricordo_travel.dialogue.values.money import format_dollars
from ricordo_travel.reservations import Kind

_NO_OTHER = re.compile(
    r"There is no flight from (?P<start>.+?)(?: \(your [\w ]+\))? to (?P<goal>.+?) (?:after|before) \d\d:\d\d "
    r"on that day\. (?P<time>\d\d:\d\d) is the (?P<end>last|first) one\."
)
_NO_HOTEL = "No hotel in "
_VEGETARIAN = "vegetarian menu"


def list_shown(scene: Scene, kind: Kind) -> list[str]:
    """Return the titles of the offers of a kind that were shown for the place of the trip."""
    own = [each for each in scene.shown if each.kind == kind and each.place == scene.trip.destination]
    return list(dict.fromkeys(each.offer.title for each in own))


def say_only(scene: Scene, found: str, known: KnownTrip, *, how: str) -> str:
    """Return a reply that no hotel is as wished so that it says this of others than those that were shown.

    `how` is how these shall differ, if that was said: "cheaper", "better".
    """
    if not found.startswith(_NO_HOTEL) and f"\n{_NO_HOTEL}" not in found:
        return found
    shown = [each.offer for each in scene.shown if each.kind == "hotel" and each.place == known.trip.destination]
    having = [each.title for each in shown if _meets_all(each, known)]
    if not having:
        return found
    names = join_words(list(dict.fromkeys(having)))
    head = f"No {how} hotel in " if how else f"Besides {names}, no hotel in "
    return found.replace(_NO_HOTEL, head, 1)


def _meets_all(offer: Offer, known: KnownTrip) -> bool:
    """Return whether a room in a hotel is as wished: what the hotel has, its stars and its price."""
    limit, stars = known.unit_limit("hotel"), known.trip.stars or 0
    has_all = all(meets(offer.hotel, name) for name in known.amenities)
    return has_all and offer.hotel.stars >= stars and (limit is None or offer.unit_price <= limit)


def add_diet(scene: Scene, trip: Trip) -> tuple[str, ...]:
    """Return what would be nice in a hotel, with a menu for those who eat no meat if food is wished for."""
    diet = scene.state.memory.value("dietary_requirements").lower()
    is_meant = "breakfast" in trip.amenities and ("vegetarian" in diet or "vegan" in diet)
    is_new = _VEGETARIAN not in {*trip.amenities, *trip.soft, *trip.given_up}
    return (*trip.soft, _VEGETARIAN) if is_meant and is_new else trip.soft


def list_of_trip(booked: Sequence[Item], trip: Trip) -> list[Item]:
    """Return what is booked of the trip to a place on its days."""
    rows: list[Row] = [each.row for each in booked if each.row]
    name = trip.destination.name if trip.destination else ""
    groups = [group for group in group_trips(rows) if any(name in map(str, row.values()) for row in group)]
    return [each for each in booked if groups and each.row in groups[-1]]


def name_booked_last(booked: Sequence[Item], found: str) -> str:
    """Say that a booked flight is the last or first one of its day, where a search finds none that is later or earlier.

    What is found beside it is no answer then.
    """
    ends = list(_NO_OTHER.finditer(found))
    days = {str(each.call.arguments.get("day")) for each in find_offers(found)}
    for each in booked if len(ends) == len(days) == 1 else ():
        if each.kind == "flight" and each.offer.call.arguments["day"] in days:
            flight, (start, goal, time, end) = each.offer.flight, ends[0].groups()
            if (flight.origin.name, flight.destination.name, flight.departs) == (start, goal, time):
                return f"Your flight {flight.number} at {time} is the {end} one from {start} to {goal} on that day."
    return ""


def describe_left(scene: Scene, known: KnownTrip, booked: Sequence[Item], found: str) -> list[str]:
    """Say what is left of the budget of a trip after what is booked for it, and which offers are within that.

    What was said already is not said again.
    """
    budget, offers = known.budget, find_offers(found)
    if budget is None or not budget.amount or budget.basis in {"night", "day", "room"} or not booked or not offers:
        return []
    whole = budget.amount * (known.people if budget.basis == "person" else 1)
    left = whole - sum(each.offer.total for each in booked)
    if left <= 0:
        return [f"Your budget of {format_dollars(whole)} is used up by what is booked."]
    said = f"After what is booked, {format_dollars(left)} of your {format_dollars(whole)} is left{_fit(offers, left)}"
    return [] if any(said in reply for reply in scene.state.replies) else [said]


def _fit(offers: Sequence[Offer], left: float) -> str:
    """Return how many of some offers are within an amount."""
    fitting = [each for each in offers if each.total <= left]
    if len(fitting) == len(offers):
        return "."
    if not fitting:
        return "; this is above that." if len(offers) == 1 else "; all of these are above that."
    numbers = join_words([str(each.number) for each in fitting if each.number])
    return f"; within that {'is' if len(fitting) == 1 else 'are'} number {numbers}." if numbers else "."


def has_way_back(booked: Sequence[Item], trip: Trip) -> bool:
    """Return whether a flight is booked from the place of a trip, on its first day or later."""
    return any(
        each.kind == "flight"
        and each.offer.flight.origin == trip.turn
        and (trip.first is None or each.offer.call.arguments["day"] >= trip.first.isoformat())
        for each in booked
    )
