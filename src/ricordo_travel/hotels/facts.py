"""What guests ask about a hotel beside its price: how far it is from places, what it has, and its rules."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from ricordo_travel.places import Place
from ricordo_travel.randomness import create_random

_CENTRE_KM = (0.3, 0.7, 1.4, 2.6, 4.5)
_BEACH_KM = (0.0, 0.2, 0.6, 1.8, 3.0)
_CITY_BEACH_KM = (0.3, 0.8, 1.9, 3.2, 5.0)
_OUT_OF_TOWN = {"lisbon": 12, "perth": 8, "cairns": 13}
"""Cities whose beaches are so many kilometres outside."""
_WARM_LATITUDE = 40
_FAR = 10


@dataclass(frozen=True, slots=True)
class _Style:
    """How likely hotels of a style are to have something, from 0 to 1, and their rules."""

    lift: float
    restaurant: float
    cooled: float
    cots: float
    extra_beds: float
    pets: float
    check_in: str
    check_out: str
    cancellation_days: tuple[int, ...]


_STYLES = (
    _Style(0, 0, 0.3, 0, 0.3, 0.2, "14:00", "10:00", (1, 2)),
    _Style(0.4, 0.3, 0.6, 0.7, 0.6, 0.5, "15:00", "10:00", (3, 5, 7)),
    _Style(0.6, 0.6, 0.8, 0.8, 0.7, 0.5, "15:00", "11:00", (3, 5)),
    _Style(0.9, 0.8, 1, 1, 0.9, 0.4, "15:00", "11:00", (2, 3)),
    _Style(1, 1, 1, 1, 1, 0.4, "14:00", "12:00", (1, 2)),
)
"""Backpackers, guesthouses, lodges, houses and grand hotels."""


@dataclass(frozen=True, slots=True)
class HotelFacts:
    """Facts about a hotel. `beach_km` is None where there is no beach, and 0 on the beach itself."""

    centre_km: float
    beach_km: float | None
    airport_km: float
    is_quiet: bool
    has_lift: bool
    """With a lift there is no step on the way to the rooms."""
    has_restaurant: bool
    is_cooled: bool
    has_sea_view: bool
    has_cots: bool
    has_extra_beds: bool
    takes_pets: bool
    check_in: str
    check_out: str
    free_cancellation_days: int
    """Until so many days before the first night all money comes back, and nothing after that."""

    @property
    def row(self) -> dict[str, Any]:
        """The facts as fields of a tool's result."""
        return {
            "km_to_centre": self.centre_km,
            "km_to_beach": self.beach_km,
            "km_to_airport": self.airport_km,
            "street": "quiet" if self.is_quiet else "busy",
            "wifi": "free",
            "lift": self.has_lift,
            "restaurant": self.has_restaurant,
            "air_conditioning": self.is_cooled,
            "sea_view_rooms": self.has_sea_view,
            "cots": self.has_cots,
            "extra_beds": self.has_extra_beds,
            "pets_allowed": self.takes_pets,
            "check_in_from": self.check_in,
            "check_out_until": self.check_out,
            "luggage_storage": True,
            "free_cancellation_days_before": self.free_cancellation_days,
        }


def generate_facts(place: Place, number: int, amenities: Collection[str]) -> HotelFacts:
    """Return the facts about one of the five hotels of a place, the first of which is the simplest."""
    shared, random = create_random("hotel places", place.key), create_random("hotel facts", place.key, number)
    style = _STYLES[number - 1]
    centre_km = shared.sample(_CENTRE_KM, len(_STYLES))[number - 1]
    beach_km = _find_beach(place, shared.sample(range(len(_STYLES)), len(_STYLES))[number - 1])
    is_warm = abs(place.latitude) < _WARM_LATITUDE
    return HotelFacts(
        centre_km=centre_km,
        beach_km=beach_km,
        airport_km=_round(max(1.0, place.airport_km + random.uniform(-centre_km, centre_km))),
        is_quiet=shared.sample((True, True, True, False, False), len(_STYLES))[number - 1],
        has_lift=random.random() < style.lift,
        has_restaurant=random.random() < style.restaurant or "vegetarian menu" in amenities,
        is_cooled=random.random() < style.cooled * (1 if is_warm else 0.5) or (is_warm and style.cooled == 1),
        has_sea_view=beach_km is not None and beach_km < 1 and random.random() < 0.3 + number / 10,
        has_cots=random.random() < style.cots,
        has_extra_beds=random.random() < style.extra_beds,
        takes_pets=random.random() < style.pets,
        check_in=style.check_in,
        check_out=style.check_out,
        free_cancellation_days=random.choice(style.cancellation_days),
    )


def _find_beach(place: Place, rank: int) -> float | None:
    """Return how far the beach is from the hotel that is so many places from the nearest one."""
    if "beaches" not in place.activities:
        return None
    if out := _OUT_OF_TOWN.get(place.key):
        return float(out + rank)
    return _CITY_BEACH_KM[rank] if "city" in place.character else _BEACH_KM[rank]


def _round(km: float) -> float:
    return round(km, 1) if km < _FAR else float(round(km))
