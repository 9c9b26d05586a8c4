"""The bookings that somebody has, and which of them a message means."""

from __future__ import annotations

import re
from collections.abc import Generator, Mapping, Sequence
from datetime import date, timedelta
from typing import Any

from ricordo_travel.dialogue.choice import HOTEL_NAMES, find_number, find_times, names_hotel
from ricordo_travel.dialogue.dates import parse_dates
from ricordo_travel.dialogue.geography import find_mentions
from ricordo_travel.dialogue.known import know_trip
from ricordo_travel.dialogue.offers import BOOKING_ID
from ricordo_travel.dialogue.party import parse_party
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


def find_meant(
    state: DialogueState, rows: Sequence[Row], *, is_list: bool = False, is_exact: bool = False
) -> list[Row]:
    """Return the bookings that a message means: by id, number, name, kind, days, hour and place, or the latest one.

    A message that asks for a list means all that fit, not only the one talked about last. `is_exact` leaves out
    bookings on other days than the message names.
    """
    text = state.text
    if id := BOOKING_ID.search(state.message):
        return [row for row in rows if row["booking_id"] == id[1].upper()]
    listed = _listed_ids(state.last_reply)
    if listed and (number := find_number(text, len(listed))) and number <= len(listed):
        return [row for row in rows if row["booking_id"] == listed[number - 1]]
    found = list(rows)
    named = [row for row in found if _names_row(_before_change(text), row)]
    if not named and HOTEL_NAMES.search(_before_change(text)) and is_exact:
        return []
    if kinds := find_kinds(text):
        found = [row for row in found if row["kind"] in kinds or row in named]
        has_named = {row["kind"] for row in named}
        found = [row for row in found if row in named or row["kind"] not in has_named]
    elif named:
        found = named
    found = _keep_days(state, _keep_direction(state, found), is_exact=is_exact)
    found = _keep_people(text, found) if is_exact else found
    found = _keep_places(text, found, is_exact=is_exact)
    if len(found) > 1 and not ALL.search(text) and not is_list and (last := _last_id(state)):
        recent = [row for row in found if row["booking_id"] == last]
        found = recent or found
    return found


def _keep_places(text: str, rows: Sequence[Row], *, is_exact: bool) -> list[Row]:
    """Return the bookings at the places that a text names, flights by where they start and end."""
    mentions = find_mentions(text)
    places = {place.name for mention in mentions for place in mention.places}
    if not places:
        return list(rows)
    found = [row for row in rows if places & _places_of(row)]
    ends: dict[str, set[str]] = {"to": set(), "from": set()}
    for mention in mentions:
        word = text[: mention.start].rstrip().rpartition(" ")[2]
        if word in ends:
            ends[word] |= {place.name for place in mention.places}
    for word, name in (("to", "destination"), ("from", "origin")):
        flights = [row for row in found if row["kind"] == "flight" and row[name] in ends[word]]
        found = (
            [row for row in found if row["kind"] != "flight" or row in flights]
            if flights or (is_exact and ends[word])
            else found
        )
    return found if found or is_exact or not re.search(r"\b(?:to|from)\b", text) else list(rows)


def _keep_people(text: str, rows: Sequence[Row]) -> list[Row]:
    """Return the bookings for as many people as a text names."""
    people = parse_party(text)
    return [row for row in rows if not people or people == (row.get("guests") or row.get("passengers") or people)]


def _before_change(text: str) -> str:
    """Return the part of a message before what a booking is changed to: "move the may one" of "… to june"."""
    return _NEW_DAYS.split(text)[0] if _CHANGES.search(text) else text


def _keep_days(state: DialogueState, rows: Sequence[Row], *, is_exact: bool) -> list[Row]:
    """Return the bookings on the days or at the hour that a message names: "the february one", "the 10:40 flight".

    Of a message that changes a booking, only what stands before the new days counts: "move the may one to june".
    """
    text = _before_change(state.text)
    times = find_times(text)
    rows = [row for row in rows if row.get("departs") in times] or ([] if times and is_exact else list(rows))
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
    return found if found or is_exact else list(rows)


def find_next_trip(rows: Sequence[Row], today: date) -> list[Row]:
    """Return the bookings of the trip that comes next: the first one, what overlaps it, and the flight home."""
    coming = sorted((row for row in rows if days_of(row)[1] > today), key=days_of)
    if not coming:
        return []
    trip, end = [coming[0]], days_of(coming[0])[1]
    for row in coming[1:]:
        is_home = row["kind"] == "flight" and any(
            each["kind"] == "flight" and each["origin"] == row["destination"] for each in trip
        )
        if days_of(row)[0] <= end or is_home:
            trip.append(row)
            end = max(end, days_of(row)[1])
        if is_home:
            break
    return trip


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
