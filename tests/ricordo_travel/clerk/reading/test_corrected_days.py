"""Days, people and limits that a message says in plain words, against what was read."""

from __future__ import annotations

import re

import pytest

from ricordo_travel.clerk.commands import parse_commands
from ricordo_travel.clerk.reading.checks import settle_commands
from ricordo_travel.clerk.reading.corrected_days import mean_last_day, put_days_right
from ricordo_travel.clerk.reading.told_party import name_trip, tell_party
from ricordo_travel.dialogue.values.party import parse_party
from tests.ricordo_travel.clerk.conftest import Person
from tests.ricordo_travel.clerk.test_thread import follow


@pytest.mark.parametrize(
    ("text", "written", "meant"),
    [
        (
            "from the 18th. sorry, i mean the 19th, the 18th is a friday",
            "find hotel | on the 18th",
            "find hotel | on the 19th",
        ),
        ("from the 20th, no, the 21st", "find hotel | on the 20th", "find hotel | on the 21st"),
        ("until 3 july - wait, make that 4 july", "find hotel | until 3 july", "find hotel | until 4 july"),
        (
            "rome on the 2nd, actually the 3rd",
            "find hotel | place rome | on the 2nd",
            "find hotel | place rome | on the 3rd",
        ),
        ("not on the 4th, on the 6th", "find flight | on the 4th", "find flight | on the 6th"),
        ("the 6th, not the 4th", "find flight | on the 4th", "find flight | on the 6th"),
        ("2nd option but not on the 4th, on the 6th", "find return | on the 2nd", "pick 2 | on the 6th"),
        ("2nd option but not on the 4th, on the 6th", "pick 2 ; find flight | on the 6th", "pick 2 | on the 6th"),
        ("from the 18th, 2 nights, no 3 nights", "find hotel | on the 18th", "find hotel | on the 18th"),
        (
            "from the 4th to the 6th",
            "find hotel | on the 4th | until the 6th",
            "find hotel | on the 4th | until the 6th",
        ),
    ],
)
def test_the_day_that_is_meant_counts(text: str, written: str, meant: str) -> None:
    assert put_days_right(text, parse_commands(written)) == parse_commands(meant)


@pytest.mark.parametrize(
    ("text", "written", "meant"),
    [
        ("no wait, the 14th", "find flight+return | on the 14th", "find flight+return | until the 14th"),
        ("sorry, i meant the 16th", "find hotel | on the 16th", "find flight+return | until the 16th"),
        ("no wait, the 14th", "find return | on the 14th", "find return | on the 14th"),
        ("no wait, the 10th", "find flight | on the 10th", "find flight | on the 10th"),
        ("leaving the 14th", "find flight | on the 14th", "find flight | on the 14th"),
    ],
)
def test_a_bare_correction_is_of_the_day_that_was_named_last(text: str, written: str, meant: str) -> None:
    before = parse_commands("find flight+return | from leeds | on 11 june | until the 15th june")
    assert list(mean_last_day(before, text, parse_commands(written))) == parse_commands(meant)


@pytest.mark.parametrize(
    ("text", "people"),
    [
        ("four old university friends want to go golfing", 4),
        ("three couples want a house", 6),
        ("a couple from leeds", 2),
        ("five retired ladies", 5),
        ("two nights with friends", None),
        ("a hen do for 8 girls", 8),
    ],
)
def test_people_are_counted(text: str, people: int | None) -> None:
    assert parse_party(text) == people


@pytest.mark.parametrize(
    ("text", "written", "people"),
    [
        ("family of five: me, arjun, our twins", "tell | our twins", ["5"]),
        ("mia's out again. so 5", "correct | 5 is out", ["5"]),
        ("just me", "chat", ["1"]),
        ("the two girls are vegan", "tell | the two girls are vegan", [None]),
        ("6 of us. hotel in rome", "find hotel | place rome ; tell | 6 of us", [None, None]),
    ],
)
def test_who_travels_is_heard_where_nothing_is_looked_for(text: str, written: str, people: list[str | None]) -> None:
    assert [each.value("people") for each in tell_party(text, parse_commands(written))] == people


def test_a_trip_that_is_named_by_who_makes_it_is_travel() -> None:
    offtopic = parse_commands("offtopic")
    assert name_trip("can you do a hen do for 8 girls", offtopic) == parse_commands("suggest | people 8")
    assert name_trip("a stag weekend please", offtopic) == parse_commands("suggest")
    assert name_trip("can you book a table for 8 people", offtopic) == offtopic


async def test_a_party_that_was_told_counts_for_the_search(person: Person) -> None:
    said = await person.say("tell | our twins are 6", "family of five: me, arjun, our twins are 6 and grandma")
    assert "All right, for 5 people." in said
    said = await person.say("find hotel | place Crete | on 24 october | until 31 october")
    assert "for the five of you" in said


@pytest.mark.parametrize(
    ("text", "written", "limit"),
    [
        ("150 total", "find hotel | max 150 a night", "150 in all"),
        ("no more than 400 altogether", "find hotel | max 400", "400 in all"),
        ("up to 300 a night", "find hotel | max 300", "300 a night"),
        ("under 70 per night", "find hotel | max 70", "70 a night"),
        ("max 150", "find hotel | max 150 a night", "150 a night"),
    ],
)
def test_a_limit_is_for_what_the_message_says(text: str, written: str, limit: str) -> None:
    assert settle_commands("", text, parse_commands(written))[0].value("max") == limit


async def test_a_limit_for_both_flights_is_for_their_sum(person: Person) -> None:
    await person.say("find flight+return | from London | place Berlin | on 15 june | until 17 june | people 1")
    said = await person.say("find flight+return | max 150 in all", "max 150 total")
    assert "above your $150." in said
    assert "a seat on that day" not in said


def test_the_length_of_a_trip_is_heard() -> None:
    written = parse_commands("find flight | on the 4th")
    assert settle_commands("", "like 3 weeks from the 4th", written)[0].value("nights") == "21"
    assert not settle_commands("", "2 days from now", parse_commands("find flight | on 2 days from now"))[0].has(
        "nights"
    )


def test_a_week_is_when_and_not_how_long_for_who_said_that() -> None:
    trip = follow("suggest | nights 3 | with warm", "suggest | from Dublin | on first week of july")
    assert trip.first
    assert trip.last
    assert (trip.first.day, trip.last.day, trip.nights) == (1, 4, 3)
    assert follow("suggest | from Dublin | on first week of july").nights == 7


async def test_a_weekday_of_the_way_there_is_no_way_back(person: Person) -> None:
    await person.say("find flight+return | from London | place Barcelona | on 12 june | until 14 june | people 1")
    message = "is there anything later on the friday like after 5"
    said = await person.say("find return | on friday | time after 17:00", message)
    assert "Flights from London to Barcelona on 12 June 2026" in said
    assert "12 to 14 June 2026 (2 nights)" in await person.say("find hotel | on same dates", "a hotel, same dates")


def test_a_sum_that_is_named_is_the_limit_of_something_in_between() -> None:
    stay = "1 double room, 10 to 14 September 2026 (4 nights), 2 guests"
    shown = f"1. Meadow Backpackers Rome, {stay}, $256 in all – $64 a night\n2. Station Lodge Rome, {stay}, $628 in all"
    written = parse_commands("find hotel | max 300 a night")
    assert settle_commands(shown, "something in between, up to 300 a night?", written)[0].value("max") == "300 a night"
    assert not settle_commands(shown, "something in between please", written)[0].has("max")


async def test_ideas_keep_to_the_countries_and_the_wishes_that_were_named(person: Person) -> None:
    said = await person.say("suggest | on october | people 4 | with golf", "four friends want to go golfing in october")
    assert "I do not know which places have golf" in said
    said = await person.say("suggest | with spain or south of portugal", "spain or the south of portugal")
    assert "Kathmandu" not in said
    shown = re.findall(r"^• [^,]+, (\w+)", said, re.MULTILINE)
    assert shown
    assert {*shown} <= {"Portugal", "Spain"}
    romantic = await person.say("suggest | nights 3 | people 2 | with romantic", "something romantic", "2")
    assert "• Paris" in romantic
    assert "Kathmandu" not in romantic
