"""Spans of days of the week in a part of a month."""

from __future__ import annotations

from datetime import date

import pytest

from ricordo_travel.clerk.commands import parse_commands
from ricordo_travel.clerk.reading.weekday_spans import add_weekend, find_weekday_span, ground_weekday_span
from tests.promises.hostile import assert_linear
from tests.ricordo_travel.clerk.conftest import Person

TODAY = date(2026, 6, 1)


@pytest.mark.parametrize(
    ("written", "text", "on"),
    [
        ("find hotel | on end of april | until mon", "thinking end of april, friday to monday", "friday to monday end"),
        ("find hotel | on mid november", "mid november, fri-sun", "friday to sunday mid"),
        ("suggest | on early september", "something early september, thurs til sun", "thursday to sunday early"),
        ("find hotel | on 23 april", "end of april, friday to monday, so the 23 april", "23 april"),
        ("find hotel | on end of april", "end of april, not a monday", "end of april"),
    ],
)
def test_days_of_the_week_are_those_of_the_part_of_the_month(written: str, text: str, on: str) -> None:
    command = ground_weekday_span(text, parse_commands(written)[0])
    assert (command.value("on") or "").startswith(on)


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("friday to monday end of april", date(2027, 4, 23), date(2027, 4, 26)),
        ("saturday to tuesday late june", date(2026, 6, 27), date(2026, 6, 30)),
        ("thursday to sunday early september", date(2026, 9, 3), date(2026, 9, 6)),
        ("friday to sunday mid november", date(2026, 11, 13), date(2026, 11, 15)),
    ],
)
def test_the_span_is_in_the_part_of_the_month(text: str, first: date, last: date) -> None:
    found = find_weekday_span(text, TODAY)
    assert found
    assert (found.first, found.last) == (first, last)


def test_other_days_are_no_span() -> None:
    assert find_weekday_span("friday end of april", TODAY) is None
    assert_linear(lambda text: find_weekday_span(text, TODAY))


async def test_a_long_weekend_at_the_end_of_a_month_has_three_nights(person: Person) -> None:
    await person.say("find hotel | place porto | on long weekend | people 2", "a long weekend in porto for two")
    said = await person.say("find hotel | on end of april | until mon", "thinking end of april, fri to mon")
    assert "23 to 26 April 2027 (3 nights)" in said


@pytest.mark.parametrize(
    ("written", "text", "nights"),
    [
        ("find hotel | place porto | on january", "a romantic weekend in porto, in january", "2"),
        ("find hotel | place porto | on in may", "a long weekend in porto in may", "3"),
        ("find hotel | place porto | on 8 january", "a weekend in porto from 8 january", None),
        ("find hotel | place porto | on january | nights 4", "a weekend in porto in january, 4 nights", "4"),
        ("find hotel | place porto | on january", "porto in january, not on weekends", None),
    ],
)
def test_a_weekend_in_a_month_has_its_nights(written: str, text: str, nights: str | None) -> None:
    assert add_weekend(text, parse_commands(written)[0]).value("nights") == nights


async def test_a_weekend_is_no_stay_of_the_search_before(person: Person) -> None:
    await person.say("find hotel | place bali | on 20 february | nights 10", "bali from 20 february for 10 nights")
    said = await person.say("find hotel | place porto | on january", "before that a weekend in porto in january")
    assert "1 January 2027, 2 nights" in said
