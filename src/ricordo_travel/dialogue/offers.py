"""Offers as text, each with a code that identifies it.

The code is part of the reply, in square brackets. The person sees what would be booked, and the next turn reads it from
the conversation, which is the only state of the dialogue.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from ricordo_travel.dialogue.plan import ToolCall
from ricordo_travel.reservations import Kind

CONFIRM = "Please say yes or no."

_DAY = r"(\d{4}-\d\d-\d\d)"
_CODE = re.compile(r"\[([^\[\]\n]{5,120})\]")
_KINDS: Mapping[str, Kind] = {"F": "flight", "H": "hotel", "C": "car"}

BOOKING_ID = re.compile(r"\b([FHC]-[2-9A-HJKMNP-TV-Z]{8})\b", re.IGNORECASE)


class Offer(NamedTuple):
    """An offer in a reply."""

    text: str
    code: str
    call: ToolCall


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


def parse_booking_kind(booking_id: str) -> Kind:
    """Return the kind of a booking from its id."""
    return _KINDS[booking_id[0].upper()]


def _flight_call(match: re.Match[str]) -> ToolCall:
    number, day, cabin, people = match.groups()
    arguments = {"flight_number": number, "day": day, "cabin": cabin, "passengers": int(people)}
    return ToolCall("create_flight_booking", arguments)


def _room_call(match: re.Match[str]) -> ToolCall:
    rooms, room, hotel, check_in, check_out, guests = match.groups()
    stay = {"hotel_id": hotel, "room_type": room, "check_in": check_in, "check_out": check_out}
    return ToolCall("create_hotel_booking", {**stay, "guests": int(guests), "rooms": int(rooms)})


def _car_call(match: re.Match[str]) -> ToolCall:
    car, first, last = match.groups()
    return ToolCall("create_car_booking", {"car_id": car, "pick_up": first, "drop_off": last})


def _cancel_call(match: re.Match[str]) -> ToolCall:
    return ToolCall(f"cancel_{parse_booking_kind(match[1])}_booking", {"booking_id": match[1]})


def _move_call(match: re.Match[str]) -> ToolCall:
    id, first, last = match.groups()
    kind = parse_booking_kind(id)
    names = {"flight": ("day",), "hotel": ("check_in", "check_out"), "car": ("pick_up", "drop_off")}[kind]
    return ToolCall(f"update_{kind}_booking", {"booking_id": id, **dict(zip(names, (first, last), strict=False))})


_CODES: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], ToolCall]], ...] = (
    (re.compile(rf"flight (\w+) on {_DAY}, (\w+), for (\d+)"), _flight_call),
    (re.compile(rf"(\d+) (\w+) at ([\w-]+), {_DAY} to {_DAY}, for (\d+)"), _room_call),
    (re.compile(rf"car ([\w-]+), {_DAY} to {_DAY}"), _car_call),
    (re.compile(r"cancel ([FHC]-\w{8})"), _cancel_call),
    (re.compile(rf"move ([FHC]-\w{{8}}) to {_DAY}(?: until {_DAY})?"), _move_call),
)


def parse_code(code: str) -> ToolCall | None:
    """Return the tool call that a code stands for, or None if it is no code."""
    for pattern, to_call in _CODES:
        if match := pattern.fullmatch(code):
            return to_call(match)
    return None


def find_offers(text: str) -> list[Offer]:
    """Return the offers in a reply."""
    offers: list[Offer] = []
    for line in text.splitlines():
        offers += [
            Offer(re.sub(r"^\d+\. ", "", line[: match.start()]).strip(), match[1], call)
            for match in _CODE.finditer(line)
            if (call := parse_code(match[1]))
        ]
    return offers


def describe_flights(rows: Sequence[Mapping[str, Any]], people: int) -> list[str]:
    """Return a line for each flight."""
    lines: list[str] = []
    for row in rows:
        hours, minutes = divmod(row["minutes"], 60)
        stops = f"changing in {row['via']}" if row["via"] else "nonstop"
        code = flight_code(row["flight_number"], row["day"], row["cabin"], people)
        lines.append(
            f"{row['airline']} {row['flight_number']}, leaves {row['departs']}, {hours} h {minutes:02} min, {stops}: "
            f"{format_dollars(row['price'] * people)} in all [{code}]"
        )
    return lines


def describe_rooms(rows: Sequence[Mapping[str, Any]], days: tuple[str, str], nights: int, guests: int) -> list[str]:
    """Return a line for each hotel, with the cheapest rooms for the party."""
    lines: list[str] = []
    for row in rows:
        code = room_code(row["hotel_id"], row["room_type"], days, guests, row["rooms_needed"])
        rooms = f"{row['rooms_needed']} {row['room_type']} room{'s' if row['rooms_needed'] > 1 else ''}"
        lines.append(
            f"{row['hotel']}, {row['stars']} stars, rated {row['rating']}, {', '.join(row['amenities'])}: {rooms}, "
            f"{format_dollars(row['price_for_all'] * nights)} in all [{code}]"
        )
    return lines


def describe_cars(rows: Sequence[Mapping[str, Any]], days: tuple[str, str], day_count: int) -> list[str]:
    """Return a line for each car, with its price for all days and its booking code."""
    return [
        f"{row['car_class'].capitalize()}, {row['seats']} seats, at {row['location']}: "
        f"{format_dollars(row['price_per_day'] * day_count)} in all [{car_code(row['car_id'], days)}]"
        for row in rows
    ]


def number_lines(lines: Sequence[str]) -> str:
    return "\n".join(f"{number}. {line}" for number, line in enumerate(lines, 1))


def format_dollars(amount: float) -> str:
    return f"${amount:,.0f}"


def describe_booking(row: Mapping[str, Any]) -> str:
    """Describe a booking in one line."""
    match row["kind"]:
        case "flight":
            thing = f"flight {row['flight_number']} from {row['origin']} to {row['destination']} on {row['day']}"
            thing += f", {row['passengers']} in {row['cabin']}"
        case "hotel":
            thing = f"{row['hotel']}, {row['rooms']} {row['room_type']}, {row['check_in']} to {row['check_out']}"
        case _:
            thing = f"{row['car_class']} car at {row['location']}, {row['pick_up']} to {row['drop_off']}"
    state = "" if row["state"] == "booked" else f" ({row['state']})"
    return f"{row['booking_id']}: {thing}, {format_dollars(row['total_price'])}{state}"
