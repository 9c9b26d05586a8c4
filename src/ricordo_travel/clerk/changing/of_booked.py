"""Take a search for what it means of what is booked: a change of that, or a room beside it for somebody who joins."""

from __future__ import annotations

import re
from collections.abc import Generator, Sequence
from dataclasses import replace

from ricordo_travel.clerk.changing.bookings import change
from ricordo_travel.clerk.changing.meant import MeantBookings, find_meant, trip_of
from ricordo_travel.clerk.changing.wanted import read_days, read_details
from ricordo_travel.clerk.commands import Command
from ricordo_travel.clerk.reading.slots import find_named_place, read_kinds
from ricordo_travel.clerk.reading.tidying import Slot
from ricordo_travel.clerk.scene import Scene
from ricordo_travel.clerk.searching.fitting import ask_fitted
from ricordo_travel.dialogue.plan import Plan, ToolCall, ToolResult
from ricordo_travel.dialogue.replies.offers import format_day, parse_offer
from ricordo_travel.dialogue.trips.booked import Row, days_of, find_spoken, is_way_back, load_active
from ricordo_travel.dialogue.values.memory_words import RELATION
from ricordo_travel.dialogue.values.numbers import NUMBER
from ricordo_travel.hotels.catalog import hotels
from ricordo_travel.wording import describe

_MAX_STARS = 5
_NICER = re.compile(r"\b(?:nicer|better|fancier|classier|more (?:comfortable|luxur\w+|upmarket))\b")
_BETTER = re.compile(rf"{_NICER.pattern}|\b(?:cheaper|closer|nearer|quieter|bigger|more central)\b")
"""Words that hold a hotel against the one that is booked."""
_SWAPS_HOTEL = re.compile(
    r"\b(?:move|change|swap|switch|exchange|replace) (?:\w+ ){0,2}hotels?\b|\b(?:would|could|might|want to) change\b|"
    r"\b(?:something|another|hotel|one)\b[^.?!]{0,40}\binstead\b"
)
"""Words of somebody who gives up what is booked for something else."""
_SWAPS_ROOM = re.compile(
    r"\b(?:i|we)(?:'ve| have)?(?: already)? booked\b|\b(?:my|our|the) (?:booking|reservation|booked)\b|"
    r"\b(?:instead of|rather than) (?:(?:an?|the|our|my|two|\d) ){0,2}(?:singles?|doubles?|family|suites?|rooms?)\b|"
    r"\b(?:switch|swap|exchange|replace|change) (?:the|my|our) (?:\w+ ){0,2}rooms?\b"
)
"""Words of somebody who wants other rooms for those that are booked."""
_MOVES = re.compile(rf"\b(?:{NUMBER}|an?) (?:days?|nights?|weeks?) (?:earlier|later|sooner)\b")
_ROOM = r"(?:\w+ ){0,2}(?:bed)?room\b"
_WHO = rf"(?:(?:my |our |the )?(?:{RELATION}|granny|gran|nan|her|him|them))"
_JOINS = re.compile(
    rf"\b(?:extra|additional|one more) {_ROOM}|\b(?:her|his|their) own {_ROOM}|"
    rf"\bfor {_WHO}\b[^.;!?]{{0,40}}\b(?:an?|one|1) {_ROOM}|\b(?:an?|one|1) {_ROOM} for {_WHO}\b|"
    rf"\b(?:can|could) (?!we\b|i\b|you\b)(?:my |our )?[a-z]+ (?:also )?(?:have|get) (?:an?|her|his|their) {_ROOM}"
)
"""Words of a room for somebody who stays beside those that are booked."""
_NO_MORE = re.compile(
    r"\b(?:don'?t|do not|didn'?t|did not|no need for|without) (?:want |need |mean )?"
    r"(?:another|any|an?)(?: second| other| extra)? room\b"
)
_ONE_MORE = re.compile(r"\b(?:room|space|bed) for (?:an? |one )?(?:more|extra|additional|another|third|fourth|fifth)\b")
_LIKE_IT = frozenset({"time", "class", "direct", "cheaper", "other", "stars", "type", "automatic", "manual"})
"""Slots that say how something shall differ from what is booked; with others it is something else."""
Commands = Generator[Sequence[ToolCall], Sequence[ToolResult], list[Command]]
Meant = Generator[Sequence[ToolCall], Sequence[ToolResult], Command]
Rows = Generator[Sequence[ToolCall], Sequence[ToolResult], list[Row]]


def mean_booked(scene: Scene) -> Commands:
    """Return the commands of a message with searches that mean what is booked as changes of it."""
    if any(each.verb in {"cancel", "change"} for each in scene.commands):
        return (yield from _replace_cancelled(scene))
    meant: list[Command] = []
    for at, command in enumerate(scene.commands):
        is_marked = any(ref.isdigit() or len(ref) == 1 for ref in command.refs)
        is_new = command.verb not in {"find", "pick"} or is_marked or command.has("from", "again")
        meant.append(command if is_new else (yield from _turn(replace(scene, at=at - 1), command)))
    return meant


def _replace_cancelled(scene: Scene) -> Commands:
    """Return commands that change what they cancel to look for another like it: "cancel it and find a later one"."""
    searches = [each for each in scene.commands if each.verb == "find" and {name for name, _ in each.slots} <= _LIKE_IT]
    for command in scene.commands if searches else ():
        meant = (yield from find_meant(scene, command)) if command.verb == "cancel" else MeantBookings()
        kind = meant.rows[0]["kind"] if len(meant.rows) == 1 and meant.is_clear else ""
        if found := [each for each in searches if each.slots and each.subject.replace("return", "flight") == kind]:
            changed = Command("change", command.refs, found[0].slots)
            return [changed if each is command else each for each in scene.commands if each is not found[0]]
    return list(scene.commands)


def _turn(scene: Scene, command: Command) -> Meant:
    """Return a search or a choice as a change of the one booking that it means; else as it is.

    Who looks for other rooms while a change of a stay waits for a yes wants that change otherwise.
    """
    kinds, text = read_kinds(command) if command.verb == "find" else ("hotel",), scene.state.text
    is_moved = command.verb == "find" and command.has("on", "until", "shift") and _MOVES.search(text)
    is_open = not command.has("on", "until", "nights")
    is_swap = kinds == ("hotel",) and command.verb == "find" and is_open and not command.has("people", "name", "rooms")
    is_swap = is_swap and (_SWAPS_HOTEL.search(text) or (scene.trip.first is None and _BETTER.search(text)))
    if kinds not in {("hotel",), ("flight",)} or not (is_moved or is_swap or (is_open and command.has("rooms"))):
        return command
    own = yield from _list_there(scene, command, kinds[0])
    slots = [slot for slot in command.slots if slot[0] not in {"place", "name"}]
    if command.has("rooms"):
        changed = [each.proposal for each in scene.waiting if each.proposal and each.proposal.action == "change"]
        waiting = [row for row in own if row["booking_id"] in {each.preview["booking_id"] for each in changed}]
        own = waiting or (own if _SWAPS_ROOM.search(text) else [])
    elif is_swap:
        stars = hotels()[own[0]["hotel_id"]].stars + 1 if own else 0
        is_finer = _NICER.search(text) and not command.has("stars") and stars <= _MAX_STARS
        slots += [("other", ""), *([("stars", str(stars))] if is_finer else [])]
    is_meant = len(own) == 1 and not _is_planned(scene, own[0])
    return Command("change", (own[0]["booking_id"],), tuple(slots)) if is_meant else command


def _list_there(scene: Scene, command: Command, kind: str) -> Rows:
    """Return the bookings of a kind that are ahead, and at the place, of the way and with the name of a search."""
    rows = yield from load_active()
    named = find_named_place(command.value("place") or "")
    place = named.place if named else scene.trip.destination
    names = [*command.values("name"), *([command.subject] if command.verb == "pick" else [])]
    found = [row for row in rows if row["kind"] == kind and days_of(row)[0] > scene.state.today]
    if kind == "flight":
        is_back, end = command.subject == "return", "origin" if command.subject == "return" else "destination"
        found = [row for row in found if is_way_back(row, trip_of(row, rows)) == is_back]
    else:
        end = "city"
        found = [row for row in found if all(row["hotel"].lower().split()[0] in name.lower().split() for name in names)]
    return [row for row in found if place is None or place.name == row[end]]


def _is_planned(scene: Scene, row: Row) -> bool:
    """Return whether the conversation looks for something of the kind of a booking on other days."""
    (first, last), trip = days_of(row), scene.trip
    is_other = trip.first is not None and row["kind"] == "hotel" and (trip.first, trip.last) != (first, last)
    listed = [each.offer.call.arguments for each in scene.listed if each.kind == row["kind"]]
    days = {str(each.get("check_in") or each.get("day")) for each in listed}
    return is_other or bool(days and row["kind"] == "flight" and first.isoformat() not in days)


def offer_more_rooms(scene: Scene, command: Command) -> Plan:
    """Ask for a yes to a room beside the stay that is booked, if a command wants that; empty if it does not."""
    is_asked = command.verb == "ask" and bool(_ONE_MORE.search(scene.state.text))
    if _NO_MORE.search(scene.state.text):
        return ""
    may_mean = command.verb == "find" or (command.verb in {"change", "whatif"} and command.has("rooms"))
    if not is_asked and not (may_mean and _JOINS.search(scene.state.text)):
        return ""
    row = yield from _find_stay(scene, command)
    if row is None:
        return ""
    if is_asked and hotels()[row["hotel_id"]].room(row["room_type"]).sleeps * row["rooms"] > row["guests"]:
        return (yield from change(scene, Command("change", (row["booking_id"],), (("people", "+1"),))))
    changes = [each.proposal.preview for each in scene.state.pending if each.fate != "agreed"]
    pending = next((each for each in changes if each.get("booking_id") == row["booking_id"]), row)
    first, last = days_of(pending)
    start, end = read_days(command, (first, last), scene.state.today) or (first, last)
    end = last if command.has("on") and not command.has("until", "nights") else end
    offer = parse_offer(describe(row))
    if offer is None or not (start < last and first < end and start < end):
        return ""
    days = ("on", format_day(start)), ("until", format_day(end))
    beside = Command("pick", (), (*days, *_read_rooms(scene, command, row)))
    is_same = (pending["guests"], pending["rooms"]) == (row["guests"], row["rooms"])
    id = "" if is_same else f" ({row['booking_id']})"
    lead = f"Your {row['room_type']} room is for {row['guests']}. " if is_asked else ""
    lead += f"{row['hotel']} stays as it is booked{id}; this would be a room beside it."
    return f"{lead}\n\n{(yield from ask_fitted(scene, offer, beside))}"


def _read_rooms(scene: Scene, command: Command, row: Row) -> list[Slot]:
    """Return slots for the rooms that a command wants beside the booked ones: for one person, if it names none."""
    said = read_details(command, scene.state.today)
    others = [each for each in said.rooms if len(said.rooms) == 1 or each[0] != row["room_type"]] or [("single", 1)]
    type, count = others[0]
    number = (count or 1) if type else max(1, (count or 0) - row["rooms"])  # "two rooms" are all of them
    return [("people", str(number * (2 if type == "double" else 1))), ("rooms", f"{number} {type or 'single'}")]


def _find_stay(scene: Scene, command: Command) -> Generator[Sequence[ToolCall], Sequence[ToolResult], Row | None]:
    """Return the one booked stay beside which somebody wants a room, or None."""
    if command.verb == "find":
        rows = (yield from _list_there(scene, command, "hotel")) if read_kinds(command) == ("hotel",) else []
    else:
        rows = [row for row in (yield from find_meant(scene, command)).rows if row["kind"] == "hotel"]
    own = rows if len(rows) == 1 else find_spoken(scene.state, rows)
    return own[0] if len(own) == 1 else None
