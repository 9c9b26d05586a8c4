"""The cost of a whole trip, and where a hotel lies to whose surroundings no distance is known."""

from __future__ import annotations

import pytest

from tests.ricordo_travel.clerk.conftest import Person


async def test_a_hotel_with_flights_is_a_search_for_both_and_a_budget_is_for_both(person: Person) -> None:
    await person.say("suggest | from lisbon | place greece | on 20 june | until 27 june | people 2 | with beach")
    said = await person.say(
        "find hotel | place crete | with pool | with flights", "lets see crete then, hotel with a pool and flights"
    )
    assert "Flights from Lisbon to Crete on 20 June 2026" in said
    assert "Hotels in Crete, 20 June 2026, 7 nights, for the two of you, with a pool" in said
    said = await person.say("find flight+return+hotel | max 1500 in all", "too expensive!! 1500 for both of us max")
    assert "The cheapest of these come to $1,225, within your $1,500 for everything." in said
    assert "With Compass Grand Crete it is $2,331, above that." in said


@pytest.mark.parametrize(
    ("program", "place"),
    [("with near times square", "Times Square"), ("with midtown", "Midtown"), ("with near opera", "the opera")],
)
async def test_an_unknown_distance_is_said_once_and_plainly(person: Person, program: str, place: str) -> None:
    said = await person.say(f"find hotel | place New York | on 10 june | until 13 june | {program}")
    assert said.startswith(f"I do not know how far it is to {place}, so I go by the centre.\n")
    assert "centre first" not in said
    said = await person.say(f"find hotel | place Rome | {program}", "and in rome", "2")
    assert "so I go by the centre." in said
    assert "centre first" not in said


async def test_how_many_family_rooms_are_needed(person: Person) -> None:
    await person.say("find hotel | place Mallorca | on 18 july | until 25 july | people 5 | ages 4 7 11 | rooms family")
    said = await person.say("find hotel | rooms family", "do they have family rooms or do we need two rooms?")
    assert said.startswith("Yes, these have family rooms; 2 of them are enough for the five of you.")
    said = await person.say("find hotel | rooms family", "family rooms please")
    assert "enough" not in said


async def test_what_is_better_is_no_better_hotel(person: Person) -> None:
    await person.say("find hotel | place Mallorca | on 1 august | nights 7 | with kitchen")
    said = await person.say("find hotel | on 18 july | until 25 july", "my husband just said july is better, 18 to 25")
    assert "Lighthouse Grand Mallorca" in said
    assert "18 to 25 July 2026" in said


async def test_only_one_yes_or_no_is_asked_at_a_time(person: Person) -> None:
    await person.say("find hotel | place Mallorca | on 18 july | until 25 july")
    assert "Shall I book this?" in await person.say("pick 1")
    said = await person.say("find flight+return | from Munich | on same dates", "and flights from Munich")
    assert "Shall I look from Zurich instead?" in said
    assert "Shall I book" not in said
    said = await person.say("yes")
    assert "Booked" not in said
    assert "Flights from Zurich to Mallorca on 18 July 2026" in said
    assert await person.talk.bookings() == {}


async def test_a_rail_pass_is_not_sold_and_the_trip_is_in_europe(person: Person) -> None:
    said = await person.say("suggest | on august | with interrail", "something like interrail in august")
    assert said.startswith("I sell no train tickets and no rail passes; I have flights, and hotels and hostels")
    assert "I know nothing about" not in said
    assert "Kathmandu" not in said
    assert "Cusco" not in said
