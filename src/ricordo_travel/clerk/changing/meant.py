"""Find the bookings that a command means: by their letters and numbers, names, kinds, places and trips."""

from __future__ import annotations

import re
from collections.abc import Generator, Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta

from ricordo_travel.clerk.changing.ways import keep_way
from ricordo_travel.clerk.commands import Command
from ricordo_travel.clerk.scene import Scene
from ricordo_travel.clerk.situation import WAITING
from ricordo_travel.dialogue.plan import ToolCall, ToolResult
from ricordo_travel.dialogue.replies.offers import BOOKING_ID, describe_booking, number_lines
from ricordo_travel.dialogue.trips.booked import (
    Row,
    days_of,
    find_next_trip,
    find_spoken,
    group_trips,
    is_way_back,
    load_active,
    places_of,
)
from ricordo_travel.dialogue.values.days import find_months, find_months_spoken_of
from ricordo_travel.dialogue.values.geography import find_mentions
from ricordo_travel.dialogue.values.text import normalise
from ricordo_travel.dialogue.yes.choice import NAME

_ASKS_WHICH = re.compile(r"^Which booking shall I (?P<verb>cancel|change)\? Say its number\.$", re.MULTILINE)
_LISTED = re.compile(r"^(?P<number>\d+)\. (?P<id>[FHC]-\w{8}): ", re.MULTILINE)
_ALL = frozenset("all everything both these them whole".split())
_EXCEPT = ("not", "without", "except", "but", "drop")
"""Slots that name what is not meant."""
_FLIGHT_BACK = re.compile(r"\breturn flights?\b|\bflights? (?:back|home|return)\b")
_HOTEL_WORDS = frozenset(NAME.split("|"))
_IT = frozenset("it that this one booking bookings".split())
_ROOM_MEANT = re.compile(
    r"\b(?:cancel\w*|change|move|swap|meant?|drop) (?:only |just )?(?:the |my |our )(?P<type>single|double|family)\b"
)
"""The room of which somebody says that it is the one to do something to."""
_WEEKEND = re.compile(r"\bfor (?:the|our|my) weekend\b|\b(?:our|my|the) weekend (?:stay|hotel|room|booking)\b")
_SATURDAY = 5
_SINGULAR = {"flights": "flight", "return": "flight", "hotels": "hotel", "room": "hotel", "cars": "car"}
_SEVERAL = re.compile(r"\b(?:flights|hotels|cars|rooms|all|both)\b")
_KINDS_OF_SLOTS: tuple[tuple[frozenset[str], tuple[str, ...]], ...] = (
    (frozenset({"rooms", "stars"}), ("hotel",)),
    (frozenset({"nights", "longer", "shorter"}), ("hotel", "car")),
    (frozenset({"class", "time", "direct"}), ("flight",)),
    (frozenset({"type", "at", "automatic", "manual", "seats", "bags"}), ("car",)),
    (frozenset({"people"}), ("hotel", "flight")),
)
"""The kinds that a slot can be about."""
_OF_ALL = frozenset({"shift", "people", "class", "direct"})
"""Slots that are said of all the bookings of a trip, if of no single one."""


@dataclass(frozen=True, slots=True)
class MeantBookings:
    """The bookings that a command means.

    Attributes:
        rows: Those that it means, or may mean.
        others: All that are booked.
        is_clear: Whether it means all of `rows`, and not one of them.
    """

    rows: list[Row] = field(default_factory=list[Row])
    others: list[Row] = field(default_factory=list[Row])
    is_clear: bool = True


Finding = Generator[Sequence[ToolCall], Sequence[ToolResult], MeantBookings]


def find_meant(scene: Scene, command: Command) -> Finding:
    """Return the bookings that a command means, without those that it or its message excepts: "all but the car"."""
    meant = _turn_to_month(scene, command, (yield from _find_named(scene, command)))
    meant = replace(meant, rows=_turn_to_described(scene, command, meant))
    rows = keep_way(scene, command, meant.rows, meant.others)
    meant = replace(meant, rows=rows, is_clear=meant.is_clear or len(rows) == 1)
    spared = [each.refs for each in scene.commands if each.verb == "keep" and command.verb in {"cancel", "change"}]
    if command.verb == "cancel":
        spared += [tuple(value.split()) for name in _EXCEPT for value in command.values(name)]
    ids: set[str] = set()
    for refs in filter(None, spared):
        others = yield from _find_named(scene, Command("bookings", refs))
        ids |= {row["booking_id"] for row in others.rows}
    left = [row for row in meant.rows if row["booking_id"] not in ids]
    if command.verb == "change" and not left:  # who keeps "the rest" keeps nothing of what is to change
        left = meant.rows
    return replace(meant, rows=_keep_month(scene, command, left) if command.verb == "cancel" else left)


def _turn_to_month(scene: Scene, command: Command, meant: MeantBookings) -> MeantBookings:
    """Return what is meant of the trip in the month that a message speaks of, if it means bookings of another trip.

    A month in the slots of a command is one to move to, and a place may say which trip is meant as well.
    """
    today = scene.state.today
    months = find_months_spoken_of(scene.state.text, today)
    moved = find_months(normalise(" ".join(value for _, value in command.slots)), today)
    if command.verb not in {"cancel", "change", "whatif"} or len(months) != 1 or months[0] in moved or not meant.rows:
        return meant
    trips = [trip for trip in group_trips(meant.others) if days_of(trip[0])[0].replace(day=1) == months[0]]
    ids = {row["booking_id"] for row in meant.rows}
    if len(trips) != 1 or any(row["booking_id"] in ids for row in trips[0]):
        return meant
    named = {place.name for mention in find_mentions(scene.state.text) for place in mention.places}
    kinds = {kind for kind in ("flight", "hotel", "car") if re.search(rf"\b{kind}s?\b", scene.state.text)}
    kinds = kinds or {row["kind"] for row in meant.rows}
    rows = [row for row in trips[0] if row["kind"] in kinds]
    is_there = not named or any(named & places_of(row) for row in rows)
    return replace(meant, rows=rows, is_clear=True) if rows and is_there else meant


def _turn_to_described(scene: Scene, command: Command, meant: MeantBookings) -> list[Row]:
    """Return what is meant, with the stay that the message describes in the place of another one in the same city.

    "cancel the double", "for our weekend". What the command gives a stay does not say which one it is.
    """
    is_moved = command.has("on", "until", "nights", "shift", "longer", "shorter", "rooms")
    if len(meant.rows) != 1 or command.verb not in {"cancel", "change", "whatif"} or is_moved:
        return meant.rows
    (row,) = meant.rows
    text = scene.state.text
    types = {match["type"] for match in _ROOM_MEANT.finditer(text)}
    stays = [each for each in meant.others if each["kind"] == row["kind"] == "hotel" and each["city"] == row["city"]]
    described = [each for each in stays if each["room_type"] in types] if len(types) == 1 else []
    if not types and _WEEKEND.search(text):
        described = [each for each in stays if _has_saturday(each)]
    return described if len(described) == 1 else meant.rows


def _has_saturday(row: Row) -> bool:
    """Return whether somebody stays on the night of a Saturday."""
    first, last = days_of(row)
    return first + timedelta(days=(_SATURDAY - first.weekday()) % 7) < last


def _keep_month(scene: Scene, command: Command, rows: list[Row]) -> list[Row]:
    """Return the bookings of the month in which a command cancels; all of them if it names none."""
    months = find_months(normalise(command.value("on") or ""), scene.state.today)
    return [row for row in rows if any(days_of(row)[0].replace(day=1) == month for month in months) or not months]


def _find_named(scene: Scene, command: Command) -> Finding:
    """Return the bookings that the references of a command mean; without any, those that were spoken of last."""
    rows = yield from load_active()
    marked = [row for ref in dict.fromkeys(command.refs) for row in _find_marked(scene, ref, rows)]
    words = _FLIGHT_BACK.sub("return", " ".join(ref for ref in command.refs if not _is_mark(ref)).lower())
    if not words:
        last = _keep_suiting(command, _find_last(scene, rows), rows) if not marked else []
        is_lost = bool(command.refs) and command.verb == "cancel"
        return _choose(MeantBookings(marked or last, rows, bool(marked) or (len(last) < 2 and not is_lost)), command)
    if set(words.split()) <= _IT:
        last = _keep_suiting(command, _find_last(scene, rows), rows)
        return _choose(MeantBookings([*marked, *last], rows, len(last) < 2), command)
    if set(words.split()) & {*_ALL, "trip"}:
        meant = _find_trips(scene, command.verb, words, rows)
        return MeantBookings([*marked, *meant.rows], rows, meant.is_clear)
    things = yield from scene.find_things(words.split(), among=("booked",))
    found = [thing.row for thing in things if thing.row and _is_as_named(thing.row, words)]
    kinds = set(words.split()) & {"flight", "return", "hotel", "car"}
    if "return" in kinds and "flight" not in kinds:
        found = [row for row in found if not _leads_there(row, rows)]
    is_clear = len(found) < 2 or bool(_SEVERAL.search(words)) or len(kinds) > 1
    return _choose(_prefer_spoken(scene, command.verb, MeantBookings([*marked, *found], rows, is_clear)), command)


def _is_as_named(row: Row, words: str) -> bool:
    """Return whether a booking is the hotel that words name, if they name one: a flight to its place is not."""
    named = set(words.replace("guest house", "guesthouse").split()) & _HOTEL_WORDS
    return not named or (row["kind"] == "hotel" and bool(named & set(str(row["hotel"]).lower().split())))


def _leads_there(row: Row, rows: Sequence[Row]) -> bool:
    """Return whether a flight brings somebody to where they stay, and is no flight back."""
    if row["kind"] != "flight":
        return False
    trip = trip_of(row, rows)
    stays = [each for each in trip if each["kind"] != "flight"]
    return not is_way_back(row, trip) and any(each["city"] == row["destination"] for each in stays)


def find_asked(scene: Scene) -> str | None:
    """Return what the last reply asks which booking to do to: "cancel" or "change"."""
    match = _ASKS_WHICH.search(scene.state.last_reply)
    return match["verb"] if match else None


def ask_which(verb: str, rows: Sequence[Row]) -> str:
    """Ask which of some bookings is meant."""
    return f"Which booking shall I {verb}? Say its number.\n{list_bookings(rows)}"


def list_bookings(rows: Sequence[Row]) -> str:
    """Return a numbered line for each booking."""
    return number_lines([describe_booking(row) for row in rows])


def sort_by_trip(rows: Sequence[Row]) -> list[Row]:
    """Return bookings in the order of their days, trip by trip."""
    return [row for trip in group_trips(rows) for row in trip]


def describe_missing(command: Command, rows: Sequence[Row]) -> str:
    """Say that what a command names is not booked, and what of its kind is, or all that is."""
    words = [_SINGULAR.get(ref.lower(), ref) for ref in command.refs]
    kind = next((word for word in words if word in {"flight", "hotel", "car"}), None)
    same = [row for row in rows if row["kind"] == kind] or rows
    rest = " ".join(word for word in words if word != kind and not _is_mark(word))
    lead = "No, " if command.has("booked") else ""
    if kind and not rest and "return" not in command.refs and any(row["kind"] == kind for row in rows):
        return f"Which of these do you mean?\n{list_bookings(sort_by_trip(same))}"
    if kind:
        is_back = "return" in command.refs
        rest = ", ".join(each.name for each in find_mentions(rest)) or rest
        starts = {trip[0].get("origin") for trip in group_trips(rows)}
        way = ("from" if is_back and rest not in starts else "to") if kind == "flight" else "in"
        way = f" {way} {rest}" if rest else ""
        back = " back" if is_back else ""
        name = f"no {kind}{back}{way} is booked"
    else:
        name = f"{_write_name(rest)} is not booked" if rest else "you have no such booking"
    said = f"{lead}{name}."
    return f"{said[:1].upper()}{said[1:]} This is booked:\n{list_bookings(sort_by_trip(same))}"


def _write_name(words: str) -> str:
    """Return the name of a hotel as it is written; other words as they are."""
    return words.title() if set(words.lower().split()) & _HOTEL_WORDS else words


def trip_of(row: Row, rows: Sequence[Row]) -> list[Row]:
    """Return the bookings of the trip that one belongs to."""
    ids = ([each["booking_id"] for each in trip] for trip in group_trips(rows))
    own = next((trip for trip in ids if row["booking_id"] in trip), [row["booking_id"]])
    return [each for each in rows if each["booking_id"] in own]


def _is_mark(ref: str) -> bool:
    return ref.isdigit() or len(ref) == 1 or bool(BOOKING_ID.fullmatch(ref))


def _find_marked(scene: Scene, ref: str, rows: Sequence[Row]) -> list[Row]:
    """Return the bookings that a number of the last list, a letter of the situation or an id means."""
    listed = {match["number"]: match["id"] for match in _LISTED.finditer(scene.state.last_reply)}
    id = listed.get(ref) or scene.situation.booked.get(ref) or ref.upper()
    if len(ref) == 1 and ref in WAITING[: len(scene.proposed)]:
        proposal = scene.proposed[WAITING.index(ref)].proposal
        id = proposal.preview.get("booking_id", id) if proposal else id
    return [row for row in rows if row["booking_id"] == id]


def _find_last(scene: Scene, rows: Sequence[Row]) -> list[Row]:
    """Return what was spoken of last: what waits to be changed or cancelled, or what a reply named; else all."""
    waiting = [each.proposal.preview.get("booking_id") for each in scene.waiting if each.proposal]
    return [row for row in rows if row["booking_id"] in waiting] or find_spoken(scene.state, rows) or list(rows)


def _find_trips(scene: Scene, verb: str, words: str, rows: list[Row]) -> MeantBookings:
    """Return all bookings, those of the trip to a place, or those of the trip that was spoken of."""
    if find_asked(scene):
        listed = set(BOOKING_ID.findall(scene.state.last_reply))
        return MeantBookings([row for row in rows if row["booking_id"] in listed], rows)
    trips = group_trips(rows)
    if places := {place.name for mention in find_mentions(words) for place in mention.places}:
        there = [trip for trip in trips if any(places & places_of(row) for row in trip)]
        return MeantBookings([row for trip in there for row in trip], rows)
    if "next" in words.split():
        return MeantBookings(find_next_trip(rows, scene.state.today), rows)
    spoken = [row["booking_id"] for row in find_spoken(scene.state, rows)]
    own = [trip for trip in trips if any(row["booking_id"] in spoken for row in trip)] if spoken else trips
    if "trip" in words.split() and not set(words.split()) & _ALL:
        return MeantBookings([row for trip in own for row in trip], rows, len(own) == 1)
    return MeantBookings([row for trip in (own if verb in {"change", "whatif"} else trips) for row in trip], rows)


def _prefer_spoken(scene: Scene, verb: str, meant: MeantBookings) -> MeantBookings:
    """Return what is meant without what nobody has spoken of, if it is not clear."""
    if meant.is_clear or verb in {"bookings", "keep"}:
        return meant
    ids = {row["booking_id"] for row in find_spoken(scene.state, meant.rows)}
    spoken = [row for row in meant.rows if row["booking_id"] in ids]
    return MeantBookings(spoken, meant.others, len(spoken) == 1) if spoken else meant


def _choose(meant: MeantBookings, command: Command) -> MeantBookings:
    """Return what is meant, if it is not clear, without what the slots of a command cannot be about."""
    if meant.is_clear or not command.slots:
        return meant
    rows = _keep_suiting(command, meant.rows, [])
    is_whole = command.has(*_OF_ALL) or (command.has("on") and command.has("until"))
    is_one_trip = len(group_trips(rows)) == 1
    return MeantBookings(rows, meant.others, len(rows) == 1 or (is_whole and is_one_trip))


def _keep_suiting(command: Command, rows: Sequence[Row], others: Sequence[Row]) -> list[Row]:
    """Return the bookings that the slots of a command can be about: of some, else of others; all if there is none."""
    found = list(rows)
    for slots, kinds in _KINDS_OF_SLOTS:
        if not command.has(*slots):
            continue
        for pool in (found, others):
            first = next((kind for kind in kinds if any(row["kind"] == kind for row in pool)), None)
            wanted = kinds if "people" in slots else (first,)
            if suiting := [row for row in pool if row["kind"] in wanted]:
                found = suiting
                break
    return found
