"""Own bookings: the trips that they belong to, those that a message means, and other days for them."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from ricordo_travel.dialogue.booked import group_trips, is_way_back
from ricordo_travel.dialogue.kept import is_kept, split_kept
from ricordo_travel.dialogue.meant import find_meant, find_numbers
from ricordo_travel.dialogue.plan import describe_fault
from ricordo_travel.dialogue.state import DialogueState
from ricordo_travel.dialogue.wishes import find_kinds

TODAY = date(2026, 11, 16)


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


def list_rows(*rows: dict[str, Any], title: str = "Your bookings:") -> str:
    return "\n".join([title, *(f"{number}. {row['booking_id']}: it" for number, row in enumerate(rows, 1))])


def meant(message: str, reply: str = "", *, is_exact: bool = True) -> tuple[str, bool]:
    history = (("user", "hello"), ("assistant", reply)) if reply else ()
    found = find_meant(DialogueState(TODAY, message, history), ROWS, is_exact=is_exact)
    return ids(found.rows), found.is_clear


def test_bookings_of_one_place_on_other_days_are_two_trips() -> None:
    first, second = group_trips(ROWS)
    assert (ids(first), ids(second)) == ("2345", "678")
    assert is_way_back(BACK, first)
    assert not is_way_back(THERE, first)


@pytest.mark.parametrize(
    ("message", "found"),
    [
        ("cancel the january trip entirely", "678"),
        ("cancel F-22222222, F-33333333 and H-44444444", "234"),
        ("cancel everything", "2345678"),
        ("cancel everything in november except the car", "24"),
        ("cancel the car", "5"),
        ("cancel the january flights", "67"),
        ("cancel our january hotel and the january flight home", "78"),
        ("cancel the whole trip in january but keep the hotel", "67"),
    ],
)
def test_several_bookings_are_meant_at_once(message: str, found: str) -> None:
    assert meant(message) == (found, True)


@pytest.mark.parametrize(
    ("today", "message", "found"),
    [
        ("2026-11-25", "cancel the trip next week", "2345"),
        ("2026-12-01", "cancel the flight back this week", "3"),
        ("2027-01-04", "cancel everything next week", "678"),
        ("2026-11-25", "cancel the trip this week", ""),
    ],
)
def test_bookings_are_meant_by_their_week(today: str, message: str, found: str) -> None:
    assert ids(find_meant(DialogueState(date.fromisoformat(today), message), ROWS, is_exact=True).rows) == found


def test_the_one_of_a_week_is_one_of_those_spoken_of() -> None:
    history = (("user", "when do i fly back?"), ("assistant", list_rows(BACK, LATER_BACK)))
    state = DialogueState(date(2026, 11, 25), "cancel the one next week", history)
    assert ids(find_meant(state, ROWS, is_exact=True).rows) == "3"


def test_a_word_that_fits_two_trips_is_not_clear() -> None:
    assert meant("cancel the hotel") == ("48", False)
    assert meant("cancel the hotel", list_rows(LATER_THERE, LATER_STAY)) == ("8", True)


@pytest.mark.parametrize(
    ("message", "found"),
    [("3 and 1", "26"), ("all three", "268"), ("all of them", "268"), ("cancel 2", "8"), ("the hotel", "8")],
)
def test_an_answer_means_those_of_the_list(message: str, found: str) -> None:
    question = list_rows(THERE, LATER_STAY, LATER_THERE, title="Which booking shall I cancel? Say its number.")
    assert meant(message, question) == (found, True)


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("3, 4 and 6", [3, 4, 6]),
        ("cancel 1 + 2", [1, 2]),
        ("the first and the third", [1, 3]),
        ("the last one", [5]),
        ("move it 2 days later", []),
        ("all three", []),
        ("12 december", []),
    ],
)
def test_numbers_of_a_list_are_read(text: str, numbers: list[int]) -> None:
    assert find_numbers(text, 5) == numbers


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
