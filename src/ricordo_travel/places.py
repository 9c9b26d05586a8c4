"""The places that the travel assistant knows, with their activities and prices."""

from __future__ import annotations

import csv
import difflib
import math
import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Literal, cast

_EARTH_KM = 6371.0


@dataclass(frozen=True, slots=True)
class Place:
    """A destination. `cost` is the price of a night in an ordinary room, in dollars."""

    key: str
    name: str
    region: str
    country: str
    airport: str
    latitude: float
    longitude: float
    cost: int
    activities: tuple[str, ...]
    character: tuple[str, ...]
    """What it is like: city, flat or hilly, quiet or busy, island; nothing is said of what is in between."""
    aliases: tuple[str, ...]
    summary: str
    time_zone: str
    airport_km: int
    """About how far the airport is from the town centre."""
    airport_minutes: tuple[tuple[str, int], ...]
    """About how long it takes from there by train, bus and taxi, as far as these go."""
    local_transport: str
    car: Literal["no", "trips", "yes"]
    """Whether a car is of use there: no, for trips around it only, or yes."""
    currency: str
    language: str
    english: Literal["first", "widely", "some"]
    """How far one comes with English: it is a first language, widely spoken, or spoken where visitors come."""

    @property
    def title(self) -> str:
        """The name with its region or country."""
        return f"{self.name}, {self.region or self.country}"

    @property
    def facts(self) -> dict[str, Any]:
        """What a visitor needs to know, as fields of a tool's result."""
        return {
            "time_zone": self.time_zone,
            "airport_km_from_centre": self.airport_km,
            "minutes_from_airport": dict(self.airport_minutes),
            "local_transport": self.local_transport,
            "car_useful": {"no": "no", "trips": "for trips around only", "yes": "yes"}[self.car],
            "currency": self.currency,
            "language": self.language,
        }

    def kilometres_to(self, other: Place) -> float:
        """Return the great-circle distance to another place."""
        lat, to_lat = math.radians(self.latitude), math.radians(other.latitude)
        chord = (
            math.sin((to_lat - lat) / 2) ** 2
            + math.cos(lat) * math.cos(to_lat) * math.sin(math.radians(other.longitude - self.longitude) / 2) ** 2
        )
        return 2 * _EARTH_KM * math.asin(math.sqrt(chord))


@cache
def all_places() -> tuple[Place, ...]:
    """Return every place, in the order of the table."""
    text = files("ricordo_travel").joinpath("places.csv").read_text("utf-8")
    return tuple(
        Place(
            key=row["name"].casefold().replace(" ", "-"),
            name=row["name"],
            region=row["region"],
            country=row["country"],
            airport=row["airport"],
            latitude=float(row["latitude"]),
            longitude=float(row["longitude"]),
            cost=int(row["cost"]),
            activities=tuple(row["activities"].split("; ")),
            character=tuple(row["character"].split("; ")),
            aliases=tuple(alias for alias in row["aliases"].split("; ") if alias),
            summary=row["summary"],
            time_zone=row["time_zone"],
            airport_km=int(row["airport_km"]),
            airport_minutes=tuple(
                (name, int(row[f"{name}_minutes"])) for name in ("train", "bus", "taxi") if row[f"{name}_minutes"]
            ),
            local_transport=row["local_transport"],
            car=cast("Literal['no', 'trips', 'yes']", row["car"]),
            currency=row["currency"],
            language=row["language"],
            english=cast("Literal['first', 'widely', 'some']", row["english"]),
        )
        for row in csv.DictReader(text.splitlines())
    )


@cache
def airports() -> dict[str, Place]:
    """Return the first place in the table of each airport, by airport code."""
    by_code: dict[str, Place] = {}
    for place in all_places():
        by_code.setdefault(place.airport, place)
    return by_code


@cache
def _places_by_name() -> dict[str, Place]:
    names: dict[str, Place] = {}
    for place in all_places():
        for name in (place.name, place.key, *place.aliases):
            names.setdefault(name.casefold(), place)
    for code, place in airports().items():
        names.setdefault(code.casefold(), place)
    return names


def find_place(text: str) -> Place:
    """Return the place with this name, alias or airport code. Raise `ValueError` with similar names otherwise."""
    name = text.strip().casefold()
    if place := _places_by_name().get(name):
        return place
    similar = difflib.get_close_matches(name[:80], list(_places_by_name()), n=3, cutoff=0.75)
    hint = (
        f"did you mean {' or '.join(dict.fromkeys(_places_by_name()[name].name for name in similar))}?"
        if similar
        else ""
    )
    known = ", ".join(place.name for place in all_places()[:8])
    raise ValueError(f"no such place is served; {hint or f'some that are: {known} …'}")


@cache
def _place_pattern() -> re.Pattern[str]:
    # Airport codes are left out: "per" is also a word. Long names come first, so that a short one cannot hide them.
    names = {name for name in _places_by_name() if len(name) > 3 or " " in name}
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, sorted(names, key=len, reverse=True)))})\b", re.IGNORECASE)


def find_places(text: str) -> list[tuple[int, Place]]:
    """Return the places that `text` mentions by name, each with its position."""
    return [(match.start(), _places_by_name()[match[0].casefold()]) for match in _place_pattern().finditer(text)]
