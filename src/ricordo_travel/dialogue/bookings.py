"""Rules that book, list, move and cancel. Nothing changes before an explicit yes."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ricordo_travel.dialogue.offers import (
    BOOKING_ID,
    CONFIRM,
    cancel_code,
    describe_booking,
    find_offers,
    move_code,
    number_lines,
    parse_booking_kind,
)
from ricordo_travel.dialogue.plan import ReplyPlan, ToolCall, reply_with
from ricordo_travel.dialogue.requests import find_kind
from ricordo_travel.dialogue.state import DialogueState, ToolResult

_YES = re.compile(
    r"^\W*(?:yes|yep|yeah|sure|ok(?:ay)?|please do|do it|go ahead|book it|confirm(?:ed)?|correct)\b"
    r"(?!.*\b(?:not|but|don'?t)\b)",
    re.IGNORECASE,
)
_NO = re.compile(r"^\W*(?:no|nope|not|don'?t|stop|wait|never mind|rather not)\b", re.IGNORECASE)
_ORDINALS = ("first", "second", "third")
_CHOICE = re.compile(
    r"\b(?:book|take|choose|reserve|want|pick|number|option|the)?\s*(?:number |option |the )*"
    r"\b(?P<which>first|second|third|cheapest|[123](?!\d| ?[a-z]{3}))\b",
    re.IGNORECASE,
)
_BOOK = re.compile(r"\b(?:book|take|reserve|choose)\b", re.IGNORECASE)
_LIST = re.compile(
    r"\b(?:my|show|list|see|all|any|have i|i have|did i)\b.{0,25}\b(?:bookings?|reservations?|booked)\b", re.IGNORECASE
)
_CANCEL = re.compile(r"\bcancel\b", re.IGNORECASE)
_MOVE = re.compile(r"\b(?:move|change|shift|postpone|rebook)\b", re.IGNORECASE)


def is_yes(text: str) -> bool:
    return bool(_YES.match(text))


def is_no(text: str) -> bool:
    return bool(_NO.match(text))


def carry_out_offer(state: DialogueState) -> ReplyPlan | None:
    """Carry out the offer in the last reply if the person says yes."""
    offers = find_offers(state.last_reply)
    if CONFIRM not in state.last_reply or len(offers) != 1 or not is_yes(state.message):
        return None
    ((_, _, call),) = offers

    def reply(results: Sequence[ToolResult]) -> str:
        (result,) = results
        if result.error:
            return f"That did not work: {result.error}. Nothing was changed."
        outcome = {"create": "Booked", "update": "Changed", "cancel": "Cancelled"}[call.tool.split("_")[0]]
        return f"{outcome}. {describe_booking(result.data)}"

    return ReplyPlan(reply, (call,))


def choose_offer(state: DialogueState) -> ReplyPlan | None:
    """Ask for a yes to one of the offers in the last reply."""
    offers = find_offers(state.last_reply)
    if not offers or CONFIRM in state.last_reply:
        return None
    message = state.message
    index = next((n for n, (_, code, _) in enumerate(offers) if _mentions_offer(message, code)), None)
    if index is None and (choice := _CHOICE.search(message)):
        which = choice["which"].lower()
        index = 0 if which == "cheapest" else _ORDINALS.index(which) if which in _ORDINALS else int(which) - 1
    if index is None and len(offers) == 1 and (_BOOK.search(message) or is_yes(message)):
        index = 0
    if index is None and _BOOK.search(message) and state.message_request.kind is None:
        return reply_with("Which one shall I book? Please say its number.")
    if index is None:
        return None
    if index >= len(offers):
        return reply_with(f"I offered {len(offers)}; please say a number from 1 to {len(offers)}.")
    line, code, _ = offers[index]
    return reply_with(f"Shall I book this? {line} [{code}]\n{CONFIRM}")


def list_bookings(state: DialogueState) -> ReplyPlan | None:
    """List the bookings."""
    if not _LIST.search(state.message):
        return None

    def reply(results: Sequence[ToolResult]) -> str:
        rows = [describe_booking(row) for result in results for row in result.data.get("bookings", ())]
        return "\n".join(["Your bookings:", *(f"- {row}" for row in rows)]) if rows else "You have no bookings."

    return ReplyPlan(reply, _list_calls())


def cancel_booking(state: DialogueState) -> ReplyPlan | None:
    """Ask for a yes to cancel a booking, or which one to cancel."""
    if not _CANCEL.search(state.message):
        return None
    if match := BOOKING_ID.search(state.message):
        id = match[1].upper()
        return reply_with(f"Shall I cancel this booking? {id} [{cancel_code(id)}]\n{CONFIRM}")
    kind = find_kind(state.message)

    def reply(results: Sequence[ToolResult]) -> str:
        rows = [row for result in results for row in result.data.get("bookings", ())]
        active = [row for row in rows if row["state"] == "booked" and kind in {None, row["kind"]}]
        if not active:
            return "There is nothing to cancel: you have no such booking."
        if len(active) == 1:
            (row,) = active
            return f"Shall I cancel this booking? {describe_booking(row)} [{cancel_code(row['booking_id'])}]\n{CONFIRM}"
        return (
            f"Which one shall I cancel? Please say its id.\n{number_lines([describe_booking(row) for row in active])}"
        )

    return ReplyPlan(reply, _list_calls())


def move_booking(state: DialogueState) -> ReplyPlan | None:
    """Ask for a yes to move a booking to another day."""
    match = BOOKING_ID.search(state.message)
    if not match or not _MOVE.search(state.message):
        return None
    id, days = match[1].upper(), state.message_request
    if days.first is None or (parse_booking_kind(id) != "flight" and days.last is None):
        needed = "which day" if parse_booking_kind(id) == "flight" else "which days, from and until"
        return reply_with(f"To {needed} shall I move {id}? Please name the booking and the day together.")
    last = None if parse_booking_kind(id) == "flight" or days.last is None else days.last.isoformat()
    return reply_with(f"Shall I move this booking? {id} [{move_code(id, days.first.isoformat(), last)}]\n{CONFIRM}")


def _mentions_offer(message: str, code: str) -> bool:
    """Return whether the message names the flight, hotel or car of an offer."""
    name = re.search(r"(?:flight|at|car) ([\w-]+)", code)
    return bool(name and re.search(rf"(?<![\w-]){re.escape(name[1])}(?![\w-])", message, re.IGNORECASE))


def _list_calls() -> tuple[ToolCall, ...]:
    return tuple(ToolCall(f"list_{kind}_bookings") for kind in ("flight", "hotel", "car"))
