"""Words that turn something down, and words for rooms."""

from __future__ import annotations

import pytest

from ricordo_travel.dialogue.values.rooms import find_rooms
from ricordo_travel.dialogue.yes.answers import is_too_much
from ricordo_travel.dialogue.yes.phrases import read_phrase


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("way too expensive", True),
        ("ok too much. then the compact one", True),
        ("hm that's a bit too late", True),
        ("not too expensive, good", False),
        ("is that too expensive?", False),
        ("that's not too early for us", False),
    ],
)
def test_too_much_turns_down(text: str, expected: bool) -> None:
    assert is_too_much(text) is expected


def test_normal_room_is_no_car() -> None:
    assert read_phrase("take the normal double room").car_class is None
    assert read_phrase("the economy car").car_class == "economy"


@pytest.mark.parametrize("text", ["cedar house with three doubles is fine", "three doubles are ok", "three doubles"])
def test_rooms_that_are_fine_are_asked_for(text: str) -> None:
    assert find_rooms(text) == (("double", 3),)
