"""Flights that a message wants to see beside a question, and that were read as a part of it."""

from __future__ import annotations

import pytest

from ricordo_travel.clerk.commands import parse_commands
from ricordo_travel.clerk.reading.flights_sought import look_for_flights


@pytest.mark.parametrize(
    ("written", "text", "meant"),
    [
        (
            "which these | vegetarian menu ; which these | from london | place barcelona | on same dates | people 3",
            "do any of them do veggie food? and show me flights london to barcelona same dates for 3",
            "which these | vegetarian menu ; find flight | from London | place Barcelona | on same dates | people 3",
        ),
        (
            "ask these | gym",
            "do they have a gym? i also need flights from berlin to rome",
            "ask these | gym ; find flight | from Berlin | place Rome",
        ),
        (
            "ask these | gym ; find flight | place rome",
            "do they have a gym? find flights berlin to rome",
            "ask these | gym ; find flight | place rome",
        ),
        ("ask 1 | price", "show me what the flight to rome costs", "ask 1 | price"),
        ("ask flight | duration", "how long are flights from berlin to rome", "ask flight | duration"),
    ],
)
def test_flights_that_a_message_wants_to_see_are_searched(written: str, text: str, meant: str) -> None:
    assert look_for_flights(text, parse_commands(written)) == list(parse_commands(meant))
