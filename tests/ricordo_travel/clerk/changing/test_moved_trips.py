"""What waits or is picked goes with the days of the trip, and days that nobody said are not taken."""

from __future__ import annotations

import pytest

from ricordo_travel.clerk.commands import parse_commands
from ricordo_travel.clerk.reading.goals import keep_sought
from ricordo_travel.clerk.reading.misread import settle_misread
from tests.ricordo_travel.clerk.conftest import Person

_BOTH = "find hotel+car | place Lisbon | on 10 june | nights 3 | people 2"
_MOVED = "find flight | from London | place Lisbon | on 8 june"


async def _move_hotel(person: Person) -> None:
    await person.say(_BOTH)
    await person.say("pick 2")
    await person.say("pick a | on 12 june | until 15 june", "sorry, 12 to 15 june")


@pytest.mark.parametrize(
    ("message", "days"),
    [("yes, and the suv at the airport", "12 to 15 June"), ("and the suv from 10 june", "10 to 13")],
)
async def test_a_car_of_the_days_before_is_looked_up_anew(person: Person, message: str, days: str) -> None:
    await _move_hotel(person)
    asked = await person.say("pick car economy airport", message)
    assert f"Economy car at Lisbon airport (LIS), {days}" in asked


@pytest.mark.parametrize(
    ("message", "days"),
    [("can we start 8 june, and flights?", "8 to 11 June"), ("a flight on 8 june?", "10 to 13 June")],
)
async def test_a_new_first_day_moves_the_hotel_that_waits(person: Person, message: str, days: str) -> None:
    await person.say(_BOTH)
    await person.say("pick 2")
    asked = (await person.say(_MOVED, message)).partition("Shall I book")[2]
    assert f"Lantern Guesthouse Lisbon, 1 double room, {days} 2026 (3 nights)" in asked


@pytest.mark.parametrize(
    ("message", "day"), [("the hotel 10 to 13 june, and flight back", 13), ("fly back on 10 june", 10)]
)
async def test_the_flight_back_is_on_the_last_day_unless_it_is_said(person: Person, message: str, day: int) -> None:
    await person.say("find flight+hotel | from London | place Lisbon | on 10 june | until 13 june")
    assert f"Flights from Lisbon to London on {day} June" in await person.say("find return | on 10 june", message)


@pytest.mark.parametrize(
    ("text", "program", "meant"),
    [
        ("the hotel till wednesday 16 instead, car too", "change x | until wed 16 ; change y | on wed 16", ("x", "y")),
        ("the hotel until 16 june instead, car as well", "change x | until 16 june", ("x", "car")),
        ("move the flight to 16 june, also the hotel", "change x | on 16 june ; change y | until 16 june", ("x", "y")),
        ("the hotel until 16 june", "change x | until 16 june", ("x",)),
    ],
)
def test_the_same_change_is_for_what_is_named_as_well(text: str, program: str, meant: tuple[str, ...]) -> None:
    settled = settle_misread("", text, parse_commands(program))
    assert tuple(each.subject for each in settled) == meant
    assert len({each.slots for each in settled}) == 1


@pytest.mark.parametrize(
    ("text", "program", "meant"),
    [
        ("come back a day later, 21 april, hotel too", "change z | on 21 april ; change y | until 21 april", "until"),
        ("fly back on 18 april and shorten the hotel", "change z | on 18 april ; change y | shorter 1 night", "until"),
        ("home on the 22nd, change the hotel as well", "change z | on the 22nd ; change y | on the 22nd", "until"),
        ("we return on the 18th, hotel too", "change z y | on the 18th", "until"),
        ("the flight there and the hotel on the 15th", "change x | on the 15th ; change y | on the 15th", "on"),
        ("leave home on the 15th, the hotel too", "change x | on the 15th ; change y | until the 15th", "on"),
    ],
)
def test_who_comes_back_another_day_moves_the_end_of_the_stay(text: str, program: str, meant: str) -> None:
    settled = settle_misread("", text, parse_commands(program))
    assert {name for each in settled for name, _ in each.slots} == {meant}


def test_a_stay_is_longer_by_the_nights_that_are_said() -> None:
    program = "change z | on 21 april ; change y | longer 1 night"
    settled = settle_misread("", "back on 21 april, one night longer at the hotel", parse_commands(program))
    assert settled[1].value("longer") == "1 night"


def test_what_is_left_on_its_day_is_no_change() -> None:
    program = "change z | on 16 april ; change y | longer 1 night"
    settled = settle_misread("", "no, leave on 16 as is. only stay one night longer", parse_commands(program))
    assert settled == parse_commands("change y | longer 1 night")


@pytest.mark.parametrize(
    ("message", "kinds"),
    [
        ("1, the Lantern Guesthouse and the car at the airport", {"Flight", "Lantern", "Economy"}),
        ("1, the Lantern Guesthouse and the flight back", {"Flight", "Lantern", "several"}),
        ("1, the Lantern Guesthouse. the car is too expensive", {"Flight", "Lantern"}),
    ],
)
async def test_what_is_chosen_by_its_kind_is_picked(person: Person, message: str, kinds: set[str]) -> None:
    await person.say("find car | place Rome | on 12 june | until 16 june | type economy")
    await person.say("find flight+return+hotel | from London | place Rome | on 12 june | until 16 june | people 2")
    asked = await person.say("pick 1 ; pick 6", message)
    assert {kind for kind in ("Flight", "Lantern", "Economy", "several") if kind in asked} >= kinds - {"Lantern"}
    assert ("Economy" in asked) == ("Economy" in kinds)


async def test_days_too_far_ahead_are_answered_with_the_last_ones(person: Person) -> None:
    search = "find flight+return+hotel | from London | place Oslo"
    asked = await person.say(f"{search} | on 22 june 2028 | until 26 june 2028")
    assert "The last days that can be booked are " in asked
    found = await person.say("yes")
    assert "Flights from London to Oslo" in found
    assert "Hotels in Oslo" in found
    before = parse_commands(search)
    settled = keep_sought(before, asked, "a bit earlier then, two rooms", parse_commands("find hotel | on 8 may"))
    assert settled[0].subject == "flight+return+hotel"


async def test_the_way_home_is_a_flight(person: Person) -> None:
    await person.say("find flight | from London | place Rome | on 12 june")
    home = await person.say("find hotel | nights 3 ; place Rome | transport", "3 nights, and how do i get home")
    assert "Flights from Rome to London on 15 June" in home


async def test_a_booked_flight_is_the_last_one(person: Person) -> None:
    await person.say("find flight | from London | place Rome | on 12 june")
    await person.say("pick flight latest")
    assert "Booked" in await person.say("yes a")
    last = await person.say("find flight | on 12 june | time later", "is there a later flight on 12 june?")
    assert "is the last one from London to Rome" in last
    assert "1. " not in last


async def test_what_is_kept_is_what_would_have_been_changed(person: Person) -> None:
    await person.say("find flight+return | from London | place Rome | on 12 june | until 16 june | people 2")
    await person.say("pick 1 3")
    await person.say("yes")
    await person.say("change y | time afternoon")
    said = await person.say("no ; keep x", "no, too late, we keep the one we have")
    assert "from Rome to London" in said
    assert "from London to Rome" not in said


@pytest.mark.parametrize(
    ("program", "message", "meant"),
    [
        ("cancel x", "cancel the double at the Lantern", "double"),
        ("change x | name Meadow Grand", "the meadow grand for our weekend please", "double"),
        ("cancel y", "cancel my single room, keep the rest", "single"),
        ("cancel y", "cancel the other one, i want the single", "double"),
    ],
)
async def test_what_is_said_of_a_stay_tells_which_one_is_meant(
    person: Person, program: str, message: str, meant: str
) -> None:
    for search in (
        "on 8 june | nights 4 | people 1 | rooms 1 single",
        "on 12 june | nights 2 | people 2 | rooms 1 double",
    ):
        await person.say(f"find hotel | place Lisbon | name Lantern Guesthouse | {search}")
        assert "Booked" in await person.say("yes")
    await person.say("bookings")
    asked = await person.say(program, message)
    line = next(line for line in asked.splitlines() if line.startswith("Cancel "))
    assert f"1 {meant} room" in line


@pytest.mark.parametrize(
    ("program", "message"),
    [
        ("find hotel | on september", "september, not june!"),
        ("find hotel | on september", "no not in june, i said september"),
        ("pick 2 | on same dates", "september not june, the lantern"),
    ],
)
async def test_another_month_leaves_the_days(person: Person, program: str, message: str) -> None:
    await person.say("find hotel | place Lisbon | on 10 june | nights 3 | people 2")
    said = await person.say(program, message)
    assert "Lantern Guesthouse Lisbon, 1 double room, 10 to 13 September 2026 (3 nights)" in said
