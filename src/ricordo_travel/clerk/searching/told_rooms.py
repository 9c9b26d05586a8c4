"""Give two people a single room each, if somebody once told that they sleep in rooms of their own."""

from __future__ import annotations

import re
from dataclasses import replace

from ricordo_travel.clerk.scene import Scene
from ricordo_travel.dialogue.trips.trip import Trip
from ricordo_travel.dialogue.values.rooms import wants_separate

_TOGETHER = re.compile(
    r"\b(?:doubles?|twins?|shar(?:e|es|ing)|(?:one|1|same) (?:\w+ )?room|(?:two|twin|2|double) beds?|couples?|"
    r"honeymoon\w*|romantic|anniversary|suites?)\b"
)
"""Words of somebody who takes one room for two this time."""


def part_rooms(scene: Scene, trip: Trip) -> Trip:
    """Return the trip of two in single rooms, if that was told once and neither is said otherwise nor rooms named."""
    told = (*scene.state.memory.facts, *scene.state.memory.value("preferences").split(","))
    people = trip.people or scene.known().people
    is_open = people == 2 and not trip.rooms and "hotel" in trip.kinds
    if not is_open or not any(map(wants_separate, told)) or any(map(_TOGETHER.search, scene.state.said)):
        return trip
    return replace(trip, rooms=(("single", 2),))
