"""What a message says about the trip: its kinds, route, days, party, money and wishes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

from ricordo_travel.dialogue.facts.waits import without_wait
from ricordo_travel.dialogue.replies import questions
from ricordo_travel.dialogue.trips.legs import goes_on, is_one_way, read_legs, speaks_of_way_back, turn_round
from ricordo_travel.dialogue.trips.route import find_route
from ricordo_travel.dialogue.trips.stages import split_stages
from ricordo_travel.dialogue.trips.starts import choose_group, find_groups, name_start, share_starts, without_groups
from ricordo_travel.dialogue.trips.stays import focus, keep_stays, read_stays
from ricordo_travel.dialogue.trips.trip import Reading, Trip
from ricordo_travel.dialogue.trips.whole_trip import read_whole
from ricordo_travel.dialogue.values.dates import DateRange, find_days_of_ways, parse_dates, parse_nights
from ricordo_travel.dialogue.values.hours import parse_hours, parse_hours_of_ways
from ricordo_travel.dialogue.values.money import NO_LIMIT, is_limit, is_share, is_unlimited, parse_money
from ricordo_travel.dialogue.values.numbers import NUMBER, drop_ratings, parse_count
from ricordo_travel.dialogue.values.parties import read_party
from ricordo_travel.dialogue.values.periods import find_period, is_between, list_days
from ricordo_travel.dialogue.values.rooms import find_rooms
from ricordo_travel.dialogue.values.text import normalise, split_sentences
from ricordo_travel.dialogue.values.wish_reading import read_given_up, read_wishes
from ricordo_travel.dialogue.values.wishes import (
    AMENITIES,
    cut_by_kind,
    drop_shown,
    find_amenities,
    find_kinds,
    find_stars,
    find_unwanted_kinds,
    split_by_kind,
)
from ricordo_travel.dialogue.yes.answers import is_no, is_whatever, is_yes, split_yes
from ricordo_travel.dialogue.yes.choice import remove_choice
from ricordo_travel.reservations import Kind

_MUCH = 600  # dollars that nobody means for one night without saying so
_MAX_AMOUNTS: dict[Kind, int] = {"hotel": 1_200, "car": 500, "flight": 4_000}
_NUMBERED = re.compile(r"^\d+\. ", re.MULTILINE)
_CHANGES = "Shall I change th"
_BARE_NUMBER = re.compile(
    rf"^\W*(?:about |for |maybe |say |make it |let's say |just |only "
    rf")*(?P<count>{NUMBER})\b\W*(?:please|nights?|days?|or so|maybe)?\W*$"
)
_BARE_DAY = re.compile(r"^\W*(?:the |on the |from the |from )?(?P<day>\d{1,2})\W*$")
_END_DAYS = re.compile(
    rf"\b(?:for|only|just) (?:the )?(?:(?P<first>first)|last) (?:(?P<count>{NUMBER}) )?(?:days?|nights?)\b"
)
"""The first or the last days of the trip: "a car only for the last two days"."""
_CHANGE_NIGHTS = re.compile(
    rf"\bmake (?:it|that) (?P<count>{NUMBER})(?=\W*$|[.,;!?]| (?:instead|please|then|rather|if|and|but|so|because)\b)"
)
_INCLUDED = re.compile(
    r"\b(?:including|incl|inclusive of|with|for)(?: (?:the|our|my|all))?"
    r"(?:,?(?: and)? (?:flights?|hotels?|rooms?)){1,3}\b|"
    r"\b(?:(?:flights?|hotels?|rooms?)(?:,| and)? ){1,3}(?:are |is )?(?:included|inclusive|incl)\b"
)
"""What a budget is for."""
_IMAGINED = re.compile(r"\bif (?:i|we) (?:had|won|got|inherited) [^,.;!?]{1,60}")
"""Money that somebody does not have: "if I had $50,000"."""
_BIRTHDAY = re.compile(
    r"\b(?:(?:will |'ll |is |are |am |'m )?turn(?:s|ing)? (?:\d{1,3}|[a-z]{3,9})|birthday is|birthday's|was born|"
    r"anniversary is)(?: on)?(?: the)? "
    r"(?:\d{1,2}(?:st|nd|rd|th)?(?: of)? [a-z]{3,9}|[a-z]{3,9} \d{1,2}(?:st|nd|rd|th)?)\b"
)
"""A day of every year, which is none of the trip."""
_ABOUT_BOOKINGS = re.compile(r"\b(?:cancel|my bookings?|have i booked|did i book)\b")
_ABOUT_MEMORY = re.compile(
    r"\b(?:what (?:do|did) you (?:know|remember)|forget (?:my|that|what|the fact|everything|"
    rf"about(?! (?:the )?(?:{'|'.join(AMENITIES.values())})\b))|what's my|what is my)\b"
)
_STARTS_OVER = re.compile(r"\bstart(?:ing)? (?:all )?(?:over|again|afresh|anew|from scratch)\b")
_NEAR_BEGINNING = 3
_ASIDES = frozenset(
    {"is_whole", "has_end", "is_arrival", "arrival", "departure", "base", "ends_at_home", "alternatives", "starts"}
)
"""What says more about other values of a trip, and is no value that a message names."""
_IS_WRONG = re.compile(r"\bthat's (?:wrong|not right)\b")
_COMPLAINT = re.compile(r"^\W*(?:(?:no|sorry|but|oh|wait)\b\W*){0,3}that's (?:wrong|not right)\W+")


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
        text = normalise(message)
        if _CHANGES in last_reply and any(map(is_no, split_sentences(text))):  # the days that they are booked for stay
            kept = {name: getattr(reading.before, name) for name in ("first", "last", "nights", "has_end")}
            reading = replace(reading, trip=replace(reading.trip, **kept))
        trip = adopt(reading.trip, last_reply) if adopt else reading.trip
        first, *others = split_stages(text)
        reading = read_message(trip, first, last_reply, today, listed=listed)
        for stage in others:
            then = read_message(reading.trip, stage, "", today)
            reading = replace(then, changes=reading.changes | then.changes, before=reading.before)
    return reading


def _drop_complaint(text: str) -> str:
    """Return a text in lower case without the words before a route that what was shown is wrong."""
    match = _COMPLAINT.match(text)
    route = find_route(text[match.end() :]) if match else None
    return text[match.end() :] if match and route and route.origin and route.destination else text


def read_message(trip: Trip, text: str, last_reply: str, today: date, *, listed: int = 0) -> Reading:
    """Return what a message says about a trip, and the trip after it.

    `listed` is the number of offers in the latest list, which "the 2nd" may mean.
    """
    before = Trip(people=trip.people) if _STARTS_OVER.search(text) else trip
    trip = replace(before, unserved=(), area=None, alternatives=())
    text = _drop_complaint(text)
    if _ABOUT_MEMORY.search(text) or (_IS_WRONG.search(text) and not find_kinds(text)):
        return Reading({}, trip, trip)
    text = without_wait(name_start(text, trip))
    changes: dict[str, Any] = {}
    groups = find_groups(text, trip.people)
    if not _ABOUT_BOOKINGS.search(text):
        _read_kinds(text, trip, last_reply, changes)
        kept = choose_group(text, groups, trip) if groups else None
        read_legs(without_groups(text, groups, kept), trip, last_reply, changes)
        read_whole(text, trip, last_reply, changes)
    trip = focus(trip, changes)
    _read_days(_BIRTHDAY.sub(" ", text), trip, last_reply, today, changes, listed=listed)
    _read_period(text, trip, last_reply, today, changes)
    _read_hours_of_days(text, trip, today, changes)
    changes |= read_stays(text, trip, changes, today)
    bare = _BARE_NUMBER.match(text) if questions.ASK_PEOPLE in last_reply else None
    party = f"for {bare['count']}" if bare else without_groups(text, groups)
    changes |= read_party(party, trip, changes.get("kinds") or trip.kinds)
    changes |= share_starts(text, trip, changes, groups)
    _read_money(text, trip, last_reply, changes)
    read_wishes(drop_shown(text, last_reply), trip, changes)
    read_given_up(text, trip, changes)
    if is_whatever(text) and (asked := [each for each in questions.TRIP_QUESTIONS if each in last_reply]):
        changes["any"] = tuple(dict.fromkeys([*trip.any, *asked]))
    after = keep_stays(replace(trip, **changes))
    is_elsewhere = trip.destination is not None and after.destination not in {None, trip.destination}
    after = replace(after, wanted=tuple(dict.fromkeys([*after.kinds, *(() if is_elsewhere else trip.wanted)])))
    return Reading({name: value for name, value in changes.items() if name not in _ASIDES}, after, trip)


def _read_kinds(text: str, trip: Trip, last_reply: str, changes: dict[str, Any]) -> None:
    if questions.CONFIRM in last_reply and is_yes(text):
        others = " ".join(each for each in split_sentences(text) if not is_yes(each))
        text = answered[1] if (answered := split_yes(text)) else others  # what is agreed to is not searched for
    if questions.ASK_BUDGET in last_reply:
        text = _INCLUDED.sub(" ", text)
    if kinds := find_kinds(text):
        speaks_of_rooms = bool(find_amenities(text)[0] or find_stars(text))
        is_same = bool(questions.TAKE_NEAREST.search(last_reply)) and not is_no(text) and "?" not in text
        also = trip.kinds if is_same else ("hotel",) if "hotel" in trip.kinds and speaks_of_rooms else ()
        changes["kinds"] = tuple(dict.fromkeys([*kinds, *also]))
    elif find_rooms(text):
        changes["kinds"] = ("hotel",)
    elif unwanted := set(find_unwanted_kinds(text)) & set(trip.kinds):
        changes["kinds"] = tuple(kind for kind in trip.kinds if kind not in unwanted)


def _read_days(text: str, trip: Trip, last_reply: str, today: date, changes: dict[str, Any], *, listed: int) -> None:
    days = _find_days(text, trip, last_reply, today, listed=listed)
    if is_between(text, trip.days):
        days = DateRange()  # one of them is the first day
    if (start := changes.get("origin")) and start == trip.destination and changes.get("destination") != trip.origin:
        days = days if days.first or days.last or not trip.last else _begin_after(trip, days)
        trip = replace(trip, last=None, nights=None)  # it goes on from there
        changes |= {"last": None, "nights": None}
    if goes_on(text, trip, changes) and not days.first and not days.last:
        days = _begin_after(trip, days)
    if trip.is_round and trip.last and days.first == trip.last and days.last is None and _has_flight(trip, changes):
        changes["is_return"] = True  # the day of the way back
    is_return = changes.get("is_return", trip.is_return)
    if is_return and (own := split_by_kind(text)) and len(own) > 1 and "flight" in own:
        days = _parse(own["flight"], trip, today)
    if is_return and days.is_start:
        changes["is_return"] = is_return = False
    if is_return and (back := _find_day_back(trip, days)):
        changes |= _merge_day_back(trip, back, changes, is_back=speaks_of_way_back(text))
        return
    if is_return and days.first and days.last and "origin" in changes:
        changes |= turn_round(trip, changes)  # "no, from berlin to madeira on the 7th and back on the 14th"
    is_stay = parse_nights(text) is not None or is_one_way(text) or days.last in list_days(text, today, days.first)
    if days.first and days.last and _has_flight(trip, changes) and not is_stay:
        changes |= {"is_round": True, "is_return": False}
    changes |= _merge_days(trip, _read_length(text, trip, last_reply, days))


def _parse(text: str, trip: Trip, today: date) -> DateRange:
    return parse_dates(text, today, trip.anchor, trip.last, is_begun=trip.first is not None)


def _begin_after(trip: Trip, days: DateRange) -> DateRange:
    """Return the days of a stay that begins where the one before ends."""
    assert trip.last
    last = trip.last + timedelta(days=days.nights) if days.nights else None
    return DateRange(trip.last, last, days.nights)


def _find_days(text: str, trip: Trip, last_reply: str, today: date, *, listed: int) -> DateRange:
    """Return the days that a message names; "the 2nd" may be a choice, and a bare number the answer to a question."""
    if listed:
        text = remove_choice(text, listed)
    text = drop_ratings(text, last_reply)
    days = _parse(text, trip, today)
    match = _END_DAYS.search(text) if trip.last and days.first is None else None
    if trip.last and match:
        count = parse_count(match["count"] or "one")
        return DateRange(nights=count) if match["first"] else DateRange(trip.last - timedelta(days=count), trip.last)
    if not trip.first and not (trip.is_return and trip.last):
        days = replace(days, shift=None, more=None)
    asks_day = any(each in last_reply for each in (questions.ASK_CHECK_IN, questions.ASK_DAY, questions.ASK_DAY_BACK))
    if days == DateRange() and asks_day and (bare := _BARE_DAY.match(text)):
        return _parse(f"the {bare['day']}th", trip, today)
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
    count = _CHANGE_NIGHTS.search(drop_ratings(text, last_reply)) if trip.nights else None
    return DateRange(nights=parse_count(count["count"])) if count else days


def _read_period(text: str, trip: Trip, last_reply: str, today: date, changes: dict[str, Any]) -> None:
    """Add to `changes` the days among which a message leaves the choice of the first one."""
    month: date | None = changes.get("month") or trip.month
    is_any = is_whatever(text) and questions.ASK_DAY in last_reply and month is not None
    first: date | None = changes.get("first")
    listed = list_days(text, today, trip.first or first or month)
    if first in listed:  # "the 4th or 5th" is not from one to the other
        is_round, end = changes.get("is_round"), changes.get("last")
        for name in ("first", "last", "nights", "is_round"):
            changes.pop(name, None)
        if end and end > listed[-1]:
            changes |= {"last": end, "is_round": is_round}
            trip = replace(trip, last=end, has_end=True)
        first = None
    is_set = questions.CONFIRM in last_reply and "cheap" not in text
    is_set = is_set or bool(changes.get("is_return") and changes.get("last"))  # "back on the 4th, the cheapest"
    if (first is None or is_between(text, trip.days)) and not is_set:
        words = f"{text} any day" if is_any else text
        days = find_period(words, today, trip.first, month, trip.days)
        if days and changes.get("is_return", trip.is_return):
            changes |= {"days": days, "last": None}
        elif days:
            last = trip.last if trip.has_end and trip.last and trip.last > days[-1] else None
            changes |= {"days": days, "first": None, "last": last, "is_rough": False, "has_end": last is not None}
        if days:
            changes.setdefault("kinds", trip.kinds or ("flight",))
        elif (changes.get("is_return") and not trip.is_return) or (trip.days and changes.get("month")):
            changes["days"] = ()
    elif trip.days:
        changes["days"] = ()


def _read_hours_of_days(text: str, trip: Trip, today: date, changes: dict[str, Any]) -> None:
    """Give the times of day to the way whose day they stand beside: "and on Friday I would rather leave at noon"."""
    if "hours" not in changes or not parse_hours(text):
        return
    first, last = changes.get("first", trip.first), changes.get("last", trip.last)
    starts = [day for day in (first, *changes.get("days", ())) if day]
    if days := find_days_of_ways(text, today, starts, last):
        there, back = parse_hours_of_ways(text, days)
        if not changes.get("is_round", trip.is_round) and not changes.get("is_return", trip.is_return):
            there = there or back  # of the only way that there is
        is_new = changes.get("destination") and trip.destination
        before = (None, None) if is_new else trip.hours
        changes["hours"] = (there or before[0], back or before[1])


def _has_flight(trip: Trip, changes: Mapping[str, Any]) -> bool:
    return "flight" in (changes.get("kinds") or trip.kinds)


def _find_day_back(trip: Trip, days: DateRange) -> date | None:
    """Return the day of the way back that a message about it names."""
    if days.first and days.last:
        return None
    moved, base = days.shift or days.more, trip.last or trip.first
    return days.last or days.first or (base + timedelta(days=moved) if moved and base else None)


def _merge_day_back(trip: Trip, back: date, changes: Mapping[str, Any], *, is_back: bool) -> dict[str, Any]:
    """Return the changes of a trip's days by the day of its way back.

    A flight that goes before the trip begins, and is not called the way back, is the way there of another one.
    """
    if trip.first and back <= trip.first and "origin" in changes and not is_back:
        return {
            **turn_round(trip, changes),
            "is_round": False,
            "first": back,
            "last": None,
            "nights": None,
            "month": None,
        }
    first = trip.first if trip.first and trip.first <= back else None
    days = {"last": back, "nights": (back - first).days or None if first else None, "has_end": True}
    return days if first == trip.first else {**days, "first": first}


def _merge_days(trip: Trip, days: DateRange) -> dict[str, Any]:
    """Return the changes of a trip's days by those that a message names."""
    first, last = _merge_ends(trip, days)
    nights = (last - first).days if first and last else days.nights or trip.nights
    changes: dict[str, Any] = {}
    if days.first or first != trip.first:
        changes |= {"first": first, "is_rough": days.is_rough, "month": None, "is_arrival": days.is_arrival}
    if days.month and not days.first:
        changes["month"] = days.month
    if nights != trip.nights or days.nights:
        changes["nights"] = nights
    if last != trip.last:
        changes["last"] = last
    if days.has_end or days.nights:
        changes["has_end"] = days.has_end
    return changes


def _merge_ends(trip: Trip, days: DateRange) -> tuple[date | None, date | None]:
    """Return the first and the last day of a trip after a message.

    A day that is said to end the trip moves only its end. A new beginning keeps an end that was agreed, unless it goes
    elsewhere in the year; otherwise it keeps the length.
    """
    first, last = trip.first, trip.last
    if days.month and not days.first and first and first.replace(day=1) != days.month.replace(day=1):
        return None, None
    if days.first:
        length = trip.nights if not trip.last or not _keeps_end(trip, days) else None
        last = days.last or (days.first + timedelta(days=length) if length else last)
        return days.first, last if last and last > days.first else None
    if days.shift and first:
        first, last = (day + timedelta(days=days.shift) if day else None for day in (first, last))
    if days.more and first and last:
        last = max(first + timedelta(days=1), last + timedelta(days=days.more))
    if days.nights:
        last = first + timedelta(days=days.nights) if first else last
    elif days.last and (first is None or days.last > first):
        last = days.last
    return first, last


def _keeps_end(trip: Trip, days: DateRange) -> bool:
    """Return whether the end of a trip was agreed and stays when its beginning is moved."""
    if not trip.has_end or not trip.last or not days.first or days.first >= trip.last:
        return False
    return days.is_start or trip.first is None or abs((days.first - trip.first).days) <= _NEAR_BEGINNING


_SOMEWHERE = re.compile(r"\b(?:somewhere|anywhere)\b")


def _read_money(text: str, trip: Trip, last_reply: str, changes: dict[str, Any]) -> None:
    """Add the amounts of a message, each for the kind that it stands beside."""
    asks_budget = questions.ASK_BUDGET in last_reply
    text = _IMAGINED.sub(" ", text)
    kinds: tuple[Kind, ...] = changes.get("kinds") or trip.kinds
    if not find_kinds(text) and kinds == ("flight",) and not (changes.get("destination") or trip.destination):
        kinds = trip.kinds  # "where can i go from Rome for 300?"
    if is_unlimited(text):
        changes |= {"limits": tuple((kind, NO_LIMIT) for kind in kinds), "budget": None}
        return
    by_basis: dict[str | None, Kind] = {"night": "hotel", "room": "hotel", "day": "car"}
    for about, words in cut_by_kind(text):
        money = parse_money(words, is_asked=asks_budget)
        if money is None or not is_limit(words) or is_share(money, words, trip.people or 1, last_reply):
            continue
        own = about or [kind for kind, _ in trip.limits if kind in kinds] or kinds
        kind = by_basis.get(money.basis) or (own[0] if len(own) == 1 else None)
        if kind == "hotel" and money.basis is None and money.amount >= _MUCH and (changes.get("nights") or trip.nights):
            money = replace(money, basis="total")  # "under 1000" for a week
        is_suggested = questions.asks_which_place(last_reply) and money.basis not in {"night", "day"}
        is_for_place = not (find_kinds(text) or trip.destination) and (is_suggested or _SOMEWHERE.search(text))
        is_much = (
            kind is None or is_for_place or (money.basis in {None, "person"} and money.amount > _MAX_AMOUNTS[kind])
        )
        is_of_stay = len(about) == 1 and money.basis != "total"  # "and a hotel under 80" is no limit of the trip
        is_of_all = changes.get("is_whole") and not is_of_stay
        if asks_budget or money.basis == "trip" or kind is None or is_much or is_of_all:
            changes["budget"] = money
        else:
            changes["limits"] = tuple({**dict(changes.get("limits", trip.limits)), kind: money}.items())
            if trip.budget and money.basis and trip.budget.amount == money.amount:
                changes["budget"] = None  # "80 a night, not for the whole trip"
