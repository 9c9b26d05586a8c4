"""Days that a message leaves open, plain numbers that are days, and the ways of a flight."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ricordo_travel.dialogue.trips.reading import follow
from ricordo_travel.dialogue.trips.trip import Trip
from ricordo_travel.dialogue.values.dates import parse_dates
from ricordo_travel.dialogue.values.hours import parse_hours
from ricordo_travel.dialogue.values.periods import find_period, list_days
from ricordo_travel.dialogue.values.text import normalise

TODAY = date(2026, 11, 16)
NEAR = date(2026, 11, 23)


def _follow(*messages: str) -> Trip:
    return follow([("", message) for message in messages], TODAY).trip


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("23 nov morning, back 25 evening", date(2026, 11, 23), date(2026, 11, 25)),
        ("22 dec back 28", date(2026, 12, 22), date(2026, 12, 28)),
        ("hotel 23-26", date(2026, 11, 23), date(2026, 11, 26)),
        ("on wed 25 in the evening", date(2026, 11, 25), None),
        ("i said 24 november not 23", date(2026, 11, 24), None),
        ("the weekend after", date(2026, 12, 4), date(2026, 12, 6)),
    ],
)
def test_plain_numbers_are_days(text: str, first: date, last: date | None) -> None:
    days = parse_dates(normalise(text), TODAY, NEAR)
    assert (days.first, days.last) == (first, last)


@pytest.mark.parametrize("text", ["for 2-3 people", "3 to 4 stars", "from 100 to 200", "4-5 hours", "not 2 nights"])
def test_other_numbers_are_no_days(text: str) -> None:
    assert parse_dates(text, TODAY, NEAR).first is None


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("any day in the second half of january", {date(2027, 1, day) for day in range(16, 32)}),
        ("i'm flexible, in december", {date(2026, 12, day) for day in range(1, 32)}),
        ("so 19 20 or 21 january?", {date(2027, 1, day) for day in (19, 20, 21)}),
        ("in january", set[date]()),
        ("1 or 2", set[date]()),
    ],
)
def test_open_days(text: str, days: set[date]) -> None:
    assert set(find_period(text, TODAY, None, None, ())) == days


def test_a_day_or_two_earlier_leaves_the_choice_of_two_days() -> None:
    assert find_period("if we go a day or two earlier?", TODAY, NEAR, None, ()) == (
        date(2026, 11, 21),
        date(2026, 11, 22),
    )
    days = parse_dates("if we go a day or two earlier?", TODAY, NEAR)
    assert (days.nights, days.shift) == (None, None)
    assert parse_dates("a few days later", TODAY, NEAR).shift == 3
    assert parse_dates("a couple of days earlier", TODAY, NEAR).shift == -2


def test_mid_week_is_one_of_the_open_days() -> None:
    before = find_period("the second half of january", TODAY, None, None, ())
    found = find_period("is there a cheaper day? like mid week", TODAY, None, None, before)
    assert set(found) < set(before)
    assert {day.weekday() for day in found} == {1, 2, 3}


@given(st.text(alphabet="0123456789 ,/orthe", max_size=60))
def test_open_days_lie_ahead(text: str) -> None:
    assert all(day >= TODAY for day in find_period(text, TODAY, NEAR, None, ()))


def test_way_back_takes_the_day_that_is_named() -> None:
    trip = _follow("flights berlin to london 23 nov", "the flight back on the 25th")
    assert (trip.is_return, trip.first, trip.last) == (True, NEAR, date(2026, 11, 25))


def test_way_back_has_no_day_of_its_own() -> None:
    assert _follow("flights berlin to london 23 nov", "and the return?").last is None


def test_earlier_flight_the_other_way_is_another_trip() -> None:
    trip = _follow("flights singapore to sydney 26 nov", "flights to singapore from sydney 23 nov")
    assert trip.destination is not None
    assert (trip.destination.name, trip.is_return, trip.first) == ("Singapore", False, NEAR)


def test_back_to_the_start_is_both_ways() -> None:
    trip = _follow("i fly from sydney to singapore on 23 nov and back to sydney on thursday, hotel in singapore")
    assert trip.destination is not None
    assert (trip.destination.name, trip.is_round, trip.last) == ("Singapore", True, date(2026, 11, 26))


def test_morning_and_not_too_early_hold_together() -> None:
    hours = parse_hours("in the morning, not too early")
    assert hours is not None
    assert [hours.includes(each) for each in ("06:00", "10:40", "14:45")] == [False, True, False]


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("could i fly on tuesday or wednesday morning?", ["2026-11-17", "2026-11-18"]),
        ("tomorrow or on thursday", ["2026-11-17", "2026-11-19"]),
        ("friday to sunday", []),
    ],
)
def test_days_of_the_week_with_or_are_a_choice(text: str, days: list[str]) -> None:
    assert [day.isoformat() for day in list_days(text, date(2026, 11, 16), None)] == days
