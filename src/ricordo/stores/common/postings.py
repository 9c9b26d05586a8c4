"""Keyword postings as they are stored: by owner, term and block of 1,024 documents, two bytes each.

A posting is the document's position inside its block (10 bits) and how often it contains the term (6 bits, at most 63,
where BM25 has long saturated). Blocks are small enough to be rewritten with every turn, and large enough that a memory
of 100,000 turns needs a hundred rows for each term.
"""

from __future__ import annotations

import struct
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from ricordo.language.bm25 import Postings

BLOCK_SIZE = 1024
MAX_COUNT = 63
"""Higher counts of a term in a document are stored as this one."""

EncodedPostings = dict[str, dict[int, bytes]]
"""Postings by term, then by block."""


def encode(documents: Iterable[tuple[int, Mapping[str, int]]]) -> EncodedPostings:
    """Return the postings of documents, given by ascending number, ready to be appended to the stored ones."""
    blocks: defaultdict[int, defaultdict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
    for number, counts in documents:
        block, place = divmod(number, BLOCK_SIZE)
        entries, code = blocks[block], place << 6
        for term, count in counts.items():
            entries[term].append(code | min(count, MAX_COUNT))
    encoded: EncodedPostings = {}
    for block, entries in blocks.items():
        for term, codes in entries.items():
            # Most terms occur once or twice, for which numpy is slower.
            encoded.setdefault(term, {})[block] = struct.pack(f"<{len(codes)}H", *codes)
    return encoded


def decode(blocks: Sequence[tuple[int, int, bytes]]) -> Postings:
    """Return postings by document number, from blocks that are given with the position of their term in the query."""
    if not blocks:
        return Postings(np.empty(0, np.int64), np.empty(0, np.int64), np.empty(0, np.float32))
    terms, numbers, data = zip(*blocks, strict=True)
    sizes = [len(part) // 2 for part in data]
    codes = np.frombuffer(b"".join(data), "<u2").astype(np.int64)
    starts = np.repeat(np.array(numbers, np.int64) * BLOCK_SIZE, sizes)
    return Postings(np.repeat(terms, sizes), (codes >> 6) + starts, (codes & MAX_COUNT).astype(np.float32))


def remove_postings(block: int, data: bytes, numbers: NDArray[np.int64]) -> bytes:
    """Return the data of a block without the postings of the given documents."""
    codes = np.frombuffer(data, "<u2")
    gone = np.isin((codes.astype(np.int64) >> 6) + block * BLOCK_SIZE, numbers)
    return codes[~gone].tobytes() if gone.any() else data
