"""Say what bookings would cost with other days, people, rooms or class, and what comes back if they are cancelled."""

from __future__ import annotations

import re
from collections.abc import Generator, Mapping, Sequence
from datetime import date

from ricordo_travel.cars.fleet import cars
from ricordo_travel.dialogue.facts.refunds import describe_money_back
from ricordo_travel.dialogue.plan import Plan, ToolCall, ToolResult, call
from ricordo_travel.dialogue.replies.asking import describe_title, say_unknown_terms
from ricordo_travel.dialogue.replies.offers import format_day, parse_offer
from ricordo_travel.dialogue.trips.booked import Row, days_of
from ricordo_travel.dialogue.trips.changing import Wanted, list_rooms
from ricordo_travel.dialogue.trips.flight_hours import suits
from ricordo_travel.dialogue.values.money import format_dollars
from ricordo_travel.flights.timetable import flights_between
from ricordo_travel.hotels.catalog import hotels, hotels_in
from ricordo_travel.places import find_place
from ricordo_travel.wording import count, describe, format_days

_GIVEN_UP = re.compile(r"^(?:Change|Cancel) (?P<id>[FHC]-\w{8})\b", re.MULTILINE)
_TAKEN = re.compile(r"^(?:Change [FHC]-\w{8} to|Shall I book this\?\n)[^\n]*\$(?P<total>[\d,]+) in all$", re.MULTILINE)
"""A booking that is changed or cancelled, and what is had instead, in a reply that asks for a yes."""
_COMPARED = re.compile(
    r"^(?:(?:Together that|That) is \$[\d,.]+ instead of \$[\d,]+\.|The price stays the same, \$[\d,]+\.)$",
    re.MULTILINE,
)
"""What `compare_prices` says."""
_LOST = "nothing comes back."
Price = Generator[Sequence[ToolCall], Sequence[ToolResult], tuple[str, float | None]]
"""What a booking would be, and its price; None if it cannot be had."""


def describe_estimate(rows: Sequence[Row], wanted: Mapping[str, Wanted], trip: Sequence[Row]) -> Plan:
    """Say what each booking would cost, and all of their trip. Nothing is proposed."""
    said: list[str] = []
    more = 0.0
    is_possible = True
    for row in rows:
        want = wanted[row["booking_id"]]
        what, price = yield from _find_price(row, want)
        verdict = _compare(price, row["total_price"])
        comma = "," if "the same" in verdict else ""
        said.append(f"{_capitalise(what)} {verdict}{comma} {_say_days(row, want)}.")
        is_possible = is_possible and price is not None
        more += (price or row["total_price"]) - row["total_price"]
    before = sum(row["total_price"] for row in trip)
    if len(trip) > 1 and is_possible:
        said.append(f"All of the trip {_compare(before + more, before)}.")
    return f"{' '.join(said)} {say_unknown_terms('changed', 'about fees for a change')}"


def compare_prices(asked: str, rows: Sequence[Row]) -> str:
    """Return what a reply asks to have instead of bookings, and what these cost now; empty if it asks for nothing."""
    old = {row["booking_id"]: row["total_price"] for row in rows}
    ids = [match["id"] for match in _GIVEN_UP.finditer(asked) if match["id"] in old]
    now = sum(old[id] for id in dict.fromkeys(ids))
    then = sum(int(match["total"].replace(",", "")) for match in _TAKEN.finditer(asked))
    if not ids or not then:
        return ""
    if then == now:
        return f"The price stays the same, {format_dollars(now)}."
    every = "Together that is" if len(set(ids)) > 1 else "That is"
    return f"{every} {format_dollars(then)} instead of {format_dollars(now)}."


def compare_again(said: str, asked: str, rows: Sequence[Row]) -> str:
    """Return a reply whose sum of what it changes has the changes, too, that have waited and are asked about again."""
    more = "\n\n".join(part for part in asked.split("\n\n") if part.startswith("Shall I change"))
    if not more or not _COMPARED.search(said):
        return said
    return _COMPARED.sub(lambda _: compare_prices(f"{said}\n\n{more}", rows), said, count=1)


def describe_return(rows: Sequence[Row], today: date) -> str:
    """Say what comes back if bookings are cancelled today, and until when all of it does."""
    said: list[str] = []
    back = 0.0
    for row in rows:
        offer = parse_offer(_capitalise(describe(row)))
        if offer is None:
            continue
        rule = describe_money_back(offer, today)
        is_free = today <= days_of(row)[0] and not rule.endswith(f"now {_LOST}")
        back += row["total_price"] if is_free else 0
        price = format_dollars(row["total_price"])
        said.append(f"{rule} Today {price} would come back." if is_free else f"{rule} That is {price} lost.")
    if len(rows) > 1:
        said.append(f"In all {format_dollars(back)} would come back today.")
    said.append("Nothing is cancelled unless you say so.")
    return ("\n" if len(rows) > 1 else " ").join(said)


def _find_price(row: Row, wanted: Wanted) -> Price:
    if row["kind"] == "flight":
        return (yield from _find_fare(row, wanted))
    days = (wanted.last - wanted.first).days
    return _price_rooms(row, wanted, days) if row["kind"] == "hotel" else _price_car(row, wanted, days)


def _find_fare(row: Row, wanted: Wanted) -> Price:
    """Look up what a flight costs: the same one, or the first that leaves when it shall."""
    ways = flights_between(*(find_place(row[end]).airport for end in ("origin", "destination")))
    day, people, cabin = wanted.first.isoformat(), wanted.people or row["passengers"], wanted.cabin or row["cabin"]
    found = [each for each in ways if each.number == (wanted.flight or row["flight_number"])]
    if wanted.time or wanted.hours:
        found = [
            each
            for each in ways
            if (wanted.time or each.departs) == each.departs
            and (wanted.hours is None or suits(wanted.hours, {"flight_number": each.number, "day": day}))
        ]
    for flight in found:
        result = yield from call("get_flight", flight_number=flight.number, day=day)
        seats = result.data.get("cabins", {}).get(cabin, {})
        if seats.get("seats_left", 0) >= people:
            party = f" for {people} in {cabin}" if wanted.people or wanted.cabin else ""
            return f"{flight.airline} {flight.number}{party}", seats["price"] * people
    return describe_title(row), None


def _price_rooms(row: Row, wanted: Wanted, nights: int) -> tuple[str, float | None]:
    hotel = hotels()[row["hotel_id"]]
    if wanted.hotel:
        hotel = next(each for each in hotels_in(hotel.place) if wanted.hotel in each.name.lower().split())
    types = {room.type for room in hotel.rooms}
    if wanted.room_type and wanted.room_type not in types:
        return f"{hotel.name} with {wanted.room_type} rooms", None
    now = {**row, "hotel_id": hotel.id}
    rooms = {"room_type": row["room_type"], "rooms": row["rooms"]}
    if wanted.people or wanted.room_type or wanted.rooms or wanted.hotel:
        rooms = list_rooms(now, wanted.people or row["guests"], wanted.room_type, wanted.rooms)
    room = hotel.room(rooms["room_type"])
    if rooms["rooms"] > room.count:
        return f"{hotel.name} with {count(rooms['rooms'], f'{room.type} room')}", None
    is_other = (rooms["room_type"], rooms["rooms"]) != (row["room_type"], row["rooms"])
    party = f" with {count(rooms['rooms'], f'{room.type} room')}" if is_other else ""
    party += f" for {wanted.people}" if wanted.people else ""
    return f"{hotel.name}{party}", room.price * rooms["rooms"] * nights


def _price_car(row: Row, wanted: Wanted, days: int) -> tuple[str, float | None]:
    car_class = wanted.car_class or row["car_class"]
    at_airport = "airport" in row["location"] if wanted.at_airport is None else wanted.at_airport
    place = find_place(row["city"])
    fitting = [each for each in cars().values() if each.location.place == place and each.car_class == car_class]
    car = next((each for each in fitting if each.location.at_airport == at_airport), None)
    if car is None:
        return f"a {car_class} car {'at the airport' if at_airport else 'in town'}", None
    return f"the {car_class} car", car.price * days


def _compare(price: float | None, before: float) -> str:
    if price is None:
        return "cannot be had"
    if round(price) == round(before):
        return f"would cost the same, {format_dollars(price)}"
    return f"would be {format_dollars(price)} instead of {format_dollars(before)}"


def _say_days(row: Row, wanted: Wanted) -> str:
    if row["kind"] == "flight":
        return f"on {format_day(wanted.first)}"
    days = format_days(wanted.first.isoformat(), wanted.last.isoformat())
    return f"for {days} ({count((wanted.last - wanted.first).days, 'night' if row['kind'] == 'hotel' else 'day')})"


def _capitalise(text: str) -> str:
    return text[:1].upper() + text[1:]
