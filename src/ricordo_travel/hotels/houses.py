"""The hotels: drawn once for each place. Every one of them is made up."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Literal

from ricordo_travel.places import Place, all_places
from ricordo_travel.seeded import drawn_for

RoomType = Literal["single", "double", "family", "suite"]

_KINDS = (
    ("Backpackers", 2, 0.4),
    ("Guesthouse", 3, 0.7),
    ("Lodge", 3, 0.9),
    ("House", 4, 1.15),
    ("Grand", 5, 2.1),
)
_FIRST = (
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
    """All rooms of one type in a hotel: ``count`` of them, for ``sleeps`` people each."""

    type: RoomType
    sleeps: int
    price: int
    count: int


@dataclass(frozen=True, slots=True)
class Hotel:
    """A hotel. ``rating`` is what guests give it, out of ten."""

    id: str
    name: str
    place: Place
    stars: int
    rating: float
    amenities: tuple[str, ...]
    rooms: tuple[Room, ...]

    def room(self, type: str) -> Room:
        for room in self.rooms:
            if room.type == type:
                return room
        raise ValueError(f"this hotel has no such rooms; it has {', '.join(room.type for room in self.rooms)}")


@cache
def hotels() -> dict[str, Hotel]:
    """Every hotel by its id."""
    return {hotel.id: hotel for place in all_places() for hotel in _drawn(place)}


def hotels_in(place: Place) -> list[Hotel]:
    """The hotels of a place."""
    return [hotel for hotel in hotels().values() if hotel.place == place]


def _drawn(place: Place) -> list[Hotel]:
    chance = drawn_for("hotels", place.key)
    words = chance.sample(_FIRST, len(_KINDS))
    found: list[Hotel] = []
    for number, ((kind, stars, factor), word) in enumerate(zip(_KINDS, words, strict=True), 1):
        night = place.cost * factor * chance.uniform(0.9, 1.1)
        rooms = tuple(
            Room(type, sleeps, round(night * share), chance.randint(*count))
            for type, sleeps, share, count in _ROOMS
            if (type != "suite" or stars >= 4) and (type != "single" or stars <= 4)
        )
        found.append(
            Hotel(
                id=f"{place.key}-{number}",
                name=f"{word} {kind} {place.name}",
                place=place,
                stars=stars,
                rating=round(chance.uniform(6.8, 8.2) + stars * 0.3, 1),
                amenities=tuple(sorted(chance.sample(_AMENITIES, 2 + stars // 2))),
                rooms=rooms,
            )
        )
    return found
