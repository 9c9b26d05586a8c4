"""Booking, changing and cancelling. Nothing changes before an explicit yes to exactly that."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

from ricordo_travel.dialogue import questions
from ricordo_travel.dialogue.booked import ALL, Row, days_of, find_meant, load_active, names_each
from ricordo_travel.dialogue.choice import HOTEL_NAMES, find_number
from ricordo_travel.dialogue.dates import parse_dates
from ricordo_travel.dialogue.geography import find_mentions
from ricordo_travel.dialogue.offers import (
    BOOKING_ID,
    Offer,
    describe_booking,
    describe_rooms,
    find_offers,
    number_lines,
    parse_offer,
)
from ricordo_travel.dialogue.party import parse_party, parse_party_change
from ricordo_travel.dialogue.plan import Plan, ToolCall, call
from ricordo_travel.dialogue.state import DialogueState
from ricordo_travel.dialogue.text import normalise
from ricordo_travel.dialogue.wishes import find_cabin, find_kinds
from ricordo_travel.hotels.catalog import hotels
from ricordo_travel.outcomes import Outcome
from ricordo_travel.reservations import Kind

_MAX_AT_ONCE = 6
_CANCEL = re.compile(
    r"\b(?:cancel|call off|get rid of|undo)\b(?!lation)|\bdrop (?:the|my|our) (?:car|hotel|flight|booking)\b(?! off)"
)
_CANCELLATION = re.compile(
    r"\b(?:can|could|may) (?:i|we) (?:still )?cancel (?:for free|later|if)|\bif (?:i|we) (?:have to |must )?cancel|"
    r"\bcancellation\b|\b(?:free|easy|possible|able) to cancel\b|\bcancel (?:for free|later|any ?time)\b"
)
_KEEP = re.compile(r"\b(?:keep|leave|except|not|apart from|without)\b[^,.;!?]{0,25}")
_RELATIVE = re.compile(r"\b(?:more|extra|additional|another|longer|shorter|fewer|less|later|earlier|sooner)\b")
_MOVE = re.compile(
    r"\b(?:move|shift|postpone|rebook|reschedule|push|bring (?:it )?forward|extend|prolong|lengthen|shorten|delay|"
    r"swap)\b"
)
_CHANGE = re.compile(r"\b(?:change|switch|update|modify|amend|adjust|alter|make it|add)\b")
_MINE = re.compile(
    r"\b(?:my|our)\b(?: \w+){0,2}? (?:flight|hotel|car|room|return|outbound|stay|trip|booking|reservation)\b"
)
_OF_BOOKING = re.compile(
    r"\b(?:booking|reservation|booked|it|the (?:\w+ )?(?:flight|hotel|car|room|stay|one)|everything|both|all)\b"
)
_BY = re.compile(r"\b(?:add|adding|plus|extend(?: \w+){0,3}? (?:by|for)|shorten(?: \w+){0,3}? by)\b")
_TOO = re.compile(r"\b(?:too|also|as well|same (?:days?|dates?))\b")
_DONE = re.compile(r"^(?:Booked|Changed)[.:]", re.MULTILINE)
_CHANGED_TO = re.compile(r"^Changed\. [^\n]*?, (?P<day>\d{1,2}(?: [A-Z][a-z]+)?[^\n]*? \d{4})", re.MULTILINE)
_ASKS_DAY = re.compile(r"^To which days? shall I move it\?", re.MULTILINE)
_WEEK_AFTER = re.compile(r"\b(?:week(?:end)? after|(?:following|next) week(?:end)?)\b(?! (?:christmas|easter|new))")
_PEOPLE = re.compile(r"\b(?P<count>\d{1,2}) instead of \d{1,2}\b(?! (?:nights?|days?|weeks?))|\bbe (?P<be>\d{1,2})\b")
_ASKS_WHICH = re.compile(r"\bWhich booking shall I (?P<verb>cancel|change)\?", re.MULTILINE)


def asks_to_cancel(state: DialogueState) -> bool:
    """Return whether the message asks to cancel a booking."""
    if _asked_which(state) == "cancel" and re.search(r"\b(?:both|all|everything)\b", state.text):
        return not re.search(r"\b(?:no|not|don't)\b", state.text)
    is_question = _CANCELLATION.search(state.text)
    if _asked_which(state) == "cancel" and _names_booking(state):
        return True
    return (
        bool(_CANCEL.search(state.text))
        and not is_question
        and not re.search(r"\b(?:don't|do not|not) cancel", state.text)
    )


def asks_to_change(state: DialogueState) -> bool:
    """Return whether the message asks to change a booking."""
    text = state.text
    is_verb = has_verb(text)
    if awaits_change(state) and (_names_booking(state) or ALL.search(text)):
        return True
    if is_verb and (BOOKING_ID.search(state.message) or _MINE.search(text) or re.search(r"\bbooking\b", text)):
        return True
    names_change = state.reading.names("first", "nights", "last", "people") or _changes_cabin(state)
    if _ASKS_DAY.search(state.last_reply) and names_change:
        return True
    if state.question and state.question.verb == "change" and names_change:
        return not state.reading.names("destination", "origin", "unserved")
    has_booked = any(BOOKING_ID.search(reply) for reply in state.replies)
    if _MOVE.search(text) and (has_booked or not state.offers) and (_OF_BOOKING.search(text) or names_change):
        return True
    if state.act not in {None, "change", "no", "talk", "cancel"}:
        return False  # what only looks like a change is none if the reader takes it for something else
    if has_booked and names_change and _CHANGE.search(text) and _OF_BOOKING.search(text) and not state.question:
        return not re.search(r"\bmake it\b", text) or is_after_booking(state)
    if names_change and _RELATIVE.search(text) and any(is_booked_last(state, kind) for kind in find_kinds(text)):
        return True
    if is_after_booking(state) and state.last_reply.startswith("Changed") and find_kinds(text) and _TOO.search(text):
        return True
    return (
        is_after_booking(state)
        and bool(names_change)
        and not find_kinds(text)
        and not state.reading.names("destination", "origin", "unserved", "kinds")
    )


def awaits_change(state: DialogueState) -> bool:
    """Return whether the last reply asks which booking to change, or to which days."""
    return bool(_ASKS_DAY.search(state.last_reply)) or _asked_which(state) == "change"


def names_change(state: DialogueState) -> bool:
    """Return whether a message says what to change: by a verb, other days or people, or another hotel."""
    text = state.text
    named = state.reading.names("first", "nights", "last", "people") or find_cabin(text) or HOTEL_NAMES.search(text)
    return bool(named or has_verb(text) or _RELATIVE.search(text) or _PEOPLE.search(text))


def has_verb(text: str) -> bool:
    """Return whether a text in lower case speaks of changing or moving something."""
    return bool(_MOVE.search(text) or _CHANGE.search(text))


def is_booked_last(state: DialogueState, kind: Kind) -> bool:
    """Return whether the last that was said of a kind is a booking, and not an offer."""
    for reply in state.replies:
        if any(offer.kind == kind for offer in find_offers(reply)):
            return False
        if any(id[0] == kind[0].upper() for id in BOOKING_ID.findall(reply)):
            return True
    return False


def is_after_booking(state: DialogueState) -> bool:
    """Return whether the last reply says that something was booked or changed, and asks nothing."""
    return bool(_DONE.search(state.last_reply)) and "?" not in state.last_reply


def _changes_cabin(state: DialogueState) -> bool:
    return bool(_CHANGE.search(state.text) and find_cabin(state.text))


def report_outcomes(state: DialogueState) -> Plan:
    """Say what came of a yes. The desk has carried it out before this."""
    if all(outcome.is_clear for outcome in state.outcomes):
        return describe_outcomes(state)
    asked = ["Which one do you mean? Please say it, or say “both”."]
    for outcome in state.outcomes:
        if offer := parse_offer(outcome.what):
            asked.append((yield from ask_to_book(offer)))  # noqa: PERF401 - a comprehension cannot yield
    return "\n\n".join(asked)


def describe_outcomes(state: DialogueState) -> str:
    """Return what came of a yes, a line for each booking. Of a yes that was not clear, nothing has."""
    return "\n".join(_describe_outcome(outcome) for outcome in state.outcomes if outcome.is_clear)


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


def cancel_booking(state: DialogueState) -> Plan:
    """Ask for a yes to cancel a booking, or which one to cancel."""
    rows = yield from load_active()
    if not rows:
        return "There is nothing to cancel: you have no bookings."
    kept = find_kinds(" ".join(_KEEP.findall(state.text)))
    rows = [row for row in rows if row["kind"] not in kept]
    if re.search(r"\b(?:old|previous|former) (?:one|booking|room)\b", state.text) and "Changed." in state.last_reply:
        return "There is no old one left to cancel: the booking itself was changed."
    found = find_meant(replace(state, message=_KEEP.sub(" ", state.text)), rows, is_exact=True)
    if len(found) == 1 or (found and names_each(state.text, found)):
        asked: list[str] = []
        for row in found[:_MAX_AT_ONCE]:
            asked.append((yield from _ask_to_cancel(row)))  # noqa: PERF401 - a comprehension cannot yield
        return "\n\n".join(asked)
    if not found:
        return f"You have no such booking. {_ask_which('cancel', rows)}" if rows else "Then I cancel nothing."
    return _ask_which("cancel", found)


def change_booking(state: DialogueState) -> Plan:
    """Ask for a yes to move bookings to other days, or to change their party; or ask which ones to change."""
    rows = yield from load_active()
    if not rows:
        return "You have no booking that I could change."
    found = find_meant(state, rows)
    if not found:
        return f"You have no such booking. {_ask_which('change', rows)}"
    if len(found) != 1 and not ALL.search(state.text):
        return _ask_which("change", found)
    asked: list[str] = []
    for row in found[:_MAX_AT_ONCE]:
        question = yield from _ask_to_change(state, row)
        asked.append(question)
    return "\n\n".join(asked)


def _ask_to_change(state: DialogueState, row: Row) -> Plan:
    text = _text_with_days(state)
    first, last = days_of(row)
    new_first, new_last = _new_days(_after_verb(text), state.today, first, last)
    if row["kind"] == "flight" and new_first == first:
        new_first = parse_dates(text, state.today, first).last or first
    if (new_first, new_last) == (first, last):
        new_first, new_last = _new_days(text, state.today, first, last)
    if (new_first, new_last) == (first, last) and _TOO.search(text) and (day := _changed_day(state)):
        new_first, new_last = day, day + (last - first)
    if name := _find_other_hotel(text, row):
        return (yield from _ask_to_replace(row, name))
    people = parse_party(text)
    if not people and (match := _PEOPLE.search(text)):
        people = int(match["count"] or match["be"])
    if (more := parse_party_change(text)) and "people" not in row:
        people = max(1, (row.get("passengers") or row.get("guests") or 1) + more)
    if (new_first, new_last) == (first, last) and not people and not (find_cabin(text) and row["kind"] == "flight"):
        needed = "To which day" if row["kind"] == "flight" else "To which days"
        return f"{needed} shall I move it? This is the booking:\n{describe_booking(row)}"
    arguments = _changes(row, new_first, new_last, people, find_cabin(text))
    return (yield from _propose(ToolCall(f"update_{row['kind']}_booking", arguments), "Shall I change this booking?"))


def _find_other_hotel(text: str, row: Row) -> str | None:
    """Return the name or style of the hotel to which a message changes the booking of another one."""
    if row["kind"] != "hotel":
        return None
    own = row["hotel"].lower().split()
    named = [match["the"] or match["name"] for match in HOTEL_NAMES.finditer(text)]
    return next((name for name in named if name not in own), None)


def _ask_to_replace(row: Row, name: str) -> Plan:
    """Ask for a yes to book another hotel for the same stay, and to cancel the one that is booked."""
    stay = {key: row[key] for key in ("check_in", "check_out", "guests")}
    result = yield from call("search_hotel_rooms", city=hotels()[row["hotel_id"]].place.key, **stay)
    found = [each for each in result.data.get("hotels", ()) if name in each["hotel"].lower().split()]
    lines = describe_rooms(found, *days_of(row), row["guests"])
    if not lines or not (offer := parse_offer(lines[0])):
        return f"No such hotel has a room for that stay, so the booking stays as it is:\n{describe_booking(row)}"
    booked = yield from ask_to_book(offer)
    cancelled = yield from _ask_to_cancel(row)
    return f"{booked}\n\n{cancelled}"


def _ask_to_cancel(row: Row) -> Plan:
    return _propose(
        ToolCall(f"cancel_{row['kind']}_booking", {"booking_id": row["booking_id"]}), "Shall I cancel this booking?"
    )


def _changed_day(state: DialogueState) -> date | None:
    """Return the first day of the booking that was changed just now."""
    match = _CHANGED_TO.search(state.last_reply)
    return parse_dates(match["day"].lower(), state.today).first if match else None


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
    """Return the message, after those to which the replies only asked for the booking or the days."""
    said: list[str] = [state.text]
    is_asked = False
    for role, text in reversed(state.history):
        if role == "assistant":
            is_asked = bool(_ASKS_DAY.search(text) or _ASKS_WHICH.search(text))
        elif is_asked:
            said.insert(0, normalise(text))
        if not is_asked:
            break
    return " ".join(said)


def _after_verb(text: str) -> str:
    """Return the part of a message that says what to change, without the story before it."""
    match = _MOVE.search(text) or _CHANGE.search(text)
    return text[match.start() :] if match else text


def _new_days(text: str, today: date, first: date, last: date) -> tuple[date, date]:
    days = parse_dates(text, today, first)
    if _WEEK_AFTER.search(text):
        return first + timedelta(days=7), last + timedelta(days=7)
    if _BY.search(text) and days.nights and not days.first:  # "add 1 night"
        days = replace(days, nights=None, more=-days.nights if "shorten" in text else days.nights)
    nights = (last - first).days
    new_first = first + timedelta(days=days.shift) if days.shift else days.first or first
    if days.last and not days.first and days.last > first:
        return first, days.last
    return new_first, new_first + timedelta(days=max(1, days.nights or nights + (days.more or 0)))


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
