"""The estimate of the tokens of a text."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ricordo.prompt.tokens import estimate_tokens


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("", 0),
        ("word", 2),
        ("that", 1),
        ("words", 2),
        ("xkcdqz", 8),
        ("getUserName", 6),
        ("a1B2", 4),
        ("a b", 2),
        ("1234", 3),
        ("12345", 4),
        ("é", 2),
        ("日本", 4),
        ("a\n\nb", 4),
        ("?!", 2),
    ],
)
def test_tokens_are_estimated_on_the_safe_side(text: str, tokens: int) -> None:
    assert estimate_tokens(text) == tokens


@given(st.text(), st.text())
@settings(max_examples=40, deadline=None)
def test_texts_side_by_side_cost_what_they_cost_apart(one: str, other: str) -> None:
    assert estimate_tokens(f"{one} {other}") == estimate_tokens(one) + estimate_tokens(other)
