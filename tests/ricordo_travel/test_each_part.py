"""Questions beside other things in a message, and what is refused."""

from __future__ import annotations

import pytest

from ricordo_travel.dialogue.replies.talk import find_topic
from ricordo_travel.dialogue.values.wishes import find_car_class, find_kinds


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
