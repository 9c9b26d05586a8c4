"""DateRange as people say them, and what else a message says about a trip."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ricordo_travel.dialogue.dates import DateRange, parse_dates
from ricordo_travel.dialogue.requests import ASK_ORIGIN, combine_requests, parse_budget, parse_party_size, parse_request

MONDAY = date(2026, 11, 16)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("on 12 June", DateRange(date(2027, 6, 12))),
        ("on June 12th, 2027", DateRange(date(2027, 6, 12))),
        ("from 3 to 7 May", DateRange(date(2027, 5, 3), date(2027, 5, 7), 4)),
        ("12-15 December", DateRange(date(2026, 12, 12), date(2026, 12, 15), 3)),
        ("2026-12-30 until 2027-01-02", DateRange(date(2026, 12, 30), date(2027, 1, 2), 3)),
        ("next Friday for three nights", DateRange(date(2026, 11, 20), date(2026, 11, 23), 3)),
        ("on Monday", DateRange(date(2026, 11, 23))),
        ("tomorrow, for a week", DateRange(date(2026, 11, 17), date(2026, 11, 24), 7)),
        ("in 2 weeks", DateRange(date(2026, 11, 30))),
        ("this weekend", DateRange(date(2026, 11, 21))),
        ("next week", DateRange(date(2026, 11, 23))),
        ("for two nights", DateRange(nights=2)),
        ("May I ask for 31 February?", DateRange()),
        ("I march on", DateRange()),
    ],
)
def test_days_are_read_as_people_say_them(text: str, expected: DateRange) -> None:
    assert parse_dates(text, MONDAY) == expected


@given(st.dates(MONDAY, MONDAY + timedelta(days=360)), st.integers(1, 30))
def test_a_written_stay_is_read_back(first: date, nights: int) -> None:
    last = first + timedelta(days=nights)
    for text in (
        f"{first} to {last}",
        f"from {first.day} {first:%B %Y} for {nights} nights",
        f"{first:%B} {first.day}, {first.year} until {last:%b} {last.day} {last.year}",
    ):
        assert parse_dates(text, MONDAY) == DateRange(first, last, nights)


@given(st.text(max_size=200))
def test_no_text_breaks_the_reading(text: str) -> None:
    parse_request(text, MONDAY, last_reply="What's your budget for this trip?")


def test_a_message_gives_its_slots() -> None:
    request = parse_request("Flights from Sydney to Tasmania on 12 January for 2 people in business class", MONDAY)
    assert request.kind == "flight"
    assert request.origin is not None
    assert request.destination is not None
    assert (request.origin.name, request.destination.name) == ("Sydney", "Hobart")
    assert (request.first, request.people, request.cabin) == (date(2027, 1, 12), 2, "business")


def test_where_somebody_was_or_lives_is_not_where_they_want_to_go() -> None:
    for text in ("We went to Tasmania and loved it.", "I live in Sydney", "I have been to Rome"):
        assert parse_request(text, MONDAY).destination is None
    request = parse_request("We went to Tasmania last year. Find a hotel in Rome!", MONDAY)
    assert request.destination is not None
    assert request.destination.name == "Rome"


def test_a_bare_place_answers_what_was_asked_and_the_newest_wins() -> None:
    lines = [("", "a flight to Oslo"), (ASK_ORIGIN, "Lisbon, on 3 March"), ("", "rather to Rome")]
    request = combine_requests(lines, MONDAY)
    assert request.origin is not None
    assert request.destination is not None
    assert (request.origin.name, request.destination.name, request.first) == ("Lisbon", "Rome", date(2027, 3, 3))


@pytest.mark.parametrize(
    ("text", "people"),
    [("just me", 1), ("my wife and I", 2), ("three of us", 3), ("a family of four", 4), ("2 nights", None)],
)
def test_people_are_counted(text: str, people: int | None) -> None:
    assert parse_party_size(text) == people


def test_a_budget_is_read_and_of_a_range_its_end() -> None:
    assert parse_budget("Around $2,000") == 2000
    assert parse_budget("$2000-3000") == 3000
    assert parse_budget("about 1500") is None
    assert parse_budget("about 1500", "What's your budget for this trip?") == 1500
