"""What is wished of flights and hotels in words that were read otherwise."""

from __future__ import annotations

import pytest

from ricordo_travel.clerk.commands import parse_commands
from ricordo_travel.clerk.reading.checks import settle_commands
from ricordo_travel.dialogue.values.hours import parse_hours
from tests.ricordo_travel.clerk.conftest import Person

_LISTED = "Flights from London to Rome on 4 July 2026, for one person:"


@pytest.mark.parametrize(
    ("message", "program", "meant"),
    [
        ("no more than one stop please", "find flight | with one stop", "find flight | stops"),
        ("with as few changes as possible", "find flight | with few changes", "find flight | stops"),
        ("as few connections as possible", "find flight | sort late", "find flight | stops"),
        ("the latest first", "find flight | sort late", "find flight | sort late"),
        ("is there a shorter one?", "find flight | with shorter", "find flight | sort duration | quick"),
        ("that is too long for me", "find flight | time shorter", "find flight | sort duration | quick"),
        ("just me, hand luggage only", "find flight | people 1 | with hand luggage only", "ask flight | luggage"),
        (
            "a morning flight with hand luggage only",
            "find flight | time morning | with hand luggage only",
            "find flight | time morning ; ask flight | luggage",
        ),
        ("i want to arrive in the daytime", "find flight | time daytime", "find flight | time arrives daytime"),
        ("i want to leave in the morning", "find flight | time morning", "find flight | time morning"),
        (
            "anything that doesn't leave at the crack of dawn?",
            "find flight | time before early morning",
            "find flight | time after 10:00",
        ),
        ("nothing too early u know that", "find flight | time after too:00", "find flight | time after 10:00"),
        ("take the most expensive hotel", "pick 1", "find hotel | sort stars"),
        ("what is the finest hotel you have?", "find hotel | name Lantern Guesthouse", "find hotel | sort stars"),
        ("can you do a hen do for 8 girls", "offtopic", "suggest | people 8"),
        ("who won the game", "offtopic", "offtopic"),
        ("and the flights, you remember what i like?", "recall | flights", "recall | flights ; find flight+return"),
    ],
)
def test_a_wish_is_what_the_words_say(message: str, program: str, meant: str) -> None:
    assert settle_commands(_LISTED, message, parse_commands(program)) == tuple(parse_commands(meant))


async def test_how_often_flights_change_is_said(person: Person) -> None:
    await person.say("find flight | from london | place rome | on 4 july", "a flight from london to rome on 4 july")
    assert "All of these are nonstop." in await person.say("find flight | with one stop", "one stop at most please")
    await person.say("find flight | from london | place tokyo | on 4 july", "and from london to tokyo on 4 july")
    said = await person.say("find flight | with one stop", "one stop at most please")
    assert "None of these changes planes more than once." in said


async def test_nothing_shorter_is_said(person: Person) -> None:
    await person.say("find flight | from london | place mumbai | on 4 july", "a flight from london to mumbai on 4 july")
    said = await person.say("find flight | with shorter", "that is too long, is there a shorter one?")
    assert "Nothing is shorter: all take 9 h 28 min." in said


async def test_nonstop_is_given_up_where_none_flies_so(person: Person) -> None:
    await person.say("find flight | from london | place tokyo | on 4 july", "a flight from london to tokyo on 4 july")
    assert "nonstop on that day" in await person.say("find flight | direct", "direct please")
    assert "nonstop" not in await person.say("find flight | time after 12:00", "after noon please")


async def test_the_finest_hotel_comes_first(person: Person) -> None:
    await person.say("find hotel | place rome | on 18 september | until 23 september", "hotels in rome, 18 to 23 sept")
    said = await person.say("pick 1", "take the most expensive hotel")
    assert "\n1. Terrace Grand Rome" in said
    assert "5 stars" in said.split("\n2. ")[0]


def test_what_somebody_hates_is_no_hour_that_they_like() -> None:
    hours = parse_hours("hates flying before 9am")
    assert hours is not None
    assert not hours.includes("08:20")


async def test_bad_english_is_no_problem(person: Person) -> None:
    assert (await person.say("chat", "guten tag, sorry my english is not so good")).startswith("No problem at all!")


async def test_nothing_unknown_is_said_beside_what_was_noted_or_told(person: Person) -> None:
    await person.talk.say("my girlfriend sam is vegan", "1")
    said = await person.say("ask sam food | info", "does sam have any food things")
    assert said == "You told me: Girlfriend Sam is vegan."


@pytest.mark.parametrize(
    ("text", "time"),
    [
        ("outbound departing between 07:00 and 10:00", "between 07:00 and 10:00"),
        ("leaving between 7 and 10 please", "between 7 and 10"),
        ("after 07:00, between 3 and 5 people", "after 07:00"),
    ],
)
def test_a_span_of_hours_has_both_ends(text: str, time: str) -> None:
    (command,) = settle_commands("", text, parse_commands("find flight | time after 07:00"))
    assert command.value("time") == time
