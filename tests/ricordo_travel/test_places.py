"""The places that are served, and the flights between them."""

from __future__ import annotations

import re

import pytest

from ricordo_travel.dialogue.values.geography import find_mentions
from ricordo_travel.flights.timetable import flights_between, timetable
from ricordo_travel.places import airports


def test_two_flights_leave_for_every_other_airport_each_with_a_number_of_four_digits() -> None:
    assert len(timetable()) == 2 * len(airports()) * (len(airports()) - 1)
    assert all(re.fullmatch(r"[A-Z]{2}\d{3,4}", number) for number in timetable())


def test_places_that_are_added_renumber_no_flight_that_somebody_booked() -> None:
    first = [(flight.number, flight.departs) for flight in flights_between("LHR", "FCO")]
    later = [(flight.number, flight.departs) for flight in flights_between("VIE", "LHR")]
    assert (first, later) == ([("AB2386", "10:40"), ("KT2387", "19:50")], [("TW3689", "06:10"), ("BH3689", "13:55")])


@pytest.mark.parametrize(
    "text", ["a hotel by the sea", "i'm not mad", "a man and his dog", "gig tickets", "mia said yes", "ham and eggs"]
)
def test_an_airport_code_that_is_a_word_names_no_place(text: str) -> None:
    assert find_mentions(text) == []


@pytest.mark.parametrize(
    ("text", "name"),
    [("holland", "Netherlands"), ("somewhere in turkey", "Turkey"), ("the polish one", "Poland")],
)
def test_a_country_is_known_by_its_other_names(text: str, name: str) -> None:
    assert [(each.name, each.is_served) for each in find_mentions(text)] == [(name, True)]
