"""What single words of a message mean: years, starts, rooms for two, wishes that nobody can go by."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path

import pytest

from ricordo_travel.clerk.commands import Command, parse_commands
from ricordo_travel.clerk.reading.budgets import drop_limit, list_too_high
from ricordo_travel.clerk.reading.checks import settle_commands
from ricordo_travel.clerk.reading.people import ground_people
from ricordo_travel.clerk.reading.reader import drop_guesses
from ricordo_travel.clerk.reading.refused_places import find_refused_places
from ricordo_travel.clerk.reading.slots import apply_command
from ricordo_travel.clerk.reading.start_words import write_start
from ricordo_travel.clerk.reply import IN_DOLLARS
from ricordo_travel.clerk.searching.unknown_wishes import list_unknown
from ricordo_travel.dialogue.trips.trip import Trip
from ricordo_travel.dialogue.values.aims import find_flying_time
from ricordo_travel.dialogue.values.geography import find_mentions
from ricordo_travel.dialogue.values.refusals import is_refused
from ricordo_travel.dialogue.values.rooms import count_guests, read_rooms
from ricordo_travel.places import find_place
from tests.promises.hostile import assert_linear
from tests.ricordo_travel.clerk.conftest import Person
from tests.ricordo_travel.conversation import Talk, open_assistant

TODAY = date(2026, 6, 1)


def test_a_guess_adds_no_wish() -> None:
    guessed = "suggest | with sunny | maybe old churches | on may"
    assert drop_guesses(guessed, "old churches would be nice in may") == "suggest | maybe old churches | on may"
    short = "suggest | with by the sea | maybe gym"
    assert drop_guesses(short, "a place by the sea, for a summer") == "suggest | with by the sea"
    pets = "find hotel | with pets"
    assert drop_guesses(pets, "a hotel, cats allowed as ours comes along") == pets  # the same in other words


@pytest.mark.parametrize(
    ("wishes", "text", "unknown"),
    [
        (
            "with libraries | maybe old churches",
            "libraries and old churches would be nice",
            ["libraries", "old churches"],
        ),
        ("with museums", "something with museums", []),
        ("with nice", "something nice", []),
        ("with direct flights", "with direct flights", []),
        ("with cake", "somewhere with a beach", []),
    ],
)
def test_wishes_that_nothing_is_known_about(wishes: str, text: str, unknown: list[str]) -> None:
    assert list_unknown(text, parse_commands(f"suggest | {wishes}")[0]) == unknown


async def test_what_could_not_be_gone_by_is_said(person: Person) -> None:
    reply = await person.say("suggest | with libraries | on march", "somewhere in march with libraries")
    assert "I know nothing about “libraries” in any place" in reply


@pytest.mark.parametrize(
    ("text", "written", "limit"),
    [
        ("we go from 6 to 14 february 2027, the three of us and leni who is 2", "max 2", None),
        ("from may 2027, max 1500", "max 1500 in all", "1500 in all"),
        ("up to $2027 in all", "max 2027 in all", "2027 in all"),
    ],
)
def test_a_year_is_no_limit(text: str, written: str, limit: str | None) -> None:
    command = settle_commands("", text, parse_commands(f"suggest | {written}"))[0]
    assert command.value("max") == limit


@pytest.mark.parametrize(
    ("wish", "known", "guests"),
    [("1 double 1 single", 2, 3), ("double single", None, 3), ("2 double 1 single", 3, 5), ("2 double", 3, None)],
)
def test_a_double_beside_a_single_is_for_two(wish: str, known: int | None, guests: int | None) -> None:
    assert count_guests(read_rooms(wish), known) == guests


@pytest.mark.parametrize(
    ("text", "people"),
    [("a weekend with 2 friends", "3"), ("we go with 2 friends", "2"), ("a table for 2 with friends", "2")],
)
def test_who_goes_with_others_is_counted(text: str, people: str) -> None:
    assert ("people", people) in ground_people(text, [("people", "2")])


def test_what_is_not_needed_is_given_up() -> None:
    command = settle_commands(
        "", "i don't need a kitchen, show me warmer places", parse_commands("suggest | with warmer")
    )
    assert command[0].values("drop") == ["kitchen"]


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("berlin then. 9-13 april, paris start", "berlin then. 9-13 april, from paris"),
        ("what about paris or brussels as start?", "what about from paris or brussels?"),
        ("Paris as our starting point", "from Paris"),
        ("from paris start early", "from paris start early"),
        ("paris, start of may", "paris, start of may"),
        ("start in paris", "start in paris"),
    ],
)
def test_a_start_is_written_with_from(typed: str, written: str) -> None:
    assert write_start(typed) == written


def test_starts_take_linear_time() -> None:
    assert_linear(write_start, [("", "paris or ", "start"), ("paris start ", "paris start ", "")])


@pytest.mark.parametrize("text", ["oslo sounds a little cold for us", "oslo is a bit far", "oslo seems expensive"])
def test_a_place_that_is_called_unfit_is_refused(text: str) -> None:
    assert is_refused(text, find_mentions(text)[0])


@pytest.mark.parametrize(
    ("text", "minutes"),
    [("not more than three hours flight", 180), ("flight about three hours", 195), ("max 3h by plane", 180)],
)
def test_a_limit_of_hours_is_meant_to_the_minute(text: str, minutes: int) -> None:
    assert find_flying_time(text) == minutes


def test_a_day_of_the_week_is_in_the_month_that_was_named() -> None:
    trip = apply_command(Trip(), parse_commands("suggest | on march")[0], TODAY)
    trip = apply_command(trip, parse_commands("suggest | on friday | until sunday")[0], TODAY)
    assert (trip.first, trip.last) == (date(2027, 3, 5), date(2027, 3, 7))


def test_a_place_that_is_asked_for_in_a_month_is_searched_in_it() -> None:
    asked = settle_commands("", "do you have rome in april?", parse_commands("place rome | served"))
    assert asked[0].value("on") == "in april"


ROOMS_BESIDE_FLIGHTS = """1. Compass Lodge Barcelona, 1 double room, 10 to 14 May 2027 (4 nights), 2 guests, $540 in all
1. Compass Lodge Barcelona, 1 single room, 10 to 14 February 2027 (4 nights), 1 guest, $404 in all

Shall I book this?
Flight AB2624 from Berlin to Barcelona, 10 February 2027 at 10:40, 3 passengers in economy, $450 in all
Please say yes or no."""


@pytest.mark.parametrize(("text", "picks"), [("yes the flight", False)])
def test_a_yes_to_all_takes_the_rooms_that_are_shown(text: str, picks: bool) -> None:
    commands = settle_commands(ROOMS_BESIDE_FLIGHTS, text, [Command("yes")])
    assert (Command("pick", ("1",)) in commands) is picks


async def test_of_two_places_the_one_that_is_served_is_answered_for(person: Person) -> None:
    reply = await person.say(
        "compare bergen berlin | price | from london | on april | nights 4 | people 3",
        "from london in april: bergen or berlin, 3 people, 4 nights, which is cheaper?",
    )
    assert "nothing to or in Bergen" in reply
    assert "Berlin: about $" in reply


def test_the_hour_of_a_show_is_none_of_a_flight() -> None:
    text = "yes, please. could we buy tickets for the opera on one of the evenings?"
    commands = settle_commands("", text, parse_commands("yes ; find flight | place rome | time evening"))
    assert not any(each.verb == "find" for each in commands)


async def test_two_parts_of_the_world_are_one_wish(person: Person) -> None:
    reply = await person.say(
        "suggest | place spain or portugal | from berlin | with sea | on may",
        "something at the sea in may in spain or portugal, from berlin",
    )
    shown = re.findall(r"^• ([^,]+),", reply, re.MULTILINE)
    assert shown
    assert {find_place(name).country for name in shown} <= {"Portugal", "Spain"}


async def test_other_money_is_taken_as_dollars_and_that_is_said_once(tmp_path: Path) -> None:
    async with open_assistant(tmp_path) as assistant:
        talk = Talk(assistant, "ann")
        first = await talk.say("a hotel in rome 3-6 october, up to £150 a night", "1")
        again = await talk.say("and 13-16 october, up to 120 euros a night?", "1")
    assert IN_DOLLARS in first
    assert "under $150 a night" in first
    assert IN_DOLLARS not in again


def test_a_currency_is_no_wish_of_a_place() -> None:
    assert list_unknown("a place with 500 pounds", parse_commands("suggest | with pounds")[0]) == []


async def test_a_name_that_is_refused_is_not_searched_for(person: Person) -> None:
    program = "find hotel | place rome | on 3 october | until 6 october | name not backpackers"
    reply = await person.say(program, "a hotel in rome 3-6 october, not backpackers")
    assert "Backpackers" not in reply
    assert "1. Cedar Guesthouse Rome" in reply


@pytest.mark.parametrize(
    ("text", "is_dropped"),
    [
        ("no price limit this time. four stars", True),
        ("without a maximum, four stars", True),
        ("money is no object", True),
        ("price doesn't matter", True),
        ("no limit on the budget", True),
        ("is there no limit for the luggage?", False),
        ("no hotel above the limit", False),
    ],
)
def test_who_wants_no_limit_gives_it_up(text: str, *, is_dropped: bool) -> None:
    command = drop_limit(text, parse_commands("find hotel | stars 4 | with cheap")[0])
    assert (command.value("drop") == "price limit") == is_dropped
    assert command.has("with") != is_dropped
    named = parse_commands("find hotel | max 300")[0]
    assert drop_limit(text, named) == named


async def test_a_search_without_a_limit_forgets_the_one_of_before(person: Person) -> None:
    await person.say("find hotel | place rome | on 3 october | until 6 october | max 100 a night")
    reply = await person.say("find hotel | stars 4", "No price limit this time. Four stars or better")
    assert "under $100" not in reply
    assert "at least 4 stars" in reply


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("which places in italy do you have?", "In Italy I serve Rome, Amalfi Coast, Milan"),
        ("what cities in northern europe do you fly to?", "In Northern Europe I serve London, Edinburgh"),
        ("which places in new zealand do you serve?", "In New Zealand I serve Queenstown"),
        ("which cities in france do you serve?", "In France I serve Paris only"),
    ],
)
async def test_what_is_served_in_an_area_is_told(person: Person, text: str, told: str) -> None:
    assert told in await person.say("about | places", text)


@pytest.mark.parametrize(
    ("text", "amounts"),
    [
        ("2,198 plus two flights is more than our budget", {2198.0}),
        ("i have 2000, nothing over my budget", set[float]()),
        ("500 a night is fine but not over my budget", set[float]()),
    ],
)
def test_only_what_is_above_the_budget_is_too_high(text: str, amounts: set[float]) -> None:
    assert list_too_high(text) == amounts


@pytest.mark.parametrize(
    ("text", "is_refused"),
    [
        ("not rome", True),
        ("i do not want rome any more", True),
        ("i have no flights to rome yet", False),
        ("no hotels in rome under 100", False),
        ("not without rome", False),
    ],
)
def test_a_place_is_refused_by_who_does_not_want_it(text: str, *, is_refused: bool) -> None:
    assert bool(find_refused_places(text)) == is_refused


def test_words_of_limits_and_areas_take_linear_time() -> None:
    assert_linear(
        lambda text: drop_limit(text, parse_commands("find hotel")[0]),
        [("no ", "price limit for the ", "x"), ("without a ", "price ", "")],
    )
