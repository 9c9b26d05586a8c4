"""Offers as lines, and the way back from a line to what it offers.

The conversation is the only state of the dialogue. A line says all that would be booked, in the words of a proposal,
and the next turn reads it again.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import cache
from typing import Any

from ricordo_travel.cars.fleet import Car, cars
from ricordo_travel.dialogue.facts.hotel_facts import describe_reasons
from ricordo_travel.dialogue.plan import ToolCall, join_words
from ricordo_travel.dialogue.replies.questions import CONFIRM
from ricordo_travel.flights.timetable import Flight, timetable
from ricordo_travel.hotels.catalog import Hotel, hotels
from ricordo_travel.reservations import Kind
from ricordo_travel.wording import count, describe, format_price

BOOKING_ID = re.compile(r"\b([FHC]-[2-9A-HJKMNP-TV-Z]{8})\b", re.IGNORECASE)
_KINDS: Mapping[str, Kind] = {"F": "flight", "H": "hotel", "C": "car"}
_DAYS = r"(?P<first>\d{1,2}(?: [A-Z][a-z]+)?(?: \d{4})?) to (?P<last>\d{1,2} [A-Z][a-z]+ \d{4})"
_TOTAL = r"\$(?P<total>[\d,]+)(?:\.\d\d)? in all"
_FLIGHT = re.compile(
    rf"[Ff]light (?P<number>[A-Z]{{2}}\d+) from [^,]{{1,40}} to [^,]{{1,40}}, (?P<day>\d{{1,2}} [A-Z][a-z]+ \d{{4}}) "
    rf"at [\d:]+, (?P<people>\d+) passengers? in (?P<cabin>\w+), {_TOTAL}"
)
_ROOM = re.compile(
    rf"(?P<name>[A-Z][^,:?]{{1,60}}), (?P<rooms>\d+) (?P<type>\w+) rooms?, {_DAYS} \((?P<nights>\d+) nights?\), "
    rf"(?P<people>\d+) guests?, {_TOTAL}"
)
_CAR = re.compile(
    rf"\b(?P<class>\w{{1,20}}) car at (?P<location>[^,:]{{1,60}}), {_DAYS} \((?P<days>\d+) days?\), {_TOTAL}"
)
_NUMBER = re.compile(r"^(?P<number>\d+)\. ")
_ASKED = re.compile(r"\bShall I (?P<verb>book|do|cancel|change|erase(?= everything\b))\b")


@dataclass(frozen=True, slots=True)
class Offer:
    """An offer in a reply: what it says, and the tool call that proposes it.

    Attributes:
        text: What would be booked, in the words of a proposal.
        title: The name of the flight, hotel or car.
        unit_price: Dollars a `unit`: a seat, a night or a day.
        number: Its number in a list, or None if it stands alone.
    """

    kind: Kind
    text: str
    title: str
    call: ToolCall
    unit: str
    unit_price: int
    total: int
    number: int | None = None

    @property
    def hotel(self) -> Hotel:
        return hotels()[self.call.arguments["hotel_id"]]

    @property
    def flight(self) -> Flight:
        return timetable()[self.call.arguments["flight_number"]]

    @property
    def car(self) -> Car:
        return cars()[self.call.arguments["car_id"]]


@dataclass(frozen=True, slots=True)
class Question:
    """A question that waits for a yes: to book, change or cancel something, or to erase everything."""

    verb: str
    offer: Offer | None = None


def find_offers(text: str) -> list[Offer]:
    """Return the offers in a reply, those in a list and those that are asked about."""
    return [offer for line in text.splitlines() if (offer := parse_offer(line))]


def parse_offer(line: str) -> Offer | None:
    """Return the offer in a line of a reply, or None if it offers nothing."""
    line = line.strip()
    if BOOKING_ID.search(line):
        return None
    match = _NUMBER.match(line)
    number = int(match["number"]) if match else None
    text = line[match.end() :] if match else line
    for kind, pattern, read in (
        ("flight", _FLIGHT, _read_flight),
        ("hotel", _ROOM, _read_room),
        ("car", _CAR, _read_car),
    ):
        if (found := pattern.search(text)) and (offer := read(found)):
            title, call, unit, units = offer
            total = int(found["total"].replace(",", ""))
            return Offer(_KINDS[kind[0].upper()], found[0], title, call, unit, round(total / units), total, number)
    return None


def find_question(reply: str) -> Question | None:
    """Return the question in a reply that waits for a yes, or None if there is none."""
    asked = list(_ASKED.finditer(reply)) if CONFIRM in reply else []
    if not asked:
        return None
    rest = reply[asked[-1].end() :]
    verb = asked[-1]["verb"]
    if verb == "book":
        if offers := find_offers(rest):
            return Question(verb, offers[-1])
        offers = find_offers(reply)
        return Question(verb, offers[0] if len(offers) == 1 else None)
    if verb == "do":
        verb = "cancel" if re.search(r"\bcancel [FHC]-", rest, re.IGNORECASE) else "change"
    return Question(verb)


_Read = tuple[str, ToolCall, str, int]


def _read_flight(match: re.Match[str]) -> _Read | None:
    if not (flight := timetable().get(match["number"])):
        return None
    arguments = {
        "flight_number": match["number"],
        "day": parse_day(match["day"]).isoformat(),
        "cabin": match["cabin"],
        "passengers": int(match["people"]),
    }
    title = f"{flight.airline} {flight.number}"
    return title, ToolCall("create_flight_booking", arguments), "seat", int(match["people"])


def _read_room(match: re.Match[str]) -> _Read | None:
    if not (id := _hotels_by_name().get(match["name"].casefold())):
        return None
    arguments = {
        "hotel_id": id,
        "room_type": match["type"],
        **_read_days(match, "check_in", "check_out"),
        "guests": int(match["people"]),
        "rooms": int(match["rooms"]),
    }
    return match["name"], ToolCall("create_hotel_booking", arguments), "night", int(match["nights"])


def _read_car(match: re.Match[str]) -> _Read | None:
    if not (id := _cars_by_name().get((match["class"].casefold(), match["location"]))):
        return None
    title = f"{match['class'].lower()} car at {match['location']}"
    arguments = {"car_id": id, **_read_days(match, "pick_up", "drop_off")}
    return title, ToolCall("create_car_booking", arguments), "day", int(match["days"])


def _read_days(match: re.Match[str], first: str, last: str) -> dict[str, str]:
    """Return the days of a stay. The first is written without the month and the year that it shares with the last."""
    words, until = match["first"].split(), match["last"].split()
    start = " ".join([*words, *until[len(words) :]])
    return {first: parse_day(start).isoformat(), last: parse_day(match["last"]).isoformat()}


@cache
def _hotels_by_name() -> dict[str, str]:
    return {hotel.name.casefold(): hotel.id for hotel in hotels().values()}


@cache
def _cars_by_name() -> dict[tuple[str, str], str]:
    return {(car.car_class, car.location.name): car.id for car in cars().values()}


def count_people(offer: Offer) -> int:
    """Return how many people an offer is for."""
    arguments = offer.call.arguments
    return arguments.get("passengers") or arguments.get("guests") or 1


def first_day(offer: Offer) -> date:
    """Return the first day of an offer."""
    arguments = offer.call.arguments
    return date.fromisoformat(arguments.get("day") or arguments.get("check_in") or arguments["pick_up"])


def last_day(offer: Offer) -> date:
    """Return the last day of an offer, of a flight its only one."""
    arguments = offer.call.arguments
    return date.fromisoformat(arguments.get("day") or arguments.get("check_out") or arguments["drop_off"])


def describe_flights(rows: Sequence[Mapping[str, Any]], people: int) -> list[str]:
    """Return a line for each flight."""
    lines: list[str] = []
    for row in rows:
        stops = f"changing in {row['via']}" if row["via"] else "nonstop"
        core = describe({**row, "kind": "flight", "passengers": people, "total_price": row["price"] * people})
        extras = f"{row['airline']}, {format_price(row['price'])} a seat, {format_minutes(row['minutes'])}, {stops}"
        lines.append(f"{_capitalise(core)} – {extras}")
    return lines


def describe_rooms(
    rows: Sequence[Mapping[str, Any]], first: date, last: date, guests: int, wishes: Sequence[str] = ()
) -> list[str]:
    """Return a line for each hotel, with the cheapest rooms for the party, and how far it is from what is wished."""
    nights = (last - first).days
    lines: list[str] = []
    for row in (part for each in rows for part in each.get("parts", [each])):
        booking = {
            **row,
            "kind": "hotel",
            "rooms": row["rooms_needed"],
            "check_in": first.isoformat(),
            "check_out": last.isoformat(),
            "nights": nights,
            "guests": row.get("guests", guests),
            "total_price": row["price_for_all"] * nights,
        }
        extras = f"{format_price(row['price_for_all'])} a night, {row['stars']} stars, rated {row['rating']}"
        reasons = describe_reasons(hotels()[row["hotel_id"]], wishes)
        lines.append(f"{describe(booking)} – {extras}, with {join_words(row['amenities'])}{reasons}")
    return lines


def describe_cars(rows: Sequence[Mapping[str, Any]], first: date, last: date) -> list[str]:
    """Return a line for each car."""
    days = (last - first).days
    lines: list[str] = []
    for row in rows:
        booking = {
            **row,
            "kind": "car",
            "pick_up": first.isoformat(),
            "drop_off": last.isoformat(),
            "days": days,
            "total_price": row["price_per_day"] * days,
        }
        extras = (
            f"{format_price(row['price_per_day'])} a day, {row['seats']} seats, room for {count(row['bags'], 'bag')}"
        )
        lines.append(f"{_capitalise(describe(booking))} – {extras}")
    return lines


def describe_booking(row: Mapping[str, Any]) -> str:
    """Describe a booking in one line, with its id."""
    state = "" if row["state"] == "booked" else f" ({row['state']})"
    return f"{row['booking_id']}: {describe(row)}{state}"


def number_offers(reply: str) -> str:
    """Return a reply with its offers numbered one after the other, whatever their kind: a number means one offer."""
    lines = reply.splitlines()
    listed = [n for n, line in enumerate(lines) if _NUMBER.match(line) and parse_offer(line)]
    number, last = 0, ""
    for n in listed:
        offer = parse_offer(lines[n])
        number += not (offer and offer.kind == "hotel" and offer.title == last)  # rooms of one hotel go together
        last = offer.title if offer else ""
        lines[n] = _NUMBER.sub(f"{number}. ", lines[n])
    return "\n".join(lines)


def number_lines(lines: Sequence[str], start: int = 1) -> str:
    return "\n".join(f"{number}. {line}" for number, line in enumerate(lines, start))


def format_day(day: date) -> str:
    return f"{day.day} {day:%B %Y}"


def parse_day(text: str) -> date:
    return datetime.strptime(text, "%d %B %Y").date()  # noqa: DTZ007 - a day has no zone


def format_minutes(minutes: int) -> str:
    return f"{minutes // 60} h {minutes % 60:02} min"


def _capitalise(text: str) -> str:
    return text[:1].upper() + text[1:]
