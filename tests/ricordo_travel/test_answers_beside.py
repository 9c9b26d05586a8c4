"""The yes in a message that says something else, too: to which of several things it is."""

from __future__ import annotations

import pytest

from ricordo_travel.dialogue.yes.agreement import read_answer
from tests.ricordo_travel.test_answers import FLIGHT, HOTEL, agrees, codes, propose, read


@pytest.mark.parametrize(
    ("text", "agreed", "refused"),
    [
        ("yes to the flights. but that hotel?? no, something fancier", "TW2891 AB2810", "Willow"),
        ("yes to the flights. hotel no, find something nicer", "TW2891 AB2810", "Willow"),
        ("yes to the flights. a boat? no", "", "Willow car"),
        ("yes to the flights. not the hotel. wait, i must ask my wife", "", "Willow"),
    ],
)
def test_a_no_after_a_question_is_a_no_to_what_was_asked(text: str, agreed: str, refused: str) -> None:
    names = {"Willow": "Willow House Honolulu", "car": "suv"}
    answer = read(text)
    assert codes(answer.agreed) == [names.get(name, name) for name in agreed.split()]
    assert codes(answer.refused) == [names.get(name, name) for name in refused.split()]


def test_a_no_to_a_thing_that_is_not_proposed_leaves_the_yes() -> None:
    flight = propose({**FLIGHT, "passengers": 1})
    assert read_answer("yes. but a hostel?? no", [flight]).agreed == (flight,)
    for text in ("yes. the flight? no", "yes, but 5 am?? no way", "yes. a hostel? no, don't", "yes? no"):
        assert not read_answer(text, [flight]).agreed


def test_ok_book_is_a_yes_beside_another_wish() -> None:
    flight = propose({**FLIGHT, "passengers": 1})
    assert agrees("ok book. also a hotel with a gym please", flight)
    assert not agrees("ok book later. which hotels have a gym", flight)
    assert not agrees("ok book. also for my mum", flight)
    assert not agrees("ok book. also from gatwick", flight)


@pytest.mark.parametrize(
    "text",
    [
        "yes flights only, she'll crash with us in the room",
        "yes, but only the flight",
        "yes just the flight",
        "yes to the flight, leave the hotel",
    ],
)
def test_a_yes_to_one_of_several_only_is_none_to_the_others(text: str) -> None:
    flight, room = propose(FLIGHT), propose(HOTEL)

    assert room not in read_answer(text, [flight, room]).agreed
