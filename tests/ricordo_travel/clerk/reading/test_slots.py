"""The trip that a conversation is about, from its commands."""

from __future__ import annotations

from datetime import date

import pytest

from ricordo_travel.clerk.commands import parse_commands, split_refs
from ricordo_travel.clerk.thread import follow_commands
from ricordo_travel.dialogue.trips.trip import Trip

TODAY = date(2026, 6, 1)


def follow(*programs: str) -> Trip:
    """Return the trip after messages with these commands."""
    return follow_commands([("", parse_commands(program)) for program in programs], TODAY)


def test_a_second_place_in_one_message_begins_where_the_first_ends() -> None:
    trip = follow(
        "find flight+hotel | from Berlin | place Rome | on 7 september | nights 3 ; find hotel | place Barcelona"
    )
    assert (trip.origin and trip.origin.name, trip.destination and trip.destination.name) == ("Rome", "Barcelona")
    assert trip.first == date(2026, 9, 10)


def test_another_place_in_another_message_keeps_the_days() -> None:
    trip = follow("find hotel | place Rome | on 7 september | nights 3", "find hotel | place Barcelona")
    assert (trip.first, trip.last) == (date(2026, 9, 7), date(2026, 9, 10))


def test_the_flight_back_has_the_day_that_is_named() -> None:
    trip = follow(
        "find flight+return | from Berlin | place London | on 16 june | until 18 june", "find return | on the 19th"
    )
    assert trip.is_return
    assert (trip.first, trip.last, trip.nights) == (date(2026, 6, 16), date(2026, 6, 19), 3)


def test_a_flight_home_from_another_place_is_that_flight() -> None:
    trip = follow(
        "find flight | from Berlin | place Rome | on 7 september | nights 6",
        "find return | from Barcelona | place Berlin | on the 13th",
    )
    assert (trip.turn and trip.turn.name, trip.base and trip.base.name) == ("Barcelona", "Berlin")
    assert (trip.last, trip.is_return) == (date(2026, 9, 13), True)


def test_a_wish_is_given_up() -> None:
    trip = follow(
        "find hotel | place Rome | with pool | with near beach | stars 4", "find hotel | drop pool | drop stars"
    )
    assert (trip.amenities, trip.stars) == (("near the beach",), None)


@pytest.mark.parametrize(
    ("refs", "expected"),
    [
        ("1 3 orchard guesthouse", ["1", "3", "orchard guesthouse"]),
        ("cheapest flight cheapest return", ["cheapest flight", "cheapest return"]),
        ("hotel new york", ["hotel new york"]),
        ("tw2400 and 10:40", ["tw2400", "10:40"]),
    ],
)
def test_references_are_told_apart(refs: str, expected: list[str]) -> None:
    assert split_refs(refs.split()) == expected


def test_what_is_written_twice_counts_once() -> None:
    program = "find hotel | with pool | with pool ; find hotel | with pool"
    assert [command.slots for command in parse_commands(program)] == [(("with", "pool"),)]


def test_a_place_that_is_picked_is_the_one_of_the_trip() -> None:
    trip = follow("suggest | with sea", "pick Porto | on 3 july | nights 2")
    assert trip.destination
    assert trip.destination.name == "Porto"
    assert (trip.first, trip.nights) == (date(2026, 7, 3), 2)
