"""BM25 as a share: compared with the formula written down naively."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from ricordo.language.bm25 import K1, B, Postings, coverage


@dataclass(frozen=True)
class Document:
    """How often it holds each term of the query, how many other words it has, and whether it is in view."""

    counts: tuple[int, ...]
    others: int
    visible: bool = True

    @property
    def length(self) -> int:
        return sum(self.counts) + self.others


TERMS = 4

documents = st.builds(
    Document,
    counts=st.tuples(*[st.sampled_from([0, 0, 0, 1, 1, 2, 5, 63]) for _ in range(TERMS)]),
    others=st.integers(0, 200),
    visible=st.sampled_from([True, True, True, False]),
)
memories = st.lists(documents, max_size=12)
questions = st.lists(st.integers(1, 3), min_size=TERMS, max_size=TERMS)


def columns(memory: Sequence[Document]) -> tuple[Postings, NDArray[np.int32], NDArray[np.bool_]]:
    """The memory as ``coverage`` is given it; only what is visible has postings."""
    found = [
        (term, row, count)
        for term in range(TERMS)
        for row, document in enumerate(memory)
        if document.visible and (count := document.counts[term])
    ]
    return (
        Postings(
            np.array([term for term, _, _ in found], np.int64),
            np.array([row for _, row, _ in found], np.int64),
            np.array([count for _, _, count in found], np.float32),
        ),
        np.array([document.length for document in memory], np.int32),
        np.array([document.visible for document in memory], np.bool_),
    )


def shares(asked: Sequence[int], memory: Sequence[Document]) -> list[float]:
    return coverage(asked, *columns(memory)).tolist()


def naive(asked: Sequence[int], memory: Sequence[Document]) -> list[float]:
    """Word for word what the module says: BM25 without the factor (k1 + 1), divided by the sum of the weights."""
    seen = [document for document in memory if document.visible]
    if not seen:
        return [0.0] * len(memory)
    average = max(1.0, sum(document.length for document in seen) / len(seen))
    weights: list[float] = []
    for term, times in enumerate(asked):
        holders = sum(1 for document in seen if document.counts[term])
        weights.append(times * math.log(1 + (len(seen) - holders + 0.5) / (holders + 0.5)))
    found: list[float] = []
    for document in memory:
        damping = K1 * (1 - B + B * document.length / average)
        gains = [w * count / (count + damping) for w, count in zip(weights, document.counts, strict=True) if count]
        found.append(sum(gains) / sum(weights) if document.visible else 0.0)
    return found


@given(questions, memories)
@settings(max_examples=130, deadline=None)
def test_the_share_is_that_of_the_naive_formula(asked: list[int], memory: list[Document]) -> None:
    assert shares(asked, memory) == pytest.approx(naive(asked, memory), abs=1e-6)


@given(questions, memories)
@settings(max_examples=60, deadline=None)
def test_every_share_lies_between_nothing_and_all(asked: list[int], memory: list[Document]) -> None:
    found = coverage(asked, *columns(memory))
    assert found.dtype == np.float32
    assert found.shape == (len(memory),)
    assert ((found >= 0) & (found <= 1)).all()


@given(questions, memories, st.integers(1, 3))
@settings(max_examples=60, deadline=None)
def test_a_word_that_nobody_has_said_lowers_every_share(asked: list[int], memory: list[Document], times: int) -> None:
    postings, lengths, visible = columns(memory)
    before = coverage(asked, postings, lengths, visible)
    after = coverage([*asked, times], postings, lengths, visible)
    assert (after[before > 0] < before[before > 0]).all()
    assert (after[before == 0] == 0).all()


@given(questions, memories)
@settings(max_examples=60, deadline=None)
def test_what_is_not_in_view_influences_nothing(asked: list[int], memory: list[Document]) -> None:
    alone = iter(shares(asked, [document for document in memory if document.visible]))
    assert shares(asked, memory) == [next(alone) if document.visible else 0.0 for document in memory]


@given(questions, memories, st.integers(2, 4))
@settings(max_examples=30, deadline=None)
def test_asking_every_word_more_often_changes_nothing(asked: list[int], memory: list[Document], times: int) -> None:
    assert shares([times * word for word in asked], memory) == pytest.approx(shares(asked, memory), abs=1e-6)


@given(questions, memories)
@settings(max_examples=30, deadline=None)
def test_the_order_of_the_postings_does_not_matter(asked: list[int], memory: list[Document]) -> None:
    postings, lengths, visible = columns(memory)
    backwards = Postings(postings.terms[::-1], postings.documents[::-1], postings.counts[::-1])
    expected = coverage(asked, postings, lengths, visible)
    np.testing.assert_allclose(coverage(asked, backwards, lengths, visible), expected, atol=1e-6)


def test_a_rare_word_is_worth_more_than_a_common_one() -> None:
    common, rare = Document((1, 0, 0, 0), 9), Document((0, 1, 0, 0), 9)
    found = shares([1, 1, 1, 1], [common, common, common, rare])
    assert found[3] > found[0] > 0


def test_a_word_said_more_often_is_worth_more_and_a_longer_text_less() -> None:
    once, twice, long = Document((1, 0, 0, 0), 9), Document((2, 0, 0, 0), 8), Document((1, 0, 0, 0), 90)
    found = shares([1, 1, 1, 1], [once, twice, long])
    assert found[1] > found[0] > found[2] > 0


def test_a_short_text_that_says_all_of_the_question_comes_near_to_one() -> None:
    other = Document((0, 0, 0, 0), 100)
    assert shares([1, 1, 1, 1], [Document((63, 63, 63, 63), 0), *[other] * 50])[0] > 0.95


@pytest.mark.parametrize("visible", [True, False])
def test_a_question_without_words_covers_nothing(visible: bool) -> None:
    empty = Postings(np.empty(0, np.int64), np.empty(0, np.int64), np.empty(0, np.float32))
    found = coverage([], empty, np.array([3, 0], np.int32), np.array([visible, visible]))
    assert found.tolist() == [0.0, 0.0]


def test_an_empty_memory_has_no_shares() -> None:
    assert shares([1, 1, 1, 1], []) == []


def test_documents_without_words_do_not_divide_by_zero() -> None:
    assert shares([1, 1, 1, 1], [Document((0, 0, 0, 0), 0)] * 3) == [0.0, 0.0, 0.0]


def test_chosen_postings_keep_their_columns_together() -> None:
    postings = Postings(np.array([0, 1, 2]), np.array([7, 8, 9]), np.array([1, 2, 3], np.float32))
    chosen = postings.where(np.array([True, False, True]))
    assert (chosen.terms.tolist(), chosen.documents.tolist(), chosen.counts.tolist()) == ([0, 2], [7, 9], [1, 3])
