"""Both ways of a journey are kept in view: what refines it, what is chosen of it, and what it may cost."""

from __future__ import annotations

import pytest

from ricordo_travel.clerk.choosing.both_ways import keep_both_ways
from ricordo_travel.clerk.commands import parse_commands
from tests.ricordo_travel.clerk.conftest import Person

_ROUND = "find flight+return | from london | place barcelona | on 12 june | until 14 june | people 1"
_ASKED = "need flights london to barcelona fri 12 june back sun 14"


@pytest.mark.parametrize(
    ("message", "program", "meant"),
    [
        (
            "a morning flight please",
            "find flight | time morning",
            "find flight+return | time morning | time return morning",
        ),
        ("and nonstop", "find flight | direct", "find flight+return | direct"),
        ("anything later on the friday", "find return | on friday | time later", "find flight | time later | out"),
        ("is there a later one on the 14th", "find flight | on the 14th | time later", "find return | time later"),
        ("is there a later one back?", "find return | time later", "find return | time later"),
        ("a later one out", "find flight | time later", "find flight | time later | out"),
        ("on the 20th please", "find flight | on the 20th | time morning", "find flight | on the 20th | time morning"),
        ("the cheapest is fine", "pick 1", "pick cheapest"),
        ("cheapest pls", "find flight+return | sort price", "pick cheapest"),
        ("which is the cheapest?", "find flight | sort price", "find flight+return | sort price"),
        ("the cheapest one back", "pick 3", "pick 3"),
        ("i take the shortest one then", "pick 1", "pick shortest"),
        ("the first one", "pick 1", "pick 1"),
    ],
)
async def test_what_refines_or_chooses_is_for_the_way_that_is_named_or_both(
    person: Person, message: str, program: str, meant: str
) -> None:
    shown = await person.say(_ROUND, _ASKED)
    assert keep_both_ways(message, parse_commands(program), [shown]) == parse_commands(meant)


async def test_one_way_that_is_booked_is_refined_no_more(person: Person) -> None:
    shown = await person.say(_ROUND, _ASKED)
    await person.say("pick 1", "book the first one")
    booked = await person.say("yes a", "yes")
    commands = parse_commands("find flight | time morning")
    assert keep_both_ways("a morning flight", commands, [booked, shown]) == commands


async def test_a_filter_shows_both_ways(person: Person) -> None:
    await person.say(_ROUND, _ASKED)
    said = await person.say("find flight | time before 12:00", "a morning flight please")
    assert "Flights from London to Barcelona on 12 June 2026, for one person, before 12:00" in said
    assert "Flights from Barcelona to London on 14 June 2026, for one person, before 12:00" in said


async def test_later_is_held_against_the_flights_of_each_way(person: Person) -> None:
    await person.say(_ROUND, _ASKED)
    said = await person.say("find flight | time later", "are there later ones?")
    assert "from London to Barcelona after 21:45" in said
    assert "from Barcelona to London after 19:15" in said


async def test_the_cheapest_is_one_each_way_with_one_sum(person: Person) -> None:
    await person.say(_ROUND, _ASKED)
    said = await person.say("find flight+return | people 1 | sort price", "cheapest pls")
    assert "There and back that is $272.\n\nShall I book these?\nFlight KT2384" in said
    assert "\nFlight AB1914 from Barcelona to London, 14 June 2026" in said


async def test_a_later_flight_takes_the_place_of_one_of_two_that_wait(person: Person) -> None:
    await person.say(_ROUND, _ASKED)
    await person.say("pick cheapest", "the cheapest please")
    said = await person.say("find return | on friday | time after 17:00", "anything later on the friday like after 5")
    assert said.count("Shall I book") == 1
    assert "Shall I book these?\nFlight AB1914" in said or "Shall I book these?\nFlight KT2385" in said
    assert "That is the way there" not in said


@pytest.mark.parametrize(("amount", "than"), [("150", "above your $150"), ("300", "within your $300")])
async def test_a_total_is_for_both_ways(person: Person, amount: str, than: str) -> None:
    await person.say(_ROUND, _ASKED)
    said = await person.say(f"find flight+return | max {amount} in all", f"max {amount} total")
    assert f"The cheapest of these come to $272, {than}." in said
    assert "a seat on that day" not in said


async def test_one_sum_is_held_against_the_total(person: Person) -> None:
    await person.say(_ROUND, _ASKED)
    await person.say("find flight+return | max 150 in all", "max 150 total")
    said = await person.say("pick cheapest", "take the cheapest then")
    assert "Together that is $272, more than the $150 that you named." in said
    assert said.count("more than the") == 1
    assert "There and back" not in said


async def test_the_way_that_is_open_is_not_forgotten_beside_a_hotel(person: Person) -> None:
    await person.say(_ROUND, _ASKED)
    await person.say("pick 1", "book the first one")
    said = await person.say("yes a ; find hotel | with breakfast", "yes, and we need a hotel with breakfast")
    assert "The flight from Barcelona to London on 14 June 2026 is still open: ask me for it." in said
