"""The bookings that somebody has, and which of them a message means."""

from __future__ import annotations

import re
from collections.abc import Generator, Mapping, Sequence
from datetime import date, timedelta
from typing import Any

from ricordo_travel.dialogue.choice import find_number, names_hotel
from ricordo_travel.dialogue.dates import parse_dates
from ricordo_travel.dialogue.geography import find_mentions
from ricordo_travel.dialogue.known import know_trip
from ricordo_travel.dialogue.offers import BOOKING_ID
from ricordo_travel.dialogue.plan import ToolCall, ToolResult
from ricordo_travel.dialogue.state import DialogueState
from ricordo_travel.dialogue.wishes import find_kinds

Row = Mapping[str, Any]

ALL = re.compile(r"\b(?:all|both|everything|whole trip|all of (?:it|them)|the lot)\b")
_KINDS = ("flight", "hotel", "car")
_BACK = re.compile(
    r"\b(?:return|way (?:back|home)|flights? (?:back|home)|(?:fly|flying|go|going|come|coming|get|travel(?:ling)?) "
    r"(?:back|home)|inbound)\b"
)
_CHANGES = re.compile(r"\b(?:move|shift|change|switch|rebook|extend|postpone|push|reschedule|make|need|longer|more)\b")
_NEW_DAYS = re.compile(r"\b(?:to|until|till|on|for|by|instead|one (?:night|day|week))\b")
_THERE = re.compile(r"\b(?:outbound|way (?:there|out)|flight (?:there|out)|fly out|flying out)\b")


def load_bookings() -> Generator[Sequence[ToolCall], Sequence[ToolResult], list[Row]]:
    """Load all bookings, those that are cancelled, too."""
    results = yield [ToolCall(f"list_{kind}_bookings") for kind in _KINDS]
    return [row for result in results for row in result.data.get("bookings", ())]


def load_active() -> Generator[Sequence[ToolCall], Sequence[ToolResult], list[Row]]:
    """Load the bookings that are not cancelled."""
    return [row for row in (yield from load_bookings()) if row["state"] == "booked"]


def days_of(row: Row) -> tuple[date, date]:
    """Return the first and the last day of a booking."""
    if row["kind"] == "flight":
        day = date.fromisoformat(row["day"])
        return day, day + timedelta(days=1)
    names = ("check_in", "check_out") if row["kind"] == "hotel" else ("pick_up", "drop_off")
    return date.fromisoformat(row[names[0]]), date.fromisoformat(row[names[1]])


def find_meant(state: DialogueState, rows: Sequence[Row], *, is_list: bool = False) -> list[Row]:
    """Return the bookings that a message means: by id, number, kind and place, or the one talked about last.

    A message that asks for a list means all that fit, not only the one talked about last.
    """
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
    found = _keep_days(state, _keep_direction(state, found))
    places = {place.name for mention in find_mentions(text) for place in mention.places}
    if places and any(places & _places_of(row) for row in found):
        found = [row for row in found if places & _places_of(row)]
    elif places and not re.search(r"\b(?:to|from)\b", text):
        return []
    if len(found) > 1 and not ALL.search(text) and not is_list and (last := _last_id(state)):
        recent = [row for row in found if row["booking_id"] == last]
        found = recent or found
    return found


def _keep_days(state: DialogueState, rows: Sequence[Row]) -> list[Row]:
    """Return the bookings on the days that a message names: "the february one", "the hotel from 12 to 15 may".

    Of a message that changes a booking, only what stands before the new days counts: "move the may one to june".
    """
    text = _NEW_DAYS.split(state.text)[0] if _CHANGES.search(state.text) else state.text
    named = parse_dates(text, state.today)
    if named.first is None and named.month is None:
        return list(rows)
    if named.first is None:
        month = named.month
        found = [row for row in rows if month and days_of(row)[0].timetuple()[:2] == month.timetuple()[:2]]
    else:
        day = named.first
        found = [row for row in rows if days_of(row)[0] == day] or [
            row for row in rows if days_of(row)[0] <= day < days_of(row)[1]
        ]
    return found or list(rows)


def names_direction(text: str) -> bool:
    """Return whether a text speaks of the way there or of the way back."""
    return bool(_BACK.search(text) or _THERE.search(text))


def names_each(text: str, rows: Sequence[Row]) -> bool:
    """Return whether a text asks for all of some bookings: in a word, or by naming each kind once."""
    kinds = [row["kind"] for row in rows]
    return bool(ALL.search(text)) or (len(set(kinds)) == len(kinds) and bool(re.search(r"\band\b|,", text)))


def _keep_direction(state: DialogueState, rows: Sequence[Row]) -> list[Row]:
    """Return the flights of the way back or there if the message names one of them, and all bookings otherwise."""
    if not names_direction(state.text):
        return list(rows)
    is_back = bool(_BACK.search(state.text))
    flights = [row for row in rows if row["kind"] == "flight"]
    found = [row for row in flights if _is_back(state, row, flights) == is_back]
    latest = max((row["day"] for row in found), default=None)
    return [row for row in found if not is_back or row["day"] == latest]


def _is_back(state: DialogueState, flight: Row, flights: Sequence[Row]) -> bool:
    """Return whether a flight goes home: it turns another one round, or ends where the person lives or set out."""
    ends = (flight["origin"], flight["destination"])
    if any((each["destination"], each["origin"]) == ends and each["day"] <= flight["day"] for each in flights):
        return True
    if any((each["destination"], each["origin"]) == ends for each in flights):
        return False
    known, trip = know_trip(state), state.trip
    home = trip.origin or (known.home.place if known.home else None)
    return home is not None and home.name == flight["destination"]


def _names_row(text: str, row: Row) -> bool:
    """Return whether a text names a booking: the name or the style of its hotel, the number of its flight."""
    if row["kind"] == "flight":
        return row["flight_number"].lower() in text.split()
    return row["kind"] == "hotel" and names_hotel(text, row["hotel"])


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
