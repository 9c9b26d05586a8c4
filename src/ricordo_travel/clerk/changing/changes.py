"""Propose to change bookings, and say what a change would cost."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import timedelta

from ricordo_travel.cars.fleet import cars
from ricordo_travel.clerk.answering.otherwise import price_otherwise
from ricordo_travel.clerk.answering.trip_sums import find_sum
from ricordo_travel.clerk.changing.estimates import compare_prices, describe_estimate, describe_return
from ricordo_travel.clerk.changing.following import count_party, follow_flights, follow_stay, remark_left
from ricordo_travel.clerk.changing.joint import JointChange, join_changes
from ricordo_travel.clerk.changing.meant import (
    MeantBookings,
    ask_which,
    describe_missing,
    find_asked,
    find_meant,
    list_bookings,
    trip_of,
)
from ricordo_travel.clerk.changing.replacing import ask_for_rooms, show_instead
from ricordo_travel.clerk.changing.sizes import name_size
from ricordo_travel.clerk.changing.unbooked import (
    ask_for_unbooked,
    find_unbooked,
    find_unbooked_named,
    keep_suiting,
    price_unbooked,
)
from ricordo_travel.clerk.changing.wanted import DAYS, read_all_days, read_details, read_wanted, speaks_of_back
from ricordo_travel.clerk.commands import Command
from ricordo_travel.clerk.scene import Scene
from ricordo_travel.dialogue.facts.hotel_facts import describe_lack, meets
from ricordo_travel.dialogue.plan import Plan, join_words
from ricordo_travel.dialogue.replies.asking import (
    MAX_AT_ONCE,
    ask_to_change,
    describe_title,
)
from ricordo_travel.dialogue.replies.offers import describe_booking, format_day
from ricordo_travel.dialogue.replies.questions import CONFIRM
from ricordo_travel.dialogue.replies.unmet import DESKS
from ricordo_travel.dialogue.trips.booked import Row, days_of, is_way_back
from ricordo_travel.dialogue.trips.changing import Wanted, choose_likely
from ricordo_travel.dialogue.trips.moving import find_near
from ricordo_travel.dialogue.values.text import normalise
from ricordo_travel.dialogue.values.wishes import find_amenities
from ricordo_travel.hotels.catalog import Hotel, hotels
from ricordo_travel.reservations import Kind

NOTHING_BOOKED = "You have no bookings."
_OF_OTHERS = frozenset({"other", "cheaper", "place", "from", "stars", "max", "automatic", "manual", "not"})
"""Slots that no change of a booking can give: another thing has to take its place."""
_ASKS_WHAT = ("What shall I change", "To which day", "By how many nights")
_OF_FLIGHTS = ("time", "class", "direct")
_REFUSES = re.compile(r"(?:oh |sorry,? )?no\b")
_ARRIVES = re.compile(r"\b(?:arriv(?:e|es|ing)|check(?:ing)?[ -]in|get(?:ting)? there|show(?:ing)? up)\b")
"""Words of somebody who moves only the first day of a stay."""
_ON = re.compile(r" (?:only )?(?:on |is )?(?:the )?")
_ADDED = frozenset({"with", "maybe"})
_WHAT: Mapping[Kind, str] = {
    "flight": "the day, the time, the class or who travels",
    "hotel": "the days, the rooms or who stays",
    "car": "the days, the car or where you pick it up",
}


def change(scene: Scene, command: Command) -> Plan:
    """Ask for a yes to change what is booked, for each booking on its own; or ask which one, or what to change."""
    command = _complete(scene, command)
    if offers := find_unbooked(scene, command):
        return (yield from ask_for_unbooked(scene, offers, command))
    meant = yield from find_meant(scene, command)
    if not meant.rows and (offers := (yield from find_unbooked_named(scene, command))):
        return (yield from ask_for_unbooked(scene, offers, command))
    if not meant.rows:
        return describe_missing(command, meant.others) if meant.others else NOTHING_BOOKED
    if not command.slots:
        command = follow_flights(command, meant, _find_pending(scene)) or command
    if not command.slots:
        return ask_which("change", meant.rows) if not meant.is_clear else _ask_what(meant.rows)
    command, missing = name_size(command, meant.rows)
    if missing:
        return missing
    changes = yield from join_changes(scene, JointChange(command, meant))
    return (yield from _propose(scene, changes)) if changes else ""


def _propose(scene: Scene, changes: Sequence[JointChange]) -> Plan:
    """Ask for a yes to each change that a message means, with what depends on it, and say what all of it costs."""
    asked: list[str] = []
    wanted: dict[str, Wanted] = {}
    rows: list[Row] = []
    for each in changes:
        meant, own = _read_all(scene, each.command, each.meant, _find_pending(scene))
        if not meant.is_clear:
            return ask_which("change", meant.rows)
        wanted |= own
        for row in meant.rows[: MAX_AT_ONCE - len(rows)]:
            is_back = is_way_back(row, trip_of(row, meant.others))
            if said := (yield from _ask_one(scene, each.command, row, own[row["booking_id"]], is_back=is_back)):
                asked.append(said)
        rows += meant.rows
    slots = tuple(slot for each in changes for slot in each.command.slots)
    meant = MeantBookings(rows, changes[0].meant.others)
    return (yield from _complete_proposal(scene, replace(changes[0].command, slots=slots), meant, wanted, asked))


def _complete_proposal(
    scene: Scene, command: Command, meant: MeantBookings, wanted: Mapping[str, Wanted], asked: Sequence[str]
) -> Plan:
    """Add to what is asked about changes what belongs to them and what all costs; or say why nothing is asked."""
    if not asked and command.has(*_OF_FLIGHTS) and all(row["kind"] != "flight" for row in meant.others):
        return f"No flight is booked. This is booked:\n{list_bookings(meant.others)}"
    if not asked:
        return _say_same(command, meant.rows)
    if (left := len(meant.rows) - MAX_AT_ONCE) > 0:
        return "\n\n".join([*asked, f"That leaves {left} more; tell me to go on when these are done."])
    moved = "" if CONFIRM not in "".join(asked) else (yield from follow_stay(scene, meant, wanted))
    said = "\n\n".join(filter(None, [*asked, *remark_left(scene, command, meant, wanted), moved]))
    return "\n\n".join(filter(None, [said, compare_prices(said, meant.others)]))


def estimate(scene: Scene, command: Command) -> Plan:
    """Say what bookings would cost if they were changed, or what comes back if they were cancelled."""
    if said := (yield from price_otherwise(scene, command)):
        return said
    if offers := find_unbooked(scene, command):
        return (yield from price_unbooked(scene, offers, command))
    meant = yield from find_meant(scene, command)
    if not meant.rows and (offers := (yield from find_unbooked_named(scene, command))):
        return (yield from price_unbooked(scene, offers, command))
    if not meant.rows:
        return describe_missing(command, meant.others) if meant.others else (yield from _price_trip(scene, command))
    return (yield from _estimate_booked(scene, command, meant))


def _estimate_booked(scene: Scene, command: Command, meant: MeantBookings) -> Plan:
    """Say what bookings would cost if they were changed; rooms of several types are asked for at once."""
    if command.has("cancel"):
        return describe_return(meant.rows, scene.state.today)
    if len(read_details(command, scene.state.today).rooms) > 1 and meant.is_clear:
        return (yield from change(scene, replace(command, verb="change")))
    if not command.slots:
        return ask_which("change", meant.rows) if not meant.is_clear else _ask_what(meant.rows)
    meant, wanted = _read_all(scene, command, meant, {})
    if not meant.is_clear:
        return ask_which("change", meant.rows)
    missing = [_find_missing(command, row, wanted[row["booking_id"]]) for row in meant.rows]
    if any(missing):
        return "\n\n".join(filter(None, missing))
    able = [row for row in meant.rows if wanted[row["booking_id"]] != Wanted(*days_of(row))]
    if not able:
        return _say_same(command, meant.rows)
    return (yield from describe_estimate(able, wanted, trip_of(able[0], meant.others)))


def _price_trip(scene: Scene, command: Command) -> Plan:
    """Show what the parts of a trip of which nothing is booked would be, if they were as a command wants them."""
    added = yield from find_sum(scene)
    if not command.slots or not added.things:
        return NOTHING_BOOKED
    return (yield from price_unbooked(scene, keep_suiting(command, added.things), command))


def _complete(scene: Scene, command: Command) -> Command:
    """Return a command with what the one before it said, if it only answers which booking is meant, or what of it."""
    before = scene.earlier[-1][1] if scene.earlier else ()
    last = next((each for each in before if each.verb == "change"), None)
    if last is None:
        return command
    if not command.slots and find_asked(scene) == "change":
        return replace(command, slots=last.slots)
    is_answer = not command.refs and scene.state.last_reply.startswith(_ASKS_WHAT)
    return replace(command, refs=last.refs) if is_answer else command


def _read_all(
    scene: Scene, command: Command, meant: MeantBookings, pending: Mapping[str, Row]
) -> tuple[MeantBookings, dict[str, Wanted]]:
    """Return the bookings that a command changes, and what each becomes; the likely ones if it is not clear.

    `pending` are the bookings as changes that wait for a yes would leave them.
    """
    today = scene.state.today
    is_refused = any(each.verb == "no" for each in scene.commands) or bool(_REFUSES.match(scene.state.text))
    is_relative = is_refused or command.has("shift", "longer", "shorter")
    is_anew = is_relative or not all(row["booking_id"] in pending for row in meant.rows)
    base = [row if is_anew else pending[row["booking_id"]] for row in meant.rows]
    others = [next((each for each in base if each["booking_id"] == row["booking_id"]), row) for row in meant.others]
    command = count_party(scene.state.message, _end_there(scene, command, base, others), meant.rows, pending)
    own = base if meant.is_clear else []
    days = read_all_days(command, own, others, today)
    for row in base if not meant.is_clear else []:
        days |= read_all_days(command, [row], others, today)
    wanted = {
        row["booking_id"]: read_wanted(
            _for_row(command, row, meant), row, days.get(row["booking_id"]), today, pending.get(row["booking_id"])
        )
        for row in meant.rows
    }
    if meant.is_clear:
        return meant, wanted
    able = {id: each for id, each in wanted.items() if id in days}
    likely = choose_likely(meant.rows, able, meant.others) if able else {}
    rows = [row for row in meant.rows if row["booking_id"] in likely] or meant.rows
    return MeantBookings(rows, meant.others, len(rows) == 1), wanted


def _end_there(scene: Scene, command: Command, rows: Sequence[Row], others: Sequence[Row]) -> Command:
    """Return a command with the end of a stay that its day is, or that stays while only the stay's first day moves.

    It ends so many nights after it begins, "it leaves on the 6th", or with the flight home of its trip, and it stays
    for those who "arrive a day later".
    """
    command = _begin_there(scene.state.text, command)
    day, nights = command.value("on"), command.value("nights")
    if len(rows) != 1 or rows[0]["kind"] == "flight" or not day or command.has("until", "shift"):
        return command
    first, last = days_of(rows[0])
    said = find_near(normalise(day), scene.state.today, first)
    rest = tuple(slot for slot in command.slots if slot[0] != "on")
    if said and nights:
        is_end = nights.isdecimal() and said == first + timedelta(days=int(nights))
        return replace(command, slots=rest) if is_end else command
    trip = trip_of(rows[0], others)
    if said and said > first and any(is_way_back(row, trip) and days_of(row)[0] == said for row in trip):
        return replace(command, slots=(*rest, ("until", day)))
    is_start = said and said < last and _ARRIVES.search(scene.state.text)
    return replace(command, slots=(*command.slots, ("until", format_day(last)))) if is_start else command


def _begin_there(text: str, command: Command) -> Command:
    """Return a command with the day on which somebody arrives, as a text says, as the first of a stay, not its end."""
    until = normalise(command.value("until") or "").removeprefix("the ")
    if not until or command.has("on", "nights", "shift"):
        return command
    ends = [_ON.match(text, match.end()) for match in _ARRIVES.finditer(text)]
    is_start = any(end and text.startswith(until, end.end()) for end in ends)
    slots = tuple(("on", f"the {until}") if name == "until" else (name, value) for name, value in command.slots)
    return replace(command, slots=slots) if is_start else command


def _for_row(command: Command, row: Row, meant: MeantBookings) -> Command:
    """Return a command without the time of the flight back for all that is not that flight."""
    if not speaks_of_back(command) or len(meant.rows) == 1 or is_way_back(row, trip_of(row, meant.others)):
        return command
    return replace(command, slots=tuple(slot for slot in command.slots if slot[0] != "time"))


def _find_pending(scene: Scene) -> dict[str, Row]:
    """Return what bookings become by the changes that wait for a yes."""
    waiting = [each.proposal for each in scene.state.pending if each.fate != "agreed"]
    return {each.preview["booking_id"]: each.preview for each in waiting if each.action == "change"}


def _ask_one(scene: Scene, command: Command, row: Row, wanted: Wanted, *, is_back: bool) -> Plan:
    """Ask for a yes to one change; say what stands against it; or say nothing if it is no change."""
    if missing := _find_missing(command, row, wanted):
        return missing
    rooms = read_details(command, scene.state.today).rooms
    if row["kind"] == "hotel" and len(rooms) > 1:
        return (yield from ask_for_rooms(row, wanted, rooms, 0 if command.has("people") else _count_beside(scene, row)))
    unmet = [wish for wish in _find_wishes(command) if row["kind"] == "hotel" and not meets(_hotel(row), wish)]
    if (unmet or command.has(*_OF_OTHERS)) and not wanted.hotel and _concerns(command, row):
        lacks = f"{row['hotel']} {describe_lack(*unmet)}.\n\n" if unmet else ""
        return lacks + (yield from show_instead(scene, command, row, wanted, is_back=is_back))
    if wanted == Wanted(*days_of(row)):
        return ""
    return (yield from ask_to_change(row, wanted))


def _count_beside(scene: Scene, row: Row) -> int:
    """Return how many are to have rooms that wait to be booked beside those of a stay, which changes with them."""
    waiting = [each.proposal.preview for each in scene.waiting if each.proposal and each.kind == "hotel"]
    own = [each for each in waiting if each["hotel_id"] == row["hotel_id"]]
    is_changed = any(each.get("booking_id") == row["booking_id"] for each in own)
    return sum(each["guests"] for each in own if is_changed and "booking_id" not in each)


def _hotel(row: Row) -> Hotel:
    return hotels()[row["hotel_id"]]


def _find_wishes(command: Command) -> list[str]:
    """Return what a command wishes a hotel to have or to be, as far as hotels are known for it."""
    return [name for wish in command.values("with") for name in find_amenities(f"with {wish.lower()}")[0]]


def _concerns(command: Command, row: Row) -> bool:
    """Return whether the slots for another thing are about a booking: a car has its gearbox, only a hotel has stars."""
    if command.has("automatic", "manual"):
        wanted = "automatic" if command.has("automatic") else "manual"
        return row["kind"] == "car" and cars()[row["car_id"]].gearbox != wanted
    return row["kind"] == "hotel" if command.has("stars") else True


def _find_missing(command: Command, row: Row, wanted: Wanted) -> str:
    """Return what a booking cannot have: a hotel that is not there, a type of rooms, something that is added."""
    stays = f"The booking stays as it is:\n{describe_booking(row)}"
    if row["kind"] != "hotel":
        return ""
    hotel = _hotel(row)
    name = command.value("name")
    if name and not wanted.hotel and not set(name.lower().split()) & set(row["hotel"].lower().split()):
        return f"I know no hotel called {name} in {row['city']}. {stays}"
    types = [room.type for room in hotel.rooms]
    if wanted.room_type and not wanted.hotel and wanted.room_type not in types:
        return f"{row['hotel']} has no {wanted.room_type} rooms, only {join_words(types)} rooms. {stays}"
    if "twin" in (command.value("rooms") or "") and wanted == Wanted(*days_of(row)):
        return f"Rooms for two are double rooms; ask {row['hotel']} whether yours can have two beds. {stays}"
    return ""


def _ask_what(rows: Sequence[Row]) -> str:
    """Ask what to change of bookings."""
    if len(rows) > 1:
        return f"What shall I change: the days, or who travels? Your bookings:\n{list_bookings(rows)}"
    return f"What shall I change: {_WHAT[rows[0]['kind']]}? This is the booking:\n{list_bookings(rows)}"


def _say_same(command: Command, rows: Sequence[Row]) -> str:
    """Say that bookings are as a command wants them, or that it wants what cannot be changed about them."""
    wishes = [value for name, value in command.slots if name in _ADDED]
    if wishes:
        return " ".join(_say_wish(row, wish) for wish in wishes for row in rows if row["kind"] == "hotel") or _say_desk(
            rows
        )
    if command.has(*DAYS) and not re.search(r"\d", " ".join(value for _, value in command.slots)):
        return f"{_ask_days(command, rows)} This is booked:\n{list_bookings(rows)}"
    if _is_unread(command, rows):
        return _ask_what(rows)
    return f"That is how it is booked already:\n{list_bookings(rows)}"


def _is_unread(command: Command, rows: Sequence[Row]) -> bool:
    """Return whether the slots of a command say nothing that could be read for these bookings."""
    kinds = {row["kind"] for row in rows}
    known = {"people", *DAYS} | ({"class", "time", "name", "direct"} if "flight" in kinds else set[str]())
    known |= {"rooms", "name"} if "hotel" in kinds else set[str]()
    known |= {"type", "at", "seats", "bags", "automatic", "manual"} if "car" in kinds else set[str]()
    return not command.has(*known)


def _ask_days(command: Command, rows: Sequence[Row]) -> str:
    """Ask for the days that a command leaves open."""
    if command.has("longer", "shorter"):
        return "By how many nights?"
    return "To which day shall I move it?" if rows[0]["kind"] == "flight" else "To which days shall I move it?"


def _say_wish(row: Row, wish: str) -> str:
    """Say that a booked hotel has something already, or that it cannot be added to the booking."""
    if known := find_amenities(f"with {wish.lower()}")[0]:
        return f"{row['hotel']} has that already: {join_words(list(known))}."
    return f"I cannot add {wish} to the booking of {describe_title(row)}; please ask the hotel."


def _say_desk(rows: Sequence[Row]) -> str:
    desks = join_words(list(dict.fromkeys(DESKS[row["kind"]] for row in rows)), "or")
    return f"I can change the days of a booking, the room and who travels, but add nothing to it; please ask {desks}."
