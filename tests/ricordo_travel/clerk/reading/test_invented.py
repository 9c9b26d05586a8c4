"""Places that the reader writes although nobody has named them."""

from __future__ import annotations

import pytest

from ricordo_travel.clerk.commands import parse_commands
from ricordo_travel.clerk.reading.invented import take_back_places, take_back_statements

SEEN = "said: a week in crete\nreply: Hotels in Crete, 8 June 2026, 7 nights, for one person"


@pytest.mark.parametrize(
    ("situation", "message", "written", "meant"),
    [
        ("start", "Do I need a visa?", "place greece | visa", "place | visa"),
        ("start", "Book a flight to Atlantis", "find flight | place lisbon", "find flight | place Atlantis"),
        ("start", "a cheap flight please", "find flight | place lisbon", "find flight"),
        ("start", "a flight to lisbon", "find flight | place lisbon", "find flight | place lisbon"),
        ("start", "is the sagrada familia open", "place barcelona | info", "place barcelona | info"),
        ("start", "flights to lisbn", "find flight | place lisbon", "find flight | place lisbon"),
        ("start", "any flights to hvar?", "find flight | place bangkok", "find flight | place Hvar"),
        (SEEN, "or a flight to hvar?", "find flight | place crete", "find flight | place Hvar"),
        (SEEN, "a trip to quxxily then?", "find hotel | place crete", "find hotel | place quxxily"),
        (SEEN, "a hotel in cretta", "find hotel | place crete", "find hotel | place crete"),
        (SEEN, "i'm in munich, fly there", "find flight | place crete", "find flight | place crete"),
        (SEEN, "is it warm there", "place crete | weather", "place crete | weather"),
    ],
)
def test_a_place_that_nobody_named_is_taken_back(situation: str, message: str, written: str, meant: str) -> None:
    assert take_back_places(situation, message, parse_commands(written)) == parse_commands(meant)


TWO_CITIES = "first Rome for 4 nights, then Paris for 3. I live in Berlin. Need flights too please"
VEGETARIAN = "my budget for this trip is 900 dollars and Giulia my girlfriend is vegetarian"


@pytest.mark.parametrize(
    ("message", "written", "meant"),
    [
        (TWO_CITIES, "i live in paris", "I live in Berlin"),
        (TWO_CITIES, "i live in berlin", "i live in berlin"),
        (VEGETARIAN, "my girlfriend for this trip is 900 dollars", "my budget for this trip is 900 dollars"),
        (VEGETARIAN, "my girlfriend is vegetarian", "my girlfriend is vegetarian"),
        ("not too hot, Abena burns easily and Kofi loves football", "abefi easily", "Abena burns easily"),
        ("My wife and I like quiet places. She has a bad knee.", "my wife has a bad knee", "my wife has a bad knee"),
        ("and travel with my dauhgter, shes 7", "my husband is 7", "shes 7"),
        ("ok berlin works, my brother lives there. so lisbon?", "my brother lives in lisbon", "my brother lives there"),
        (
            "ok berlin works, my brother lives there. so lisbon?",
            "my brother lives in berlin",
            "my brother lives in berlin",
        ),
        ("I am Dolores, 67, retired nurse", "i am allergic, 67", "I am Dolores"),
        ("do you fly from hamburg? i live there", "i live in hamburg", "i live in hamburg"),
    ],
)
def test_a_statement_is_one_that_was_made(message: str, written: str, meant: str) -> None:
    (command,) = take_back_statements("start", message, parse_commands(f"tell | {written}"))
    assert command.text == meant


def test_a_statement_that_nobody_made_is_left_out_beside_other_commands() -> None:
    commands = take_back_statements("start", "yes, cheers", parse_commands("yes a ; tell | my mother turns 75"))
    assert commands == parse_commands("yes a")


def test_a_start_that_is_the_goal_or_named_nowhere_is_the_other_place_of_the_message() -> None:
    commands = parse_commands("find flight | from Bali | place Bali")
    (search,) = take_back_places("start", "let's go for Bali. We depart from Milano", commands)
    assert search.value("from") == "Milan"
    commands = parse_commands("find flight | from Berlin | place Singapore")
    (search,) = take_back_places("start", "flights for my parents, BLR to Singapore", commands)
    assert search.value("from") == "Bangalore"
    (search,) = take_back_places("reply: from Berlin?", "flights to Singapore and a hotel in Rome", commands)
    assert search.value("from") == "Berlin"
