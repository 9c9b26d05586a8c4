from __future__ import annotations

import pytest

from ricordo_travel.dialogue.trips.stages import split_stages


@pytest.mark.parametrize(
    ("text", "stages"),
    [
        (
            "london to berlin 8 june, berlin to paris 10 june, paris to london 12 june",
            ["from london to berlin, 8 june", "from berlin to paris, 10 june", "back to london, 12 june"],
        ),
        (
            "fly from london to rome on 8 june, then on to athens on 11 june and back home on 15 june",
            ["from london to rome, on 8 june", "from rome to athens, on 11 june", "home on 15 june"],
        ),
        (
            "from berlin: rome 3-6 july, athens 6-10 july, then home. hotels with breakfast",
            ["from berlin to rome, 3-6 july, hotels with breakfast", "from rome to athens, 6-10 july", "flight home"],
        ),
        (
            "london to rome first, then rome to athens on 11 june and home on the 15th",
            ["from london to rome, first", "from rome to athens, on 11 june", "home, on the 15th"],
        ),
        ("a hotel in berlin 8-10 june, then one in paris 10-12 june", ["hotel in berlin", "hotel in paris"]),
    ],
)
def test_a_trip_to_several_places_is_cut_into_its_stages(text: str, stages: list[str]) -> None:
    found = split_stages(text)
    assert len(found) == len(stages)
    assert all(words in " ".join(each.split()) for words, each in zip(stages, found, strict=True))


@pytest.mark.parametrize(
    "text",
    [
        "flights from paris to rome on 5 june and back to paris on 8 june",
        "fly to rome on 10 december and back to london on the 14th",
        "london to tokyo 4 december, back from kyoto 12 december",
        "london to rome 5 june, hotel in rome for 3 nights",
        "move london to berlin to the 9th and berlin to paris to the 11th",
        "london to berlin or paris on 8 june",
        "is rome or athens warmer in july?",
        "out from berlin on 7 september, home from madeira on 14",
        "a conference in singapore 6 to 9 october, i'm in sydney, flights under 3000 return",
        "rome 3-6 july with a car, then athens 6-9 july",
    ],
)
def test_anything_else_is_one_stage(text: str) -> None:
    assert split_stages(text) == [text]


_ROOMS = {"kind": "hotel", "booking_id": "H-1", "hotel_id": "rome-1", "room_type": "double", "rooms": 3, "guests": 6}
