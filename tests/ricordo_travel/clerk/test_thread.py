"""The thread of a trip: what was picked, booked and changed gives it its place and its days."""

from __future__ import annotations

from datetime import date

import pytest

from ricordo_travel.clerk.commands import parse_commands
from ricordo_travel.clerk.thread import follow_commands
from ricordo_travel.dialogue.trips.trip import Trip
from tests.ricordo_travel.clerk.conftest import Person

TODAY = date(2026, 6, 1)
BOOKED_ROME = (
    "Booked. H-VX5S8BA5: Station Lodge Rome, 1 double room, 7 to 10 September 2026 (3 nights), 2 guests, $471 in all"
)


def follow(*said: str | tuple[str, str]) -> Trip:
    """Return the trip after messages with these commands, each with the reply before it if there is one."""
    pairs = [("", each) if isinstance(each, str) else each for each in said]
    return follow_commands([(reply, parse_commands(program)) for reply, program in pairs], TODAY)


def test_what_is_booked_gives_the_trip_its_days_and_people() -> None:
    trip = follow("find hotel | place Lisbon | on 1 july | nights 2", (BOOKED_ROME, "find car"))
    assert trip.destination
    assert (trip.destination.name, trip.first, trip.last) == ("Rome", date(2026, 9, 7), date(2026, 9, 10))
    assert trip.people == 2


def test_after_a_booking_another_place_begins_where_the_first_ends() -> None:
    trip = follow(
        "find flight+hotel | from Berlin | place Rome | on 7 september | nights 3",
        (BOOKED_ROME, "find flight+hotel | place Barcelona | nights 3"),
    )
    assert trip.origin
    assert (trip.origin.name, trip.first, trip.last) == ("Rome", date(2026, 9, 10), date(2026, 9, 13))


def test_the_flight_home_goes_to_where_the_trip_began() -> None:
    trip = follow(
        "find flight+hotel | from Berlin | place Rome | on 7 september | nights 3 ; "
        "find hotel | place Barcelona | nights 3",
        "find return",
    )
    assert trip.turn
    assert trip.base
    assert (trip.turn.name, trip.base.name, trip.last) == ("Barcelona", "Berlin", date(2026, 9, 13))


def test_a_flight_from_the_place_to_the_start_is_the_way_back() -> None:
    trip = follow(
        "find flight | from Berlin | place Rome | on 7 september | nights 3", "find flight | from Rome | place Berlin"
    )
    assert trip.is_return
    assert trip.last == date(2026, 9, 10)


def test_back_at_a_place_of_before_its_days_hold() -> None:
    trip = follow(
        "find hotel | place Rome | on 7 september | nights 3 ; find hotel | place Barcelona | nights 3",
        "find car | place Rome",
    )
    assert (trip.first, trip.last) == (date(2026, 9, 7), date(2026, 9, 10))


def test_two_places_for_the_same_days_are_a_choice() -> None:
    trip = follow("find hotel | place Porto | on 10 july | until 12 july ; find hotel | place Lisbon")
    assert (trip.first, trip.last) == (date(2026, 7, 10), date(2026, 7, 12))


@pytest.mark.parametrize(
    ("program", "last"),
    [("find car | on the 8th", 10), ("find car | on the 9th", 10), ("find car | on the 8th | nights 1", 9)],
)
def test_a_car_from_a_day_of_the_trip_is_not_rented_beyond_it(program: str, last: int) -> None:
    trip = follow("find hotel | place Rome | on 7 september | nights 3", (BOOKED_ROME, program))
    assert trip.of_kind("car").last == date(2026, 9, last)


def test_two_bare_days_are_the_days() -> None:
    trip = follow("find hotel | place Rome | on 16 july | until 20 july", "find hotel | on 23 | until 26 | nights 3")
    assert (trip.first, trip.last, trip.nights) == (date(2026, 7, 23), date(2026, 7, 26), 3)


def test_a_car_for_some_of_the_days_leaves_the_others() -> None:
    trip = follow(
        "find hotel | place Rome | on 7 september | nights 3",
        (BOOKED_ROME, "find car | on the 8th | until the 9th"),
        "find return",
    )
    assert trip.of_kind("car").first == date(2026, 9, 8)
    assert trip.last == date(2026, 9, 10)


def test_what_is_only_asked_again_is_not_the_topic() -> None:
    asked = (
        "Shall I book this?\nStation Lodge Rome, 1 double room, 7 to 10 September 2026 (3 nights), 2 guests, "
        "$471 in all\nPlease say yes or no."
    )
    trip = follow(
        "find hotel | place Rome | on 7 september | nights 3",
        (asked, "find hotel | place Paris | on same dates"),
        (asked, "find hotel | with pool"),
    )
    assert trip.destination
    assert trip.destination.name == "Paris"


def test_a_no_to_a_change_goes_back_to_the_days_of_before() -> None:
    asked = (
        "Shall I change this booking?\nChange H-VX5S8BA5 to Station Lodge Rome, 1 double room, 8 to 11 September 2026 "
        "(3 nights), 2 guests, $471 in all\nPlease say yes or no."
    )
    before = "find hotel | place Rome | on 7 september | nights 3"
    assert follow(before, (BOOKED_ROME, "change x | shift +1 day"), (asked, "find car")).first == date(2026, 9, 8)
    trip = follow(before, (BOOKED_ROME, "change x | shift +1 day"), (asked, "no a ; find car"))
    assert trip.first == date(2026, 9, 7)


@pytest.mark.parametrize("program", ["suggest | from Graz", "tell | we live in graz"])
def test_an_end_that_is_not_served_stays_open_until_one_is_named(program: str) -> None:
    trip = follow(program, "find flight | place Crete | on 6 july")
    assert (trip.origin, [mention.name for mention, _ in trip.unserved]) == (None, ["Graz"])
    trip = follow(program, "find flight | place Crete | on 6 july", "find flight | from Paris")
    assert trip.origin
    assert (trip.origin.name, trip.first, trip.unserved) == ("Paris", date(2026, 7, 6), ())
    there = follow("find hotel | place Rome | on 6 july", "find hotel | place Osaka", "find hotel | people 2")
    assert (there.destination, there.people, there.first) == (None, 2, date(2026, 7, 6))


def test_a_no_to_a_place_that_is_not_served_goes_back_to_the_one_before() -> None:
    sorry = "I'm sorry, I have nothing to or in Osaka: it is not served. Shall I look in Kyoto instead?"
    trip = follow("find hotel | place Rome | on 6 july", "find hotel | place Osaka", (sorry, "no"))
    assert trip.destination
    assert (trip.destination.name, trip.unserved) == ("Rome", ())
    still = follow("find hotel | place Osaka | on 6 july", (sorry, "no car ; find hotel | with quiet"))
    assert (still.destination, len(still.unserved)) == (None, 1)


@pytest.mark.parametrize(
    ("value", "earliest", "latest"),
    [("early", 0, 600), ("around 15", 840, 961), ("10:40", 640, 641), ("after 14:45", 886, 1440)],
)
def test_times_are_read(value: str, earliest: int, latest: int) -> None:
    hours = follow(f"find flight | place Rome | time {value}").hours[0]
    assert hours
    assert (hours.earliest, hours.latest) == (earliest, latest)


def test_a_question_about_a_place_says_when_and_who() -> None:
    trip = follow("place Bali | info | on 1 october | until 12 october | people 2", "find hotel | with sauna")
    assert trip.destination
    assert (trip.destination.name, trip.nights, trip.people) == ("Bali", 11, 2)


def test_a_flight_that_lands_on_the_next_day_begins_the_stay_then() -> None:
    listed = (
        "Flights from London to Tokyo on 3 July 2026, for one person:\n1. Flight KT2358 from London to Tokyo, 3 July "
        "2026 at 08:05, 1 passenger in economy, $875 in all – Southern Kite"
    )
    trip = follow(
        "find flight | from London | place Tokyo | on 3 july | until 13 july", (listed, "pick 1 ; find hotel")
    )
    assert (trip.first, trip.last, trip.nights) == (date(2026, 7, 4), date(2026, 7, 13), 9)


async def test_a_trip_to_two_places_is_found_in_one_message(person: Person) -> None:
    said = await person.say(
        "find flight+hotel | from Graz | place Rome | on 7 september | nights 3 ; "
        "find flight+hotel | place Barcelona | nights 3"
    )
    assert "I have nothing from Graz: it is not served" in said
    assert "Hotels in Rome, 7 September 2026, 3 nights" in said
    assert "Flights from Rome to Barcelona on 10 September" in said
    assert "Hotels in Barcelona, 10 September 2026, 3 nights" in said
    assert said.count("I took one person") == 1
    said = await person.say("find flight+hotel | from Berlin | people 2", "from berlin then, two of us")
    assert "not served" not in said
    home = await person.say("find return | from Barcelona")
    assert "Flights from Barcelona to Berlin on 13 September" in home


async def test_some_of_the_party_do_not_make_it_smaller(person: Person) -> None:
    await person.say("suggest | people 3", "we are three, two adults and my daughter of 7")
    await person.say("place madeira | children", "is Madeira good with a child of 7? what could we do there?")
    reply = await person.say(
        "find hotel | place madeira | on 12 june | nights 3", "then a hotel there, 12 june, 3 nights"
    )
    assert "for the three of you" in reply
    await person.say("place porto | prices", "and what would Porto cost for the two of us?")
    reply = await person.say("find hotel | place porto | on 12 june | nights 3", "a hotel in porto, 12 june, 3 nights")
    assert "for the two of you" in reply
