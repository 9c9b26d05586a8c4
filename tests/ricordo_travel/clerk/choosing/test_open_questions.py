"""What waits for a yes is asked for again where that helps, and reminded of once beside something else."""

from __future__ import annotations

import pytest

from ricordo_travel.dialogue.replies.questions import CONFIRM, STILL
from tests.ricordo_travel.clerk.conftest import Person

_FLIGHT = "find flight | from london | place lisbon | on 10 july | people 2"
_TO_BARCELONA = "flights berlin to barcelona this friday back sunday"
_HOTEL = "find hotel | place lisbon | on 10 july | until 14 july | people 2 | with pool"


async def _ask(person: Person) -> None:
    await person.say(_FLIGHT, "flights from london to lisbon on 10 july for two")
    assert CONFIRM in await person.say("pick 2", "book the second")


@pytest.mark.parametrize(
    ("program", "message"),
    [
        ("tell | i like window seats", "i like window seats"),
        ("recall", "what do you know about me?"),
        ("offtopic", "who won the cricket yesterday"),
        ("place Lisbon | weather july", "will it be warm there?"),
    ],
)
async def test_it_is_reminded_of_once_beside_something_else(person: Person, program: str, message: str) -> None:
    await _ask(person)
    said = await person.say(program, message)
    assert f"{STILL}\nFlight TW2379 from London to Lisbon, 10 July 2026 at 17:15" in said
    assert CONFIRM not in said
    assert "TW2379" not in await person.say("offtopic", "and who won the tennis")
    assert CONFIRM in await person.say("yes", "yes book it")
    assert not await person.talk.bookings()


async def test_a_yes_right_after_the_reminder_books(person: Person) -> None:
    await _ask(person)
    await person.say("place Lisbon | weather july", "will it be warm there?")
    assert "Booked. F-" in await person.say("yes a", "yes book it")


@pytest.mark.parametrize("message", ["ok", "ok great", "cool"])
async def test_a_vague_word_after_the_reminder_books_nothing(person: Person, message: str) -> None:
    await _ask(person)
    await person.say("place Lisbon | weather july", "will it be warm there?")
    assert CONFIRM in await person.say("yes a", message)
    assert not await person.talk.bookings()
    assert "Booked. F-" in await person.say("yes", "yes")


async def test_a_no_after_the_reminder_is_one(person: Person) -> None:
    await _ask(person)
    await person.say("place Lisbon | weather july", "will it be warm there?")
    assert (await person.say("no a", "no thanks")).startswith("All right, nothing was booked.")


async def test_a_question_about_the_thing_asks_for_it_again(person: Person) -> None:
    await _ask(person)
    assert CONFIRM in await person.say("ask a | luggage", "does it include bags?")


async def test_nothing_is_asked_again_of_somebody_who_puts_it_off(person: Person) -> None:
    await _ask(person)
    said = await person.say("wait", "thank you, please do not book anything yet, i will ask my brother first")
    assert said == "Take your time; nothing is booked until you say yes."
    assert "Shall I book this?\nFlight TW2379" in await person.say("yes", "ok he says yes")


async def test_another_search_still_asks_for_what_is_of_another_kind(person: Person) -> None:
    await _ask(person)
    assert CONFIRM in await person.say(
        "find hotel | on 10 july | until 14 july | other", "which other hotels are there"
    )


async def test_the_trip_that_was_told_of_is_cancelled_as_a_whole(person: Person) -> None:
    await person.say("find flight+return | from berlin | place barcelona | on 5 june | until 7 june", _TO_BARCELONA)
    await person.say("pick 1 3", "1 and 3")
    await person.say("yes", "yes")
    await person.say("bookings trip barcelona | booked", "do i still have the barcelona trip?", "2")
    said = await person.say("cancel x", "cancel it pls", "2")
    assert said.count("\nCancel F-") == 2
    await person.say("yes", "yeah sure", "2")
    assert {row["state"] for row in (await person.talk.bookings()).values()} <= {"cancelled"}


async def test_one_flight_that_is_named_is_cancelled_alone(person: Person) -> None:
    await person.say("find flight+return | from berlin | place barcelona | on 5 june | until 7 june", _TO_BARCELONA)
    await person.say("pick 1 3", "1 and 3")
    await person.say("yes", "yes")
    await person.say("bookings", "my bookings")
    assert (await person.say("cancel x", "cancel the first one")).count("\nCancel F-") == 1
