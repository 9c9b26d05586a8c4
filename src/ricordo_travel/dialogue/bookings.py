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
    parse_code,
)
from ricordo_travel.dialogue.plan import ReplyPlan, ToolCall, reply_with
from ricordo_travel.dialogue.requests import find_kind
from ricordo_travel.dialogue.state import DialogueState, ToolResult
from ricordo_travel.outcomes import Outcome

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


def report_outcomes(state: DialogueState) -> ReplyPlan | None:
    """Say what came of a yes. The desk has carried it out before this."""
    if not state.outcomes:
        return None
    if not all(outcome.is_clear for outcome in state.outcomes):
        return reply_with("Which one do you mean? Please say it, or press its button.")
    return reply_with("\n".join(_describe_outcome(outcome) for outcome in state.outcomes))


def _describe_outcome(outcome: Outcome) -> str:
    if outcome.error:
        return f"That did not work: {outcome.error}. Nothing was changed."
    done = {"book": "Booked", "change": "Changed", "cancel": "Cancelled"}[outcome.action]
    return f"{done}. {describe_booking(outcome.result)}"


def _propose(call: ToolCall, question: str, code: str, before: tuple[ToolCall, ...] = ()) -> ReplyPlan:
    """Make a proposal with a tool, and ask for a yes to it."""

    def reply(results: Sequence[ToolResult]) -> str:
        result = results[-1]
        if result.error:
            return f"I cannot do that: {result.error}. Nothing was changed."
        return f"{question} {result.data['what']} [{code}]\n{CONFIRM}"

    return ReplyPlan(reply, (*before, call))


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
    _, code, call = offers[index]
    return _propose(call, "Shall I book this?", code)


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
        return _cancel(match[1].upper())
    kind = find_kind(state.message)
    rows = [row for result in state.tool_results[:3] for row in result.data.get("bookings", ())]
    active = [row for row in rows if row["state"] == "booked" and kind in {None, row["kind"]}]
    if len(active) == 1:
        return _cancel(active[0]["booking_id"], before=_list_calls())

    def reply(_: Sequence[ToolResult]) -> str:
        if not active:
            return "There is nothing to cancel: you have no such booking."
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
    code = move_code(id, days.first.isoformat(), last)
    call = parse_code(code)
    assert call is not None, "a code of our own is read again"
    return _propose(call, "Shall I change this?", code)


def _cancel(id: str, before: tuple[ToolCall, ...] = ()) -> ReplyPlan:
    call = ToolCall(f"cancel_{parse_booking_kind(id)}_booking", {"booking_id": id})
    return _propose(call, "Shall I cancel this?", cancel_code(id), before)


def _mentions_offer(message: str, code: str) -> bool:
    """Return whether the message names the flight, hotel or car of an offer."""
    name = re.search(r"(?:flight|at|car) ([\w-]+)", code)
    return bool(name and re.search(rf"(?<![\w-]){re.escape(name[1])}(?![\w-])", message, re.IGNORECASE))


def _list_calls() -> tuple[ToolCall, ...]:
    return tuple(ToolCall(f"list_{kind}_bookings") for kind in ("flight", "hotel", "car"))
