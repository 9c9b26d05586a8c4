"""Ask for a yes: to book an offer, to change a booking or to put another one in its place, and to cancel one."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ricordo_travel.dialogue.plan import Plan, ToolCall, call, join_words
from ricordo_travel.dialogue.replies import questions
from ricordo_travel.dialogue.replies.offers import (
    Offer,
    describe_booking,
    describe_flights,
    describe_rooms,
    find_offers,
    format_day,
    parse_offer,
)
from ricordo_travel.dialogue.trips.booked import Row
from ricordo_travel.dialogue.trips.changing import Wanted, list_arguments
from ricordo_travel.dialogue.trips.flight_hours import suits
from ricordo_travel.dialogue.trips.known import PICK_UP
from ricordo_travel.hotels.catalog import hotels
from ricordo_travel.places import find_place

MAX_AT_ONCE = 6
"""Proposals in one reply."""
_SETTLED = re.compile(r"^(?:Booked|Changed|Cancelled)\. |^All right, (?:not |nothing )", re.MULTILINE)
_ASKED = re.compile(r"^Shall I book (?:this|these)\?$", re.MULTILINE)


def list_asked(reply: str) -> list[Offer]:
    """Return the offers that a reply asks to book."""
    return find_offers(_ASKED.split(reply, maxsplit=1)[1]) if _ASKED.search(reply) else []


def find_left(replies: Sequence[str]) -> list[Offer]:
    """Return what replies, the latest first, asked about last, if it was neither settled nor refused since."""
    for reply in replies:
        offers, is_asked = find_offers(reply), questions.CONFIRM in reply or questions.STILL in reply
        if _SETTLED.search(reply) or (offers and not is_asked):
            break
        if is_asked:
            return [each for each in offers if not each.number or len(offers) == 1]
    return []


def ask_to_book(offer: Offer) -> Plan:
    """Ask for a yes to one offer."""
    return propose(offer.call, "Shall I book this?")


def propose(call: ToolCall, question: str) -> Plan:
    """Make a proposal with a tool, and ask for a yes to it."""
    (result,) = yield [call]
    if result.error:
        return f"I cannot do that: {result.error}. Nothing was changed."
    if "what" not in result.data:
        return f"That is booked already: {describe_booking(result.data)}"
    what = str(result.data["what"])
    return f"{question}\n{what[:1].upper()}{what[1:]}\n{questions.CONFIRM}"


def propose_each(calls: Sequence[ToolCall], question: str) -> Plan:
    """Make a proposal for each call, as many as are read at once, and say how many are left."""
    asked: list[str] = []
    for each in calls[:MAX_AT_ONCE]:
        asked.append((yield from propose(each, question)))  # noqa: PERF401 - a comprehension cannot yield
    if left := len(calls) - MAX_AT_ONCE:
        asked += [f"That leaves {left} more; tell me to go on when these are done."] if left > 0 else []
    return "\n\n".join(asked)


def ask_to_change(row: Row, wanted: Wanted) -> Plan:
    """Ask for a yes to give a booking other days, people or a cabin, or to replace it by another hotel or flight."""
    if wanted.hotel:
        return (yield from _ask_for_hotel(row, wanted))
    if wanted.is_other_flight:
        return (yield from _ask_for_flight(row, wanted))
    if wanted.is_other_car:
        return (yield from _ask_for_car(row, wanted))
    arguments = list_arguments(row, wanted)
    if all(row.get(name) == value for name, value in arguments.items()):
        return f"The booking stays as it is:\n{describe_booking(row)}"
    return (yield from propose(ToolCall(f"update_{row['kind']}_booking", arguments), "Shall I change this booking?"))


def _ask_for_hotel(row: Row, wanted: Wanted) -> Plan:
    """Ask for a yes to book another hotel for a stay, and to cancel the one that is booked."""
    guests = wanted.people or row["guests"]
    stay = {"check_in": wanted.first.isoformat(), "check_out": wanted.last.isoformat(), "guests": guests}
    result = yield from call("search_hotel_rooms", city=hotels()[row["hotel_id"]].place.key, **stay)
    found = [each for each in result.data.get("hotels", ()) if wanted.hotel in each["hotel"].lower().split()]
    lines = describe_rooms(found[:1], wanted.first, wanted.last, guests)
    if not lines:
        return f"No such hotel has a room for that stay, so the booking stays as it is:\n{describe_booking(row)}"
    return (yield from _ask_to_replace(row, lines[0]))


def _ask_for_car(row: Row, wanted: Wanted) -> Plan:
    """Ask for a yes to have another car: of another class, or at another place."""
    arguments = list_arguments(row, wanted)
    days = {name: arguments[name] for name in ("pick_up", "drop_off")}
    place, car_class = find_place(row["city"]), wanted.car_class or row["car_class"]
    result = yield from call("search_cars", city=place.key, car_class=car_class, **days)
    at_airport = "airport" in row["location"] if wanted.at_airport is None else wanted.at_airport
    found = sorted(result.data.get("cars", ()), key=lambda each: ("airport" in each["location"]) != at_airport)
    is_there = bool(found) and (wanted.at_airport is None or ("airport" in found[0]["location"]) == at_airport)
    if not is_there:
        where = "" if wanted.at_airport is None else f" {PICK_UP[at_airport]}"
        return f"There is no {car_class} car{where} then, so the booking stays as it is:\n{describe_booking(row)}"
    change = ToolCall("update_car_booking", {**arguments, "car_id": found[0]["car_id"]})
    is_moved = ("airport" in found[0]["location"]) != at_airport
    remark = f"There is one only {PICK_UP[not at_airport]} then.\n\n" if is_moved else ""
    return remark + (yield from propose(change, "Shall I change this booking?"))


def _ask_for_flight(row: Row, wanted: Wanted) -> Plan:
    """Ask for a yes to book another flight of the same way, and to cancel the one that is booked."""
    people = wanted.people or row["passengers"]
    result = yield from call(
        "search_flights",
        origin=find_place(row["origin"]).airport,
        destination=find_place(row["destination"]).airport,
        day=wanted.first.isoformat(),
        passengers=people,
        cabin=wanted.cabin or row["cabin"],
    )
    flights = list(result.data.get("flights", ()))
    found = [
        each
        for each in flights
        if (wanted.flight or each["flight_number"]) == each["flight_number"]
        and (wanted.time or each["departs"]) == each["departs"]
        and (wanted.hours is None or suits(wanted.hours, each))
    ]
    if not found:
        when = join_words([each["departs"] for each in flights]) or "no time"
        wish = wanted.flight or wanted.time or (wanted.hours.words if wanted.hours else "")
        return (
            f"There is no flight {wish} from {row['origin']} to {row['destination']} on {format_day(wanted.first)}; "
            f"they leave at {when}. The booking stays as it is:\n{describe_booking(row)}"
        )
    if found[0]["flight_number"] == row["flight_number"]:
        return (yield from ask_to_change(row, replace(wanted, hours=None, flight=None, time=None)))
    return (yield from _ask_to_replace(row, describe_flights(found[:1], people)[0]))


def _ask_to_replace(row: Row, line: str) -> Plan:
    """Ask for a yes to book the offer in a line, and to cancel a booking that it takes the place of."""
    offer = parse_offer(line)
    assert offer
    booked = yield from ask_to_book(offer)
    cancelled = yield from propose(cancellation(row), "Shall I cancel this booking?")
    return f"{booked}\n\n{cancelled}"


def cancellation(row: Row) -> ToolCall:
    """Return the call that cancels a booking."""
    return ToolCall(f"cancel_{row['kind']}_booking", {"booking_id": row["booking_id"]})


def describe_title(row: Row) -> str:
    """Return the short name of a booking."""
    if row["kind"] == "flight":
        return f"{row['airline']} {row['flight_number']}"
    return str(row["hotel"]) if row["kind"] == "hotel" else f"the {row['car_class']} car"


def say_unknown_terms(done: str, what: str) -> str:
    """Say that terms are not known, and that nothing is done yet."""
    return f"I do not know {what}; please ask the airline or the hotel. Nothing is {done} unless you say so."
