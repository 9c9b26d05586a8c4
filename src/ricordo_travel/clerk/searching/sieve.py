"""Sift what a search finds: by names, by what is refused, by a lowest price; and put it in order."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Any, cast

from ricordo_travel.cars.conditions import CONDITIONS
from ricordo_travel.clerk.answering.unknown_facts import find_topic, name_thing
from ricordo_travel.clerk.commands import Command
from ricordo_travel.clerk.reading.slots import find_type, find_types, find_wishes, is_size
from ricordo_travel.dialogue.facts.hotel_facts import DIET
from ricordo_travel.dialogue.plan import Plan, ToolResult, join_words
from ricordo_travel.dialogue.replies.lookups import unit_price
from ricordo_travel.dialogue.replies.suggestions import find_activities
from ricordo_travel.dialogue.values.geography import find_named
from ricordo_travel.dialogue.values.money import format_dollars
from ricordo_travel.dialogue.values.numbers import parse_numbers
from ricordo_travel.dialogue.values.text import is_common_word, normalise
from ricordo_travel.flights.timetable import timetable
from ricordo_travel.hotels.catalog import Hotel, hotels, hotels_in
from ricordo_travel.reservations import Kind
from ricordo_travel.wording import count

Row = Mapping[str, Any]
_ROWS: dict[str, Kind] = {"flights": "flight", "hotels": "hotel", "cars": "car"}
_STYLE = re.compile(r"\b(?:hostel|dorm|backpackers?|lodge|guest ?house|b&b|suites|grand)s?\b")
_STYLES = {"hostel": "backpackers", "dorm": "backpackers", "backpacker": "backpackers", "b&b": "guesthouse"}
"""What kinds of hotel are called in their names, where that is another word."""
_NO_HOTEL = re.compile(r"\b(?:apartment|flat|villa|holiday home|bungalow|riad|ryokan|campsite|airbnb)s?\b")
_NEAR = re.compile(
    r"^(?:(?:near(?:est)?|close to|by|next to|opposite|in|walking distance (?:to|from)) (?:to )?(?:the )?"
    r"|(?=(?:\w+ ){0,2}(?:midtown|uptown|district|quarter|square|neighbou?rhood|street|avenue)$))"
    r"(?!each other|one another|nearer|closer)(.+)"
)
"""A place in a town to which no distance is known."""
_VIEW = re.compile(r"\bviews?\b")
_SORTED_WISHES = (
    (
        r"\b(?:cheap\w*|budget|affordable|low.?cost|inexpensive|simple|basic|not (?:too )?(?:expensive|pricey))\b",
        "price",
    ),
    (
        (
            r"\b(?:luxur\w+|fanc(?:y|ier)|posh\w*|upscale|upmarket|high.?end|top|5.?star|classier|"
            r"(?:nicer|better)(?! \w{0,8} ?views?\b))\b"
        ),
        "stars",
    ),
    (r"\b(?:(?:good|great|best|high|well).?(?:reviews?|rat\w+)|nice|good|decent|clean|reviews?|rated)\b", "rating"),
    (r"\b(?:sea|ocean|water|beach\w*)\b", "beach"),
    (r"\b(?:old town|old quarter|downtown|sights|city|town)\b", "centre"),
    (r"\b(?:fast|short|quick)\w*\b", "duration"),
)
"""Wishes that are no amenity, and the order in which offers are shown for them."""
_SORTS = {
    "cheapest": "price", "cheap": "price", "cost": "price", "earliest": "early", "latest": "late", "best": "rating",
    "fastest": "duration", "shortest": "duration", "quickest": "duration", "center": "centre", "sea": "beach",
}  # fmt: skip
_KNOWN_OTHERWISE = re.compile(
    r"\b(?:famil|kids?$|child(?:ren)?$|sun\b|flights?\b|direct|automatic|stars?\b|electric|part(?:y|ying)\b|"
    r"birthday|anniversary|honeymoon|holiday|vacation|trip\b|city ?break|sightseeing|shopping|nightlife|walking|hiking)"
)
"""Wishes that the rooms, the party or other slots meet, or that are about the place."""
_ASKED_OF: dict[Kind, str] = {"flight": "the airline", "hotel": "the hotel", "car": "the rental desk"}
SEEN_ALL = (
    "You have seen all that I have there for those days. Shall I change the days, the place or the wishes? "
    "Just tell me which."
)
_CHOOSES = ("max", "name", "again", "cheaper")
"""Slots of a search that lift a lowest price."""


@dataclass(frozen=True, slots=True)
class Sieve:
    """Keep what is left of the rows that a search finds, and which come first.

    Attributes:
        names: Words of the hotel or airline that it shall be.
        refused: Words of hotels, kinds of hotel and airlines that it shall not be.
        least: The lowest price of a night, a day or a seat.
        below: The price of a night, a day or a seat that it shall be cheaper than.
        stars: The stars that a hotel shall have more of.
        sort: What comes first: `price`, `rating`, `beach` and so on.
        unknown: Wishes of which nothing is known.
        classes: The classes of cars among which it shall be, if there are several.
        shown: Titles of offers that were shown already and shall not come again.
    """

    names: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()
    least: int | None = None
    below: int | None = None
    stars: int | None = None
    sort: str = ""
    unknown: tuple[str, ...] = ()
    classes: tuple[str, ...] = ()
    shown: tuple[str, ...] = ()


def read_sieve(commands: Sequence[Command]) -> Sieve:
    """Return what the last of some searches wants of its rows; what those before it refused is still refused."""
    sieve, kind = Sieve(), ""
    for command in commands:
        wished = [normalise(value) for value in (*command.values("with"), *command.values("maybe"))]
        names = (*map(normalise, command.values("name")), *(each for each in wished if _STYLE.search(each)))
        least = parse_numbers((command.value("min") or "").replace("$", ""))
        order = _read_order(command, wished)
        is_kept = command.subject == kind and not (names or order == "price" or command.has("place", *_CHOOSES))
        refused = (*sieve.refused, *map(normalise, command.values("not")))
        sieve = Sieve(
            names=names,
            refused=tuple(each for each in refused if not any(_is_like(each, name) for name in names)),
            least=int(least[0]) if least else sieve.least if is_kept and not command.has("drop") else None,
            sort=order,
            unknown=tuple(each for each in wished if _is_unknown(each, command.subject)),
            classes=_read_classes(command, sieve.classes if command.subject == kind else ()),
        )
        kind = command.subject
    return sieve


def _read_classes(command: Command, before: tuple[str, ...]) -> tuple[str, ...]:
    """Return the classes of cars among which a search is, if it or the one before it names several."""
    if not command.has("type", "seats", "bags", "place"):
        return before
    types = find_types(command)
    return tuple(types) if len(types) > 1 else ()


def _read_order(command: Command, wished: Sequence[str]) -> str:
    said = normalise(command.value("sort") or "")
    if said:
        return " ".join(_SORTS.get(word, word) for word in said.split())
    unmet = [wish for wish in wished if not _is_amenity(wish)]
    orders = (order for wish in unmet for pattern, order in _SORTED_WISHES if re.search(pattern, wish))
    return next(orders, "centre" if any(map(_NEAR.match, unmet)) else "")


def _is_like(one: str, other: str) -> bool:
    """Return whether two names mean the same kind of hotel, or the same hotel."""
    return one.split(maxsplit=1)[0] == other.split(maxsplit=1)[0] or _name_style(one) == _name_style(other)


def find_style(value: str) -> str:
    """Return the word in the names of the kind of hotel that a value names, empty if it names none."""
    text = normalise(value)
    return _name_style(text) if _STYLE.fullmatch(text) else ""


def _name_style(name: str) -> str:
    style = _STYLE.search(name)
    word = style[0].removesuffix("s") if style else name
    return _STYLES.get(word, word.replace("guest house", "guesthouse"))


_STOPS = re.compile(r"\b(?:stops?|changes?|changing|connections?|layovers?|stop-?overs?)\b")
_CHILD_SEAT = re.compile(r"\b(?:child|baby|kids?'?|booster|toddler|infant)(?: car)? ?seats?\b|\bboosters?\b")


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


def describe_sieve(sieve: Sieve, kinds: Sequence[Kind], unmet: Sequence[str], *, has_list: bool = True) -> list[str]:
    """Return which wishes nothing is known of, what nothing met, in which order offers are shown, and from where up.

    An order is only said above a list.
    """
    lines = _say_unknown(sieve.unknown, kinds) + list(unmet)
    is_by_centre = any(map(_NEAR.match, sieve.unknown)) and sieve.sort == "centre"
    orders = [_WORDS[name] for name in sieve.sort.split() if name in _WORDS and has_list and not is_by_centre]
    said = [f"{words} first" for kind, words in orders if kind in kinds][:1]
    if sieve.least and not any("up." in each for each in unmet):
        said.append(f"from {format_dollars(sieve.least)} up")
    return [*lines, f"{', '.join(said).capitalize()}."] if said else lines


def _say_unknown(unknown: Sequence[str], kinds: Sequence[Kind]) -> list[str]:
    near = [match[1] for each in unknown if (match := _NEAR.match(each))]
    other = [match[0] for each in unknown if (match := _NO_HOTEL.search(each))]
    rest = [each for each in unknown if not _NEAR.match(each) and not _NO_HOTEL.search(each)]
    places = join_words([f"the {each}" if is_common_word(each) else each.title() for each in near], "or")
    lines = [f"I do not know how far it is to {places}, so I go by the centre."] if near else []
    lines += [f"I have hotels and hostels only, no {join_words(other, 'or')}."] if other else []
    if "car" in kinds and any(_CHILD_SEAT.search(each) for each in rest):
        lines.append(f"Child seats are {CONDITIONS['child_seats']}.")
        rest = [each for each in rest if not _CHILD_SEAT.search(each)]
    if "flight" in kinds and any(_STOPS.search(each) for each in rest):
        lines.append("No flight that I know changes more than once; each says whether it does.")
        rest = [each for each in rest if not _STOPS.search(each)]
    whom = _ASKED_OF[kinds[0]] if kinds else "there"
    if "flight" in kinds and any(re.search(r"\b(?:seats?|window|aisle)\b", each) for each in rest):
        return [*lines, "I cannot choose seats; please ask the airline."]
    if diets := [each for each in rest if re.search(DIET, each)]:
        rest = [each for each in rest if each not in diets]
        lines.append(f"I do not know what they can do for “{join_words(diets)}”; please ask {whom}.")
    if "hotel" in kinds and any(_VIEW.search(each) for each in rest):
        lines.append(f"I do not know what the views are like; please ask {_ASKED_OF['hotel']}.")
    rest = [each for each in rest if find_topic(each, kinds) or not (find_activities(each) or _VIEW.search(each))]
    if rest and kinds[:1] == ("hotel",) and all(find_topic(each, kinds) for each in rest):
        things = join_words([name_thing(each) for each in rest], "or")
        return [*lines, f"I do not know which of them have {things}; please ask {whom}."]
    return lines + ([f"I do not know about {join_words(rest, 'or')}; please ask {whom}."] if rest else [])


def _is_amenity(wish: str) -> bool:
    return bool(find_wishes(wish))


def _is_unknown(wish: str, kind: str) -> bool:
    """Return whether nothing is known by which a wish could be met."""
    is_sorted = any(re.search(pattern, wish) for pattern, _ in _SORTED_WISHES) and not _NEAR.match(wish)
    if kind == "car" and (find_type(wish) or is_size(wish)):
        return False
    if (named := find_named(wish)) and named.end - named.start == len(wish):
        return False  # a place, which is none of the offer's features
    return not (is_sorted or _is_amenity(wish) or _STYLE.search(wish) or _KNOWN_OTHERWISE.search(wish))


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
            _say_none_called(kind, rows, sieve.names),
            bool(sieve.names) and kind != "car",
            lambda row: any(is_called(kind, row, name) for name in sieve.names),
        ),
        (
            f"There is nothing but {join_words([_title(name) for name in sieve.refused])} then.",
            bool(sieve.refused),
            lambda row: not any(is_called(kind, row, name) for name in sieve.refused),
        ),
        (
            SEEN_ALL,
            bool(sieve.shown),
            lambda row: title_of(kind, row) not in sieve.shown,
        ),
        (
            f"There is nothing from {format_dollars(sieve.least or 0)} up.",
            bool(sieve.least),
            lambda row: unit_price(kind, row) >= (sieve.least or 0),
        ),
        (
            say_none_below(sieve),
            bool(sieve.below),
            lambda row: unit_price(kind, row) < (sieve.below or 0),
        ),
        (
            f"There is nothing with more than {count(sieve.stars or 0, 'star')} then.",
            bool(sieve.stars) and kind == "hotel",
            lambda row: row["stars"] > (sieve.stars or 0),
        ),
    ]
    left = _mix_classes(rows, sieve.classes) if kind == "car" and sieve.classes else list(rows)
    unmet += [f"There is no {each} then." for each in _list_missing(kind, left, sieve.classes, unmet)]
    for words, is_asked, passes in tests:
        fitting = [row for row in left if passes(row)] if is_asked else left
        if not fitting and words not in unmet:
            unmet.append(words)
        left = fitting or left
    if sieve.least and not any(unit_price(kind, row) >= sieve.least for row in left):
        return sorted(left, key=lambda row: -unit_price(kind, row))  # the nearest to it
    measure = next((each for name, each in _ORDERS[kind].items() if name in sieve.sort.split()), None)
    return sorted(left, key=measure) if measure else left


def say_none_below(sieve: Sieve) -> str:
    """Say that nothing costs less than what was shown."""
    return f"There is nothing cheaper than {format_dollars(sieve.below or 0)} like that."


def _mix_classes(rows: Sequence[Row], classes: Sequence[str]) -> list[Row]:
    """Return the cars of some classes, one of each first; all rows if there is none of them."""
    groups = [[row for row in rows if row["car_class"] == each] for each in classes]
    mixed = [row for tier in zip_longest(*groups) for row in tier if row]
    return mixed or list(rows)


def _list_missing(kind: Kind, rows: Sequence[Row], classes: Sequence[str], unmet: Sequence[str]) -> list[str]:
    """Return the classes of cars of which there is none."""
    there = {row["car_class"] for row in rows} if kind == "car" else set(classes)
    names = [{"suv": "SUV"}.get(each, each) for each in classes if each not in there]
    return [name for name in names if not any(f"There is no {name} " in each for each in unmet)]


def _say_none_called(kind: Kind, rows: Sequence[Row], names: Sequence[str]) -> str:
    """Say that a hotel is full or not known, or that an airline does not fly then."""
    called = join_words([_title(name) for name in names], "or")
    if kind == "flight":
        return f"There is no flight with {called} then."
    place = hotels()[rows[0]["hotel_id"]].place if rows and kind == "hotel" else None
    known = [each.name for each in hotels_in(place)] if place else []
    is_full = any(is_called("hotel", {"hotel": own}, name) for own in known for name in names)
    return f"{called} has no room for you then." if is_full else f"I have no hotel called {called} there."


def title_of(kind: Kind, row: Row) -> str:
    """Return the title of the offer that a row becomes."""
    if kind == "flight":
        flight = timetable()[row["flight_number"]]
        return f"{flight.airline} {flight.number}"
    return str(row["hotel"]) if kind == "hotel" else f"{row['car_class']} car at {row['location']}"


def is_called(kind: Kind, row: Row, name: str) -> bool:
    """Return whether a row is of the hotel, the kind of hotel or the airline that a name means."""
    if kind == "flight":
        flight = timetable()[row["flight_number"]]
        own = f"{flight.airline} {flight.number} {flight.departs}".lower()
    else:
        own = str(row["hotel"] if kind == "hotel" else row["car_class"]).lower()
    if kind == "hotel" and _STYLE.fullmatch(name):
        return _name_style(name) in own
    words = [word for word in re.findall(r"[a-z0-9:]+", name) if len(word) > 2 and word not in {"the", "hotel"}]
    return bool(words) and (name in own or words[0] in own.split())


def _title(name: str) -> str:
    code = re.fullmatch(r"[a-z]{2,3}", name)
    words = name.title() if name.islower() and not re.search(r"\d", name) else name
    return name if _STYLE.fullmatch(name) else name.upper() if code else words


def _of_hotel(measure: Callable[[Hotel], float]) -> Callable[[Row], float]:
    return lambda row: measure(hotels()[row["hotel_id"]])


def _negate(clock: str) -> int:
    hour, minute = map(int, clock.split(":"))
    return -(hour * 60 + minute)


_ORDERS: dict[Kind, dict[str, Callable[[Row], Any]]] = {
    "hotel": {
        "price": lambda row: unit_price("hotel", row),
        "rating": _of_hotel(lambda hotel: -hotel.rating),
        "stars": lambda row: (-row["stars"], -hotels()[row["hotel_id"]].rating),
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
