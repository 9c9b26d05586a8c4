"""The fleet: a fictional, fixed set of rental cars at each location."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Literal

from ricordo_travel.places import Place, all_places
from ricordo_travel.randomness import create_random

CarClass = Literal["economy", "compact", "midsize", "suv", "van", "electric", "convertible", "luxury"]
Gearbox = Literal["manual", "automatic"]

_AUTOMATIC = {"electric", "luxury"}
"""Classes of which every car is an automatic."""
_OLDER_DRIVERS = {"convertible", "luxury"}
DRIVER_AGE, OLDER_DRIVER_AGE = 21, 25
"""How old the driver must be, of most cars and of those of some classes."""
AIRPORT_HOURS, TOWN_HOURS = ("06:00", "23:30"), ("08:00", "18:00")
"""When the desks open and close, every day."""
_CLASSES: tuple[tuple[CarClass, int, int, float, tuple[int, int]], ...] = (
    ("economy", 4, 1, 28, (3, 12)),
    ("compact", 5, 2, 35, (3, 10)),
    ("midsize", 5, 3, 46, (2, 8)),
    ("suv", 5, 4, 68, (1, 6)),
    ("van", 8, 6, 88, (1, 4)),
    ("electric", 5, 2, 55, (1, 5)),
    ("convertible", 4, 1, 79, (1, 2)),
    ("luxury", 5, 3, 140, (1, 2)),
)


@dataclass(frozen=True, slots=True)
class Location:
    """A place where cars are picked up."""

    id: str
    name: str
    place: Place
    at_airport: bool

    @property
    def desk_hours(self) -> tuple[str, str]:
        """When the desk opens and closes, every day."""
        return AIRPORT_HOURS if self.at_airport else TOWN_HOURS


@dataclass(frozen=True, slots=True)
class Car:
    """The cars of one class at a location: `count` of them, at `price` dollars a day."""

    id: str
    car_class: CarClass
    location: Location
    seats: int
    bags: int
    price: int
    count: int
    gearbox: Gearbox

    @property
    def driver_age(self) -> int:
        """How old the driver must be."""
        return OLDER_DRIVER_AGE if self.car_class in _OLDER_DRIVERS else DRIVER_AGE


@cache
def locations() -> dict[str, Location]:
    """Return every location by its id."""
    all_locations = [
        Location(f"{place.key}-{where}", f"{place.name} {label}", place, where == "airport")
        for place in all_places()
        for where, label in (("airport", f"airport ({place.airport})"), ("centre", "town centre"))
    ]
    return {location.id: location for location in all_locations}


@cache
def cars() -> dict[str, Car]:
    """Return every car by its id."""
    return {car.id: car for location in locations().values() for car in _generate_cars(location)}


def cars_at(location: Location) -> list[Car]:
    """Return the cars at a location."""
    return [car for car in cars().values() if car.location == location]


def _generate_cars(location: Location) -> list[Car]:
    random = create_random("cars", location.id)
    price_level = 0.75 + location.place.cost / 600 + (0.1 if location.at_airport else 0)
    return [
        Car(
            id=f"{location.id}-{name}",
            car_class=name,
            location=location,
            seats=seats,
            bags=bags,
            price=round(price * price_level),
            count=random.randint(*count),
            gearbox=_choose_gearbox(location, name),
        )
        for name, seats, bags, price, count in _CLASSES
        if name in {"economy", "compact", "midsize", "suv"} or random.random() < 0.6
    ]


def _choose_gearbox(location: Location, name: CarClass) -> Gearbox:
    is_automatic = name in _AUTOMATIC or create_random("gearbox", location.id, name).random() < 0.5
    return "automatic" if is_automatic else "manual"
