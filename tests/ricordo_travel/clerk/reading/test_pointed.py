"""What is pointed at by its place in a list stands in the list that was shown last, or in one of the same kind."""

from __future__ import annotations

import pytest

from tests.ricordo_travel.clerk.conftest import Person

_FLIGHTS = "find flight+return | from London | place Rome | on 3 july | until 6 july | people 2"
_HOTELS = "find hotel | place Rome | on 3 july | until 6 july | people 2"


@pytest.mark.parametrize(
    ("program", "message"),
    [
        ("pick Cedar Guesthouse", "The third hotel is beautiful!"),
        ("pick 1", "we take the 3rd hotel"),
        ("pick these", "I like the third one"),
    ],
)
async def test_a_place_in_the_list_shown_last_is_meant(person: Person, program: str, message: str) -> None:
    await person.say(_HOTELS)
    reply = await person.say(program, message)
    assert "Shall I book this?\nStation Lodge Rome" in reply


async def test_a_number_is_of_no_list_of_another_kind(person: Person) -> None:
    await person.say(_FLIGHTS)
    await person.say("find hotel | place Rome | on 3 july | until 6 july | people 2 | with breakfast")
    reply = await person.say("pick 2", "Option 2.")
    assert "There is no such number in the list." in reply
    assert "Flight" not in reply


async def test_a_hotel_is_of_the_list_of_hotels_before(person: Person) -> None:
    await person.say(_HOTELS)
    await person.say(_FLIGHTS)
    reply = await person.say("pick 1 ; pick cheapest flight", "the third hotel, and the cheapest flight with it")
    assert "Station Lodge Rome" in reply
    assert "Flight AB2386" in reply
    reply = await person.say("ask a | distance centre", "how far is hotel 3 from the centre")
    assert "Station Lodge Rome is about" in reply


async def test_another_number_is_no_yes_to_what_waits(person: Person) -> None:
    await person.say(_HOTELS)
    await person.say(_FLIGHTS)
    await person.say("pick Cedar Guesthouse", "I'd like the second hotel")
    await person.say("yes a", "ok number 3")
    assert await person.talk.bookings() == {}


async def test_a_fact_of_hotels_is_asked_of_the_hotel_with_that_place(person: Person) -> None:
    await person.say("find flight+return+hotel | from London | place Rome | on 3 july | until 6 july | people 2")
    reply = await person.say("ask 1 | wifi", "does the first one have fast internet")
    assert "Meadow Backpackers Rome has Wi-Fi" in reply
    reply = await person.say("ask 1 | duration", "does the first one have fast internet, like 100 mbit")
    assert "Wi-Fi" in reply
    assert "Wi-Fi on board" in await person.say("ask 1 | wifi", "is there wifi on the flight")
