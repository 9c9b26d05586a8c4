"""What a message says about the trip: its kinds, route, days, party, money and wishes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

from ricordo_travel.dialogue import questions
from ricordo_travel.dialogue.answers import is_whatever
from ricordo_travel.dialogue.choice import remove_choice
from ricordo_travel.dialogue.dates import DateRange, parse_dates, parse_nights
from ricordo_travel.dialogue.legs import read_legs, speaks_of_way_back
from ricordo_travel.dialogue.money import is_limit, parse_money
from ricordo_travel.dialogue.numbers import NUMBER, parse_count
from ricordo_travel.dialogue.party import parse_company, parse_party, parse_party_change
from ricordo_travel.dialogue.periods import find_period
from ricordo_travel.dialogue.stays import focus, keep_stays, read_stays
from ricordo_travel.dialogue.text import normalise
from ricordo_travel.dialogue.trip import Reading, Trip
from ricordo_travel.dialogue.wishes import (
    find_amenities,
    find_cabin,
    find_car_class,
    find_kinds,
    find_seats,
    find_stars,
    find_unwanted_kinds,
    split_by_kind,
    wants_airport,
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
    _read_period(text, trip, last_reply, today, changes)
    changes |= read_stays(text, trip, changes, today)
    _read_party(text, trip, changes)
    _read_money(text, trip, last_reply, changes)
    _read_wishes(text, trip, changes)
    if is_whatever(text) and (asked := [each for each in questions.TRIP_QUESTIONS if each in last_reply]):
        changes["any"] = tuple(dict.fromkeys([*trip.any, *asked]))
    return Reading(changes, keep_stays(replace(trip, **changes)), trip)


def _read_kinds(text: str, trip: Trip, changes: dict[str, Any]) -> None:
    if kinds := find_kinds(text):
        speaks_of_rooms = bool(find_amenities(text)[0] or find_stars(text))
        also = ("hotel",) if "hotel" in trip.kinds and "hotel" not in kinds and speaks_of_rooms else ()
        changes["kinds"] = (*kinds, *also)
    elif unwanted := set(find_unwanted_kinds(text)) & set(trip.kinds):
        changes["kinds"] = tuple(kind for kind in trip.kinds if kind not in unwanted)


def _read_days(text: str, trip: Trip, last_reply: str, today: date, changes: dict[str, Any], *, listed: int) -> None:
    days = _find_days(text, trip, last_reply, today, listed=listed)
    if trip.is_round and trip.last and days.first == trip.last and days.last is None and _has_flight(trip, changes):
        changes["is_return"] = True  # the day of the way back
    is_return = changes.get("is_return", trip.is_return)
    if is_return and (own := split_by_kind(text)) and len(own) > 1 and "flight" in own:
        days = parse_dates(own["flight"], today, trip.anchor)
    if is_return and (back := _find_day_back(trip, days)):
        changes |= _merge_day_back(trip, back, changes, is_back=speaks_of_way_back(text))
        return
    if days.first and days.last and _has_flight(trip, changes) and not parse_nights(text):
        changes |= {"is_round": True, "is_return": False}
    changes |= _merge_days(trip, _read_length(text, trip, last_reply, days))


def _find_days(text: str, trip: Trip, last_reply: str, today: date, *, listed: int) -> DateRange:
    """Return the days that a message names; "the 2nd" may be a choice, and a bare number the answer to a question."""
    days = parse_dates(text, today, trip.anchor)
    if not trip.first:
        days = replace(days, shift=None, more=None)
    if listed and (without := remove_choice(text, listed)) != text:
        days = parse_dates(without, today, trip.anchor)
    asks_day = any(each in last_reply for each in (questions.ASK_CHECK_IN, questions.ASK_DAY, questions.ASK_DAY_BACK))
    if days == DateRange() and asks_day and (bare := _BARE_DAY.match(text)):
        return parse_dates(f"the {bare['day']}th", today, trip.anchor)
    return days


def _read_length(text: str, trip: Trip, last_reply: str, days: DateRange) -> DateRange:
    """Return the days with the length of the stay that a message gives as an answer, or instead of the one so far."""
    asks_nights = questions.ASK_NIGHTS in last_reply or questions.ASK_DAYS in last_reply
    if asks_nights and trip.first and not trip.nights and days.first and not days.last and days.first > trip.first:
        return DateRange(last=days.first)
    if days != DateRange():
        return days
    if asks_nights and (bare := _BARE_NUMBER.match(text)):
        return DateRange(nights=parse_count(bare["count"]))
    count = _CHANGE_NIGHTS.search(text) if trip.nights else None
    return DateRange(nights=parse_count(count["count"])) if count else days


def _read_period(text: str, trip: Trip, last_reply: str, today: date, changes: dict[str, Any]) -> None:
    """Add to `changes` the days among which a message leaves the choice of the first one."""
    month: date | None = changes.get("month") or trip.month
    is_any = is_whatever(text) and questions.ASK_DAY in last_reply and month is not None
    first: date | None = changes.get("first")
    asks_about_offer = questions.CONFIRM in last_reply and "cheap" not in text
    if first is None and not asks_about_offer:
        words = f"{text} any day" if is_any else text
        days = find_period(words, today, trip.first, month, trip.days)
        if days:
            changes |= {"days": days, "first": None, "last": None, "is_rough": False}
            changes.setdefault("kinds", trip.kinds or ("flight",))
    elif trip.days:
        changes["days"] = ()


def _has_flight(trip: Trip, changes: Mapping[str, Any]) -> bool:
    return "flight" in (changes.get("kinds") or trip.kinds)


def _find_day_back(trip: Trip, days: DateRange) -> date | None:
    """Return the day of the way back that a message about it names."""
    if days.shift and trip.last:
        return trip.last + timedelta(days=days.shift)
    return None if days.first and days.last else days.first or days.last


def _merge_day_back(trip: Trip, back: date, changes: Mapping[str, Any], *, is_back: bool) -> dict[str, Any]:
    """Return the changes of a trip's days by the day of its way back.

    A flight that goes before the trip begins, and is not called the way back, is the way there of another one.
    """
    if trip.first and back <= trip.first and "origin" in changes and not is_back:
        turned = {"origin": trip.destination, "destination": changes["origin"], "is_return": False, "is_round": False}
        return {**turned, "first": back, "last": None, "nights": None, "month": None}
    first = trip.first if trip.first and trip.first <= back else None
    days = {"last": back, "nights": (back - first).days or None if first else None}
    return days if first == trip.first else {**days, "first": first}


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
    if "car" in kinds:
        _read_car(text, trip, changes)
    if "flight" in kinds and (cabin := find_cabin(text)):
        changes["cabin"] = cabin
    if _NONSTOP.search(text) and "flight" in kinds:
        changes["is_nonstop"] = True


def _read_car(text: str, trip: Trip, changes: dict[str, Any]) -> None:
    seats, car_class = find_seats(text), find_car_class(text)
    if wants_bigger(text) and car_class in {None, trip.car_class}:
        car_class = "van" if trip.car_class == "suv" else "suv"
    if car_class or seats:
        changes |= {"car_class": car_class, "seats": seats or trip.seats}
    if wants_airport(text):
        changes["at_airport"] = True
