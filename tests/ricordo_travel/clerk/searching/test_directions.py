"""Where a trip starts, on which day and which way a flight goes, and what stays as it was beside that."""

from __future__ import annotations

import pytest

from ricordo_travel.clerk.choosing.chosen import settle_picks
from ricordo_travel.clerk.commands import parse_commands
from ricordo_travel.clerk.reading.checks import settle_commands
from tests.ricordo_travel.clerk.conftest import Person

ASKED = "With pleasure: first Crete, then Oslo. How many nights in each?"
NEAREST = "I'm sorry, I have nothing to or in Vienna: it is not served. Shall I look in Berlin instead?"
SERVED = "Yes, I have flights to Crete, and hotels and cars there. Shall I look for flights, a hotel or a car there?"
FLIGHTS = "1. Flight AB1752 from Porto to Paris, 12 February 2027 at 07:55, 2 passengers in economy, $264 in all"


@pytest.mark.parametrize(
    ("reply", "message", "written", "meant"),
    [
        ("", "barcelona is good. we fly from london", "pick barcelona", "pick barcelona | from London"),
        (
            "",
            "take the evening flight bcn to lisbon, from london we have one",
            "find flight | from barcelona | place lisbon",
            "find flight | from barcelona | place lisbon",
        ),
        (
            "",
            "from london i said. and at the end lisbon back to london",
            "find flight | from london | place london",
            "find flight | from London ; find return | from Lisbon | place London",
        ),
        (
            "",
            "out tues, back thurs",
            "find flight | on friday | until thurs",
            "find flight | on tuesday | until thursday",
        ),
        (
            "",
            "i would like to visit marta in rome for 5 days",
            "find flight | place rome | nights 5",
            "find flight | place rome | nights 5 | people 1",
        ),
        (
            "",
            "flights to rome, we want to see my friend anna",
            "find flight | place rome | people 2",
            "find flight | place rome",
        ),
        ("", "i would like to visit florence", "find hotel | place florence", "find hotel | place florence"),
        ("", "is ok 4 us. 4 nites", "find hotel | nights 4 | people 4", "find hotel | nights 4"),
        (
            "",
            "flights for us, not too early in the morning",
            "find flight | time not early morning",
            "find flight | time not too early | time return not too early",
        ),
        (FLIGHTS, "that's too far. We'll take the train then", "no ; suggest | from porto", "no flight"),
        (
            NEAREST,
            "oh sorry, i mixed that up, the conference is in lisbon. i fly from amsterdam",
            "find flight+return | from amsterdam | place berlin",
            "find flight+return | place Lisbon | from amsterdam",
        ),
        (
            NEAREST,
            "sorry, i live in lisbon, so yes, berlin",
            "find flight+return | from lisbon | place berlin",
            "find flight+return | from lisbon | place berlin",
        ),
        (
            FLIGHTS,
            "i got it wrong, the fair is in rome this year, and i start from london",
            "find flight+return | from london",
            "find flight+return | place Rome | from london",
        ),
        (
            SERVED,
            "yes london 26 may, same days as hotel",
            "find flight+return+hotel | place london | on 26 may",
            "find flight+return | from london | place Crete | on 26 may",
        ),
        (
            SERVED,
            "rather flights to london, 26 may",
            "find flight+return | place london | on 26 may",
            "find flight+return | place london | on 26 may",
        ),
        (FLIGHTS, "no flights please", "find flight+return | from porto", "no flight"),
        (ASKED, "no, only oslo, 4 to 11 september", "find hotel | place oslo", "find hotel | place oslo"),
        (ASKED, "forget crete. oslo in may", "find hotel | place oslo | on may", "find hotel | place oslo | on may"),
        (
            "",
            "i'm already going to crete in june, so oslo it is, 4 to 11 september",
            "find hotel | place oslo | on 4 september",
            "find hotel | place oslo | on 4 september",
        ),
    ],
)
def test_what_a_message_says_of_a_journey(reply: str, message: str, written: str, meant: str) -> None:
    assert list(settle_commands(reply, message, parse_commands(written))) == parse_commands(meant)


@pytest.mark.parametrize(
    ("message", "written", "meant"),
    [
        ("no outbound must be tues 24", "no a ; yes b ; find return | on tues 24", "find flight | on tues 24 | out"),
        ("no outbound must be tues 24", "no a ; pick b | on tues 24", "find flight | on tues 24 | out"),
        ("i mean the flight back, the 26th", "find flight | on the 26th", "find return | on the 26th"),
        (
            "2 is better. and take the 07:55 from porto",
            "pick 2 ; find flight | from porto | place paris",
            "pick 2 AB1752",
        ),
    ],
)
def test_which_flight_is_meant(message: str, written: str, meant: str) -> None:
    back = (
        "1. Flight AB2300 from Paris to Porto, 14 February 2027 at 09:05, 2 passengers in economy, $302 in all\n"
        "2. Flight AB2301 from Paris to Porto, 14 February 2027 at 20:15, 2 passengers in economy, $306 in all"
    )
    assert list(settle_picks([back, FLIGHTS], message, parse_commands(written))) == parse_commands(meant)


async def test_a_weekday_beside_a_trip_is_one_of_it(person: Person) -> None:
    await person.say("find flight+return | from London | place Berlin | on 9 june | until 11 june | people 1")
    await person.say("pick 2 3 ; find hotel")
    later = await person.say("pick 2 ; find flight | on thursday | time later", "hotel 2. wait, anything later thurs?")
    assert "Flights from London to Berlin" not in later
    assert "17:25 is the last one. The nearest to it" in later
    asked = later.partition("Shall I book these?")[2]
    assert all(
        words in asked for words in ("Berlin, 1 single room, 9 to 11 June", "to Berlin, 9 June", "11 June 2026 at")
    )
    out = await person.say("no a ; find return | on tues 9", "no outbound must b tues 9")
    assert "Flights from London to Berlin on 9 June 2026" in out
    assert "July" not in out
    assert "9 to 11 June 2026 (2 nights)" in out.partition("Shall I book")[2]


async def test_the_way_home_starts_where_the_trip_ends(person: Person) -> None:
    await person.say(
        "find flight+hotel | place Barcelona | from London | on 16 june | nights 3 | people 4 ; "
        "find flight+hotel | from Barcelona | place Lisbon | nights 3"
    )
    there = await person.say("find flight | from London", "flights from London to start with")
    assert "from London to Barcelona on 16 June" in there
    assert "Flights from Lisbon to London on 22 June 2026" in await person.say("find return | from lisbon")


async def test_flights_of_a_stay_are_shown_both_ways(person: Person) -> None:
    await person.say("find hotel | place Paris | on 12 june | until 14 june | people 2")
    shown = await person.say("find flight | from Porto | on friday", "flights from Porto on Friday")
    assert "Porto to Paris on 12 June 2026" in shown
    assert "Paris to Porto on 14 June 2026" in shown


async def test_what_a_place_was_chosen_for_is_not_forgotten(person: Person) -> None:
    await person.say("suggest | from Berlin | on july | nights 7 | people 1 ; find car | on july | nights 7")
    assert "Cars in Crete from 5 July 2026" in await person.say("pick crete | on 5 july | until 12 july")


async def test_cheapest_flights_in_a_month_choose_the_day(person: Person) -> None:
    await person.say("suggest | from London | with warm | people 2")
    shown = await person.say("pick lisbon | on september | nights 4 | sort price")
    assert "In September, flights are cheapest on" in shown
    assert "On which day" not in shown


async def test_a_question_is_not_asked_a_third_time(person: Person) -> None:
    question = "find flight+hotel | place Lisbon | from Dublin | on june | then Porto"
    assert "How many nights in each?" in await person.say(question)
    assert "How many nights in each?" in await person.say(question, "hm, june")
    assert "How many nights in each?" not in await person.say(question, "as i said, june")


async def test_a_window_of_days_has_its_cheapest_day(person: Person) -> None:
    await person.say("find flight | place barcelona | on january | sort price")
    said = await person.say(
        "find flight | from berlin | on between 8 and 20 jan",
        "from berlin, any time between 8 and 20 jan, i don't care about the day",
    )
    assert (
        "Between 8 January 2027 and 20 January 2027, flights are cheapest on all days but Fridays and Sundays" in said
    )
    assert "Flights from Barcelona" not in said
    said = await person.say(
        "find flight+return | from berlin | place porto | on 10 november | until 20 november | nights 4",
        "berlin to porto for 4 nights, any day from 10 to 20 november",
    )
    assert "Between 10 November 2026 and 16 November 2026" in said


async def test_an_or_shows_both_days_and_a_bare_day_goes_the_same_way(person: Person) -> None:
    await person.say("find flight | from berlin | place barcelona | on 9 january | oneway | people 1")
    said = await person.say("find flight | on the 12th or 13th")
    assert ", 12 January 2027" in said
    assert ", 13 January 2027" in said
    assert "Flights from Berlin to Barcelona on 13 January" in await person.say("find flight | on the 13th")
    said = await person.say(
        "find return | from berlin | place barcelona | on the 14th",
        "that's the way back?? i want berlin to barcelona on the 14th",
    )
    assert "Flights from Berlin to Barcelona on 14 January" in said


async def test_a_flight_there_is_looked_for_after_the_one_back(person: Person) -> None:
    await person.say("find flight+return | from berlin | place crete | on 7 september | until 14 september | people 1")
    assert ", 16 September" in await person.say("find return | on the 15th or 16th")
    said = await person.say("find return | on the 8th", "and there on the 8th?")
    assert "Flights from Berlin to Crete on 8 September" in said


async def test_who_goes_home_by_train_gets_no_flight_back_and_none_of_an_older_list(person: Person) -> None:
    await person.say("find flight+return | from London | place Barcelona | on 16 july | until 20 july")
    await person.say("find flight+return+hotel | on 23 july | until 26 july")
    asked = await person.say("pick 1 3 5", "we'll take the train home, just the cheapest flight there and the hostel")
    assert "Flight KT2384 from London to Barcelona, 23 July 2026" in asked
    assert "Lighthouse Backpackers" in asked
    assert "from Barcelona to London" not in asked


async def test_a_day_beside_no_flight_back_is_not_its_day(person: Person) -> None:
    await person.say("find flight+return+hotel | from London | place Barcelona | on 23 july | until 26 july")
    await person.say("pick 1 3")
    asked = await person.say("no b ; pick a | on the 24th", "no no flight back, and the 24th july not 23rd")
    assert "Flight KT2384 from London to Barcelona, 24 July 2026" in asked
    assert "from Barcelona to London" not in asked


@pytest.mark.parametrize(
    ("message", "written", "meant"),
    [
        ("we could go on friday 9 october", "find flight | on friday 9 october", "find flight | on friday 9 october"),
        ("friday 9 october", "find flight | place Berlin | on friday 9 october", "find flight | on friday 9 october"),
        ("ok berlin is fine", "find flight | place Berlin", "yes"),
        ("berlin then", "pick Berlin", "yes"),
        ("is berlin far?", "place Berlin | distance", "place Berlin | distance"),
        ("from bristol, 9 october", "suggest | from bristol | on 9 october", "find | from bristol | on 9 october"),
        ("any other ideas? 9 october", "suggest | on 9 october | other", "suggest | on 9 october | other"),
        ("somewhere warm, 9 october", "suggest | on 9 october | with warm", "suggest | on 9 october | with warm"),
    ],
)
def test_a_place_that_was_proposed_is_taken_only_if_it_is_named(message: str, written: str, meant: str) -> None:
    assert list(settle_commands(NEAREST, message, parse_commands(written))) == parse_commands(meant)


async def test_all_places_that_are_served_are_named(person: Person) -> None:
    said = await person.say("about | places", "which cities do you serve?")
    assert "Amalfi Coast, Athens, Auckland" in said
