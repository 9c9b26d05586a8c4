"""Two places to choose between, other weeks, sums that were only estimates, and what is meant beside flights."""

from __future__ import annotations

import pytest

from ricordo_travel.clerk.commands import parse_commands
from ricordo_travel.clerk.reading.checks import settle_commands
from tests.ricordo_travel.clerk.conftest import Person


@pytest.mark.parametrize(
    ("message", "written", "meant"),
    [
        (
            "a week at the beach in august, madeira or crete",
            "suggest | on august | nights 7 | with beach",
            "suggest | on august | nights 7 | with beach | among Madeira | among Crete",
        ),
        (
            "a cheap flight to kyoto or bergen",
            "find flight | place kyoto or bergen",
            "find flight | place Kyoto | without Bergen",
        ),
        (
            "flights and something with a pool",
            "find flight+return | with pool",
            "find flight+return+hotel | with pool",
        ),
        ("we go on 19 october and stay five nights", "find flight | nights 5", "find flight+hotel | nights 5"),
        (
            "a hotel in porto for my parents' anniversary",
            "find hotel | place porto",
            "find hotel | place porto | people 2",
        ),
        ("marrakech, is there a beach?", "pick marrakech | with beach", "place Marrakech | beach ; pick marrakech"),
        ("that is 2280, you said it 2 times, 2260 or so", "find flight | max 1200 in all", "find flight"),
    ],
)
def test_what_is_meant(message: str, written: str, meant: str) -> None:
    assert list(settle_commands("", message, parse_commands(written))) == parse_commands(meant)


async def test_two_places_are_compared(person: Person) -> None:
    said = await person.say(
        "suggest | from london | on august | nights 7 | people 3 | with beach",
        "a week at the beach in august with my kids, madeira or crete, from london",
    )
    assert said.startswith("Madeira or Crete, for 7 nights and 3 people:\n• Madeira, Portugal")
    assert "Of these, only Crete is known for beaches." in said
    assert "I took 3 people; tell me if that is not right." in said
    assert said.endswith("Which of them would you like?")


@pytest.mark.parametrize(
    ("message", "shift", "other"),
    [
        ("any cheaper a week earlier or later?", "-1 week", "• 16 to 20 July 2026"),
        ("what about a week later or earlier", "+1 week", "• 30 July to 3 August 2026"),
    ],
)
async def test_days_before_and_after_are_compared_and_the_trip_stays(
    person: Person, message: str, shift: str, other: str
) -> None:
    await person.say("find flight+return+hotel | from london | place barcelona | on 23 july | until 27 july")
    said = await person.say(f"find flight+return | cheaper | shift {shift}", message)
    assert other in said
    assert "• 23 to 27 July 2026: $295 (the days that we spoke of)" in said
    assert "on 23 July 2026" in await person.say("find flight", "and the flight again?")


async def test_back_on_the_same_day(person: Person) -> None:
    said = await person.say(
        "find flight+return | from london | place edinburgh | on 10 june | until same dates | time return evening"
    )
    assert "Flights from Edinburgh to London on 10 June 2026" in said
    said = await person.say("pick 1 ; find return | time evening")
    assert "Flights from Edinburgh to London on 10 June 2026" in said


async def test_a_bare_day_is_that_of_the_flight_there(person: Person) -> None:
    await person.say("find flight | from london | place edinburgh | on 10 june | people 1")
    said = await person.say("find return | on the 10th | time after 17:00")
    assert "Flights from Edinburgh to London on 10 June 2026" in said


async def test_a_choice_of_flights_is_no_yes_to_hotels(person: Person) -> None:
    await person.say("find flight+return+hotel | from london | place tokyo | on 5 october | nights 7 | people 2")
    await person.say("find hotel | place kyoto | on 12 october | nights 3")
    await person.say(
        "pick orchard guesthouse ; pick orchard backpackers", "the backpackers in tokyo and the guesthouse"
    )
    said = await person.say("pick cheapest flight cheapest return", "and the cheapest flights for all three")
    assert "Booked." not in said
