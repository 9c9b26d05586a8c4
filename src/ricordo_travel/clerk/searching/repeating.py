"""Look for the same as another time: the hotel or the flight that was booked before, or one like it elsewhere."""

from __future__ import annotations

import re
from collections.abc import Generator, Sequence
from dataclasses import replace
from datetime import date

from ricordo_travel.clerk.scene import Item, Scene
from ricordo_travel.clerk.searching.sieve import Sieve
from ricordo_travel.dialogue.plan import ToolCall, ToolResult
from ricordo_travel.dialogue.replies.offers import count_people
from ricordo_travel.dialogue.trips.booked import days_of
from ricordo_travel.dialogue.trips.trip import Trip
from ricordo_travel.dialogue.values.geography import find_mentions
from ricordo_travel.wording import count

Repeated = Generator[Sequence[ToolCall], Sequence[ToolResult], tuple[Trip, Sieve, str]]
_NONE = "I find no earlier booking like that."
_ONLY_THERE = re.compile(
    r"^(?!.*\b(?:same|last time|as before|usual|repeat|book\w*)\b)"
    r".*\b(?:see|visit|go|be|travel|return|fly|come)\b(?: \w+){0,4} again\b"
)
"""Words of somebody who wants to be in a place again, and speaks of no booking."""
_DATES = re.compile(r"\bsame (?:dates?|days?|week(?:end)?)\b")
_STANDARD = re.compile(
    r"\b(?:kind|sort|type|style|standard|class|level|category) (?:of )?(?:hotel|place|room|stay)s?\b"
)
"""Words of somebody who wants a hotel as good as another one."""


def name_again(scene: Scene, trip: Trip, sieve: Sieve) -> Repeated:
    """Return a trip and a sieve by which the same is found as was booked another time, and what that was."""
    booked = yield from scene.load_bookings()
    found = [item for item in booked if _is_alike(item, trip)]
    if not found:
        trip, said = _repeat_elsewhere(scene, booked, trip)
        return trip, sieve, said
    item = max(found, key=_first_day)
    if item.kind == "hotel":
        return _repeat_stay(item, trip, sieve)
    if item.kind == "flight":
        number = item.offer.flight.number
        names = tuple(each.offer.flight.number.lower() for each in booked if each.kind == "flight")  # both ways
        return trip, replace(sieve, names=names), f"Last time that was flight {number}."
    return replace(trip, car_class=item.offer.car.car_class), sieve, f"Last time that was {_article(item)} car."


def _is_alike(item: Item, trip: Trip) -> bool:
    """Return whether a booking is of the kind and for the place of a search."""
    is_open = trip.destination is None and trip.area is None and all(is_start for _, is_start in trip.unserved)
    is_there = is_open or item.place == trip.destination
    return item.kind == next(iter(trip.kinds), "hotel") and is_there


def _first_day(item: Item) -> date:
    return days_of(item.row)[0] if item.row else date.min


def _repeat_elsewhere(scene: Scene, booked: Sequence[Item], trip: Trip) -> tuple[Trip, str]:
    """Return a trip with the people and the nights that it lacks of the last stay elsewhere, and what they are.

    It has the days of that, too, if the message wants the same ones, and its stars if it wants a hotel of its kind.
    """
    named = {mention.place for mention in find_mentions(scene.state.text) if mention.place}
    named -= {trip.destination, trip.origin}
    found = [item for item in booked if item.kind != "car" and (not named or item.place in named)]
    item = max(found, key=lambda each: (each.kind == "hotel", _first_day(each)), default=None)
    if item is None or item.row is None or trip.kinds == ("car",):
        return trip, "" if _ONLY_THERE.search(scene.state.text) else _NONE
    people = None if scene.trip.people or trip.rooms else count_people(item.offer)
    first, last = days_of(item.row)
    is_stay = item.kind == "hotel"
    nights = (last - first).days if is_stay and not (trip.nights or trip.last) else None
    trip = replace(trip, people=people or trip.people, nights=nights or trip.nights)
    if nights and trip.first is None and first > scene.state.today and _DATES.search(scene.state.text):
        trip = replace(trip, first=first, last=last, has_end=True)
    if is_stay and trip.stars is None and _STANDARD.search(scene.state.text):
        trip = replace(trip, stars=item.offer.hotel.stars)
    return trip, f"Last time that was {item.offer.title}.\n{_say_taken(people, nights)}".strip()


def _say_taken(people: int | None, nights: int | None) -> str:
    """Say for how many people and nights a search is, as it was another time; empty if both were named."""
    taken = [f"{people} {'person' if people == 1 else 'people'}"] if people else []
    taken += [count(nights, "night")] if nights else []
    return f"I took {' for '.join(taken)}, like last time; tell me if that is not right." if taken else ""


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
