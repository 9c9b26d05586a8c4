"""Look for a stay where somebody has flights booked and no bed yet, and for flights to where only a stay is booked."""

from __future__ import annotations

import re
from collections.abc import Generator, Sequence
from dataclasses import replace

from ricordo_travel.clerk.commands import Command
from ricordo_travel.clerk.reading.tidying import Slot
from ricordo_travel.clerk.scene import Scene
from ricordo_travel.dialogue.plan import ToolCall, ToolResult
from ricordo_travel.dialogue.replies.offers import format_day
from ricordo_travel.dialogue.trips.booked import Row, days_of, group_trips, is_way_back, load_active
from ricordo_travel.dialogue.values.geography import find_mentions

_HAS_FLIGHT = re.compile(
    r"\b(?:changed?(?! planes)|(?:mov|re-?book|shift|switch|swap|postpon|cancel|upgrad)\w*)\b|"
    r"\b(?:my|our|the|this|that) (?:\w+ )?flights?\b|\b(?:earlier|later|instead)\b"
)
"""Words of somebody who takes a flight to be booked."""
_OF_SEARCH = frozenset({"from", "people", "direct", "class", "time", "max"})
Commands = Generator[Sequence[ToolCall], Sequence[ToolResult], list[Command]]


def stay_where_booked(scene: Scene) -> Commands:
    """Return commands of which a search for a hotel without a place is for the one trip that lacks a hotel."""
    if scene.trip.destination is not None or not any(_is_open(each) for each in scene.commands):
        return list(scene.commands)
    rows = [row for row in (yield from load_active()) if days_of(row)[0] > scene.state.today]
    found = [slots for trip in group_trips(rows) if (slots := _read_trip(trip))]
    if len(found) != 1:
        return list(scene.commands)
    return [replace(each, slots=_add(each, found[0])) if _is_open(each) else each for each in scene.commands]


def fly_where_booked(scene: Scene) -> Commands:
    """Return commands of which a change of flights is a search for them, if only a stay is booked: "flights to it"."""
    text, commands = scene.state.text, list(scene.commands)
    if _HAS_FLIGHT.search(text) or not any(map(_is_of_flights, commands)):
        return commands
    rows = [row for row in (yield from load_active()) if days_of(row)[0] > scene.state.today]
    places = {row["city"] for row in rows if row["kind"] == "hotel"}
    goal = scene.trip.destination.name if scene.trip.destination else None
    if len(places) != 1 or any(row["kind"] == "flight" for row in rows) or goal not in {None, *places}:
        return commands
    stays = sorted((row for row in rows if row["kind"] == "hotel"), key=days_of)
    starts = [each.name for each in find_mentions(text) if each.name not in places]
    days = (("on", format_day(days_of(stays[0])[0])), ("until", format_day(max(days_of(row)[1] for row in stays))))
    slots = (("place", stays[0]["city"]), *days, ("people", str(stays[0]["guests"])))
    start = (("from", starts[0]),) if len(starts) == 1 else ()
    return [_seek(each, (*start, *slots)) if _is_of_flights(each) else each for each in commands]


def _is_of_flights(command: Command) -> bool:
    """Return whether a command is read as a change of flights."""
    return command.verb == "change" and bool({"flight", "flights"} & {*command.subject.lower().split()})


def _seek(command: Command, slots: Sequence[Slot]) -> Command:
    """Return a change of flights as a search for those there and back."""
    said = replace(command, slots=tuple(slot for slot in command.slots if slot[0] in _OF_SEARCH))
    return Command("find", ("flight+return",), _add(said, slots))


def _is_open(command: Command) -> bool:
    """Return whether a command looks for a hotel, and names neither where nor when."""
    return command.verb == "find" and command.subject == "hotel" and not command.has("place", "on", "until", "again")


def _read_trip(trip: Sequence[Row]) -> tuple[Slot, ...]:
    """Return the place, the days and the people of a trip with flights there and back and no hotel; else nothing."""
    flights = [row for row in trip if row["kind"] == "flight"]
    there, back = ([row for row in flights if is_way_back(row, trip) == is_back] for is_back in (False, True))
    if len(there) != 1 or len(back) != 1 or any(row["kind"] == "hotel" for row in trip):
        return ()
    days = (("on", format_day(days_of(there[0])[0])), ("until", format_day(days_of(back[0])[0])))
    return (("place", there[0]["destination"]), *days, ("people", str(there[0]["passengers"])))


def _add(command: Command, slots: Sequence[Slot]) -> tuple[Slot, ...]:
    return (*command.slots, *(slot for slot in slots if not command.has(slot[0])))
