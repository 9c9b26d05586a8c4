"""Trip requests in messages: kind, places, dates, party size, budget, and class of car or cabin."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, fields, replace
from datetime import date
from typing import get_args

from ricordo_travel.cars.fleet import CarClass
from ricordo_travel.dialogue.dates import parse_dates, parse_nights
from ricordo_travel.dialogue.numbers import parse_numbers
from ricordo_travel.flights.timetable import Cabin
from ricordo_travel.places import Place, find_places
from ricordo_travel.reservations import Kind

ASK_ORIGIN = "Where will you fly from?"

_KINDS: tuple[tuple[Kind, re.Pattern[str]], ...] = (
    ("flight", re.compile(r"\b(?:flights?|fly|flying|plane|airfares?|seats? on)\b", re.IGNORECASE)),
    (
        "hotel",
        re.compile(r"\b(?:hotels?|rooms?|stay|staying|accommodation|hostels?|lodg(?:e|ing)|a bed)\b", re.IGNORECASE),
    ),
    ("car", re.compile(r"\b(?:cars?|suvs?|vans?|convertibles?|rental|rent|hire|driv(?:e|ing))\b", re.IGNORECASE)),
)
_NOT_A_DESTINATION = re.compile(
    r"\b(?:live|lived|living|based|born|grew up|went|been|visited|was|were|loved|liked|enjoyed|hated|know about)\b",
    re.IGNORECASE,
)
_FROM = re.compile(r"\b(?:from|leaving|departing)\s+$", re.IGNORECASE)
_MONEY = re.compile(
    r"(?:[$€£]\s?\d[\d,.]*k?(?:\s?(?:-|–|to)\s?[$€£]?\d[\d,.]*k?)?|\b\d[\d,.]*k?\s?(?:dollars|usd|aud|bucks|euros?)\b)",
    re.IGNORECASE,
)
_BARE_MONEY = re.compile(r"^\D{0,25}?(\d[\d,.]{2,9}k?|\d{1,3}k)\D{0,25}$", re.IGNORECASE)
_PEOPLE = re.compile(
    r"\b(?P<number>\d{1,2}|one|two|three|four|five|six|seven|eight|nine)"
    r" (?:people|persons?|adults?|guests?|passengers?|travell?ers?|of us)\b|"
    r"\b(?:party|family|group) of (?P<group>\d{1,2}|two|three|four|five|six|seven|eight|nine)\b",
    re.IGNORECASE,
)
_ALONE = re.compile(r"\b(?:just me|only me|by myself|travelling alone|solo)\b", re.IGNORECASE)
_PAIR = re.compile(
    r"\b(?:my (?:wife|husband|partner|girlfriend|boyfriend) and (?:i|me)|the two of us)\b", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class TripRequest:
    """A request for a flight, a hotel or a car, as far as it is known."""

    kind: Kind | None = None
    origin: Place | None = None
    destination: Place | None = None
    first: date | None = None
    last: date | None = None
    nights: int | None = None
    people: int | None = None
    budget: int | None = None
    car_class: CarClass | None = None
    cabin: Cabin | None = None

    def merge(self, newer: TripRequest) -> TripRequest:
        """Return this request with the values that `newer` has. A new first day drops the old last day."""
        values = {field.name: value for field in fields(newer) if (value := getattr(newer, field.name)) is not None}
        if "first" in values:
            values = {"last": None, **values}
        return replace(self, **values)


def parse_request(text: str, today: date, *, last_reply: str = "") -> TripRequest:
    """Return the request in a message. `last_reply` is the assistant's reply before it, which it may answer."""
    days = parse_dates(text, today)
    origin, destination = _find_route(text, last_reply)
    return TripRequest(
        kind=find_kind(text),
        origin=origin,
        destination=destination,
        first=days.first,
        last=days.last,
        nights=days.nights or parse_nights(text),
        people=parse_party_size(text),
        budget=parse_budget(text, last_reply),
        car_class=find_car_class(text),
        cabin=next(
            (name for name in get_args(Cabin) if re.search(rf"\b{name}(?: class)\b", text, re.IGNORECASE)), None
        ),
    )


def combine_requests(exchanges: Iterable[tuple[str, str]], today: date) -> TripRequest:
    """Return the request in a conversation. `exchanges` are pairs of a reply and the message after it, oldest first."""
    request = TripRequest()
    for last_reply, message in exchanges:
        request = request.merge(parse_request(message, today, last_reply=last_reply))
    return request


def find_kind(text: str) -> Kind | None:
    """Return the kind of booking that `text` names first."""
    kinds: dict[int, Kind] = {match.start(): kind for kind, pattern in _KINDS if (match := pattern.search(text))}
    return kinds[min(kinds)] if kinds else None


def find_car_class(text: str) -> CarClass | None:
    """Return the class of car that `text` names."""
    return next(
        (name for name in get_args(CarClass) if re.search(rf"\b{name}s?\b(?! class)", text, re.IGNORECASE)), None
    )


def parse_party_size(text: str) -> int | None:
    """Return the number of people in `text`."""
    if _ALONE.search(text):
        return 1
    if _PAIR.search(text):
        return 2
    match = _PEOPLE.search(text)
    numbers = parse_numbers(match["number"] or match["group"]) if match else []
    return int(numbers[0]) if numbers and 1 <= numbers[0] <= 20 else None


def parse_budget(text: str, last_reply: str = "") -> int | None:
    """Return the amount in `text`, the upper end of a range. A bare number counts if the last reply asks for it."""
    match = _MONEY.search(text) or (_BARE_MONEY.search(text.strip()) if "budget" in last_reply.casefold() else None)
    amounts = parse_numbers(match[0].replace("-", " to ").replace("–", " to ")) if match else []
    return int(max(amounts)) if amounts and max(amounts) < 10_000_000 else None


def _find_route(text: str, last_reply: str) -> tuple[Place | None, Place | None]:
    origin: Place | None = None
    destination: Place | None = None
    for sentence in re.split(r"(?<=[.!?])\s+", text):
        for start, place in find_places(sentence):
            if _FROM.search(sentence[:start]) or (
                ASK_ORIGIN in last_reply and destination is None and not re.search(r"\bto\s+$", sentence[:start])
            ):
                origin = place
            elif not _NOT_A_DESTINATION.search(sentence):
                destination = place
    return origin, destination
