"""Wishes that cannot be met are named, and nothing else is."""

from __future__ import annotations

import pytest

from ricordo_travel.dialogue.text import normalise
from ricordo_travel.dialogue.unmet import describe_unmet, find_other_wishes


@pytest.mark.parametrize(
    ("text", "wishes"),
    [
        ("a hotel in rome with a bathtub and a kettle", ["a bathtub", "a kettle"]),
        ("hotel w/ pool, laundry and a fridge pls", ["laundry", "a fridge"]),
        ("a room in porto, and some champagne in the room", ["champagne"]),
        ("an iron would be lovely", ["an iron"]),
        ("a hotel that has a vegan restaurant and yoga classes", ["yoga classes"]),
        ("car with winter tyres and a roof box", ["winter tyres", "a roof box"]),
    ],
)
def test_a_wish_that_no_reader_knows_is_found_in_its_own_words(text: str, wishes: list[str]) -> None:
    assert find_other_wishes(normalise(text)) == wishes


@pytest.mark.parametrize(
    "text",
    [
        "a hotel in rome for two with breakfast, a pool and parking, under 150 a night",
        "flights with my wife and two kids, and a car for the last day",
        "somewhere nice with a good price and a direct flight",
        "the one with the lemon trees",
        "we need a double and a single for a week",
        "rome would be nice, and a 4 star hotel with a gym",
    ],
)
def test_what_is_known_or_no_wish_is_not_named(text: str) -> None:
    assert find_other_wishes(normalise(text)) == []
    assert describe_unmet(normalise(text), ("hotel",)) == []


LUGGAGE = (
    "Included for each passenger: in economy 1 cabin bag and 1 checked bag of 23 kg; in premium 1 cabin bag and "
    "2 checked bags of 23 kg each; in business 2 cabin bags and 2 checked bags of 32 kg each."
)


def test_each_wish_is_named_once_with_whom_to_ask() -> None:
    text = "flight with an aisle seat and two suitcases, hotel with a kettle, car with a child seat, and a ferry"
    assert describe_unmet(text, ("flight", "hotel", "car")) == [
        "I cannot choose seats on a flight: you choose them at check-in, online from a day before.",
        "I have no trains, buses, boats, taxis, transfers or drivers.",
        LUGGAGE,
        "I do not know what more bags than that cost; please ask the airline.",
        "Child seats are free: ask for them at the desk when you pick up the car.",
        "I do not know about a kettle; please ask the hotel.",
    ]
    assert describe_unmet("with a kettle", ("hotel",), "I do not know about a kettle.") == []


def test_what_the_person_does_alone_is_no_wish() -> None:
    assert describe_unmet("hotel near the bus station, we take the train", ("hotel",)) == [
        "I do not know about how far it is from the bus station; please ask the hotel."
    ]
