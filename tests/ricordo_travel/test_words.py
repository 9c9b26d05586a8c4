"""Words for times, hotels, cars and people, and the trip that comes next."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from ricordo_travel.dialogue.state import DialogueState
from ricordo_travel.dialogue.trips.booked import find_next_trip
from ricordo_travel.dialogue.values.party import parse_party
from ricordo_travel.dialogue.values.text import normalise
from ricordo_travel.dialogue.values.wishes import find_car_class, find_stars, wants_airport, wants_bigger
from ricordo_travel.dialogue.yes.choice import find_times, names_hotel

TODAY = date(2026, 11, 16)
THERE = """Flights:
1. Flight NL2481 from Edinburgh to Berlin, 22 December 2026 at 14:45, 1 passenger in economy, $145 in all
2. Flight KT2480 from Edinburgh to Berlin, 22 December 2026 at 10:40, 1 passenger in economy, $146 in all
Which one shall I book? Say its number, or tell me what to change."""


@pytest.mark.parametrize(("text", "times"), [("the 6am one", ["06:00"]), ("at 8:25", ["08:25"]), ("7 pm", ["19:00"])])
def test_times_are_read_as_people_write_them(text: str, times: list[str]) -> None:
    assert find_times(text) == times


@pytest.mark.parametrize("text", ["the willow", "willow guesthouse", "willow one", "my guesthouse", "the guest house"])
def test_hotels_are_named_in_short(text: str) -> None:
    assert names_hotel(text, "Willow Guesthouse Berlin")


def flight(origin: str, destination: str, day: str) -> dict[str, Any]:
    return {"kind": "flight", "origin": origin, "destination": destination, "day": day}


def test_the_next_trip_goes_from_the_way_there_to_the_way_home() -> None:
    there, home = flight("Berlin", "Rome", "2026-12-11"), flight("Rome", "Berlin", "2026-12-13")
    stay = {"kind": "hotel", "city": "Rome", "check_in": "2026-12-11", "check_out": "2026-12-13"}
    past, later = flight("Berlin", "Paris", "2026-10-01"), flight("Berlin", "Oslo", "2026-12-20")
    assert find_next_trip([later, home, past, stay, there], TODAY) == [there, stay, home]
    assert find_next_trip([past], TODAY) == []


def test_the_other_way_round_is_no_way_back() -> None:
    state = DialogueState(TODAY, "other way round! from berlin to edinburgh", (("assistant", THERE),))
    trip = state.reading.trip
    assert trip.origin is not None
    assert (trip.origin.name, trip.is_return) == ("Berlin", False)


def test_what_is_too_fancy_is_no_wish_for_luxury() -> None:
    assert find_stars("too fancy, something cheaper") is None
    assert find_stars("something fancy") == 4


def test_a_name_and_me_are_two() -> None:
    assert parse_party("priya and me would like to fly") == 2
    assert parse_party("you and me") is None


def test_a_short_form_of_the_most_is_a_limit() -> None:
    assert normalise("Athens then. Max. 100 per night.") == "athens then. maximum 100 per night."


@pytest.mark.parametrize(
    ("text", "at_airport"),
    [
        ("a car there too in town", False),
        ("pick up in the city centre", False),
        ("downtown please", False),
        ("city", False),
        ("near the hotel", False),
        ("not the airport", False),
        ("i don't want to go to the airport for it", False),
        ("the airport is too far", False),
        ("in town, not at the airport", False),
        ("in town instead of the airport", False),
        ("from the airport", True),
        ("airport is better", True),
        ("a car when we land", True),
        ("not in town, airport", True),
        ("is it at the airport?", None),
        ("how far is the airport from town", None),
        ("which airport is that", None),
        ("at the airport or in town", None),
        ("a small car", None),
    ],
)
def test_a_car_is_picked_up_at_the_airport_or_in_town(text: str, at_airport: bool | None) -> None:
    assert wants_airport(text) is at_airport


def test_a_car_that_is_too_small_is_no_small_one() -> None:
    assert find_car_class("it is too small for us") is None
    assert wants_bigger("it is too small for us")
    assert not wants_bigger("that is too big")
    assert find_car_class("not the suv, the van") == "van"


@pytest.mark.parametrize(
    "text",
    [
        "swap my economy car for a compact",
        "i have the economy one, i want a compact",
        "a compact instead of the economy",
        "i'd rather have a compact than the economy one",
    ],
)
def test_the_car_that_somebody_has_is_not_the_one_that_they_want(text: str) -> None:
    assert find_car_class(text) == "compact"
