"""Go on with what is booked or was seen last time: a stay where somebody has flights, and flights to a stay."""

from __future__ import annotations

import re
from collections.abc import Generator, Sequence
from dataclasses import replace

from ricordo_travel.clerk.commands import Command
from ricordo_travel.clerk.reading.slots import read_kinds
from ricordo_travel.clerk.reading.start_words import find_start_named
from ricordo_travel.clerk.reading.tidying import Slot
from ricordo_travel.clerk.scene import Scene
from ricordo_travel.clerk.searching.adopted import place_of
from ricordo_travel.dialogue.plan import Plan, ToolCall, ToolResult, call
from ricordo_travel.dialogue.replies.asking import ask_to_book, find_left
from ricordo_travel.dialogue.replies.offers import Offer, count_people, find_offers, first_day, format_day, last_day
from ricordo_travel.dialogue.replies.talk import ASK_NEXT
from ricordo_travel.dialogue.trips.booked import Row, days_of, find_last_start, group_trips, is_way_back, load_active
from ricordo_travel.dialogue.values.geography import find_mentions
from ricordo_travel.dialogue.values.text import normalise
from ricordo_travel.wording import describe

_HAS_FLIGHT = re.compile(
    r"\b(?:changed?(?! planes)|(?:mov|re-?book|shift|switch|swap|postpon|cancel|upgrad)\w*)\b|"
    r"\b(?:my|our|the|this|that) (?:\w+ )?flights?\b|\b(?:earlier|later|instead)\b"
)
"""Words of somebody who takes a flight to be booked."""
LAST_START = "last_start"
"""The slot of a search for flights that start where they did in the last conversation."""
_LAST_TIME = "Last time we looked at"
_NO_BOOKING = "You have no bookings."
_NOTHING = re.compile(
    r"(?:I have (?:nothing to choose from|shown you (?:nothing|no [\w ]{3,30})) yet[^.?!]{0,40}|"
    r"Nothing waits for a yes)\. (?:What shall I look for\?|Shall I look for some\?|Tell me where [^.]{1,99}\.)"
)
"""What is said to somebody who has been shown nothing in this conversation."""
_TAKES = re.compile(r"\b(?:take|book|reserve)\b|^(?:yes|yeah|yep|ok|okay|sure)\b")
_REFERS = re.compile(
    r"\b(?:same|(?:make|do) it|last time|(?:we|i) liked|as (?:before|always|usual)|(?:for|to|of|with) it|there|"
    r"(?:trip|hotel|flights?) again|one (?:day|night|week) (?:later|earlier)|can (?:i|we) (?:arrive|land|fly|stay)|"
    r"(?:the|our|my|those|that|this) (?:\w+ )?(?:flights?|trip|hotel|holiday|stay))\b"
)
"""Words of somebody who goes on with something."""
_KIND = re.compile(r"\b(?:fl(?:y|ights?|ying)|hotels?|rooms?|hostels?|cars?)\b")
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


def tell_last_visit(scene: Scene, text: str) -> Plan:
    """Return a reply that has nothing to go by with what is booked or was seen last time, and ask for a yes to that."""
    said = next((match[0] for match in _NOTHING.finditer(text)), _NO_BOOKING)
    is_told = any(_LAST_TIME in reply and ASK_NEXT not in reply for reply in scene.state.replies)
    if scene.shown or said not in text or is_told:
        return text
    before, after = text.split(said, 1)[0], _NOTHING.sub("", text.split(said, 1)[1]).rstrip()  # once is enough
    seen, _ = yield from _recall()
    rows = [] if seen or said == _NO_BOOKING else (yield from load_active())
    if not seen:
        told = "\n".join(["This is booked:", *map(describe, rows)]) if rows else said
        return f"{before}{told}{after}"
    lead = f"{f'{said} ' if said == _NO_BOOKING else ''}{_describe_seen(seen)}"
    is_taken = _TAKES.search(scene.state.text) and said != _NO_BOOKING and len(seen) == 1
    return f"{before}{lead}{after}" + (f"\n\n{(yield from ask_to_book(seen[0]))}" if is_taken else "")


def describe_last_seen() -> Plan:
    """Say what was asked about or listed last in the last conversation and not booked; empty if nothing was."""
    seen, _ = yield from _recall()
    return _describe_seen(seen) if seen else ""


def _describe_seen(seen: Sequence[Offer]) -> str:
    what = seen[0].text if len(seen) == 1 else f"{seen[0].kind}s for {place_of(seen[0]).name}"
    return f"{_LAST_TIME} {what}; that is not booked."


def _recall() -> Generator[Sequence[ToolCall], Sequence[ToolResult], tuple[list[Offer], str]]:
    """Return what the last conversation asked about or listed last and did not book, and where its flights started."""
    turns: Sequence[Sequence[str]] = (yield from call("read_last_visit")).data.get("turns", ())
    replies = [text for role, text in reversed(turns) if role == "assistant"]
    shown = [offers for text in replies if (offers := find_offers(text))]
    flights = [each for offers in shown for each in offers if each.kind == "flight" and each.number == 1]
    told = [start for role, text in reversed(turns) if role == "user" and (start := find_start_named(normalise(text)))]
    seen = find_left(replies) or ([] if any("\nBooked. " in f"\n{text}" for text in replies) else (shown or [[]])[0])
    return seen, flights[0].flight.origin.name if flights else next(iter(told), "")


def go_on_from_last_visit(scene: Scene) -> Commands:
    """Return commands whose searches go on with the last trip that was booked or seen, where they name no place."""
    commands = list(scene.commands)
    if scene.shown or not _REFERS.search(scene.state.text) or not any(each.verb == "find" for each in commands):
        return commands
    trip = max([[], *group_trips((yield from load_active()))], key=lambda each: [*map(days_of, each)])
    seen, start = yield from _recall()
    seen, start = [] if trip else seen, find_last_start(trip) or start
    return [_go_on(scene, each, trip, seen, start) if each.verb == "find" else each for each in commands]


def _go_on(scene: Scene, command: Command, trip: Sequence[Row], seen: Sequence[Offer], start: str) -> Command:
    """Return a search with the place, days, people and start that it lacks; "same again" is for what the trip had."""
    command = replace(command, slots=tuple(slot for slot in command.slots if slot != ("name", "same")))
    slots: dict[str, str] = {}
    kinds = sorted({str(row["kind"]) for row in trip} | {each.kind for each in seen})
    if re.search(r"\bsame\b", scene.state.text) and not _KIND.search(scene.state.text) and kinds:
        is_round = any(is_way_back(row, trip) for row in trip) or len({*map(first_day, seen)}) > 1
        command = replace(command, refs=("+".join(kinds).replace("flight", "flight+return" if is_round else "flight"),))
        slots = {"again": ""} if trip else {}
    if seen and scene.trip.destination is None and not scene.trip.unserved and not command.has("place", "name"):
        first, last = min(map(first_day, seen)), max(map(last_day, seen))
        slots |= {"place": place_of(seen[0]).name, "people": str(count_people(seen[0])), "on": format_day(first)}
        if not command.has("until", "nights") and last > first:
            slots |= {"nights": str((last - first).days)}
    is_known = scene.trip.origin or scene.known().start or scene.known().home or command.has("from")
    if start and "flight" in read_kinds(command) and not is_known:
        slots |= {"from": start, LAST_START: start}
    return replace(command, slots=_add(command, tuple(slots.items())))


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
    starts = [("from", each.name) for each in find_mentions(text) if each.name not in places]
    people = ("people", str(max(row["guests"] for row in rows if row["kind"] == "hotel")))
    sought = Command("find", ("flight+return",), (*(starts if len(starts) == 1 else ()), people))
    return [replace(sought, slots=_add(sought, each.slots)) if _is_of_flights(each) else each for each in commands]


def _is_of_flights(command: Command) -> bool:
    """Return whether a command is read as a change of flights."""
    return command.verb == "change" and bool({"flight", "flights"} & {*command.subject.lower().split()})


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
