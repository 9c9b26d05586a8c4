"""Look a thing up again with other days, people, rooms, class or time than it was shown with."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

from ricordo_travel.cars.conditions import CONDITIONS
from ricordo_travel.clerk.changing.wanted import (
    DAYS,
    Details,
    find_flight_number,
    read_day,
    read_days,
    read_details,
    read_nights,
)
from ricordo_travel.clerk.choosing.described import test_days
from ricordo_travel.clerk.commands import Command
from ricordo_travel.clerk.reading.slots import find_wishes
from ricordo_travel.clerk.reading.tidying import Slot
from ricordo_travel.clerk.scene import Scene
from ricordo_travel.clerk.thread import follow_commands
from ricordo_travel.dialogue.facts.hotel_facts import describe_lack, describe_predicate, meets
from ricordo_travel.dialogue.plan import Plan, ToolCall, ToolResult, call, join_words
from ricordo_travel.dialogue.replies.asking import ask_to_book
from ricordo_travel.dialogue.replies.lookups import search_rooms
from ricordo_travel.dialogue.replies.offers import (
    Offer,
    count_people,
    describe_booking,
    describe_cars,
    describe_flights,
    describe_rooms,
    format_day,
    parse_offer,
)
from ricordo_travel.dialogue.replies.search import search
from ricordo_travel.dialogue.trips.booked import find_same, load_active
from ricordo_travel.dialogue.trips.flight_hours import suits
from ricordo_travel.dialogue.trips.trip import Trip
from ricordo_travel.dialogue.values.rooms import count_guests, describe_wish
from ricordo_travel.flights.timetable import flights_between

Offers = Generator[Sequence[ToolCall], Sequence[ToolResult], list[Offer]]
_OF_END = ("until", "shift", "longer", "shorter")
"""Slots that move the flight back."""
_STAY = {"hotel": ("check_in", "check_out"), "car": ("pick_up", "drop_off")}


def days_of_offer(offer: Offer) -> tuple[date, date]:
    """Return the first and the last day of an offer; of a flight, its day and the one after it."""
    said = offer.call.arguments
    if offer.kind == "flight":
        day = date.fromisoformat(said["day"])
        return day, day + timedelta(days=1)
    first, last = (date.fromisoformat(said[name]) for name in _STAY[offer.kind])
    return first, last


def move_with_trip(offer: Offer, before: Trip, now: Trip) -> tuple[Slot, ...]:
    """Return the days of a trip as slots for an offer that was for its days of before; none if it was not for these."""
    days, old, new = days_of_offer(offer), (before.first, before.last), (now.first, now.last)
    if old == new or not all((*old, *new)) or before.destination != now.destination or not now.first or not now.last:
        return ()
    if offer.kind != "flight":
        place = offer.hotel.place if offer.kind == "hotel" else offer.car.location.place
        is_own = place == now.destination and days == old
        return (("on", format_day(now.first)), ("until", format_day(now.last))) if is_own else ()
    ends = (offer.flight.destination, before.first, now.first), (offer.flight.origin, before.last, now.last)
    own = [day for place, was, day in ends if place == now.destination and was == days[0]]
    return (("on", format_day(own[0])),) if own else ()


def follow_trip(scene: Scene, offer: Offer, command: Command) -> tuple[Slot, ...]:
    """Return the days and the people of the trip as slots for an offer, as far as they changed after it was shown.

    Those that a command names stay. Who names a day, or has seen offers of its kind for the new days, means it on the
    days on which it was shown.
    """
    said = [*scene.earlier, (scene.state.last_reply, ())]
    shown = next((n for n, (reply, _) in enumerate(said) if offer.text.casefold() in reply.casefold()), None)
    if shown is None:
        return ()
    before = follow_commands([*said[:shown], (said[shown][0], ())], scene.state.today)
    now = follow_commands(said, scene.state.today)
    days = () if command.has(*DAYS) else _follow_days(scene, offer, before, now)
    return (*days, *(() if command.has("people", "rooms") else _follow_people(offer, before, now)))


def _follow_days(scene: Scene, offer: Offer, before: Trip, now: Trip) -> tuple[Slot, ...]:
    if any(test_days(scene.state.text)):
        return ()
    slots = move_with_trip(offer, before, now)
    days = [format_day(days_of_offer(each.offer)[0]) for each in scene.shown if each.kind == offer.kind]
    return slots if slots and slots[0][1] not in days else ()


def _follow_people(offer: Offer, before: Trip, now: Trip) -> tuple[Slot, ...]:
    """Return how many travel now as a slot for an offer that was for all who travelled before; else none."""
    is_for_all = before.people is not None and before.people == count_people(offer)
    is_changed = now.people not in {None, before.people} and before.destination == now.destination
    return (("people", str(now.people)),) if is_for_all and is_changed and offer.kind != "car" else ()


def fit(scene: Scene, offer: Offer, command: Command, others: Sequence[Offer] = ()) -> Offers:
    """Return an offer as the slots of a command want it; nothing if it cannot be had like that.

    Rooms of several types are an offer each. `others` are all offers that the command means: the flight back goes
    with the end of their days, and the one there with the first.
    """
    departs = offer.flight.departs if offer.kind == "flight" else ""
    said = read_details(command, scene.state.today, count_people(offer), departs)
    if offer.kind == "flight":
        return (yield from _fit_flight(scene, offer, command, said, others))
    days = read_days(command, days_of_offer(offer), scene.state.today) or days_of_offer(offer)
    if offer.kind == "hotel":
        return (yield from _fit_rooms(offer, days, said))
    return (yield from _fit_car(offer, days, said))


def ask_fitted(scene: Scene, offer: Offer, command: Command, others: Sequence[Offer] = ()) -> Plan:
    """Ask for a yes to an offer as a command wants it, or say that it is not there and show what is."""
    fitted = yield from fit(scene, offer, command, others)
    asked = [said] if fitted and (said := describe_lacking(offer, command)) else []
    rows = (yield from load_active()) if fitted else []
    for each in fitted:
        row = find_same(each, rows)
        asked.append(f"That is booked already:\n{describe_booking(row)}" if row else (yield from ask_to_book(each)))
    return "\n\n".join(asked) or (yield from show_others(scene, offer, command))


def describe_lacking(offer: Offer, command: Command) -> str:
    """Say which wishes of a command an offer meets and which not, or whom to ask about those that nobody knows of."""
    said: list[str] = []
    if offer.kind == "car" and any("seat" in wish for wish in command.values("with")):
        said.append(f"Child seats are {CONDITIONS['child_seats']}.")
    for wish in command.values("with") if offer.kind == "hotel" else ():
        known = find_wishes(wish)
        if lacking := [name for name in known if not meets(offer.hotel, name)]:
            said.append(f"{offer.title} {describe_lack(*lacking)}.")
        elif known:
            said.append(f"{offer.title} {join_words([describe_predicate(name, is_one=True) for name in known])}.")
        else:
            said.append(f"I cannot add {wish}; please ask the hotel.")
    return " ".join(said)


def show_others(scene: Scene, offer: Offer, command: Command) -> Plan:
    """Say that an offer cannot be had as a command wants it, and show what can."""
    said = read_details(command, scene.state.today, count_people(offer))
    wish = describe_wish(said.rooms) if said.rooms and offer.kind == "hotel" else ""
    title = offer.title[:1].upper() + offer.title[1:]
    missing = f"{title} does not have {wish} for you then." if wish else f"{title} is not to be had like that."
    if offer.kind == "flight" and (said.hours or said.time):
        missing = f"There is no such flight at that time on the way from {_way(offer)}."
    trip = _trip_of_offer(scene, offer, command, said)
    return f"{missing}\n\n{(yield from search(scene.quieten(trip), (offer.kind,)))}"


def _way(offer: Offer) -> str:
    return f"{offer.flight.origin.name} to {offer.flight.destination.name}"


def _trip_of_offer(scene: Scene, offer: Offer, command: Command, said: Details) -> Trip:
    """Return the trip to search for in the place of an offer."""
    days = days_of_offer(offer)
    trip = Trip(kinds=(offer.kind,), people=said.people or count_people(offer), rooms=said.rooms)
    if offer.kind == "flight":
        day = read_day(command, days[0], scene.state.today, is_back=True) or days[0]
        flight = offer.flight
        return replace(trip, origin=flight.origin, destination=flight.destination, first=day, cabin=said.cabin)
    first, last = read_days(command, days, scene.state.today) or days
    place = offer.hotel.place if offer.kind == "hotel" else offer.car.location.place
    return replace(trip, destination=place, first=first, last=last, nights=(last - first).days, gearbox=said.gearbox)


def _fit_rooms(offer: Offer, days: tuple[date, date], said: Details) -> Offers:
    now = offer.call.arguments
    rooms = said.rooms
    if not rooms and said.people in {None, now["guests"]}:
        rooms = ((now["room_type"], now["rooms"]),)
    people = said.people or count_guests(rooms, now["guests"]) or now["guests"]
    result = yield from search_rooms(offer.hotel.place, *days, people, rooms)
    rows = [row for row in result.data.get("hotels", ()) if row["hotel_id"] == offer.hotel.id]
    return _parse(describe_rooms(rows, *days, people))


def _fit_flight(scene: Scene, offer: Offer, command: Command, said: Details, others: Sequence[Offer]) -> Offers:
    now, flight = offer.call.arguments, offer.flight
    day = _fit_day(scene, offer, command, others)
    people, cabin = said.people or now["passengers"], said.cabin or now["cabin"]
    ends = {"origin": flight.origin.airport, "destination": flight.destination.airport}
    result = yield from call("search_flights", **ends, day=day.isoformat(), passengers=people, cabin=cabin)
    number = find_flight_number(command.value("name") or "-", flights_between(*ends.values())) or flight.number
    is_other = bool(said.hours or said.time or command.has("direct"))
    found = [
        row
        for row in result.data.get("flights", ())
        if (_suits(row, said, command) if is_other else row["flight_number"] == number)
    ]
    return _parse(describe_flights(found[:1], people))


def _fit_day(scene: Scene, offer: Offer, command: Command, others: Sequence[Offer]) -> date:
    """Return the day of a flight: the one that a command names for it, or for the end of the trip that it is at."""
    today, day = scene.state.today, days_of_offer(offer)[0]
    flights = [each for each in others if each.kind == "flight"]
    if len(flights) < 2:
        return read_day(command, day, today, is_back=True) or day
    first = min(days_of_offer(each)[0] for each in flights)
    is_back = any(each.flight.origin == offer.flight.destination for each in flights) and day > first
    if not is_back:
        return (read_day(command, day, today, is_back=False) or day) if command.has("on", "shift") else day
    if nights := read_nights(command, read_day(command, first, today, is_back=False) or first, today):
        return nights
    return (read_day(command, day, today, is_back=True) or day) if command.has(*_OF_END) else day


def _suits(row: Mapping[str, Any], said: Details, command: Command) -> bool:
    """Return whether a flight leaves when it shall, and does not stop if it shall not."""
    is_then = (said.time or row["departs"]) == row["departs"] and (said.hours is None or suits(said.hours, row))
    return is_then and not (command.has("direct") and row["via"])


def _fit_car(offer: Offer, days: tuple[date, date], said: Details) -> Offers:
    car = offer.car
    at_airport = car.location.at_airport if said.at_airport is None else said.at_airport
    stay = {"pick_up": days[0].isoformat(), "drop_off": days[1].isoformat()}
    wanted = {"car_class": said.car_class or car.car_class, **({"gearbox": said.gearbox} if said.gearbox else {})}
    result = yield from call("search_cars", city=car.location.place.key, **wanted, **stay)
    found = [row for row in result.data.get("cars", ()) if ("airport" in row["location"]) == at_airport]
    return _parse(describe_cars(found[:1], *days))


def _parse(lines: Sequence[str]) -> list[Offer]:
    return [offer for line in lines if (offer := parse_offer(line))]
