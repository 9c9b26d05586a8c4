"""The seven tools of the flights."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Annotated, Any

from pydantic import Field

from ricordo_travel.desk import Arguments, BookingArguments, Desk, Tool, booking_tools, listed
from ricordo_travel.flights.timetable import Cabin, Flight, flights_between, timetable
from ricordo_travel.places import airports, place_named
from ricordo_travel.reservations import Wish

Seats = Annotated[int, Field(description="how many people fly", ge=1, le=9)]


class SearchFlights(Arguments):
    origin: str | None = Field(None, description="city or airport code to fly from")
    destination: str | None = Field(None, description="city or airport code to fly to")
    day: date | None = Field(
        None, description="day of departure, as 2026-05-08; with it, fares and free seats are given"
    )
    passengers: Seats = 1
    cabin: Cabin = "economy"
    max_price: float | None = Field(None, gt=0, description="dollars for one seat, at most")


class GetFlight(Arguments):
    flight_number: str
    day: date | None = Field(None, description="day of departure; with it, fares and free seats are given")


class CreateFlightBooking(Arguments):
    flight_number: str
    day: date = Field(description="day of departure, as 2026-05-08")
    passengers: Seats = 1
    cabin: Cabin = "economy"


class UpdateFlightBooking(BookingArguments):
    day: date | None = Field(None, description="another day of departure")
    passengers: Seats | None = None
    cabin: Cabin | None = None


def _search(desk: Desk, given: SearchFlights) -> dict[str, Any]:
    if given.origin is None and given.destination is None:
        raise ValueError("say where to fly from or where to: origin, destination or both")
    origins = [place_named(given.origin).airport] if given.origin else list(airports())
    destinations = [place_named(given.destination).airport] if given.destination else list(airports())
    if origins == destinations:
        raise ValueError("origin and destination have the same airport; no flight is needed")
    if given.day:
        desk.check_day(given.day, "day")
    flights = [flight for one in origins for other in destinations for flight in flights_between(one, other)]
    rows = _rows(desk, [(flight, given.cabin) for flight in flights], given.day)
    fitting = [
        row
        for row in rows
        if (given.max_price is None or row["price"] <= given.max_price)
        and (given.day is None or row["seats_left"] >= given.passengers)
    ]
    return listed(sorted(fitting, key=lambda row: (row["price"], row["flight_number"])), name="flights")


def _get(desk: Desk, given: GetFlight) -> dict[str, Any]:
    flight = _flight(given.flight_number)
    if given.day:
        desk.check_day(given.day, "day")
    cabins = _rows(desk, [(flight, cabin) for cabin, _ in flight.seats], given.day)
    return {**cabins[0], "cabins": {row["cabin"]: _of_cabin(row) for row in cabins}}


def _create(desk: Desk, given: CreateFlightBooking) -> dict[str, Any]:
    return desk.reservations.book(desk.traveller, _wish(desk, given)).as_dict()


def _update(desk: Desk, given: UpdateFlightBooking) -> dict[str, Any]:
    changes = given.model_dump(exclude={"booking_id"}, exclude_none=True)
    if not changes:
        raise ValueError("say what to change: day, passengers or cabin")
    booked = desk.reservations.get(desk.traveller, given.booking_id).details
    asked = {name: booked[name] for name in ("flight_number", "day", "passengers", "cabin")}
    wish = _wish(desk, CreateFlightBooking.model_validate({**asked, **changes}))
    return desk.reservations.rebook(desk.traveller, given.booking_id, wish).as_dict()


def _flight(number: str) -> Flight:
    if found := timetable().get(number.replace(" ", "").upper()):
        return found
    raise ValueError("there is no flight with this number; search_flights gives those that there are")


def _wish(desk: Desk, given: CreateFlightBooking) -> Wish:
    flight = _flight(given.flight_number)
    day = desk.check_day(given.day, "day")
    return Wish(
        resource=_resource(flight, given.cabin),
        first=day,
        until=day + timedelta(days=1),
        count=given.passengers,
        capacity=flight.capacity(given.cabin),
        details={
            "flight_number": flight.number,
            "airline": flight.airline,
            "origin": flight.origin.name,
            "destination": flight.destination.name,
            "day": day.isoformat(),
            "departs": flight.departs,
            "passengers": given.passengers,
            "cabin": given.cabin,
        },
        cents=flight.cents(given.cabin, day) * given.passengers,
    )


def _rows(desk: Desk, wanted: list[tuple[Flight, Cabin]], day: date | None) -> list[dict[str, Any]]:
    taken: dict[str, int] = {}
    if day is not None:
        resources = [_resource(flight, cabin) for flight, cabin in wanted]
        taken = desk.reservations.taken(resources, day, day + timedelta(days=1))
    return [_row(flight, cabin, day, taken.get(_resource(flight, cabin), 0)) for flight, cabin in wanted]


def _resource(flight: Flight, cabin: Cabin) -> str:
    return f"flight {flight.number} {cabin}"


def _row(flight: Flight, cabin: Cabin, day: date | None, taken: int) -> dict[str, Any]:
    row: dict[str, Any] = {
        "flight_number": flight.number,
        "airline": flight.airline,
        "origin": flight.origin.name,
        "origin_airport": flight.origin.airport,
        "destination": flight.destination.name,
        "destination_airport": flight.destination.airport,
        "departs": flight.departs,
        "minutes": flight.minutes,
        "via": flight.via,
        "cabin": cabin,
        "currency": "USD",
        "price": flight.usual_cents(cabin) / 100 if day is None else flight.cents(cabin, day) / 100,
    }
    if day is not None:
        row |= {"day": day.isoformat(), "seats_left": flight.capacity(cabin) - taken}
    return row


def _of_cabin(row: dict[str, Any]) -> dict[str, Any]:
    return {name: row[name] for name in ("price", "seats_left") if name in row}


_LIST, _GET_BOOKING, _CANCEL = booking_tools("flight")

TOOLS: tuple[Tool, ...] = (
    Tool("search_flights", "Flights from or to a city, cheapest first.", SearchFlights, _search),
    Tool("get_flight", "One flight by its number, with all its cabins.", GetFlight, _get),
    _LIST,
    _GET_BOOKING,
    Tool(
        "create_flight_booking",
        "Book seats on a flight. Only after the traveller has said yes to exactly this.",
        CreateFlightBooking,
        _create,
        changes=True,
    ),
    Tool(
        "update_flight_booking",
        "Change the day, the number of passengers or the cabin of a flight booking.",
        UpdateFlightBooking,
        _update,
        changes=True,
    ),
    _CANCEL,
)
