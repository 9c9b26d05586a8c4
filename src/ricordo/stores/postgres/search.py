"""Reading what a search needs: columns, vectors and postings of the owners that it covers.

Columns are cached between searches, and so are the vectors of owners with up to ``MAX_FULL_RANKING`` documents. Both
are brought up to the owner's revision, whichever process wrote. The vectors of larger owners stay on the server, which
compares all of them exactly and sends the cosines, a hundredth of the bytes. With an index beside the database, vectors
and postings come from there, and from the database only where the index cannot answer.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

import numpy as np
from pgvector import HalfVector

from ricordo.ports.index import Index
from ricordo.ports.store import Pool, Query, R, Records, View
from ricordo.stores.common import search
from ricordo.stores.common.columns import Columns, RowFilter
from ricordo.stores.common.hashing import hash_text
from ricordo.stores.common.keys import pack_key, pack_keys
from ricordo.stores.common.owner_cache import Arrays, OwnerCache, OwnerCaches
from ricordo.stores.common.postings import decode
from ricordo.stores.common.search import MAX_FULL_RANKING, CosineScores, Embeddings, OwnerSlice
from ricordo.stores.postgres import documents, estimates, hydrate, lookup, scopes, tags
from ricordo.stores.postgres.owner_hints import OwnerHint, OwnerHints
from ricordo.stores.postgres.scopes import OwnerHead, ScopeFilter
from ricordo.stores.postgres.session import PostgresSession, Row, Statement
from ricordo.stores.postgres.vectors import decode_vector

T = TypeVar("T")
_NO_KEYS = np.empty(0, np.int64)
RowsByOwner = dict[tuple[str, int], list[Row]]
"""Rows by what they are (columns, postings or vectors) and by owner."""

_COLUMNS = (
    "SELECT owner, number, scope, kind, state, voice, starts, ends, recorded, length FROM document d "
    "JOIN unnest(%s::bigint[], %s::bigint[]) AS k(owner, known) USING (owner) WHERE d.revision > k.known "
    "ORDER BY owner, number"
)
_ALL_VECTORS = (
    "SELECT owner, number, halfvec_send(data) FROM vector WHERE owner = ANY(%s::bigint[]) AND model = %s "
    "ORDER BY owner, number"
)
_NEW_VECTORS = (
    "SELECT owner, number, halfvec_send(v.data) FROM unnest(%s::bigint[], %s::bigint[]) AS k(owner, known) "
    "JOIN document d USING (owner) JOIN vector v USING (owner, number) WHERE d.revision > k.known AND v.model = %s "
    "ORDER BY owner, number"
)
_SCORED = (
    "SELECT owner, string_agg(int4send(number) || float4send((-(data <#> %b::halfvec))::real), '' ORDER BY number) "
    "FROM vector WHERE owner = %s AND model = %s GROUP BY owner"
)
_PAIR = np.dtype([("number", ">i4"), ("cosine", ">f4")])
"""A number and a cosine, in the bytes that the server sends. Unpacking a hundred thousand rows would take longer than
comparing their vectors."""


@dataclass(frozen=True, slots=True)
class _ModelInfo:
    number: int
    dimensions: int


@dataclass(frozen=True, slots=True)
class _CachedOwner:
    """The head of an owner with the caches of the owner's columns and vectors.

    A search holds on to the caches whose revision it has read: another cache under the same name might be older.
    """

    number: int
    salt: bytes
    next: int
    revision: int
    epoch: int
    columns: OwnerCache
    vectors: OwnerCache

    @property
    def is_large(self) -> bool:
        return self.next > MAX_FULL_RANKING


@dataclass(frozen=True, slots=True)
class PostgresSearcher:
    """Searches the database, with caches of owners in memory."""

    caches: OwnerCaches
    index: Index | None = None
    hints: OwnerHints = field(default_factory=OwnerHints)

    async def search(self, session: PostgresSession, query: Query, rank: Callable[[Pool], R]) -> tuple[R, Records]:
        """Find candidates, rank them with ``rank``, and read what it chose, in one snapshot.

        This takes two exchanges with the server if the scope was searched before and nothing has changed, and three if
        it is new. With an index, one more reads the outbox, and none reads keywords.
        """
        target, postings = await self._find_target(session, query)
        model = _ModelInfo(*target.model) if target.model else None
        comparable = query.vector is None or model is None or model.dimensions == len(query.vector)
        if query.vector is None or not comparable:
            query, model = replace(query, vector=None), None
        limits = await _limit_rows(session, target.reach, query.view)
        index_results = await self._query_index(session, target, limits, query, model)
        owners = [self._get_cached_owner(head, None if head.owner in index_results else model) for head in target.heads]
        found = await _fetch_missing(session, owners, query, model, postings, skip=index_results)
        parts = self._build_slices(limits, owners, found, query, model, index_results)
        is_large = sum(len(part.columns) for part in parts) > MAX_FULL_RANKING

        async def run_step(step: Callable[[], T]) -> T:
            return await asyncio.to_thread(step) if is_large else step()

        pool = await run_step(
            lambda: search.build_pool(
                query, parts or [OwnerSlice(_decode_columns([]), RowFilter(tagged=_NO_KEYS), decode(()), None)]
            )
        )
        samples = {owner: result.sample for owner, result in index_results.items() if result.sample is not None}
        if samples and model is not None:
            pool = await estimates.complete_pool(session, pool, parts, samples, query, model.number)
        result = await run_step(lambda: rank(replace(pool, comparable=comparable)))
        return result, await hydrate.read_records(session, query.view, parts, result.record_keys)

    async def _find_target(
        self, session: PostgresSession, query: Query
    ) -> tuple[scopes.SearchTarget, list[Row] | None]:
        """Return the owners to search, and the postings of the query if the hints about the scope were right."""
        if query.view.others:
            return await scopes.find_targets(session, query.view.scopes, query.model), None
        scope = query.view.scope
        expected = self.hints.get(scope)
        target = await scopes.find_target(
            session,
            scope,
            query.model,
            expected=[hint.owner for hint in expected],
            extra=() if self.index else _posting_statements(expected, query),
        )
        hints = tuple(OwnerHint(head.owner, head.epoch, head.salt) for head in target.heads)
        self.hints.put(scope, hints)
        return target, target.extra_rows[0] if target.extra_rows and hints == expected else None

    async def evict_erased(self, session: PostgresSession) -> None:
        """Drop the caches and hints of owners of whom something was erased."""
        names: list[tuple[int, ...]] = [name for name in self.caches.names() if isinstance(name, tuple)]
        owners = self.hints.owners().union(owner for owner, *_ in names)
        if not owners:
            return
        session.show_owners(owners)
        rows = await session.fetch_rows(
            "SELECT owner, epoch FROM shelf WHERE owner = ANY(%s::bigint[])", (sorted(owners),)
        )
        current = {(owner, epoch) for owner, epoch in rows}
        self.caches.drop(lambda name: isinstance(name, tuple) and name[:2] not in current)
        self.hints.retain(lambda owner, epoch: (owner, epoch) in current)

    def _build_slices(
        self,
        limits: Mapping[int, RowFilter],
        owners: Sequence[_CachedOwner],
        found: RowsByOwner,
        query: Query,
        model: _ModelInfo | None,
        index_results: Mapping[int, lookup.IndexResult],
    ) -> list[OwnerSlice]:
        parts: list[OwnerSlice] = []
        for owner in owners:
            columns = self._columns(owner, found["columns", owner.number])
            if result := index_results.get(owner.number):
                parts.append(OwnerSlice(columns, limits[owner.number], result.postings, result.cosines))
                continue
            postings = lookup.decode_postings(
                owner.number, owner.salt, list(query.terms), found["postings", owner.number]
            )
            vectors = None if model is None else self._embeddings(owner, model, found["vectors", owner.number])
            parts.append(OwnerSlice(columns, limits[owner.number], postings, vectors))
        return parts

    async def _query_index(
        self,
        session: PostgresSession,
        target: scopes.SearchTarget,
        limits: Mapping[int, RowFilter],
        query: Query,
        model: _ModelInfo | None,
    ) -> dict[int, lookup.IndexResult]:
        """Return what the index knows about the owners, completed from the database; nothing without an index."""
        heads = target.heads
        if self.index is None or model is None or not 0 < len(heads) <= lookup.MAX_OWNERS:
            return {}
        ready, outbox = await session.execute_batch(
            *lookup.preparation_statements([head.owner for head in heads], query.model)
        )
        collection = lookup.find_collection(session.salt, ready)
        if collection is None:
            return {}
        owners = [self._get_cached_owner(head, None) for head in heads]
        found = await _fetch_missing(session, owners, None, None)
        pending: dict[int, list[int]] = {owner.number: [] for owner in owners}
        for number, document in outbox:
            pending[number].append(pack_key(number, document))
        indexed = [
            lookup.IndexedOwner(
                owner.number,
                owner.salt,
                owner.is_large,
                self.index.has_keywords and not owner.is_large,
                self._columns(owner, found["columns", owner.number]),
                limits[owner.number],
                np.array(pending[owner.number], np.int64),
            )
            for owner in owners
        ]
        return await lookup.query_index(session, self.index, collection, indexed, query, model.number)

    def _get_cached_owner(self, head: OwnerHead, model: _ModelInfo | None) -> _CachedOwner:
        number, salt, next, revision, epoch = head
        columns = self.caches.get((number, epoch))
        # The vectors of large owners are not cached.
        is_cached = model is not None and next <= MAX_FULL_RANKING
        vectors = self.caches.get((number, epoch, model.number)) if model and is_cached else OwnerCache()
        return _CachedOwner(number, salt, next, revision, epoch, columns, vectors)

    def _columns(self, owner: _CachedOwner, rows: Sequence[Row]) -> Columns:
        table = owner.columns.read(owner.revision, lambda _: _as_arrays(_decode_columns(rows)))
        self.caches.record_size((owner.number, owner.epoch), owner.columns)
        return Columns(**table, refs=table["keys"])

    def _embeddings(self, owner: _CachedOwner, model: _ModelInfo, rows: Sequence[Row]) -> Embeddings | CosineScores:
        if owner.is_large:
            pairs = np.frombuffer(rows[0][1] if rows else b"", _PAIR)
            keys = pairs["number"].astype(np.int64) + pack_key(owner.number, 0)
            return CosineScores(keys, pairs["cosine"].astype(np.float32))
        table = owner.vectors.read(owner.revision, lambda _: _decode_vectors(rows, owner.number, model.dimensions))
        self.caches.record_size((owner.number, owner.epoch, model.number), owner.vectors)
        return Embeddings(**table)


async def _limit_rows(session: PostgresSession, reach: ScopeFilter, view: View) -> dict[int, RowFilter]:
    """Return the rows of each owner that a search is limited to."""
    found = None if reach.scopes is None else frozenset(reach.scopes)
    tagged = None if view.tags is None else await tags.find_keys(session, reach.owners, view.tags)
    return {owner: RowFilter(found, None if tagged is None else tagged[owner]) for owner in reach.owners}


async def _fetch_missing(
    session: PostgresSession,
    owners: Sequence[_CachedOwner],
    query: Query | None,
    model: _ModelInfo | None,
    postings: list[Row] | None = None,
    skip: Container[int] = (),
) -> RowsByOwner:
    """Return the rows that are needed and not cached, all in one exchange.

    Without a query, and for owners in ``skip``, these are columns only. If another search updates a cache meanwhile,
    the cache gets the same rows twice, which changes nothing.

    Args:
        session: The transaction.
        owners: The owners to read.
        query: What is searched for.
        model: The model of the query's vector.
        postings: The rows of postings, if they were read already.
        skip: Owners for whom the index has answered.
    """
    requests: list[tuple[str, Statement]] = []
    behind = [(owner.number, owner.columns.revision) for owner in owners if owner.columns.revision < owner.revision]
    if behind:
        requests.append(("columns", (_COLUMNS, documents.transpose(behind))))
    if query is not None:
        rest = [owner for owner in owners if owner.number not in skip]
        if postings is None:
            hints = [OwnerHint(owner.number, owner.epoch, owner.salt) for owner in rest]
            requests += [("postings", statement) for statement in _posting_statements(hints, query)]
        if model is not None and query.vector is not None:
            requests += [
                ("vectors", statement) for statement in _vector_statements(rest, model, HalfVector(query.vector))
            ]
    answers = await session.execute_batch(*(statement for _, statement in requests)) if requests else []
    found: RowsByOwner = {(what, owner.number): [] for what in ("columns", "postings", "vectors") for owner in owners}
    names = [what for what, _ in requests]
    for what, rows in zip([*names, "postings"], [*answers, postings or []], strict=True):
        for row in rows:
            found[what, row[0]].append(row)
    return found


def _posting_statements(hints: Sequence[OwnerHint], query: Query) -> list[Statement]:
    """Return the statement that reads the postings of a query, or nothing if it has no terms."""
    terms = [(hint.owner, hash_text(term, hint.salt)) for hint in hints for term in query.terms]
    return [(lookup.POSTINGS, documents.transpose(terms))] if terms else []


def _vector_statements(owners: Sequence[_CachedOwner], model: _ModelInfo, vector: HalfVector) -> list[Statement]:
    small = [(owner, owner.vectors.revision) for owner in owners if not owner.is_large]
    new = [owner.number for owner, known in small if known < 0]
    behind = [(owner.number, known) for owner, known in small if 0 <= known < owner.revision]
    statements: list[Statement] = []
    if new:
        statements.append((_ALL_VECTORS, (new, model.number)))
    if behind:
        statements.append((_NEW_VECTORS, (*documents.transpose(behind), model.number)))
    statements += [(_SCORED, (vector, owner.number, model.number)) for owner in owners if owner.is_large]
    return statements


def _decode_vectors(rows: Sequence[Row], owner: int, dimensions: int) -> Arrays:
    keys = np.array([number for _, number, _ in rows], np.int64) + pack_key(owner, 0)
    matrix = [decode_vector(data) for _, _, data in rows]
    table = np.array(matrix, np.float32) if matrix else np.empty((0, dimensions), np.float32)
    return {"keys": keys, "matrix": table}


def _decode_columns(rows: Sequence[Row]) -> Columns:
    table = np.array(rows, np.int64).reshape(-1, 10)
    keys = pack_keys(table[:, 0], table[:, 1])
    return Columns.from_table(keys, table[:, 2:], refs=keys)


def _as_arrays(columns: Columns) -> Arrays:
    # In this store, the keys are the refs.
    return {name: getattr(columns, name) for name in Columns.__dataclass_fields__ if name != "refs"}
