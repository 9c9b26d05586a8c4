"""A hotel is sought for the one trip of which only flights are booked, and flights for that of which only a stay is."""

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


async def _book_stay(person: Person) -> None:
    await person.say("find hotel | place Lisbon | on 16 february | until 20 february | people 3")
    await person.say("pick 1", "the first")
    await person.say("yes", "yes please")
    assert len(await person.talk.bookings()) == 1


async def test_flights_are_sought_to_where_a_stay_is_booked(person: Person) -> None:
    await _book_stay(person)
    message = "hello, now we need flights to our hotel as well, from edinburgh"
    reply = await person.say("change flight hotel edinburgh", message, "2")
    assert "Flights from Edinburgh to Lisbon on 16 February 2027, for the three of you" in reply
    assert "Flights from Lisbon to Edinburgh on 20 February 2027, for the three of you" in reply
    reply = await person.say("change flight | direct", "granny hates changing, so only direct flights", "2")
    assert "Flights from Edinburgh to Lisbon on 16 February 2027, for the three of you, nonstop" in reply


async def test_a_flight_that_somebody_takes_to_be_booked_is_not_sought(person: Person) -> None:
    await _book_stay(person)
    assert "Flights from" not in await person.say("change flight | on 17 february", "move my flight to 17 february")
    await _book_flights(person)
    assert "Flights from" not in await person.say("change flight", "we need other flights", "3")
