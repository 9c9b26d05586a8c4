"""What a message looks for, held against its words."""

from __future__ import annotations

import pytest

from ricordo_travel.clerk.commands import parse_commands
from ricordo_travel.clerk.reading.checks import settle_commands
from tests.ricordo_travel.clerk.conftest import Person


@pytest.mark.parametrize(
    ("message", "written", "meant"),
    [
        (
            "im a student in edinburgh, the cheapest week somewhere warm",
            "suggest | from edinburgh | place edinburgh | nights 7 | with warm | sort price",
            "suggest | from edinburgh | nights 7 | with warm | sort price",
        ),
        (
            "flights to rome on 3 july and the cheapest place to sleep",
            "find flight | place rome | on 3 july | sort price",
            "find flight+hotel | place rome | on 3 july | sort price",
        ),
        (
            "flights to rome on 3 july, we have accommodation",
            "find flight | place rome | on 3 july",
            "find flight | place rome | on 3 july",
        ),
        (
            "a hotel in rome, we have 4000 for everything",
            "find hotel | place rome | max 4000 in all",
            "find hotel | place rome | max 4000 for everything",
        ),
        (
            "from 9 july. flying from london",
            "find hotel | on 9 july",
            "find flight+hotel | from London | on 9 july",
        ),
        (
            "a flight from oslo to vancouver, i am visiting my daughter for two weeks",
            "find flight | from oslo | place vancouver",
            "find flight | from oslo | place vancouver | nights 14",
        ),
        (
            "are there other dates that are cheaper?",
            "find flight+return+hotel | on other dates | cheaper",
            "find flight | cheaper",
        ),
        (
            "fly from rome to london 1 july, london 3 nights, then paris 2 nights",
            "find flight | from rome | place london | nights 3 ; find flight | from london | place london | nights 2",
            (
                "find flight+hotel | place London | from rome | nights 3 ; "
                "find flight+hotel | from London | place Paris | nights 2 ; find return | from Paris"
            ),
        ),
        ("what is the weather there?", "place rome | weather july", "place rome | weather july"),
    ],
)
def test_what_a_message_looks_for(message: str, written: str, meant: str) -> None:
    assert list(settle_commands("", message, parse_commands(written))) == parse_commands(meant)


async def test_who_thinks_about_a_place_hears_of_it_and_is_asked_when(person: Person) -> None:
    said = await person.say("place new york | weather july", "thinking about new york in july for our anniversary")
    assert "Theatre, museums" in said
    assert "From which day, and for how many nights?" in said
    said = await person.say("find flight | from london | on 10 july | until 17 july", "from london, 10 to 17 july")
    assert "2 passengers" in said
    assert "from New York to London, 17 July" in said


async def test_places_that_are_named_are_wanted(person: Person) -> None:
    said = await person.say(
        "suggest | place melbourne | with road | with great ocean road",
        "i want to do a road trip in australia, melbourne and the great ocean road",
    )
    assert "Melbourne, Victoria" in said
    assert "Great Ocean Road, Victoria" in said
    assert "find you flights and a car" in said
    assert "Bali" not in said


async def test_flights_for_meetings_arrive_the_day_before(person: Person) -> None:
    said = await person.say(
        "find flight+return | from london | place singapore | on tuesday next week | until thursday",
        "need a flight from london to singapore next week, meetings tuesday to thursday",
    )
    assert "to arrive on 8 June 2026" in said
    assert "from Singapore to London on 12 June 2026" in said


@pytest.mark.parametrize(
    ("until", "message", "there", "back"),
    [
        ("until sunday", "meeting on thursday 18 june, flying from london to barcelona wednesday, back sunday", 17, 21),
    ],
)
async def test_flights_on_days_of_their_own_are_not_moved_by_a_meeting(
    person: Person, until: str, message: str, there: int, back: int
) -> None:
    day = "wednesday 17 june" if "17" in message else "wednesday 18 june" if "wednesday" in message else "18 june"
    said = await person.say(f"find flight+return | from london | place barcelona | on {day} | {until}", message)
    assert f"Flights from London to Barcelona on {there} June 2026" in said
    assert f"Flights from Barcelona to London on {back} June 2026" in said


async def test_flights_included_are_those_of_a_trip_with_a_hotel(person: Person) -> None:
    asked = await person.say("find hotel | place barcelona | on 10 august | until 15 august | with pool")
    assert "Shall I book it?" in asked
    said = await person.say(
        "find flight+return | from london | place crete | on same dates",
        "would crete be cheaper for us on the same dates, including the flights from london?",
    )
    assert "Hotels in Crete, 10 August 2026" in said
    assert "Barcelona" not in said


async def test_hotels_between_two_prices(person: Person) -> None:
    await person.say("find hotel | place crete | on 8 august | nights 10 | people 4 | rooms family | with pool")
    said = await person.say("find hotel | not lantern backpackers", "nothing in between those two?")
    assert "no hotel with a pool in Crete between $62 and $314 a night" in said
    assert "Orchard Guesthouse Crete" in said


async def test_sums_are_without_the_hotels_that_are_refused(person: Person) -> None:
    said = await person.say("suggest | nights 7 | with quiet | not hostels")
    assert "Backpackers" not in said


async def test_flights_for_a_known_number_of_nights_are_there_and_back(person: Person) -> None:
    said = await person.say("find flight+hotel | from berlin | place rome | on 3 july | nights 4")
    assert "Flights from Rome to Berlin on 7 July 2026" in said
    said = await person.say("find flight+hotel | from berlin | place rome | on 3 july | nights 4 | oneway")
    assert "Flights from Rome to Berlin" not in said


async def test_who_says_we_are_two_and_that_is_said_once(person: Person) -> None:
    said = await person.say("find hotel | place rome | on 3 july | until 6 july", "we need a hotel in rome 3 to 6 july")
    assert "I took 2 people; tell me if that is not right." in said
    assert "2 guests" in said
    said = await person.say("find hotel | with breakfast", "with breakfast")
    assert "I took" not in said
    assert "2 guests" in said


async def test_what_holds_for_all_places_on_the_screen(person: Person) -> None:
    await person.say(
        "find hotel | place paris | on 8 july | until 11 july ; find hotel | place london | on 11 july | until 13 july",
        "paris hotel 8 to 11 july, london hotel 11 to 13 july",
    )
    said = await person.say("find hotel | people 2", "for two")
    assert "Hotels in Paris, 8 July 2026, 3 nights, for the two of you" in said
    assert "Hotels in London, 11 July 2026, 2 nights, for the two of you" in said


async def test_stays_are_between_the_flights_of_a_journey(person: Person) -> None:
    await person.say(
        "find flight | from berlin | place barcelona | on 10 june ; find flight | from barcelona | place lisbon | "
        "on 14 june ; find return | from lisbon | place berlin | on 18 june",
        "berlin to barcelona 10 june, then to lisbon 14 june, back to berlin 18 june",
    )
    said = await person.say(
        "find hotel | place barcelona ; find hotel | place lisbon", "hotels in barcelona and lisbon"
    )
    assert "10 to 14 June 2026" in said
    assert "14 to 18 June 2026" in said


async def test_a_finer_hotel_is_another_one_and_said_to_cost_more(person: Person) -> None:
    await person.say("find hotel | place rome | on 3 july | nights 3 | max 120 a night")
    said = await person.say("find hotel | with fancier", "something fancier")
    assert "Cedar Guesthouse" not in said
    assert "5 stars" in said
    assert "under $120 a night. The nearest to it, over that price:" in said


async def test_a_budget_for_everything_is_weighed(person: Person) -> None:
    said = await person.say(
        "find flight+return+hotel | from berlin | place crete | on 8 august | nights 10 | max 4000 in all",
        "from berlin to crete on 8 august for 10 nights, we have 4000 for everything",
    )
    assert "within your $4,000 for everything" in said
    assert "under $4,000" not in said


async def test_the_latest_wish_for_stars_wins_over_one_of_before(person: Person) -> None:
    await person.say("find hotel | place bali | on 5 october | nights 10 | with pool")
    said = await person.say("find hotel | stars 4 5", "do you have 4 or 5 star hotels there")
    assert "None with 4 stars or more in Bali has a pool" in said
    assert "Orchard Grand Bali" in said
    assert "Backpackers" not in said


async def test_ideas_like_a_place_and_near_another(person: Person) -> None:
    said = await person.say(
        "suggest | with similar | with closer to berlin",
        "we loved crete, something similar closer to berlin?",
    )
    assert "with flights from Berlin" in said
    assert "Crete, Greece" not in said
    assert "Kathmandu" not in said


async def test_who_wants_out_of_a_town_starts_there(person: Person) -> None:
    said = await person.say(
        "suggest | on last weekend of june | not manchester",
        "need 2 get outta manchester for a wknd, last wknd of june",
    )
    assert "with flights from Manchester" in said
