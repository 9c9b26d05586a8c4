"""What a message says about the trip: its kinds, route, days, party, money and wishes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

from ricordo_travel.dialogue import questions
from ricordo_travel.dialogue.answers import is_whatever
from ricordo_travel.dialogue.choice import remove_choice
from ricordo_travel.dialogue.dates import DateRange, parse_dates, parse_nights
from ricordo_travel.dialogue.legs import read_legs
from ricordo_travel.dialogue.money import is_limit, parse_money
from ricordo_travel.dialogue.numbers import NUMBER, parse_count
from ricordo_travel.dialogue.party import parse_company, parse_party, parse_party_change
from ricordo_travel.dialogue.stays import focus, keep_stays, read_stays
from ricordo_travel.dialogue.text import normalise
from ricordo_travel.dialogue.trip import Reading, Trip
from ricordo_travel.dialogue.wishes import (
    find_amenities,
    find_cabin,
    find_car_class,
    find_kinds,
    find_stars,
    find_unwanted_kinds,
    wants_bigger,
)
from ricordo_travel.reservations import Kind

_MAX_AMOUNTS: dict[Kind, int] = {"hotel": 1_200, "car": 500, "flight": 4_000}
_NUMBERED = re.compile(r"^\d+\. ", re.MULTILINE)
_BARE_NUMBER = re.compile(
    rf"^\W*(?:about |for |maybe |say |make it |let's say |just |only "
    rf")*(?P<count>{NUMBER})\b\W*(?:please|nights?|days?|or so|maybe)?\W*$"
)
_BARE_DAY = re.compile(r"^\W*(?:the |on the |from the |from )?(?P<day>\d{1,2})\W*$")
_CHANGE_NIGHTS = re.compile(
    rf"\bmake (?:it|that) (?P<count>{NUMBER})\b(?! ?(?:people|persons|of us|adults|guests|stars?))"
)
_NONSTOP = re.compile(
    r"\b(?:non-?stop|direct(?:ly)?|no (?:stops?|layovers?|changes?|connections?)|without (?:a "
    r")?(?:stops?|changes?|changing))\b"
)
_ABOUT_BOOKINGS = re.compile(r"\b(?:cancel|my bookings?|have i booked|did i book)\b")
_ABOUT_MEMORY = re.compile(
    r"\b(?:what (?:do|did) you (?:know|remember)|forget (?:my|that|about|what|the fact|everything)|"
    r"what's my|what is my)\b"
)
_IS_WRONG = re.compile(r"\bthat's (?:wrong|not right)\b")


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
    listed = 0
    for last_reply, message in exchanges:
        listed = len(_NUMBERED.findall(last_reply)) or listed
        trip = adopt(reading.trip, last_reply) if adopt else reading.trip
        reading = read_message(trip, normalise(message), last_reply, today, listed=listed)
    return reading


def read_message(trip: Trip, text: str, last_reply: str, today: date, *, listed: int = 0) -> Reading:
    """Return what a message says about a trip, and the trip after it.

    `listed` is the number of offers in the latest list, which "the 2nd" may mean.
    """
    trip = replace(trip, unserved=(), area=None)
    if _ABOUT_MEMORY.search(text) or (_IS_WRONG.search(text) and not find_kinds(text)):
        return Reading({}, trip, trip)
    changes: dict[str, Any] = {}
    if not _ABOUT_BOOKINGS.search(text):
        _read_kinds(text, trip, changes)
        read_legs(text, trip, last_reply, changes)
    trip = focus(trip, changes)
    _read_days(text, trip, last_reply, today, changes, listed=listed)
    changes |= read_stays(text, trip, changes, today)
    _read_party(text, trip, changes)
    _read_money(text, trip, last_reply, changes)
    _read_wishes(text, trip, changes)
    if is_whatever(text) and (asked := [each for each in questions.TRIP_QUESTIONS if each in last_reply]):
        changes["any"] = tuple(dict.fromkeys([*trip.any, *asked]))
    return Reading(changes, keep_stays(replace(trip, **changes)), trip)


def _read_kinds(text: str, trip: Trip, changes: dict[str, Any]) -> None:
    if kinds := find_kinds(text):
        changes["kinds"] = tuple(kinds)
    elif unwanted := set(find_unwanted_kinds(text)) & set(trip.kinds):
        changes["kinds"] = tuple(kind for kind in trip.kinds if kind not in unwanted)


def _read_days(text: str, trip: Trip, last_reply: str, today: date, changes: dict[str, Any], *, listed: int) -> None:
    days = parse_dates(text, today, trip.first or trip.month)
    if not trip.first:
        days = replace(days, shift=None, more=None)
    if listed and (without := remove_choice(text, listed)) != text:
        days = parse_dates(without, today, trip.first or trip.month)
    if changes.get("is_return", trip.is_return) and trip.first and days.first and not days.last:
        days = DateRange(last=days.first)
    elif days.first and days.last and "flight" in (changes.get("kinds") or ()) and not parse_nights(text):
        changes |= {"is_round": True, "is_return": False}
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
