"""One trip to several places: both are understood, the nights are asked for, and every part is searched for."""

from __future__ import annotations

import pytest

from ricordo_travel.clerk.commands import parse_commands
from ricordo_travel.clerk.reading.checks import settle_commands
from tests.ricordo_travel.clerk.conftest import Person

ASKED = "With pleasure: first Lisbon, then Porto. How many nights in each?"
PARTS = (
    "find flight+hotel | place Lisbon | nights 3 ; find flight+hotel | from Lisbon | place Porto | nights 4 ; "
    "find return | from Porto"
)


@pytest.mark.parametrize(
    ("reply", "message", "written", "meant"),
    [
        (
            "",
            "lisbon and then porto in one trip, may or june, from dublin",
            "find flight+hotel | from dublin | place lisbon | on june",
            "find flight+hotel | place Lisbon | from dublin | on june | then Porto",
        ),
        (ASKED, "3 and 4", "find hotel | nights 3", PARTS),
        (ASKED, "3 nights in lisbon, 4 in porto", "whatif lisbon | nights 4", PARTS),
        (
            "",
            "flights from london to rome on 5 july, and from rome to athens on 9 july",
            "find flight | from london | place rome | on 5 july ; find flight | from rome | place athens | on 9 july",
            "find flight | from london | place rome | on 5 july ; find flight | from rome | place athens | on 9 july",
        ),
        (
            "",
            "what is the weather in rome and athens?",
            "place rome | weather ; place athens | weather",
            "place rome | weather ; place athens | weather",
        ),
    ],
)
def test_places_of_one_trip(reply: str, message: str, written: str, meant: str) -> None:
    assert list(settle_commands(reply, message, parse_commands(written))) == parse_commands(meant)


async def test_all_parts_are_laid_out_and_added_up(person: Person) -> None:
    asked = await person.say(
        "find flight | from Dublin | place New York | on september | people 2",
        "we would like to see New York and San Francisco in September, 2 of us, from Dublin",
    )
    assert asked == "With pleasure: first New York, then San Francisco. How many nights in each?"
    shown = await person.say("total", "4 nights in New York, then 5 in San Francisco. What would it cost all together?")
    heads = [line for line in shown.splitlines() if line.startswith(("Flights", "Hotels"))]
    assert [head.split(", for")[0] for head in heads] == [
        "Flights from Dublin to New York on 7 September 2026",
        "Hotels in New York, 7 September 2026, 4 nights",
        "Flights from New York to San Francisco on 11 September 2026",
        "Hotels in San Francisco, 11 September 2026, 5 nights",
        "Flights from San Francisco to Dublin on 16 September 2026",
    ]
    assert "The cheapest of all these come to $3,352: " in shown
    leg = await person.say("find flight | from Dublin | place New York | on 7 september | time 21:55")
    assert "Flights from New York to Dublin" not in leg


@pytest.mark.parametrize(
    ("reply", "message", "written"),
    [
        ("", "forget the hotels in lisbon and porto", "no a b"),
        ("", "not lisbon and porto. hotels in rome please", "find hotel | place rome"),
        (
            ASKED,
            "only rome. a hotel in rome, 2 to 9 october, two adults and two children",
            "find hotel | place rome | on 2 october | until 9 october | people 4",
        ),
        (ASKED, "stop, neither, it is for two adults and two children", "no"),
    ],
)
def test_a_tour_that_is_given_up(reply: str, message: str, written: str) -> None:
    assert list(settle_commands(reply, message, parse_commands(written))) == parse_commands(written)


def test_a_no_that_corrects_the_nights_goes_on_with_the_tour() -> None:
    commands = parse_commands("find hotel | nights 3")
    assert list(settle_commands(ASKED, "no, 3 and 4 nights", commands)) == parse_commands(PARTS)
