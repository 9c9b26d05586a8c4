"""The situation of a message: what the reader is given to see, without the ids that only a computer can read."""

from __future__ import annotations

import pytest

from ricordo_travel.clerk.situation import Situation, describe_situation

BOOKED = (
    "Booked. F-7YMPA9JN: flight TW103 from Sydney to Hobart, 12 January 2027 at 15:40, 2 passengers in economy, "
    "$244 in all"
)


@pytest.mark.parametrize(
    ("message", "marked"),
    [
        ("move F-7YMPA9JN to 14 January", "move x to 14 January"),
        ("cancel f-7ympa9jn and H-QRT3HKJB please", "cancel x and y please"),
        ("cancel F-222222AA", "cancel F-222222AA"),
        ("the flight at 15:40", "the flight at 15:40"),
    ],
)
def test_a_booking_is_named_by_its_letter(message: str, marked: str) -> None:
    assert Situation("", {"x": "F-7YMPA9JN", "y": "H-QRT3HKJB"}).mark_bookings(message) == marked


@pytest.mark.parametrize("reply", [BOOKED, "That is booked already: " + BOOKED.removeprefix("Booked. ")])
def test_no_id_of_a_booking_is_in_the_text(reply: str) -> None:
    assert "7YMPA9JN" not in describe_situation([("user", "yes"), ("assistant", reply)]).text
