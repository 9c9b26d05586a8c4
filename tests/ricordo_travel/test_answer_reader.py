"""The reader of answers: what a small model makes of an answer, and what it may decide."""

from __future__ import annotations

import hashlib
import json
from importlib.resources import files

import pytest

from ricordo_travel.dialogue.yes.agreement import read_answer
from ricordo_travel.dialogue.yes.answer_labels import MAX_ANSWER
from ricordo_travel.dialogue.yes.answer_reader import NOTHING, score_answer
from tests.ricordo_travel.test_answers import CAR, FLIGHT, HOTEL, propose


@pytest.mark.parametrize(
    "text",
    [
        "yes, my wife is so happy about that",
        "we slept on it and everybody is happy, so please go ahead and book it",
        "Yes, I said so already.",
        "it took us ages to decide, but here we are: yes, please book it",
    ],
)
def test_a_yes_is_heard_in_whatever_words(text: str) -> None:
    room = propose({**HOTEL, "guests": 2})
    assert read_answer(text, [room]).agreed == (room,)


@pytest.mark.parametrize(
    ("text", "row"),
    [
        ("yes two cars", CAR),
        ("yes economy plus", FLIGHT),
        ("yes the return flight", FLIGHT),
        ("yes and my sister will share the room with us", HOTEL),
        ("great, pickup at the hotel, yes", CAR),
        ("yes, my company booked that one yesterday", HOTEL),
        ("yes but is there parking? we come by car", HOTEL),
    ],
)
def test_the_reader_objects_to_a_yes_to_something_else(text: str, row: dict[str, object]) -> None:
    assert not read_answer(text, [propose(row)]).agreed


def test_praise_of_one_of_two_agrees_to_that_one() -> None:
    flight, hotel = propose(FLIGHT), propose(HOTEL)
    assert read_answer("the flight is a bargain, book it", [flight, hotel]).agreed == (flight,)


def test_a_day_that_differs_is_no_yes_whatever_the_reader_says() -> None:
    room = propose(HOTEL)
    assert score_answer("yes, from the 2nd of december please", [room])[0].yes > 0
    assert not read_answer("yes, from the 2nd of december please", [room]).agreed


def test_an_answer_that_is_too_long_to_be_read_agrees_to_nothing() -> None:
    assert score_answer("yes " * (MAX_ANSWER + 1), [propose(HOTEL)]) == [NOTHING]


def test_the_weights_are_those_that_were_checked_in() -> None:
    folder = files("ricordo_travel.dialogue").joinpath("weights")
    digests = json.loads(folder.joinpath("digests.json").read_text("utf-8"))
    for name, digest in digests.items():
        assert hashlib.sha256(folder.joinpath(name).read_bytes()).hexdigest() == digest, name
