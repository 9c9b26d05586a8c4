"""Booking, showing, moving and cancelling: nothing is done before an explicit yes."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ricordo_travel.offers import (
    BOOKING_ID,
    CONFIRM,
    booking_line,
    cancel_code,
    kind_of,
    move_code,
    numbered,
    offers_in,
)
from ricordo_travel.plan import Call, Plan, say
from ricordo_travel.situation import Result, Situation
from ricordo_travel.slots import kind_in

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


def confirmed(situation: Situation) -> Plan | None:
    """Yes, to exactly one thing that was put to the person in the last reply."""
    offers = offers_in(situation.asked)
    if CONFIRM not in situation.asked or len(offers) != 1 or not is_yes(situation.said):
        return None
    ((_, _, call),) = offers

    def reply(results: Sequence[Result]) -> str:
        (result,) = results
        if result.error:
            return f"That did not work: {result.error}. Nothing was changed."
        done = {"create": "Booked", "update": "Changed", "cancel": "Cancelled"}[call.tool.split("_")[0]]
        return f"{done}. {booking_line(result.data)}"

    return Plan(reply, (call,))


def choosing(situation: Situation) -> Plan | None:
    """One of the things that were offered in the last reply."""
    offers = offers_in(situation.asked)
    if not offers or CONFIRM in situation.asked:
        return None
    said = situation.said
    picked = next((n for n, (_, code, _) in enumerate(offers) if _names(said, code)), None)
    if picked is None and (choice := _CHOICE.search(said)):
        which = choice["which"].lower()
        picked = 0 if which == "cheapest" else _ORDINALS.index(which) if which in _ORDINALS else int(which) - 1
    if picked is None and len(offers) == 1 and (_BOOK.search(said) or is_yes(said)):
        picked = 0
    if picked is None and _BOOK.search(said) and situation.here.kind is None:
        return say("Which one shall I book? Please say its number.")
    if picked is None:
        return None
    if picked >= len(offers):
        return say(f"I offered {len(offers)}; please say a number from 1 to {len(offers)}.")
    line, code, _ = offers[picked]
    return say(f"Shall I book this? {line} [{code}]\n{CONFIRM}")


def listing_all(situation: Situation) -> Plan | None:
    """What is booked."""
    if not _LIST.search(situation.said):
        return None

    def reply(results: Sequence[Result]) -> str:
        rows = [booking_line(row) for result in results for row in result.data.get("bookings", ())]
        return "\n".join(["Your bookings:", *(f"- {row}" for row in rows)]) if rows else "You have no bookings."

    return Plan(reply, _all_bookings())


def cancelling(situation: Situation) -> Plan | None:
    """Cancel what is named; where it is not clear what, ask."""
    if not _CANCEL.search(situation.said):
        return None
    if named := BOOKING_ID.search(situation.said):
        id = named[1].upper()
        return say(f"Shall I cancel this booking? {id} [{cancel_code(id)}]\n{CONFIRM}")
    kind = kind_in(situation.said)

    def reply(results: Sequence[Result]) -> str:
        rows = [row for result in results for row in result.data.get("bookings", ())]
        standing = [row for row in rows if row["state"] == "booked" and kind in {None, row["kind"]}]
        if not standing:
            return "There is nothing to cancel: you have no such booking."
        if len(standing) == 1:
            (row,) = standing
            return f"Shall I cancel this booking? {booking_line(row)} [{cancel_code(row['booking_id'])}]\n{CONFIRM}"
        return f"Which one shall I cancel? Please say its id.\n{numbered([booking_line(row) for row in standing])}"

    return Plan(reply, _all_bookings())


def moving(situation: Situation) -> Plan | None:
    """Move a booking to another day."""
    named = BOOKING_ID.search(situation.said)
    if not named or not _MOVE.search(situation.said):
        return None
    id, days = named[1].upper(), situation.here
    if days.first is None or (kind_of(id) != "flight" and days.last is None):
        needed = "which day" if kind_of(id) == "flight" else "which days, from and until"
        return say(f"To {needed} shall I move {id}? Please name the booking and the day together.")
    last = None if kind_of(id) == "flight" or days.last is None else days.last.isoformat()
    return say(f"Shall I move this booking? {id} [{move_code(id, days.first.isoformat(), last)}]\n{CONFIRM}")


def _names(said: str, code: str) -> bool:
    """Whether the person said the number of a flight, or the id of a hotel or a car."""
    name = re.search(r"(?:flight|at|car) ([\w-]+)", code)
    return bool(name and re.search(rf"(?<![\w-]){re.escape(name[1])}(?![\w-])", said, re.IGNORECASE))


def _all_bookings() -> tuple[Call, ...]:
    return tuple(Call(f"list_{kind}_bookings") for kind in ("flight", "hotel", "car"))
