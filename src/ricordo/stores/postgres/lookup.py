"""Cosines and postings from the index, checked against the records.

The columns of an owner list what exists according to the records. What the index returns and the columns do not have
was erased, or belongs to somebody else, and is dropped. What the columns have and the index does not return, and what
is in the outbox, is *late*: it is read from the database, so that a search finds it whatever the state of the index.

The vectors of an owner with up to ``MAX_COMPARED`` documents are all compared, and so are those of a smaller view of a
larger owner: the ranking is then the same as without an index. In larger views, the graph of the index finds the
nearest, and a sample gives the spread of the cosines. Beyond ``MAX_FULL_RANKING`` documents, the keywords of an owner
stay in the database, where a posting takes two bytes; so do all keywords, if the index has none.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ricordo.language.bm25 import Postings
from ricordo.ports.index import Collection, Index, IndexAnswer, IndexQuery
from ricordo.ports.store import Query
from ricordo.stores.common.columns import Columns, RowFilter, visible_rows
from ricordo.stores.common.hashing import hash_text
from ricordo.stores.common.keys import pack_key, unpack_key, unpack_numbers
from ricordo.stores.common.postings import BLOCK_SIZE, decode
from ricordo.stores.common.search import MAX_FULL_RANKING, CosineScores
from ricordo.stores.postgres.documents import transpose
from ricordo.stores.postgres.index import generations
from ricordo.stores.postgres.index.points import hash_keyword
from ricordo.stores.postgres.session import PostgresSession, Row, Statement
from ricordo.stores.postgres.vectors import decode_vector
from ricordo.values import StoreError

Keys = NDArray[np.int64]
Vector = NDArray[np.float32]

MAX_OWNERS = 32
"""Owners that the index is asked about in one search. For more of them, the database answers alone."""

MAX_LATE = 512
"""Late documents of one owner that are read from the database. With more of them, the database answers alone."""

MAX_COMPARED = 2 * MAX_FULL_RANKING
"""Documents in view up to which all cosines are asked for, some 50 bytes each. Beyond, a graph is faster."""

_SAMPLE_SIZE = MAX_FULL_RANKING
"""The error of a mean of this many is a sixtieth of the deviation."""


@dataclass(frozen=True, slots=True)
class IndexedOwner:
    """An owner that a search covers."""

    number: int
    salt: bytes
    is_large: bool
    has_keywords: bool
    """True if the index has the keywords of their documents. Otherwise they are read from the database."""

    columns: Columns
    limits: RowFilter
    pending: Keys
    """The keys of their documents that are in the outbox."""


@dataclass(frozen=True, slots=True)
class IndexResult:
    """The postings and cosines of one owner.

    ``sample`` holds the keys of a random sample if the cosines are those of the nearest and of the sample only.
    """

    postings: Postings
    cosines: CosineScores
    sample: Keys | None


@dataclass(frozen=True, slots=True)
class _IndexRequest:
    """The queries for one owner. All ``expected`` keys must be in the answers; None means that any may be missing."""

    owner: IndexedOwner
    queries: list[IndexQuery]
    expected: Keys | None
    sample: Keys | None = None


def preparation_statements(owners: Sequence[int], model: str) -> tuple[Statement, Statement]:
    """Return statements that select the collection to ask, and the documents in the outbox."""
    return generations.select_ready_collection(model), (
        (
            "SELECT o.owner, w.number FROM unnest(%s::bigint[]) AS o(owner) CROSS JOIN LATERAL "
            f"(SELECT number FROM outbox w WHERE w.owner = o.owner AND NOT repeated LIMIT {MAX_LATE + 1}) AS w"
        ),
        (list(owners[:MAX_OWNERS]),),
    )


def find_collection(salt: bytes, rows: Sequence[Row]) -> Collection | None:
    """Return the collection to ask, from the rows of the first of ``preparation_statements``."""
    for generation, token, model, dimensions, shards in rows:
        return Collection(generations.collection_name(salt, generation, token, model), dimensions, shards)
    return None


async def query_index(
    session: PostgresSession,
    index: Index,
    collection: Collection,
    owners: Sequence[IndexedOwner],
    query: Query,
    model: int,
) -> dict[int, IndexResult]:
    """Ask the index about owners. The result lacks those for whom it cannot answer."""
    requests = [request for owner in owners if (request := _build_request(owner, query))]
    if not requests or len(owners) > MAX_OWNERS:
        return {}
    try:
        queries = [each for request in requests for each in request.queries]
        answers = await index.ask(collection, queries, within=query.patience)
    except StoreError:
        return {}  # the index has logged it already
    remaining = iter(answers)
    answered = [(request, _merge_answers([next(remaining) for _ in request.queries])) for request in requests]
    late = {request.owner.number: _find_late(request, answer) for request, answer in answered}
    answered = [(request, answer) for request, answer in answered if len(late[request.owner.number]) <= MAX_LATE]
    read = await _read_late(session, [(item.owner, late[item.owner.number]) for item, _ in answered], query, model)
    return {
        item.owner.number: _combine(item, answer, late[item.owner.number], *read[item.owner.number])
        for item, answer in answered
    }


def _build_request(owner: IndexedOwner, query: Query) -> _IndexRequest | None:
    assert query.vector is not None
    if len(owner.pending) > MAX_LATE:
        return None
    if not owner.is_large:
        words = tuple(hash_keyword(term, owner.salt) for term in query.terms) if owner.has_keywords else ()
        whole = IndexQuery(owner.number, query.vector, MAX_FULL_RANKING, words)
        return _IndexRequest(owner, [whole], owner.columns.keys)
    return _build_large_request(owner, query, query.vector)


def _build_large_request(owner: IndexedOwner, query: Query, vector: Vector) -> _IndexRequest | None:
    keys = owner.columns.keys
    if len(keys) <= MAX_COMPARED:
        return _IndexRequest(owner, [IndexQuery(owner.number, vector, MAX_COMPARED)], keys)
    seen = visible_rows(owner.columns, query.view, owner.limits)
    if np.count_nonzero(seen) <= MAX_COMPARED:
        return _IndexRequest(owner, [_build_exact_query(owner, vector, keys[seen])], keys[seen])
    queries: list[IndexQuery] = []
    nearest = 0
    for view in (query.view, *query.also):
        inside = visible_rows(owner.columns, view, owner.limits)
        count = int(np.count_nonzero(inside))
        if count > MAX_COMPARED:  # enough of the nearest that some of them are in view
            nearest = max(nearest, math.ceil(2 * query.limit * len(keys) / count))
        elif count:
            queries.append(_build_exact_query(owner, vector, keys[inside]))
    if nearest > MAX_COMPARED:
        return None  # a large view of a much larger owner: the database compares
    sample = np.random.default_rng(owner.number).choice(keys[seen], _SAMPLE_SIZE, replace=False)
    near = IndexQuery(owner.number, vector, nearest, exact=False)
    return _IndexRequest(owner, [near, _build_exact_query(owner, vector, sample), *queries], None, np.sort(sample))


def _build_exact_query(owner: IndexedOwner, vector: Vector, keys: Keys) -> IndexQuery:
    return IndexQuery(owner.number, vector, max(1, len(keys)), among=tuple(keys.tolist()))


def _merge_answers(answers: Sequence[IndexAnswer]) -> IndexAnswer:
    """Return one answer that has each key once."""
    keys = np.concatenate([answer.keys for answer in answers])
    cosines = np.concatenate([answer.cosines for answer in answers])
    keys, first = np.unique(keys, return_index=True)
    return IndexAnswer(keys, cosines[first], answers[0].postings)


def _find_late(request: _IndexRequest, answer: IndexAnswer) -> Keys:
    """Return the keys that must be read from the database."""
    pending = request.owner.pending[np.isin(request.owner.pending, request.owner.columns.keys)]
    if request.expected is None:
        return pending
    return np.union1d(pending, np.setdiff1d(request.expected, answer.keys))


def _combine(
    request: _IndexRequest, answer: IndexAnswer, late: Keys, postings: Postings, read: CosineScores
) -> IndexResult:
    """Return the answer, with what was read from the database in place of what is late."""
    kept = np.isin(answer.keys, request.owner.columns.keys) & ~np.isin(answer.keys, late)
    keys = np.concatenate([answer.keys[kept], read.keys])
    cosines = np.concatenate([answer.cosines[kept], read.cosines])
    if request.owner.has_keywords:
        current = answer.postings.where(np.isin(answer.postings.documents, answer.keys[kept]))
        postings = Postings(
            *(np.concatenate([getattr(part, name) for part in (current, postings)]) for name in Postings.__slots__)
        )
    return IndexResult(postings, CosineScores(keys, cosines), request.sample)


async def _read_late(
    session: PostgresSession, wanted: Sequence[tuple[IndexedOwner, Keys]], query: Query, model: int
) -> dict[int, tuple[Postings, CosineScores]]:
    """Return postings and cosines of late documents by owner, and all postings where the index has none."""
    terms = list(query.terms)
    statements: list[Statement] = []
    if places := [unpack_key(key) for _, late in wanted for key in late.tolist()]:
        statements.append(select_vectors(places, model))
    blocks = [
        (owner.number, hash_text(term, owner.salt), block)
        for owner, late in wanted
        for block in np.unique(unpack_numbers(late) // BLOCK_SIZE).tolist()
        for term in terms
        if owner.has_keywords
    ]
    if blocks:
        statements.append((_POSTINGS_AT, transpose(blocks)))
    if whole := [(p.number, hash_text(term, p.salt)) for p, _ in wanted if not p.has_keywords for term in terms]:
        statements.append((POSTINGS, transpose(whole)))
    rows = await session.execute_batch(*statements) if statements else []
    vectors = rows.pop(0) if places else []
    postings = [row for part in rows for row in part]
    return {
        owner.number: (
            _late_postings(owner, late, terms, [row for row in postings if row[0] == owner.number]),
            compute_cosines([row for row in vectors if row[0] == owner.number], query.vector),
        )
        for owner, late in wanted
    }


POSTINGS = (
    "SELECT owner, term, block, data FROM posting "
    "JOIN unnest(%s::bigint[], %s::bigint[]) AS k(owner, term) USING (owner, term)"
)
_POSTINGS_AT = (
    "SELECT owner, term, block, data FROM posting "
    "JOIN unnest(%s::bigint[], %s::bigint[], %s::int[]) AS k(owner, term, block) USING (owner, term, block)"
)


def select_vectors(places: Sequence[tuple[int, int]], model: int) -> Statement:
    """Return a statement that selects the vectors of the documents at ``places``."""
    return (
        (
            "SELECT v.owner, v.number, halfvec_send(v.data) FROM unnest(%s::bigint[], %s::int[]) AS p(owner, number) "
            "JOIN vector v ON v.owner = p.owner AND v.model = %s AND v.number = p.number"
        ),
        (*transpose(places), model),
    )


def compute_cosines(rows: Sequence[Row], vector: Vector | None) -> CosineScores:
    """Return the cosines of vectors, from rows of ``select_vectors``."""
    keys = np.array([pack_key(owner, number) for owner, number, _ in rows], np.int64)
    if not rows or vector is None:
        return CosineScores(keys, np.empty(0, np.float32))
    return CosineScores(keys, np.array([decode_vector(data) for _, _, data in rows], np.float32) @ vector)


def _late_postings(owner: IndexedOwner, late: Keys, terms: Sequence[str], rows: Sequence[Row]) -> Postings:
    found = decode_postings(owner.number, owner.salt, terms, rows)
    return found.where(np.isin(found.documents, late)) if owner.has_keywords else found


def decode_postings(owner: int, salt: bytes, terms: Sequence[str], rows: Sequence[Row]) -> Postings:
    """Return the postings of ``terms`` in an owner's documents, by key."""
    places = {hash_text(term, salt): place for place, term in enumerate(terms)}
    decoded = decode([(places[term], block, data) for _, term, block, data in rows])
    return Postings(decoded.terms, decoded.documents + pack_key(owner, 0), decoded.counts)
