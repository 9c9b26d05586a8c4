"""The bookings that somebody has, and the trips that they belong to."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from datetime import date, timedelta
from typing import Any

from ricordo_travel.dialogue.plan import ToolCall, ToolResult
from ricordo_travel.dialogue.replies.offers import BOOKING_ID, Offer
from ricordo_travel.dialogue.state import DialogueState

Row = Mapping[str, Any]

_KINDS = ("flight", "hotel", "car")
_MAX_TRIP = timedelta(days=45)
"""Days after the first one of a trip on which its flight home may leave, if nothing else is booked until then."""


def load_bookings() -> Generator[Sequence[ToolCall], Sequence[ToolResult], list[Row]]:
    """Load all bookings, those that are cancelled, too."""
    results = yield [ToolCall(f"list_{kind}_bookings") for kind in _KINDS]
    return [row for result in results for row in result.data.get("bookings", ())]


def load_active() -> Generator[Sequence[ToolCall], Sequence[ToolResult], list[Row]]:
    """Load the bookings that are not cancelled."""
    return [row for row in (yield from load_bookings()) if row["state"] == "booked"]


def days_of(row: Row) -> tuple[date, date]:
    """Return the first and the last day of a booking; of a flight, its day and the one after it."""
    if row["kind"] == "flight":
        day = date.fromisoformat(row["day"])
        return day, day + timedelta(days=1)
    names = ("check_in", "check_out") if row["kind"] == "hotel" else ("pick_up", "drop_off")
    return date.fromisoformat(row[names[0]]), date.fromisoformat(row[names[1]])


def places_of(row: Row) -> set[str]:
    """Return the names of the places of a booking: where it is, or where a flight starts and ends."""
    return {str(row[name]) for name in ("city", "origin", "destination") if name in row}


def people_of(row: Row) -> int | None:
    """Return for how many people a booking is; None of a car, which does not say."""
    return row.get("guests") or row.get("passengers")


def span_of(rows: Sequence[Row]) -> tuple[date, date]:
    """Return the first and the last day of a trip. It ends on the day of its last flight."""
    return min(days_of(row)[0] for row in rows), max(_last_day(row) for row in rows)


def _last_day(row: Row) -> date:
    first, last = days_of(row)
    return first if row["kind"] == "flight" else last


def group_trips(rows: Sequence[Row]) -> list[list[Row]]:
    """Return the bookings by trip, in the order of their days: what overlaps or follows at once, and the way home."""
    trips: list[list[Row]] = []
    for row in sorted(rows, key=days_of):
        trip = next((each for each in reversed(trips) if _belongs(row, each)), None)
        if trip is None:
            trips.append([row])
        else:
            trip.append(row)
    return trips


def _belongs(row: Row, trip: Sequence[Row]) -> bool:
    """Return whether a booking that does not start before a trip is a part of it."""
    first, (start, end) = days_of(row)[0], span_of(trip)
    flights = [each for each in trip if each["kind"] == "flight"]
    if any(each["destination"] == flights[0]["origin"] for each in flights):  # it has its flight home
        return first < end or (first == end and row["kind"] != "flight" and bool(places_of(row) & places_of(trip[0])))
    if row["kind"] == "flight" and any(row["origin"] in _places_of(each) for each in trip):
        return first - start <= _MAX_TRIP
    return first <= end + timedelta(days=1)


def _places_of(row: Row) -> set[str]:
    """Return the places where a booking takes somebody."""
    return {str(row[name]) for name in ("city", "destination") if name in row}


def is_way_back(row: Row, trip: Sequence[Row]) -> bool:
    """Return whether a flight of a trip goes home: to where the first one starts, or away from where a stay was."""
    flights = sorted((each for each in trip if each["kind"] == "flight"), key=days_of)
    if row["kind"] != "flight" or not flights:
        return False
    if row is not flights[0] and row["booking_id"] != flights[0]["booking_id"]:
        return row["destination"] == flights[0]["origin"]
    stays = [each for each in trip if each["kind"] != "flight"]
    return any(each["city"] == row["origin"] for each in stays)


def find_last_start(rows: Sequence[Row]) -> str | None:
    """Return the name of the place where the last trip began that did not begin where one before it had gone."""
    start, been = None, set[str]()
    for trip in group_trips(rows):
        first = next((row for row in trip if row["kind"] == "flight"), None)
        if first:
            begin = str(first["destination" if is_way_back(first, trip) else "origin"])
            start = begin if begin not in been else start
        been |= {place for row in trip if not is_way_back(row, trip) for place in _places_of(row)}
    return start


def find_next_trip(rows: Sequence[Row], today: date) -> list[Row]:
    """Return the bookings of the trip that comes next."""
    coming = [row for row in rows if days_of(row)[1] > today]
    trips = group_trips(coming)
    return trips[0] if trips else []


def find_same(offer: Offer, rows: Sequence[Row]) -> Row | None:
    """Return the booking that is just what an offer offers."""
    said = offer.call.arguments.items()
    return next((row for row in rows if all(row.get(name) == value for name, value in said)), None)


def find_spoken(state: DialogueState, rows: Sequence[Row]) -> list[Row]:
    """Return the bookings that were spoken of last: those in the latest reply that names any."""
    for reply in state.replies:
        if ids := BOOKING_ID.findall(reply):
            return [row for row in rows if row["booking_id"] in ids]
    return []
