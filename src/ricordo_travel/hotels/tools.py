"""The nine tools of the hotels."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Annotated, Any

from pydantic import Field

from ricordo_travel.desk import Arguments, BookingArguments, Desk, Tool, booking_tools, listed
from ricordo_travel.hotels.houses import Hotel, Room, RoomType, hotels, hotels_in
from ricordo_travel.places import place_named
from ricordo_travel.reservations import Wish

_MOST_NIGHTS = 60
Guests = Annotated[int, Field(description="people who stay", ge=1, le=20)]
Rooms = Annotated[int, Field(description="rooms of this type", ge=1, le=10)]


class ListHotels(Arguments):
    city: str | None = Field(None, description="only those of this city; all if left out")


class HotelId(Arguments):
    hotel_id: str


class RoomsOfHotel(HotelId):
    check_in: date | None = Field(None, description="first night, as 2026-05-08; with check_out, free rooms are given")
    check_out: date | None = Field(None, description="day of leaving")


class SearchRooms(Arguments):
    city: str = Field(description="city or airport code")
    check_in: date | None = Field(None, description="first night, as 2026-05-08")
    check_out: date | None = Field(None, description="day of leaving")
    guests: Guests = 2
    max_price: float | None = Field(None, gt=0, description="dollars a night for the whole party, at most")
    min_stars: int | None = Field(None, ge=1, le=5)


class CreateHotelBooking(HotelId):
    room_type: RoomType
    check_in: date = Field(description="first night, as 2026-05-08")
    check_out: date = Field(description="day of leaving")
    guests: Guests = 2
    rooms: Rooms = 1


class UpdateHotelBooking(BookingArguments):
    room_type: RoomType | None = None
    check_in: date | None = None
    check_out: date | None = None
    guests: Guests | None = None
    rooms: Rooms | None = None


def _list(_: Desk, given: ListHotels) -> dict[str, Any]:
    found = hotels_in(place_named(given.city)) if given.city else list(hotels().values())
    return listed([_hotel_row(hotel) for hotel in found], name="hotels", most=40)


def _get(_: Desk, given: HotelId) -> dict[str, Any]:
    hotel = _hotel(given.hotel_id)
    return {**_hotel_row(hotel), "rooms": [_room_row(room) for room in hotel.rooms]}


def _rooms(desk: Desk, given: RoomsOfHotel) -> dict[str, Any]:
    hotel = _hotel(given.hotel_id)
    nights = _nights(desk, given.check_in, given.check_out)
    return {"hotel_id": hotel.id, "rooms": [row for _, row in _free(desk, hotel, nights)]}


def _search(desk: Desk, given: SearchRooms) -> dict[str, Any]:
    nights = _nights(desk, given.check_in, given.check_out)
    rows: list[dict[str, Any]] = []
    for hotel in hotels_in(place_named(given.city)):
        if hotel.stars < (given.min_stars or 0):
            continue
        offers: list[dict[str, Any]] = []
        for room, row in _free(desk, hotel, nights):
            needed = -(-given.guests // room.sleeps)
            night = needed * room.price
            left = row.get("rooms_left", room.count)
            if needed <= left and (given.max_price is None or night <= given.max_price):
                offers.append({**row, "rooms_needed": needed, "price_for_all": night})
        if offers:
            best = min(offers, key=lambda offer: offer["price_for_all"])
            rows.append({**_hotel_row(hotel), **best, "offers": offers})
    return listed(sorted(rows, key=lambda row: (row["price_for_all"], row["hotel_id"])), name="hotels")


def _create(desk: Desk, given: CreateHotelBooking) -> dict[str, Any]:
    return desk.reservations.book(desk.traveller, _wish(desk, given)).as_dict()


def _update(desk: Desk, given: UpdateHotelBooking) -> dict[str, Any]:
    changes = given.model_dump(exclude={"booking_id"}, exclude_none=True)
    if not changes:
        raise ValueError("say what to change: room_type, check_in, check_out, guests or rooms")
    booked = desk.reservations.get(desk.traveller, given.booking_id).details
    asked = {name: booked[name] for name in ("hotel_id", "room_type", "check_in", "check_out", "guests", "rooms")}
    wish = _wish(desk, CreateHotelBooking.model_validate({**asked, **changes}))
    return desk.reservations.rebook(desk.traveller, given.booking_id, wish).as_dict()


def _hotel(id: str) -> Hotel:
    if found := hotels().get(id.casefold()):
        return found
    raise ValueError("there is no hotel with this id; list_hotels and search_hotel_rooms give those that there are")


def _nights(desk: Desk, check_in: date | None, check_out: date | None) -> tuple[date, date] | None:
    if check_in is None and check_out is None:
        return None
    if check_in is None or check_out is None:
        raise ValueError("give check_in and check_out together, or neither")
    desk.check_day(check_in, "check_in")
    if check_out <= check_in:
        raise ValueError("check_out must be at least one day after check_in")
    if check_out - check_in > timedelta(days=_MOST_NIGHTS):
        raise ValueError(f"a stay has {_MOST_NIGHTS} nights at most")
    return check_in, check_out


def _free(desk: Desk, hotel: Hotel, nights: tuple[date, date] | None) -> list[tuple[Room, dict[str, Any]]]:
    if nights is None:
        return [(room, _room_row(room)) for room in hotel.rooms]
    taken = desk.reservations.taken([_resource(hotel, room) for room in hotel.rooms], *nights)
    return [
        (room, {**_room_row(room), "rooms_left": room.count - taken[_resource(hotel, room)]}) for room in hotel.rooms
    ]


def _resource(hotel: Hotel, room: Room) -> str:
    return f"room {hotel.id} {room.type}"


def _wish(desk: Desk, given: CreateHotelBooking) -> Wish:
    hotel = _hotel(given.hotel_id)
    room = hotel.room(given.room_type)
    nights = _nights(desk, given.check_in, given.check_out)
    assert nights is not None, "both days are given"
    first, until = nights
    if given.guests > room.sleeps * given.rooms:
        raise ValueError(
            f"{given.rooms} {room.type} room(s) sleep {room.sleeps * given.rooms}, not {given.guests}; "
            f"take {-(-given.guests // room.sleeps)}"
        )
    return Wish(
        resource=_resource(hotel, room),
        first=first,
        until=until,
        count=given.rooms,
        capacity=room.count,
        details={
            "hotel_id": hotel.id,
            "hotel": hotel.name,
            "city": hotel.place.name,
            "room_type": room.type,
            "check_in": first.isoformat(),
            "check_out": until.isoformat(),
            "nights": (until - first).days,
            "guests": given.guests,
            "rooms": given.rooms,
        },
        cents=room.price * 100 * (until - first).days * given.rooms,
    )


def _hotel_row(hotel: Hotel) -> dict[str, Any]:
    return {
        "hotel_id": hotel.id,
        "hotel": hotel.name,
        "city": hotel.place.name,
        "country": hotel.place.country,
        "stars": hotel.stars,
        "rating": hotel.rating,
        "amenities": list(hotel.amenities),
        "price_from": min(room.price for room in hotel.rooms),
        "currency": "USD",
    }


def _room_row(room: Room) -> dict[str, Any]:
    return {"room_type": room.type, "sleeps": room.sleeps, "price_per_night": room.price}


_LIST_BOOKINGS, _GET_BOOKING, _CANCEL = booking_tools("hotel")

TOOLS: tuple[Tool, ...] = (
    Tool("list_hotels", "Hotels, all or those of a city.", ListHotels, _list),
    Tool("get_hotel", "One hotel by its id, with its rooms.", HotelId, _get),
    Tool("list_hotel_rooms", "The rooms of a hotel, and how many are free on given days.", RoomsOfHotel, _rooms),
    Tool("search_hotel_rooms", "Hotels of a city with room for a party, cheapest first.", SearchRooms, _search),
    _LIST_BOOKINGS,
    _GET_BOOKING,
    Tool(
        "create_hotel_booking",
        "Book rooms in a hotel. Only after the traveller has said yes to exactly this.",
        CreateHotelBooking,
        _create,
        changes=True,
    ),
    Tool(
        "update_hotel_booking",
        "Change the days, the guests or the rooms of a hotel booking.",
        UpdateHotelBooking,
        _update,
        changes=True,
    ),
    _CANCEL,
)
