"""Own bookings: the trips that they belong to, and what a message leaves as it is."""

from __future__ import annotations

from typing import Any

import pytest

from ricordo_travel.dialogue.plan import describe_fault
from ricordo_travel.dialogue.trips.booked import group_trips, is_way_back
from ricordo_travel.dialogue.values.wishes import find_kinds
from ricordo_travel.dialogue.yes.kept import is_kept, split_kept


def flight(id: str, origin: str, destination: str, day: str) -> dict[str, Any]:
    return {
        "kind": "flight", "booking_id": f"F-{id * 8}", "flight_number": f"NL{id}00", "origin": origin,
        "destination": destination, "day": day, "departs": "10:00", "passengers": 2, "cabin": "economy",
    }  # fmt: skip


def hotel(id: str, city: str, first: str, last: str) -> dict[str, Any]:
    return {
        "kind": "hotel", "booking_id": f"H-{id * 8}", "hotel": f"Willow Lodge {city}", "city": city, "check_in": first,
        "check_out": last, "guests": 2, "room_type": "double",
    }  # fmt: skip


def car(id: str, city: str, first: str, last: str) -> dict[str, Any]:
    return {
        "kind": "car", "booking_id": f"C-{id * 8}", "city": city, "pick_up": first, "drop_off": last,
        "car_id": f"{city.lower()}-centre-economy", "car_class": "economy", "location": f"{city} town centre",
    }  # fmt: skip


THERE, BACK = flight("2", "Berlin", "London", "2026-11-30"), flight("3", "London", "Berlin", "2026-12-03")
STAY, CAR = hotel("4", "London", "2026-11-30", "2026-12-03"), car("5", "London", "2026-11-30", "2026-12-03")
LATER_THERE, LATER_BACK = flight("6", "Berlin", "London", "2027-01-11"), flight("7", "London", "Berlin", "2027-01-14")
LATER_STAY = hotel("8", "London", "2027-01-11", "2027-01-14")
ROWS = [THERE, BACK, LATER_THERE, LATER_BACK, STAY, LATER_STAY, CAR]


def ids(rows: list[Any]) -> str:
    return "".join(sorted(row["booking_id"][2] for row in rows))


def test_bookings_of_one_place_on_other_days_are_two_trips() -> None:
    first, second = group_trips(ROWS)
    assert (ids(first), ids(second)) == ("2345", "678")
    assert is_way_back(BACK, first)
    assert not is_way_back(THERE, first)


def test_what_stays_as_it_is_is_read_apart() -> None:
    text, kept = split_kept("cancel all except the car")
    assert "car" not in text
    assert kept.strip() == "the car"
    assert split_kept("cancel everything but the hotel")[1].strip() == "the hotel"
    assert not split_kept("can we leave the hotel a day early")[1]
    assert not split_kept("i need the 11th not the 12th for the flight")[1]
    assert split_kept("going there on the 11th, coming back stays the same")[1].strip() == "coming back"
    left, kept = split_kept("leave the flight on the 12th and put the hotel back")
    assert (left.strip(), kept.strip()) == ("and put the hotel back", "the flight on the 12th")


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("i've flights to crete booked, still need a hotel for us", ["hotel"]),
        ("the flights i have already", []),
        ("can you find flights to go with my hotel", ["flight"]),
        ("we already booked our flights, now a car", ["car"]),
        ("a hotel to match our flights", ["hotel"]),
        ("have you got flights to crete", ["flight"]),
        ("can i have a hotel in crete", ["hotel"]),
    ],
)
def test_what_is_booked_already_is_not_asked_for(text: str, kinds: list[str]) -> None:
    assert find_kinds(text) == kinds


@pytest.mark.parametrize("text", ["not the hotel", "leave the hotel", "just leave the flights please"])
def test_what_is_named_as_staying_is_kept(text: str) -> None:
    assert is_kept(text)


def test_a_fault_that_names_arguments_is_not_shown() -> None:
    assert describe_fault("only 2 left on 2026-06-12, and 3 wanted") == "only 2 left on 2026-06-12, and 3 wanted"
    for fault in ("give check_in and check_out together, or neither", "guests: Input should be greater than 0"):
        assert describe_fault(fault) == "it is not possible like that"
