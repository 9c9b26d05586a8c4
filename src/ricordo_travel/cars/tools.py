"""The eleven tools of the rental cars."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

from pydantic import Field

from ricordo_travel.cars.fleet import Car, CarClass, Location, cars, cars_at, locations
from ricordo_travel.desk import Arguments, BookingArguments, Desk, NoArguments, Tool, booking_tools, listed
from ricordo_travel.places import place_named
from ricordo_travel.reservations import Wish

_MOST_DAYS = 60


class LocationId(Arguments):
    location_id: str


class ListCars(Arguments):
    car_class: CarClass | None = Field(None, description="only cars of this class")


class CarId(Arguments):
    car_id: str


class SearchCars(Arguments):
    city: str = Field(description="city or airport code")
    pick_up: date | None = Field(None, description="first day, as 2026-05-08; with drop_off, free cars are given")
    drop_off: date | None = Field(None, description="day of return")
    car_class: CarClass | None = None
    seats: int | None = Field(None, ge=1, le=9, description="people who ride along, at least")
    max_price: float | None = Field(None, gt=0, description="dollars a day, at most")


class CreateCarBooking(CarId):
    pick_up: date = Field(description="first day, as 2026-05-08")
    drop_off: date = Field(description="day of return")


class UpdateCarBooking(BookingArguments):
    car_id: str | None = Field(None, description="another car")
    pick_up: date | None = None
    drop_off: date | None = None


def _list_locations(_: Desk, __: NoArguments) -> dict[str, Any]:
    return listed([_location_row(location) for location in locations().values()], name="locations", most=100)


def _get_location(_: Desk, given: LocationId) -> dict[str, Any]:
    return _location_row(_location(given.location_id))


def _cars_at(_: Desk, given: LocationId) -> dict[str, Any]:
    return listed([_car_row(car) for car in cars_at(_location(given.location_id))], name="cars")


def _list_cars(_: Desk, given: ListCars) -> dict[str, Any]:
    found = [car for car in cars().values() if given.car_class in {None, car.car_class}]
    return listed([_car_row(car) for car in found], name="cars", most=40)


def _get_car(_: Desk, given: CarId) -> dict[str, Any]:
    return _car_row(_car(given.car_id))


def _search(desk: Desk, given: SearchCars) -> dict[str, Any]:
    place = place_named(given.city)
    days = _days(desk, given.pick_up, given.drop_off)
    found = [
        car
        for car in cars().values()
        if car.location.place == place
        and given.car_class in {None, car.car_class}
        and car.seats >= (given.seats or 0)
        and car.price <= (given.max_price or car.price)
    ]
    rows = [_car_row(car) for car in found]
    if days:
        taken = desk.reservations.taken([_resource(car) for car in found], *days)
        rows = [{**row, "cars_left": car.count - taken[_resource(car)]} for car, row in zip(found, rows, strict=True)]
        rows = [row for row in rows if row["cars_left"] > 0]
    return listed(sorted(rows, key=lambda row: (row["price_per_day"], row["car_id"])), name="cars")


def _create(desk: Desk, given: CreateCarBooking) -> dict[str, Any]:
    return desk.reservations.book(desk.traveller, _wish(desk, given)).as_dict()


def _update(desk: Desk, given: UpdateCarBooking) -> dict[str, Any]:
    changes = given.model_dump(exclude={"booking_id"}, exclude_none=True)
    if not changes:
        raise ValueError("say what to change: car_id, pick_up or drop_off")
    booked = desk.reservations.get(desk.traveller, given.booking_id).details
    asked = {name: booked[name] for name in ("car_id", "pick_up", "drop_off")}
    wish = _wish(desk, CreateCarBooking.model_validate({**asked, **changes}))
    return desk.reservations.rebook(desk.traveller, given.booking_id, wish).as_dict()


def _location(id: str) -> Location:
    if found := locations().get(id.casefold()):
        return found
    raise ValueError("there is no location with this id; list_car_locations gives those that there are")


def _car(id: str) -> Car:
    if found := cars().get(id.casefold()):
        return found
    raise ValueError("there is no car with this id; search_cars gives those that there are")


def _days(desk: Desk, pick_up: date | None, drop_off: date | None) -> tuple[date, date] | None:
    if pick_up is None and drop_off is None:
        return None
    if pick_up is None or drop_off is None:
        raise ValueError("give pick_up and drop_off together, or neither")
    desk.check_day(pick_up, "pick_up")
    if drop_off <= pick_up:
        raise ValueError("drop_off must be at least one day after pick_up")
    if drop_off - pick_up > timedelta(days=_MOST_DAYS):
        raise ValueError(f"a car is rented for {_MOST_DAYS} days at most")
    return pick_up, drop_off


def _resource(car: Car) -> str:
    return f"car {car.id}"


def _wish(desk: Desk, given: CreateCarBooking) -> Wish:
    car = _car(given.car_id)
    days = _days(desk, given.pick_up, given.drop_off)
    assert days is not None, "both days are given"
    first, until = days
    return Wish(
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
        "price_per_day": car.price,
        "currency": "USD",
    }


_LIST_BOOKINGS, _GET_BOOKING, _CANCEL = booking_tools("car")

TOOLS: tuple[Tool, ...] = (
    Tool("list_car_locations", "All places where cars are picked up.", NoArguments, _list_locations),
    Tool("get_car_location", "One pick-up location by its id.", LocationId, _get_location),
    Tool("list_cars_at_location", "The cars of one location.", LocationId, _cars_at),
    Tool("list_cars", "The cars of all locations, or those of one class.", ListCars, _list_cars),
    Tool("get_car", "One car by its id.", CarId, _get_car),
    Tool("search_cars", "Cars in a city, free on given days, cheapest first.", SearchCars, _search),
    _LIST_BOOKINGS,
    _GET_BOOKING,
    Tool(
        "create_car_booking",
        "Book a car. Only after the traveller has said yes to exactly this.",
        CreateCarBooking,
        _create,
        changes=True,
    ),
    Tool(
        "update_car_booking",
        "Change the car or the days of a car booking.",
        UpdateCarBooking,
        _update,
        changes=True,
    ),
    _CANCEL,
)
