"""Who comes back and speaks of last time is answered by what is booked, or else by what was seen then."""

from __future__ import annotations

from pathlib import Path

from tests.ricordo_travel.clerk.conftest import Person
from tests.ricordo_travel.conversation import Talk, open_assistant

_STAY = "find hotel | place crete | on 1 july | until 8 july | people 2"
_ROUND = "find flight+return | from berlin | place barcelona | on 5 june | until 7 june | people 1"


async def test_flights_to_a_stay_start_where_they_did(person: Person) -> None:
    await person.say("find flight | from oslo | place crete | on 1 july", "we fly from oslo to crete on 1 july")
    await person.say(_STAY, "a hotel in crete, 1 to 8 july, for two")
    await person.say("pick 1", "the first")
    await person.say("yes", "yes")
    said = await person.say("find flight", "hi again! got the hotel now need the flights for it", "2")
    assert "I took Oslo as the start, like last time; tell me if that is not right." in said
    assert "Flights from Oslo to Crete on 1 July 2026, for the two of you" in said
    assert "Flights from Crete to Oslo on 8 July 2026" in said


async def test_a_start_is_taken_from_nobody_who_speaks_of_another_trip(person: Person) -> None:
    await person.say("find flight | from oslo | place crete | on 1 july", "we fly from oslo to crete on 1 july")
    said = await person.say("find flight | place rome | on 3 may", "a flight to rome on 3 may", "2")
    assert "Where will you fly from?" in said


async def test_the_hotel_that_was_liked_is_asked_about(person: Person) -> None:
    await person.say(f"{_STAY} | with pool | name Compass Grand", "the compass grand in crete, 1 to 8 july, for two")
    await person.say("wait", "we must discuss it first")
    said = await person.say("pick hotel", "we would like to take the hotel we liked", "2")
    assert said.startswith("Last time we looked at Compass Grand Crete, 1 double room, 1 to 8 July 2026")
    assert "Shall I book this?\nCompass Grand Crete" in said
    assert not await person.talk.bookings()
    assert "Booked. H-" in await person.say("yes a", "yes, please reserve it for us", "2")


async def test_what_was_only_seen_is_named(person: Person) -> None:
    await person.say(_STAY, "a hotel in crete, 1 to 8 july, for two")
    said = await person.say("bookings", "what did we arrange?", "2")
    assert said == "You have no bookings. Last time we looked at hotels for Crete; that is not booked."
    assert await person.say("bookings", "is nothing booked?", "2") == "You have no bookings."


async def test_what_is_booked_is_told_to_who_asks_for_what_was_not_shown(person: Person) -> None:
    await person.say(_STAY, "a hotel in crete, 1 to 8 july, for two")
    await person.say("pick 1", "the first")
    await person.say("yes", "yes")
    said = await person.say("ask flight | arrival", "when do we arrive?", "2")
    assert "This is booked:\nLantern Backpackers Crete, 1 double room, 1 to 8 July 2026" in said


async def test_nothing_is_said_of_a_visit_that_never_was(person: Person) -> None:
    assert await person.say("bookings", "what did we arrange?") == "You have no bookings."
    said = await person.say("pick hotel", "the hotel we liked")
    assert said.startswith("I have nothing to choose from yet. Tell me where you would like to go")


async def test_one_day_later_is_of_the_stay_that_was_seen(person: Person) -> None:
    await person.say(_STAY, "a hotel in crete, 1 to 8 july, for two")
    said = await person.say("find hotel | on 2 july", "can we arrive one day later, on 2 july?", "2")
    assert "Hotels in Crete, 2 July 2026, 7 nights, for the two of you" in said


async def test_the_same_again_is_for_all_that_was_booked(person: Person) -> None:
    await person.say(_ROUND, "flights berlin to barcelona this friday back sunday")
    await person.say("pick 1 3", "1 and 3")
    await person.say("yes", "yes")
    program = "find hotel | place rome | on 26 june | until 28 june | again"
    said = await person.say(program, "hey same again but rome, 26 to 28 june", "2")
    assert "Flights from Berlin to Rome on 26 June 2026, for one person" in said
    assert "Flights from Rome to Berlin on 28 June 2026" in said
    assert "Hotels in" not in said


async def test_the_same_flights_again_are_those_of_both_ways(person: Person) -> None:
    await person.say(_ROUND, "flights berlin to barcelona this friday back sunday")
    await person.say("pick 1 3", "1 and 3")
    await person.say("yes", "yes")
    program = "find flight+return | on 10 july | until 14 july | again"
    said = await person.say(program, "same flights again, 10 to 14 july", "2")
    assert "There is no flight with" not in said
    assert "1. Flight AB2625" in said
    assert "2. Flight KT1920" in said


async def test_wishes_are_kept_beside_what_is_taken_from_last_time(person: Person) -> None:
    await person.say(_STAY, "a hotel in crete, 1 to 8 july, for two")
    program = "find hotel | with breakfast | with garden"
    said = await person.say(program, "a room there again with breakfast and a garden", "2")
    assert "Hotels in Crete, 1 July 2026, 7 nights, for the two of you, with breakfast and a garden" in said


async def test_nobody_hears_of_the_visit_of_somebody_else(tmp_path: Path) -> None:
    async with open_assistant(tmp_path) as assistant:
        await Talk(assistant, "ann").say("a hotel in crete, 1 to 8 july, for two", "1")
        assert "Crete" not in await Talk(assistant, "bob").say("is anything booked?", "2")
        assert "Crete" in await Talk(assistant, "ann").say("is anything booked?", "3")
