"""Own bookings: the trips that they belong to, those that a message means, and other days for them."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from ricordo_travel.dialogue.booked import group_trips, is_way_back
from ricordo_travel.dialogue.changing import find_wanted, follow
from ricordo_travel.dialogue.kept import is_kept, names_same, split_kept
from ricordo_travel.dialogue.meant import find_meant, find_numbers, split_own
from ricordo_travel.dialogue.moving import move_flight, move_stay, read_move
from ricordo_travel.dialogue.plan import describe_fault
from ricordo_travel.dialogue.restoring import asks_to_restore
from ricordo_travel.dialogue.state import DialogueState
from ricordo_travel.dialogue.wishes import find_kinds
from ricordo_travel.outcomes import Pending
from ricordo_travel.proposals import Proposal

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


def test_the_way_back_follows_a_stay_and_the_way_there_does_not() -> None:
    stay = "Station House London, 1 double room, 30 November to 4 December 2026 (4 nights), 2 guests, $372 in all"
    state = DialogueState(TODAY, "the flight too", (("user", "yes"), ("assistant", f"Changed. H-44444444: {stay}")))
    assert follow(state, BACK, ROWS) == (date(2026, 12, 4), date(2026, 12, 4))
    assert follow(state, THERE, ROWS) is None


@pytest.mark.parametrize(
    ("text", "earliest", "latest"),
    [
        ("a later flight, same day", 601, 1440),
        ("put me on an earlier one", 0, 600),
        ("that is too early for us", 601, 1440),
        ("move the flight there to after 6 then", 1080, 1440),
    ],
)
def test_a_flight_is_moved_within_its_day(text: str, earliest: int, latest: int) -> None:
    wanted = find_wanted(DialogueState(TODAY, text), THERE, ROWS, text, is_alone=True)
    assert wanted
    assert wanted.hours
    assert (wanted.first, wanted.hours[:2]) == (date(2026, 11, 30), (earliest, latest))


def test_a_day_later_is_no_later_hour() -> None:
    text = "move the flight there a day later"
    wanted = find_wanted(DialogueState(TODAY, text), THERE, ROWS, text, is_alone=True)
    assert wanted
    assert (wanted.first, wanted.hours) == (date(2026, 12, 1), None)


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


@pytest.mark.parametrize("text", ["coming back stays the same", "and the return is fine", "but the hotel as it is"])
def test_what_stays_the_same_is_no_wish_of_its_own(text: str) -> None:
    assert is_kept(text)
    assert names_same(text)
    assert not is_kept(f"{text}, and move the car to the 13th")


@pytest.mark.parametrize(
    ("text", "is_meant"),
    [
        ("put the hotel back to the 12th", True),
        ("change it back please", True),
        ("i want it as it was before", True),
        ("undo that", True),
        ("move it back a day", False),
        ("bring the car back on the 12th", False),
        ("move the hotel to the 12th", False),
    ],
)
def test_a_booking_is_put_back_only_where_it_was(text: str, is_meant: bool) -> None:
    assert asks_to_restore(text) is is_meant


@pytest.mark.parametrize(
    ("text", "own", "rest"),
    [
        ("move the one on 3 december to the 4th", "3", "move the one on to the 4th"),
        ("change the flight from the 30th to the 1st", "2", "change the flight from the 1st"),
        ("the hotel of 11 january a day later", "8", "the hotel of a day later"),
        ("move the flight to the 3rd", "", "move the flight to the 3rd"),
    ],
)
def test_a_booking_is_named_by_its_day(text: str, own: str, rest: str) -> None:
    found, left = split_own(text, ROWS, TODAY)
    assert (ids(found), left) == (own, rest)


def test_a_change_that_is_said_again_does_not_add_up() -> None:
    later = {**STAY, "check_in": "2026-12-07", "check_out": "2026-12-10"}
    waiting = Proposal("AB", "update_hotel_booking", "{}", later, "open")
    state = DialogueState(TODAY, "a week later", pending=(Pending(waiting, "waiting"),))
    again = find_wanted(state, STAY, ROWS, "a week later", is_alone=True)
    assert again
    assert (again.first, again.last) == (date(2026, 12, 7), date(2026, 12, 10))
    more = find_wanted(state, STAY, ROWS, "another week later", is_alone=True)
    assert more
    assert more.first == date(2026, 12, 14)


def test_another_car_or_room_is_wanted() -> None:
    state = DialogueState(TODAY, "it is wrong")
    van = find_wanted(state, CAR, ROWS, "wrong car, we need the van", is_alone=True)
    assert van
    assert (van.car_class, van.at_airport) == ("van", None)
    airport = find_wanted(state, CAR, ROWS, "at the airport instead", is_alone=True)
    assert airport
    assert (airport.car_class, airport.at_airport) == (None, True)
    assert find_wanted(state, CAR, ROWS, "in town instead", is_alone=True) is None
    single = find_wanted(state, STAY, ROWS, "single room instead", is_alone=True)
    assert single
    assert single.room_type == "single"


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("leave on may 14", "2027-05-08", "2027-05-14"),
        ("we arrive may 8 and check out may 14", "2027-05-08", "2027-05-14"),
        ("from the 7th", "2027-05-07", "2027-05-18"),
        ("till 20", "2027-05-08", "2027-05-20"),
        ("one night more", "2027-05-08", "2027-05-19"),
        ("move it one day later", "2027-05-09", "2027-05-19"),
        ("move it to 12", "2027-05-12", "2027-05-22"),
        ("move it to 12 june", "2027-06-12", "2027-06-22"),
        ("make it the 10th to the 12th", "2027-05-10", "2027-05-12"),
        ("leave a day earlier, may 7", "2027-05-07", "2027-05-18"),
        ("only 4 nights", "2027-05-08", "2027-05-12"),
        ("push it a week", "2027-05-15", "2027-05-25"),
        ("move it to the 12th, 2 nights", "2027-05-12", "2027-05-14"),
        ("from the 7th to the 20th", "2027-05-07", "2027-05-20"),
        ("change it from the 7th to the 20th", "2027-05-07", "2027-05-20"),
        ("bring it back a day earlier", "2027-05-08", "2027-05-17"),
        ("cut it short by a night", "2027-05-08", "2027-05-17"),
        ("leave the hotel a day early", "2027-05-08", "2027-05-17"),
        ("extend it to the 20th", "2027-05-08", "2027-05-20"),
        ("no extend, 8 to 19 may, 11 nights", "2027-05-08", "2027-05-19"),
        ("shorten it to the 16th", "2027-05-08", "2027-05-16"),
        ("swap it to the 2 family rooms", "2027-05-08", "2027-05-18"),
        ("go two days earlier and come home two days earlier", "2027-05-06", "2027-05-16"),
        ("can i go one day earlier", "2027-05-07", "2027-05-18"),
        ("i want to go on the 10th instead", "2027-05-10", "2027-05-18"),
        ("can we fly a week later", "2027-05-15", "2027-05-25"),
        ("can we come home a day later", "2027-05-08", "2027-05-19"),
        ("only change the day to 9", "2027-05-09", "2027-05-19"),
        ("thank you", "2027-05-08", "2027-05-18"),
    ],
)
def test_a_stay_gets_other_days(text: str, first: str, last: str) -> None:
    days = date(2027, 5, 8), date(2027, 5, 18)
    assert move_stay(read_move(text, TODAY, *days), *days) == (date.fromisoformat(first), date.fromisoformat(last))


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("can i pick up the car a day earlier, on the 29th?", "2026-11-29", "2026-12-03"),
        ("can we collect the car on 1 december", "2026-12-01", "2026-12-03"),
        ("i'd like to drop it off on 2 december", "2026-11-30", "2026-12-02"),
        ("we bring the car back a day later", "2026-11-30", "2026-12-04"),
    ],
)
def test_a_car_that_is_picked_up_or_brought_back_on_another_day_keeps_the_other_end(
    text: str, first: str, last: str
) -> None:
    days = date(2026, 11, 30), date(2026, 12, 3)
    assert move_stay(read_move(text, TODAY, *days), *days) == (date.fromisoformat(first), date.fromisoformat(last))


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


def test_flights_follow_the_end_of_the_trip_that_moves() -> None:
    first, last = date(2026, 11, 30), date(2026, 12, 3)
    move = read_move("i need to stay till friday, push the hotel and the return flight a day", TODAY, first, last)
    assert move_flight(move, first, is_back=False) == first
    assert move_flight(move, last, is_back=True) == date(2026, 12, 4)
    assert move_stay(move, first, last) == (first, date(2026, 12, 4))


def test_a_fault_that_names_arguments_is_not_shown() -> None:
    assert describe_fault("only 2 left on 2026-06-12, and 3 wanted") == "only 2 left on 2026-06-12, and 3 wanted"
    for fault in ("give check_in and check_out together, or neither", "guests: Input should be greater than 0"):
        assert describe_fault(fault) == "it is not possible like that"
