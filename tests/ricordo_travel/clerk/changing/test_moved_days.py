"""A trip moves as it is said: from one day to another, one day instead of another, or to the days searched before."""

from __future__ import annotations

import pytest

from tests.ricordo_travel.clerk.conftest import Person

_STAY = "Willow Guesthouse Paris, 2 single rooms, "


async def _book(person: Person) -> None:
    await person.say(
        "find flight+return+hotel | from London | place Paris | on 5 april | until 10 april | people 2 | rooms 2 single"
    )
    await person.say("pick 1 3 6")
    await person.say("yes", "yes to all")
    assert len(await person.talk.bookings()) == 3


@pytest.mark.parametrize(
    ("message", "program"),
    [
        (
            "I should like my Paris trip moved from the 5th of April to the 12th of April. Both flights and the hotel.",
            "change trip paris | on 5 april ; change hotel paris | on 12 april",
        ),
        ("please move everything from 5 april to 12 april", "change x z | on 5 april | until 12 april ; find hotel"),
        ("could we go a week later, the 12th to the 17th, same flights and same hotel?", "find flight+return+hotel"),
    ],
)
async def test_a_trip_is_moved_as_a_whole(person: Person, message: str, program: str) -> None:
    await _book(person)
    program += " | on the 12th | until the 17th" if program.startswith("find") else ""
    reply = await person.say(program, message)
    assert "12 April 2027 at" in reply
    assert f"{_STAY}12 to 17 April 2027 (5 nights)" in reply
    assert "17 April 2027 at" in reply
    assert "Hotels in" not in reply
    assert "Changed" not in reply


@pytest.mark.parametrize(
    ("message", "program", "days"),
    [
        (
            "so we must travel on 6 April instead of the 5th, hotel and outbound flight. The return stays.",
            "change x | on 6 april ; change z | on 6 april ; keep y",
            "6 to 10 April",
        ),
        ("the 6th rather than the 5th for the hotel", "change hotel | until 6 april", "6 to 10 April"),
        ("the hotel till the 9th instead of the 10th", "change hotel | on the 9th", "5 to 9 April"),
    ],
)
async def test_a_day_instead_of_another_moves_that_end(person: Person, message: str, program: str, days: str) -> None:
    await _book(person)
    assert f"{_STAY}{days} 2027" in await person.say(program, message)


async def _book_stay_inside(person: Person) -> None:
    await person.say("find flight+return | from London | place Paris | on 5 april | until 10 april | people 2")
    await person.say("pick 1 3")
    await person.say("yes", "yes to all")
    await person.say("find hotel | place Paris | on 6 april | until 10 april | people 2 | rooms 2 single")
    await person.say("pick Willow")
    await person.say("yes", "yes please")
    assert len(await person.talk.bookings()) == 3


async def test_a_day_instead_of_the_first_one_of_a_stay_moves_that(person: Person) -> None:
    await _book_stay_inside(person)
    reply = await person.say("change hotel | until the 7th", "please put the paris room to the 7th instead of the 6th")
    assert f"{_STAY}7 to 10 April 2027" in reply
    assert "light" not in reply


async def test_a_stay_begins_when_somebody_arrives(person: Person) -> None:
    await _book_stay_inside(person)
    reply = await person.say("change hotel | until the 7th", "sorry, we only check in on the 7th")
    assert f"{_STAY}7 to 10 April 2027" in reply
    assert "light" not in reply


async def test_a_day_that_is_no_end_of_a_trip_says_nothing(person: Person) -> None:
    await _book(person)
    reply = await person.say("change hotel | until 9 april", "the hotel until the 9th instead of the 8th")
    assert f"{_STAY}5 to 9 April 2027" in reply


async def test_those_move_to_the_days_that_were_searched(person: Person) -> None:
    await _book(person)
    await person.say(
        "find flight+return+hotel | place Paris | on 12 april | until 17 april", "paris 12 to 17 april", "2"
    )
    message = "I have bookings with you already, I should like to move those rather than pay for both"
    reply = await person.say("bookings ; find flight+return+hotel | drop time", message, "2")
    assert f"{_STAY}12 to 17 April 2027 (5 nights)" in reply
    assert "Hotels in" not in reply


async def test_a_second_trip_is_no_move(person: Person) -> None:
    await _book(person)
    reply = await person.say(
        "find flight+return+hotel | on 12 april | until 17 april", "flights and a hotel a week later"
    )
    assert "Hotels in Paris" in reply
    assert "Shall I change" not in reply
