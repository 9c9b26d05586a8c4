"""Searches: each of their slots, and what is said where a wish cannot be met."""

from __future__ import annotations

import re
from datetime import date

import pytest

from ricordo_travel.clerk.searching.cheapest_days import describe_fares
from tests.ricordo_travel.clerk.conftest import Person

LISBON = "find hotel | place Lisbon | on 20 june | nights 3"


def names(reply: str) -> list[str]:
    """Return the names of the hotels in a reply."""
    return re.findall(r"\d+\. (\w+ \w+) Lisbon", reply)


@pytest.mark.parametrize(
    ("slots", "expected"),
    [
        ("not backpackers", ["Lantern Guesthouse", "Harbour Lodge", "Station House"]),
        ("min 80 a night", ["Harbour Lodge", "Station House", "Meadow Grand"]),
        ("name Lantern Guesthouse", ["Lantern Guesthouse"]),
        ("with hostel", ["Orchard Backpackers"]),
        ("with luxury", ["Meadow Grand", "Station House", "Harbour Lodge"]),
        ("sort rating", ["Meadow Grand", "Harbour Lodge", "Station House"]),
        ("sort beach", ["Station House", "Harbour Lodge", "Orchard Backpackers"]),
    ],
)
async def test_a_slot_sieves_or_sorts(person: Person, slots: str, expected: list[str]) -> None:
    assert names(await person.say(f"{LISBON} | {slots}")) == expected


@pytest.mark.parametrize(
    ("slots", "said"),
    [
        ("with balcony", "I do not know which of them have a balcony; please ask the hotel."),
        ("with near termini", "I do not know how far it is to Termini, so I go by the centre."),
        ("with apartment", "I have hotels and hostels only, no apartment."),
        ("name Ritz", "I have no hotel called Ritz there."),
        ("min 900 a night", "There is nothing from $900 up."),
        ("sort beach", "None of these is near the beach."),
    ],
)
async def test_what_is_not_met_is_said_and_the_nearest_is_shown(person: Person, slots: str, said: str) -> None:
    reply = await person.say(f"{LISBON} | {slots}")
    assert said in reply
    assert names(reply)


async def test_what_was_refused_stays_refused_until_it_is_wished_for(person: Person) -> None:
    await person.say(f"{LISBON} | not hostel | min 80 a night")
    assert "Orchard Backpackers" not in names(await person.say("find hotel | with breakfast"))
    assert names(await person.say("find hotel | drop breakfast | with hostel")) == ["Orchard Backpackers"]


async def test_a_month_is_enough_to_search(person: Person) -> None:
    said = await person.say("find flight+hotel | from London | place Rome | on july | nights 4 | people 2")
    assert "Flights from London to Rome on 6 July" in said
    assert said.count("I took 6 July; say another day if you like.") == 1
    said = await person.say("find car | on same dates")
    assert "Cars in Rome from 6 July 2026 until 10 July 2026" in said
    assert "I took" not in said


async def test_the_same_hotel_as_before(person: Person) -> None:
    await person.say(f"{LISBON} | people 4 | rooms 2 double")
    await person.say("pick Lantern")
    await person.say("yes a", "yes")
    said = await person.say("find hotel | place Lisbon | on 2 october | until 5 october | again", "again", "2")
    assert "Last time that was Lantern Guesthouse Lisbon." in said
    assert "2 double rooms, 2 to 5 October 2026" in said


async def _book_in_lisbon(person: Person) -> None:
    await person.say("find hotel | place Lisbon | on 2 april | until 7 april | people 4")
    await person.say("pick Lantern")
    await person.say("yes a", "yes")


@pytest.mark.parametrize(
    ("slots", "words", "expected"),
    [
        ("", "", "2 to 7 March 2027 (5 nights), 4 guests"),
        (" | people 2", ", for 2 people", "2 to 7 March 2027 (5 nights), 2 guests"),
        (" | nights 2", ", for 2 nights", "2 to 4 March 2027 (2 nights), 4 guests"),
    ],
)
async def test_elsewhere_the_same_is_as_many_people_and_nights(
    person: Person, slots: str, words: str, expected: str
) -> None:
    await _book_in_lisbon(person)
    message = f"same as last time, but in rome from 2 march{words}"
    said = await person.say(f"find hotel | place Rome | on 2 march{slots} | again", message, "2")
    assert "Last time that was Lantern Guesthouse Lisbon.\nI took " in said
    assert expected in said
    assert "I find no earlier booking" not in said


async def test_the_same_dates_elsewhere(person: Person) -> None:
    await _book_in_lisbon(person)
    await person.say("find hotel | place Rome", "my sister would like rome more", "2")
    said = await person.say("find hotel | on same dates | again", "the same days as last time please", "2")
    assert "2 to 7 April 2027 (5 nights), 4 guests" in said
    said = await person.say("find hotel | place Rome | again", "same as last time, in rome", "3")
    assert "From which day?" in said


async def test_the_same_near_a_place_that_is_not_served(person: Person) -> None:
    await _book_in_lisbon(person)
    said = await person.say("find hotel | place Bergen | on 2 march | again", "bergen, same as last time", "2")
    assert "nothing to or in Bergen" in said
    assert "like last time" not in said
    taken = await person.say("yes", "yes please", "2")
    assert "I took 4 people for 5 nights, like last time" in taken
    assert "2 to 7 March 2027 (5 nights), 4 guests" in taken


async def test_a_hotel_of_the_same_kind_elsewhere(person: Person) -> None:
    await _book_in_lisbon(person)
    message = "the same kind of hotel as in lisbon for rome, from 2 march"
    said = await person.say("find hotel | place Rome | on 2 march | again", message, "2")
    assert "with at least 3 stars" in said
    assert "Hotels in Lisbon" not in said
    message = "in rome the same as in tokyo, from 2 march"
    said = await person.say("find hotel | place Rome | on 2 march | again", message, "3")
    assert "I find no earlier booking like that" in said


async def test_after_a_change_the_days_are_the_new_ones(person: Person) -> None:
    await person.say("find flight+return | from Berlin | place London | on 16 june | until 18 june")
    await person.say("pick 1 3")
    await person.say("yes", "yes")
    await person.say("change all | shift +1 day")
    said = await person.say("find return | on the 19th | time after 14:45")
    assert "There is no flight from London to Berlin after 14:45 on that day" in said
    assert "19 June 2026 at 14:45" in said
    await person.say("yes", "yes, all")
    assert "from 17 June 2026 until 19 June 2026" in await person.say("find car")


async def test_the_way_back_in_a_new_conversation(person: Person) -> None:
    await person.say("find flight | from Berlin | place London | on 16 june | until 18 june | time evening")
    await person.say("pick 1")
    await person.say("yes", "yes")
    said = await person.say("find return | on the 19th", conversation="2")
    assert "Flights from London to Berlin on 19 June 2026" in said


async def test_a_bigger_car(person: Person) -> None:
    await person.say("find car | place Rome | on 26 june | nights 2")
    assert "1. Midsize car" in await person.say("find car | type bigger")
    assert "1. Compact car" in await person.say("find car | type smaller")
    assert "I have no scooter" in await person.say("find car | type scooter")


async def test_flights_to_anywhere(person: Person) -> None:
    assert "Where will you fly from?" in await person.say("find flight | place anywhere | sort price")
    assert "The cheapest flights from Lisbon" in await person.say("find flight | from Lisbon")


async def test_cheaper_with_another_wish(person: Person) -> None:
    await person.say("find hotel | place Berlin | on 12 june | until 14 june | people 2 | with breakfast | with pool")
    said = await person.say("find hotel | drop pool | cheaper")
    assert "Willow Guesthouse" in said
    assert "Heron Grand" not in said


async def test_a_car_is_rented_on_a_weekday_of_the_trip(person: Person) -> None:
    await person.say("find hotel | place Crete | on 11 july | until 18 july | people 2")
    said = await person.say("find car | on wednesday | nights 1", "and a car for one day, maybe the wednesday")
    assert "Cars in Crete from 15 July 2026 until 16 July 2026" in said


CRETE = "find flight | from London | place Crete"


async def test_the_cheapest_flight_of_a_month_is_on_its_cheapest_day(person: Person) -> None:
    cheapest = "In June, flights are cheapest on all days but Fridays and Sundays: $217 a seat, and up to $250 else."
    for program in (f"{CRETE} | on june | sort price", "find flight | on june | sort price"):
        said = await person.say(program)
        assert cheapest in said
        assert "Flights from London to Crete on 8 June 2026" in said
    said = await person.say("find flight | on june | sort price | nights 7", "for a week, which day is the cheapest?")
    assert "days, 8 June among them: $456 there and back" in said


async def test_the_way_back_counts_for_the_cheapest_day(person: Person) -> None:
    said = await person.say(f"{CRETE} | on august | nights 7 | sort price")
    assert "In August, flights are cheapest on 5 days, 25 August among them: $510 there and back" in said
    assert "Flights from Crete to London on 1 September 2026" in said


async def test_the_cheapest_flight_is_meant_until_all_is_known(person: Person) -> None:
    await person.say("find flight | place Crete | on july | sort price")
    assert "In July, flights are cheapest on" in await person.say("find flight | from London")


async def test_the_cheapest_day_is_that_of_flights_as_wished(person: Person) -> None:
    said = await person.say(f"{CRETE} | on june | time morning | sort price")
    assert "all days but Fridays and Sundays: $223 a seat" in said


@pytest.mark.parametrize(
    ("fares", "said"),
    [
        ((90, 90, 90), "In June, the cheapest flights cost the same on all days: $90 a seat."),
        ((90, 80, 95), "In June, flights are cheapest on 2 June: $80 a seat, and up to $95 else."),
    ],
)
def test_days_that_cost_the_same_are_said_to(fares: tuple[int, ...], said: str) -> None:
    days = {date(2026, 6, day): fare for day, fare in enumerate(fares, 1)}
    assert describe_fares(days, min(days, key=lambda day: days[day]), "a seat") == said


async def test_one_flight_on_a_day_has_no_way_back(person: Person) -> None:
    await person.say("find hotel | place Rome | on 12 june | until 16 june | people 2")
    said = await person.say("find flight | from Paris | on the 12th", "also a flight from paris there on the 12th")
    assert "Flights from Paris to Rome on 12 June 2026" in said
    assert "Flights from Rome to Paris" not in said
    assert "For the way back on 16 June 2026, ask me" in said


async def test_flights_for_the_days_of_a_hotel_are_there_and_back(person: Person) -> None:
    await person.say("find hotel | place Rome | on 12 june | until 16 june | people 2")
    said = await person.say("find flight | from Paris | on same dates", "and flights from paris, same dates")
    assert "Flights from Rome to Paris on 16 June 2026" in said
    assert "on 17 June 2026" in await person.say("find flight | on the 13th", "rather the 13th")


async def test_what_was_not_looked_for_yet_stays_asked_for(person: Person) -> None:
    await person.say("find car+hotel | place Mallorca", "a car and a hotel in Mallorca")
    said = await person.say("find car | place Barcelona | on 20 june | until 26 june", "ok barcelona then, 20-26 june")
    assert "Cars in Barcelona from 20 June" in said
    assert "Hotels in Barcelona, 20 June" in said


@pytest.mark.parametrize(
    ("before", "message"),
    [
        ("place Mallorca", "only the car, in barcelona, 20-26 june"),
        ("place Rome | on 20 june | until 26 june", "rather barcelona"),  # both were shown
    ],
)
async def test_only_what_a_message_looks_for(person: Person, before: str, message: str) -> None:
    await person.say(f"find car+hotel | {before}")
    said = await person.say("find car | place Barcelona | on 20 june | until 26 june", message)
    assert "Barcelona" in said
    assert "Hotels in" not in said


async def test_both_ends_near_one_place_are_a_stay_there(person: Person) -> None:
    said = await person.say("find flight+return+hotel | from osaka | place nara | on 4 december | until 6 december")
    assert "The nearest place that I serve is Kyoto for both" in said
    assert "Tokyo" not in said
    stay = await person.say("yes")
    assert stay.startswith("Hotels in Kyoto, 4 December 2026, 2 nights")


async def test_the_nearest_place_is_named_where_the_trip_starts_from_it(person: Person) -> None:
    said = await person.say("find flight | from kyoto | place osaka | on 4 december")
    assert "Kyoto is nearest to Osaka, but it is the other end of your trip." in said
    both = await person.say("compare osaka bergen | museums", conversation="2")
    assert "nothing to or in Osaka or Bergen: they are not served" in both


async def test_flights_that_land_a_day_after_the_hotel_begins_are_told(person: Person) -> None:
    both = "find flight+return+hotel | from London | place Bali | on 10 march | until 20 march | people 2"
    reply = await person.say(both, "flights and a hotel from London to Bali, 10 to 20 March, for two")
    assert "The flights there land on 11 March, a day after the hotel begins" in reply
    near = await person.say(
        "find flight+return+hotel | from London | place Rome | on 10 march | until 20 march", "to Rome", "2"
    )
    assert "a day after the hotel begins" not in near


async def test_the_day_before_is_for_the_flight_there_alone(person: Person) -> None:
    both = "find flight+return+hotel | from London | place Bali | on 10 march | until 20 march | people 2"
    await person.say(both, "flights and a hotel from London to Bali, 10 to 20 March, for two")
    misread = "find flight | on the 10th ; find flight | on the 10th"
    reply = await person.say(
        misread, "we want to be at the hotel on March 10, so please look for flights the day before"
    )
    assert "from London to Bali on 9 March 2027" in reply
    assert "8 March" not in reply
    assert "from Bali to London on 19 March" not in reply


async def test_who_drives_automatic_gets_an_automatic_of_another_size(person: Person) -> None:
    said = await person.say("find car | place Crete | on 12 september | nights 7 | type small | automatic")
    assert said.startswith("There is no compact car in Crete then, automatic. Of another size:\n1. Midsize car")


async def test_a_spa_is_told_to_be_a_sauna(person: Person) -> None:
    spa, message = "Of a spa I only know whether there is a sauna", "a hotel in bali with a spa, 20 february, 3 nights"
    assert spa in await person.say("find hotel | place bali | on 20 february | nights 3 | with spa", message)
    assert spa not in await person.say("find hotel | with pool", "and with a pool")
