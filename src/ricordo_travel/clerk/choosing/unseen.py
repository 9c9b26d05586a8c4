"""Look up what somebody names that was not shown: a hotel of the place, a flight by its number, or a car."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date

from ricordo_travel.clerk.answering.subjects import find_hotels_spoken
from ricordo_travel.clerk.changing.wanted import HOTEL_WORDS, find_hotel_word, name_hotels, read_days, read_details
from ricordo_travel.clerk.choosing.described import ORDINALS
from ricordo_travel.clerk.commands import Command
from ricordo_travel.clerk.reading.slots import apply_command
from ricordo_travel.clerk.scene import Scene
from ricordo_travel.dialogue.plan import Plan, call
from ricordo_travel.dialogue.replies.asking import ask_to_book
from ricordo_travel.dialogue.replies.lookups import search_rooms
from ricordo_travel.dialogue.replies.offers import describe_flights, describe_rooms, parse_offer
from ricordo_travel.dialogue.replies.questions import ASK_CHECK_IN, ASK_DAY, ASK_DESTINATION, ASK_NIGHTS, join_questions
from ricordo_travel.dialogue.replies.search import search
from ricordo_travel.dialogue.values.geography import find_mentions
from ricordo_travel.dialogue.values.rooms import describe_wish
from ricordo_travel.dialogue.values.wishes import find_car_class
from ricordo_travel.dialogue.yes.choice import is_of_other_style
from ricordo_travel.flights.timetable import Flight, timetable
from ricordo_travel.hotels.catalog import Hotel, hotels_in

_FLIGHT_NUMBER = re.compile(r"\b[A-Za-z]{2}\d{3,4}\b")


def ask_for_unseen(scene: Scene, command: Command) -> Plan:
    """Ask for a yes to what a command names if it was never shown, or for its days; say nothing if it is not known."""
    if match := _FLIGHT_NUMBER.search(command.subject):
        flight = timetable().get(match[0].upper())
        return (
            (yield from _ask_for_flight(scene, command, flight)) if flight else f"I know no flight {match[0].upper()}."
        )
    if hotel := _find_hotel(scene, command):
        return (yield from _ask_for_hotel(scene, command, hotel))
    if car_class := find_car_class(command.subject.lower()):
        wanted = Command("find", ("car",), (*command.slots, *_read_car(command.subject.lower()), ("type", car_class)))
        trip = apply_command(scene.trip, wanted, scene.state.today)
        return (yield from search(scene.quieten(trip), ("car",)))
    is_anywhere = set(name_hotels(command.subject)) & HOTEL_WORDS and not scene.trip.destination
    return f"{command.subject}, gladly. {ASK_DESTINATION}" if is_anywhere else ""


def choose_spoken(scene: Scene, command: Command) -> Command:
    """Return a pick by number or rank as one of a hotel that the last reply names, if it names several and has no list.

    "Compass Grand has a pool, and Cedar House", "the best rated one".
    """
    hotels, refs = find_hotels_spoken(scene), [ref.lower() for ref in command.refs]
    at = {str(number): number - 1 for number in range(1, len(hotels) + 1)} | ORDINALS
    if len(hotels) < 2 or len(refs) != 1:
        return command
    if refs[0] in at and at[refs[0]] < len(hotels):
        return replace(command, refs=tuple(hotels[at[refs[0]]].name.split()))
    if refs[0] not in {"best", "cheapest"}:
        return command
    hotels.sort(key=lambda hotel: -hotel.rating if refs[0] == "best" else min(room.price for room in hotel.rooms))
    return replace(command, refs=tuple(hotels[0].name.split()))


def _read_car(text: str) -> list[tuple[str, str]]:
    """Return the slots for where a car is and for its gearbox, as a description names them."""
    where = [("at", name) for name in ("airport", "town") if name in text][:1]
    return [*where, *((name, "") for name in ("automatic", "manual") if name in text)]


def _find_hotel(scene: Scene, command: Command) -> Hotel | None:
    """Return the hotel that a command names, in the place that it names or that the trip goes to."""
    named = [mention.place for mention in find_mentions(command.subject.lower()) if mention.place]
    place = next(iter(named), scene.trip.destination)
    word = find_hotel_word(command.subject, place) if place else None
    if place is None or word is None:
        return None
    hotel = next((hotel for hotel in hotels_in(place) if word in hotel.name.lower().split()), None)
    return None if hotel and is_of_other_style(command.subject.lower(), hotel.name) else hotel


def _ask_for_hotel(scene: Scene, command: Command, hotel: Hotel) -> Plan:
    known = scene.known("hotel")
    if not (known.first and known.last):
        when = [ASK_CHECK_IN] if not known.first else []
        return f"{hotel.name}, gladly. {join_questions(*when, *([] if known.nights else [ASK_NIGHTS]))}"
    days = read_days(command, (known.first, known.last), scene.state.today) or (known.first, known.last)
    said = read_details(command, scene.state.today, known.people)
    people = said.people or known.people
    rooms = said.rooms or known.trip.rooms
    found = yield from search_rooms(hotel.place, *days, people, rooms)
    rows = [row for row in found.data.get("hotels", ()) if row["hotel_id"] == hotel.id]
    asked: list[str] = []
    for offer in filter(None, map(parse_offer, describe_rooms(rows, *days, people))):
        asked.append((yield from ask_to_book(offer)))  # noqa: PERF401 - a comprehension cannot yield
    missing = f"does not have {describe_wish(rooms)}" if rooms else "has no room"
    return "\n\n".join(asked) or f"{hotel.name} {missing} for you then. Would other days do, or another hotel?"


def _ask_for_flight(scene: Scene, command: Command, flight: Flight) -> Plan:
    known = scene.known("flight")
    is_back = flight.origin == scene.trip.destination
    days: list[date | None] = [known.trip.last] if is_back else [known.first]
    said = read_details(command, scene.state.today, known.people)
    if on := command.value("on"):
        moved = read_days(Command("pick", (), (("on", on),)), (scene.state.today, scene.state.today), scene.state.today)
        days = [moved[0]] if moved else days
    if days[0] is None:
        way = f"from {flight.origin.name} to {flight.destination.name}"
        return f"{flight.airline} {flight.number} {way}, gladly. {ASK_DAY}"
    result = yield from call(
        "search_flights",
        origin=flight.origin.airport,
        destination=flight.destination.airport,
        day=days[0].isoformat(),
        passengers=said.people or known.people,
        cabin=said.cabin or known.cabin or "economy",
    )
    rows = [row for row in result.data.get("flights", ()) if row["flight_number"] == flight.number]
    lines = describe_flights(rows, said.people or known.people)
    offer = parse_offer(lines[0]) if lines else None
    return (yield from ask_to_book(offer)) if offer else f"{flight.number} has not enough seats on that day."
