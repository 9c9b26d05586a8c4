"""The things that a message can speak of, offers, bookings and notes, each described for the reader of things.

A description says what people call a thing by: its place in the list, its time of day, what it is among the others.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from ricordo_travel.dialogue.offers import BOOKING_ID, Offer, first_day, format_minutes, last_day, parse_offer
from ricordo_travel.reservations import Kind
from ricordo_travel.wording import format_price

Sort = Literal["offer", "booking", "note"]

_TIMES = (
    ("09:00", "early in the morning"),
    ("11:00", "in the morning"),
    ("12:00", "late in the morning"),
    ("14:00", "at midday"),
    ("18:00", "in the afternoon"),
    ("21:00", "in the evening"),
    ("24:00", "late in the evening"),
)
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh")
_MAX_BESIDE = 8
_MAX_NOTE = 120


@dataclass(frozen=True, slots=True)
class Candidate:
    """An offer, a booking or a note that a message may mean.

    Attributes:
        sort: Which of them it is.
        text: A note in its words; of a booking, its id.
        offer: What is offered or booked.
    """

    sort: Sort
    text: str = ""
    offer: Offer | None = None


def parse_thing(line: str) -> Candidate | None:
    """Return the thing in a line: "1. Flight …" is an offer, "F-…: flight …" a booking, and "- …" a note."""
    if line.startswith("- "):
        return Candidate("note", line[2:])
    if match := BOOKING_ID.search(line):
        text = line[match.end() :].lstrip(": ")
        offer = parse_offer(text[:1].upper() + text[1:])
        return Candidate("booking", match[1], offer) if offer else None
    offer = parse_offer(line)
    return Candidate("offer", offer=offer) if offer else None


def describe_things(things: Sequence[Candidate]) -> list[str]:
    """Return a description of each thing, with what is beside it."""
    ways = _find_ways(things)
    names = [_name(thing, way) for thing, way in zip(things, ways, strict=True)]
    found: list[str] = []
    for place, thing in enumerate(things):
        others = [name for at, name in enumerate(names) if at != place][:_MAX_BESIDE]
        described = f"note: {thing.text[:_MAX_NOTE]}" if thing.offer is None else _describe(place, things, ways)
        found.append(f"{described} ; beside it: {', '.join(others)}" if others else described)
    return found


def _find_ways(things: Sequence[Candidate]) -> list[str]:
    """Return for each thing which way it goes: of flights to and fro, those of the earlier day go there."""
    routes = [_route(thing.offer) for thing in things]
    days = {
        route: first_day(thing.offer)
        for thing, route in zip(reversed(things), reversed(routes), strict=True)
        if thing.offer and route
    }
    ways: list[str] = []
    for route in routes:
        turned = days.get((route[1], route[0])) if route else None
        ways.append("" if route is None or turned is None else "back" if turned < days[route] else "there")
    return ways


def _route(offer: Offer | None) -> tuple[str, str] | None:
    """Return where a flight begins and ends; None for anything else."""
    if offer is None or offer.kind != "flight":
        return None
    return offer.flight.origin.name, offer.flight.destination.name


def _name(thing: Candidate, way: str) -> str:
    """Return a thing in a few words."""
    offer = thing.offer
    if offer is None:
        return thing.text[:40]
    booked = "booked " if thing.sort == "booking" else ""
    if offer.kind == "flight":
        return f"{booked}flight {way or 'to ' + offer.flight.destination.name} {offer.flight.departs}"
    if offer.kind == "hotel":
        return f"{booked}{offer.title.removesuffix(offer.hotel.place.name).strip()}"
    return f"{booked}{offer.title}"


def _describe(place: int, things: Sequence[Candidate], ways: Sequence[str]) -> str:
    """Return what an offer or a booking is, among those of its kind and way, and its details."""
    thing, way = things[place], ways[place]
    offer = thing.offer
    assert offer
    like = [
        (at, each.offer)
        for at, each in enumerate(things)
        if each.offer
        and each.sort == thing.sort
        and each.offer.kind == offer.kind
        and _route(each.offer) == _route(offer)
    ]
    peers = [each for _, each in like]
    at = [number for number, _ in like].index(place)
    number = f"offer {offer.number}" if offer.number else thing.sort
    order = f"{_ORDINALS[at]} of {len(peers)}" if at < len(_ORDINALS) else ""
    kind = f"{offer.kind} {way}".strip()
    head = ", ".join(
        filter(None, [f"{number}: {kind}", order if len(peers) > 1 else "only one", *_compare(offer, peers)])
    )
    return f"{head}: {_DETAILS[offer.kind](offer)}"


def _compare(offer: Offer, peers: Sequence[Offer]) -> list[str]:
    """Return what an offer is among others of its kind and way: cheapest, later, best rated."""
    said: list[str] = []
    for value, of_two, of_more in (_PRICE, *_MEASURES[offer.kind]):
        least, most = of_two if len(peers) == 2 else of_more
        own, others = value(offer), [value(each) for each in peers if each is not offer]
        if others and own < min(others):
            said.append(least)
        elif others and own > max(others):
            said.append(most)
    return [word for word in said if word]


def _departs(offer: Offer) -> float:
    hour, _, minute = offer.flight.departs.partition(":")
    return first_day(offer).toordinal() * 1_440 + int(hour) * 60 + int(minute)


_Measure = tuple[Callable[[Offer], float], tuple[str, str], tuple[str, str]]
"""A value of offers, and the words for the least and the most of two and of more."""
_PRICE: _Measure = (lambda offer: offer.total, ("cheaper", "dearer"), ("cheapest", "dearest"))
_MEASURES: dict[Kind, tuple[_Measure, ...]] = {
    "flight": (
        (_departs, ("earlier", "later"), ("earliest", "latest")),
        (lambda offer: offer.flight.minutes, ("faster", "slower"), ("fastest", "")),
    ),
    "hotel": (
        (lambda offer: offer.hotel.rating, ("", "better rated"), ("", "best rated")),
        (lambda offer: offer.hotel.stars, ("", "more stars"), ("", "most stars")),
    ),
    "car": ((lambda offer: offer.car.seats, ("smaller", "bigger"), ("", "biggest")),),
}


def _describe_flight(offer: Offer) -> str:
    flight, given = offer.flight, offer.call.arguments
    day = first_day(offer)
    when = next(words for until, words in _TIMES if flight.departs < until)
    stops = f"changing in {flight.via}" if flight.via else "nonstop"
    return (
        f"{flight.origin.name} to {flight.destination.name}, {day:%A} {day.day} {day:%B}, {flight.departs} {when}, "
        f"{flight.number} {flight.airline}, {format_price(offer.total)}, {format_price(offer.unit_price)} a seat, "
        f"{format_minutes(flight.minutes)}, {stops}, {given['passengers']} people, {given['cabin']}"
    )


def _describe_hotel(offer: Offer) -> str:
    hotel, given = offer.hotel, offer.call.arguments
    return (
        f"{offer.title}, {hotel.stars} stars, rated {hotel.rating}, {format_price(offer.unit_price)} a night, "
        f"{format_price(offer.total)}, {' '.join(hotel.amenities)}, {given['rooms']} {given['room_type']} room, "
        f"{given['guests']} people, {_describe_days(offer)}"
    )


def _describe_car(offer: Offer) -> str:
    car = offer.car
    return (
        f"{offer.title}, {car.seats} seats, {car.bags} bags, {format_price(offer.unit_price)} a day, "
        f"{format_price(offer.total)}, {_describe_days(offer)}"
    )


def _describe_days(offer: Offer) -> str:
    first, last = first_day(offer), last_day(offer)
    return f"{first:%a} {first.day} {first:%B} to {last:%a} {last.day} {last:%B}"


_DETAILS: dict[Kind, Callable[[Offer], str]] = {
    "flight": _describe_flight,
    "hotel": _describe_hotel,
    "car": _describe_car,
}
