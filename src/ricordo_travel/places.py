"""The small world of the travel assistant: places, where they are, what they are good for, and what they cost."""

from __future__ import annotations

import csv
import difflib
import math
import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

_EARTH_KM = 6371.0


@dataclass(frozen=True, slots=True)
class Place:
    """Somewhere to go. ``cost`` is what a night in an ordinary room costs there, in dollars."""

    key: str
    name: str
    region: str
    country: str
    airport: str
    latitude: float
    longitude: float
    cost: int
    good_for: tuple[str, ...]
    aliases: tuple[str, ...]
    in_a_line: str

    @property
    def title(self) -> str:
        """The name as people know it, with its region or country."""
        return f"{self.name}, {self.region or self.country}"

    def kilometres_to(self, other: Place) -> float:
        """The way through the air."""
        lat, to_lat = math.radians(self.latitude), math.radians(other.latitude)
        chord = (
            math.sin((to_lat - lat) / 2) ** 2
            + math.cos(lat) * math.cos(to_lat) * math.sin(math.radians(other.longitude - self.longitude) / 2) ** 2
        )
        return 2 * _EARTH_KM * math.asin(math.sqrt(chord))


@cache
def all_places() -> tuple[Place, ...]:
    """Every place, in the order of the table."""
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
            good_for=tuple(row["good_for"].split("; ")),
            aliases=tuple(alias for alias in row["aliases"].split("; ") if alias),
            in_a_line=row["in_a_line"],
        )
        for row in csv.DictReader(text.splitlines())
    )


@cache
def airports() -> dict[str, Place]:
    """Each airport and the place that it is named after: the first in the table that uses it."""
    found: dict[str, Place] = {}
    for place in all_places():
        found.setdefault(place.airport, place)
    return found


@cache
def _by_name() -> dict[str, Place]:
    names: dict[str, Place] = {}
    for place in all_places():
        for name in (place.name, place.key, *place.aliases):
            names.setdefault(name.casefold(), place)
    for code, place in airports().items():
        names.setdefault(code.casefold(), place)
    return names


def place_named(text: str) -> Place:
    """The place that ``text`` names: its name, another name of it, or its airport's code."""
    name = text.strip().casefold()
    if found := _by_name().get(name):
        return found
    near = difflib.get_close_matches(name[:80], list(_by_name()), n=3, cutoff=0.75)
    hint = f"did you mean {' or '.join(dict.fromkeys(_by_name()[name].name for name in near))}?" if near else ""
    known = ", ".join(place.name for place in all_places()[:8])
    raise ValueError(f"no such place is served here; {hint or f'among those that are: {known} …'}")


@cache
def _mentions() -> re.Pattern[str]:
    # Codes are left out: "per", "bom" and "oslo" are read differently. Long names first, so that none hides another.
    names = {name for name in _by_name() if len(name) > 3 or " " in name}
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, sorted(names, key=len, reverse=True)))})\b", re.IGNORECASE)


def places_in(text: str) -> list[tuple[int, Place]]:
    """The places that ``text`` mentions by name, and where."""
    return [(match.start(), _by_name()[match[0].casefold()]) for match in _mentions().finditer(text)]
