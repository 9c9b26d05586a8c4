"""Hotels that a message names with their city: nothing else of that name is taken in their place."""

from __future__ import annotations

import pytest

from ricordo_travel.clerk.choosing.chosen import settle_picks
from ricordo_travel.clerk.commands import Command, parse_commands
from tests.ricordo_travel.clerk.conftest import Person

ATHENS = (
    "Hotels in Athens, 3 October 2026, 7 nights:\n"
    "1. Compass Guesthouse Athens, 1 family room, 3 to 10 October 2026 (7 nights), 4 guests, $959 in all\n"
    "2. Market Lodge Athens, 1 family room, 3 to 10 October 2026 (7 nights), 4 guests, $1,159 in all"
)


def _write(commands: tuple[Command, ...]) -> str:
    slots = [[" | " + f"{name} {value}".strip() for name, value in each.slots] for each in commands]
    return " ; ".join(
        " ".join([each.verb, *each.refs]) + "".join(own) for each, own in zip(commands, slots, strict=True)
    )


@pytest.mark.parametrize(
    ("text", "read", "meant"),
    [
        ("please only compass lodge barcelona", "pick compass lodge", "pick compass lodge barcelona"),
        ("I want the Compass Lodge in Barcelona", "pick 1", "pick compass lodge barcelona"),
        ("what is the compass lodge in barcelona?", "ask 1 | price", "ask compass lodge barcelona | price"),
        (
            "what would the compass lodge in barcelona cost for a week?",
            "whatif 1 | nights 7",
            "find hotel | place barcelona | name compass lodge | nights 7",
        ),
        ("the compass guesthouse in athens", "pick compass guesthouse", "pick 1"),
        ("not Athens. You said Barcelona: the Compass Lodge", "pick 1", "pick compass lodge barcelona"),
        (
            "not Crete. and in Barcelona, is the guesthouse central?",
            "ask 1 | x",
            "ask lantern guesthouse barcelona | x",
        ),
        ("the guesthouse in Barcelona please", "pick 1", "pick lantern guesthouse barcelona"),
        ("the guesthouse, and is Barcelona warm?", "pick 1 ; place barcelona | x", "pick 1 ; place barcelona | x"),
        ("is the guesthouse central?", "ask 1 | centre", "ask 1 | centre"),
        ("not the compass lodge in barcelona, the guesthouse", "pick compass guesthouse", "pick compass guesthouse"),
        ("number 1, and is the compass lodge in barcelona dearer?", "pick 1", "pick 1"),
    ],
)
def test_a_name_with_its_city_is_that_hotel(text: str, read: str, meant: str) -> None:
    assert _write(settle_picks([ATHENS], text, parse_commands(read))) == meant


def test_a_yes_to_a_hotel_is_none_to_another_of_that_name() -> None:
    only = "\n".join(ATHENS.splitlines()[:2]) + "\nShall I book it? Please say yes or no."
    settled = settle_picks([only], "yes, the Compass Lodge in Barcelona", [Command("yes")])
    assert _write(settled) == "pick compass lodge barcelona"
    assert _write(settle_picks([only], "yes, in Barcelona it is too hot", [Command("yes")])) == "yes"


async def test_a_hotel_of_another_city_is_looked_up_there(person: Person) -> None:
    await person.say("find hotel | place athens | on 3 october | until 10 october | people 4")
    asked = await person.say("pick compass lodge", "the Compass Lodge in Barcelona please")
    assert "Compass Lodge Barcelona, 1 family room, 3 to 10 October 2026" in asked
    assert "Athens" not in asked


@pytest.mark.parametrize("name", ["compass house", "compass lodge athens"])
async def test_a_hotel_of_another_kind_is_none(person: Person, name: str) -> None:
    await person.say("find hotel | place athens | on 3 october | until 10 october | people 4")
    asked = await person.say(f"pick {name}")
    assert f"I know nothing called {name.title()}" in asked
    assert "Please say yes or no." not in asked


async def test_flights_of_another_search_are_not_chosen(person: Person) -> None:
    await person.say("find flight+return | from berlin | place crete | on 3 october | until 10 october | people 2")
    asked = await person.say(
        "pick compass lodge ; find flight+return | place barcelona | on 3 october | until 10 october",
        "Compass Lodge Barcelona, 3 to 10 October, and the cheapest flights there and back",
    )
    assert "to Crete" not in asked
    assert "Compass Lodge Barcelona, 1 double room" in asked


CRETE = "find hotel | place crete | on 3 october | until 10 october | people 4"
"""A search that shows the Lantern Backpackers, which have a pool, the Orchard Guesthouse and the Heron Lodge."""


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Which of the three has a pool besides the backpackers?", "Neither Orchard Guesthouse Crete nor Heron Lodge"),
        ("Which has a pool except for the Lantern?", "Neither Orchard Guesthouse Crete nor Heron Lodge"),
        ("Apart from the first, which has a pool?", "Neither Orchard Guesthouse Crete nor Heron Lodge"),
        ("Which of the three has a pool besides breakfast?", "Of these, Lantern Backpackers Crete has a pool."),
    ],
)
async def test_excepted_hotels_are_no_answer(person: Person, question: str, answer: str) -> None:
    await person.say(CRETE)
    said = await person.say("which these | pool", question)
    assert answer in said
    assert "excep" not in said
    assert said.count("Lantern") == answer.count("Lantern")
