"""What a message says shall stay as it is."""

import pytest

from ricordo_travel.dialogue.yes.kept import keeps_elsewhere


@pytest.mark.parametrize(
    "text",
    [
        "lisbon stays as it is",
        "keep the lisbon hotel as it is",
        "no don't change lisbon!",
        "leave lisbon alone please",
        "the lisbon one stays the same",
        "the hotel in lisbon stays",
    ],
)
def test_what_is_booked_elsewhere_stays(text: str) -> None:
    assert keeps_elsewhere(text, {"Porto"})
    assert not keeps_elsewhere(text, {"Porto", "Lisbon"})


@pytest.mark.parametrize(
    "text",
    [
        "leave from lisbon",
        "i'd prefer a lisbon stay",
        "keep us in lisbon",
        "lisbon stays cheaper",
        "keep lisbon for 3 nights",
        "lisbon stays as it is if it rains",
        "the lisbon stay",
    ],
)
def test_a_wish_for_another_place_is_no_remark(text: str) -> None:
    assert not keeps_elsewhere(text, {"Porto"})
