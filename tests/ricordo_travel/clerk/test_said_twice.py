"""A reply says each sentence once, and names the parts of a sum once."""

from __future__ import annotations

from ricordo_travel.clerk.said_twice import say_once
from tests.ricordo_travel.clerk.conftest import Person

_TRIP = "find flight+return+hotel | from London | place Rome | on 12 june | until 16 june | people 2"


async def test_the_weather_is_said_once(person: Person) -> None:
    reply = await person.say("place madeira | weather july ; place madeira | what to pack july")
    assert reply.count("about 25 °C by day") == reply.count("I do not know the forecast") == 1
    assert "Summer clothes will do" in reply


async def test_what_a_place_is_known_for_is_listed_once(person: Person) -> None:
    reply = await person.say("place madeira | children ; place madeira | things to do")
    assert reply.count("hiking, coast") == 1
    assert "Paths along old water channels" in reply


async def test_a_sum_does_not_list_what_is_listed(person: Person) -> None:
    await person.say(_TRIP)
    reply = await person.say("pick 1 3 5 ; total 1 3 5")
    assert "In all: $" in reply
    assert "That is the" not in reply
    await person.say("yes", "yes all of it")
    both = await person.say("bookings ; total | booked", "what have we booked and what does it cost")
    assert both.startswith("Your bookings:")
    assert "That is the" not in both
    assert "That is the" in await person.say("total | booked", "what does it cost again")


def test_questions_and_offers_stand() -> None:
    text = "Shall I book this?\nA room, $90 in all\nPlease say yes or no.\n\n1. A room, $90 in all – rated 8.0"
    assert say_once(text) == text
    assert say_once("Yes.\n\nYes.") == "Yes.\n\nYes."
