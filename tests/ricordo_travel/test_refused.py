"""Hotels and long flights that people do not want, and places to stay near to."""

from __future__ import annotations

import pytest

from ricordo_travel.dialogue.values.aims import find_reference, refuses_long_flights
from ricordo_travel.dialogue.yes.choice import split_refused_hotels


@pytest.mark.parametrize(
    ("text", "refused"),
    [
        ("no backpackers please", ["the backpackers"]),
        ("i don't want the lantern guesthouse", ["the lantern"]),
        ("anything but the grand", ["the grand"]),
        ("no, the lantern", []),
        ("the lantern, not tomorrow", []),
    ],
)
def test_refused_hotels_are_found(text: str, refused: list[str]) -> None:
    assert split_refused_hotels(text)[1] == refused


def test_places_to_stay_near_to_and_long_flights_are_found() -> None:
    near = find_reference("somewhere with a beach, close to brussels")
    assert near is not None
    assert near.name == "Brussels"
    assert find_reference("a hotel close to the beach in rome") is None
    assert refuses_long_flights("Hates long flights")
    assert not refuses_long_flights("a long weekend, flights from rome")
