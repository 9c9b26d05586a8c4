"""Facts of hotels, asked where a flight was read, and of a breakfast that has to be vegetarian."""

from __future__ import annotations

import pytest

from tests.ricordo_travel.clerk.conftest import Person

PORTO = "find flight+return+hotel | from london | place porto | on 23 october | until 26 october | people 2"


async def book(person: Person) -> None:
    """Book a trip to Porto, and a flight to Rome after it."""
    await person.say(PORTO)
    await person.say("pick 1 3 garden guesthouse")
    await person.say("yes")
    await person.say("find flight | from london | place rome | on 5 november | people 1")
    await person.say("pick 1")
    await person.say("yes")


@pytest.mark.parametrize("program", ["ask flight | lift", "ask return | lift", "ask x | lift"])
async def test_a_lift_is_asked_of_the_hotel(person: Person, program: str) -> None:
    await book(person)
    said = await person.say(program, "and is it ok for dads knee, has it got a lift")
    assert "Garden Guesthouse Porto has stairs and no lift." in said
    assert "please ask the airline" not in said


async def test_a_fact_of_flights_is_asked_of_the_flight(person: Person) -> None:
    await book(person)
    said = await person.say("ask flight | luggage", "how much luggage can we take on the flight?")
    assert "cabin bag" in said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "does 6 do veggie breakfast?",
            "Yes, Garden Guesthouse Porto has breakfast. Garden Guesthouse Porto has no veg",
        ),
        ("does 7 do a vegetarian breakfast?", "has breakfast. Meadow Lodge Porto has a vegetarian menu."),
        ("does 7 do vegan breakfast?", "has a vegetarian menu. Whether that is vegan I do not know"),
        ("does 6 do breakfast?", "Yes, Garden Guesthouse Porto has breakfast. Whether it costs extra"),
    ],
)
async def test_a_vegetarian_breakfast_needs_a_menu(person: Person, text: str, said: str) -> None:
    await person.say(PORTO)
    assert said in await person.say(f"ask {text[5]} | breakfast", text)
