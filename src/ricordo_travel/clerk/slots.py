"""The trip that a conversation is about, from the slots of its commands."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

from ricordo_travel.clerk.commands import Command
from ricordo_travel.dialogue.cabins import find_cabin
from ricordo_travel.dialogue.dates import parse_dates
from ricordo_travel.dialogue.geography import Mention, find_mentions, find_named
from ricordo_travel.dialogue.hours import parse_hours
from ricordo_travel.dialogue.money import Money, find_basis
from ricordo_travel.dialogue.numbers import parse_numbers
from ricordo_travel.dialogue.periods import find_period
from ricordo_travel.dialogue.questions import TAKE_NEAREST
from ricordo_travel.dialogue.rooms import count_guests, find_rooms
from ricordo_travel.dialogue.text import normalise
from ricordo_travel.dialogue.trip import Trip
from ricordo_travel.dialogue.wishes import find_amenities, find_car_class
from ricordo_travel.places import find_place
from ricordo_travel.reservations import Kind

_SEARCHES = frozenset({"find", "suggest", "pick"})
_UNITS = {"day": 1, "night": 1, "week": 7, "month": 30}
_SHIFT = re.compile(r"(?P<sign>[+-]?) ?(?P<count>\d+|an?|one|two|three) (?P<unit>day|night|week|month)")
COUNTED_FROM = re.compile(r"^The prices are with flights from (?P<origin>[A-Z][\w ]{2,30}), the nearest", re.MULTILINE)
"""Where suggestions counted the flights from, for somebody who starts where none is served."""
_MAX_PEOPLE = 20
_MAX_NIGHTS = 60


def follow_commands(said: Iterable[tuple[str, Sequence[Command]]], today: date) -> Trip:
    """Return the trip after the commands of a conversation, oldest first, each with the reply before them."""
    trip = Trip()
    for reply, commands in said:
        is_found = False
        if (start := COUNTED_FROM.search(reply)) and trip.origin is None:
            trip = replace(trip, origin=find_place(start["origin"]))
        for command in commands:
            if command.verb in _SEARCHES:
                trip = apply_command(_go_on(trip, command) if is_found else trip, command, today)
                is_found = is_found or command.verb == "find"
            elif command.verb == "yes" and (nearest := TAKE_NEAREST.search(reply)):
                ends = {name: find_place(place) for name, place in nearest.groupdict().items() if place}
                trip = replace(trip, unserved=(), **ends)
    return trip


def _go_on(trip: Trip, command: Command) -> Trip:
    """Return a trip after which the same message wants another place: it begins there where the first one ends."""
    mention = _find_place(command.value("place") or "")
    is_next = mention and mention.place and trip.destination and mention.place != trip.destination
    if not is_next or command.has("on", "from") or not trip.last:
        return trip
    base = trip.base or trip.origin
    return replace(trip, origin=trip.destination, base=base, first=trip.last, last=None, nights=None)


def apply_command(trip: Trip, command: Command, today: date) -> Trip:
    """Return a trip with what a command says about it."""
    kinds = _read_kinds(command)
    trip = replace(trip, unserved=(), area=None, alternatives=())
    if kinds:
        is_return = command.refs[:1] == ("return",)
        is_round = {"flight", "return"} <= set(command.subject.split("+"))
        trip = replace(trip, kinds=kinds, is_return=is_return, is_round=is_round)
    trip = _turn_home(_apply_places(trip, command), command)
    trip = _apply_days(trip, command, today)
    trip = _apply_party(trip, command)
    trip = _apply_money(trip, command)
    trip = _apply_wishes(trip, command)
    return _apply_details(trip, command)


def _read_kinds(command: Command) -> tuple[Kind, ...]:
    """Return what a command searches for. The flight back is a flight."""
    if command.verb != "find":
        return ()
    names = ["flight" if name == "return" else name for name in command.subject.split("+")]
    return tuple(dict.fromkeys(name for name in names if name in {"flight", "hotel", "car"}))  # type: ignore[misc]


def _find_place(value: str) -> Mention | None:
    text = normalise(value)
    return find_named(text) or next(iter(find_mentions(text)), None)


def find_picked_place(command: Command) -> str | None:
    """Return the place that a command picks: "pick Porto"."""
    text = normalise(command.subject)
    mentions = find_mentions(f"in {text}") if command.verb == "pick" else []
    return command.subject if len(mentions) == 1 and mentions[0].name.lower() == text else None


def _apply_places(trip: Trip, command: Command) -> Trip:
    unserved: list[tuple[Mention, bool]] = []
    for name, field in (("place", "destination"), ("from", "origin")):
        value = command.value(name) or (find_picked_place(command) if name == "place" else None)
        mention = _find_place(value) if value else None
        if mention is None:
            continue
        if not mention.is_served:
            unserved.append((mention, field == "origin"))
        elif mention.place is None:
            trip = replace(trip, area=mention, destination=None)
        elif mention.place != getattr(trip, field):
            trip = replace(trip, **{field: mention.place})
    return replace(trip, unserved=tuple(unserved))


def _turn_home(trip: Trip, command: Command) -> Trip:
    """Return a trip whose flight back has ends of its own: "find return | from Rome | place Berlin" is that one."""
    if not trip.is_return or trip.kinds != ("flight",):
        return trip
    start, goal = (_find_place(command.value(name) or "") for name in ("from", "place"))
    if start and goal:
        return replace(trip, is_return=False, near=trip.last or trip.first, first=None, last=None, nights=None)
    if start and start.place:
        return replace(trip, origin=trip.base or trip.origin, departure=start.place)
    return trip


def _apply_days(trip: Trip, command: Command, today: date) -> Trip:
    """Return a trip with the days that a command names, those that move it, and the nights."""
    first, last, nights = command.value("on"), command.value("until"), _read_number(command.value("nights"))
    if shift := _read_shift(command.value("shift") or ""):
        moved = timedelta(days=shift)
        trip = replace(trip, first=trip.first and trip.first + moved, last=trip.last and trip.last + moved)
    more = (_read_shift(command.value("longer") or "") or 0) - (_read_shift(command.value("shorter") or "") or 0)
    if more and trip.nights:
        nights = trip.nights + more
    if first is not None:
        trip = _apply_first(trip, first, today)
        if trip.is_return:
            return trip
    if last is not None:
        end = parse_dates(f"until {normalise(last)}", today, trip.first or today).last
        end = end or parse_dates(normalise(last), today, trip.first).first
        if end and trip.first and end > trip.first:
            return replace(trip, last=end, nights=(end - trip.first).days, has_end=True)
        return replace(trip, last=end or trip.last)
    if nights and 0 < nights <= _MAX_NIGHTS:
        trip = replace(trip, nights=nights, has_end=False)
    if trip.first and trip.nights:
        trip = replace(trip, last=trip.first + timedelta(days=trip.nights))
    return trip


def _apply_first(trip: Trip, words: str, today: date) -> Trip:
    text = normalise(words)
    if trip.is_return and trip.kinds == ("flight",):
        day = parse_dates(text, today, trip.first).first
        nights = (day - trip.first).days if day and trip.first and day > trip.first else trip.nights
        return replace(trip, last=day, nights=nights, days=()) if day else trip
    found = parse_dates(text, today, trip.anchor, is_begun=trip.first is not None)
    if found.first:
        nights = found.nights or (None if found.last else trip.nights)
        last = found.last or (found.first + timedelta(days=nights) if nights else None)
        if found.last:
            nights = (found.last - found.first).days
        return replace(trip, first=found.first, last=last, nights=nights, month=None, days=(), is_rough=found.is_rough)
    month = found.month
    days = find_period(text, today, None, month, ())
    if month or days:
        return replace(trip, first=None, last=None, month=month, days=tuple(days), nights=found.nights or trip.nights)
    return trip


def _apply_party(trip: Trip, command: Command) -> Trip:
    people = _read_number(command.value("people"))
    if people and 0 < people <= _MAX_PEOPLE:
        trip = replace(trip, people=people, parties=(), rooms=())
    if (rooms := command.value("rooms")) is not None:
        found = find_rooms(normalise(rooms if "room" in rooms else f"{rooms} rooms"))
        trip = replace(trip, rooms=found, people=trip.people or count_guests(found))
    return trip


def _apply_money(trip: Trip, command: Command) -> Trip:
    value = command.value("max")
    if value is None:
        return trip
    numbers = parse_numbers(value.replace("$", ""))
    if not numbers:
        return trip
    amount = int(numbers[0])
    basis = find_basis(normalise(value)) or _guess_basis(value)
    if command.verb == "suggest" or basis == "trip":
        return replace(trip, budget=Money(amount, basis or "total"))
    kind: Kind = trip.kinds[0] if trip.kinds else "hotel"
    limits = {**dict(trip.limits), kind: Money(amount, basis)}
    return replace(trip, limits=tuple(limits.items()))


def _guess_basis(value: str) -> Any:
    if re.search(r"\beach\b|\bperson\b", value):
        return "person"
    return "total" if re.search(r"\ball\b|\btotal\b|\btogether\b", value) else None


def _apply_wishes(trip: Trip, command: Command) -> Trip:
    wanted, soft = list(trip.amenities), list(trip.soft)
    for value in command.values("with"):
        wanted += [name for name in find_amenities(normalise(f"with {value}"))[0] if name not in wanted]
    for value in command.values("maybe"):
        names = find_amenities(normalise(f"with {value}"))[0]
        soft += [name for name in names if name not in soft]
        wanted += [name for name in names if name not in wanted]
    given_up = set(trip.given_up)
    for value in command.values("drop"):
        dropped = set(find_amenities(normalise(f"with {value}"))[0])
        given_up |= dropped
        wanted = [name for name in wanted if name not in dropped]
        trip = _drop_others(trip, normalise(value))
    return replace(trip, amenities=tuple(wanted), soft=tuple(soft), given_up=frozenset(given_up - set(wanted)))


def _drop_others(trip: Trip, text: str) -> Trip:
    """Return a trip without a wish that is no amenity: its limit, stars, time or class."""
    if re.search(r"price|budget|limit|max|cheap", text):
        trip = replace(trip, limits=(), budget=None)
    if "star" in text:
        trip = replace(trip, stars=None, most_stars=None)
    if re.search(r"morning|evening|afternoon|time|early|late", text):
        trip = replace(trip, hours=(None, None))
    if re.search(r"business|class|economy|first", text):
        trip = replace(trip, cabin=None, cabins=(None, None))
    if re.search(r"direct|nonstop", text):
        trip = replace(trip, is_nonstop=False)
    if re.search(r"automatic|manual", text):
        trip = replace(trip, gearbox=None)
    return trip


def _apply_details(trip: Trip, command: Command) -> Trip:
    if (stars := _read_number(command.value("stars"))) is not None:
        trip = replace(trip, stars=stars or None, most_stars=None)
    if (cabin := command.value("class")) is not None:
        trip = replace(trip, cabin=find_cabin(normalise(f"{cabin} class")) or trip.cabin, cabins=(None, None))
    if command.has("direct"):
        trip = replace(trip, is_nonstop=True)
    for value in command.values("time"):
        trip = _apply_time(trip, value)
    if (car := command.value("type")) is not None:
        trip = replace(trip, car_class=find_car_class(normalise(f"{car} car")) or trip.car_class)
    if command.has("automatic", "manual"):
        trip = replace(trip, gearbox="automatic" if command.has("automatic") else "manual")
    if seats := _read_number(command.value("seats")):
        trip = replace(trip, seats=seats)
    if bags := _read_number(command.value("bags")):
        trip = replace(trip, bags=bags)
    if (where := command.value("at")) is not None:
        trip = replace(trip, at_airport="airport" in where)
    return trip


def _apply_time(trip: Trip, value: str) -> Trip:
    text = normalise(value)
    is_back = trip.is_return or bool(re.search(r"\breturn\b|\bback\b", text))
    text = re.sub(r"\b(?:return|back|there|out)\b", " ", text).strip()
    hours = parse_hours(text) or parse_hours(f"in the {text}") or parse_hours(f"at {text}")
    if hours is None:
        return trip
    if "arriv" in text:
        hours = hours._replace(is_arrival=True)
    if text.startswith("after "):
        hours = hours._replace(earliest=hours.earliest + 1)
    there, back = trip.hours
    return replace(trip, hours=(there, hours) if is_back else (hours, back))


def _read_number(value: str | None) -> int | None:
    numbers = parse_numbers(value) if value else []
    return int(numbers[0]) if numbers else None


def _read_shift(value: str) -> int | None:
    match = _SHIFT.search(value)
    if match is None:
        return None
    words = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3}
    count = words.get(match["count"]) or int(match["count"])
    return (-1 if match["sign"] == "-" else 1) * count * _UNITS[match["unit"]]
