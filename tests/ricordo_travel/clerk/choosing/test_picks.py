"""What somebody chooses is proposed just as they want it, and what is not there is said not to be."""

from __future__ import annotations

import pytest

from tests.ricordo_travel.clerk.conftest import Person

_HOTELS = "find hotel | place Lisbon | on 10 june | nights 3 | people 2"
_FLIGHTS = "find flight+return | from London | place Rome | on 12 june | until 16 june | people 2"


@pytest.mark.parametrize(
    ("program", "expected"),
    [
        ("pick 2", "Shall I book this?\nLantern Guesthouse Lisbon, 1 double room, 10 to 13 June 2026"),
        ("pick 2 | nights 4", "10 to 14 June 2026 (4 nights)"),
        ("pick 2 | on the 11th", "11 to 14 June 2026 (3 nights)"),
        ("pick 2 | people 3", "1 family room, 10 to 13 June 2026 (3 nights), 3 guests"),
        ("pick 2 | rooms 2 double", "2 double rooms"),
        ("pick 2 | rooms 30 double", "does not have 30 double rooms for you then."),
        ("pick 2 | with sauna", "Lantern Guesthouse Lisbon does not have a sauna."),
        ("pick 1 2", "Orchard Backpackers Lisbon, 1 double room"),
        ("pick cheapest", "Shall I book this?\nOrchard Backpackers Lisbon"),
        ("pick with breakfast", "Shall I book this?\nLantern Guesthouse Lisbon"),
        ("pick hotel", "Which one shall I book?"),
        ("pick Meadow Grand", "Shall I book this?\nMeadow Grand Lisbon"),
        ("pick Anchor Lodge", "I know nothing called Anchor Lodge in Lisbon."),
        ("pick 9", "There is no such number in the list."),
        ("whatif 2 | nights 4", "Then it would be this:\n1. Lantern Guesthouse Lisbon"),
        ("change hotel | nights 4", "You have no bookings."),
        ("yes", "Which one shall I book?"),
        ("no", "What shall be different"),
        ("wait", "Take your time"),
    ],
)
async def test_hotels(person: Person, program: str, expected: str) -> None:
    await person.say(_HOTELS)
    assert expected in await person.say(program)


@pytest.mark.parametrize(
    ("program", "expected"),
    [
        ("pick 1 3 | people 3", "3 passengers in economy"),
        ("pick 1 | class business", "2 passengers in business"),
        ("pick 1 | time evening", "12 June 2026 at 19:50"),
        ("pick 1 | on the 13th", "13 June 2026 at 10:40"),
        ("pick 1 3 | longer 1 night", "17 June 2026 at 09:00"),
        ("pick 1 3 | until 18 june", "12 June 2026 at 10:40"),
        ("pick 1 3 | nights 6", "18 June 2026 at 09:00"),
        ("pick 1 3 | shift +1 day", "17 June 2026 at 09:00"),
        ("pick 10:40", "AB2386"),
        ("pick flight morning", "Shall I book these?\nFlight AB2386"),
        ("pick TW2379", "Shall I book this?\nFlight TW2379 from London to Lisbon, 12 June 2026"),
        ("pick XX9999", "I know no flight XX9999."),
    ],
)
async def test_flights(person: Person, program: str, expected: str) -> None:
    await person.say(_FLIGHTS)
    assert expected in await person.say(program)


async def test_other_details_of_what_waits(person: Person) -> None:
    await person.say(_HOTELS)
    await person.say("pick 2 | nights 4")
    assert "1 family room, 10 to 14 June 2026 (4 nights), 3 guests" in await person.say("pick a | people 3")
    reply = await person.say("change a | rooms 1 single and 1 double")
    assert "1 single room" in reply
    assert "1 double room" in reply


async def test_what_is_booked_is_not_booked_again(person: Person) -> None:
    await person.say(_HOTELS)
    await person.say("pick 1")
    await person.say("yes", "yes")
    assert "That is booked already:" in await person.say("pick 1", "the first")
    assert "17 to 20 June 2026" in await person.say("pick 1 | shift +1 week")


async def test_other_hotel_beside_a_booked_one_is_remarked(person: Person) -> None:
    await person.say(_HOTELS)
    await person.say("pick 1")
    await person.say("yes", "yes")
    assert "is booked for the same days; tell me if I shall cancel that." in await person.say("pick 2")


async def test_yes_to_another_than_what_waits(person: Person) -> None:
    await person.say(_HOTELS)
    await person.say("pick 1")
    assert "Shall I book this?\nLantern Guesthouse Lisbon" in await person.say("yes 2", "rather yes the second")


async def test_yes_before_something_else(person: Person) -> None:
    assert "Nothing waits" not in await person.say("yes ; bookings", "ok, what do i have")


async def test_no_to_all_that_waits(person: Person) -> None:
    await person.say(_HOTELS)
    await person.say("pick 1")
    reply = await person.say("no", "no")
    assert reply == "All right, nothing was booked. What would you like instead?"


async def test_nearest_place_after_a_yes(person: Person) -> None:
    assert "Shall I look in Oslo instead?" in await person.say(
        "find hotel | place Bergen | on 12 june | nights 2 | people 2"
    )
    assert "Hotels in Oslo, 12 June 2026" in await person.say("yes", "yes")
    assert "Willow Backpackers Oslo" in await person.say("pick 1")


@pytest.mark.parametrize(
    ("program", "expected"),
    [
        ("pick 2", "I have nothing to choose from yet."),
        ("pick Station Lodge", "Station Lodge, gladly. Where would you like to go?"),
        ("pick Station Lodge Rome", "Station Lodge Rome, gladly. From which day?"),
        ("yes", "Nothing waits for a yes."),
        ("no", "Is there anything else"),
        ("wait", "Take your time."),
        ("undo", "There is nothing to undo"),
    ],
)
async def test_nothing_shown(person: Person, program: str, expected: str) -> None:
    assert expected in await person.say(program)


@pytest.mark.parametrize(
    ("program", "expected"),
    [
        ("pick car economy airport", "Shall I book this?\nEconomy car at Lisbon airport (LIS)"),
        ("pick car suv", "Suv car at Lisbon"),
    ],
)
async def test_cars_by_class_and_place(person: Person, program: str, expected: str) -> None:
    await person.say("find car | place Lisbon | on 20 june | until 24 june")
    reply = await person.say(program)
    assert expected in reply
    assert "several" not in reply


async def test_no_to_what_is_left(person: Person) -> None:
    await person.say("find hotel+car | place Oslo | on 6 july | until 9 july | people 1")
    await person.say("pick 1 4")
    reply = await person.say("yes a ; no b", "yes to the hotel, but drop the car")
    assert "Booked. H-" in reply
    assert reply.endswith("All right, not economy car at Oslo town centre.")


async def test_waiting_after_a_booking_says_that_it_is_booked(person: Person) -> None:
    await person.say("find hotel | place Rome | on 12 june | nights 3 | people 2")
    await person.say("pick 1")
    await person.say("yes a", "yes")
    reply = await person.say("wait", "wait, i didnt want to book it yet")
    assert reply.startswith("That is booked already; I can cancel it.\n\nShall I cancel this booking?")
    reply = await person.say("wait", "hm, let me think")
    assert "nothing is booked" not in reply


async def test_yes_with_a_question_about_one_offer_proposes_it(person: Person) -> None:
    await person.say("find hotel | place Rome | on 12 june | nights 3 | people 2")
    await person.say("ask 3 | price each")
    reply = await person.say("yes ; ask station lodge | breakfast")
    assert reply.startswith("Yes, Station Lodge Rome has breakfast. Whether it costs extra I do not know")
    assert "Shall I book this?\nStation Lodge Rome" in reply


async def test_a_booking_that_is_being_cancelled_is_no_rival(person: Person) -> None:
    await person.say("find hotel | place Rome | on 12 june | nights 3 | people 2")
    await person.say("pick 1")
    await person.say("yes a", "yes")
    reply = await person.say("cancel x ; pick cedar guesthouse", "please cancel that, i'd take the guesthouse instead")
    assert "tell me if I shall cancel" not in reply
    assert reply.count("Please say yes or no.") == 1


async def test_yes_after_a_question_about_one_offer_proposes_it(person: Person) -> None:
    await person.say("find hotel | place Rome | on 12 june | nights 3 | people 2")
    await person.say("ask 3 | pool")
    assert "Shall I book this?\nStation Lodge Rome" in await person.say("yes", "ok yes")


@pytest.mark.parametrize("program", ["pick all", "yes", "pick best"])
async def test_all_of_what_leaves_no_choice(person: Person, program: str) -> None:
    await person.say(
        "find flight+return | from Dublin | place Rome | on 10 july | until 15 july | time midday",
        "dublin to rome 10 to 15 july, midday",
    )
    await person.say("find flight+return | time midday", "midday both ways")
    reply = await person.say(program, "yes I'm sure")
    assert "Shall I book these?" in reply
    assert "at 13:45" in reply
    assert "at 13:40" in reply


async def test_all_of_several_is_no_choice(person: Person) -> None:
    await person.say(_FLIGHTS)
    assert "such as 1 and 3." in await person.say("pick all", "book all of it")
    assert "Shall I book" not in await person.say("pick best", "yes I'm sure")


async def test_another_than_what_waits(person: Person) -> None:
    await person.say(_FLIGHTS)
    await person.say("pick 1")
    assert "at 19:50" in await person.say("pick a", "not that one, the other")
    assert "at 10:40" in await person.say("pick first", "no. the first")


async def test_the_other_of_several_is_asked_for(person: Person) -> None:
    await person.say(_HOTELS)
    await person.say("pick 1")
    reply = await person.say("pick Orchard Backpackers", "no, the other one")
    assert "which one do you mean?\n1. Lantern Guesthouse Lisbon" in reply
    assert "Orchard Backpackers" not in reply


async def test_of_two_ways_to_stay_the_rooms_that_are_named(person: Person) -> None:
    await person.say("find hotel | place Rome | on 10 september | until 14 september | people 2 | with breakfast")
    await person.say("whatif station lodge | rooms 2 single")
    await person.say("find hotel | place Rome | with breakfast | other")
    reply = await person.say("pick station lodge", "we'll take the station lodge then, the double room is fine")
    assert "1 double room" in reply
    assert "single" not in reply


async def test_who_takes_another_hotel_still_wants_the_flights(person: Person) -> None:
    await person.say("find flight+return+hotel | from Berlin | place Athens | on 8 october | nights 5 | people 1")
    await person.say("pick 1 4 7", "1, 4 and the market lodge")
    reply = await person.say(
        "pick compass guesthouse", "hm a bit tight for eating out. take the cheaper guesthouse instead, the compass one"
    )
    assert reply.count("Flight ") == 2
    assert "Market Lodge" not in reply


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("nah porto is too far, skip flights", "All right, no flights. Your hotel stays booked."),
        ("we don't need a flight after all", "All right, no flights. Your hotel stays booked."),
        ("no, not these flights", "What shall be different"),
        ("no flight before 10 please", "What shall be different"),
    ],
)
async def test_a_refusal_of_a_whole_kind_drops_it(person: Person, message: str, expected: str) -> None:
    await person.say("find hotel | place Rome | on 12 june | until 15 june | people 2")
    await person.say("pick 1")
    await person.say("yes a", "yes")
    await person.say("find flight | from Porto | on 12 june")
    assert expected in await person.say("no flight", message)


async def test_a_refusal_of_a_kind_leaves_the_others(person: Person) -> None:
    await person.say("find flight+hotel | from London | place Rome | on 12 june | until 15 june")
    reply = await person.say("no flight", "forget the flights")
    assert reply.startswith("All right, no flights.\nWhich one shall I book?")


async def test_flights_wait_on_when_only_the_hotel_is_replaced(person: Person) -> None:
    await person.say("find flight+return+hotel | from London | place Rome | on 12 june | until 16 june")
    await person.say("pick 1 4 5")
    said = (
        "8pm is sound. but actually sack off the hostel, im too old for bunk beds. gimme the one with the gym instead"
    )
    reply = await person.say("cancel c ; pick 6", said)
    assert "All right, not Meadow Backpackers Rome." in reply
    _, _, asked = reply.partition("Shall I book these?")
    assert all(name in asked for name in ("AB2386", "AB1995", "Cedar Guesthouse"))
    assert "Meadow" not in asked
    reply = await person.say("no a b ; pick station lodge", "no you muppet, both flights, and Station Lodge instead")
    assert all(name in reply for name in ("AB2386", "AB1995", "Station Lodge"))


async def test_a_class_that_is_named_holds_for_what_is_chosen(person: Person) -> None:
    await person.say("find flight+return | from London | place Rome | on 12 june | until 16 june | class business")
    said = await person.say("find flight+return | class economy ; pick 3", "economy, not business class. 3 is ok")
    assert "1 passenger in economy" in said.split("Shall I book this?")[1]
    assert "in business" not in said


@pytest.mark.parametrize("program", ["pick Meadow Grand", "no a ; pick 3"])
async def test_the_number_of_people_holds_for_what_was_shown_before(person: Person, program: str) -> None:
    await person.say("find hotel | place Lisbon | on 10 june | nights 3 | people 4")
    await person.say("pick 2")
    assert "3 guests" in await person.say("pick a | people 3", "my brother stays at home, so three of us")
    assert "3 guests" in await person.say(program, "rather that one")
    assert "4 guests" in await person.say(f"{program} | people 4", "no, for the four of us")


async def test_the_flight_home_is_for_as_many_as_the_one_there(person: Person) -> None:
    await person.say(_FLIGHTS)
    await person.say("pick 1 | people 3", "the first one, we are three now")
    await person.say("yes", "yes please")
    assert "3 passengers" in await person.say("pick 3")


async def test_a_proposal_says_what_it_lacks_of_what_is_needed(person: Person) -> None:
    await person.say(_HOTELS)
    await person.say("tell | grandma walks badly, we need a lift")
    lack = "Lantern Guesthouse Lisbon does not have a lift; you told me that it is needed."
    assert lack in await person.say("pick 2")
    assert lack not in await person.say("pick 2 | nights 4")
    assert "does not have" not in await person.say("pick Meadow Grand")
