"""Keyword postings as stores keep them: by owner, term and block of 1,024 documents, two bytes each.

A posting is the document's place inside its block (10 bits) and how often it holds the term (6 bits, at most 63: BM25
has long been saturated there). Blocks stay small enough to be rewritten with every turn and large enough that a
memory of 100,000 turns is read in a hundred rows a term.
"""

from __future__ import annotations

import struct
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from ricordo.language.bm25 import Postings

BLOCK = 1024
MAX_COUNT = 63
"""How often a document can hold a term as far as the ranking is concerned."""

Encoded = dict[str, dict[int, bytes]]
"""By term, then by block."""


def encode(documents: Iterable[tuple[int, Mapping[str, int]]]) -> Encoded:
    """Postings of documents, given by ascending number, ready to be appended to what is stored."""
    blocks: defaultdict[int, defaultdict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
    for number, counts in documents:
        block, place = divmod(number, BLOCK)
        entries, code = blocks[block], place << 6
        for term, count in counts.items():
            entries[term].append(code | min(count, MAX_COUNT))
    encoded: Encoded = {}
    for block, entries in blocks.items():
        for term, codes in entries.items():
            # Most terms come once or twice: numpy would take longer to begin than this does altogether.
            encoded.setdefault(term, {})[block] = struct.pack(f"<{len(codes)}H", *codes)
    return encoded


def decode(blocks: Sequence[tuple[int, int, bytes]]) -> Postings:
    """Postings by term and document number, from blocks given with the place of their term in the query."""
    if not blocks:
        return Postings(np.empty(0, np.int64), np.empty(0, np.int64), np.empty(0, np.float32))
    terms, numbers, data = zip(*blocks, strict=True)
    sizes = [len(part) // 2 for part in data]
    codes = np.frombuffer(b"".join(data), "<u2").astype(np.int64)
    starts = np.repeat(np.array(numbers, np.int64) * BLOCK, sizes)
    return Postings(np.repeat(terms, sizes), (codes >> 6) + starts, (codes & MAX_COUNT).astype(np.float32))


def without(block: int, data: bytes, numbers: NDArray[np.int64]) -> bytes:
    """What is left of a block when the postings of the given documents are taken out."""
    codes = np.frombuffer(data, "<u2")
    gone = np.isin((codes.astype(np.int64) >> 6) + block * BLOCK, numbers)
    return codes[~gone].tobytes() if gone.any() else data
