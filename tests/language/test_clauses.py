"""Clauses: where a message is divided, and where it is not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ricordo.language.clauses import clauses_around, split_clauses


@pytest.mark.parametrize(
    ("text", "clauses"),
    [
        ("I teach at night so we eat late", ["I teach at night", "we eat late"]),
        ("I teach at night so mornings are quiet", ["I teach at night", "mornings are quiet"]),
        ("her hip is bad so nothing with stairs", ["her hip is bad", "nothing with stairs"]),
        ("the bar was so loud that night", ["the bar was so loud that night"]),
        ("a week or so in Bergen", ["a week or so in Bergen"]),
        ("I miss it so much at times", ["I miss it so much at times"]),
        ("so far so good", ["so far so good"]),
        ("das ist so nett von dir", ["das ist so nett von dir"]),
        ("I'm vegan (my brother is not)", ["I'm vegan", "my brother is not"]),
        ("I sing, she plays", ["I sing", "she plays"]),
    ],
)
def test_a_message_is_divided_into_clauses(text: str, clauses: list[str]) -> None:
    assert split_clauses(text) == clauses


@given(st.text(max_size=200))
def test_clauses_are_parts_of_the_text(text: str) -> None:
    assert all(clause in text for clause in (*split_clauses(text), *clauses_around(text, 0, len(text))))
