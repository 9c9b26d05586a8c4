"""What a message changes of a booking: its days, its party, its cabin, or the hotel or flight itself."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from ricordo_travel.dialogue.booked import Row, days_of, group_trips, is_way_back, people_of, span_of
from ricordo_travel.dialogue.choice import HOTEL_NAMES, find_times
from ricordo_travel.dialogue.hours import Hours, parse_hours
from ricordo_travel.dialogue.meant import COUNTED, kinds_in
from ricordo_travel.dialogue.moving import MOVE, Move, move_flight, move_stay, read_move
from ricordo_travel.dialogue.offers import BOOKING_ID, parse_offer
from ricordo_travel.dialogue.party import parse_party, parse_party_change
from ricordo_travel.dialogue.state import DialogueState
from ricordo_travel.dialogue.wishes import find_cabin, split_by_kind
from ricordo_travel.flights.timetable import Cabin
from ricordo_travel.hotels.catalog import hotels

CHANGE = re.compile(r"\b(?:change|switch|update|modify|amend|adjust|alter|make it|add)\b")
"""Verbs of changing something else than days."""
_PEOPLE = re.compile(r"\b(?P<count>\d{1,2}) instead of \d{1,2}\b(?! (?:nights?|days?|weeks?))|\bbe (?P<be>\d{1,2})\b")
_MISSES = re.compile(r"\b(?:can't|cannot|can not|won't|isn't|is not|not) (?:come|coming|make it|join\w*)\b|\bbailed\b")
_TOO = re.compile(r"\b(?:too|also|as well|same (?:days?|dates?))\b")
_PENDING = re.compile(r"^Change (?P<id>[FHC]-\w{8}) to (?P<what>[^\n]+)$", re.MULTILINE | re.IGNORECASE)
_DONE = re.compile(r"^Changed\. (?P<id>[FHC]-\w{8}): (?P<what>[^\n]+)$", re.MULTILINE)
_FLIGHT_NUMBER = re.compile(r"\b[a-z]{2}\d{3,4}\b")
_NEAR = 3
_FIRSTS = {"flight": ("day", "day"), "hotel": ("check_in", "check_out"), "car": ("pick_up", "drop_off")}


@dataclass(frozen=True, slots=True)
class Wanted:
    """A booking as a message wants it: its days, and what else is to be other than it is.

    Attributes:
        hours: The time of day at which the flight is to leave, if it does not.
        flight: The number of another flight.
        time: The time at which another flight leaves.
        hotel: The name or style of another hotel.
    """

    first: date
    last: date
    people: int | None = None
    cabin: Cabin | None = None
    hours: Hours | None = None
    flight: str | None = None
    time: str | None = None
    hotel: str | None = None

    @property
    def is_other_flight(self) -> bool:
        return bool(self.hours or self.flight or self.time)


def find_pending(reply: str) -> dict[str, Mapping[str, Any]]:
    """Return the changes that a reply asks a yes for: the arguments of what each booking would become."""
    asked = ((match["id"].upper(), parse_offer(match["what"])) for match in _PENDING.finditer(reply))
    return {id: offer.call.arguments for id, offer in asked if offer}


def find_wanted(state: DialogueState, row: Row, rows: Sequence[Row], text: str, *, is_alone: bool) -> Wanted | None:
    """Return what a text in lower case changes of a booking, or None if that is nothing.

    `rows` are all bookings, for the trip that this one belongs to. `is_alone` says that no other one of its kind is
    changed.
    """
    own = split_by_kind(text).get(row["kind"], text) if len(kinds_in(text)) > 1 else text
    pending = find_pending(state.last_reply).get(row["booking_id"], {})
    days = next(
        (found for said in (own, text) if (found := _find_days(state, row, rows, said, is_alone=is_alone))), None
    )
    first, last = days or _pending_days(row, pending) or days_of(row)
    people = _find_people(row, own) or _find_people(row, text) or pending.get("guests") or pending.get("passengers")
    people = people if people_of(row) not in {None, people} else None
    cabin = find_cabin(own) or pending.get("cabin") if row["kind"] == "flight" else None
    cabin = cabin if cabin != row.get("cabin") else None
    hours, flight, time = _find_other_flight(row, own)
    wanted = Wanted(first, last, people, cabin, hours, flight, time, _find_other_hotel(own, row))
    return wanted if wanted != Wanted(*days_of(row)) else None


def list_arguments(row: Row, wanted: Wanted) -> dict[str, Any]:
    """Return the arguments of the tool that changes a booking."""
    changes: dict[str, Any] = {
        "flight": {"day": wanted.first.isoformat(), "passengers": wanted.people, "cabin": wanted.cabin},
        "hotel": {"check_in": wanted.first.isoformat(), "check_out": wanted.last.isoformat(), "guests": wanted.people},
        "car": {"pick_up": wanted.first.isoformat(), "drop_off": wanted.last.isoformat()},
    }[row["kind"]]
    if row["kind"] == "hotel" and wanted.people:
        changes["rooms"] = -(-wanted.people // hotels()[row["hotel_id"]].room(row["room_type"]).sleeps)
    return {"booking_id": row["booking_id"], **{name: value for name, value in changes.items() if value}}


def after_verb(text: str) -> str:
    """Return the part of a text that says what to change, without the story before it."""
    match = MOVE.search(text) or CHANGE.search(text)
    return text[match.start() :] if match else text


def _find_days(
    state: DialogueState, row: Row, rows: Sequence[Row], text: str, *, is_alone: bool
) -> tuple[date, date] | None:
    """Return the days that a text gives a booking, or None if it leaves them."""
    first, last = days_of(row)
    trip = next(each for each in group_trips(rows) if row in each)
    is_flight = row["kind"] == "flight"
    span = span_of(trip) if is_flight else (first, last)
    is_back = is_way_back(row, trip)
    for said in dict.fromkeys((after_verb(text), text, text.rpartition(" to ")[2])):
        move = read_move(said, state.today, *(span if span[1] > span[0] else (first, last)))
        if move.day and (pending := _pending_days(row, find_pending(state.last_reply).get(row["booking_id"], {}))):
            return _correct(row, pending, move.day)
        if not is_flight:
            days = move_stay(move, first, last)
        elif is_alone and (
            day := move.day or (None if move_flight(move, first, is_back=is_back) != first else _end(move))
        ):
            days = day, last
        else:
            moved = _move_to_day(move, span) if move.day else move
            days = move_flight(moved, first, is_back=is_back), last
        if days[0] != first or (days[1] != last and not is_flight):
            return days
        if move.first or move.last:
            return None  # it is the other end that moves
    return _follow(state, row) if _TOO.search(text) else None


def _correct(row: Row, pending: tuple[date, date], day: date) -> tuple[date, date]:
    """Return the days of a booking after a correction of those that wait for a yes: of the end that they change."""
    (first, last), (start, end) = days_of(row), pending
    if row["kind"] == "flight":
        return (day, day) if abs((day - start).days) <= _NEAR else pending
    if start == first and end != last:
        return (start, day) if day > start else (day, end)
    return (day, end) if end == last else (day, day + (end - start))


def _end(move: Move) -> date | None:
    return move.first or move.last


def _move_to_day(move: Move, span: tuple[date, date]) -> Move:
    """Return the move of a whole trip to a day as one by days, for the flights there and back."""
    assert move.day
    return Move(shift=(move.day - span[0]).days)


def _follow(state: DialogueState, row: Row) -> tuple[date, date] | None:
    """Return the days of a booking after the one that was changed just now: "the hotel too"."""
    first, last = days_of(row)
    for match in _DONE.finditer(state.last_reply):
        if (offer := parse_offer(match["what"])) and match["id"] != row["booking_id"]:
            day = date.fromisoformat(offer.call.arguments[_FIRSTS[offer.kind][0]])
            return day, day + (last - first)
    return None


def _pending_days(row: Row, pending: Mapping[str, Any]) -> tuple[date, date] | None:
    names = _FIRSTS[row["kind"]]
    if names[0] not in pending:
        return None
    return date.fromisoformat(pending[names[0]]), date.fromisoformat(pending[names[1]])


def _find_people(row: Row, text: str) -> int | None:
    """Return for how many people a text wants a booking."""
    text = COUNTED.sub(" ", text)
    people = people_of(row) or 1
    if more := parse_party_change(text):
        return max(1, people + more)
    if match := _PEOPLE.search(text):
        return int(match["count"] or match["be"])
    if found := parse_party(text):
        return found
    return people - 1 if _MISSES.search(text) and people > 1 else None


def _find_other_flight(row: Row, text: str) -> tuple[Hours | None, str | None, str | None]:
    """Return the hours, the number or the time of the flight to which a text changes the booking of another one."""
    if row["kind"] != "flight":
        return None, None, None
    said = BOOKING_ID.sub(" ", after_verb(text).partition(" to ")[2] or text)
    number = next((each.upper() for each in _FLIGHT_NUMBER.findall(said)), None)
    time = next(iter(find_times(said)), None)
    hours = parse_hours(said) if not time else None
    return (
        hours if hours and not hours.includes(row["departs"]) else None,
        number if number != row["flight_number"] else None,
        time if time != row["departs"] else None,
    )


def _find_other_hotel(text: str, row: Row) -> str | None:
    """Return the name or style of the hotel to which a text changes the booking of another one."""
    if row["kind"] != "hotel":
        return None
    own = row["hotel"].lower().split()
    named = [match["the"] or match["name"] for match in HOTEL_NAMES.finditer(text)]
    return next((name for name in named if name not in own), None)
