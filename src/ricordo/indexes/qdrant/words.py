"""Four keywords in one question: the score of a sparse vector as four digits.

A document's score is the sum of its counts, each times the weight that the question gives to the keyword. With the
weights 1, 64, 64² and 64³ and counts below 64 the sum is below 2²⁴, which a float of 32 bits holds exactly, and its
digits to the base of 64 are the counts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from ricordo.language.bm25 import Postings
from ricordo.ports.index import MOST_COUNTED

_BASE = MOST_COUNTED + 1
AT_ONCE = 4


def asked(words: Sequence[int]) -> Iterator[dict[str, list[float]]]:
    """The sparse vectors to ask with; a word that is asked for twice is asked once."""
    different = list(dict.fromkeys(words))
    for start in range(0, len(different), AT_ONCE):
        some = different[start : start + AT_ONCE]
        yield {"indices": [*some], "values": [float(_BASE**place) for place in range(len(some))]}


def found(words: Sequence[int], answers: Sequence[tuple[NDArray[np.int64], NDArray[np.float64]]]) -> Postings:
    """The postings that keys and scores, in the order of ``asked``, come to."""
    different = {word: place for place, word in enumerate(dict.fromkeys(words))}
    terms, keys, counts = [np.empty(0, np.int64)], [np.empty(0, np.int64)], [np.empty(0, np.float32)]
    for term, word in enumerate(words):
        question, digit = divmod(different[word], AT_ONCE)
        documents, scores = answers[question]
        held = scores.astype(np.int64) // _BASE**digit % _BASE
        keys.append(documents[held > 0])
        counts.append(held[held > 0].astype(np.float32))
        terms.append(np.full(len(keys[-1]), term, np.int64))
    return Postings(np.concatenate(terms), np.concatenate(keys), np.concatenate(counts))
