"""The rooms that were asked for hold until other ones are, or others travel."""

from __future__ import annotations

import pytest

from ricordo_travel.clerk.commands import parse_commands
from ricordo_travel.clerk.reading.people import ground_people
from ricordo_travel.dialogue.values.rooms import wants_separate
from tests.ricordo_travel.clerk.conftest import Person

SINGLES = "find hotel | place paris | on 5 october | until 10 october | people 2 | rooms 2 single"


@pytest.mark.parametrize(
    ("program", "text"),
    [
        ("find hotel | people 2 | with lift", "have you anything with a lift for the two of us?"),
        ("find hotel | people 2 | cheaper", "anything cheaper for us two?"),
        ("find hotel | on 12 october | until 17 october | people 2", "and from 12 to 17 october, for the two of us?"),
    ],
)
async def test_rooms_hold_for_the_same_party(person: Person, program: str, text: str) -> None:
    await person.say(SINGLES)
    said = await person.say(program, text)
    assert "2 single rooms" in said or "nothing is cheaper" in said
    assert "double room" not in said


async def test_rooms_hold_no_more_for_others(person: Person) -> None:
    await person.say(SINGLES)
    assert "1 family room" in await person.say("find hotel | people 3", "a hotel for the three of us then")


async def test_who_always_takes_separate_rooms_gets_them(person: Person) -> None:
    await person.say("tell | always separate rooms for us", "Always separate rooms for us please, remember that")
    said = await person.say(
        "find hotel | place rome | on 12 october | nights 3 | people 2", "rome, 12 october, for two"
    )
    assert "2 single rooms" in said
    assert "double room" not in said
    assert "ask the hotel" not in said
    said = await person.say("find hotel | people 2", "we share this time, a hotel for two")
    assert "1 double room" in said


@pytest.mark.parametrize(
    ("fact", "is_wish"),
    [
        ("Always wants separate rooms", True),
        ("prefers single rooms.", True),
        (" separate rooms", True),
        ("Wants separate rooms with Beryl", False),
        ("Never wants separate rooms", False),
    ],
)
def test_wish_for_separate_rooms(fact: str, is_wish: bool) -> None:
    assert wants_separate(fact) is is_wish


@pytest.mark.parametrize(
    ("text", "rooms"),
    [("two of us, not sharing, two rooms please", "2")],
)
def test_a_shared_room_is_one(text: str, rooms: str) -> None:
    slots = parse_commands("find hotel | people 2 | rooms 2")[0].slots
    assert ("rooms", rooms) in ground_people(text, slots)
