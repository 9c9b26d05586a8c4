"""Measures of a ranking."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ricordo.bench.metrics import COLUMNS, CUTS, average_scores, score

ids = st.integers(0, 40).map(str)
orders = st.lists(ids, unique=True, max_size=30)
wanted_ids = st.frozensets(ids, min_size=1, max_size=15)


@pytest.mark.parametrize(
    ("found", "wanted", "expected"),
    [
        ("a", "a", {"R@5": 1, "all@5": 1, "R@10": 1, "all@20": 1, "nDCG@10": 1}),
        ("b", "a", {"R@5": 0, "all@5": 0, "R@20": 0, "all@20": 0, "nDCG@10": 0}),
        ("", "a", {"R@5": 0, "all@5": 0, "nDCG@10": 0}),
        ("ba", "a", {"R@5": 1, "all@5": 1, "nDCG@10": 1 / math.log2(3)}),
        ("ax", "ab", {"R@5": 0.5, "all@5": 0, "nDCG@10": 1 / (1 + 1 / math.log2(3))}),
        ("vwxyza", "a", {"R@5": 0, "all@5": 0, "R@10": 1, "all@10": 1, "nDCG@10": 1 / math.log2(7)}),
        ("bcdefghijka", "a", {"R@10": 0, "R@20": 1, "all@20": 1, "nDCG@10": 0}),
        ("abcdefghijkl", "abcdefghijkl", {"R@5": 5 / 12, "all@10": 0, "R@20": 1, "all@20": 1, "nDCG@10": 1}),
    ],
)
def test_an_order_is_scored_by_what_is_wanted_among_the_first(
    found: str, wanted: str, expected: dict[str, float]
) -> None:
    scores = score(list(found), frozenset(wanted))
    assert {name: scores[name] for name in expected} == pytest.approx(expected)


@given(orders, wanted_ids)
@settings(max_examples=100, deadline=None)
def test_every_score_lies_between_none_and_all_and_grows_with_the_cut(found: list[str], wanted: frozenset[str]) -> None:
    scores = score(found, wanted)
    assert scores.keys() == set(COLUMNS)
    assert all(0 <= value <= 1 + 1e-12 for value in scores.values())
    for kind in ("R", "all"):
        grown = [scores[f"{kind}@{cut}"] for cut in CUTS]
        assert grown == sorted(grown)
    for cut in CUTS:
        assert scores[f"all@{cut}"] == (scores[f"R@{cut}"] == 1)


@given(orders, wanted_ids)
@settings(max_examples=60, deadline=None)
def test_the_best_order_has_all_that_is_wanted_first(found: list[str], wanted: frozenset[str]) -> None:
    best = sorted(found, key=lambda found_id: found_id not in wanted)
    scores, best_scores = score(found, wanted), score(best, wanted)
    assert all(best_scores[name] >= scores[name] - 1e-12 for name in COLUMNS)
    assert score(sorted(wanted), wanted)["nDCG@10"] == pytest.approx(1)


@given(orders, wanted_ids)
@settings(max_examples=30, deadline=None)
def test_what_comes_behind_the_last_cut_does_not_count(found: list[str], wanted: frozenset[str]) -> None:
    first = [f"other {number}" for number in range(max(CUTS))]
    assert set(score([*first, *found], wanted).values()) == {0.0}


def test_scores_are_averaged_over_questions_in_per_cent() -> None:
    rows = [score(["a"], frozenset("a")), score(["b"], frozenset("a"))]
    assert average_scores(iter(rows)) == dict.fromkeys(COLUMNS, 50.0)
    assert average_scores(rows[:1]) == dict.fromkeys(COLUMNS, 100.0)
