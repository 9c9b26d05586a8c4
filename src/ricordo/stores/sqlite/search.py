"""Searching: columns, vectors and postings of the owners that a search reaches."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from ricordo.language.bm25 import Postings
from ricordo.ports.store import Key, Pool, Query, R, Records, View
from ricordo.stores.common import search
from ricordo.stores.common.codes import TURN
from ricordo.stores.common.columns import Columns, RowFilter, visible_rows
from ricordo.stores.common.hashing import hash_text
from ricordo.stores.common.keys import pack_key, unpack_key
from ricordo.stores.common.owner_cache import Arrays, Fetch, OwnerCaches, StaleSnapshot
from ricordo.stores.common.postings import decode
from ricordo.stores.common.search import Embeddings, OwnerSlice
from ricordo.stores.sqlite import documents, memories, tags, turns
from ricordo.stores.sqlite.outdated import read_outdated
from ricordo.stores.sqlite.scopes import Reach, resolve_all

ReadCache = Callable[[Hashable, int, Fetch], Arrays]

_NO_KEYS = np.empty(0, np.int64)
_MAX_TRIES = 5
"""How often a search begins again when the cache is newer than its snapshot, before it bypasses the cache."""


@dataclass(frozen=True, slots=True)
class Searcher:
    """Searches the file, with caches of owners in memory."""

    caches: OwnerCaches

    def search(self, connection: sqlite3.Connection, query: Query, rank: Callable[[Pool], R]) -> tuple[R, Records]:
        """Find candidates, rank them, and read the best, in one snapshot of the connection."""
        for _ in range(_MAX_TRIES):
            try:
                return self._search(connection, query, rank)
            except StaleSnapshot:
                connection.execute("ROLLBACK")
                connection.execute("BEGIN")
        return Searcher(OwnerCaches(0)).search(connection, query, rank)

    def _search(self, connection: sqlite3.Connection, query: Query, rank: Callable[[Pool], R]) -> tuple[R, Records]:
        (erasures,) = connection.execute("SELECT value FROM meta WHERE name = 'erasures'").fetchone()
        self.caches.clear_after_erasure(erasures)
        reaches = resolve_all(connection, query.view.scopes)
        model = self._model(connection, query)
        comparable = query.vector is None or model is None or model[1] == len(query.vector)
        if not comparable:
            query, model = replace(query, vector=None), None
        parts = [self._part(connection, reach, query, model, erasures) for reach in reaches]
        pool = search.build_pool(
            query, parts or [OwnerSlice(_columns(()), RowFilter(tagged=_NO_KEYS), decode(()), None)]
        )
        ranked = rank(pool if comparable else replace(pool, comparable=False))
        return ranked, _read(connection, query.view, parts, ranked.record_keys)

    def _model(self, connection: sqlite3.Connection, query: Query) -> tuple[int, int] | None:
        if query.vector is None:
            return None
        row: tuple[int, int] | None = connection.execute(
            "SELECT id, dimensions FROM model WHERE name = ?", (query.model,)
        ).fetchone()
        return row

    def _part(
        self,
        connection: sqlite3.Connection,
        reach: Reach,
        query: Query,
        model: tuple[int, int] | None,
        erasures: int,
    ) -> OwnerSlice:
        read_cache = partial(self.caches.read, erasures=erasures)
        count, revision, salt = connection.execute(
            "SELECT h.next, h.revision, s.salt FROM shelf h JOIN scope s ON s.id = h.owner WHERE h.owner = ?",
            (reach.owner,),
        ).fetchone()
        precision = "<f4" if count <= search.MAX_FULL_RANKING else "<f2"
        return OwnerSlice(
            columns=_read_columns(connection, read_cache, reach.owner, revision),
            limits=limit_rows(connection, reach, query.view),
            postings=_postings(connection, reach.owner, salt, list(query.terms)),
            embeddings=(
                None
                if model is None
                else _read_embeddings(connection, read_cache, reach.owner, revision, *model, precision)
            ),
        )


def limit_rows(connection: sqlite3.Connection, reach: Reach, view: View) -> RowFilter:
    """Return the rows of an owner that a search is limited to."""
    tagged = None if view.tags is None else tags.find_keys(connection, reach.owner, view.tags)
    return RowFilter(reach.scopes, tagged)


def _read_columns(connection: sqlite3.Connection, read_cache: ReadCache, owner: int, revision: int) -> Columns:
    def fetch(known: int) -> Arrays:
        # Left to itself, SQLite reads all documents of the owner in order, to find the few that changed.
        index = "INDEXED BY document_revision" if known >= 0 else ""
        rows = connection.execute(
            "SELECT number, scope, kind, state, voice, starts, ends, recorded, length, ref "
            f"FROM document {index} WHERE owner = ? AND revision > ? ORDER BY number",
            (owner, known),
        ).fetchall()
        columns = _columns(rows, owner)
        return {name: getattr(columns, name) for name in Columns.__dataclass_fields__}

    return Columns(**read_cache(owner, revision, fetch))


def _read_embeddings(
    connection: sqlite3.Connection,
    read_cache: ReadCache,
    owner: int,
    revision: int,
    model: int,
    dimensions: int,
    precision: str,
) -> Embeddings:
    def fetch(known: int) -> Arrays:
        changed = (
            "AND number IN (SELECT number FROM document WHERE owner = ?1 AND revision > ?3) " if known >= 0 else ""
        )
        rows = connection.execute(
            f"SELECT number, data FROM vector WHERE owner = ?1 AND model = ?2 {changed}ORDER BY number",
            (owner, model, known) if changed else (owner, model),
        ).fetchall()
        keys = np.array([number for number, _ in rows], np.int64) + pack_key(owner, 0)
        matrix = np.frombuffer(b"".join(data for _, data in rows), "<f2").reshape(-1, dimensions)
        return {"keys": keys, "matrix": matrix.astype(precision, copy=False)}

    return Embeddings(**read_cache((owner, model, precision), revision, fetch))


def _columns(rows: Sequence[tuple[int, ...]], owner: int = 0) -> Columns:
    table = np.array(rows, np.int64).reshape(-1, 10)
    return Columns.from_table(table[:, 0] + pack_key(owner, 0), table[:, 1:9], refs=table[:, 9].copy())


def _postings(connection: sqlite3.Connection, owner: int, salt: bytes, terms: Sequence[str]) -> Postings:
    """Return the postings of the terms in an owner's documents, by key."""
    places = {hash_text(term, salt): place for place, term in enumerate(terms)}
    rows = connection.execute(
        f"SELECT term, block, data FROM posting WHERE owner = ? AND term IN ({', '.join('?' * len(places))})",
        (owner, *places),
    )
    found = decode([(places[term], block, data) for term, block, data in rows])
    return Postings(found.terms, found.documents + pack_key(owner, 0), found.counts)


def _read(connection: sqlite3.Connection, view: View, parts: Sequence[OwnerSlice], keys: Sequence[Key]) -> Records:
    """Read the records that ranking chose and that are in view. The columns have most of what is needed."""
    records = Records()
    for part in parts:
        rows, there = search.find_rows(part.columns, np.array(keys, np.int64))
        rows = rows[there & visible_rows(part.columns, view, part.limits)[rows]] if there.any() else rows[:0]
        learned = part.columns.kinds[rows] != TURN
        records.update(turns.read_rows(connection, part.columns, rows[~learned]))
        if learned.any():
            owner, _ = unpack_key(int(part.columns.keys[0]))
            numbers = [unpack_key(key)[1] for key in part.columns.keys[rows[learned]].tolist()]
            records.update(memories.read(connection, documents.by_number(connection, owner, numbers)))
    read_outdated(connection, view, parts, records)
    return records
