"""A new trip starts at home or where those before began, and is for those who travelled before."""

from __future__ import annotations

import pytest

from ricordo_travel.clerk.commands import parse_commands
from ricordo_travel.clerk.reading.checks import settle_commands
from ricordo_travel.clerk.reading.goals import settle_goals
from tests.ricordo_travel.clerk.conftest import Person

_THERE_AND_BACK = "find flight+return | from Berlin | place Madeira | on 6 march | until 13 march | people 3"
_LATER = "2"


async def book(person: Person) -> None:
    """Book flights from Berlin to Madeira and back for three."""
    await person.say(_THERE_AND_BACK)
    await person.say("pick 1 3")
    assert "Booked." in await person.say("yes")


async def move_back(person: Person) -> None:
    """Take another flight back, in a conversation that has said nothing else."""
    assert "from Madeira to Berlin" in await person.say("change return | time evening", conversation=_LATER)
    await person.say("yes", "yes do it", _LATER)


async def test_ideas_after_another_flight_back_start_where_the_trip_did(person: Person) -> None:
    await book(person)
    await move_back(person)
    said = await person.say("suggest | on september | with beach", "and in september, with a beach?", _LATER)
    assert "with flights from Berlin" in said
    assert "for 5 nights and 3 people" in said


async def test_flights_after_another_flight_back_start_where_the_trip_did(person: Person) -> None:
    await book(person)
    await move_back(person)
    program = "find flight+return | place Paris | on 12 april | until 14 april"
    said = await person.say(program, "next trip paris 12 to 14 april", _LATER)
    assert "Flights from Berlin to Paris" in said
    assert "Flights from Paris to Berlin" in said


async def test_a_room_after_another_flight_back_is_not_sought_at_home(person: Person) -> None:
    await book(person)
    await move_back(person)
    assert "Hotels in Madeira, 6 March 2027" in await person.say("find hotel", "and a room?", _LATER)


async def test_a_new_trip_starts_and_is_for_as_many_as_the_last_one_and_says_so(person: Person) -> None:
    await book(person)
    said = await person.say("find flight+return | place Paris | on 12 april | until 14 april", conversation=_LATER)
    assert "I took Berlin as the start, like last time; tell me if that is not right." in said
    assert "I took 3 people, like last time; tell me if that is not right." in said
    assert "Flights from Berlin to Paris on 12 April 2027, for the three of you" in said
    assert "like last time" not in await person.say("find flight | time evening", conversation=_LATER)


async def test_who_speaks_of_one_alone_flies_alone(person: Person) -> None:
    await book(person)
    program = "find flight | place Paris | on 12 april"
    assert "for one person" in await person.say(program, "i must be in paris on 12 april", _LATER)


async def test_home_comes_before_where_the_last_trip_began(person: Person) -> None:
    await book(person)
    await person.say("tell | lives in London", "I live in London.", _LATER)
    said = await person.say("find flight | place Paris | on 12 april", conversation="3")
    assert "Flights from London" in said
    assert "as the start, like last time" not in said


async def test_no_trip_starts_where_one_only_stayed(person: Person) -> None:
    await person.say("find flight | from Berlin | place Madeira | on 6 july | people 1 | oneway")
    await person.say("pick 1")
    await person.say("yes")
    await person.say("find flight | from Madeira | place Lisbon | on 6 november | oneway", conversation=_LATER)
    await person.say("pick 1", "that one", _LATER)
    assert "Booked." in await person.say("yes", "yes please", _LATER)
    said = await person.say("find flight | place Paris | on 12 april", conversation="3")
    assert "Flights from Berlin to Paris" in said


async def test_a_start_that_is_said_counts_for_ideas_at_once(person: Person) -> None:
    await person.say("suggest | from Berlin | on september | people 2 | with beach")
    said = await person.say("suggest | from Leeds", "from Berlin?? we start in Leeds")
    assert "with flights from Manchester" in said
    assert "the nearest place to you that I serve" in said


async def test_after_the_flight_home_another_place_is_another_trip(person: Person) -> None:
    await book(person)
    said = await person.say("find flight+hotel | place Paris", "now the next trip, paris")
    assert "from Madeira" not in said
    assert "On which day do you leave?" in said


async def test_what_is_asked_for_again_is_said_again(person: Person) -> None:
    await person.say("find flight | from Leeds | place Crete | on 4 july | people 2")
    said = await person.say("find flight | from Leeds", "And the flights from Leeds, not London?")
    assert "Leeds is not served, as I said." in said
    assert "Flights from London to Crete on 4 July" in await person.say("find flight | from London", "from london then")


async def test_a_weekend_after_a_change_is_two_nights_near_home(person: Person) -> None:
    await person.say(f"{_THERE_AND_BACK} | class economy")
    await person.say("pick 1 3")
    await person.say("yes")
    await person.say("find hotel")
    await person.say("pick 1", "the hotel")
    await person.say("yes", "yes book it")
    await person.say("change hotel | people 2", conversation=_LATER)
    program = "yes ; suggest | on september | people 2 | with big city"
    said = await person.say(program, "Yes, and can you suggest a weekend in a big city for us two?", _LATER)
    assert "for 2 nights and 2 people" in said
    assert "New York" not in said


@pytest.mark.parametrize(
    ("message", "people"),
    [
        ("looking for a city trip with my 2 kids in autumn", "3"),
        ("i want a week away with my two children", "3"),
        ("we want a week away with my 2 kids", "4"),
        ("my wife and I want a week away with my 2 kids", "4"),
        ("a week for 4, with my 2 kids", "4"),
    ],
)
def test_somebody_with_children_counts_once(message: str, people: str) -> None:
    read = parse_commands("suggest | people 4 | nights 7")
    settled = settle_commands("", message, read)
    assert [each.value("people") for each in settled] == [people]


_BOOKED, _CHANGED = "Booked. F-RG4E4NS6: flight AB1600", "Changed. F-RG4E4NS6: flight AB1600"
_WISH = "find hotel | on autumn holidays | max 2500 in all | with children"


@pytest.mark.parametrize(
    ("reply", "message", "verb"),
    [
        (_BOOKED, "for the autumn holidays we would like something with the children", "suggest"),
        (_CHANGED, "in the autumn holidays we want another holiday with the kids", "suggest"),
        (_BOOKED, "for the autumn holidays a hotel with something for the children", "find"),
        ("I'd love to find you a room in Rome. From which day?", "the autumn holidays, something for children", "find"),
    ],
)  # fmt: skip
def test_something_in_another_season_is_a_wish_for_ideas(reply: str, message: str, verb: str) -> None:
    assert [each.verb for each in settle_goals(reply, message, parse_commands(_WISH))] == [verb]


async def test_a_day_without_a_month_belongs_to_the_booked_trip(person: Person) -> None:
    await book(person)
    said = await person.say("find hotel | place Madeira | on the 8th | nights 2", "a room in madeira for karin", _LATER)
    assert "Hotels in Madeira, 8 March 2027, 2 nights" in said


async def test_a_question_about_the_weather_is_about_the_booked_trip(person: Person) -> None:
    await book(person)
    assert "in March" in await person.say("place Madeira | weather", "will it be warm in madeira then?", _LATER)
    assert "in January" in await person.say("place Crete | weather", "and in crete?", "3")
