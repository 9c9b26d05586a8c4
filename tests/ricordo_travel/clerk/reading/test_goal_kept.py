"""The place that somebody names as the goal of a trip stays the goal until another one is named."""

from __future__ import annotations

import pytest

from ricordo_travel.clerk.commands import parse_commands
from ricordo_travel.clerk.reading.goal_kept import name_goal
from ricordo_travel.dialogue.values.geography import find_mentions, find_near
from ricordo_travel.dialogue.values.text import normalise
from tests.ricordo_travel.clerk.conftest import Person

COURTEOUS = "Good morning. I wonder whether you might help me plan a short journey to Vienna."


@pytest.mark.parametrize(
    ("program", "message", "place"),
    [
        ("about | abilities", COURTEOUS, "Vienna"),
        ("chat", "yo so me n the lads are thinkin prague for a stag do", "Prague"),
        ("chat", "hey, my company is sending me to Frankfurt for a conference, ugh", "Frankfurt"),
        ("about | abilities", "need to get to my mates wedding in dublin, can u help", "Dublin"),
        ("suggest", "now where do I start, my niece is getting wed in Tuscany of all places", "Florence"),
        ("place kyoto | info", "I've always dreamed of seeing Kyoto, can you help with that?", "Kyoto"),
    ],
)
async def test_an_opening_in_many_words_names_its_goal(person: Person, program: str, message: str, place: str) -> None:
    said = await person.say(program, message)
    assert f"{place}, " in said
    assert "From which day, and for how many nights?" in said
    said = await person.say("find hotel | on 14 september | nights 5", "from 14 september for five nights")
    assert f"Hotels in {place}, 14 September 2026, 5 nights" in said


@pytest.mark.parametrize(
    ("program", "message"),
    [
        ("suggest | with beach", "I live in Vienna and want to go to a beach in July"),
        ("suggest | cheaper", "I was in Lisbon last year and want something similar but cheaper for a holiday"),
        ("chat", "we were in Rome last year, a lovely trip"),
        ("about | abilities", "can you plan trips to Rome and to Vienna?"),
        ("suggest | on july", "any ideas for a trip near Lisbon in July?"),
    ],
)
def test_a_home_a_past_trip_and_a_choice_are_no_goal(program: str, message: str) -> None:
    commands = parse_commands(program)
    assert name_goal((), normalise(message), commands) == commands


async def test_more_of_the_trip_is_no_wish_for_other_places(person: Person) -> None:
    await person.say("about | abilities", COURTEOUS)
    program = "suggest | from edinburgh | on 14 september | nights 5"
    said = await person.say(program, "I would prefer the 14th of September, for five nights, from Edinburgh.")
    assert "Flights from Edinburgh to Vienna on 14 September 2026, for one person" in said
    assert "Hotels in Vienna, 14 September 2026, 5 nights" in said


async def test_to_see_a_place_again_is_no_earlier_booking(person: Person) -> None:
    await person.say("about | abilities", COURTEOUS)
    message = "My late wife and I went there in 1984, and I should like to see it again in September."
    said = await person.say("find flight+return | on september | people 2 | again", message)
    assert "earlier booking" not in said
    assert "Where will you fly from?" in said
    said = await person.say("find hotel | on 14 september | nights 2")
    assert "for one person" in said


async def test_a_place_near_the_goal_that_is_not_served(person: Person) -> None:
    await person.say("place florence | trip", "my niece is getting married in Tuscany")
    said = await person.say("find hotel | place siena | on 3 july | nights 4", "a room in Siena from 3 july, 4 nights")
    assert "Siena is not served, but Florence is." in said
    assert "Hotels in Florence, 3 July 2026, 4 nights" in said
    assert "Shall I look" not in said
    said = await person.say("place pisa | car", "will I need a car do you think?")
    assert "In Florence itself you get around" in said


async def test_a_yes_to_the_nearest_place_goes_on_there(person: Person) -> None:
    said = await person.say("place algarve | info", "we are thinking of taking her to the Algarve")
    assert "Shall I look in Lisbon instead?" in said
    assert "I know nothing" not in said
    said = await person.say("yes")
    assert said.startswith("Lisbon, Portugal: ")


async def test_somebody_who_is_willing_to_start_elsewhere_does(person: Person) -> None:
    await person.say("place florence | trip", "a trip to Florence")
    message = "I'm in Inverness but I don't mind going from Edinburgh on 3 july"
    said = await person.say("find flight | from inverness | on 3 july", message)
    assert "Flights from Edinburgh to Florence on 3 July 2026" in said
    said = await person.say("find flight | from inverness | on 2 july", "or rather on the 2nd of july")
    assert "Flights from Edinburgh to Florence on 2 July 2026" in said


async def test_a_word_is_no_place(person: Person) -> None:
    await person.say("find hotel | place florence | on 3 july | nights 4")
    said = await person.say("place now ; place florence | car", "now will I need a car do you think?")
    assert said.startswith("In Florence itself you get around")


@pytest.mark.parametrize(
    ("message", "name", "nearest"),
    [
        ("the Cyclades", "Santorini", "Santorini"),
        ("Andalusia", "Malaga", "Malaga"),
        ("the Canaries", "Tenerife", "Tenerife"),
        ("flights to Paros", "Paros", "Santorini"),
        ("near Siena", "Siena", "Florence"),
        ("the Côte d'Azur", "French Riviera", "Milan"),
        ("from Bengaluru", "Bangalore", None),
        ("BLR to nowhere", "Bangalore", None),
        ("the Cotswolds", "Cotswolds", "London"),
        ("Brittany", "Brittany", "Paris"),
    ],
)
def test_regions_and_middling_cities_are_known(message: str, name: str, nearest: str | None) -> None:
    (mention,) = find_mentions(normalise(message))
    near = mention.place or find_near(mention)
    assert (mention.name, near.name if near else None) == (name, nearest)
