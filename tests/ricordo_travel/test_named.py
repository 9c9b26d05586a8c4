"""Names of hotels are no wishes, and all places that a message names together are meant."""

from __future__ import annotations

import pytest

from ricordo_travel.dialogue.trips.route import find_route
from ricordo_travel.dialogue.values.geography import find_mentions
from ricordo_travel.dialogue.values.refusals import is_refused
from ricordo_travel.dialogue.values.wishes import drop_shown, find_amenities
from ricordo_travel.dialogue.yes.choice import find_number

_LIST = "1. Garden Guesthouse Porto, 1 double room\nWhich one shall I book?"


@pytest.mark.parametrize(
    "text", ["the garden guesthouse, how much?", "not the garden one", "i like gardens", "garden lodge please"]
)
def test_a_name_is_no_wish(text: str) -> None:
    assert find_amenities(text)[0] == ()


@pytest.mark.parametrize("text", ["a hotel with a garden", "hotels with gardens", "garden guesthouse with a garden"])
def test_a_garden_can_be_wished(text: str) -> None:
    assert find_amenities(text)[0] == ("garden",)


@pytest.mark.parametrize(
    "text",
    [
        "does the heron backpackers have breakfast too?",
        "is breakfast included there or does it cost extra?",
        "does it do breakfast?",
        "is there a pool in the hotel?",
        "do we get breakfast",
    ],
)
def test_what_is_asked_of_an_offer_is_no_wish(text: str) -> None:
    assert find_amenities(drop_shown(text, _LIST))[0] == ()


def test_a_question_for_others_is_a_wish() -> None:
    assert find_amenities(drop_shown("do they have one with a pool?", _LIST))[0] == ("pool",)


def test_a_trip_begins_in_the_first_of_several_places() -> None:
    route = find_route("we want to see rome, paris and athens in october")
    assert route.destination
    assert route.destination.name == "Rome"


@pytest.mark.parametrize(
    "text", ["which city goes well with berlin?", "berlin is already our first one", "somewhere besides berlin"]
)
def test_a_place_beside_which_another_is_sought_is_not_meant(text: str) -> None:
    assert is_refused(text, find_mentions(text)[0])
    assert find_number(text, 3) is None


def test_a_question_for_a_car_is_a_wish() -> None:
    text = "do they have a convertible for the coast road?"
    assert drop_shown(text, _LIST) == text
