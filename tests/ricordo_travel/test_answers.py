"""A yes that takes itself back is none."""

from __future__ import annotations

import pytest

from ricordo_travel.dialogue.answers import is_clear_yes


@pytest.mark.parametrize(
    "text", ["yes", "ok book it", "sure, no rush", "yes book it, no need for parking", "go on then", "yes, thank you"]
)
def test_a_yes_is_clear(text: str) -> None:
    assert is_clear_yes(text)


@pytest.mark.parametrize(
    "text",
    [
        "yes nah too dear. leave that one",
        "yes, too expensive though",
        "ok no",
        "yes but later",
        "fine, skip it",
        "ok thank you dear",
    ],
)
def test_a_yes_that_takes_itself_back_is_none(text: str) -> None:
    assert not is_clear_yes(text)
