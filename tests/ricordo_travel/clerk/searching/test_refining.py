"""Searches that go on from what was said and shown before."""

from __future__ import annotations

import re

import pytest

from tests.ricordo_travel.clerk.conftest import Person

CRETE = "find hotel | place Crete | on 8 august | until 15 august | people 4 | with pool"
CARS = "find car | place Barcelona | on 6 july | nights 5"


def hotels(reply: str) -> list[str]:
    """Return the names of the hotels in a list."""
    return re.findall(r"\d+\. (\w+ \w+) Crete", reply)


def cars(reply: str) -> list[str]:
    """Return the classes and places of the cars in a list."""
    return re.findall(r"\d+\. (\w+ car at \w+ \w+)", reply)


async def test_a_beach_of_suggestions_is_no_wish_for_a_hotel(person: Person) -> None:
    await person.say("suggest | on august | people 4 | with beach", "somewhere with a beach, four of us")
    said = await person.say(CRETE)
    assert hotels(said) == ["Lantern Backpackers", "Compass Grand"]
    assert "near the beach" not in said


async def test_a_search_without_a_place_that_describes_it_gets_ideas(person: Person) -> None:
    said = await person.say("find flight+return | from Berlin | on august | nights 7 | people 4 | with beach", "four")
    assert "for 7 nights and 4 people:" in said
    assert "• " in said
    assert "warm in August" in await person.say("suggest | with warm", "somewhere warm")


async def test_a_wish_is_given_up_in_other_words(person: Person) -> None:
    assert hotels(await person.say(f"{CRETE} | with near beach")) == ["Compass Grand"]
    said = await person.say("find hotel | with pool | drop the beach filter | other")
    assert hotels(said) == ["Lantern Backpackers"]


async def test_a_wish_that_is_named_is_not_given_up_at_once(person: Person) -> None:
    await person.say(CRETE)
    assert "with a pool:" in await person.say("find hotel | with pool | drop pool", "show me all with a pool")


async def test_others_leave_out_what_was_shown_and_say_if_it_was_all(person: Person) -> None:
    await person.say(CRETE)
    said = await person.say("find hotel | other")
    assert "Besides Lantern Backpackers Crete and Compass Grand Crete, no hotel in Crete" in said
    assert not {"Lantern Backpackers", "Compass Grand"} & set(hotels(said))


async def test_cheaper_hotels_beside_flights(person: Person) -> None:
    await person.say("find flight+hotel | from Paris | place Crete | on 10 september | nights 7 | with breakfast")
    said = await person.say("find hotel | drop breakfast | cheaper")
    assert hotels(said) == ["Lantern Backpackers"]
    await person.say("find flight+hotel | from Paris | place Crete | on 10 september | nights 7 | stars 4")
    assert "Flight" not in await person.say("find hotel | cheaper")


async def test_the_way_there_once_the_way_back_is_booked(person: Person) -> None:
    await person.say("find hotel | place Crete | on 10 september | nights 7 | people 2")
    await person.say("pick 1")
    await person.say("yes a ; find return | place Paris | on the 17th", "yes and back to paris")
    await person.say("pick 2")
    await person.say("yes a", "yes")
    said = await person.say("find flight | on the 10th | time morning")
    assert "Flights from Paris to Crete on 10 September 2026" in said
    assert "For the way back" not in said


async def test_a_time_that_no_flight_meets_is_not_kept(person: Person) -> None:
    await person.say("find flight | from London | place Berlin | on 16 june | time after 22:00")
    said = await person.say("find flight | on 17 june")
    assert "after 22:00" not in said
    assert "Flights from London to Berlin on 17 June 2026" in said


async def test_a_search_in_two_commands_is_listed_once(person: Person) -> None:
    said = await person.say("find hotel | place Crete | on 8 august | nights 7 ; find hotel | with pool | people 4")
    assert hotels(said) == ["Lantern Backpackers", "Compass Grand"]


async def test_cars_of_two_classes(person: Person) -> None:
    said = await person.say(f"{CARS} | type van or suv")
    assert cars(said)[:2] == ["Van car at Barcelona town", "Suv car at Barcelona town"]
    assert {each.split()[0] for each in cars(await person.say("find car | at airport"))} == {"Van", "Suv"}


async def test_a_car_with_more_room(person: Person) -> None:
    await person.say(CARS)
    said = await person.say("find car | people 5 | with more room", "we are 5, something with more room")
    assert cars(said)[0] == "Midsize car at Barcelona town"
    assert "do not know" not in said


@pytest.mark.parametrize("ref", ["car compact town", "car compact automatic town"])
async def test_a_car_that_was_shown_before_the_last_list(person: Person, ref: str) -> None:
    await person.say(CARS)
    await person.say("find car | type van or suv")
    said = await person.say(f"pick {ref}")
    assert "Compact car at Barcelona town centre, 6 to 11 July 2026" in said
    assert "Shall I book this?" in said


async def test_a_car_keeps_its_own_days_beside_a_booked_stay(person: Person) -> None:
    await person.say("find hotel | place Crete | on 10 september | nights 7")
    await person.say("pick 1")
    await person.say("yes a", "yes")
    assert "from 9 September 2026 until 12 September" in await person.say("find car | on 9 september | nights 3")
    await person.say("pick 1")
    await person.say("yes a", "yes, the car")
    assert "10 to 17 September" in await person.say("find hotel | with breakfast")


async def test_a_short_name_of_a_place_that_is_not_served(person: Person) -> None:
    assert "Shall I look in Tenerife instead?" in await person.say(
        "find cars | place Las Palmas | on 6 july | nights 5"
    )
    assert cars(await person.say("yes", "yes"))


async def test_a_budget_is_told_by_what_is_left_of_it(person: Person) -> None:
    await person.say("suggest | from Berlin | on september | max 600 in all", "from berlin in september, max 600")
    await person.say("find flight+return | place Rome | on 10 september | until 14 september")
    await person.say("pick 1 3")
    await person.say("yes", "yes")
    said = await person.say("find hotel | with breakfast")
    assert re.search(r"After what is booked, \$\d+ of your \$600 is left; this is above that\.", said)


async def test_breakfast_for_somebody_who_eats_no_meat(person: Person) -> None:
    await person.say("tell | i'm vegetarian", "i'm vegetarian")
    said = await person.say("find hotel | place Rome | on 10 september | nights 4 | with breakfast")
    assert "None of these has a vegetarian menu." in said
    said = await person.say("find hotel | drop breakfast | with something veggie")
    assert "Compass House Rome" in said


@pytest.mark.parametrize(
    ("program", "message", "people"),
    [
        ("suggest | with honeymoon | with beach", "honeymoon ideas", 2),
        ("suggest | with beach | on august", "my wife and i want a beach in august", 2),
        ("suggest | with family of five | with beach", "family of five, beach", 5),
        ("suggest | with beach | on august", "a beach in august", 1),
    ],
)
async def test_suggestions_count_who_travels(person: Person, program: str, message: str, people: int) -> None:
    said = await person.say(program, message)
    assert f"and {people} p" in said
    assert said.count("• ") == 3


async def test_cheaper_flights_after_hotels_were_shown(person: Person) -> None:
    await person.say("find flight | from Lisbon | place Marrakech | on 7 november | nights 4")
    await person.say("find hotel | with pool")
    assert "a seat is the cheapest that I have" in await person.say("find flight | cheaper")


async def test_who_has_seen_all_is_told_so(person: Person) -> None:
    await person.say("find hotel | place Crete | on 10 september | nights 7 | stars 4")
    said = await person.say("find hotel | other")
    assert "Besides Cedar House Crete and Compass Grand Crete, no hotel in Crete" in said
    assert "You have seen all that I have there" in await person.say("find hotel | other", "more")


async def test_back_on_the_day_after(person: Person) -> None:
    said = await person.say("find flight+return | from Paris | place Berlin | on 9 june | until the day after")
    assert "Flights from Berlin to Paris on 10 June 2026" in said


async def test_a_yes_beside_a_search_elsewhere_does_not_turn_back(person: Person) -> None:
    await person.say("find hotel | place Crete | on 10 september | nights 3 | people 2")
    await person.say("pick 1")
    said = await person.say("yes a ; find hotel | place Athens", "yes. now athens")
    assert "a room in Athens" in said
    said = await person.say("find hotel | nights 2 | with breakfast")
    assert "Athens, 1 double room, 13 to 15 September 2026" in said


async def test_one_time_for_both_ways(person: Person) -> None:
    await person.say("find flight+return | from Dublin | place Rome | on 10 july | until 15 july | people 2")
    reply = await person.say("find flight+return | time midday", "the flights around midday both ways")
    assert "at 13:45" in reply
    assert "at 13:40" in reply
    assert "at 06:35" not in reply


DEAR = "find hotel | place Lisbon | on 10 july | nights 4 | people 3 | with pool"


async def test_what_was_too_dear_is_not_offered_again(person: Person) -> None:
    assert "Meadow Grand Lisbon" in await person.say(DEAR)
    said = await person.say("find hotel | max 800 in all", "too much, max 800 in total")
    assert "No hotel in Lisbon is free for the three of you with a pool, under $800 in all." in said
    assert "other places" not in said
    assert "without a pool:\n1. Orchard Backpackers Lisbon" in said
    assert "Meadow Grand" not in said
    assert max(map(int, re.findall(r"\$(\d+) in all –", said))) <= 800


async def test_what_was_too_dear_is_not_offered_again_where_all_is(person: Person) -> None:
    await person.say(DEAR)
    said = await person.say("find hotel | max 40 in all", "too much, max 40 in total")
    assert "over that price:\n1. Orchard Backpackers Lisbon" in said


async def test_a_price_holds_for_more_stars_and_what_is_over_it_is_said(person: Person) -> None:
    await person.say(f"{DEAR} | max 800 in all".replace("Lisbon", "Crete"))
    said = await person.say("find hotel | stars 3", "only one? got something a bit nicer, 3 stars?")
    assert "with a pool, with at least 3 stars, under $800 in all." in said
    assert "Over that price there is Compass Grand Crete, $1,256 in all." in said
    assert "without a pool:\n1. Orchard Guesthouse Crete" in said
    assert "Compass Grand Crete, 1 family room" not in said


async def test_finer_hotels_are_within_the_price_if_there_are_any(person: Person) -> None:
    await person.say("find hotel | place Rome | on 3 july | nights 3 | max 200 a night")
    said = await person.say("find hotel | with nicer", "something nicer")
    assert "under $200 a night:\n1. Compass House Rome" in said
    assert "Terrace Grand" not in said
    said = await person.say("find hotel | with nicer", "even nicer?")
    assert "over that price:\n1. Terrace Grand Rome" in said


async def test_a_nicer_hotel_takes_the_place_of_the_booked_one(person: Person) -> None:
    await person.say("find hotel | place crete | on 10 september | nights 7 | people 3")
    await person.say("pick 1")
    await person.say("yes a")
    message = "is there a nicer hotel in crete for us? if so i would change"
    said = await person.say("find hotel | place crete | other", message, "2")
    assert re.search(r"^Instead of H-\w+: Lantern Backpackers Crete.* 3 guests", said, re.MULTILINE)
    assert "10 to 17 September 2026 (7 nights), 3 guests" in said.split("Hotels in Crete")[1]
    said = await person.say("pick 1", conversation="2")
    assert "Shall I book this?" in said
    assert "Cancel H-" in said
    assert len(await person.talk.bookings()) == 1
    said = await person.say("find hotel | place crete | on 20 october | nights 2", "a nicer hotel from 20 october", "3")
    assert "Instead of" not in said


async def test_nothing_cheaper_is_said_first_also_of_several_rooms(person: Person) -> None:
    await person.say(
        "find hotel | place Marrakech | on 20 march | until 27 march | people 4 | rooms family | with pool"
    )
    said = await person.say(
        "find hotel | rooms 2 double | with pool | cheaper", "nothing cheaper, with 2 double rooms?"
    )
    assert said.startswith("There is nothing cheaper than $279 like that.")


async def test_who_asks_for_direct_flights_hears_that_all_are(person: Person) -> None:
    await person.say("find flight+return | from Rome | place Crete | on 11 july | until 18 july")
    said = await person.say("find flight+return | direct", "any direct one?")
    assert said.startswith("All of these are nonstop.")


async def test_earlier_is_earlier_than_the_flight_that_was_shown_before_the_hotels(person: Person) -> None:
    await person.say("find flight | from London | place Barcelona | on 17 june | time evening")
    await person.say("find hotel | nights 4")
    said = await person.say("find flight | time earlier", "i'd rather leave a bit earlier")
    assert "before 21:45" in said
    assert "before 10:00" not in said
    assert "at 11:30" in said


async def test_cheaper_flights_are_looked_for_both_ways(person: Person) -> None:
    await person.say("find flight+return | from Berlin | place Lisbon | on 3 july | until 10 july | people 1")
    reply = await person.say("find flight+return | cheaper", "is there a cheaper one?")
    there, _, back = reply.partition("way back")
    assert "from Berlin to Lisbon" in there
    assert "from Berlin to Lisbon" not in back
    assert "from Lisbon to Berlin" in back or "is the cheapest that I have" in back


async def test_cheaper_flights_one_way_have_no_way_back(person: Person) -> None:
    await person.say("find flight | from Berlin | place Lisbon | on 3 july | people 1 | oneway")
    assert "way back" not in await person.say("find flight | cheaper", "is there a cheaper one?")


async def test_a_nicer_view_is_not_more_stars(person: Person) -> None:
    await person.say("find hotel | place Paris | on 10 july | nights 3 | people 2")
    said = await person.say("find hotel | with nicer view", "anything there with a nicer view?")
    assert "I do not know what the views are like; please ask the hotel." in said
    assert "stars first" not in said
    assert "more than" not in said
