"""A message that cancels a booking and looks for another one like it: "cancel the flight back and find a later one"."""

from __future__ import annotations

from collections.abc import Generator, Sequence

from ricordo_travel.clerk.commands import Command
from ricordo_travel.clerk.meant import find_meant
from ricordo_travel.clerk.scene import Scene
from ricordo_travel.dialogue.booked import Row
from ricordo_travel.dialogue.plan import ToolCall, ToolResult

_LIKE_IT = frozenset({"time", "class", "direct", "cheaper", "other", "stars", "type", "automatic", "manual"})
"""Slots that say how something shall differ from what is booked; with others it is something else."""


def find_successor(scene: Scene, rows: Sequence[Row]) -> Command | None:
    """Return the search of the message for what shall take the place of the one booking that it cancels."""
    if len(rows) != 1:
        return None
    return next((each for each in scene.commands if _is_like(each, rows[0])), None)


def is_successor(scene: Scene, command: Command) -> Generator[Sequence[ToolCall], Sequence[ToolResult], bool]:
    """Return whether a search is for what shall take the place of a booking that the message cancels."""
    for each in scene.commands:
        if each.verb == "cancel":
            meant = yield from find_meant(scene, each)
            if meant.is_clear and find_successor(scene, meant.rows) == command:
                return True
    return False


def _is_like(command: Command, row: Row) -> bool:
    """Return whether a command looks for another thing like a booking."""
    names = {name for name, _ in command.slots}
    is_same_kind = command.subject.replace("return", "flight") == row["kind"]
    return command.verb == "find" and is_same_kind and bool(names) and names <= _LIKE_IT
