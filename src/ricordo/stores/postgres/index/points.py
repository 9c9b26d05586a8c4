"""Documents as points of the index: their vectors, and the hashes of their keywords."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ricordo.language.documents import memory_terms, turn_terms
from ricordo.ports.index import MAX_TERM_COUNT, Point
from ricordo.stores.common.hashing import hash_text
from ricordo.stores.common.keys import pack_key
from ricordo.stores.common.search import MAX_FULL_RANKING
from ricordo.stores.common.times import from_micros
from ricordo.stores.postgres import documents
from ricordo.stores.postgres import turns as turns_table
from ricordo.stores.postgres.documents import DocumentPlace, PostgresDocument, transpose
from ricordo.stores.postgres.session import PostgresSession
from ricordo.stores.postgres.vectors import decode_vector
from ricordo.values import StoredTurn

_VERSION = (
    "SELECT setval('outbox_version', greatest(nextval('outbox_version'), "
    "(extract(epoch FROM clock_timestamp()) * 1000000)::bigint))"
)
"""The time in microseconds, or one more than the last version. The sequence alone would go back when a backup is
restored, and the clock alone when it is set back."""

_KEYWORD_BITS = 32
"""The bits of a keyword's hash that an index of sparse vectors can take."""


@dataclass(frozen=True, slots=True)
class PointSnapshot:
    """The points of documents at a moment, by model. A later snapshot has a higher version."""

    version: int
    points: Mapping[int, Sequence[Point]]


def hash_keyword(term: str, salt: bytes) -> int:
    """Return a 32-bit hash of a keyword. If two keywords share one, each also finds documents of the other."""
    return hash_text(term, salt) & (1 << _KEYWORD_BITS) - 1


async def read_points(session: PostgresSession, places: Sequence[DocumentPlace]) -> PointSnapshot:
    """Return the documents at ``places``. The caller has locked their owners, so versions follow the order of reads."""
    version = await session.fetch_number(_VERSION)
    found = await documents.get(session, places)
    if not found:
        return PointSnapshot(version, {})
    salts, vectors = await session.execute_batch(
        ("SELECT owner, salt FROM shelf WHERE owner = ANY(%s::bigint[])", ([item.owner for item in found],)),
        (
            (
                "SELECT v.owner, v.number, v.model, halfvec_send(v.data) FROM unnest(%s::bigint[], %s::int[]) "
                "AS p(owner, number) CROSS JOIN model m JOIN vector v ON v.owner = p.owner AND v.model = m.id "
                "AND v.number = p.number"
            ),
            transpose([item.place for item in found]),
        ),
    )
    words = await _count_keywords(session, found, {owner: bytes(salt) for owner, salt in salts})
    points: dict[int, list[Point]] = {}
    for owner, number, model, data in vectors:
        point = Point(
            pack_key(owner, number), owner, decode_vector(data).astype(np.float32), words.get((owner, number), {})
        )
        points.setdefault(model, []).append(point)
    return PointSnapshot(version, points)


async def _count_keywords(
    session: PostgresSession, found: Sequence[PostgresDocument], salts: Mapping[int, bytes]
) -> dict[DocumentPlace, Counter[int]]:
    """Return the keywords of documents. Beyond the first few thousand of an owner, the index is not asked for them."""
    needed = [item for item in found if item.number < MAX_FULL_RANKING and item.owner in salts]
    turns = [item for item in needed if item.is_turn]
    before = await turns_table.read_before(session, turns)
    words: dict[DocumentPlace, Counter[int]] = {}
    for document, (_, turn) in zip(turns, await documents.read_records(session, turns), strict=True):
        assert isinstance(turn, StoredTurn)
        terms = turn_terms(turn, turn.occurred_at, before.get(document.place))
        words[document.place] = _hash_keywords(terms, salts[document.owner])
    for document in needed:
        if not document.is_turn:
            terms = memory_terms(document.text, from_micros(document.starts))
            words[document.place] = _hash_keywords(terms, salts[document.owner])
    return words


def _hash_keywords(terms: Mapping[str, int], salt: bytes) -> Counter[int]:
    words: Counter[int] = Counter()
    for term, count in terms.items():
        word = hash_keyword(term, salt)
        words[word] = min(words[word] + count, MAX_TERM_COUNT)
    return words
