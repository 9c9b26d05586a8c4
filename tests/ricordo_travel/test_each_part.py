"""Questions beside other things in a message, and what is refused."""

from __future__ import annotations

import pytest

from ricordo_travel.dialogue.talk import find_topic
from ricordo_travel.dialogue.terms import answer_terms
from ricordo_travel.dialogue.wishes import find_car_class, find_kinds, find_refused_kinds


@pytest.mark.parametrize(
    ("message", "answer"),
    [
        ("is my sum right: 678 + 735 + 248 = 1661?", "Yes, that is right: it makes $1,661."),
        ("678 + 735 = 1400, right?", "No, that is not right: it makes $1,413."),
        ("Is it ok for a small child?", "I do not know what it is like for a small child"),
        ("and is it romantic?", "I do not know whether it is romantic"),
        ("which of my bookings can I still change?", "I can change or cancel any of your bookings"),
        ("how many days are enough for Rome?", "I do not know how many days are enough"),
    ],
)
def test_question_gets_an_answer_of_its_own(message: str, answer: str) -> None:
    answers, left = answer_terms(f"Flights to Rome, please. {message}", "the airline")
    assert [each.startswith(answer) for each in answers] == [True]
    assert left.startswith("Flights to Rome")


@pytest.mark.parametrize(
    "message", ["is there a romantic hotel?", "can I change it to Friday?", "which hotels are good for kids?"]
)
def test_wish_is_no_question_about_terms(message: str) -> None:
    assert answer_terms(message, "the hotel") == ([], message)


@pytest.mark.parametrize(
    "text",
    [
        "i'd like to bring my three children together",
        "we are a wedding party of six",
        "what about the four-wheel drive?",
    ],
)
def test_single_word_is_no_topic(text: str) -> None:
    assert find_topic(text) is None


@pytest.mark.parametrize(
    "text", ["a 4x4 for the whole week", "the four-wheel drive i asked for", "a 4wd", "all-wheel drive"]
)
def test_four_wheels_are_an_suv(text: str) -> None:
    assert find_kinds(text) == ["car"]
    assert find_car_class(text) == "suv"


def test_refused_kind_stays_refused_until_asked_for_anew() -> None:
    said = ["flights, a hotel and a car", "no cars, please!", "the hotel is fine"]
    assert find_refused_kinds(said) == {"car"}
    assert find_refused_kinds([*said, "we need a car after all"]) == set()
    assert find_kinds("could we manage without renting a car?") == []
    assert find_kinds("my parents will lend us a car") == []
