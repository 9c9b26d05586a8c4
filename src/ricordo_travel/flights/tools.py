"""The seven tools for flights."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Annotated, Any

from pydantic import Field

from ricordo_travel.flights.conditions import CONDITIONS, list_services
from ricordo_travel.flights.timetable import Cabin, Flight, flights_between, timetable
from ricordo_travel.places import airports, find_place
from ricordo_travel.reservations import BookingRequest, Change
from ricordo_travel.tool import Arguments, BookingArguments, Tool, ToolContext, create_booking_tools, list_rows

Seats = Annotated[int, Field(description="number of passengers", ge=1, le=9)]


class SearchFlights(Arguments):
    origin: str | None = Field(None, description="city or airport code to fly from")
    destination: str | None = Field(None, description="city or airport code to fly to")
    day: date | None = Field(
        None, description="day of departure, like 2026-05-08; with it, fares and available seats are returned"
    )
    passengers: Seats = 1
    cabin: Cabin = "economy"
    max_price: float | None = Field(None, gt=0, description="maximum fare of one seat in dollars")


class GetFlight(Arguments):
    flight_number: str
    day: date | None = Field(None, description="day of departure; with it, fares and available seats are returned")


class CreateFlightBooking(Arguments):
    flight_number: str
    day: date = Field(description="day of departure, like 2026-05-08")
    passengers: Seats = 1
    cabin: Cabin = "economy"


class UpdateFlightBooking(BookingArguments):
    day: date | None = Field(None, description="new day of departure")
    passengers: Seats | None = None
    cabin: Cabin | None = None


def _search(context: ToolContext, arguments: SearchFlights) -> dict[str, Any]:
    if arguments.origin is None and arguments.destination is None:
        raise ValueError("say where to fly from or where to: origin, destination or both")
    origins = [find_place(arguments.origin).airport] if arguments.origin else list(airports())
    destinations = [find_place(arguments.destination).airport] if arguments.destination else list(airports())
    if origins == destinations:
        raise ValueError("origin and destination have the same airport; no flight is needed")
    if arguments.day:
        context.check_day(arguments.day)
    flights = [flight for one in origins for other in destinations for flight in flights_between(one, other)]
    rows = _rows(context, [(flight, arguments.cabin) for flight in flights], arguments.day)
    matching = [
        row
        for row in rows
        if (arguments.max_price is None or row["price"] <= arguments.max_price)
        and (arguments.day is None or row["seats_left"] >= arguments.passengers)
    ]
    found = list_rows(sorted(matching, key=lambda row: (row["price"], row["flight_number"])), name="flights")
    return {**found, "conditions": CONDITIONS}


def _get(context: ToolContext, arguments: GetFlight) -> dict[str, Any]:
    flight = _find_flight(arguments.flight_number)
    if arguments.day:
        context.check_day(arguments.day)
    cabins = _rows(context, [(flight, cabin) for cabin, _ in flight.seats], arguments.day)
    offers = {row["cabin"]: _cabin_offer(row) for row in cabins}
    return {**cabins[0], "cabins": offers, "conditions": CONDITIONS, "destination_facts": flight.destination.facts}


def _create(context: ToolContext, arguments: CreateFlightBooking) -> Change:
    return Change(_build_request(context, arguments))


def _update(context: ToolContext, arguments: UpdateFlightBooking) -> Change:
    changes = arguments.model_dump(exclude={"booking_id"}, exclude_none=True)
    if not changes:
        raise ValueError("say what to change: day, passengers or cabin")
    booked = context.reservations.get(context.traveller, arguments.booking_id).details
    original = {name: booked[name] for name in ("flight_number", "day", "passengers", "cabin")}
    request = _build_request(context, CreateFlightBooking.model_validate({**original, **changes}))
    return Change(request, arguments.booking_id)


def _find_flight(number: str) -> Flight:
    if flight := timetable().get(number.replace(" ", "").upper()):
        return flight
    raise ValueError("there is no flight with this number; search_flights returns those between two places")


def _build_request(context: ToolContext, arguments: CreateFlightBooking) -> BookingRequest:
    flight = _find_flight(arguments.flight_number)
    day = context.check_day(arguments.day)
    return BookingRequest(
        resource=_resource(flight, arguments.cabin),
        first=day,
        until=day + timedelta(days=1),
        count=arguments.passengers,
        capacity=flight.capacity(arguments.cabin),
        details={
            "flight_number": flight.number,
            "airline": flight.airline,
            "origin": flight.origin.name,
            "destination": flight.destination.name,
            "day": day.isoformat(),
            "departs": flight.departs,
            "passengers": arguments.passengers,
            "cabin": arguments.cabin,
        },
        cents=flight.fare_cents(arguments.cabin, day) * arguments.passengers,
    )


def _rows(context: ToolContext, seats: list[tuple[Flight, Cabin]], day: date | None) -> list[dict[str, Any]]:
    taken: dict[str, int] = {}
    if day is not None:
        resources = [_resource(flight, cabin) for flight, cabin in seats]
        taken = context.reservations.count_taken(resources, day, day + timedelta(days=1))
    return [_row(flight, cabin, day, taken.get(_resource(flight, cabin), 0)) for flight, cabin in seats]


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
        "price": flight.base_fare_cents(cabin) / 100 if day is None else flight.fare_cents(cabin, day) / 100,
    }
    if day is not None:
        arrival = f"{flight.arrives(day):%Y-%m-%dT%H:%M}"
        row |= {"day": day.isoformat(), "seats_left": flight.capacity(cabin) - taken, "arrives_local": arrival}
    return row | list_services(flight, cabin)


def _cabin_offer(row: dict[str, Any]) -> dict[str, Any]:
    names = ("price", "seats_left", "cabin_bags", "checked_bags", "checked_bag_kg")
    return {name: row[name] for name in names if name in row}


_LIST, _GET_BOOKING, _CANCEL = create_booking_tools("flight")

TOOLS: tuple[Tool, ...] = (
    Tool(
        "search_flights",
        "Search flights from or to a city, cheapest first, with arrival in local time, luggage and conditions.",
        SearchFlights,
        _search,
    ),
    Tool(
        "get_flight",
        "Get one flight by its number, with all its cabins, their luggage and the conditions.",
        GetFlight,
        _get,
    ),
    _LIST,
    _GET_BOOKING,
    Tool(
        "create_flight_booking",
        "Propose to book seats on a flight. It is booked when the traveller says yes.",
        CreateFlightBooking,
        _create,
        is_write=True,
    ),
    Tool(
        "update_flight_booking",
        "Propose to change day, passengers or cabin of a flight booking. It is changed when the traveller says yes.",
        UpdateFlightBooking,
        _update,
        is_write=True,
    ),
    _CANCEL,
)
