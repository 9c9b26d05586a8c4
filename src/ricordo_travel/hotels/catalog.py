"""The catalog: a fictional, fixed set of hotels in each place."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Literal

from ricordo_travel.hotels.facts import HotelFacts, generate_facts
from ricordo_travel.places import Place, all_places
from ricordo_travel.randomness import create_random

RoomType = Literal["single", "double", "family", "suite"]

_STYLES = (
    ("Backpackers", 2, 0.4),
    ("Guesthouse", 3, 0.7),
    ("Lodge", 3, 0.9),
    ("House", 4, 1.15),
    ("Grand", 5, 2.1),
)
_NAMES = (
    "Harbour Lantern Cedar Heron Anchor Garden Station Orchard Lighthouse Market Meadow Compass Terrace Willow".split()
)
_AMENITIES = ("breakfast", "pool", "gym", "parking", "kitchen", "bar", "bicycles", "sauna", "garden", "vegetarian menu")
_ROOMS: tuple[tuple[RoomType, int, float, tuple[int, int]], ...] = (
    ("single", 1, 0.75, (2, 8)),
    ("double", 2, 1.0, (4, 20)),
    ("family", 4, 1.6, (2, 8)),
    ("suite", 3, 2.2, (1, 4)),
)


@dataclass(frozen=True, slots=True)
class Room:
    """The rooms of one type in a hotel: `count` of them, for `sleeps` people each."""

    type: RoomType
    sleeps: int
    price: int
    count: int


@dataclass(frozen=True, slots=True)
class Hotel:
    """A hotel. `rating` is from guests, out of ten."""

    id: str
    name: str
    place: Place
    stars: int
    rating: float
    amenities: tuple[str, ...]
    rooms: tuple[Room, ...]
    facts: HotelFacts

    def room(self, type: str) -> Room:
        for room in self.rooms:
            if room.type == type:
                return room
        raise ValueError(f"this hotel has no such rooms; it has {', '.join(room.type for room in self.rooms)}")


@cache
def hotels() -> dict[str, Hotel]:
    """Return every hotel by its id."""
    return {hotel.id: hotel for place in all_places() for hotel in _generate_hotels(place)}


def hotels_in(place: Place) -> list[Hotel]:
    """Return the hotels in a place."""
    return [hotel for hotel in hotels().values() if hotel.place == place]


def _generate_hotels(place: Place) -> list[Hotel]:
    random = create_random("hotels", place.key)
    words = random.sample(_NAMES, len(_STYLES))
    generated: list[Hotel] = []
    for number, ((style, stars, factor), word) in enumerate(zip(_STYLES, words, strict=True), 1):
        price = place.cost * factor * random.uniform(0.9, 1.1)
        rooms = tuple(
            Room(type, sleeps, round(price * share), random.randint(*count))
            for type, sleeps, share, count in _ROOMS
            if (type != "suite" or stars >= 4) and (type != "single" or stars <= 4)
        )
        rating = round(random.uniform(6.8, 8.2) + stars * 0.3, 1)
        amenities = tuple(sorted(random.sample(_AMENITIES, 2 + stars // 2)))
        generated.append(
            Hotel(
                id=f"{place.key}-{number}",
                name=f"{word} {style} {place.name}",
                place=place,
                stars=stars,
                rating=rating,
                amenities=amenities,
                rooms=rooms,
                facts=generate_facts(place, number, amenities),
            )
        )
    return generated
