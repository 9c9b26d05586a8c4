"""The reasons for a hit."""

from __future__ import annotations

import pytest

from ricordo.values import Why


@pytest.mark.parametrize(
    ("why", "said"),
    [
        (Why(), "recent"),
        (Why(ranks={"dense": 2, "keyword": 1}, words=("tea", "cup")), "keyword #1 (tea, cup), dense #2"),
        (Why(ranks={"time": 3, "dense": 1}, times=("last week",)), "dense #1, time #3 (last week)"),
        (Why(ranks={"keyword": 1}), "keyword #1"),
    ],
)
def test_why_a_hit_was_found_is_said_in_words(why: Why, said: str) -> None:
    assert str(why) == said
