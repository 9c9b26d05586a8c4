"""Put something else in the place of a booking: other offers, or rooms of several types."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ricordo_travel.clerk.changing.wanted import DAYS
from ricordo_travel.clerk.commands import Command
from ricordo_travel.clerk.reading.slots import apply_command
from ricordo_travel.clerk.scene import Scene
from ricordo_travel.dialogue.plan import Plan, ToolCall
from ricordo_travel.dialogue.replies.asking import ask_to_book, cancellation, describe_title, propose
from ricordo_travel.dialogue.replies.lookups import search_rooms
from ricordo_travel.dialogue.replies.offers import Offer, describe_booking, describe_rooms, find_offers, parse_offer
from ricordo_travel.dialogue.replies.questions import ASK_OFFER, CONFIRM
from ricordo_travel.dialogue.replies.search import search
from ricordo_travel.dialogue.trips.booked import Row, days_of, people_of
from ricordo_travel.dialogue.trips.changing import Wanted
from ricordo_travel.dialogue.trips.trip import Trip
from ricordo_travel.dialogue.values.money import Money
from ricordo_travel.dialogue.values.rooms import Rooms, describe_wish
from ricordo_travel.places import find_place
from ricordo_travel.reservations import Kind

_REPLACES = re.compile(r"Instead of (?P<id>[FHC]-\w{8}): ")
_OTHER_END = {"place": "from", "from": "place"}


def show_instead(scene: Scene, command: Command, row: Row, wanted: Wanted, *, is_back: bool) -> Plan:
    """Show what could take the place of a booking. Who picks one of these gives up the booking."""
    kind: Kind = row["kind"]
    trip = Trip(kinds=(kind,), people=people_of(row), first=wanted.first, last=wanted.last)
    if kind == "flight":
        ends = find_place(row["origin"]), find_place(row["destination"])
        trip = replace(trip, origin=ends[0], destination=ends[1], cabin=row["cabin"], last=None)
    else:
        nights = (wanted.last - wanted.first).days
        trip = replace(trip, destination=find_place(row["city"]), nights=nights)
    if command.has("cheaper"):
        units = (people_of(row) or 1) if kind == "flight" else (days_of(row)[1] - days_of(row)[0]).days
        limit = Money(max(1, round(row["total_price"] / units) - 1), None)
        trip = replace(trip, limits=((kind, limit),))
    slots = [slot for slot in command.slots if slot[0] not in DAYS]
    if is_back:  # who goes to another place comes back from there
        slots = [(_OTHER_END.get(name, name), value) for name, value in slots]
    trip = apply_command(trip, Command("find", (kind,), tuple(slots)), scene.state.today)
    listed = _leave_out(row, (yield from search(scene.quieten(trip), (kind,))))
    offers = find_offers(listed)
    if not offers and ASK_OFFER in listed:
        return f"I have nothing else like that for those days, so the booking stays as it is:\n{describe_booking(row)}"
    if command.has("cheaper") and all(offer.total >= row["total_price"] for offer in offers):
        return f"There is nothing cheaper for those days than {describe_title(row)}, so the booking stays as it is."
    instead = f"Instead of {describe_booking(row)}\n"
    if CONFIRM not in listed:
        return instead + listed
    lead = "\n".join(line for line in listed.splitlines() if CONFIRM not in line)
    return f"{instead}{lead}\n\n{(yield from _ask_to_swap(offers, row))}"


def _ask_to_swap(offers: Sequence[Offer], row: Row) -> Plan:
    """Ask at once for a yes to offers, each a booking of its own, and to give up the one that they replace."""
    asked: list[str] = []
    for offer in offers:
        asked.append((yield from ask_to_book(offer)))  # noqa: PERF401 - a comprehension cannot yield
    asked.append((yield from propose(cancellation(row), "Shall I cancel this booking?")))
    return "\n\n".join(asked)


def find_replaced(scene: Scene) -> dict[str, str]:
    """Return the ids of the bookings in whose place the offers of the latest list were shown, by the offers' texts."""
    for reply in scene.state.replies:
        found: dict[str, str] = {}
        has_offers, id = False, ""
        for line in reply.splitlines():
            if match := _REPLACES.match(line):
                id = match["id"]
            elif (offer := parse_offer(line)) and offer.number:
                has_offers = True
                found |= {offer.text: id} if id else {}
        if has_offers:
            return found
    return {}


def _leave_out(row: Row, listed: str) -> str:
    """Return a list of offers without what is booked."""
    number = row.get("hotel_id") or row.get("flight_number") or row.get("car_id")
    lines = [(line, parse_offer(line)) for line in listed.splitlines()]
    return "\n".join(line for line, offer in lines if not offer or number not in offer.call.arguments.values())


def ask_for_rooms(row: Row, wanted: Wanted, rooms: Rooms, beside: int) -> Plan:
    """Ask for a yes to have rooms of several types instead of those that are booked: each type is a booking of its own.

    The booking is changed to those of its own type, and given up if there are none of it. `beside` are guests of rooms
    that wait to be booked beside it.
    """
    people = (wanted.people or row["guests"]) + beside
    found = yield from search_rooms(find_place(row["city"]), wanted.first, wanted.last, people, rooms)
    own = [each for each in found.data.get("hotels", ()) if each["hotel_id"] == row["hotel_id"]]
    offers = [offer for line in describe_rooms(own, wanted.first, wanted.last, people) if (offer := parse_offer(line))]
    if not offers:
        wish = describe_wish(rooms)
        return f"{row['hotel']} does not have {wish} then, so the booking stays as it is:\n{describe_booking(row)}"
    kept = next((each for each in offers if each.call.arguments["room_type"] == row["room_type"]), None)
    if kept is None:
        return (yield from _ask_to_swap(offers, row))
    asked = ["Each type of room is a booking of its own."]
    if any(row[name] != value for name, value in kept.call.arguments.items()):
        arguments = {name: value for name, value in kept.call.arguments.items() if name != "hotel_id"}
        update = ToolCall("update_hotel_booking", {"booking_id": row["booking_id"], **arguments})
        asked.append((yield from propose(update, "Shall I change this booking?")))
    else:
        asked[0] += f" {row['hotel']} stays as it is booked ({row['booking_id']})."
    for offer in offers:
        asked += [] if offer is kept else [(yield from ask_to_book(offer))]
    return "\n\n".join(asked)
