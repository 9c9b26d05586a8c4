"""A search for a hotel without a place is for the trip whose flights are booked, if just one lacks a bed."""

from __future__ import annotations

from tests.ricordo_travel.clerk.conftest import Person

_FLIGHTS = "find flight+return | from edinburgh | place lisbon | on 16 february | until 20 february | people 3"


async def _book_flights(person: Person) -> None:
    await person.say(_FLIGHTS)
    await person.say("pick 1 3")
    await person.say("yes")


async def test_a_hotel_is_sought_where_the_flights_go(person: Person) -> None:
    await _book_flights(person)
    reply = await person.say("find hotel", "now a hotel please", conversation="2")
    assert "Hotels in Lisbon, 16 February 2027, 4 nights, for the three of you" in reply


async def test_what_is_named_goes_before_the_trip(person: Person) -> None:
    await _book_flights(person)
    assert "Hotels in Lisbon" not in await person.say("find hotel | place rome", "a hotel in rome", conversation="2")
    reply = await person.say("find hotel | people 4", "a hotel for four", conversation="3")
    assert "Hotels in Lisbon, 16 February 2027, 4 nights, for the four of you" in reply
    assert "Hotels in Lisbon, 16" not in await person.say(
        "find hotel | on 3 march", "a hotel on 3 march", conversation="4"
    )


async def test_a_trip_without_a_way_back_is_asked_about(person: Person) -> None:
    await person.say("find flight | from edinburgh | place lisbon | on 16 february | people 3")
    await person.say("pick 1")
    await person.say("yes")
    assert "For how many nights?" in await person.say("find hotel", "now a hotel please", conversation="2")
