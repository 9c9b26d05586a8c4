"""What a search must have beside the values of a trip: names, what is refused, a lowest price, and an order."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, cast

from ricordo_travel.clerk.commands import Command
from ricordo_travel.dialogue.lookups import unit_price
from ricordo_travel.dialogue.money import format_dollars
from ricordo_travel.dialogue.numbers import parse_numbers
from ricordo_travel.dialogue.plan import Plan, ToolResult, join_words
from ricordo_travel.dialogue.text import normalise
from ricordo_travel.dialogue.wishes import find_amenities
from ricordo_travel.flights.timetable import timetable
from ricordo_travel.hotels.catalog import Hotel, hotels
from ricordo_travel.reservations import Kind

Row = Mapping[str, Any]
_ROWS: dict[str, Kind] = {"flights": "flight", "hotels": "hotel", "cars": "car"}
_STYLE = re.compile(r"\b(?:hostel|backpackers|lodge|guest ?house|house|hotel|suites|grand|resort|inn)s?\b")
_SORTED_WISHES = (
    (r"\b(?:cheap|budget|affordable|low.?cost|inexpensive|reasonabl\w+|not (?:too )?(?:expensive|pricey))\b", "price"),
    (r"\b(?:luxur\w+|fancy|posh|upscale|high.?end|top|5.?star)\b", "stars"),
    (r"\b(?:(?:good|great|best|high|well) ?(?:reviews?|rat\w+)|nice|good|decent|clean|reviews?|rated)\b", "rating"),
    (r"\b(?:sea|ocean|water)\b", "beach"),
    (r"\b(?:old town|downtown|sights|city)\b", "centre"),
    (r"\b(?:fast|short|quick)\w*\b", "duration"),
)
"""Wishes that are no amenity, and the order in which offers are shown for them."""
_KNOWN_OTHERWISE = re.compile(
    r"\bfamil|\bkids?\b|\bchild|\bchildren|\bsun\b|\bflights?\b|\bdirect|\bautomatic|\bstars?\b"
)
"""Wishes that the rooms, the party or other slots meet."""
_ASKED_OF: dict[Kind, str] = {"flight": "the airline", "hotel": "the hotel", "car": "the rental desk"}


@dataclass(frozen=True, slots=True)
class Sieve:
    """What is left of the rows that a search finds, and which come first.

    Attributes:
        names: Words of the hotel or airline that it shall be.
        refused: Words of hotels, kinds of hotel and airlines that it shall not be.
        least: The lowest price of a night, a day or a seat.
        sort: What comes first: `price`, `rating`, `beach` and so on.
        unknown: Wishes of which nothing is known.
    """

    names: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()
    least: int | None = None
    sort: str = ""
    unknown: tuple[str, ...] = ()


def read_sieve(commands: Sequence[Command]) -> Sieve:
    """Return what the last of some searches wants of its rows; what those before it refused is still refused."""
    sieve = Sieve()
    for command in commands:
        wished = [normalise(value) for value in (*command.values("with"), *command.values("maybe"))]
        least = parse_numbers((command.value("min") or "").replace("$", ""))
        kept = None if command.has("place") or re.search("price|min", " ".join(command.values("drop"))) else sieve.least
        sieve = Sieve(
            names=(*map(normalise, command.values("name")), *filter(_STYLE.search, wished)),
            refused=(*sieve.refused, *map(normalise, command.values("not"))),
            least=int(least[0]) if least else kept,
            sort=normalise(command.value("sort") or "") or _find_order(wished),
            unknown=tuple(filter(_is_unknown, wished)),
        )
    return sieve


def sift(plan: Plan, sieve: Sieve, unmet: list[str]) -> Plan:
    """Carry a plan out with only those rows in the results of its searches that pass a sieve, in its order.

    What no row meets is left aside, and is said in `unmet`.
    """
    results: Sequence[ToolResult] | None = None
    while True:
        try:
            calls = next(plan) if results is None else plan.send(results)
        except StopIteration as end:
            return str(end.value)
        results = [_sift_result(each, sieve, unmet) for each in (yield calls)]


def describe_sieve(sieve: Sieve, kinds: Sequence[Kind]) -> list[str]:
    """Return in which order offers are shown, what they cost at least, and which wishes nothing is known of."""
    orders = [_WORDS[name] for name in sieve.sort.split() if name in _WORDS]
    said = [f"{words} first" for kind, words in orders if kind in kinds][:1]
    said += [f"from {format_dollars(sieve.least)} up"] if sieve.least else []
    lines = [f"{', '.join(said).capitalize()}."] if said else []
    if sieve.unknown:
        whom = _ASKED_OF[kinds[0]] if kinds else "there"
        lines.append(f"I cannot search by {join_words(sieve.unknown, 'or')}; please ask {whom}.")
    return lines


def _find_order(wished: Sequence[str]) -> str:
    orders = (order for wish in wished for pattern, order in _SORTED_WISHES if re.search(pattern, wish))
    return next((order for order in orders), "") if not all(map(_find_known, wished)) else ""


def _find_known(wish: str) -> bool:
    return bool(find_amenities(f"with {wish}")[0])


def _is_unknown(wish: str) -> bool:
    """Return whether nothing is known by which a wish could be met."""
    is_sorted = any(re.search(pattern, wish) for pattern, _ in _SORTED_WISHES)
    return not (is_sorted or _find_known(wish) or _STYLE.search(wish) or _KNOWN_OTHERWISE.search(wish))


def _sift_result(result: ToolResult, sieve: Sieve, unmet: list[str]) -> ToolResult:
    data = dict(result.data)
    for name, kind in _ROWS.items():
        if result.tool.startswith("search_") and (rows := cast("list[Row]", data.get(name) or [])):
            data[name] = _sift_rows(kind, rows, sieve, unmet)
    return replace(result, data=data)


def _sift_rows(kind: Kind, rows: Sequence[Row], sieve: Sieve, unmet: list[str]) -> list[Row]:
    """Return the rows that pass; one of the conditions that none of them meets is left aside."""
    tests: list[tuple[str, bool, Callable[[Row], bool]]] = [
        (
            f"There is nothing called {join_words([_title(name) for name in sieve.names], 'or')} for that.",
            bool(sieve.names) and kind != "car",
            lambda row: any(is_called(kind, row, name) for name in sieve.names),
        ),
        (
            f"There is nothing but {join_words([_title(name) for name in sieve.refused])}.",
            bool(sieve.refused),
            lambda row: not any(is_called(kind, row, name) for name in sieve.refused),
        ),
        (
            f"There is nothing from {format_dollars(sieve.least or 0)} up.",
            bool(sieve.least),
            lambda row: unit_price(kind, row) >= (sieve.least or 0),
        ),
    ]
    left = list(rows)
    for words, is_asked, passes in tests:
        fitting = [row for row in left if passes(row)] if is_asked else left
        if not fitting and words not in unmet:
            unmet.append(words)
        left = fitting or left
    measure = next((each for name, each in _ORDERS[kind].items() if name in sieve.sort.split()), None)
    return sorted(left, key=measure) if measure else left


def is_called(kind: Kind, row: Row, name: str) -> bool:
    """Return whether a row is of the hotel, the kind of hotel or the airline that a name means."""
    if kind == "flight":
        flight = timetable()[row["flight_number"]]
        own = f"{flight.airline} {flight.number} {flight.departs}".lower()
    else:
        own = str(row["hotel"] if kind == "hotel" else row["car_class"]).lower()
    style = _STYLE.fullmatch(name)
    if kind == "hotel" and style:
        word = name.removesuffix("s").replace("guest house", "guesthouse")
        return word in own or ("backpackers" in own and word in {"hostel", "backpacker"})
    words = [word for word in re.findall(r"[a-z0-9:]+", name) if len(word) > 2 and word not in {"the", "hotel"}]
    return bool(words) and (name in own or words[0] in own.split())


def _title(name: str) -> str:
    return name if _STYLE.fullmatch(name) else name.title() if name.islower() and not re.search(r"\d", name) else name


def _of_hotel(measure: Callable[[Hotel], float]) -> Callable[[Row], float]:
    return lambda row: measure(hotels()[row["hotel_id"]])


def _negate(clock: str) -> int:
    hour, minute = map(int, clock.split(":"))
    return -(hour * 60 + minute)


_ORDERS: dict[Kind, dict[str, Callable[[Row], Any]]] = {
    "hotel": {
        "price": lambda row: unit_price("hotel", row),
        "rating": _of_hotel(lambda hotel: -hotel.rating),
        "stars": _of_hotel(lambda hotel: -hotel.stars),
        "beach": _of_hotel(lambda hotel: 999 if hotel.facts.beach_km is None else hotel.facts.beach_km),
        "centre": _of_hotel(lambda hotel: hotel.facts.centre_km),
        "airport": _of_hotel(lambda hotel: hotel.facts.airport_km),
    },
    "flight": {
        "price": lambda row: unit_price("flight", row),
        "duration": lambda row: timetable()[row["flight_number"]].minutes,
        "early": lambda row: (row["day"], row["departs"]),
        "late": lambda row: (row["day"], _negate(row["departs"])),
    },
    "car": {"price": lambda row: unit_price("car", row)},
}
_WORDS: dict[str, tuple[Kind, str]] = {
    "rating": ("hotel", "the best rated"),
    "stars": ("hotel", "those with the most stars"),
    "beach": ("hotel", "the nearest to the beach"),
    "centre": ("hotel", "the nearest to the centre"),
    "airport": ("hotel", "the nearest to the airport"),
    "duration": ("flight", "the shortest"),
    "early": ("flight", "the earliest"),
    "late": ("flight", "the latest"),
}
