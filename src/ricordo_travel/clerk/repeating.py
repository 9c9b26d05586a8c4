"""Look for the same as another time: the hotel or the flight that was booked before."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import replace
from datetime import date

from ricordo_travel.clerk.scene import Item, Scene
from ricordo_travel.clerk.sieve import Sieve
from ricordo_travel.dialogue.booked import days_of
from ricordo_travel.dialogue.plan import ToolCall, ToolResult
from ricordo_travel.dialogue.trip import Trip

Repeated = Generator[Sequence[ToolCall], Sequence[ToolResult], tuple[Trip, Sieve, str]]


def name_again(scene: Scene, trip: Trip, sieve: Sieve) -> Repeated:
    """Return a trip and a sieve by which the same is found as was booked another time, and what that was."""
    found = [item for item in (yield from scene.load_bookings()) if _is_alike(item, trip)]
    if not found:
        return trip, sieve, "I find no earlier booking like that; here is what there is."
    item = max(found, key=lambda each: days_of(each.row)[0] if each.row else date.min)
    if item.kind == "hotel":
        return _repeat_stay(item, trip, sieve)
    if item.kind == "flight":
        number = item.offer.flight.number
        return trip, replace(sieve, names=(number.lower(),)), f"Last time that was flight {number}."
    return replace(trip, car_class=item.offer.car.car_class), sieve, f"Last time that was {_article(item)} car."


def _is_alike(item: Item, trip: Trip) -> bool:
    """Return whether a booking is of the kind and for the place of a search."""
    is_there = trip.destination is None or item.place == trip.destination
    return item.kind == next(iter(trip.kinds), "hotel") and is_there


def _repeat_stay(item: Item, trip: Trip, sieve: Sieve) -> tuple[Trip, Sieve, str]:
    """Return a trip with the place, the party and the rooms of a stay, where it has none of its own."""
    said, hotel = item.offer.call.arguments, item.offer.hotel
    trip = replace(trip, destination=hotel.place, people=trip.people or said["guests"])
    if not trip.rooms and trip.people == said["guests"]:
        trip = replace(trip, rooms=((said["room_type"], said["rooms"]),))
    return trip, replace(sieve, names=(hotel.name.lower(),)), f"Last time that was {hotel.name}."


def _article(item: Item) -> str:
    name = item.offer.car.car_class
    return f"{'an' if name[0] in 'aeiou' else 'a'} {name}"
