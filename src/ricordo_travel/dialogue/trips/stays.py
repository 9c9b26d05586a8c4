"""Days and places of their own for each kind: "a hotel from the 3rd to the 10th, and a car from the 5th to the 8th"."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from datetime import date, timedelta
from typing import Any, get_args

from ricordo_travel.dialogue.trips.legs import speaks_of_way_back
from ricordo_travel.dialogue.trips.route import find_route
from ricordo_travel.dialogue.trips.trip import Stay, Trip
from ricordo_travel.dialogue.values.dates import DateRange, parse_dates
from ricordo_travel.dialogue.values.numbers import NUMBER, parse_count
from ricordo_travel.dialogue.values.wishes import split_by_kind
from ricordo_travel.reservations import Kind

_END = re.compile(rf"\bfor (?:only |just )?the (?P<end>first|last) (?:(?P<count>{NUMBER}) )?(?:days?|nights?)\b")


def read_stays(text: str, trip: Trip, changes: Mapping[str, Any], today: date) -> dict[str, Any]:
    """Return the changes of a trip by a message that names days or a place for several kinds."""
    about = split_by_kind(text)
    is_alone = len(about) == 1 and not changes.get("first")
    first, last = (trip.first, trip.last) if is_alone else (changes.get("first"), changes.get("last"))
    ends = {kind: found for kind, words in about.items() if (found := _find_end(words, first, last))}
    if is_alone and ends:  # "and a car for the last day", of a trip that is known
        ((kind, own),) = ends.items()
        rest = Stay(trip.destination, trip.first, trip.last, trip.nights)
        stays = {each: rest for each in get_args(Kind) if each != kind} | dict(trip.stays)
        return {"first": own.first, "last": own.last, "nights": own.nights, "stays": tuple(stays.items())}
    if len(about) < 2:
        is_new = "destination" in changes or ("first" in changes and len(changes.get("kinds") or trip.kinds) != 1)
        return {"stays": ()} if trip.stays and is_new else {}
    anchor: date | None = changes.get("first") or trip.anchor
    days = {kind: parse_dates(words, today, anchor) for kind, words in about.items()} | ends
    if changes.get("is_return") and "flight" in days:
        days["flight"] = DateRange(last=days["flight"].first or days["flight"].last)
    places = {kind: find_route(words).destination for kind, words in about.items() if kind != "flight"}
    main = next((kind for kind, each in days.items() if each.first), None)
    if main is None or not any(_differs(days[main], each, is_back=speaks_of_way_back(text)) for each in days.values()):
        return {}
    first, last = days[main].first, days[main].last or (last if ends else None)
    stays = {
        kind: Stay(places.get(kind), *_complete(each, first, last)) for kind, each in days.items() if _is_named(each)
    }
    own = stays[main]
    days_of_trip = {"first": own.first, "last": own.last, "nights": own.nights}
    return {**days_of_trip, "stays": tuple((kind, stay) for kind, stay in stays.items() if kind != main)}


def _find_end(words: str, first: date | None, last: date | None) -> DateRange | None:
    """Return the days of a kind that is needed at one end of a trip only: "for the last two days"."""
    match = _END.search(words)
    if match is None or first is None or last is None:
        return None
    nights = min(parse_count(match["count"]) if match["count"] else 1, (last - first).days)
    begin = first if match["end"] == "first" else last - timedelta(days=nights)
    return DateRange(begin, begin + timedelta(days=nights), nights)


def focus(trip: Trip, changes: Mapping[str, Any]) -> Trip:
    """Return the trip with the days of the only kind that a message is about, if that has its own."""
    kinds: tuple[Kind, ...] = changes.get("kinds") or trip.kinds
    if not trip.stays or len(kinds) != 1:
        return trip
    own = Stay(trip.destination, trip.first, trip.last, trip.nights)
    if own.nights is None:
        own = next((stay for _, stay in trip.stays if stay.nights), own)
    stays = dict.fromkeys(get_args(Kind), own) | dict(trip.stays)
    return replace(trip.of_kind(kinds[0]), stays=tuple(stays.items()))


def keep_stays(trip: Trip) -> Trip:
    """Return the trip with its days as those of the only kind that it is about."""
    if not trip.stays or len(trip.kinds) != 1:
        return trip
    own = Stay(trip.destination, trip.first, trip.last, trip.nights)
    return replace(trip, stays=tuple({**dict(trip.stays), trip.kinds[0]: own}.items()))


def _is_named(days: DateRange) -> bool:
    return bool(days.first or days.last or days.nights)


def _differs(main: DateRange, other: DateRange, *, is_back: bool) -> bool:
    completes = is_back and main.last is None and other.first is None and other.nights is None
    return _is_named(other) and not completes and (other.first not in {None, main.first} or other.last != main.last)


def _complete(days: DateRange, first: date | None, last: date | None) -> tuple[date | None, date | None, int | None]:
    """Return first day, last day and nights of a kind; what it leaves open is that of the main one."""
    begin = days.first or first
    if begin is None:
        return None, None, days.nights
    end = days.last or (begin + timedelta(days=days.nights) if days.nights else None)
    end = end or (last if last and last > begin else None)
    return begin, end, (end - begin).days if end else None
