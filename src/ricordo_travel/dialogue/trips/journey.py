"""The booked trip as context: it fills what a search lacks, for "a hotel for that trip" and "the flight home"."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Any

from ricordo_travel.dialogue.plan import ToolCall, ToolResult
from ricordo_travel.dialogue.replies.offers import describe_booking
from ricordo_travel.dialogue.state import DialogueState
from ricordo_travel.dialogue.trips.booked import Row, days_of, find_spoken, group_trips, is_way_back, load_active
from ricordo_travel.dialogue.trips.trip import Trip
from ricordo_travel.places import Place, find_place
from ricordo_travel.reservations import Kind
from ricordo_travel.wording import format_day, format_days


@dataclass(frozen=True)
class Journey:
    """What is booked for one place: the flight there, the flight back, and the stay or the car.

    `start` is where the trip began that it is a part of.
    """

    place: Place
    rows: tuple[Row, ...]
    start: Place | None = None

    def find(self, kind: Kind) -> list[Row]:
        """Return the bookings of a kind."""
        return [row for row in self.rows if row["kind"] == kind]

    @property
    def there(self) -> Row | None:
        return next((row for row in self.find("flight") if row["destination"] == self.place.name), None)

    @property
    def back(self) -> Row | None:
        return next((row for row in self.find("flight") if row["origin"] == self.place.name), None)

    @property
    def first(self) -> date | None:
        """The first day there: of the stay, the flight there or the car."""
        stays = [days_of(row)[0] for kind in ("hotel", "car") for row in self.find(kind)]
        flight = [days_of(self.there)[0]] if self.there else []
        return next(iter([*stays[:1], *flight]), None)

    @property
    def last(self) -> date | None:
        """The last day there: of the stay, the flight back or the car."""
        stays = [days_of(row)[1] for kind in ("hotel", "car") for row in self.find(kind)]
        flight = [days_of(self.back)[0]] if self.back else []
        return next(iter([*stays[:1], *flight]), None)

    @property
    def home(self) -> Place | None:
        """The place where it sets out."""
        name = self.there["origin"] if self.there else self.back["destination"] if self.back else None
        return find_place(name) if name else None

    @property
    def people(self) -> int | None:
        return next((people for row in self.rows if (people := row.get("guests") or row.get("passengers"))), None)

    @property
    def cabin(self) -> Any:
        return next((row["cabin"] for row in self.find("flight")), None)


def fill_from_bookings(
    state: DialogueState, kinds: Sequence[Kind]
) -> Generator[Sequence[ToolCall], Sequence[ToolResult], tuple[DialogueState, str, Sequence[Kind]]]:
    """Fill what a search for some kinds lacks from the booked trip to the place of the conversation, and say so.

    The kinds that are returned are without those of which that trip has all, if it lacks others.
    """
    trip = replace(state.trip, is_return=state.trip.is_return and "flight" in kinds)
    state = replace(state, own_trip=trip)
    if trip.unserved or trip.area:
        return state, "", kinds
    journey = find_journey(state, (yield from load_active()))
    if journey is None:
        return state, "", kinds
    if not trip.is_return and _has_all(journey, kinds):  # it is another one, from the same place
        home = journey.home if journey.home != trip.destination else None
        return replace(state, own_trip=replace(trip, origin=trip.origin or home)), "", kinds
    filled = fill_trip(trip, journey)
    if filled.first == trip.first and filled.last == trip.last:
        return replace(state, own_trip=filled), "", kinds
    days, has_flights = _say_days(filled, journey), journey.there and journey.back
    left: list[Kind] = [kind for kind in kinds if not (has_flights if kind == "flight" else journey.find(kind))]
    if not left or len(left) == len(kinds):
        return replace(state, own_trip=filled), days, kinds
    booked = [describe_booking(row) for row in journey.rows if row["kind"] in kinds]
    return replace(state, own_trip=filled), "\n".join(["You have booked already:", *booked, days]), left


def find_journey(state: DialogueState, rows: Sequence[Row]) -> Journey | None:
    """Return the booked trip to the place that the conversation is about."""
    place = state.trip.destination
    coming = [row for row in rows if days_of(row)[1] >= state.today]
    there = [each for each in group_journeys(coming) if each.place == place]
    spoken = find_spoken(state, coming)
    return next((each for each in there if any(row in spoken for row in each.rows)), next(iter(there), None))


def group_journeys(rows: Sequence[Row]) -> list[Journey]:
    """Return what is booked for each place of each trip, in the order of their days."""
    return [
        Journey(find_place(name), tuple(same), _find_start(trip))
        for trip in group_trips(rows)
        for name, same in _group_places(trip).items()
    ]


def _find_start(trip: Sequence[Row]) -> Place | None:
    """Return where the first flight of a trip begins."""
    name = next((row["origin"] for row in trip if row["kind"] == "flight"), None)
    return find_place(name) if name else None


def _group_places(trip: Sequence[Row]) -> dict[str, list[Row]]:
    """Return the bookings of a trip by place. A flight on to another place is one of both places."""
    places: dict[str, list[Row]] = {}
    for row in trip:
        is_flight, is_back = row["kind"] == "flight", is_way_back(row, trip)
        if is_flight and (is_back or row["origin"] in places):
            places.setdefault(str(row["origin"]), []).append(row)
        if not is_back:
            places.setdefault(str(row["destination" if is_flight else "city"]), []).append(row)
    return places


def _has_all(journey: Journey, kinds: Sequence[Kind]) -> bool:
    """Return whether a trip has all kinds already, so that a wish for them is for another one."""
    return all(journey.find(kind) for kind in kinds if kind != "flight") and (
        "flight" not in kinds or journey.there is not None
    )


def fill_trip(trip: Trip, journey: Journey) -> Trip:
    """Return a trip with the values of a booked one where it has none."""
    destination = trip.destination or journey.place
    origin = trip.origin or (journey.start if trip.is_return else None) or journey.home
    first = trip.first or journey.first
    is_inside = journey.first and first and journey.last and journey.first <= first <= journey.last
    if trip.is_rough and is_inside and not (trip.nights or trip.last):
        first = journey.first  # "is it still warm at the end of September?" is no day of a car
    if not (trip.is_return or trip.nights or trip.last) and first == journey.last:
        first = journey.first  # what was spoken of is the day of the way back
    if trip.is_return:
        last = trip.last or journey.last
    else:
        ends = journey.last if journey.last and first and journey.last > first else None
        last = trip.last or (first + timedelta(days=trip.nights) if first and trip.nights else ends)
        first = journey.first if first and last and first >= last else first
    nights = (last - first).days if first and last and last > first else trip.nights
    return replace(
        trip,
        destination=destination,
        origin=origin if origin != destination else None,
        first=first,
        last=last,
        nights=nights,
        people=trip.people or journey.people,
        cabin=trip.cabin or journey.cabin,
        stays=(),
    )


def _say_days(trip: Trip, journey: Journey) -> str:
    if trip.is_return and journey.back and days_of(journey.back)[0] == trip.last:
        return f"You have booked a flight back on that day: {describe_booking(journey.back)}."
    if not trip.first or trip.is_return:
        return ""
    if not trip.last:
        return f"You arrive in {journey.place.name} on {format_day(trip.first.isoformat())}."
    days = format_days(trip.first.isoformat(), trip.last.isoformat())
    return f"For the days of your trip to {journey.place.name}, {days}:"
