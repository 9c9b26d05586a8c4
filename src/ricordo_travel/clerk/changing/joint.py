"""Take the changes of one message together: each booking changes once, as all that is said of it says."""

from __future__ import annotations

import re
from collections.abc import Generator, Sequence
from dataclasses import dataclass, replace

from ricordo_travel.clerk.changing.meant import MeantBookings, find_meant, trip_of
from ricordo_travel.clerk.changing.sizes import name_size
from ricordo_travel.clerk.changing.unbooked import find_unbooked
from ricordo_travel.clerk.changing.wanted import DAYS
from ricordo_travel.clerk.commands import Command
from ricordo_travel.clerk.scene import Scene
from ricordo_travel.dialogue.plan import ToolCall, ToolResult
from ricordo_travel.dialogue.trips.booked import Row

_LISTED = re.compile(
    r"\b(?:move|change|shift|extend|push|postpone|shorten) "
    r"(?:(?:(?:the|my|our|and|return|rental) )*(?:flights?|hotel|room|car)(?: home| back)?\b,? ?){2,4}"
)
_KIND = re.compile(r"\b(?:hotel|room|car)\b")


@dataclass(frozen=True, slots=True)
class JointChange:
    """What a message wants to be other of some bookings.

    Attributes:
        command: What it says of them.
        meant: The bookings.
    """

    command: Command
    meant: MeantBookings


Changes = Generator[Sequence[ToolCall], Sequence[ToolResult], list[JointChange]]


def join_changes(scene: Scene, own: JointChange) -> Changes:
    """Return all that the message changes, if the first command of it that is clear asks; nothing for the others.

    What is not clear is asked about by itself.
    """
    if not own.meant.is_clear:
        return [own]
    before = yield from _find_clear(scene, scene.commands[: scene.at or 0])
    if before:
        return []
    after = yield from _find_clear(scene, scene.commands[(scene.at or 0) + 1 :])
    return _merge(_add_listed(scene.state.text, [own, *after]))


def _add_listed(text: str, changes: list[JointChange]) -> list[JointChange]:
    """Return changes with those of what a text lists to be moved, too: "move the flight, the hotel and the car"."""
    listed = _LISTED.search(text)
    own, rows = changes[0], [row for each in changes for row in each.meant.rows]
    slots = tuple(slot for slot in changes[-1].command.slots if slot[0] in DAYS)
    kinds = {word.replace("room", "hotel") for word in _KIND.findall(listed[0] if listed else "")}
    kinds -= {row["kind"] for row in rows}
    added = [row for row in trip_of(rows[0], own.meant.others) if row["kind"] in kinds]
    if not slots or not added:
        return changes
    return [*changes, JointChange(replace(own.command, slots=slots), replace(own.meant, rows=added))]


def _find_clear(scene: Scene, commands: Sequence[Command]) -> Changes:
    """Return the changes of bookings among some commands that say what is to change of which."""
    found: list[JointChange] = []
    for command in commands:
        if command.verb != "change" or not command.slots or find_unbooked(scene, command):
            continue
        meant = yield from find_meant(scene, command)
        sized, missing = name_size(command, meant.rows)
        if meant.rows and meant.is_clear and not missing:
            found.append(JointChange(sized, meant))
    return found


def _merge(changes: Sequence[JointChange]) -> list[JointChange]:
    """Return changes with each booking in one of them; what is said of it last counts before what is said first."""
    said: dict[str, tuple[Row, Command]] = {}
    for each in changes:
        for row in each.meant.rows:
            id = row["booking_id"]
            known = said[id][1] if id in said else None
            said[id] = row, _add(known, each.command) if known else each.command
    groups: dict[Command, list[Row]] = {}
    for row, command in said.values():
        groups.setdefault(command, []).append(row)
    return [JointChange(command, replace(changes[0].meant, rows=rows)) for command, rows in groups.items()]


def _add(first: Command, then: Command) -> Command:
    """Return a command with the slots of one before it, apart from those that it says otherwise; days are one thing."""
    names = {name for name, _ in then.slots}
    names |= DAYS if names & DAYS else set[str]()
    return replace(then, slots=(*(slot for slot in first.slots if slot[0] not in names), *then.slots))
