"""Places that the reader writes although nobody has named them."""

from __future__ import annotations

import pytest

from ricordo_travel.clerk.commands import parse_commands
from ricordo_travel.clerk.invented import take_back_places

SEEN = "said: a week in crete\nreply: Hotels in Crete, 8 June 2026, 7 nights, for one person"


@pytest.mark.parametrize(
    ("situation", "message", "written", "meant"),
    [
        ("start", "Do I need a visa?", "place greece | visa", "place | visa"),
        ("start", "Book a flight to Atlantis", "find flight | place lisbon", "find flight | place Atlantis"),
        ("start", "a cheap flight please", "find flight | place lisbon", "find flight"),
        ("start", "a flight to lisbon", "find flight | place lisbon", "find flight | place lisbon"),
        ("start", "is the sagrada familia open", "place barcelona | info", "place barcelona | info"),
        ("start", "flights to lisbn", "find flight | place lisbon", "find flight | place lisbon"),
        (SEEN, "is it warm there", "place crete | weather", "place crete | weather"),
    ],
)
def test_a_place_that_nobody_named_is_taken_back(situation: str, message: str, written: str, meant: str) -> None:
    assert take_back_places(situation, message, parse_commands(written)) == parse_commands(meant)
