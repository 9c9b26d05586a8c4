"""A bigger or a smaller car than the one that is booked."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ricordo_travel.cars.fleet import Car, cars
from ricordo_travel.clerk.commands import Command
from ricordo_travel.dialogue.trips.booked import Row

_BIGGER = re.compile(r"\b(?:bigger|larger|roomier|more space)\b")
_SMALLER = re.compile(r"\bsmaller\b")


def name_size(command: Command, rows: Sequence[Row]) -> tuple[Command, str]:
    """Return a command with the class of the next bigger or smaller car; or what to say if there is none there."""
    size = command.value("type") or ""
    row = next((row for row in rows if row["kind"] == "car"), None)
    is_bigger = bool(_BIGGER.search(size))
    if row is None or not (is_bigger or _SMALLER.search(size)):
        return command, ""
    own = cars()[row["car_id"]]
    there = [each for each in cars().values() if each.location == own.location]
    fitting = [each for each in there if (_room(each) > _room(own) if is_bigger else _room(each) < _room(own))]
    if not fitting:
        word = "bigger" if is_bigger else "smaller"
        return command, f"There is no {word} car at {own.location.name} than the {own.car_class} car."
    best = min(fitting, key=lambda each: (_room(each) if is_bigger else -_room(each), each.price))
    slots = tuple((name, best.car_class if name == "type" else value) for name, value in command.slots)
    return replace(command, slots=slots), ""


def _room(car: Car) -> int:
    return car.seats + car.bags
