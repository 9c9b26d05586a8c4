"""The trip that a conversation is about: one state, filled message by message."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Any

from ricordo_travel.cars.fleet import CarClass
from ricordo_travel.dialogue import questions
from ricordo_travel.dialogue.answers import is_no, is_whatever, is_yes
from ricordo_travel.dialogue.choice import remove_choice
from ricordo_travel.dialogue.dates import DateRange, parse_dates
from ricordo_travel.dialogue.geography import Mention
from ricordo_travel.dialogue.money import Money, is_limit, parse_money
from ricordo_travel.dialogue.numbers import NUMBER, parse_count
from ricordo_travel.dialogue.party import parse_company, parse_party, parse_party_change
from ricordo_travel.dialogue.route import Route, find_route
from ricordo_travel.dialogue.text import normalise
from ricordo_travel.dialogue.wishes import (
    find_amenities,
    find_cabin,
    find_car_class,
    find_kinds,
    find_stars,
    find_unwanted_kinds,
    wants_bigger,
)
from ricordo_travel.flights.timetable import Cabin
from ricordo_travel.places import Place, find_place
from ricordo_travel.reservations import Kind

_MAX_AMOUNTS: dict[Kind, int] = {"hotel": 1_200, "car": 500, "flight": 4_000}
_BARE_NUMBER = re.compile(
    rf"^\W*(?:about |for |maybe |say |make it |let's say |just |only "
    rf")*(?P<count>{NUMBER})\b\W*(?:please|nights?|days?|or so|maybe)?\W*$"
)
_BARE_DAY = re.compile(r"^\W*(?:the |on the |from the |from )?(?P<day>\d{1,2})\W*$")
_TAKE_NEAREST = re.compile(r"Shall I look (?P<role>from|in) (?P<name>[A-Z][\w ]+?) instead\?")
_CHANGE_NIGHTS = re.compile(
    rf"\bmake (?:it|that) (?P<count>{NUMBER})\b(?! ?(?:people|persons|of us|adults|guests|stars?))"
)
_WAY_BACK = re.compile(
    r"\b(?:flights?|fly|flying|way|ticket|trip|one) (?:back|home)\b|\breturn (?:flight|leg|ticket|"
    r"trip)\b|\bback (?:flight|home)\b|\bflight home\b|\breturn flights?\b|\band (?:the )?(?:way "
    r")?back\b|\b(?:the|my|our) return\b(?! (?:to|from|policy))"
)
_NONSTOP = re.compile(
    r"\b(?:non-?stop|direct(?:ly)?|no (?:stops?|layovers?|changes?|connections?)|without (?:a "
    r")?(?:stops?|changes?|changing))\b"
)
_ABOUT_BOOKINGS = re.compile(r"\b(?:cancel|my bookings?|have i booked|did i book)\b")
_ABOUT_MEMORY = re.compile(
    r"\b(?:what (?:do|did) you (?:know|remember)|forget (?:my|that|about|what|the fact|everything)|"
    r"that's (?:wrong|not right)|what's my|what is my)\b"
)


@dataclass(frozen=True, slots=True)
class Trip:
    """A trip as far as it is known from a conversation.

    Attributes:
        kinds: The kinds that the latest search was for.
        month: The first day of a month that was named without a day.
        is_rough: Whether the first day was chosen within "mid July".
        limits: The maximum price for each kind.
        budget: The amount for the whole trip.
        is_return: Whether the latest search for flights was for the way back.
        any: The questions that were answered with "whatever".
        unserved: A place in the latest message that is not served, and whether it is the origin.
        area: A country in the latest message with several places.
    """

    kinds: tuple[Kind, ...] = ()
    origin: Place | None = None
    destination: Place | None = None
    first: date | None = None
    last: date | None = None
    nights: int | None = None
    month: date | None = None
    is_rough: bool = False
    people: int | None = None
    budget: Money | None = None
    limits: tuple[tuple[Kind, Money], ...] = ()
    amenities: tuple[str, ...] = ()
    stars: int | None = None
    car_class: CarClass | None = None
    cabin: Cabin | None = None
    is_nonstop: bool = False
    is_return: bool = False
    any: tuple[str, ...] = ()
    unserved: tuple[Mention, bool] | None = None
    area: Mention | None = None

    def limit(self, kind: Kind) -> Money | None:
        """Return the maximum price for a kind."""
        return dict(self.limits).get(kind)


@dataclass(frozen=True, slots=True)
class Reading:
    """The values of a trip that one message names, and the trip before and after it."""

    changes: dict[str, Any]
    trip: Trip
    before: Trip

    def names(self, *fields: str) -> bool:
        """Return whether the message names one of the values."""
        return any(field in self.changes for field in fields)

    def alters(self, *fields: str) -> bool:
        """Return whether the message gives one of the values another value than it had."""
        return any(self.changes[field] != getattr(self.before, field) for field in fields if field in self.changes)


def follow(
    exchanges: Iterable[tuple[str, str]], today: date, adopt: Callable[[Trip, str], Trip] | None = None
) -> Reading:
    """Return what the last message says, and the trip that the conversation is about.

    Args:
        exchanges: Pairs of a reply and the message after it, oldest first.
        today: The current day.
        adopt: Returns the trip after a reply, with what was shown in it.
    """
    reading = Reading({}, Trip(), Trip())
    for last_reply, message in exchanges:
        trip = adopt(reading.trip, last_reply) if adopt else reading.trip
        reading = read_message(trip, normalise(message), last_reply, today)
    return reading


def read_message(trip: Trip, text: str, last_reply: str, today: date) -> Reading:
    """Return what a message says about a trip, and the trip after it."""
    trip = replace(trip, unserved=None, area=None)
    if _ABOUT_MEMORY.search(text):
        return Reading({}, trip, trip)
    changes: dict[str, Any] = {}
    if not _ABOUT_BOOKINGS.search(text):
        _read_kinds(text, trip, changes)
        _read_route(text, trip, last_reply, changes)
    _read_days(text, trip, last_reply, today, changes)
    _read_party(text, trip, changes)
    _read_money(text, trip, last_reply, changes)
    _read_wishes(text, trip, changes)
    if is_whatever(text) and (asked := [each for each in questions.TRIP_QUESTIONS if each in last_reply]):
        changes["any"] = tuple(dict.fromkeys([*trip.any, *asked]))
    return Reading(changes, replace(trip, **changes), trip)


def _read_kinds(text: str, trip: Trip, changes: dict[str, Any]) -> None:
    kinds = find_kinds(text)
    if kinds:
        changes["kinds"] = tuple(kinds)
        changes["is_return"] = bool(_WAY_BACK.search(text)) and kinds == ["flight"]
    elif _WAY_BACK.search(text) and trip.destination:
        changes["kinds"], changes["is_return"] = ("flight",), True
    elif unwanted := set(find_unwanted_kinds(text)) & set(trip.kinds):
        changes["kinds"] = tuple(kind for kind in trip.kinds if kind not in unwanted)


def _read_route(text: str, trip: Trip, last_reply: str, changes: dict[str, Any]) -> None:
    route = find_route(
        text, asks_origin=questions.ASK_ORIGIN in last_reply and questions.ASK_DESTINATION not in last_reply
    )
    nearest = _TAKE_NEAREST.search(last_reply)
    if nearest and route == Route() and is_yes(text) and not is_no(text):
        place = find_place(nearest["name"])
        route = Route(origin=place) if nearest["role"] == "from" else Route(destination=place)
    if route.origin:
        changes["origin"] = route.origin
    if route.destination and changes.get("is_return") and trip.destination:
        changes["origin"] = route.destination
    elif route.destination:
        changes["destination"] = route.destination
        if route.destination == trip.origin and not route.origin:
            changes["origin"] = None
    if route.unserved:
        changes["unserved"] = route.unserved
    if route.area:
        changes["area"] = route.area


def _read_days(text: str, trip: Trip, last_reply: str, today: date, changes: dict[str, Any]) -> None:
    days = parse_dates(text, today, trip.first or trip.month)
    if not trip.first:
        days = replace(days, shift=None, more=None)
    if "1. " in last_reply and (without := remove_choice(text)) != text:
        days = parse_dates(without, today, trip.first or trip.month)
    if changes.get("is_return") and trip.first and days.first:
        days = DateRange(last=days.first)
    asks_nights = questions.ASK_NIGHTS in last_reply or questions.ASK_DAYS in last_reply
    if asks_nights and trip.first and not trip.nights and days.first and not days.last and days.first > trip.first:
        days = DateRange(last=days.first)
    if days == DateRange() and (bare := _BARE_NUMBER.match(text)) and asks_nights:
        days = DateRange(nights=parse_count(bare["count"]))
    elif (
        days == DateRange()
        and (bare := _BARE_DAY.match(text))
        and (questions.ASK_CHECK_IN in last_reply or questions.ASK_DAY in last_reply)
    ):
        days = parse_dates(f"the {bare['day']}th", today, trip.month)
    elif days == DateRange() and trip.nights and (count := _CHANGE_NIGHTS.search(text)):
        days = DateRange(nights=parse_count(count["count"]))
    changes |= _merge_days(trip, days)


def _merge_days(trip: Trip, days: DateRange) -> dict[str, Any]:
    """Return the changes of a trip's days. A new first day keeps the length, unless there is a new one."""
    first = trip.first + timedelta(days=days.shift) if days.shift and trip.first else days.first or trip.first
    nights = _merge_nights(trip, days, first)
    changes: dict[str, Any] = {}
    if days.first or first != trip.first:
        changes |= {"first": first, "is_rough": days.is_rough, "month": None}
    if nights != trip.nights or days.nights:
        changes["nights"] = nights
    if days.month and not days.first:
        changes["month"] = days.month
        if first and (first.year, first.month) != (days.month.year, days.month.month):
            first = changes["first"] = None
    last = first + timedelta(days=nights) if first and nights else None
    if last != trip.last:
        changes["last"] = last
    return changes


def _merge_nights(trip: Trip, days: DateRange, first: date | None) -> int | None:
    if days.nights:
        return days.nights
    if days.more and trip.nights:
        return max(1, trip.nights + days.more)
    if days.last and not days.first and first and days.last > first:
        return (days.last - first).days
    return trip.nights


def _read_party(text: str, trip: Trip, changes: dict[str, Any]) -> None:
    if (people := parse_party(text)) or (trip.people is None and (people := parse_company(text))):
        changes["people"] = people
    elif change := parse_party_change(text):
        changes["people"] = max(1, (trip.people or 1) + change)


def _read_money(text: str, trip: Trip, last_reply: str, changes: dict[str, Any]) -> None:
    asks_budget = questions.ASK_BUDGET in last_reply
    money = parse_money(text, is_asked=asks_budget)
    if re.search(
        r"\b(?:no|any|forget the|without a?) (?:price )?(?:limit|budget limit)|\bmoney (?:is no|isn't an) "
        r"(?:object|issue)|\bprice (?:doesn't|does not) matter",
        text,
    ):
        changes["limits"] = ()
        return
    if money is None or not is_limit(text):
        return
    kinds: tuple[Kind, ...] = changes.get("kinds") or trip.kinds
    by_basis: dict[str | None, Kind] = {"night": "hotel", "day": "car"}
    kind = by_basis.get(money.basis) or (kinds[0] if len(kinds) == 1 else None)
    if (
        asks_budget
        or money.basis == "trip"
        or kind is None
        or (money.basis in {None, "person"} and money.amount > _MAX_AMOUNTS[kind])
    ):
        changes["budget"] = money
    else:
        changes["limits"] = tuple({**dict(trip.limits), kind: money}.items())


def _read_wishes(text: str, trip: Trip, changes: dict[str, Any]) -> None:
    kinds: tuple[Kind, ...] = changes.get("kinds") or trip.kinds
    wanted, dropped = find_amenities(text)
    if wanted or dropped:
        kept = [name for name in trip.amenities if name not in dropped]
        changes["amenities"] = tuple(dict.fromkeys([*kept, *wanted]))
    stars = find_stars(text)
    if stars is not None and "car" not in kinds[:1]:
        changes["stars"] = stars or None
    if "car" in kinds and (car_class := find_car_class(text) or ("suv" if wants_bigger(text) else None)):
        changes["car_class"] = car_class
    if "flight" in kinds and (cabin := find_cabin(text)):
        changes["cabin"] = cabin
    if _NONSTOP.search(text) and "flight" in kinds:
        changes["is_nonstop"] = True
