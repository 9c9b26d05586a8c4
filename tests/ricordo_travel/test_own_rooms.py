"""A room that is booked is named with "the", the one that it shall be is named otherwise."""

from __future__ import annotations

import pytest

from ricordo_travel.dialogue.rooms import drop_own, find_own_types, find_rooms


@pytest.mark.parametrize(
    ("text", "own", "wanted"),
    [
        ("change the single room to a double room for 2 people", {"single"}, (("double", 1),)),
        ("turn the single into a double", {"single"}, (("double", 1),)),
        ("cancel the single", {"single"}, (("single", None),)),
        ("make our double two singles", {"double"}, (("single", 2),)),
        ("a double and a single", set[str](), (("double", 1), ("single", 1))),
        ("the double for my parents, a single for me", set[str](), (("double", None), ("single", 1))),
    ],
)
def test_own_rooms_are_not_those_that_are_asked_for(
    text: str, own: set[str], wanted: tuple[tuple[str, int | None], ...]
) -> None:
    assert find_own_types(text) == own
    assert find_rooms(drop_own(text)) == wanted
