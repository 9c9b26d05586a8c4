"""What a message asks for, as far as plain rules can tell: where, when, how many, how much, which kind of thing."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, fields, replace
from datetime import date
from typing import get_args

from ricordo.language.numbers import numbers_in
from ricordo_travel.cars.fleet import CarClass
from ricordo_travel.dates import days_in, nights_in
from ricordo_travel.flights.timetable import Cabin
from ricordo_travel.places import Place, places_in
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
_NOT_A_GOAL = re.compile(
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
class Slots:
    """What is known of the trip that is being talked about."""

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

    def updated(self, newer: Slots) -> Slots:
        """These, with what ``newer`` says in their place. A new first day ends the old stay."""
        said = {field.name: value for field in fields(newer) if (value := getattr(newer, field.name)) is not None}
        if "first" in said:
            said = {"last": None, **said}
        return replace(self, **said)


def slots_in(text: str, today: date, *, asked: str = "") -> Slots:
    """What one message says; ``asked`` is what the assistant said before it."""
    days = days_in(text, today)
    origin, destination = _places(text, asked)
    return Slots(
        kind=kind_in(text),
        origin=origin,
        destination=destination,
        first=days.first,
        last=days.last,
        nights=days.nights or nights_in(text),
        people=people_in(text),
        budget=budget_in(text, asked),
        car_class=car_class_in(text),
        cabin=next(
            (name for name in get_args(Cabin) if re.search(rf"\b{name}(?: class)\b", text, re.IGNORECASE)), None
        ),
    )


def gathered(lines: Iterable[tuple[str, str]], today: date) -> Slots:
    """What a conversation says, newest last; ``lines`` are what was asked and what was said to it."""
    slots = Slots()
    for asked, said in lines:
        slots = slots.updated(slots_in(said, today, asked=asked))
    return slots


def kind_in(text: str) -> Kind | None:
    """Which of the three a message is about: the one that it names first."""
    named: dict[int, Kind] = {match.start(): kind for kind, pattern in _KINDS if (match := pattern.search(text))}
    return named[min(named)] if named else None


def car_class_in(text: str) -> CarClass | None:
    """The class of car that a text names."""
    return next(
        (name for name in get_args(CarClass) if re.search(rf"\b{name}s?\b(?! class)", text, re.IGNORECASE)), None
    )


def people_in(text: str) -> int | None:
    """How many people a text names."""
    if _ALONE.search(text):
        return 1
    if _PAIR.search(text):
        return 2
    match = _PEOPLE.search(text)
    found = numbers_in(match["number"] or match["group"]) if match else []
    return int(found[0]) if found and 1 <= found[0] <= 20 else None


def budget_in(text: str, asked: str = "") -> int | None:
    """The sum that a text names; a bare number counts where the budget was asked for. Of a range, its end."""
    match = _MONEY.search(text) or (_BARE_MONEY.search(text.strip()) if "budget" in asked.casefold() else None)
    sums = numbers_in(match[0].replace("-", " to ").replace("–", " to ")) if match else []
    return int(max(sums)) if sums and max(sums) < 10_000_000 else None


def _places(text: str, asked: str) -> tuple[Place | None, Place | None]:
    origin: Place | None = None
    destination: Place | None = None
    for sentence in re.split(r"(?<=[.!?])\s+", text):
        for start, place in places_in(sentence):
            if _FROM.search(sentence[:start]) or (
                ASK_ORIGIN in asked and destination is None and not re.search(r"\bto\s+$", sentence[:start])
            ):
                origin = place
            elif not _NOT_A_GOAL.search(sentence):
                destination = place
    return origin, destination
