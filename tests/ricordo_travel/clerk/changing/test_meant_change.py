"""Who wants what is booked otherwise gets a change of it, and who joins gets a room beside it."""

from __future__ import annotations

import pytest
import pytest_asyncio

from tests.ricordo_travel.clerk.conftest import Person

_HOTEL = "Meadow Backpackers Rome"
_RIVAL = "tell me if I shall cancel"


@pytest_asyncio.fixture
async def trip(person: Person) -> Person:
    """Somebody who has flights to Rome and back, and a double room there, as x, y and z."""
    await person.say("find flight+return | from London | place Rome | on 12 june | until 16 june | people 2")
    await person.say("pick 1 3")
    await person.say("yes", "yes both")
    await person.say("find hotel")
    await person.say("pick 1")
    assert f"{_HOTEL}, 1 double room, 12 to 16 June 2026" in await person.say("yes", "yes")
    return person


@pytest.mark.parametrize(
    ("program", "message", "days"),
    [
        ("find hotel | rooms single | with cheap", "for granny we'll get a single room instead", "12 to 16 June"),
        ("change z | rooms 1 single", "no!! keep our room, just 1 extra single room", "12 to 16 June"),
        ("change z | people 3 | rooms 1 double 1 single", "a single beside our double, we are 3", "12 to 16 June"),
        ("change z | rooms 2", "a separate room for my son, so a single room for him", "12 to 16 June"),
        (
            "whatif z | on same dates | rooms single",
            "helen would need her own room, what is a single?",
            "12 to 16 June",
        ),
        (
            "find hotel | on the 14th | people 1",
            "my friend joins on the 14th, can she have a room too?",
            "14 to 16 June",
        ),
        ("ask z | people", "is there room for a third person at the hotel?", "12 to 16 June"),
    ],
)
async def test_a_room_for_somebody_who_joins_leaves_the_booked_one(
    trip: Person, program: str, message: str, days: str
) -> None:
    reply = await trip.say(program, message)
    assert f"{_HOTEL} stays as it is booked" in reply
    assert f"{_HOTEL}, 1 single room, {days} 2026" in reply
    assert "1 guest, " in reply
    assert not {"Change ", "Cancel "} & set(reply.splitlines())
    assert _RIVAL not in await trip.say("pick a | nights 2", "two nights only")


async def test_a_room_for_one_more_takes_the_place_of_larger_rooms_that_wait(trip: Person) -> None:
    assert "2 double rooms" in await trip.say("change z | people 3")
    reply = await trip.say("find hotel | rooms single", "no, one extra single room")
    assert "1 single room" in reply
    assert "2 double rooms" not in reply


async def test_rooms_of_two_types_are_a_change_and_a_booking(trip: Person) -> None:
    await trip.say("change z | people 4")
    await trip.say("yes", "yes")
    for program in ("whatif z | rooms 1 double 1 single | people 3", "whatif z | rooms 1 double 1 single"):
        reply = await trip.say(program, f"would it be cheaper with one double and one single room? {program[-8:]}")
        assert "Each type of room is a booking of its own." in reply
        assert f"to {_HOTEL}, 1 double room, 12 to 16 June 2026 (4 nights), 2 guests" in reply
        assert f"{_HOTEL}, 1 single room, 12 to 16 June 2026 (4 nights), 1 guest" in reply


async def test_other_rooms_are_sought_for_the_change_that_waits(trip: Person) -> None:
    assert "2 double rooms" in await trip.say("change x y z | people 3", "can kevin join us, so 3 people?")
    reply = await trip.say("find hotel | rooms triple | with dorm", "isn't there a triple or a dorm?")
    assert "1 family room, 12 to 16 June 2026 (4 nights), 3 guests" in reply
    assert "2 double rooms" not in reply
    assert "Shall I book" not in reply
    reply = await trip.say("change z | people 4 ; change x | people 5", "switch our room to that one and add kevin")
    assert "1 family room, 12 to 16 June 2026 (4 nights), 3 guests" in reply
    assert "4 passengers" not in reply
    assert "5 passengers" not in reply


async def test_the_old_room_is_given_up_by_its_change(trip: Person) -> None:
    await trip.say("change z | rooms 2 single")
    reply = await trip.say("yes ; cancel z", "yes and cancel the old double room")
    assert "2 single rooms" in reply
    assert "Cancel" not in reply


@pytest.mark.parametrize(
    ("program", "message", "expected"),
    [
        ("find hotel | rooms 1 twin", "we need a twin room instead of a double", "whether yours can have two beds"),
        (
            "pick meadow backpackers | rooms 1 twin",
            "two beds in the hotel I booked?",
            "whether yours can have two beds",
        ),
        ("pick meadow backpackers | rooms 1 double", "a double at meadow backpackers", "That is booked already:"),
        ("find hotel | rooms 1 family", "can we swap our room for a family room?", "Change H-"),
        ("find hotel | place Rome | on 13 june", "can we arrive a day later in Rome, the 13th?", "13 to 16 June 2026"),
        ("find return | on 15 june", "can we fly home one day earlier, the 15th?", "Change F-"),
        ("change z | on 13 june", "can we arrive on the 13th?", "13 to 16 June 2026"),
        ("change z | on 17 june", "change it to 14 to 17 june", "14 to 17 June 2026"),
        ("change x | on 14 june", "number 1 to 14 june please", "London to Rome, 14 June 2026"),
        (
            "change flight | on saturday the 14th ; keep flight",
            "my meeting moved to sunday the 14th, so can i fly out on saturday and keep the rest?",
            "London to Rome, 13 June 2026",
        ),
    ],
)
async def test_what_is_booked_is_changed(trip: Person, program: str, message: str, expected: str) -> None:
    reply = await trip.say(program, message)
    assert expected in reply
    assert "Shall I book" not in reply


async def test_a_plan_for_other_days_is_no_change(trip: Person) -> None:
    await trip.say("find hotel | place Rome | on 3 october | nights 4 | people 2")
    assert "Hotels in Rome, 4 October 2026" in await trip.say("find hotel | on 4 october", "one day later please")


async def test_all_that_is_listed_moves(trip: Person) -> None:
    await trip.say("find car | place Rome | on 12 june | until 16 june")
    await trip.say("pick 1")
    await trip.say("yes", "yes")
    reply = await trip.say(
        "change y | until the 17th ; change z | until the 17th",
        "until the 17th, so please move the flight home, the hotel and the car",
    )
    assert reply.count("\nChange ") == 3
    assert "tell me to move that" not in reply


async def test_a_stay_follows_the_flight_home(trip: Person) -> None:
    await trip.say("change y | on 15 june")
    reply = await trip.say("yes ; change z | until the b", "yes do it, and the hotel too please")
    assert "12 to 15 June 2026 (3 nights)" in reply
    await trip.say("no", "no")
    assert "12 to 15 June 2026 (3 nights)" in await trip.say("change z | on 15 june", "the hotel to 15 june as well")


@pytest.mark.parametrize(
    ("message", "rooms"),
    [
        ("hotel in Crete for 2 adults and 3 small children", "2 family rooms"),
        ("hotel in Crete for 5 friends", "3 double rooms"),
    ],
)
async def test_children_sleep_in_no_room_alone(person: Person, message: str, rooms: str) -> None:
    reply = await person.say("find hotel | place Crete | on 10 august | nights 7 | people 5", message)
    assert f", {rooms}, 10 to 17 August 2026" in reply
