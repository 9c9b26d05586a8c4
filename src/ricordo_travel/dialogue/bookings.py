"""Booking, listing, changing and cancelling. Nothing changes before an explicit yes to exactly that."""

from __future__ import annotations

import re
from collections.abc import Generator, Mapping, Sequence
from datetime import date, timedelta
from typing import Any

from ricordo_travel.dialogue import questions
from ricordo_travel.dialogue.choice import find_number
from ricordo_travel.dialogue.dates import parse_dates
from ricordo_travel.dialogue.geography import find_mentions
from ricordo_travel.dialogue.offers import (
    BOOKING_ID,
    Offer,
    describe_booking,
    number_lines,
)
from ricordo_travel.dialogue.party import parse_party, parse_party_change
from ricordo_travel.dialogue.plan import Plan, ToolCall, ToolResult, say
from ricordo_travel.dialogue.state import DialogueState
from ricordo_travel.dialogue.wishes import find_cabin, find_kinds
from ricordo_travel.hotels.catalog import hotels
from ricordo_travel.outcomes import Outcome
from ricordo_travel.wording import describe

Row = Mapping[str, Any]

_KINDS = ("flight", "hotel", "car")
_MAX_CANCELLED = 6
_TWICE = re.compile(r"\b(?:book(?:ed)?|reserved?)\b.{0,20}\b(?:twice|two times|double)\b|\bdouble[ -]book(?:ed|ing)?\b")
_CANCEL = re.compile(r"\b(?:cancel|call off|get rid of|undo)\b(?!lation)")
_LIST = re.compile(
    r"\b(?:my|show|list|see|all|any|have i|i have|did i|do i have|we have|did we|have we|i've|we've|"
    r"what|which)\b.{0,40}\b(?:bookings?|reservations?|booked|reserved)\b"
    r"|\b(?:list|show) (?:me )?(?:my |the |all )*(?:bookings?|reservations?)\b|\bmy (?:bookings?|"
    r"reservations?|itinerary)\b|\bwhat have i got\b|"
    r"\bwhen (?:is|'s|does|do) (?:my|our) (?:flight|hotel|car|trip|check)|\bwhat time (?:is|does) my "
    r"flight\b|\bwhat did (?:i|we) book\b|"
    r"\b(?:is|are) (?:it|that|they|everything|we) (?:all )?(?:booked|confirmed)\b|\bbooking (?:number|"
    r"reference|id|code)\b"
)
_MOVE = re.compile(
    r"\b(?:move|shift|postpone|rebook|reschedule|push|bring (?:it )?forward|extend|prolong|shorten|delay|swap)\b"
)
_CHANGE = re.compile(r"\b(?:change|switch|update|modify|amend|adjust|alter|make it|add)\b")
_OF_BOOKING = re.compile(
    r"\b(?:booking|reservation|booked|(?:my|our) (?:flight|hotel|car|room|return|outbound|"
    r"stay)|it|the (?:flight|hotel|car|room|stay|one))\b"
)
_DONE = re.compile(r"^(?:Booked|Changed)[.:]", re.MULTILINE)
_ASKS_WHICH = re.compile(r"^Which booking shall I (?P<verb>cancel|change)\?", re.MULTILINE)


def asks_to_cancel(state: DialogueState) -> bool:
    """Return whether the message asks to cancel a booking."""
    if _asked_which(state) == "cancel" and re.search(r"\b(?:both|all|everything)\b", state.text):
        return not re.search(r"\b(?:no|not|don't)\b", state.text)
    is_question = re.search(
        r"\b(?:can|could|may) i (?:still )?cancel (?:for free|later|if)|\bif i cancel|\bcancellation\b", state.text
    )
    if _asked_which(state) == "cancel" and _names_booking(state):
        return True
    return (
        bool(_CANCEL.search(state.text))
        and not is_question
        and not re.search(r"\b(?:don't|do not|not) cancel", state.text)
    )


def asks_for_list(state: DialogueState) -> bool:
    """Return whether the message asks for the bookings."""
    return bool(_TWICE.search(state.text) or _LIST.search(state.text)) and not re.search(
        r"\b(?:hotel|flight|car)s? (?:you|they) (?:book|have)", state.text
    )


def asks_to_change(state: DialogueState) -> bool:
    """Return whether the message asks to change a booking."""
    if _asked_which(state) == "change" and _names_booking(state):
        return True
    if BOOKING_ID.search(state.message) and (_MOVE.search(state.text) or _CHANGE.search(state.text)):
        return True
    has_booked = any(_DONE.search(reply) for reply in state.replies)
    names_change = state.reading.names("first", "nights", "last", "people") or _changes_cabin(state)
    if _MOVE.search(state.text) and (has_booked or not state.offers) and _OF_BOOKING.search(state.text):
        return True
    if (
        has_booked
        and names_change
        and re.search(r"\b(?:change|switch|update|amend|modify)\b", state.text)
        and _OF_BOOKING.search(state.text)
    ):
        return True
    if _CHANGE.search(state.text) and re.search(r"\b(?:my |the )?(?:booking|reservation)\b", state.text):
        return True
    return (
        is_after_booking(state)
        and bool(names_change)
        and not find_kinds(state.text)
        and not state.reading.names("destination", "origin", "unserved")
    )


def is_after_booking(state: DialogueState) -> bool:
    """Return whether the last reply says that something was booked or changed, and asks nothing."""
    return bool(_DONE.search(state.last_reply)) and "?" not in state.last_reply


def _changes_cabin(state: DialogueState) -> bool:
    return bool(_CHANGE.search(state.text) and find_cabin(state.text))


def report_outcomes(state: DialogueState) -> Plan:
    """Say what came of a yes. The desk has carried it out before this."""
    if not all(outcome.is_clear for outcome in state.outcomes):
        return say("Which one do you mean? Please say it, or press its button.")
    return say(describe_outcomes(state))


def describe_outcomes(state: DialogueState) -> str:
    """Return what came of a yes, a line for each booking."""
    return "\n".join(map(_describe_outcome, state.outcomes))


def is_done(state: DialogueState, offer: Offer) -> bool:
    """Return whether the message just booked an offer."""
    arguments = offer.call.arguments.items()
    return any(all(outcome.result.get(name) == value for name, value in arguments) for outcome in state.outcomes)


def _describe_outcome(outcome: Outcome) -> str:
    if outcome.error:
        return f"That did not work: {outcome.error}. Nothing was changed."
    done = {"book": "Booked", "change": "Changed", "cancel": "Cancelled"}[outcome.action]
    return f"{done}. {describe_booking(outcome.result)}"


def ask_to_book(offer: Offer) -> Plan:
    """Ask for a yes to one offer."""
    return _propose(offer.call, "Shall I book this?")


def _propose(call: ToolCall, question: str) -> Plan:
    """Make a proposal with a tool, and ask for a yes to it."""
    (result,) = yield [call]
    if result.error:
        return f"I cannot do that: {result.error}. Nothing was changed."
    if "what" not in result.data:
        return f"That is booked already: {describe_booking(result.data)}"
    what = str(result.data["what"])
    return f"{question}\n{what[:1].upper()}{what[1:]}\n{questions.CONFIRM}"


def list_bookings(state: DialogueState) -> Plan:
    """List the bookings that are not cancelled."""
    rows = yield from _load()
    active = [row for row in rows if row["state"] == "booked"]
    wanted = _narrow(state, active) if active else active
    if not active:
        return "You have no bookings." + (" The ones that you had are cancelled." if rows else "")
    lines = number_lines([describe_booking(row) for row in wanted or active])
    total = sum(row["total_price"] for row in wanted or active)
    sum_line = f"\nIn all: ${total:,.0f}" if len(wanted or active) > 1 else ""
    twice = f"{_say_if_twice(active)} " if _TWICE.search(state.text) else ""
    return f"{twice}Your bookings:\n{lines}{sum_line}"


def _say_if_twice(rows: Sequence[Row]) -> str:
    things = [describe(row) for row in rows]
    same = next((thing for thing in things if things.count(thing) > 1), None)
    return f"Yes, this is booked more than once: {same}." if same else "No, nothing is booked twice."


def cancel_booking(state: DialogueState) -> Plan:
    """Ask for a yes to cancel a booking, or which one to cancel."""
    rows = [row for row in (yield from _load()) if row["state"] == "booked"]
    if not rows:
        return "There is nothing to cancel: you have no bookings."
    found = _narrow(state, rows)
    if len(found) == 1 or (found and _names_each(state.text, found)):
        asked: list[str] = []
        for row in found[:_MAX_CANCELLED]:
            call = ToolCall(f"cancel_{row['kind']}_booking", {"booking_id": row["booking_id"]})
            asked.append((yield from _propose(call, "Shall I cancel this booking?")))
        return "\n\n".join(asked)
    if not found:
        return f"You have no such booking. {_ask_which('cancel', rows)}"
    return _ask_which("cancel", found)


def change_booking(state: DialogueState) -> Plan:
    """Ask for a yes to move a booking to other days, or to change its party."""
    rows = [row for row in (yield from _load()) if row["state"] == "booked"]
    if not rows:
        return "You have no booking that I could change."
    found = _narrow(state, rows)
    if len(found) != 1:
        return _ask_which("change", found or rows)
    (row,) = found
    text = _text_with_days(state)
    first, last = _days_of(row)
    new_first, new_last = _new_days(_after_verb(text), state.today, first, last)
    if (new_first, new_last) == (first, last):
        new_first, new_last = _new_days(text, state.today, first, last)
    people = parse_party(text)
    if (more := parse_party_change(text)) and "people" not in row:
        people = max(1, (row.get("passengers") or row.get("guests") or 1) + more)
    if (new_first, new_last) == (first, last) and not people and not (find_cabin(text) and row["kind"] == "flight"):
        needed = "To which day" if row["kind"] == "flight" else "To which days"
        return f"{needed} shall I move it? This is the booking:\n{describe_booking(row)}"
    call = ToolCall(f"update_{row['kind']}_booking", _changes(row, new_first, new_last, people, find_cabin(text)))
    return (yield from _propose(call, "Shall I change this booking?"))


def _changes(row: Row, first: date, last: date, people: int | None, cabin: str | None) -> dict[str, Any]:
    """Return the arguments of the tool that changes a booking."""
    if row["kind"] == "flight":
        changes = {"day": first.isoformat(), "passengers": people, "cabin": cabin}
    elif row["kind"] == "hotel":
        changes = {
            "check_in": first.isoformat(),
            "check_out": last.isoformat(),
            "guests": people,
            **_rooms(row, people),
        }
    else:
        changes = {"pick_up": first.isoformat(), "drop_off": last.isoformat()}
    return {"booking_id": row["booking_id"], **{name: value for name, value in changes.items() if value}}


def _rooms(row: Row, people: int | None) -> dict[str, int]:
    """Return how many rooms a new party needs."""
    if not people:
        return {}
    sleeps = hotels()[row["hotel_id"]].room(row["room_type"]).sleeps
    return {"rooms": -(-people // sleeps)}


def _text_with_days(state: DialogueState) -> str:
    """Return the message, with the one before it if that named the days and this one names the booking."""
    if _asked_which(state) == "change":
        earlier = [text for role, text in state.history if role == "user"]
        return f"{earlier[-1].lower()} {state.text}" if earlier else state.text
    return state.text


def _after_verb(text: str) -> str:
    """Return the part of a message that says what to change, without the story before it."""
    match = _MOVE.search(text) or _CHANGE.search(text)
    return text[match.start() :] if match else text


def _new_days(text: str, today: date, first: date, last: date) -> tuple[date, date]:
    days = parse_dates(text, today, first)
    nights = (last - first).days
    new_first = first + timedelta(days=days.shift) if days.shift else days.first or first
    if days.last and not days.first and days.last > first:
        return first, days.last
    return new_first, new_first + timedelta(days=max(1, days.nights or nights + (days.more or 0)))


def _days_of(row: Row) -> tuple[date, date]:
    if row["kind"] == "flight":
        day = date.fromisoformat(row["day"])
        return day, day + timedelta(days=1)
    names = ("check_in", "check_out") if row["kind"] == "hotel" else ("pick_up", "drop_off")
    return date.fromisoformat(row[names[0]]), date.fromisoformat(row[names[1]])


def _narrow(state: DialogueState, rows: Sequence[Row]) -> list[Row]:
    """Return the bookings that a message means: by id, number, kind and place, or the one talked about last."""
    text = state.text
    if id := BOOKING_ID.search(state.message):
        return [row for row in rows if row["booking_id"] == id[1].upper()]
    listed = _listed_ids(state.last_reply)
    if listed and (number := find_number(text, len(listed))) and number <= len(listed):
        return [row for row in rows if row["booking_id"] == listed[number - 1]]
    found = list(rows)
    named = [row for row in found if _names_row(text, row)]
    if kinds := find_kinds(text):
        found = [row for row in found if row["kind"] in kinds or row in named]
        has_named = {row["kind"] for row in named}
        found = [row for row in found if row in named or row["kind"] not in has_named]
    elif named:
        return named
    found = _narrow_direction(text, found)
    places = {place.name for mention in find_mentions(text) for place in mention.places}
    if places and any(places & _places_of(row) for row in found):
        found = [row for row in found if places & _places_of(row)]
    elif places and not re.search(r"\b(?:to|from)\b", text):
        return []
    if len(found) > 1 and not re.search(r"\b(?:all|both|everything)\b", text) and (last := _last_id(state)):
        recent = [row for row in found if row["booking_id"] == last]
        is_vague = not kinds or len(recent) == 1
        found = recent if recent and is_vague and not asks_for_list(state) else found
    return found


def _names_row(text: str, row: Row) -> bool:
    """Return whether a text names a booking: the name or the style of its hotel, the number of its flight."""
    if row["kind"] == "flight":
        return row["flight_number"].lower() in text.split()
    if row["kind"] != "hotel":
        return False
    name, style, *_ = str(row["hotel"]).lower().split()
    return bool(re.search(rf"\b(?:{name} {style}|the {name}|(?:the|my|our) {style})\b", text))


def _narrow_direction(text: str, rows: Sequence[Row]) -> list[Row]:
    """Return the flights of the way back or there if a text names one of them, and all bookings otherwise."""
    match = re.search(r"\b(?:(?P<back>return|way back|flight back|flight home)|outbound|way there)\b", text)
    flights = sorted((row for row in rows if row["kind"] == "flight"), key=lambda row: str(row["day"]))
    if not match or not flights:
        return list(rows)
    return [flights[-1] if match["back"] else flights[0]]


def _names_each(text: str, rows: Sequence[Row]) -> bool:
    """Return whether a text asks for all of some bookings: in a word, or by naming each kind once."""
    kinds = [row["kind"] for row in rows]
    if re.search(r"\b(?:all|both|everything)\b", text):
        return True
    return len(set(kinds)) == len(kinds) and bool(re.search(r"\band\b|,", text))


def _places_of(row: Row) -> set[str]:
    return {str(row[name]) for name in ("city", "origin", "destination") if name in row}


def _last_id(state: DialogueState) -> str | None:
    """Return the id of the booking that was made, changed or asked about last."""
    for reply in state.replies:
        ids = BOOKING_ID.findall(reply)
        if len(set(ids)) == 1:
            return ids[0]
        if ids:
            return None
    return None


def _listed_ids(reply: str) -> list[str]:
    return [match[1] for line in reply.splitlines() if re.match(r"\d+\. ", line) and (match := BOOKING_ID.search(line))]


def _asked_which(state: DialogueState) -> str | None:
    match = _ASKS_WHICH.search(state.last_reply)
    return match["verb"] if match else None


def _names_booking(state: DialogueState) -> bool:
    text = state.text
    return bool(
        BOOKING_ID.search(state.message)
        or find_number(text, 9)
        or (find_kinds(text) and not re.search(r"\b(?:find|search|need|want|show)\b", text))
        or (find_mentions(text) and len(text.split()) < 8)
    )


def _ask_which(verb: str, rows: Sequence[Row]) -> str:
    lines = number_lines([describe_booking(row) for row in rows])
    return f"Which booking shall I {verb}? Say its number.\n{lines}"


def _load() -> Generator[Sequence[ToolCall], Sequence[ToolResult], list[Row]]:
    results = yield [ToolCall(f"list_{kind}_bookings") for kind in _KINDS]
    return [row for result in results for row in result.data.get("bookings", ())]
