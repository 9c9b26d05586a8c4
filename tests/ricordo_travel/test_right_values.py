"""The value that a message states for a field of the profile, and the messages that state none."""

from __future__ import annotations

import pytest

from ricordo_travel.dialogue.right_values import find_right_value


@pytest.mark.parametrize(
    ("message", "field", "value"),
    [
        ("jazz and opera", "interests", "jazz and opera"),
        ("My interests are music, museums and old churches.", "interests", "music, museums and old churches"),
        ("it should be hiking", "interests", "hiking"),
        ("change my interests to chess", "interests", "chess"),
        ("aisle seats, please", "preferences", "aisle seats"),
        ("Hannover. Just Hannover, please.", "home", "Hannover"),
        ("in Voss, actually", "home", "Voss"),
        ("we don't live in dublin but in bray", "home", "Bray"),
        ("I don't live in Dublin any more, my home is Cork", "home", "Cork"),
        ("there are four of us", "number_of_travelers", "4"),
        ("just one", "number_of_travelers", "1"),
        ("not 2000, it's 3000", "budget_range", "$3,000"),
    ],
)
def test_a_stated_value_is_found(message: str, field: str, value: str) -> None:
    found = find_right_value(message, field, is_asked=True)
    assert found is not None
    assert found.value == value


@pytest.mark.parametrize(
    "message",
    [
        "all good, bye",
        "Nothing is wrong, that is fine now. Thank you. I'll come back tomorrow.",
        "don't change that",
        "what? i still prefer it",
        "never mind",
        "ok thanks!",
        "it's fine",
        "leave it as it is",
        "can you show me hotels?",
        "one moment please",
        "no, forget it",
    ],
)
@pytest.mark.parametrize(
    "field",
    ["interests", "preferences", "home", "dietary_requirements", "travel_style", "number_of_travelers", "budget_range"],
)
def test_thanks_a_goodbye_or_a_request_is_no_value(message: str, field: str) -> None:
    assert find_right_value(message, field, is_asked=True) is None
