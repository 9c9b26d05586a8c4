"""Reading what a search needs: columns, vectors and postings of the owners that it reaches."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from recollect.ports.store import Matches, Neighbours, View
from recollect.stores import search
from recollect.stores.columns import Columns
from recollect.stores.postings import decode
from recollect.stores.search import Embeddings, Sight
from recollect.stores.shelf import Arrays, Shelves
from recollect.stores.sqlite.catalogue import key_of
from recollect.stores.sqlite.hashing import number_of
from recollect.stores.sqlite.scopes import Reach, resolve
from recollect.text.bm25 import Posting


@dataclass(frozen=True, slots=True)
class Searcher:
    """Searches the file through the shelves that are kept in memory."""

    shelves: Shelves

    def match(self, connection: sqlite3.Connection, view: View, query: Mapping[str, int]) -> Matches:
        reaches = self._resolve(connection, view)
        postings = _postings(connection, reaches, list(query))
        return search.match(self._sight(connection, view, reaches), query, postings)

    def nearest(
        self, connection: sqlite3.Connection, view: View, vector: NDArray[np.float32], model: str, limit: int
    ) -> Neighbours:
        reaches = self._resolve(connection, view)
        sight = self._sight(connection, view, reaches)
        return search.nearest(sight, vector, self._embeddings(connection, reaches, model), limit)

    def cosines(
        self,
        connection: sqlite3.Connection,
        view: View,
        vector: NDArray[np.float32],
        model: str,
        keys: Sequence[int],
    ) -> dict[int, float]:
        reaches = self._resolve(connection, view)
        sight = self._sight(connection, view, reaches)
        wanted = np.array(sorted(keys), np.int64)
        found: dict[int, float] = {}
        for part in self._embeddings(connection, reaches, model):
            chosen = np.flatnonzero(np.isin(part.keys, wanted) & sight.rows(part.keys)[1])
            exact = part.matrix[chosen].astype(np.float32) @ vector
            found.update(zip(part.keys[chosen].tolist(), exact.tolist(), strict=True))
        return found

    def _resolve(self, connection: sqlite3.Connection, view: View) -> list[Reach]:
        (erasures,) = connection.execute("SELECT value FROM meta WHERE name = 'erasures'").fetchone()
        self.shelves.notice(erasures)
        return resolve(connection, view.scope)

    def _sight(self, connection: sqlite3.Connection, view: View, reaches: Sequence[Reach]) -> Sight:
        parts = [(self._columns(connection, reach.owner), reach.scopes) for reach in reaches]
        return Sight.of(view, parts or [(_columns(()), None)])

    def _columns(self, connection: sqlite3.Connection, owner: int) -> Columns:
        def fetch(revision: int) -> Arrays:
            rows = connection.execute(
                "SELECT number, scope, kind, state, voice = 0, starts, ends, recorded, length "
                "FROM document WHERE owner = ? AND revision > ? ORDER BY number",
                (owner, revision),
            ).fetchall()
            return _arrays(_columns(rows, owner))

        return Columns(**self.shelves.follow(owner, _revision(connection, owner), fetch))

    def _embeddings(self, connection: sqlite3.Connection, reaches: Sequence[Reach], model: str) -> list[Embeddings]:
        row = connection.execute("SELECT id, dimensions FROM model WHERE name = ?", (model,)).fetchone()
        if row is None:
            return []
        return [Embeddings(**self._matrix(connection, reach.owner, *row)) for reach in reaches]

    def _matrix(self, connection: sqlite3.Connection, owner: int, model: int, dimensions: int) -> Arrays:
        def fetch(revision: int) -> Arrays:
            changed = (
                ""
                if revision < 0
                else ("AND number IN (SELECT number FROM document WHERE owner = ?1 AND revision > ?3) ")
            )
            rows = connection.execute(
                f"SELECT number, data FROM vector WHERE owner = ?1 AND model = ?2 {changed}ORDER BY number",
                (owner, model, revision) if changed else (owner, model),
            ).fetchall()
            keys = np.array([key_of(owner, number) for number, _ in rows], np.int64)
            data = np.frombuffer(b"".join(data for _, data in rows), "<f2").reshape(-1, dimensions)
            return {"keys": keys, "matrix": data}

        return self.shelves.follow((owner, model), _revision(connection, owner), fetch)


def _revision(connection: sqlite3.Connection, owner: int) -> int:
    return int(connection.execute("SELECT revision FROM shelf WHERE owner = ?", (owner,)).fetchone()[0])


def _columns(rows: Sequence[tuple[int, ...]], owner: int = 0) -> Columns:
    table = np.array(rows, np.int64).reshape(-1, 9)
    return Columns(
        keys=table[:, 0] + key_of(owner, 0),
        scopes=table[:, 1].copy(),
        kinds=table[:, 2].astype(np.int8),
        states=table[:, 3].astype(np.int8),
        own=table[:, 4].astype(np.bool_),
        starts=table[:, 5].copy(),
        ends=table[:, 6].copy(),
        recorded=table[:, 7].copy(),
        lengths=table[:, 8].astype(np.int32),
    )


def _arrays(columns: Columns) -> Arrays:
    return {name: getattr(columns, name) for name in Columns.__dataclass_fields__}


def _postings(
    connection: sqlite3.Connection, reaches: Sequence[Reach], terms: Sequence[str]
) -> dict[str, list[Posting]]:
    """For each term, owner by owner, the keys of the documents that hold it and how often."""
    found: dict[str, list[Posting]] = {}
    marks = ", ".join("?" * len(terms))
    for reach in reaches:
        salt = connection.execute("SELECT salt FROM scope WHERE id = ?", (reach.owner,)).fetchone()[0]
        by_hash = {number_of(term, salt): term for term in terms}
        blocks: dict[str, list[tuple[int, bytes]]] = {}
        for hashed, block, data in connection.execute(
            f"SELECT term, block, data FROM posting WHERE owner = ? AND term IN ({marks}) ORDER BY term, block",
            (reach.owner, *by_hash),
        ):
            blocks.setdefault(by_hash[hashed], []).append((block, data))
        for term, data in blocks.items():
            numbers, counts = decode(data)
            found.setdefault(term, []).append((numbers + key_of(reach.owner, 0), counts))
    return found
