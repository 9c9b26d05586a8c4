"""The eleven tools for rental cars."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

from pydantic import Field

from ricordo_travel.cars.conditions import CONDITIONS
from ricordo_travel.cars.fleet import Car, CarClass, Gearbox, Location, cars, cars_at, locations
from ricordo_travel.places import find_place
from ricordo_travel.reservations import BookingRequest, Change
from ricordo_travel.tool import (
    Arguments,
    BookingArguments,
    NoArguments,
    Tool,
    ToolContext,
    create_booking_tools,
    list_rows,
)

_MAX_DAYS = 60


class LocationId(Arguments):
    location_id: str


class ListCars(Arguments):
    car_class: CarClass | None = Field(None, description="only cars of this class")


class CarId(Arguments):
    car_id: str


class SearchCars(Arguments):
    city: str = Field(description="city or airport code")
    pick_up: date | None = Field(
        None, description="first day, like 2026-05-08; with drop_off, only available cars are returned"
    )
    drop_off: date | None = Field(None, description="day of return")
    car_class: CarClass | None = None
    seats: int | None = Field(None, ge=1, le=9, description="minimum number of seats")
    bags: int | None = Field(None, ge=1, le=9, description="minimum number of bags that fit in")
    gearbox: Gearbox | None = None
    max_price: float | None = Field(None, gt=0, description="maximum price in dollars a day")


class CreateCarBooking(CarId):
    pick_up: date = Field(description="first day, like 2026-05-08")
    drop_off: date = Field(description="day of return")


class UpdateCarBooking(BookingArguments):
    car_id: str | None = Field(None, description="id of the new car")
    pick_up: date | None = None
    drop_off: date | None = None


def _list_locations(_: ToolContext, __: NoArguments) -> dict[str, Any]:
    return list_rows(
        [_location_row(location) for location in locations().values()], name="locations", limit=len(locations())
    )


def _get_location(_: ToolContext, arguments: LocationId) -> dict[str, Any]:
    location = _find_location(arguments.location_id)
    return {**_location_row(location), "city_facts": location.place.facts}


def _list_cars_at(_: ToolContext, arguments: LocationId) -> dict[str, Any]:
    return list_rows([_car_row(car) for car in cars_at(_find_location(arguments.location_id))], name="cars")


def _list_cars(_: ToolContext, arguments: ListCars) -> dict[str, Any]:
    found = [car for car in cars().values() if arguments.car_class in {None, car.car_class}]
    return list_rows([_car_row(car) for car in found], name="cars", limit=40)


def _get_car(_: ToolContext, arguments: CarId) -> dict[str, Any]:
    return {**_car_row(_find_car(arguments.car_id)), "conditions": CONDITIONS}


def _search(context: ToolContext, arguments: SearchCars) -> dict[str, Any]:
    place = find_place(arguments.city)
    days = _check_days(context, arguments.pick_up, arguments.drop_off)
    found = [
        car
        for car in cars().values()
        if car.location.place == place
        and arguments.car_class in {None, car.car_class}
        and car.seats >= (arguments.seats or 0)
        and car.bags >= (arguments.bags or 0)
        and arguments.gearbox in {None, car.gearbox}
        and car.price <= (arguments.max_price or car.price)
    ]
    rows = [_car_row(car) for car in found]
    if days:
        taken = context.reservations.count_taken([_resource(car) for car in found], *days)
        rows = [{**row, "cars_left": car.count - taken[_resource(car)]} for car, row in zip(found, rows, strict=True)]
        rows = [row for row in rows if row["cars_left"] > 0]
    listed = list_rows(sorted(rows, key=lambda row: (row["price_per_day"], row["car_id"])), name="cars")
    return {**listed, "conditions": CONDITIONS}


def _create(context: ToolContext, arguments: CreateCarBooking) -> Change:
    return Change(_build_request(context, arguments))


def _update(context: ToolContext, arguments: UpdateCarBooking) -> Change:
    changes = arguments.model_dump(exclude={"booking_id"}, exclude_none=True)
    if not changes:
        raise ValueError("say what to change: car_id, pick_up or drop_off")
    booked = context.reservations.get(context.traveller, arguments.booking_id).details
    original = {name: booked[name] for name in ("car_id", "pick_up", "drop_off")}
    request = _build_request(context, CreateCarBooking.model_validate({**original, **changes}))
    return Change(request, arguments.booking_id)


def _find_location(id: str) -> Location:
    if location := locations().get(id.casefold()):
        return location
    raise ValueError("there is no location with this id; list_car_locations returns all of them")


def _find_car(id: str) -> Car:
    if car := cars().get(id.casefold()):
        return car
    raise ValueError("there is no car with this id; search_cars returns those in a city")


def _check_days(context: ToolContext, pick_up: date | None, drop_off: date | None) -> tuple[date, date] | None:
    if pick_up is None and drop_off is None:
        return None
    if pick_up is None or drop_off is None:
        raise ValueError("give pick_up and drop_off together, or neither")
    context.check_day(pick_up)
    if drop_off <= pick_up:
        raise ValueError("a car is rented for one day at least, so its last day is after the first")
    if drop_off - pick_up > timedelta(days=_MAX_DAYS):
        raise ValueError(f"a car is rented for {_MAX_DAYS} days at most")
    return pick_up, drop_off


def _resource(car: Car) -> str:
    return f"car {car.id}"


def _build_request(context: ToolContext, arguments: CreateCarBooking) -> BookingRequest:
    car = _find_car(arguments.car_id)
    days = _check_days(context, arguments.pick_up, arguments.drop_off)
    assert days is not None, "both days are given"
    first, until = days
    return BookingRequest(
        resource=_resource(car),
        first=first,
        until=until,
        count=1,
        capacity=car.count,
        details={
            "car_id": car.id,
            "car_class": car.car_class,
            "location": car.location.name,
            "city": car.location.place.name,
            "pick_up": first.isoformat(),
            "drop_off": until.isoformat(),
            "days": (until - first).days,
        },
        cents=car.price * 100 * (until - first).days,
    )


def _location_row(location: Location) -> dict[str, Any]:
    return {
        "location_id": location.id,
        "location": location.name,
        "city": location.place.name,
        "country": location.place.country,
        "at_airport": location.at_airport,
        "desk_hours": " to ".join(location.desk_hours),
    }


def _car_row(car: Car) -> dict[str, Any]:
    return {
        "car_id": car.id,
        "car_class": car.car_class,
        "location_id": car.location.id,
        "location": car.location.name,
        "city": car.location.place.name,
        "seats": car.seats,
        "bags": car.bags,
        "gearbox": car.gearbox,
        "driver_age": car.driver_age,
        "price_per_day": car.price,
        "currency": "USD",
    }


_LIST_BOOKINGS, _GET_BOOKING, _CANCEL = create_booking_tools("car")

TOOLS: tuple[Tool, ...] = (
    Tool("list_car_locations", "List all locations where cars can be picked up.", NoArguments, _list_locations),
    Tool(
        "get_car_location", "Get one pick-up location by its id, with facts about the city.", LocationId, _get_location
    ),
    Tool("list_cars_at_location", "List the cars at one location.", LocationId, _list_cars_at),
    Tool("list_cars", "List the cars at all locations, or those of one class.", ListCars, _list_cars),
    Tool("get_car", "Get one car by its id, with its conditions.", CarId, _get_car),
    Tool(
        "search_cars",
        "Search cars in a city that are available on the given days, cheapest first, with their conditions.",
        SearchCars,
        _search,
    ),
    _LIST_BOOKINGS,
    _GET_BOOKING,
    Tool(
        "create_car_booking",
        "Propose to book a car. It is booked when the traveller says yes.",
        CreateCarBooking,
        _create,
        is_write=True,
    ),
    Tool(
        "update_car_booking",
        "Propose to change the car or days of a car booking. It is changed when the traveller says yes.",
        UpdateCarBooking,
        _update,
        is_write=True,
    ),
    _CANCEL,
)
