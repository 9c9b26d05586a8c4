"""Searches for a trip to a place that is not served: say so, keep what is said of the trip, and look for nothing."""

from __future__ import annotations

from collections.abc import Sequence

from ricordo_travel.clerk.commands import Command
from ricordo_travel.clerk.scene import Scene
from ricordo_travel.dialogue.replies.unserved import NOT_SERVED, explain_unserved
from ricordo_travel.dialogue.trips.trip import Trip
from ricordo_travel.reservations import Kind
from ricordo_travel.wording import count, format_day, format_days

_OF_DAYS = ("on", "until", "nights", "shift", "longer", "shorter")


def goes_nowhere(trip: Trip) -> bool:
    """Return whether a trip goes to a place that is not served."""
    return trip.destination is None and any(not is_origin for _, is_origin in trip.unserved)


def say_nowhere(scene: Scene, command: Command, kinds: Sequence[Kind]) -> str:
    """Say that the place of a trip is not served, after what the message says of the trip beside that."""
    said = explain_unserved(scene.known(), needs_home="flight" in kinds)
    heard = [] if f"{NOT_SERVED}," not in said else _describe_heard(scene.trip, command)
    return f"All right, {', '.join(heard)}. {said}" if heard else said


def _describe_heard(trip: Trip, command: Command) -> list[str]:
    """Return the days, the people and how to fly, as far as a command names them."""
    heard: list[str] = []
    if command.has(*_OF_DAYS) and trip.first and not trip.is_rough:
        first = trip.first.isoformat()
        heard.append(format_days(first, trip.last.isoformat()) if trip.last else f"from {format_day(first)}")
    if command.has("people") and trip.people:
        heard.append(f"for {count(trip.people, 'person')}".replace("persons", "people"))
    return [*heard, *(["nonstop"] if command.has("direct") else [])]
