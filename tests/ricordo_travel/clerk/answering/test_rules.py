"""Rules that hold for all, asked before anything was shown, and questions that were read as others."""

from __future__ import annotations

from tests.ricordo_travel.clerk.conftest import Person


async def test_cancelling_in_general_where_only_places_were_shown(person: Person) -> None:
    await person.say("suggest | from Edinburgh | on september | nights 5 | max 900 in all")
    said = await person.say("ask these | cancellation", "What is the cancellation policy, if I may ask?")
    assert "Cancelling a flight is free until" in said
    assert "Cancelling a car is free until" in said
    assert "Each hotel has a day of its own" in said


async def test_a_discount_is_not_known_and_no_list_of_prices(person: Person) -> None:
    await person.say("find hotel | place Tenerife | on 12 october | until 9 november")
    said = await person.say("ask these | extra costs", "is there a discount for staying a month?")
    assert said.startswith("I do not know about discounts")


async def test_when_to_be_at_the_airport(person: Person) -> None:
    said = await person.say("place airport | airport transfer", "what time do I need to be at the airport on the day?")
    assert said == "Be at the airport 2 hours before a flight leaves."


async def test_a_transfer_for_a_wheelchair(person: Person) -> None:
    said = await person.say("place vienna | wheelchair transfer", "Does a transfer in Vienna take a wheelchair?")
    assert "Whether these take a wheelchair I do not know" in said


async def test_a_place_is_compared_with_those_of_a_country(person: Person) -> None:
    said = await person.say("compare bali greece", "What do you think is better, Bali or Greece?")
    assert "• Bali, Indonesia" in said
    assert "• Crete, Greece" in said
