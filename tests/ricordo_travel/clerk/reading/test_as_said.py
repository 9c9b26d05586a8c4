"""What a message says of hours, class, months and starts counts, also where it was read otherwise."""

from __future__ import annotations

import pytest

from ricordo_travel.clerk.commands import parse_commands
from ricordo_travel.clerk.reading.checks import settle_commands
from ricordo_travel.clerk.reading.unsaid import leave_out_places
from ricordo_travel.dialogue.values.hours import find_only_bound, parse_hours
from ricordo_travel.dialogue.values.text import normalise
from tests.promises.hostile import assert_linear
from tests.ricordo_travel.clerk.conftest import Person


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("nothing b4 noon pls i sleep til 11 after nights", "after 12:00"),
        ("arriving no later than 09:30 local time", "landing before 09:30"),
        ("not earlier than 9:00", "after 09:00"),
        ("nothing after 8pm please", "before 20:00"),
        ("not until after 6pm", "after 18:00"),
        ("we need to land at 13:00 at the latest", "landing before 13:00"),
        ("they shouldn't land after midnight", "landing before midnight"),
        ("leave before 10:30 please", "before 10:30"),
        ("no departures before 10am", "after 10:00"),
        ("is there nothing after 8pm?", "after 20:00"),
        ("we don't mind landing after 22:00", "landing after 22:00"),
        ("it's no problem if we leave after 9pm", "after 21:00"),
    ],
)
def test_a_bound_is_read_the_right_way_round(text: str, words: str) -> None:
    hours = parse_hours(normalise(text))
    assert hours
    assert hours.words == words


def test_who_must_not_land_after_midnight_does_not_land_at_two() -> None:
    hours = parse_hours("not landing after midnight")
    assert hours
    assert (hours.includes("02:00"), hours.includes("23:30")) == (False, True)


@pytest.mark.parametrize(
    "text", ["out in the morning, back after 6pm", "the 16:15, i can't leave before 15:00", "before 12 june"]
)
def test_a_bound_beside_other_hours_is_not_the_only_one(text: str) -> None:
    assert find_only_bound(text) is None


@pytest.mark.parametrize(
    ("message", "written", "meant"),
    [
        (
            "frankfurt to london on 15 june, arriving no later than 09:30",
            "find flight | from frankfurt | place london | on 15 june | time after 09:30",
            "find flight | from frankfurt | place london | on 15 june | time arrives before 09:30",
        ),
        ("nothing b4 noon pls", "find flight | time before 12:00", "find flight | time after 12:00"),
        (
            "nothing later than 8pm on the way home",
            "find return | time after 20:00",
            "find return | time before 20:00",
        ),
        (
            "sort by departure time, they shouldn't land after midnight",
            "find flight | time departure",
            "find flight | time arrives before midnight",
        ),
        (
            "to rome friday, back on sunday, landing before 18:00",
            "find flight+return | place rome | on friday | until sunday",
            "find flight+return | place rome | on friday | until sunday | time return arrives before 18:00",
        ),
        ("out in the morning, back after 6pm", "find flight | time morning", "find flight | time morning"),
        ("what about earlier, i can't land after 20:00", "find flight | time earlier", "find flight | time earlier"),
        ("arrive before 10:00", "find flight | class economy", "find flight | time arrives before 10:00"),
        ("make it economy", "find flight | class economy", "find flight | class economy"),
        (
            "apartments in tenerife from 12 oct to 9 nov",
            "find hotel | place tenerife | on 12 nov | until 9 nov",
            "find hotel | place tenerife | on 12 october | until 9 nov",
        ),
        ("12 to 15 november in rome", "find hotel | place rome | on 12 november | until 15 november", None),
        (
            "ok, let's go for bali. we depart from milano",
            "pick bali | from bali",
            "pick bali | from Milan",
        ),
        (
            "flights from kottayam to singapore",
            "find flight | from singapore | place singapore",
            "find flight | from kottayam | place singapore",
        ),
        (
            "flights from kottayam to rome",
            "find flight | place rome",
            "find flight | from kottayam | place rome",
        ),
        ("i meant from milano", "find flight | from kottayam", "find flight | from Milan"),
        ("from katowice or krakow", "find flight | from katowice or krakow", "find flight | from Krakow"),
        ("a car from tuesday to friday", "find flight | on tuesday", "find flight | on tuesday"),
        ("blr to singapore", "find flight | place singapore", "find flight | from Bangalore | place singapore"),
        (
            "i'm in inverness but i don't mind going from edinburgh",
            "suggest | from inverness | not edinburgh",
            "suggest | from Edinburgh",
        ),
        (
            "i'm in inverness but i don't mind going from edinburgh",
            "tell | i'm in inverness",
            "tell | we fly from edinburgh",
        ),
        ("my aunt comes from edinburgh, i fly from inverness", "suggest | from inverness", None),
    ],
)
def test_what_a_message_says_counts(message: str, written: str, meant: str | None) -> None:
    commands = settle_commands("", message, parse_commands(written))
    expected = parse_commands(meant or written)
    assert [(each.verb, each.refs, {*each.slots}) for each in commands] == [
        (each.verb, each.refs, {*each.slots}) for each in expected
    ]


def test_a_start_that_nobody_named_is_left_out() -> None:
    written = parse_commands("find flight | from berlin | place singapore")
    left = leave_out_places("ixj to singapore", "", [], written)
    assert left == parse_commands("find flight | place singapore")
    assert leave_out_places("ber-sin, tues 9 june", "", [], written) == written
    assert leave_out_places("to singapore", "flights from berlin to rome", [], written) == written
    assert leave_out_places("to singapore", "", [parse_commands("suggest | from berlin")], written) == written


def test_bounds_take_linear_time() -> None:
    parts = ("no later than 9 ", "at 9:30 at the latest ", "not after midnight ", "not a ")
    assert_linear(find_only_bound, [("", part, "") for part in parts])


def test_better_days_are_no_better_hotel() -> None:
    shown = "1. Lighthouse Grand Mallorca, 1 double room, 1 to 8 August 2026 (7 nights), 2 guests, $900 in all"
    (command,) = settle_commands(shown, "july is better, 18 to 25", parse_commands("find hotel | on 18 july"))
    assert {name for name, _ in command.slots} == {"on"}
    (command,) = settle_commands(shown, "something better please", parse_commands("find hotel"))
    assert command.has("finer", "other")


async def test_a_limit_for_landing_there_is_none_for_the_way_back(person: Person) -> None:
    await person.say("find flight+return | from frankfurt | place london | on 9 june | until 11 june | class business")
    said = await person.say("find flight | time arrives before 10:00", "arrive before 10:00")
    assert "from Frankfurt to London on 9 June 2026, for one person, in business, landing before 10:00:" in said
    assert "from London to Frankfurt on 11 June 2026, for one person, in business:" in said


async def test_a_class_for_both_ways_is_that_of_the_flight_that_waits(person: Person) -> None:
    await person.say("find flight | from frankfurt | place london | on 15 june | time arrives before 09:30")
    back = "find return | on same day | time after 18:00 | class business"
    said = await person.say(back, "return the same day, not before 18:00. business class")
    assert said.count("1 passenger in business, $278 in all\n") == 2
    assert "in economy" not in said


async def test_a_class_for_the_way_back_leaves_the_one_there(person: Person) -> None:
    await person.say("find flight | from frankfurt | place london | on 15 june | time before 09:30")
    said = await person.say("find return | on 15 june | time after 18:00 | class business", "business on the way back")
    assert "Flight TW4053 from Frankfurt to London, 15 June 2026 at 07:40, 1 passenger in economy" in said


async def test_a_goal_is_no_start(person: Person) -> None:
    await person.say("find hotel | place bali | on 3 october | nights 12")
    said = await person.say("find flight | from bali", "and how much is a flight from bali")
    assert "same airport" not in said
    assert "Where will you fly from?" in said


async def test_a_start_that_nobody_knows_is_named(person: Person) -> None:
    said = await person.say("find flight | from kottayam | place singapore | on 8 july")
    assert said.startswith("I know no place called “Kottayam”.")
    assert "Where will you fly from?" in said


async def test_the_flight_back_is_not_before_those_there(person: Person) -> None:
    sought = "find flight+return | from edinburgh | place florence | on 2 or 3 july | until tuesday after"
    assert "on 7 July 2026" in await person.say(sought)


async def test_an_end_is_near_the_days_that_are_booked(person: Person) -> None:
    await person.say("find flight | from manchester | place vienna | on 10 september | people 2")
    await person.say("pick 1")
    await person.say("yes", "yes, book it")
    said = await person.say("find hotel | until the 14th", "a hotel until the 14th", conversation="2")
    assert "10 to 14 September 2026 (4 nights)" in said


async def test_after_ideas_with_flights_another_goal_is_one_for_flights(person: Person) -> None:
    wish = "the cheapest flight from hamburg to anywhere warm"
    ideas = await person.say("suggest | from hamburg | on 3 august | with warm", wish)
    assert "A seat from Hamburg costs at least $" in ideas
    assert "Flights from Hamburg to Barcelona on 3 August 2026" in await person.say(
        "place barcelona | info", "hmm and to barcelona?"
    )


async def test_where_somebody_is_now_is_where_they_start(person: Person) -> None:
    await person.say("find flight | from berlin | place tenerife | on 12 october")
    await person.say("pick 1")
    await person.say("yes", "yes, book it")
    await person.say("correct | i'm in lisbon now, not berlin", "i'm in lisbon now, not berlin", conversation="2")
    said = await person.say("find flight | on 12 october | place tenerife", "a flight to tenerife", conversation="2")
    assert "Flights from Lisbon to Tenerife on 12 October 2026" in said
