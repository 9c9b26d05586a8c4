"""Offers: what the tools found in a run and the answer names, each as the call that would book it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, cast

from agent_framework import Message
from ricordo_travel.desk import FoundOffer

_MAX_LINES = 200
Row = Mapping[str, Any]
Position = tuple[int, int]
"""A line of an answer, and a column in it."""
_Found = tuple[Position, FoundOffer]
_GUESTS = re.compile(r"\b(\d\d?) guests?\b")


def find_offers(messages: Iterable[Message], answer: str) -> list[FoundOffer]:
    """Return the offers that the answer names, in its order, from the searches among the messages of a run."""
    lines = answer.splitlines()[:_MAX_LINES]
    named: dict[str, tuple[Position, FoundOffer]] = {}
    for tool, arguments, result in _list_results(messages):
        if tool not in _SEARCHES:
            continue
        rows_name, find = _SEARCHES[tool]
        for row in cast("Sequence[Row]", result.get(rows_name, ())):
            for place, offer in find(row, arguments, lines):
                named[json.dumps([offer.tool, offer.arguments])] = (place, offer)
    return [offer for _, offer in sorted(named.values(), key=lambda pair: pair[0])]


def _find_flight(row: Row, arguments: Row, lines: Sequence[str]) -> Iterator[_Found]:
    place = _find_words(lines, row["flight_number"])
    if place is None or "day" not in row:
        return
    call = {
        "flight_number": row["flight_number"],
        "day": row["day"],
        "passengers": arguments.get("passengers", 1),
        "cabin": row["cabin"],
    }
    yield place, FoundOffer("create_flight_booking", call, {name: row[name] for name in ("minutes", "via")})


def _find_rooms(row: Row, arguments: Row, lines: Sequence[str]) -> Iterator[_Found]:
    """Yield the rooms of a hotel that an answer names: in the first line about it, and in others that count guests."""
    if not (arguments.get("check_in") and arguments.get("check_out")):
        return
    extras = {name: row[name] for name in ("stars", "rating", "amenities")}
    places = [(n, column) for n, line in enumerate(lines) if (column := _find_word(line, row["hotel"])) is not None]
    for place in places:
        line = lines[place[0]]
        named = [offer for offer in row["offers"] if _find_word(line, offer["room_type"]) is not None]
        guests = _GUESTS.search(line)
        if place != places[0] and not (named and guests):
            continue
        room = named[0] if named else row
        rooms = re.search(rf"\b(\d\d?) {room['room_type']} rooms?\b", line)
        call = {
            "hotel_id": row["hotel_id"],
            "room_type": room["room_type"],
            "check_in": arguments["check_in"],
            "check_out": arguments["check_out"],
            "guests": int(guests[1]) if guests else arguments.get("guests", 2),
            "rooms": int(rooms[1]) if rooms else room["rooms_needed"],
        }
        yield place, FoundOffer("create_hotel_booking", call, extras)


def _find_car(row: Row, arguments: Row, lines: Sequence[str]) -> Iterator[_Found]:
    if not (arguments.get("pick_up") and arguments.get("drop_off")):
        return
    place = _find_words(lines, row["car_class"], row["location"])
    if place is None:
        return
    call = {"car_id": row["car_id"], "pick_up": arguments["pick_up"], "drop_off": arguments["drop_off"]}
    yield place, FoundOffer("create_car_booking", call, {name: row[name] for name in ("seats", "bags")})


_SEARCHES: Mapping[str, tuple[str, Callable[[Row, Row, Sequence[str]], Iterator[_Found]]]] = {
    "search_flights": ("flights", _find_flight),
    "search_hotel_rooms": ("hotels", _find_rooms),
    "search_cars": ("cars", _find_car),
}


def _list_results(messages: Iterable[Message]) -> list[tuple[str, Row, Row]]:
    """Return the tool, the arguments and the result of each call that has a JSON object as its result."""
    calls: dict[str, tuple[str, Row]] = {}
    results: list[tuple[str, Row, Row]] = []
    for content in (content for message in messages for content in message.contents):
        if content.type == "function_call" and content.call_id:
            calls[content.call_id] = (content.name or "", content.parse_arguments() or {})
        elif content.type == "function_result" and content.call_id in calls:
            results.append((*calls[content.call_id], parse_result(content.result)))
    return results


def parse_result(result: Any) -> Row:
    """Return the object that a tool returned as JSON, or an empty one."""
    try:
        data = json.loads(result) if isinstance(result, str) else result
    except ValueError:
        return {}
    return cast("Row", data) if isinstance(data, dict) else {}


def _find_words(lines: Sequence[str], *words: str) -> Position | None:
    """Return the first line that has all the words, and where in it the first of them stands."""
    for number, line in enumerate(lines):
        columns = [_find_word(line, word) for word in words]
        if columns[0] is not None and None not in columns:
            return number, columns[0]
    return None


def _find_word(line: str, word: str) -> int | None:
    found = re.search(rf"(?<!\w){re.escape(word)}(?!\w)", line, re.IGNORECASE)
    return found.start() if found else None
