"""From what the arms found to one order."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from ricordo.ports.embedder import Calibration
from ricordo.ports.store import Pool
from ricordo.recall.fusion import Ranking, mix_orders, rank
from ricordo.recall.question import read
from ricordo.stores.common.times import to_micros
from ricordo.values import KINDS

NOW = datetime(2026, 5, 20, 12, tzinfo=UTC)
USUAL = Calibration(mean=0.5, deviation=0.125, floor=0.25)
PLAIN, OWN, TIMELY = "Tea or coffee?", "Do I like tea?", "tea in May 2024"
MAY_2024 = datetime(2024, 5, 15, tzinfo=UTC)


@dataclass(frozen=True)
class Row:
    """One thing in the pool; its key is its place there."""

    coverage: float = 0.0
    cosine: float = math.nan
    age: int = 0
    own: bool = False
    kind: int = 0
    at: datetime = NOW
    scope: int = 0


def pool(
    rows: Sequence[Row],
    *,
    embedded: int = 0,
    mean: float = 0.0,
    deviation: float = 0.0,
    held: Sequence[tuple[int, int]] = (),
) -> Pool:
    """``held`` are pairs of a term's place and a key."""
    return Pool(
        keys=np.arange(len(rows), dtype=np.int64),
        kinds=np.array([row.kind for row in rows], np.int8),
        scopes=np.array([row.scope for row in rows], np.int64),
        times=np.array([to_micros(row.at) for row in rows], np.int64),
        ages=np.array([row.age for row in rows], np.int64),
        own=np.array([row.own for row in rows], np.bool_),
        coverage=np.array([row.coverage for row in rows], np.float32),
        cosines=np.array([row.cosine for row in rows], np.float32),
        embedded=embedded,
        mean=mean,
        deviation=deviation,
        held_terms=np.array([term for term, _ in held], np.int64),
        held_keys=np.array([key for _, key in held], np.int64),
    )


@dataclass(frozen=True)
class Ranked:
    """A ranking with its parts and ranks as columns; 0 where an arm did not find a row."""

    record_keys: list[int]
    scores: list[float]
    parts: dict[str, list[float]]
    ranks: dict[str, list[int]]
    held: list[list[int]]

    @classmethod
    def of(cls, ranking: Ranking) -> Ranked:
        names = {name: None for row in ranking.parts for name in row}
        arms = dict.fromkeys(["keyword", "dense", *(arm for row in ranking.ranks for arm in row)])
        assert len(ranking.parts) == len(ranking.ranks) == len(ranking.record_keys)
        return cls(
            ranking.record_keys,
            ranking.scores,
            {name: [row[name] for row in ranking.parts] for name in names},
            {arm: [row.get(arm, 0) for row in ranking.ranks] for arm in arms},
            ranking.held,
        )


def ranked(rows: Sequence[Row], question: str = PLAIN, most: int = 1000) -> Ranked:
    return Ranked.of(rank(read(question, NOW), pool(rows), USUAL, most))


hundredths = st.integers(0, 100).map(lambda number: number / 100)
rows = st.builds(
    Row,
    coverage=st.just(0.0) | hundredths,
    cosine=st.just(math.nan) | hundredths,
    age=st.integers(0, 5000),
    own=st.booleans(),
    kind=st.integers(0, len(KINDS) - 1),
    at=st.sampled_from([NOW, MAY_2024]),
    scope=st.integers(0, 4),
)
pools = st.lists(rows, min_size=1, max_size=30)
questions = st.sampled_from([PLAIN, OWN, TIMELY, "", "tea " + " ".join(f"w{number}" for number in range(40))])


# ── order ────────────────────────────────────────────────────────────────────────────────────────────────────────────


@given(pools, questions, st.data())
@settings(max_examples=130, deadline=None)
def test_more_coverage_never_ranks_lower(found: list[Row], question: str, data: st.DataObject) -> None:
    key = data.draw(st.integers(0, len(found) - 1))
    more = data.draw(st.integers(int(found[key].coverage * 100), 100)) / 100
    before = ranked(found, question).record_keys
    found[key] = replace(found[key], coverage=max(more, found[key].coverage))
    after = ranked(found, question).record_keys
    assert key not in before or after.index(key) <= before.index(key)


@given(pools, questions, st.data())
@settings(max_examples=130, deadline=None)
def test_a_nearer_vector_never_ranks_lower(found: list[Row], question: str, data: st.DataObject) -> None:
    key = data.draw(st.integers(0, len(found) - 1))
    cosine = found[key].cosine if not math.isnan(found[key].cosine) else 0.0
    found[key] = replace(found[key], cosine=cosine)
    before = ranked(found, question).record_keys
    found[key] = replace(found[key], cosine=min(1.0, cosine + data.draw(hundredths)))
    after = ranked(found, question).record_keys
    assert key not in before or after.index(key) <= before.index(key)


@given(pools, questions)
@settings(max_examples=60, deadline=None)
def test_scores_descend_and_of_equals_the_one_stored_last_comes_first(found: list[Row], question: str) -> None:
    result = ranked(found, question)
    assert len(set(result.record_keys)) == len(result.record_keys)
    order = list(zip(result.scores, result.record_keys, strict=True))
    assert order == sorted(order, reverse=True)


@given(pools, questions)
@settings(max_examples=30, deadline=None)
def test_the_same_pool_is_always_ranked_alike(found: list[Row], question: str) -> None:
    assert ranked(found, question) == ranked(found, question)


@given(st.lists(st.integers(25, 100), min_size=1, max_size=60, unique=True), st.integers(1, 12), questions)
@settings(max_examples=60, deadline=None)
def test_the_cut_is_the_beginning_of_the_full_order(cosines: list[int], most: int, question: str) -> None:
    found = [Row(cosine=cosine / 100) for cosine in cosines]
    assert ranked(found, question, most).record_keys == ranked(found, question).record_keys[:most]


@given(st.lists(st.sampled_from([Row(0.5), Row(0.6)]), max_size=60), st.integers(1, 5))
@settings(max_examples=30, deadline=None)
@example([Row(coverage=0.5)] * 100, 10)
def test_the_cut_is_the_beginning_of_the_full_order_among_equals(found: list[Row], most: int) -> None:
    assert ranked(found, "", most).record_keys == ranked(found, "").record_keys[:most]


@given(st.lists(st.integers(25, 100), min_size=1, max_size=40))
@settings(max_examples=60, deadline=None)
def test_when_nothing_covers_the_question_the_order_is_the_dense_one(cosines: list[int]) -> None:
    result = ranked([Row(cosine=cosine / 100) for cosine in cosines])
    assert result.record_keys == sorted(range(len(cosines)), key=lambda key: (cosines[key], key), reverse=True)
    assert result.parts["keyword"] == [0.0] * len(cosines)


@given(st.lists(st.integers(1, 100), min_size=1, max_size=40))
@settings(max_examples=60, deadline=None)
def test_when_there_are_no_vectors_the_order_is_that_of_the_keywords(shares: list[int]) -> None:
    result = ranked([Row(coverage=share / 100) for share in shares])
    assert result.record_keys == sorted(range(len(shares)), key=lambda key: (shares[key], key), reverse=True)
    assert result.parts["dense"] == [0.0] * len(shares)


def test_what_covers_the_question_well_comes_before_the_nearest_vector() -> None:
    assert ranked([Row(coverage=0.8, cosine=0.3), Row(coverage=0.0, cosine=1.0)]).record_keys == [0, 1]


def test_what_was_said_last_comes_first_when_all_else_is_equal() -> None:
    rows = [Row(cosine=0.5, age=0), Row(cosine=0.5, age=100), Row(cosine=0.5, age=1)]
    assert ranked(rows, " ".join(f"w{number}" for number in range(20))).record_keys == [0, 2, 1]
    assert ranked(rows).record_keys == [2, 1, 0]  # for a short question, only the order in which they were stored


def test_an_empty_pool_has_an_empty_order() -> None:
    for question in (PLAIN, OWN, TIMELY):
        result = ranked([], question)
        assert (result.record_keys, result.scores, result.held) == ([], [], [])


# ── what is worth recalling ──────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("row", "kept"),
    [
        (Row(cosine=0.25), True),
        (Row(cosine=0.24), False),
        (Row(coverage=0.1, cosine=0.0), True),
        (Row(coverage=0.09, cosine=0.0), False),
        (Row(coverage=0.01), True),
        (Row(), False),
        (Row(cosine=-1.0), False),
        (Row(cosine=0.0, age=0, own=True, kind=1), False),
    ],
)
def test_below_the_floor_only_literal_matches_are_kept(row: Row, kept: bool) -> None:
    assert ranked([row]).record_keys == ([0] if kept else [])


def test_what_fits_the_time_that_was_asked_for_is_kept_whatever_its_vector_says() -> None:
    found = [Row(cosine=0.0, at=MAY_2024), Row(cosine=0.0, at=NOW)]
    assert ranked(found, TIMELY).record_keys == [0]
    assert ranked(found, PLAIN).record_keys == []


@given(pools, questions)
@settings(max_examples=60, deadline=None)
def test_nothing_relevant_is_left_out_of_the_full_order(found: list[Row], question: str) -> None:
    chosen = set(ranked(found, question).record_keys)
    assert {key for key, row in enumerate(found) if row.cosine >= 0.25 or row.coverage >= 0.1} <= chosen
    unknown = {key for key, row in enumerate(found) if math.isnan(row.cosine) and row.coverage > 0}
    assert unknown <= chosen


# ── ingredients ──────────────────────────────────────────────────────────────────────────────────────────────────────


@given(pools, questions)
@settings(max_examples=60, deadline=None)
def test_the_score_is_the_sum_of_its_parts(found: list[Row], question: str) -> None:
    result = ranked(found, question)
    for place, score in enumerate(result.scores):
        assert score == pytest.approx(sum(part[place] for part in result.parts.values()), abs=1e-4)


@pytest.mark.parametrize(
    ("question", "parts"),
    [
        (PLAIN, {"dense", "keyword", "recent", "session"}),
        (OWN, {"dense", "keyword", "recent", "own", "session"}),
        (TIMELY, {"dense", "keyword", "recent", "time", "session"}),
        ("What did I do in May 2024?", {"dense", "keyword", "recent", "time", "own", "session"}),
    ],
)
def test_time_and_ownership_count_where_the_question_asks_for_them(question: str, parts: set[str]) -> None:
    assert ranked([Row(coverage=1)], question).parts.keys() == parts


def test_the_parts_are_those_of_the_documented_formula() -> None:
    parts = ranked([Row(coverage=0.5, cosine=0.75, age=200, own=True, at=MAY_2024)], "my tea in May 2024").parts
    assert parts["dense"] == [pytest.approx((0.75 - 0.5) / 0.125)]
    assert parts["keyword"] == [pytest.approx(9 * 0.5)]
    assert parts["time"] == [1.5]
    assert parts["own"] == [1.0]
    assert parts["recent"] == [0.0]  # a question of three terms looks something up
    assert parts["session"] == [pytest.approx(0.3 * (2 + 4.5 + 1.5 + 1))]
    message = " ".join(f"w{number}" for number in range(9))
    parts = ranked([Row(coverage=0.5, age=200)], message).parts
    assert parts["recent"] == [pytest.approx(2 / 2 / math.e)]  # nine terms, halfway between six and twelve


def test_a_turn_is_lifted_by_the_best_of_its_session() -> None:
    beside, alone, best = Row(coverage=0.2, scope=7), Row(coverage=0.3, scope=8), Row(coverage=0.9, scope=7)
    result = ranked([beside, alone, best])
    assert result.record_keys == [2, 0, 1]
    assert result.parts["session"] == pytest.approx([0.3 * 8.1, 0.3 * 8.1, 0.3 * 2.7])
    assert ranked([beside, alone, replace(best, scope=9)]).record_keys == [2, 1, 0]


def test_a_session_without_anything_that_fits_takes_nothing_away() -> None:
    assert ranked([Row(cosine=0.3)]).parts["session"] == [0.0]


@given(pools, questions, st.integers(1, 9))
@settings(max_examples=60, deadline=None)
def test_in_a_single_session_the_session_changes_no_order(found: list[Row], question: str, scope: int) -> None:
    result = ranked([replace(row, scope=scope) for row in found], question)
    assert len(set(result.parts.get("session", []))) <= 1
    alone = [score - part for score, part in zip(result.scores, result.parts.get("session", []), strict=True)]
    assert alone == pytest.approx(sorted(alone, reverse=True), abs=1e-4)


def test_a_message_of_many_words_weighs_recency_more_but_not_without_end() -> None:
    weights = [
        ranked([Row(coverage=1)], " ".join(f"w{number}" for number in range(count))).parts["recent"][0]
        for count in (0, 1, 6, 9, 12, 40)
    ]
    assert weights == pytest.approx([0, 0, 0, 1, 2, 2])


@pytest.mark.parametrize(
    ("embedded", "deviation", "expected"), [(29, 0.05, 2.0), (30, 0.05, 11.0), (1000, 0.05, 11.0), (1000, 0.0, 2.0)]
)
def test_a_small_memory_is_measured_by_what_is_usual_for_the_model(
    embedded: int, deviation: float, expected: float
) -> None:
    measured = pool([Row(cosine=0.75)], embedded=embedded, mean=0.2, deviation=deviation)
    assert Ranked.of(rank(read(PLAIN, NOW), measured, USUAL, 10)).parts["dense"] == [pytest.approx(expected)]


def test_an_unknown_vector_counts_as_an_average_one() -> None:
    result = ranked([Row(coverage=0.3), Row(coverage=0.3, cosine=0.6), Row(coverage=0.3, cosine=0.4)])
    assert result.record_keys == [1, 0, 2]
    assert result.parts["dense"] == [pytest.approx(0.8, abs=1e-5), 0.0, pytest.approx(-0.8, abs=1e-5)]
    assert all(math.isfinite(score) for score in result.scores)


# ── ranks and words ──────────────────────────────────────────────────────────────────────────────────────────────────


@given(pools, st.sampled_from([PLAIN, OWN]))
@settings(max_examples=60, deadline=None)
def test_ranks_count_who_is_better_in_the_arm(found: list[Row], question: str) -> None:
    result = ranked(found, question)
    arms = {
        "keyword": {key: row.coverage for key, row in enumerate(found) if row.coverage > 0},
        "dense": {key: row.cosine for key, row in enumerate(found) if row.cosine >= 0.25},
    }
    for arm, values in arms.items():
        expected = [
            1 + sum(other > values[key] for other in values.values()) if key in values else 0
            for key in result.record_keys
        ]
        assert result.ranks[arm] == expected


def test_memories_have_a_rank_among_themselves_by_score() -> None:
    found = [Row(coverage=0.9), Row(coverage=0.5, kind=1), Row(coverage=0.7, kind=2), Row(coverage=0.1)]
    result = ranked(found)
    assert result.record_keys == [0, 2, 1, 3]
    assert result.ranks["memories"] == [0, 1, 2, 0]


def test_there_is_no_rank_among_memories_where_there_are_none() -> None:
    assert ranked([Row(coverage=0.9)]).ranks.keys() == {"keyword", "dense"}


def test_the_rank_in_time_is_for_what_fits() -> None:
    found = [Row(coverage=0.5, at=MAY_2024), Row(coverage=0.9), Row(coverage=0.2, at=MAY_2024)]
    result = ranked(found, TIMELY)
    assert dict(zip(result.record_keys, result.ranks["time"], strict=True)) == {0: 1, 2: 1, 1: 0}


def test_everything_chosen_knows_which_words_of_the_question_it_holds() -> None:
    found = pool([Row(coverage=0.2), Row(coverage=0.9), Row(), Row(cosine=0.6)], held=[(0, 0), (0, 1), (1, 1), (1, 2)])
    result = rank(read(PLAIN, NOW), found, USUAL, 10)
    assert result.record_keys == [1, 0, 3]
    assert result.held == [[0, 1], [0], []]


@given(pools, questions, st.integers(1, 40))
@settings(max_examples=30, deadline=None)
def test_all_columns_of_a_ranking_are_as_long_as_what_was_chosen(found: list[Row], question: str, most: int) -> None:
    result = ranked(found, question, most)
    columns = [result.scores, result.held, *result.parts.values(), *result.ranks.values()]
    assert {len(column) for column in columns} == {len(result.record_keys)}
    assert len(result.record_keys) <= most


# ── with a reranker ──────────────────────────────────────────────────────────────────────────────────────────────────

scores = st.lists(st.floats(-100, 100, width=32), max_size=50).map(lambda values: np.array(values, np.float32))


@given(scores)
@settings(max_examples=60, deadline=None)
def test_mixing_two_orders_loses_nothing_and_adds_nothing(theirs: np.ndarray[tuple[int], np.dtype[np.float32]]) -> None:
    assert sorted(mix_orders(theirs)) == list(range(len(theirs)))


def test_two_orders_that_agree_are_not_changed() -> None:
    assert mix_orders(np.array([5, 4, 4, 1], np.float32)) == [0, 1, 2, 3]


def test_what_is_first_in_both_orders_stays_first() -> None:
    assert mix_orders(np.array([9, 1, 5, 3], np.float32))[0] == 0


def test_what_the_reranker_puts_first_moves_up_but_not_past_what_both_like() -> None:
    assert mix_orders(np.array([8, 7, 6, 9], np.float32)) == [0, 3, 1, 2]


@given(st.integers(1, 50), st.data())
@settings(max_examples=30, deadline=None)
def test_who_is_better_in_both_orders_is_better_in_the_mixed_one(count: int, data: st.DataObject) -> None:
    theirs = data.draw(st.permutations(range(count)))
    places = {item: place for place, item in enumerate(mix_orders(np.array([-place for place in theirs], np.float32)))}
    pairs = [(a, b) for a in range(count) for b in range(a + 1, count) if theirs[a] < theirs[b]]
    assert all(places[a] < places[b] for a, b in pairs)
