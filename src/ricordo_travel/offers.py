"""Offers in words, each with a code that says exactly what it is.

The code stands in the reply, in square brackets: the person sees what is going to be booked, and the next turn reads it
from the conversation, which is the only state that there is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ricordo_travel.plan import Call
from ricordo_travel.reservations import Kind

CONFIRM = "Please say yes or no."

_DAY = r"(\d{4}-\d\d-\d\d)"
_CODE = re.compile(r"\[([^\[\]\n]{5,120})\]")
_KINDS: Mapping[str, Kind] = {"F": "flight", "H": "hotel", "C": "car"}

BOOKING_ID = re.compile(r"\b([FHC]-[2-9A-HJKMNP-TV-Z]{8})\b", re.IGNORECASE)


def flight_code(number: str, day: str, cabin: str, people: int) -> str:
    return f"flight {number} on {day}, {cabin}, for {people}"


def room_code(hotel_id: str, room_type: str, days: tuple[str, str], guests: int, rooms: int) -> str:
    return f"{rooms} {room_type} at {hotel_id}, {days[0]} to {days[1]}, for {guests}"


def car_code(car_id: str, days: tuple[str, str]) -> str:
    return f"car {car_id}, {days[0]} to {days[1]}"


def cancel_code(booking_id: str) -> str:
    return f"cancel {booking_id}"


def move_code(booking_id: str, first: str, last: str | None = None) -> str:
    return f"move {booking_id} to {first}" + (f" until {last}" if last else "")


def kind_of(booking_id: str) -> Kind:
    """Which kind of booking an id is of."""
    return _KINDS[booking_id[0].upper()]


def _flight(match: re.Match[str]) -> Call:
    number, day, cabin, people = match.groups()
    given = {"flight_number": number, "day": day, "cabin": cabin, "passengers": int(people)}
    return Call("create_flight_booking", given)


def _room(match: re.Match[str]) -> Call:
    rooms, room, hotel, check_in, check_out, guests = match.groups()
    stay = {"hotel_id": hotel, "room_type": room, "check_in": check_in, "check_out": check_out}
    return Call("create_hotel_booking", {**stay, "guests": int(guests), "rooms": int(rooms)})


def _car(match: re.Match[str]) -> Call:
    car, first, last = match.groups()
    return Call("create_car_booking", {"car_id": car, "pick_up": first, "drop_off": last})


def _cancel(match: re.Match[str]) -> Call:
    return Call(f"cancel_{kind_of(match[1])}_booking", {"booking_id": match[1]})


def _move(match: re.Match[str]) -> Call:
    id, first, last = match.groups()
    kind = kind_of(id)
    names = {"flight": ("day",), "hotel": ("check_in", "check_out"), "car": ("pick_up", "drop_off")}[kind]
    return Call(f"update_{kind}_booking", {"booking_id": id, **dict(zip(names, (first, last), strict=False))})


_READERS: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], Call]], ...] = (
    (re.compile(rf"flight (\w+) on {_DAY}, (\w+), for (\d+)"), _flight),
    (re.compile(rf"(\d+) (\w+) at ([\w-]+), {_DAY} to {_DAY}, for (\d+)"), _room),
    (re.compile(rf"car ([\w-]+), {_DAY} to {_DAY}"), _car),
    (re.compile(r"cancel ([FHC]-\w{8})"), _cancel),
    (re.compile(rf"move ([FHC]-\w{{8}}) to {_DAY}(?: until {_DAY})?"), _move),
)


def call_of(code: str) -> Call | None:
    """What a code means."""
    for pattern, reader in _READERS:
        if match := pattern.fullmatch(code):
            return reader(match)
    return None


def offers_in(text: str) -> list[tuple[str, str, Call]]:
    """The offers of a reply: what was said of each, its code, and what it means."""
    found: list[tuple[str, str, Call]] = []
    for line in text.splitlines():
        found += [
            (re.sub(r"^\d+\. ", "", line[: match.start()]).strip(), match[1], call)
            for match in _CODE.finditer(line)
            if (call := call_of(match[1]))
        ]
    return found


def flight_lines(rows: Sequence[Mapping[str, Any]], people: int) -> list[str]:
    """Flights, a line each."""
    lines: list[str] = []
    for row in rows:
        hours, minutes = divmod(row["minutes"], 60)
        way = f"changing in {row['via']}" if row["via"] else "nonstop"
        code = flight_code(row["flight_number"], row["day"], row["cabin"], people)
        lines.append(
            f"{row['airline']} {row['flight_number']}, leaves {row['departs']}, {hours} h {minutes:02} min, {way}: "
            f"{dollars(row['price'] * people)} in all [{code}]"
        )
    return lines


def room_lines(rows: Sequence[Mapping[str, Any]], days: tuple[str, str], nights: int, guests: int) -> list[str]:
    """Hotels, a line each, with the cheapest rooms that fit."""
    lines: list[str] = []
    for row in rows:
        code = room_code(row["hotel_id"], row["room_type"], days, guests, row["rooms_needed"])
        rooms = f"{row['rooms_needed']} {row['room_type']} room{'s' if row['rooms_needed'] > 1 else ''}"
        lines.append(
            f"{row['hotel']}, {row['stars']} stars, rated {row['rating']}, {', '.join(row['amenities'])}: {rooms}, "
            f"{dollars(row['price_for_all'] * nights)} in all [{code}]"
        )
    return lines


def car_lines(rows: Sequence[Mapping[str, Any]], days: tuple[str, str], count: int) -> list[str]:
    """Cars, a line each."""
    return [
        f"{row['car_class'].capitalize()}, {row['seats']} seats, at {row['location']}: "
        f"{dollars(row['price_per_day'] * count)} in all [{car_code(row['car_id'], days)}]"
        for row in rows
    ]


def numbered(lines: Sequence[str]) -> str:
    return "\n".join(f"{number}. {line}" for number, line in enumerate(lines, 1))


def dollars(amount: float) -> str:
    return f"${amount:,.0f}"


def booking_line(row: Mapping[str, Any]) -> str:
    """A booking in a line."""
    match row["kind"]:
        case "flight":
            what = f"flight {row['flight_number']} from {row['origin']} to {row['destination']} on {row['day']}"
            what += f", {row['passengers']} in {row['cabin']}"
        case "hotel":
            what = f"{row['hotel']}, {row['rooms']} {row['room_type']}, {row['check_in']} to {row['check_out']}"
        case _:
            what = f"{row['car_class']} car at {row['location']}, {row['pick_up']} to {row['drop_off']}"
    state = "" if row["state"] == "booked" else f" ({row['state']})"
    return f"{row['booking_id']}: {what}, {dollars(row['total_price'])}{state}"
