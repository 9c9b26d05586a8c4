"""Keyword postings in two bytes each: what goes in comes out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ricordo.stores.common.postings import BLOCK_SIZE, EncodedPostings, decode, encode, remove_postings

MOST = 63
TERMS = ("tea", "coffee", "日本")

Documents = Mapping[int, Mapping[str, int]]

numbers = st.integers(0, 3 * BLOCK_SIZE) | st.sampled_from(
    [0, BLOCK_SIZE - 1, BLOCK_SIZE, 2 * BLOCK_SIZE - 1, 2**32 - 1]
)
counts = st.dictionaries(st.sampled_from(TERMS), st.integers(1, MOST) | st.sampled_from([64, 1000]))
documents = st.dictionaries(numbers, counts, max_size=20)


def encode_all(given: Documents) -> EncodedPostings:
    return encode((number, given[number]) for number in sorted(given))


def decode_all(stored: EncodedPostings, terms: Sequence[str] = TERMS) -> set[tuple[str, int, float]]:
    """What a search finds: term, document, how often."""
    blocks = [(place, block, data) for place, term in enumerate(terms) for block, data in stored.get(term, {}).items()]
    found = decode(blocks)
    places: list[int] = found.terms.tolist()
    rows = list(zip(places, found.documents.tolist(), found.counts.tolist(), strict=True))
    assert len(set(rows)) == len(rows)
    return {(terms[place], document, count) for place, document, count in rows}


def flatten(given: Documents) -> set[tuple[str, int, float]]:
    return {(term, number, min(count, MOST)) for number, held in given.items() for term, count in held.items()}


@given(documents)
@settings(max_examples=100, deadline=None)
def test_what_goes_in_comes_out_with_counts_up_to_the_limit(given: dict[int, dict[str, int]]) -> None:
    assert decode_all(encode_all(given)) == flatten(given)


@given(documents)
@settings(max_examples=30, deadline=None)
def test_a_posting_takes_two_bytes_and_lies_in_the_block_of_its_document(given: dict[int, dict[str, int]]) -> None:
    stored = encode_all(given)
    assert sum(len(data) for blocks in stored.values() for data in blocks.values()) == 2 * len(flatten(given))
    for term, blocks in stored.items():
        assert set(blocks) == {number // BLOCK_SIZE for number, held in given.items() if term in held}


@given(documents, st.integers(0, 20))
@settings(max_examples=60, deadline=None)
def test_later_documents_are_appended_to_what_is_stored(given: dict[int, dict[str, int]], cut: int) -> None:
    ordered = sorted(given)
    earlier, later = ({number: given[number] for number in part} for part in (ordered[:cut], ordered[cut:]))
    together = {term: dict(blocks) for term, blocks in encode_all(earlier).items()}
    for term, blocks in encode_all(later).items():
        for block, data in blocks.items():
            old = together.setdefault(term, {})
            old[block] = old.get(block, b"") + data
    assert together == encode_all(given)


@given(documents, st.sets(numbers, max_size=6), st.data())
@settings(max_examples=60, deadline=None)
def test_what_is_taken_out_is_gone_and_the_rest_stays(
    given: dict[int, dict[str, int]], strangers: set[int], data: st.DataObject
) -> None:
    known = data.draw(st.sets(st.sampled_from(sorted(given)))) if given else set[int]()
    gone = np.array(sorted(known | strangers), np.int64)
    left = {
        term: {block: remove_postings(block, stored, gone) for block, stored in blocks.items()}
        for term, blocks in encode_all(given).items()
    }
    rest = {number: held for number, held in given.items() if number not in known | strangers}
    assert decode_all(left) == flatten(rest)
    assert {term: {b: d for b, d in blocks.items() if d} for term, blocks in left.items()} == {
        term: encode_all(rest).get(term, {}) for term in left
    }


def test_a_block_without_any_of_the_documents_is_handed_back_as_it_is() -> None:
    (block, stored), *_ = encode_all({5: {"tea": 1}, 7: {"tea": 2}})["tea"].items()
    assert remove_postings(block, stored, np.array([6, 5 + BLOCK_SIZE], np.int64)) is stored
    assert remove_postings(block, stored, np.empty(0, np.int64)) is stored


def test_only_the_terms_of_the_query_are_found_by_their_places_there() -> None:
    stored = encode_all({1: {"tea": 1, "coffee": 2}, 2: {"coffee": 3}})
    assert decode_all(stored, ("coffee",)) == {("coffee", 1, 2.0), ("coffee", 2, 3.0)}
    found = decode([(7, block, data) for block, data in stored["tea"].items()])
    assert (found.terms.tolist(), found.documents.tolist()) == ([7], [1])


@pytest.mark.parametrize("blocks", [[], [(0, 0, b"")]])
def test_nothing_stored_is_nothing_found_with_columns_of_the_right_kind(blocks: list[tuple[int, int, bytes]]) -> None:
    found = decode(blocks)
    assert (len(found.terms), len(found.documents), len(found.counts)) == (0, 0, 0)
    assert (found.terms.dtype, found.documents.dtype, found.counts.dtype) == (np.int64, np.int64, np.float32)


def test_columns_are_of_the_same_kind_whether_or_not_something_is_found() -> None:
    found = decode([(0, block, data) for block, data in encode_all({1: {"tea": 1}})["tea"].items()])
    assert (found.terms.dtype, found.documents.dtype, found.counts.dtype) == (np.int64, np.int64, np.float32)


def test_bytes_are_the_same_on_every_machine() -> None:
    assert encode_all({1: {"tea": 2}, BLOCK_SIZE: {"tea": 100}}) == {"tea": {0: b"\x42\x00", 1: b"\x3f\x00"}}


def test_a_document_without_words_leaves_nothing() -> None:
    assert encode([(1, {}), (2, {})]) == {}
