"""Bookings are told, changed, cancelled and kept as commands say, and nothing is done before a yes."""

from __future__ import annotations

import pytest
import pytest_asyncio

from tests.ricordo_travel.clerk.conftest import Person

_FLIGHTS = "find flight+return | from London | place Rome | on 12 june | until 16 june | people 2"


@pytest_asyncio.fixture
async def trip(person: Person) -> Person:
    """Somebody who has flights to Rome and back, and a hotel there, as x, y and z."""
    await person.say(_FLIGHTS)
    await person.say("pick 1 3")
    await person.say("yes", "yes both")
    await person.say("find hotel")
    await person.say("pick 1")
    assert "Booked." in await person.say("yes", "yes")
    return person


async def test_longer_stay_offers_the_flight_back(trip: Person) -> None:
    reply = await trip.say("change z | longer 1 night")
    assert "12 to 17 June 2026 (5 nights)" in reply
    assert "Your flight from Rome to London is on 16 June 2026; it can move, too." in reply
    assert "Rome to London, 17 June 2026" in reply


async def test_longer_stay_leaves_a_flight_that_is_kept(trip: Person) -> None:
    reply = await trip.say("change z | longer 1 night ; keep y")
    assert "12 to 17 June 2026" in reply
    assert "17 June 2026 at" not in reply


async def test_all_moves_with_one_proposal_each(trip: Person) -> None:
    reply = await trip.say("change all | shift +1 week")
    assert reply.count("\nChange ") == reply.count("Shall I change these bookings?\n") * 3 == 3
    assert "19 June 2026 at 10:40" in reply
    assert "19 to 23 June 2026" in reply
    assert "23 June 2026 at 09:00" in reply


async def test_correction_of_a_change_that_waits(trip: Person) -> None:
    await trip.say("change all | shift +1 day")
    reply = await trip.say("change all | on 14 june")
    assert "14 June 2026 at 10:40" in reply
    assert "14 to 18 June 2026" in reply
    assert "18 June 2026 at 09:00" in reply


@pytest.mark.parametrize(
    ("program", "expected"),
    [
        ("change z | rooms 2 single", "2 single rooms, 12 to 16 June 2026"),
        ("change z | people 3", "2 double rooms, 12 to 16 June 2026 (4 nights), 3 guests"),
        ("change z | people +1", "3 guests"),
        ("change z | name Cedar Guesthouse", "Cedar Guesthouse Rome, 1 double room, 12 to 16 June 2026"),
        ("change z | name Casa Azul", "I know no hotel called Casa Azul in Rome."),
        ("change z | rooms 1 suite", "has no suite rooms, only single, double and family rooms"),
        ("change z | rooms 1 single and 1 double", "1 single room, 12 to 16 June 2026 (4 nights), 1 guest"),
        ("change z | on 13 june", "13 to 16 June 2026 (3 nights)"),
        ("change z | on july", "12 to 16 July 2026 (4 nights)"),
        ("change z | nights 4", "That is how it is booked already:"),
        ("whatif z | name Casa Azul", "I know no hotel called Casa Azul in Rome."),
        ("change x | from Paris", "Flights from Paris to Rome on 12 June 2026"),
        ("change x | on another day", "To which day shall I move it?"),
        ("change z | cheaper", "There is nothing cheaper for those days than Meadow Backpackers Rome"),
        ("change z | with breakfast", "does not have breakfast."),
        ("change z | with sauna", "Meadow Backpackers Rome has that already: sauna."),
        ("change z | with kettle", "I cannot add kettle to the booking"),
        ("change z", "What shall I change: the days, the rooms or who stays?"),
        ("change x | class business", "2 passengers in business"),
        ("change x | time later", "12 June 2026 at 19:50"),
        ("change y | time earlier", "There is no flight before 09:00"),
        ("change y | on the 17th", "still ends on 16 June 2026; tell me to move that, too."),
        ("change flight | on 17 june", "Rome to London, 17 June 2026"),
        ("change flight", "Which booking shall I change? Say its number."),
        ("change car | type suv", "No car is booked. This is booked:"),
        ("cancel flight", "Which booking shall I cancel? Say its number."),
        ("cancel return", "Cancel F-"),
        ("cancel hotel Lisbon", "No hotel in Lisbon is booked."),
        ("whatif z | longer 2 nights", "would be $384 instead of $256 for 12 to 18 June 2026 (6 nights)"),
        ("whatif z | rooms 1 family", "with 1 family room would be $408 instead of $256"),
        ("whatif z | cancel", "Today $256 would come back."),
        ("whatif x | class business", "for 2 in business would be $964 instead of $302"),
        ("keep z", "All right, this stays as it is:\n1. H-"),
        ("keep", "All right, everything stays as it is."),
        ("bookings", "Your bookings:\n1. F-"),
        ("bookings return | when", "from Rome to London is on 16 June 2026 at 09:00."),
        ("bookings hotel | when", "Meadow Backpackers Rome is booked from 12 to 16 June 2026 (4 nights)."),
        ("bookings hotel | booked", "Yes, that is booked:\n1. H-"),
        ("bookings hotel Lisbon | booked", "No, no hotel in Lisbon is booked."),
        ("bookings Casa Azul | booked", "No, Casa Azul is not booked."),
        ("bookings | next", "Your next trip:"),
        ("undo", "Shall I cancel this booking?\nCancel H-"),
    ],
)
async def test_reply_to_one_command(trip: Person, program: str, expected: str) -> None:
    assert expected in await trip.say(program)


async def test_whatif_proposes_nothing(trip: Person) -> None:
    await trip.say("whatif z | longer 2 nights")
    assert "Nothing waits for a yes" in await trip.say("yes", "yes")


async def test_answer_which_booking_keeps_what_to_change(trip: Person) -> None:
    await trip.say("change flight | time evening")
    reply = await trip.say("change 1", "the first")
    assert "12 June 2026 at 19:50" in reply


async def test_number_of_a_list_of_bookings_is_no_offer(trip: Person) -> None:
    await trip.say("cancel flight")
    reply = await trip.say("pick 2", "2")
    assert "Shall I cancel this booking?" in reply
    assert "from Rome to London" in reply


async def test_undo_of_a_change_restores_what_was_before(trip: Person) -> None:
    await trip.say("change z | rooms 2 single")
    assert "Changed." in await trip.say("yes", "yes")
    assert "1 double room, 12 to 16 June 2026" in await trip.say("undo")


async def test_undo_of_a_cancellation_books_again(trip: Person) -> None:
    await trip.say("cancel z")
    await trip.say("yes", "yes")
    assert "Shall I book this?\nMeadow Backpackers Rome" in await trip.say("undo")


async def test_undo_drops_what_waits(trip: Person) -> None:
    await trip.say("change z | longer 1 night")
    reply = await trip.say("undo")
    assert "Please say yes or no." not in reply


async def test_other_hotel_takes_the_place_of_the_booked_one(trip: Person) -> None:
    listed = await trip.say("change z | other")
    assert listed.startswith("Instead of H-")
    assert "1. Meadow" not in listed
    reply = await trip.say("pick 1")
    assert "Shall I book this?\nCedar Guesthouse Rome" in reply
    assert "Shall I cancel this booking?" in reply


async def test_only_other_hotel_is_booked_and_the_booked_one_cancelled(trip: Person) -> None:
    await trip.say("change z | with breakfast")
    reply = await trip.say("yes", "yes to both")
    assert "Booked. H-" in reply
    assert "Station Lodge Rome" in reply
    assert "Cancelled. H-" in reply


async def test_other_place_for_all_of_a_trip(trip: Person) -> None:
    listed = await trip.say("change all | place Porto")
    assert listed.count("Instead of ") == 3
    assert "Flights from Porto to London on 16 June 2026" in listed
    reply = await trip.say("pick 1 3 6")
    assert "Shall I book these?\nFlight" in reply
    assert reply.count("\nCancel ") == 3
    assert reply.count("Please say yes or no.") == 1


async def test_change_of_nothing_named_is_of_what_it_can_be_about(trip: Person) -> None:
    await trip.say("bookings flight | when")
    assert "12 to 15 June 2026 (3 nights)" in await trip.say("change | nights 3")


async def test_whole_stay_moves_with_both_flights(trip: Person) -> None:
    reply = await trip.say("change z | shift +1 week")
    assert "Your flights are on 12 June 2026 and 16 June 2026; they can move, too." in reply
    assert reply.count("\nChange ") == reply.count("Shall I change these bookings?\n") * 3 == 3


async def test_length_that_is_left_open_is_asked_for(trip: Person) -> None:
    assert "By how many nights?" in await trip.say("change z | longer")
    assert "12 to 18 June 2026 (6 nights)" in await trip.say("change | longer 2 nights", "two")


async def test_letter_means_what_it_meant_before_the_yes(trip: Person) -> None:
    await trip.say("cancel x")
    reply = await trip.say("yes a ; bookings y | when", "yes")
    assert "Cancelled. F-" in reply
    assert "from Rome to London is on 16 June 2026" in reply


async def test_keep_drops_a_cancellation_that_waits(trip: Person) -> None:
    await trip.say("cancel all")
    reply = await trip.say("keep z", "keep the hotel")
    assert "Cancel H-" not in reply
    assert reply.count("Cancel F-") == 2


async def test_bookings_of_an_earlier_conversation(trip: Person) -> None:
    assert "Meadow Backpackers Rome" in await trip.say("bookings trip Rome", conversation="two")
    reply = await trip.say("change hotel | nights 6", conversation="two")
    assert "12 to 18 June 2026 (6 nights)" in reply


@pytest.mark.parametrize(
    "program", ["bookings", "cancel hotel", "change hotel | nights 3", "keep", "whatif x | cancel"]
)
async def test_nothing_booked(person: Person, program: str) -> None:
    assert "You have no bookings." in await person.say(program)


async def test_a_change_says_the_price_of_before(trip: Person) -> None:
    reply = await trip.say("change z | longer 1 night ; keep y")
    assert "That is $320 instead of $256." in reply
    assert "instead of" in await trip.say("change x | class business")


async def test_all_is_cancelled_but_what_is_kept(trip: Person) -> None:
    reply = await trip.say("cancel all ; keep hotel")
    assert reply.count("\nCancel F-") == 2
    assert "Cancel H-" not in reply
    reply = await trip.say("cancel all | not hotel")
    assert "Cancel H-" not in reply


async def test_the_flight_there_is_no_flight_back(trip: Person) -> None:
    reply = await trip.say("cancel hotel return")
    assert "Cancel H-" in reply
    assert "from Rome to London" in reply
    assert "from London to Rome" not in reply
    await trip.say("no", "no")
    await trip.say("cancel return flight")
    assert "Cancelled." in await trip.say("yes", "yes")
    assert "No flight back is booked." in await trip.say("cancel return")


async def test_a_bigger_car_is_the_next_one(trip: Person) -> None:
    await trip.say("find car | sort price")
    await trip.say("pick 1")
    assert "Booked." in await trip.say("yes", "yes")
    assert "to compact car" in await trip.say("change car | type bigger")
    await trip.say("no", "no")
    assert "There is no smaller car" in await trip.say("change car | type smaller")
    longer = await trip.say("change hotel | longer 1 night")
    assert "The economy car is still booked from 12 June 2026 to 16 June 2026" in longer


async def test_what_cannot_take_the_place_of_a_booking_is_said(person: Person) -> None:
    await person.say("find hotel | place Paris | on 5 june | nights 2 | with breakfast | max 60 a night")
    assert "Booked." in await person.say("yes", "yes")
    reply = await person.say("change x | other | with breakfast | max 60 a night")
    assert "I have nothing else like that" in reply
    assert "No flight is booked." in await person.say("change x | time later")


async def test_a_later_start_leaves_the_end_where_the_flight_back_stays(trip: Person) -> None:
    reply = await trip.say("change x z | on 13 june ; keep y")
    assert "London to Rome, 13 June 2026" in reply
    assert "13 to 16 June 2026 (3 nights)" in reply
    again = await trip.say("change x z | on 14 june ; keep y")
    assert "London to Rome, 14 June 2026" in again
    assert "14 to 16 June 2026 (2 nights)" in again


async def test_two_share_a_room(person: Person) -> None:
    await person.say("find hotel | place Rome | on 2 july | nights 7 | people 1")
    await person.say("pick 1")
    await person.say("yes", "yes")
    assert "1 double room, 2 to 9 July 2026 (7 nights), 2 guests" in await person.say("change x | people 2")


async def test_what_was_just_done_is_never_denied(trip: Person) -> None:
    await trip.say("change z | longer 1 night")
    await trip.say("no")
    await trip.say("cancel z")
    await trip.say("yes a", "yes cancel it")
    reply = await trip.say("wait", "wait, i was not sure yet")
    assert reply.startswith("That is cancelled already; I can book it again.")
    assert "Shall I book this?" in reply


async def test_a_change_that_keeps_the_rest_is_one_question(trip: Person) -> None:
    reply = await trip.say("change x | time evening ; keep y")
    assert reply.count("Please say yes or no.") == 1
    assert "stays as it is" not in reply


async def test_only_a_flight_back_is_a_return(person: Person) -> None:
    await person.say("find flight | from Berlin | place London | on 9 june")
    assert "1 passenger in business" in await person.say("whatif these | class business")
    await person.say("pick 1")
    await person.say("yes a", "yes")
    assert (await person.say("bookings return | booked")).startswith("No, no flight back is booked.")


async def test_changes_of_one_message_are_taken_together(trip: Person) -> None:
    reply = await trip.say("change x y | on saturday ; change y | on wednesday")
    assert reply.count("\nChange F-") == 2
    assert "London to Rome, 13 June 2026" in reply
    assert "Rome to London, 17 June 2026" in reply
    assert reply.count("instead of") + reply.count("The price stays") == 1
    assert reply.count("tell me to move that, too.") == 1


async def test_stay_follows_the_flights_that_were_changed(trip: Person) -> None:
    await trip.say("change x | on 13 june ; change y | on 18 june")
    reply = await trip.say("yes ; change z z | on sunday", "yes, and move the hotel too")
    assert reply.count("Changed. F-") == 2
    assert reply.count("\nChange ") == 1
    assert "13 to 18 June 2026 (5 nights)" in reply


async def test_trip_is_shown_again_as_it_is_booked(trip: Person) -> None:
    reply = await trip.say("again", "can you show me my whole trip again please")
    assert reply.startswith("Your bookings:")
    assert "Booked." not in reply


async def test_booking_is_cancelled_for_another_one(trip: Person) -> None:
    reply = await trip.say("cancel x ; find flight | time later")
    assert "Shall I book this?\nFlight KT2387 from London to Rome, 12 June 2026 at 19:50" in reply
    assert reply.count("Cancel F-") == 1


@pytest.mark.parametrize(
    ("program", "message", "expected"),
    [
        ("cancel all", "cancel everything in september", ["Paris"]),
        ("cancel all | on september", "cancel all of september", ["Paris"]),
        ("cancel all", "cancel everything in rome", ["Rome"]),
        ("change all | shift +1 week", "push rome by a week, the whole trip", ["Rome"]),
        ("cancel all", "cancel everything", ["Rome", "Paris"]),
    ],
)
async def test_only_the_trip_is_meant_that_is_named(
    trip: Person, program: str, message: str, expected: list[str]
) -> None:
    await trip.say("find hotel | place Paris | on 12 september | nights 2 | people 2")
    await trip.say("pick 1")
    await trip.say("yes", "yes please")
    reply = await trip.say(program, message)
    assert [place for place in ("Rome", "Paris") if place in reply] == expected


async def test_another_hotel_is_asked_about_once(person: Person) -> None:
    await person.say("find hotel | place Porto | on 19 june | nights 3 | people 2")
    await person.say("pick 1")
    await person.say("yes a", "yes")
    said = await person.say("change x | with lift | with breakfast", "change me to one with a lift and breakfast")
    assert said.count("Please say yes or no.") == 1
    done = await person.say("yes a", "yes please change it")
    assert "Booked." in done
    assert "Cancelled." in done


async def test_one_night_more(person: Person) -> None:
    await person.say("find hotel | place Porto | on 19 june | nights 3 | people 2")
    await person.say("pick 1")
    await person.say("yes a", "yes")
    said = await person.say("change x | with quiet", "they would like to stay one night more. is that possible?")
    assert "19 to 23 June 2026 (4 nights)" in said


async def test_one_person_more(person: Person) -> None:
    await person.say("find hotel | place Porto | on 19 june | nights 3 | people 2")
    await person.say("pick 1")
    await person.say("yes a", "yes")
    assert "3 guests" in await person.say("change x | people 5", "my sister comes too, so one person more")


async def test_a_person_who_is_added_to_all(person: Person) -> None:
    await person.say(
        "find flight+return+hotel | from Berlin | place Lisbon | on 14 september | until 18 september | people 2"
    )
    await person.say("pick 1 3 6")
    await person.say("yes", "yes, all of them")
    said = await person.say("change x y z | people 1", "my sister joins us, can you add one person to everything?")
    assert said.count("3 passengers") == 2
    assert "3 guests" in said
    more = await person.say("total a b c", "how much more is that?")
    assert "more than now" in more


async def test_who_goes_a_week_later_moves_all(person: Person) -> None:
    await person.say(
        "find flight+return+hotel | from Berlin | place Lisbon | on 14 september | until 18 september | people 2"
    )
    await person.say("pick 1 3 6")
    await person.say("yes", "yes, all of them")
    said = await person.say("change x | shift +1 week", "can we go one week later instead?")
    assert said.count("Change ") == 3


async def test_the_day_that_ends_a_stay_does_not_begin_it(person: Person) -> None:
    await person.say("find hotel | place Athens | on 3 july | nights 2 | people 2")
    await person.say("pick market lodge")
    await person.say("yes a", "yes")
    said = await person.say("change x | on the 6th | nights 3", "the ferry leaves on the 6th. we need three nights")
    assert "3 to 6 July 2026 (3 nights)" in said


async def test_who_refuses_a_change_speaks_of_the_booking_as_it_is(person: Person) -> None:
    await person.say("find hotel | place Athens | on 3 july | nights 2 | people 2")
    await person.say("pick market lodge")
    await person.say("yes a", "yes")
    assert "7 to 9 July 2026" in await person.say("change x | on the 7th", "we come on the 7th")
    assert "3 to 6 July 2026" in await person.say("change x | until the 6th", "no, still from the 3rd, until the 6th")


@pytest.mark.parametrize(
    ("program", "message", "expected", "other"),
    [
        ("cancel x", "my sister has a bed for us, so cancel the flight home", "Rome to London", "London to Rome"),
        ("cancel x y", "cancel the flight home", "Rome to London", "London to Rome"),
        ("cancel flight", "cancel our return flight please", "Rome to London", "London to Rome"),
        ("cancel x z", "cancel the hotel and the flight home", "Rome to London", "London to Rome"),
        ("cancel y", "cancel the outbound flight", "London to Rome", "Rome to London"),
        ("cancel y", "cancel the flight there, please", "London to Rome", "Rome to London"),
        ("change x | on 17 june", "move the flight back to the 17th of june", "London, 17 June", "London to Rome"),
        ("keep x", "leave the flight home as it is", "Rome to London", "London to Rome"),
        ("ask x | departure", "when does the flight home leave?", "leaves Rome", "leaves London"),
        ("ask x y | departure", "when does the flight home leave?", "leaves Rome", "leaves London"),
        ("cancel x", "cancel the other one, not the flight home", "London to Rome", "Rome to London"),
        ("cancel x ; keep y", "cancel the first flight and keep the flight home", "London to Rome", "Cancel H-"),
        ("cancel all", "cancel all of it, the flight home too", "London to Rome", "nothing"),
    ],
)
async def test_the_flight_home_and_the_one_there(
    trip: Person, program: str, message: str, expected: str, other: str
) -> None:
    reply = await trip.say(program, message)
    assert expected in reply
    assert other not in reply
    assert ("Cancel H-" in reply) == ("hotel" in message or "all of it" in message)


@pytest_asyncio.fixture
async def two_trips(trip: Person) -> Person:
    """Somebody with a trip to Rome in June, a hotel in Crete in September, and flights there that wait for a yes."""
    await trip.say("find hotel | place Crete | on 11 september | until 14 september | people 2", conversation="2")
    await trip.say("pick 1", conversation="2")
    assert "Booked." in await trip.say("yes a", "yes", "2")
    await trip.say("find flight+return | from London", conversation="2")
    assert "Shall I book these?" in await trip.say("pick 1 3", conversation="2")
    return trip


@pytest.mark.parametrize("slots", ["until monday 15", "on monday 16 | until monday 15"])
async def test_the_month_chooses_the_trip_and_the_yes_counts(two_trips: Person, slots: str) -> None:
    message = (
        "yes. Ah, in june she must work on the 16, so we must come back monday 15. Can you change flight and hotel?"
    )
    reply = await two_trips.say(f"yes ; change x | {slots}", message, "2")
    assert reply.count("Booked. F-") == 2
    assert "12 to 15 June 2026 (3 nights)" in reply
    assert "Rome to London, 15 June 2026" in reply
    assert reply.count("\nChange ") == 2


@pytest.mark.parametrize(
    ("program", "message", "expected"),
    [
        ("cancel x", "cancel the hotel of june", "Meadow Backpackers Rome"),
        ("cancel x", "we may cancel the hotel", "Crete, 1 double room, 11 to 14 September 2026"),
        ("cancel x", "in june i have no money left, cancel the hotel in crete", "11 to 14 September 2026"),
        ("change x | on july", "move the hotel of june to july", "12 to 16 July 2026"),
        ("change x | on october", "in october instead, the hotel", "11 to 14 October 2026"),
    ],
)
async def test_the_month_of_a_booking(two_trips: Person, program: str, message: str, expected: str) -> None:
    reply = await two_trips.say(program, message, "2")
    assert expected in reply


@pytest.mark.parametrize(
    "message",
    [
        "yes. but in october, can you change the flight and the hotel?",
        "yes. in october, can you change the flight and the hotel?",
        "yes. hang on, in june she must work, can you change the flight and the hotel?",
    ],
)
async def test_a_yes_with_a_month_that_may_be_meant_for_what_waits(two_trips: Person, message: str) -> None:
    reply = await two_trips.say("yes ; change x | on october", message, "2")
    assert "Booked." not in reply


async def test_whether_a_booking_is_so_is_answered_first(trip: Person) -> None:
    reply = await trip.say("bookings z | until the 18th", "is my hotel til the 18th now?")
    assert reply.startswith("No, this is how it is booked:")
    reply = await trip.say("bookings z | until the 16th", "is my hotel til the 16th?")
    assert reply.startswith("Yes, that is how it is booked:")


async def test_a_sum_of_changes_has_all_that_wait(trip: Person) -> None:
    await trip.say("change z | until 17 june ; keep y", "the hotel until the 17th")
    reply = await trip.say("change x | class business", "and fly business there")
    assert reply.count("\nChange ") == 2
    assert "Together that is $" in reply
