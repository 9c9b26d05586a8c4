"""The nine tools for hotels."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Annotated, Any

from pydantic import Field

from ricordo_travel.hotels.catalog import Hotel, Room, RoomType, hotels, hotels_in
from ricordo_travel.places import find_place
from ricordo_travel.reservations import BookingRequest, Change
from ricordo_travel.tool import Arguments, BookingArguments, Tool, ToolContext, create_booking_tools, list_rows

_MAX_NIGHTS = 60
Guests = Annotated[int, Field(description="number of guests", ge=1, le=20)]
Rooms = Annotated[int, Field(description="number of rooms of this type", ge=1, le=10)]


class ListHotels(Arguments):
    city: str | None = Field(None, description="only hotels in this city")


class HotelId(Arguments):
    hotel_id: str


class ListHotelRooms(HotelId):
    check_in: date | None = Field(
        None, description="first night, like 2026-05-08; with check_out, available rooms are counted"
    )
    check_out: date | None = Field(None, description="day of departure")


class SearchHotelRooms(Arguments):
    city: str = Field(description="city or airport code")
    check_in: date | None = Field(None, description="first night, like 2026-05-08")
    check_out: date | None = Field(None, description="day of departure")
    guests: Guests = 2
    max_price: float | None = Field(None, gt=0, description="maximum price in dollars a night for the whole party")
    min_stars: int | None = Field(None, ge=1, le=5)


class CreateHotelBooking(HotelId):
    room_type: RoomType
    check_in: date = Field(description="first night, like 2026-05-08")
    check_out: date = Field(description="day of departure")
    guests: Guests = 2
    rooms: Rooms = 1


class UpdateHotelBooking(BookingArguments):
    room_type: RoomType | None = None
    check_in: date | None = None
    check_out: date | None = None
    guests: Guests | None = None
    rooms: Rooms | None = None


def _list_hotels(_: ToolContext, arguments: ListHotels) -> dict[str, Any]:
    matching = hotels_in(find_place(arguments.city)) if arguments.city else list(hotels().values())
    return list_rows([_hotel_row(hotel) for hotel in matching], name="hotels", limit=40)


def _get_hotel(_: ToolContext, arguments: HotelId) -> dict[str, Any]:
    hotel = _find_hotel(arguments.hotel_id)
    return {**_hotel_row(hotel), "rooms": [_room_row(room) for room in hotel.rooms]}


def _list_rooms(context: ToolContext, arguments: ListHotelRooms) -> dict[str, Any]:
    hotel = _find_hotel(arguments.hotel_id)
    nights = _check_nights(context, arguments.check_in, arguments.check_out)
    return {"hotel_id": hotel.id, "rooms": [row for _, row in _available_rooms(context, hotel, nights)]}


def _search_rooms(context: ToolContext, arguments: SearchHotelRooms) -> dict[str, Any]:
    nights = _check_nights(context, arguments.check_in, arguments.check_out)
    rows: list[dict[str, Any]] = []
    for hotel in hotels_in(find_place(arguments.city)):
        if hotel.stars < (arguments.min_stars or 0):
            continue
        offers: list[dict[str, Any]] = []
        for room, row in _available_rooms(context, hotel, nights):
            needed = -(-arguments.guests // room.sleeps)
            price = needed * room.price
            left = row.get("rooms_left", room.count)
            if needed <= left and (arguments.max_price is None or price <= arguments.max_price):
                offers.append({**row, "rooms_needed": needed, "price_for_all": price})
        if offers:
            best = min(offers, key=lambda offer: offer["price_for_all"])
            rows.append({**_hotel_row(hotel), **best, "offers": offers})
    return list_rows(sorted(rows, key=lambda row: (row["price_for_all"], row["hotel_id"])), name="hotels")


def _create(context: ToolContext, arguments: CreateHotelBooking) -> Change:
    return Change(_build_request(context, arguments))


def _update(context: ToolContext, arguments: UpdateHotelBooking) -> Change:
    changes = arguments.model_dump(exclude={"booking_id"}, exclude_none=True)
    if not changes:
        raise ValueError("say what to change: room_type, check_in, check_out, guests or rooms")
    booked = context.reservations.get(context.traveller, arguments.booking_id).details
    original = {name: booked[name] for name in ("hotel_id", "room_type", "check_in", "check_out", "guests", "rooms")}
    request = _build_request(context, CreateHotelBooking.model_validate({**original, **changes}))
    return Change(request, arguments.booking_id)


def _find_hotel(id: str) -> Hotel:
    if hotel := hotels().get(id.casefold()):
        return hotel
    raise ValueError("there is no hotel with this id; list_hotels and search_hotel_rooms return them")


def _check_nights(context: ToolContext, check_in: date | None, check_out: date | None) -> tuple[date, date] | None:
    if check_in is None and check_out is None:
        return None
    if check_in is None or check_out is None:
        raise ValueError("give check_in and check_out together, or neither")
    context.check_day(check_in)
    if check_out <= check_in:
        raise ValueError("a stay has one night at least, so its last day is after the first")
    if check_out - check_in > timedelta(days=_MAX_NIGHTS):
        raise ValueError(f"a stay has {_MAX_NIGHTS} nights at most")
    return check_in, check_out


def _available_rooms(
    context: ToolContext, hotel: Hotel, nights: tuple[date, date] | None
) -> list[tuple[Room, dict[str, Any]]]:
    if nights is None:
        return [(room, _room_row(room)) for room in hotel.rooms]
    taken = context.reservations.count_taken([_resource(hotel, room) for room in hotel.rooms], *nights)
    return [
        (room, {**_room_row(room), "rooms_left": room.count - taken[_resource(hotel, room)]}) for room in hotel.rooms
    ]


def _resource(hotel: Hotel, room: Room) -> str:
    return f"room {hotel.id} {room.type}"


def _build_request(context: ToolContext, arguments: CreateHotelBooking) -> BookingRequest:
    hotel = _find_hotel(arguments.hotel_id)
    room = hotel.room(arguments.room_type)
    nights = _check_nights(context, arguments.check_in, arguments.check_out)
    assert nights is not None, "both days are given"
    first, until = nights
    if arguments.guests > room.sleeps * arguments.rooms:
        raise ValueError(
            f"{arguments.rooms} {room.type} room(s) sleep {room.sleeps * arguments.rooms}, not {arguments.guests}; "
            f"book {-(-arguments.guests // room.sleeps)}"
        )
    return BookingRequest(
        resource=_resource(hotel, room),
        first=first,
        until=until,
        count=arguments.rooms,
        capacity=room.count,
        details={
            "hotel_id": hotel.id,
            "hotel": hotel.name,
            "city": hotel.place.name,
            "room_type": room.type,
            "check_in": first.isoformat(),
            "check_out": until.isoformat(),
            "nights": (until - first).days,
            "guests": arguments.guests,
            "rooms": arguments.rooms,
        },
        cents=room.price * 100 * (until - first).days * arguments.rooms,
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
        "facts": hotel.facts.row,
    }


def _room_row(room: Room) -> dict[str, Any]:
    return {"room_type": room.type, "sleeps": room.sleeps, "price_per_night": room.price}


_LIST_BOOKINGS, _GET_BOOKING, _CANCEL = create_booking_tools("hotel")

TOOLS: tuple[Tool, ...] = (
    Tool(
        "list_hotels",
        "List all hotels, or those in a city, with facts such as distances, lift and check-in.",
        ListHotels,
        _list_hotels,
    ),
    Tool("get_hotel", "Get one hotel by its id, with its rooms and facts.", HotelId, _get_hotel),
    Tool(
        "list_hotel_rooms",
        "List the rooms of a hotel, and how many are available on the given days.",
        ListHotelRooms,
        _list_rooms,
    ),
    Tool(
        "search_hotel_rooms",
        "Search hotels in a city with room for a party, cheapest first, with facts such as distances and lift.",
        SearchHotelRooms,
        _search_rooms,
    ),
    _LIST_BOOKINGS,
    _GET_BOOKING,
    Tool(
        "create_hotel_booking",
        "Propose to book rooms in a hotel. It is booked when the traveller says yes.",
        CreateHotelBooking,
        _create,
        is_write=True,
    ),
    Tool(
        "update_hotel_booking",
        "Propose to change the days, guests or rooms of a hotel booking. It is changed when the traveller says yes.",
        UpdateHotelBooking,
        _update,
        is_write=True,
    ),
    _CANCEL,
)
