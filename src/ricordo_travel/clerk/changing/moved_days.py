"""Move what is booked as a message says it: from one day to another, one day instead of another, or as was searched."""

from __future__ import annotations

import re
from collections.abc import Generator, Sequence
from dataclasses import replace
from datetime import date

from ricordo_travel.clerk.changing.wanted import DAYS
from ricordo_travel.clerk.commands import Command
from ricordo_travel.clerk.scene import Scene
from ricordo_travel.dialogue.plan import ToolCall, ToolResult
from ricordo_travel.dialogue.trips.booked import Row, days_of, group_trips, is_way_back, load_active, places_of, span_of
from ricordo_travel.dialogue.trips.moving import find_near

_MONTH = r"(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]{0,6}"
_DAY = rf"(?:the )?(?:{_MONTH} )?(?:the )?\d{{1,2}}(?:st|nd|rd|th)?(?: of)?(?: {_MONTH}\b)?(?![:\d])"
_FROM_TO = re.compile(
    r"\b(?:mov(?:e|ed|ing)|shift(?:ed|ing)?|postponed?|reschedul(?:e|ed|ing)|push(?:ed)?|put off|bring|brought)\b"
    rf"[^.?!]{{0,60}} from (?P<old>{_DAY}) to (?P<new>{_DAY})"
)
_INSTEAD = re.compile(rf"(?P<new>{_DAY}) (?:instead of|rather than) (?:on )?(?P<old>{_DAY})")
_KINDS = (("flight", r"\bflights?\b"), ("hotel", r"\b(?:hotel|rooms?|stay)\b"), ("car", r"\bcar\b"))
_WHOLE = re.compile(r"\b(?:trip|holiday|everything|whole|all)\b(?! (?:flights?|hotel|rooms?|car)\b)")
_ONE_FLIGHT = re.compile(r"\bflight\b")
_SAME_LATER = re.compile(
    r"\bsame (?:flights?|hotel|guesthouse|rooms?)\b.{0,200}\b(?:later|earlier|instead|move|postpone)\b|"
    r"\b(?:later|earlier|change of plans?|move|postpone|to (?:go|move|be moved) (?:back|forwards?|on))\b"
    r".{0,200}\bsame (?:flights?|hotel|guesthouse|rooms?)\b"
)
"""Words of somebody who wants what is booked on other days."""
_MOVE_THOSE = re.compile(
    r"\b(?:move|change|shift|rebook) (?:those|these|them|(?:my|our|the) bookings|"
    r"(?:the ones?|what) (?:i|we) (?:have|booked))\b"
)
_CHANGES = frozenset({"change", "whatif"})
_MOVED = ("on", "until", "nights")
_INSTEAD_OF = frozenset({"find", "pick", "change", "keep", "no", "correct", "bookings"})
"""Verbs of what a wish to move bookings as something was searched is read as."""
Commands = Generator[Sequence[ToolCall], Sequence[ToolResult], list[Command]]


def move_as_said(scene: Scene) -> Commands:
    """Return the commands of a message that moves what is booked, each with the days that it gives the bookings."""
    text, commands = scene.state.text, list(scene.commands)
    verbs = {each.verb for each in commands}
    if not verbs & {*_CHANGES, "find", "keep", "bookings"}:
        return commands
    if match := _FROM_TO.search(text) or _INSTEAD.search(text):
        rows = yield from load_active()
        trips = [trip for trip in group_trips(rows) if _find_end(trip, match, scene.state.today)]
        return _move(commands, trips[0], match, scene.state.today) if len(trips) == 1 and verbs & _CHANGES else commands
    if searched := _find_search(scene):
        trips = group_trips([row for row in (yield from load_active()) if days_of(row)[0] > scene.state.today])
        place = scene.trip.destination.name if scene.trip.destination else None
        own = [trip for trip in trips if place is None or any(place in places_of(row) for row in trip)]
        return _change_as(commands, own[0], searched) if len(own) == 1 else commands
    return commands


def _find_end(trip: Sequence[Row], match: re.Match[str], today: date) -> str:
    """Return the slot of the end that is on the old day of a match: "on" for a start; empty if none or each is.

    It is the end of a trip, or else of a stay of it of the kind that the text names.
    """
    stays = [[row] for row in _list_named(trip, match.string) if row["kind"] != "flight"]
    for part in ([trip], stays):
        ends = [end for rows in part for end in zip(("on", "until"), span_of(rows), strict=True)]
        near = {name for name, day in ends if find_near(_write(match["old"]), today, day) == day}
        if near:
            return near.pop() if len(near) == 1 else ""
    return ""


def _write(text: str) -> str:
    """Return the words of a day as one that can be read without a month."""
    return f"the {text}th" if text.isdigit() else text


def _move(commands: list[Command], trip: Sequence[Row], match: re.Match[str], today: date) -> list[Command]:
    """Return commands that move a trip, or the end of it that they speak of, to the new day of a match."""
    name, text = _find_end(trip, match, today), match.string
    if match.re is _FROM_TO and name == "on":
        verb = next(each.verb for each in commands if each.verb in _CHANGES)
        moved = Command(
            verb, tuple(row["booking_id"] for row in _list_meant(trip, text)), ((name, _write(match["new"])),)
        )
        return [moved, *(each for each in commands if each.verb not in {*_CHANGES, "find", "pick"})]
    return [_set_day(each, (name, _write(match["new"]))) for each in commands]


def _list_meant(trip: Sequence[Row], text: str) -> list[Row]:
    """Return the bookings of a trip that a text moves: those of the kinds that it names, or all."""
    return (not _WHOLE.search(text) and _list_named(trip, text)) or list(trip)


def _list_named(trip: Sequence[Row], text: str) -> list[Row]:
    """Return the bookings of a trip of the kinds that a text names."""
    kinds = {kind for kind, pattern in _KINDS if re.search(pattern, text)}
    is_one = bool(_ONE_FLIGHT.search(text))
    return [row for row in trip if row["kind"] in kinds and not (is_one and is_way_back(row, trip))]


def _set_day(command: Command, day: tuple[str, str]) -> Command:
    """Return a change with another day in the place of the only one that it has."""
    days = [slot for slot in command.slots if slot[0] in DAYS]
    if command.verb not in _CHANGES or len(days) != 1 or days[0][0] not in {"on", "until"}:
        return command
    return replace(command, slots=tuple(day if slot in days else slot for slot in command.slots))


def _find_search(scene: Scene) -> Command | None:
    """Return the search that a message means as a move of what is booked: its own one, or the one before it."""
    text, verbs = scene.state.text, {each.verb for each in scene.commands}
    found: Sequence[Command] = ()
    if _MOVE_THOSE.search(text) and not re.search(r"\d", text) and scene.earlier:
        found = scene.earlier[-1][1]
    elif not verbs & _CHANGES and _SAME_LATER.search(text):
        found = scene.commands
    return next((each for each in found if each.verb == "find" and each.has("on") and not each.has("again")), None)


def _change_as(commands: list[Command], trip: Sequence[Row], searched: Command) -> list[Command]:
    """Return commands that move the bookings of a trip, of the kinds of a search, to its days."""
    kinds = set(searched.subject.replace("return", "flight").split("+"))
    own = [row for row in trip if row["kind"] in kinds] or list(trip)
    slots = tuple(slot for slot in searched.slots if slot[0] in _MOVED)
    moved = Command("change", tuple(row["booking_id"] for row in own), slots)
    return [moved, *(each for each in commands if each.verb not in _INSTEAD_OF)]
