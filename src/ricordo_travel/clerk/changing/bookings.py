"""Tell what is booked, and propose to cancel it, to change it or to take the last thing back."""

from __future__ import annotations

import re
from collections.abc import Generator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from ricordo_travel.clerk.changing.changes import NOTHING_BOOKED, change, estimate
from ricordo_travel.clerk.changing.meant import (
    MeantBookings,
    ask_which,
    describe_missing,
    find_meant,
    list_bookings,
    sort_by_trip,
    trip_of,
)
from ricordo_travel.clerk.changing.unbooked import find_unbooked
from ricordo_travel.clerk.changing.wanted import read_all_days, read_wanted
from ricordo_travel.clerk.changing.ways import is_as_asked
from ricordo_travel.clerk.commands import Command
from ricordo_travel.clerk.scene import Scene
from ricordo_travel.consent import Action
from ricordo_travel.dialogue.plan import Plan, ToolCall, ToolResult, join_words, say
from ricordo_travel.dialogue.replies.asking import ask_to_book, cancellation, describe_title, propose, propose_each
from ricordo_travel.dialogue.replies.offers import Offer, describe_booking, parse_offer
from ricordo_travel.dialogue.trips.booked import Row, days_of, find_next_trip, find_same, is_way_back, load_active
from ricordo_travel.dialogue.trips.changing import Wanted
from ricordo_travel.dialogue.yes.beside_yes import CANCELS_OLD
from ricordo_travel.wording import describe_days

__all__ = ["cancel", "change", "estimate", "keep", "tell", "undo"]

_CANCEL = "Shall I cancel this booking?"
SETTLED = re.compile(r"^(?P<done>Booked|Changed|Cancelled)\. (?P<id>[FHC]-\w{8}): (?P<what>[^\n]+)$", re.MULTILINE)
_FIXED = frozenset({"hotel_id", "flight_number"})
"""What a change of a booking leaves as it is."""
_DENIED: Mapping[Action, str] = {"book": "booked", "change": "changed", "cancel": "cancelled"}
_ASKS_WHETHER = re.compile(
    r"(?:^|[,.!?] |\b(?:so|and|but|again|whether|if) )(?:is|are|isn't|aren't) (?:my|our|the|it|that|we)\b"
)
"""A question that is answered by yes or no: "is my hotel until the 16th now?"."""
_CANCEL_IT = re.compile(r"\b(?:cancel|call off|scrap) (?:it|that|this|(?:the|my|our) (?:whole )?(?:trip|thing))\b")
"""Words for all of a trip that the last reply tells of."""
_NOTHING_DONE = "There is nothing to undo: nothing was booked, changed or cancelled in this conversation."
_KEPT_ALL = "All right, everything stays as it is."
_KEPT_REST = "All right, the rest stays as it is."


def cancel(scene: Scene, command: Command) -> Plan:
    """Ask for a yes to cancel bookings, each on its own, or which one to cancel."""
    if dropped := find_unbooked(scene, command):
        names = join_words([each.offer.title for each in dropped])
        if all(each.state == "waiting" for each in dropped):
            return f"All right, not {names}."
        return f"{names[:1].upper()}{names[1:]} is not booked, so it need not be cancelled."
    meant = yield from find_meant(scene, command)
    if len(meant.rows) == 1 and _CANCEL_IT.search(scene.state.text):
        own = [row for row in trip_of(meant.rows[0], meant.others) if row["booking_id"] in scene.state.last_reply]
        meant = replace(meant, rows=own or meant.rows)
    if not meant.rows and any(each.action == "cancel" and not each.error for each in scene.state.outcomes):
        return ""  # it was cancelled just now
    if not meant.others:
        return f"{NOTHING_BOOKED} There is nothing to cancel."
    if CANCELS_OLD.search(scene.state.text):
        changed = {
            each.result.get("booking_id") for each in scene.state.outcomes if each.action == "change" and not each.error
        }
        if meant.rows and all(row["booking_id"] in changed for row in meant.rows):
            return ""  # its old form is gone by the change
    if not meant.rows:
        return describe_missing(command, meant.others)
    if not meant.is_clear:
        return ask_which("cancel", meant.rows)
    return (yield from propose_each([cancellation(row) for row in meant.rows], _CANCEL))


def keep(scene: Scene, command: Command) -> Plan:
    """Say that bookings stay as they are; nothing beside a change, which says it of itself."""
    if any(each.verb == "change" for each in scene.commands):
        return ""
    meant = yield from find_meant(scene, command)
    new = {each.result.get("booking_id") for each in scene.state.outcomes if each.action == "book"}
    meant = replace(meant, rows=[row for row in meant.rows if row["booking_id"] not in new])
    if not meant.others:
        return f"{NOTHING_BOOKED} Nothing changes."
    if not meant.rows and scene.state.outcomes:
        return _KEPT_REST
    if command.refs and not meant.rows:
        return describe_missing(command, meant.others)
    if not command.refs or len(meant.rows) == len(meant.others) > 1:
        return _KEPT_REST if scene.state.outcomes else _KEPT_ALL
    refused = {each.proposal.preview.get("booking_id") for each in scene.state.pending if each.fate == "refused"}
    own = [row for row in meant.others if row["booking_id"] in refused]
    is_other = own and all(row not in own and row["kind"] == own[0]["kind"] for row in meant.rows)
    return f"All right, this stays as it is:\n{list_bookings(own if is_other else meant.rows)}"


def undo(scene: Scene, command: Command) -> Plan:
    """Drop what waits for a yes, or ask for a yes to take back what was done last."""
    del command
    if scene.waiting:
        done = join_words(list(dict.fromkeys(_DENIED[each.proposal.action] for each in scene.waiting if each.proposal)))
        return say(f"All right, I leave that; it was not {done}.")
    return take_back(scene)


def tell(scene: Scene, command: Command) -> Plan:
    """Tell what is booked: all of it, what a command names, or when it is, or whether it is."""
    if (things := find_unbooked(scene, command)) or (things := _find_waiting(scene, command)):
        return (yield from _say_whether(scene, [thing.offer for thing in things]))
    rows = yield from load_active()
    if not rows:
        return f"No. {NOTHING_BOOKED}" if command.has("booked") else NOTHING_BOOKED
    meant = yield from _find_told(scene, command)
    if command.has("next") or command.subject == "next":
        coming = find_next_trip(meant.rows or rows, scene.state.today)
        meant = MeantBookings(coming, rows)
        if not coming:
            return "You have no trip ahead."
    if command.refs == ("return",):
        meant = replace(meant, rows=[row for row in meant.rows if is_way_back(row, trip_of(row, rows))])
    if not meant.rows:
        return describe_missing(command, rows)
    asked = [row for row in meant.rows if is_as_asked(scene.state.text, row, rows, scene.state.today)]
    if command.has("booked") and not asked:
        same = [row for row in rows if row["kind"] in {each["kind"] for each in meant.rows}]
        return f"No, that is not booked; only this is:\n{list_bookings(sort_by_trip(same))}"
    if command.has("booked"):
        meant = replace(meant, rows=asked)
    if command.has("when"):
        return "\n".join(_say_when(row) for row in sort_by_trip(meant.rows))
    title = _choose_title(scene, command, meant.rows, rows)
    return f"{title}\n{list_bookings(sort_by_trip(meant.rows))}"


def _choose_title(scene: Scene, command: Command, told: Sequence[Row], rows: Sequence[Row]) -> str:
    """Return what stands above the bookings that are told, which may be all."""
    is_all = len(told) == len(rows)
    title = "Your bookings:" if is_all else "This is booked:"
    title = "Your next trip:" if command.has("next") else title
    if command.has("booked"):
        title = "Yes, that is booked:" if len(told) == 1 else "Yes, these are booked:"
    elif _ASKS_WHETHER.search(scene.state.text) and command.has("on", "until", "nights", "people", "rooms"):
        days = read_all_days(command, told, rows, scene.state.today)
        wanted = {
            id: read_wanted(command, row, days.get(id), scene.state.today) for row in told if (id := row["booking_id"])
        }
        is_so = [wanted[row["booking_id"]] == Wanted(*days_of(row)) for row in told]
        title = "Yes, that is how it is booked:" if all(is_so) else title
        title = title if any(is_so) else "No, this is how it is booked:"
    return title


def _find_waiting(scene: Scene, command: Command) -> list[Any]:
    """Return what waits to be booked if a command asks whether it is, and names nothing else."""
    if command.refs or not command.has("booked"):
        return []
    return [thing for thing in scene.waiting if thing.proposal and thing.proposal.action == "book"]


def _find_told(scene: Scene, command: Command) -> Generator[Sequence[ToolCall], Sequence[ToolResult], MeantBookings]:
    """Return the bookings to tell of. Without a reference, all of them."""
    refs = tuple(ref for ref in command.refs if ref not in {"next", "my", "our"})
    if not refs:
        rows = yield from load_active()
        return MeantBookings(rows, rows)
    return (yield from find_meant(scene, Command("bookings", refs)))


def _say_when(row: Row) -> str:
    """Return when a booking is, in a sentence."""
    title = describe_title(row)
    if row["kind"] == "flight":
        return f"{title} from {row['origin']} to {row['destination']} is on {describe_days(row)}."
    return f"{title[:1].upper()}{title[1:]} is booked from {describe_days(row)}."


def _say_whether(scene: Scene, offers: Sequence[Offer]) -> Plan:
    """Say whether offers are booked."""
    del scene
    rows = yield from load_active()
    said: list[str] = []
    for offer in offers:
        row = find_same(offer, rows)
        title = offer.title[:1].upper() + offer.title[1:]
        said.append(f"Yes, that is booked:\n{describe_booking(row)}" if row else f"No, {title} is not booked yet.")
    return "\n".join(said)


def take_back(scene: Scene) -> Plan:
    """Ask for a yes to take back what the latest reply that did something has done."""
    done = next((found for reply in scene.state.replies if (found := list(SETTLED.finditer(reply)))), None)
    if done is None:
        return _NOTHING_DONE
    active = {row["booking_id"]: row for row in (yield from load_active())}
    asked: list[str] = []
    for match in done:
        row = active.get(match["id"])
        if match["done"] == "Cancelled":
            offer = parse_offer(match["what"].removesuffix(" (cancelled)"))
            asked.append((yield from ask_to_book(offer)) if offer else "")
        elif row is None:
            asked.append(f"{match['id']} is cancelled already.")
        elif match["done"] == "Booked":
            asked.append((yield from propose(cancellation(row), _CANCEL)))
        else:
            asked.append((yield from _restore(scene, row)))
    return "\n\n".join(filter(None, asked))


def _restore(scene: Scene, row: Row) -> Plan:
    """Ask for a yes to make a booking again what it was before its latest change."""
    before = _find_before(scene, row)
    if not before:
        return f"I do not know any more how it was before. Now it is:\n{describe_booking(row)}"
    call = ToolCall(f"update_{row['kind']}_booking", {"booking_id": row["booking_id"], **before})
    return (yield from propose(call, "Shall I change this booking?"))


def _find_before(scene: Scene, row: Row) -> Mapping[str, Any]:
    """Return the arguments that make a booking what the replies said of it before it was changed."""
    said = re.compile(rf"(?<!Change )\b{row['booking_id']}: (?P<what>[^\n]+)")
    for reply in scene.state.replies:
        for match in said.finditer(reply):
            offer = parse_offer(match["what"])
            arguments: Mapping[str, Any] = offer.call.arguments if offer else {}
            if any(row.get(name) != value for name, value in arguments.items()):
                return {name: value for name, value in arguments.items() if name not in _FIXED}
    return {}
