"""What is pointed at by its place in a list stands in the list that was shown last, or in one of the same kind."""

from __future__ import annotations

import pytest

from ricordo_travel.dialogue.replies.offers import find_offers
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


async def test_what_was_never_shown_is_looked_for(person: Person) -> None:
    await person.say(_FLIGHTS)
    reply = await person.say("which these | accessible", "Which of the hotels are accessible?")
    assert "Hotels in Rome, 3 July 2026, 3 nights, for the two of you, with a lift:" in reply


async def test_the_cheapest_flight_is_looked_for_where_none_was_shown(person: Person) -> None:
    await person.say(f"{_HOTELS} | from London")
    reply = await person.say("pick 2 ; pick cheapest flight", "the second hotel. and the cheapest flight with it")
    assert "Shall I book this?\nCedar Guesthouse Rome" in reply
    assert "Flights from London to Rome" in reply


@pytest.mark.parametrize("program", ["no a ; yes a", "no hotel ; pick Cedar Guesthouse"])
async def test_a_refused_hotel_is_not_proposed_again(person: Person, program: str) -> None:
    await person.say("find flight | from London | place Rome | on 3 july | people 2")
    await person.say(_HOTELS)
    await person.say("pick 2")
    reply = await person.say(program, "ok forget the hotel, we stay with a cousin. just book the flight")
    assert "Cedar" not in reply
    assert "Flight AB2386" in reply
    assert await person.talk.bookings() == {}


async def test_one_flight_each_way_is_one_thing(person: Person) -> None:
    await person.say(f"{_FLIGHTS} | time before 12:00 | time return before 12:00")
    reply = await person.say("pick 1 ; ask 1 | luggage", "ok that one. how much is it w a bag")
    assert "Shall I book these?\nFlight AB2386" in reply
    assert "Flight AB1994" in reply


async def test_a_number_means_a_hotel_that_was_only_named(person: Person) -> None:
    await person.say("find hotel | place Singapore | on 8 july | with lift")
    await person.say("recall | food", "what was I told about food?")
    reply = await person.say("pick second ; ask 2 | wifi", "2nd option looks good, does it have wifi?")
    assert "Orchard Lodge Singapore, gladly. For how many nights?" in reply
    assert "Orchard Lodge Singapore has Wi-Fi" in reply


@pytest.mark.parametrize("program", ["pick 2nd", "yes"])
async def test_what_a_search_lacks_is_asked_of_who_wants_to_book_it(person: Person, program: str) -> None:
    await person.say("find hotel | place Singapore | on 8 july")
    await person.say("recall | food", "what was I told about food?")
    assert "For how many nights?" in await person.say(program, "go ahead and book it")


async def test_nothing_booked_is_said_before_a_change(person: Person) -> None:
    await person.say(_FLIGHTS)
    await person.say("pick 1")
    reply = await person.say("pick a | on 4 july", "Change the booking to 4 July, same conditions.")
    assert reply.startswith("Nothing is booked yet.")
    assert await person.talk.bookings() == {}
    reply = await person.say("cancel flight Rome ; ask flight Rome | refund", "Cancel the flight. What is refunded?")
    assert "free until" not in reply


async def test_words_that_are_no_wish_are_left_out(person: Person) -> None:
    program = "find hotel | place London | on 9 june | nights 2 | with gym | with mandatory | with rehearsal dinner"
    reply = await person.say(program, "hotel in London, 9 June, 2 nights, gym mandatory, because of rehearsal dinner")
    assert "with a gym" in reply
    assert "mandatory" not in reply
    assert "dinner" not in reply


async def test_the_second_of_one_is_none(person: Person) -> None:
    await person.say("find hotel | place Rome | on 3 july | until 6 july | people 2 | with breakfast")
    reply = await person.say("pick 1", "I'd prefer the 2nd hotel.")
    assert "There is no such number in the list." in reply


async def test_what_is_asked_beside_a_choice_of_an_older_list_is_of_that_choice(person: Person) -> None:
    await person.say(_HOTELS)
    await person.say("find hotel | with breakfast")
    reply = await person.say("pick 1 ; ask 1 | parking", "option 2 sounds perfect, does it have parking?")
    assert "Cedar Guesthouse Rome has parking" in reply
    assert "Shall I book this?\nCedar Guesthouse Rome" in reply


async def test_the_first_of_a_list_there_and_back_is_not_of_an_older_list(person: Person) -> None:
    await person.say(
        "find flight | from London | place Rome | on 12 june | people 2",
        "flights from london to rome on 12 june, two of us",
    )
    listed = await person.say(
        "find flight+return | from London | place Rome | on 13 june | until 16 june | people 2",
        "rather from london to rome on 13 june, and back on 16 june",
    )
    first = find_offers(listed)[0]
    reply = await person.say("pick 1", "the first one looks fine")
    assert first.text in reply
    assert "12 June" not in reply
