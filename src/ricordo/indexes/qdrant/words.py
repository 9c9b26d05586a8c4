"""Counts of four keywords in one score of a sparse vector.

A document's score is the sum of its counts, each times the weight that the query gives to the keyword. With the
weights 1, 64, 64² and 64³ and counts below 64 the sum is below 2²⁴. A 32-bit float holds it exactly, and its digits in
base 64 are the counts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from ricordo.language.bm25 import Postings
from ricordo.ports.index import MAX_TERM_COUNT

_BASE = MAX_TERM_COUNT + 1
WORDS_PER_QUERY = 4


def encode_query(words: Sequence[int]) -> Iterator[dict[str, list[float]]]:
    """Yield the sparse vectors to search with. A word that occurs twice is searched for once."""
    different = list(dict.fromkeys(words))
    for start in range(0, len(different), WORDS_PER_QUERY):
        some = different[start : start + WORDS_PER_QUERY]
        yield {"indices": [*some], "values": [float(_BASE**place) for place in range(len(some))]}


def decode_scores(words: Sequence[int], results: Sequence[tuple[NDArray[np.int64], NDArray[np.float64]]]) -> Postings:
    """Return the postings of ``words``, from keys and scores in the order of ``encode_query``."""
    different = {word: place for place, word in enumerate(dict.fromkeys(words))}
    terms, keys, counts = [np.empty(0, np.int64)], [np.empty(0, np.int64)], [np.empty(0, np.float32)]
    for term, word in enumerate(words):
        query, digit = divmod(different[word], WORDS_PER_QUERY)
        documents, scores = results[query]
        held = scores.astype(np.int64) // _BASE**digit % _BASE
        keys.append(documents[held > 0])
        counts.append(held[held > 0].astype(np.float32))
        terms.append(np.full(len(keys[-1]), term, np.int64))
    return Postings(np.concatenate(terms), np.concatenate(keys), np.concatenate(counts))
