"""What things cost together: named ones, or all of a trip, against the budget and for each."""

from __future__ import annotations

import pytest

from tests.ricordo_travel.clerk.conftest import Person

HOTELS = "find hotel | place Crete | on 12 june | nights 5 | people 2"
FLIGHTS = "find flight+return | from London | place Crete | on 12 june | until 17 june | people 2"


async def test_nothing_to_add_up(person: Person) -> None:
    assert "nothing to add up yet" in await person.say("total")
    assert "Nothing is booked" in await person.say("total | booked")


async def test_cheapest_of_each_list(person: Person) -> None:
    await person.say(HOTELS)
    await person.say(FLIGHTS)
    said = await person.say("total")
    assert said.startswith("In all: $1,173.")
    assert said.count("the cheapest that I showed") == 3


async def test_named_things_only(person: Person) -> None:
    await person.say(HOTELS)
    await person.say(FLIGHTS)
    assert "In all: $990." in await person.say("total 2 3")
    assert "In all: $1,413." in await person.say("total 1 3 Heron Lodge")
    assert "In all: $978." in await person.say("total flight return")


async def test_what_waits_counts_in_the_place_of_the_cheapest(person: Person) -> None:
    await person.say(HOTELS)
    await person.say(FLIGHTS)
    await person.say("pick 2")
    said = await person.say("total")
    assert "BH2392 from London to Crete $512 (waits for your yes)" in said
    assert "BH2393" not in said.split("Shall I")[0]
    assert "$592.50 for each of the 2 of you." in await person.say("total | each")


async def test_nothing_is_counted_twice(person: Person) -> None:
    await person.say(HOTELS)
    await person.say("pick 2")
    await person.say("yes a", "yes")
    await person.say(FLIGHTS)
    said = await person.say("total")
    assert said.startswith("In all: $1,308.")
    assert said.count("Orchard Guesthouse") == 1
    assert "Orchard Guesthouse Crete $330 in all (booked)" in await person.say("total | booked")
    assert "In all: $978." in await person.say("total | without hotel")


async def test_budget(person: Person) -> None:
    await person.say(HOTELS)
    assert "You have not told me a budget." in await person.say("total | budget")
    await person.say(f"{FLIGHTS} | max 1500 for the whole trip")
    assert "That is within your budget of $1,500: $327 is left." in await person.say("total | budget", "in budget?")


async def test_rooms_of_one_hotel_go_together(person: Person) -> None:
    await person.say("find hotel | place Lisbon | on 12 june | nights 3 | people 3 | rooms 1 double and 1 single")
    assert "Orchard Backpackers Lisbon $294 in all" in await person.say("total")


async def test_bookings_of_an_earlier_conversation(person: Person) -> None:
    await person.say(HOTELS)
    await person.say("pick 2")
    await person.say("yes a", "yes")
    assert "Orchard Guesthouse Crete $330 in all (booked)" in await person.say("total", conversation="2")
    assert "$330 in all (booked)" in await person.say("total trip Crete", conversation="2")
    assert "I have nothing for Rome yet." in await person.say("total trip Rome", conversation="2")


async def test_lack_of_the_way_back(person: Person) -> None:
    await person.say(FLIGHTS)
    await person.say("pick 1")
    await person.say("yes a", "yes")
    assert "That is without the way back." in await person.say("total | booked")


async def test_what_the_message_itself_chooses(person: Person) -> None:
    await person.say(HOTELS)
    assert "Heron Lodge Crete $435 in all (waits for your yes)" in await person.say("pick 3 ; total")


async def test_total_of_other_days_is_an_estimate(person: Person) -> None:
    await person.say(HOTELS)
    assert "Crete: about $" in await person.say("total | nights 10 | from London | max 2500 in all | budget")


async def test_budget_that_the_message_itself_tells(person: Person) -> None:
    await person.say(HOTELS)
    assert "That is within your budget of $900" in await person.say("tell | our budget is 900 ; total | budget")


async def test_what_was_turned_down_is_not_counted(person: Person) -> None:
    await person.say(HOTELS)
    await person.say("find car | on 12 june | nights 5")
    await person.say("pick 1")
    await person.say("no a", "no")
    assert "car" not in await person.say("total")


async def test_what_the_same_message_agrees_to_does_not_wait_any_more(person: Person) -> None:
    await person.say(HOTELS)
    await person.say("pick 1")
    assert not await person.talk.bookings()
    await person.say("yes", "yes please")
    await person.say("change x | people 3")
    said = await person.say("yes a ; total | each", "yes. how much each?")
    assert "Changed." in said
    assert "(booked)" in said
    assert "waits for your yes" not in said


async def test_flights_that_were_not_looked_for_are_found(person: Person) -> None:
    await person.say(f"{HOTELS} | from Leeds")
    said = await person.say("pick 1 ; total 1 flight return", "the first. how much is it with flights?")
    assert "the hotel Lantern Backpackers Crete $195 (waits for your yes)" in said
    assert said.count("(the cheapest that I find)") == 2
    assert "Leeds is not served; " in said
    assert " is the nearest place to it." in said


async def test_flights_need_a_start(person: Person) -> None:
    await person.say(HOTELS)
    said = await person.say("pick 1 ; total | with flights", "the first. and with flights?")
    assert "That is without flights: tell me where you fly from, and I add them." in said


async def test_what_would_be_is_held_against_the_budget(person: Person) -> None:
    await person.say("suggest | from London | people 2 | max 2500 in all")
    await person.say(HOTELS)
    await person.say("pick 2")
    await person.say("yes a", "yes")
    said = await person.say("whatif x | longer 2 nights ; total | budget", "two more nights with what is left?")
    assert "With that it would be $462. That is within your budget of $2,500: $2,038 is left." in said
    assert "$231 for each of the 2 of you, $462 in all" in await person.say("total | each")


async def test_a_trip_with_several_places(person: Person) -> None:
    await person.say("find hotel | place Rome | on 7 september | nights 3 | people 2")
    await person.say("pick 2")
    await person.say("yes a", "yes")
    await person.say("find flight+hotel | from Rome | place Barcelona | on 10 september | nights 3")
    await person.say("pick 1 5")
    await person.say("yes", "yes, both")
    await person.say("find flight | from Berlin | place Barcelona | on 13 september")
    await person.say("find flight | from Barcelona | place Berlin | on 13 september")
    said = await person.say("pick 2 ; total", "the second. what is the whole trip?")
    assert "In all: $1,291." in said
    assert "from Berlin to Barcelona" not in said


async def test_what_a_sum_names_beside_a_choice_waits_with_it(person: Person) -> None:
    await person.say("find flight | from Paris | place Crete | on 10 september | people 2")
    await person.say("find hotel | place Crete | on 10 september | nights 7 | stars 4")
    reply = await person.say("pick 1 ; total 1 ab2312")
    assert reply.startswith("In all: $1,231.")
    assert "Shall I book these?\nCedar House Crete" in reply
    assert "\nFlight AB2312 from Paris to Crete" in reply


async def test_a_yes_asks_for_the_rest_of_the_last_sum(person: Person) -> None:
    await person.say("find flight | from Paris | place Crete | on 10 september | people 2")
    await person.say("find hotel | place Crete | on 10 september | nights 7 | stars 4")
    await person.say("pick 1 ; total")
    reply = await person.say("yes a", "yes book all of it")
    assert reply.startswith("Booked. H-")
    assert "Shall I book this?\nFlight AB2312" in reply


async def test_what_was_just_agreed_is_added_to_the_trip(person: Person) -> None:
    await person.say("find hotel | place Crete | on 8 august | nights 7 | people 4")
    await person.say("pick 1")
    await person.say("yes a", "yes")
    await person.say("find flight+return | from Berlin | place Crete | on 8 august | until 15 august | people 4")
    await person.say("pick 1 3")
    reply = await person.say("yes a b ; total a b", "yes both. what do we pay altogether?")
    assert "In all: $1,884." in reply
    assert "With the hotel Lantern Backpackers Crete $434 (booked) it is $2,318 for all of it." in reply


@pytest.mark.parametrize("program", ["whatif these | shift +1 week", "total | on 26 june | until 29 june"])
async def test_trip_that_is_not_booked_is_priced_on_other_days(person: Person, program: str) -> None:
    await person.say("find flight+return+hotel | from London | place Porto | on 19 june | until 22 june | people 2")
    total = await person.say("total")
    now = total.partition("In all: ")[2].partition(".")[0]
    reply = await person.say(program)
    assert reply.startswith("Then it would be $")
    assert now in reply
    assert "26 June 2026 at" in reply
    assert "29 June 2026 at" in reply
    assert "26 to 29 June 2026 (3 nights)" in reply
    assert "for each of the 2 of you" in await person.say("total | each")


async def test_budget_that_the_question_names(person: Person) -> None:
    await person.say("find hotel | place Rome | on 12 june | nights 2 | people 2")
    await person.say("pick 1")
    reply = await person.say("total | budget", "does that fit our budget of 1200?")
    assert "within your budget of $1,200" in reply
    assert "within your budget of $1,200" in await person.say("total | budget", "what is left then")


async def test_a_journey_with_several_stays_has_all_its_parts(person: Person) -> None:
    await person.say("find flight | from Dublin | place New York | on 7 september | people 2")
    await person.say(
        "find hotel | place New York | on 7 september | nights 4 ; "
        "find flight+hotel | from New York | place San Francisco | on 11 september | nights 5"
    )
    said = await person.say("total")
    assert said.startswith("In all: $3,352.")
    assert "from San Francisco to Dublin $1,172 (the cheapest that I find)" in said


async def test_a_flight_that_nobody_wants_is_no_part_of_a_journey(person: Person) -> None:
    await person.say("find flight | from Dublin | place New York | on 7 september | people 2")
    await person.say(
        "find hotel | place New York | on 7 september | nights 4 ; "
        "find flight+hotel | from New York | place San Francisco | on 11 september | nights 5"
    )
    await person.say("find flight | from San Francisco | place Dublin | on 16 september")
    said = await person.say(
        "pick 2 ; total harbour guesthouse 4", "the 15:30 suits us. what is the total with the two guesthouses?"
    )
    assert "In all: $3,997." in said
    assert "from Dublin to San Francisco" not in said


async def test_the_flights_of_one_day_there_and_back(person: Person) -> None:
    await person.say("find flight | from London | place Edinburgh | on 10 june | people 1")
    await person.say("find return | on 10 june | time evening")
    assert "In all: $154." in await person.say("total")


async def test_a_sum_that_somebody_has_reckoned(person: Person) -> None:
    await person.say("find flight+return | from Paris | place Marrakech | on 7 november | until 14 november | people 2")
    await person.say("pick 1 4 ; find hotel | with pool")
    said = await person.say("total a b", "that's 1921 altogether right?")
    assert said.startswith("Yes, that is right. In all: $1,921.")
    said = await person.say("total", "so all together it's 1800?")
    assert said.startswith("Not quite: it is not $1,800. In all: $1,921.")


async def test_a_total_of_flights_in_another_class_has_one_of_each_way(person: Person) -> None:
    await person.say(FLIGHTS)
    await person.say(HOTELS)
    await person.say("whatif flight | class business", "what if we fly business?")
    said = await person.say("total")
    assert said.count("the flight") <= 2


async def test_what_was_left_out_stays_out(person: Person) -> None:
    await person.say(HOTELS)
    await person.say("pick 2 ; find flight | from London ; find return")
    await person.say("find car | type small")
    first = await person.say("total | without car", "and without the car?")
    then = await person.say("total | each", "is that for both of us?")
    assert first.split(".")[0] == then.split(".")[0]
    assert "car" not in then
    assert "Orchard Guesthouse" in then


async def test_each_family_has_its_share(person: Person) -> None:
    await person.say("suggest | on september | nights 10 | people 6 | with beach", "10 days beach, 2 familys 6 people")
    reply = await person.say("place crete | prices each", "what does crete cost per family?")
    assert " for each of the two families, $" in reply
    await person.say("find hotel | place Crete | on 4 september | nights 10 | rooms 2 family")
    await person.say("pick 1")
    assert "for each of the two families, $" in await person.say("total | each", "what is that each?")


@pytest.mark.parametrize(
    ("program", "message"),
    [
        ("total 2 | budget", "the lodge, does that fit our budget with flights"),
        ("total 2", "but with the flights? whats the total for the lodge"),
        ("ask 2 | price", "with the flights the lodge is over my budget, isn't it?"),
        ("compare 2 | price", "is the lodge within our budget, flights included?"),
    ],
)
async def test_flights_that_somebody_wants_in_a_sum_are_in_it(person: Person, program: str, message: str) -> None:
    await person.say(f"{HOTELS} | from London ; tell | our budget is 1500 for everything")
    said = await person.say(program, message)
    assert said.count("(the cheapest that I find)") == 2
    assert "from London to Crete" in said
    assert "from Crete to London" in said
    assert ("your budget" in said) == ("budget" in message)


async def test_flights_that_wait_are_those_of_a_sum(person: Person) -> None:
    await person.say(HOTELS)
    await person.say(FLIGHTS)
    await person.say("pick 2 4")
    said = await person.say("total Heron Lodge | budget", "does the heron lodge fit the budget with the flights?")
    assert said.split("Shall I")[0].count("(waits for your yes)") == 2
