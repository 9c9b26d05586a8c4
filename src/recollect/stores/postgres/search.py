"""Reading what a search needs: columns, vectors and postings of the owners that it reaches.

Columns are kept in memory between searches, and so are the vectors of owners with up to ``EVERYTHING`` documents; both
follow the owner's revision, whoever wrote. The vectors of larger owners stay where they are: the server compares them
all, exactly, and sends the cosines, a hundredth of the bytes.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from pgvector import HalfVector

from recollect.ports.store import Key, Pool, Query, R, View
from recollect.stores import search
from recollect.stores.columns import Columns, visible
from recollect.stores.postgres import documents, scopes
from recollect.stores.postgres.documents import key_of, split_key
from recollect.stores.postgres.hashing import number_of
from recollect.stores.postgres.scopes import Reach
from recollect.stores.postgres.session import Row, Session, Statement
from recollect.stores.postgres.vectors import halves
from recollect.stores.postings import decode
from recollect.stores.search import EVERYTHING, Embeddings, Part, Scored
from recollect.stores.shelf import Arrays, Shelf, Shelves
from recollect.text.bm25 import Postings
from recollect.values import Memory, StoredTurn

Records = Mapping[Key, StoredTurn | Memory]

_SHELVES = (
    "SELECT owner, salt, next, revision, epoch FROM shelf WHERE owner = ANY(%s::bigint[]) ORDER BY owner"
)
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
_SCORED = "SELECT number, -(data <#> %s::halfvec) FROM vector WHERE owner = %s AND model = %s ORDER BY number"
_POSTINGS = (
    "SELECT owner, term, block, data FROM posting "
    "JOIN unnest(%s::bigint[], %s::bigint[]) AS k(owner, term) USING (owner, term)"
)


@dataclass(frozen=True, slots=True)
class _Owner:
    """An owner's shelf as the database describes it."""

    number: int
    salt: bytes
    next: int
    revision: int
    epoch: int

    @property
    def is_large(self) -> bool:
        return self.next > EVERYTHING


@dataclass(frozen=True, slots=True)
class Searcher:
    """Searches the database through the shelves that are kept in memory."""

    shelves: Shelves

    async def search(self, session: Session, query: Query, rank: Callable[[Pool], R]) -> tuple[R, Records]:
        """Find, have ranked, and read, in the snapshot of the session."""
        reach = await scopes.resolve(session, query.view.scope)
        parts = await self._parts(session, reach, query) if reach.owners else []

        def ranked() -> R:
            return rank(search.search(query, parts or [Part(_columns([]), None, decode(()), None)]))

        large = sum(len(part.columns) for part in parts) > EVERYTHING
        result = await asyncio.to_thread(ranked) if large else ranked()
        return result, await _read(session, query.view, parts, result.chosen)

    async def tidy(self, session: Session) -> None:
        """Let go of what is kept of owners who have been forgotten, in part or altogether."""
        names: list[tuple[int, ...]] = [name for name in self.shelves.names() if isinstance(name, tuple)]
        session.see(owner for owner, *_ in names)
        rows = await session.rows(
            "SELECT owner, epoch FROM shelf WHERE owner = ANY(%s::bigint[])", ([owner for owner, *_ in names],)
        )
        left = {(owner, epoch) for owner, epoch in rows}
        self.shelves.drop(lambda name: isinstance(name, tuple) and name[:2] not in left)

    async def _parts(self, session: Session, reach: Reach, query: Query) -> list[Part]:
        statements: list[Statement] = [(_SHELVES, (list(reach.owners),))]
        if query.vector is not None:
            statements.append(("SELECT id, dimensions FROM model WHERE name = %s", (query.model,)))
        described, *models = await session.batch(*statements)
        owners = [_Owner(number, bytes(salt), *rest) for number, salt, *rest in described]
        model: tuple[int, int] | None = models[0][0] if models and models[0] else None  # type: ignore[assignment]
        columns = await self._all_columns(session, owners)
        postings = await _postings(session, owners, list(query.terms))
        embeddings = {} if model is None else await self._all_embeddings(session, owners, query, *model)
        scopes_reached = None if reach.scopes is None else frozenset(reach.scopes)
        return [
            Part(columns[owner.number], scopes_reached, postings[owner.number], embeddings.get(owner.number))
            for owner in owners
        ]

    async def _all_columns(self, session: Session, owners: Sequence[_Owner]) -> dict[int, Columns]:
        shelves = {owner: self.shelves.shelf((owner.number, owner.epoch)) for owner in owners}
        behind = [owner for owner, shelf in shelves.items() if shelf.revision < owner.revision]
        fetched: dict[int, list[Row]] = {owner.number: [] for owner in behind}
        if behind:
            known = [shelves[owner].revision for owner in behind]
            for row in await session.rows(_COLUMNS, ([owner.number for owner in behind], known)):
                fetched[row[0]].append(row)
        tables: dict[int, Columns] = {}
        for owner, shelf in shelves.items():
            table = self._followed(shelf, owner, (), lambda owner=owner: _as_arrays(_columns(fetched[owner.number])))
            tables[owner.number] = Columns(**table, refs=table["keys"])
        return tables

    async def _all_embeddings(
        self, session: Session, owners: Sequence[_Owner], query: Query, model: int, dimensions: int
    ) -> dict[int, Embeddings | Scored]:
        assert query.vector is not None
        found: dict[int, Embeddings | Scored] = {}
        shelves = {
            owner: self.shelves.shelf((owner.number, owner.epoch, model)) for owner in owners if not owner.is_large
        }
        fetched = await _fetch_vectors(session, shelves, model)
        for owner, shelf in shelves.items():
            table = self._followed(
                shelf, owner, (model,), lambda owner=owner: _matrix(fetched[owner.number], owner.number, dimensions)
            )
            found[owner.number] = Embeddings(**table)
        for owner in owners:
            if owner.is_large:
                rows = await session.rows(_SCORED, (HalfVector(query.vector), owner.number, model))
                table = np.array(rows, np.float64).reshape(-1, 2)
                keys = table[:, 0].astype(np.int64) + key_of(owner.number, 0)
                found[owner.number] = Scored(keys, table[:, 1].astype(np.float32))
        return found

    def _followed(self, shelf: Shelf, owner: _Owner, model: tuple[int, ...], rows: Callable[[], Arrays]) -> Arrays:
        """The table as it is now. What was fetched reaches back at least as far as the shelf does now."""
        table = shelf.follow(owner.revision, lambda _: rows())
        self.shelves.weigh((owner.number, owner.epoch, *model), shelf)
        return table


async def _fetch_vectors(session: Session, shelves: Mapping[_Owner, Shelf], model: int) -> dict[int, list[Row]]:
    """The vectors that the shelves do not know yet, by owner."""
    new = [owner.number for owner, shelf in shelves.items() if shelf.revision < 0]
    behind = [(owner.number, shelf.revision) for owner, shelf in shelves.items() if 0 <= shelf.revision < owner.revision]
    fetched: dict[int, list[Row]] = {owner: [] for owner in [*new, *(owner for owner, _ in behind)]}
    statements: list[Statement] = []
    if new:
        statements.append((_ALL_VECTORS, (new, model)))
    if behind:
        statements.append((_NEW_VECTORS, (*documents.columns_of(behind), model)))
    for rows in await session.batch(*statements) if statements else []:
        for row in rows:
            fetched[row[0]].append(row)
    return fetched


def _matrix(rows: Sequence[Row], owner: int, dimensions: int) -> Arrays:
    keys = np.array([number for _, number, _ in rows], np.int64) + key_of(owner, 0)
    matrix = [halves(data) for _, _, data in rows]
    table = np.array(matrix, np.float32) if matrix else np.empty((0, dimensions), np.float32)
    return {"keys": keys, "matrix": table}


def _columns(rows: Sequence[Row]) -> Columns:
    table = np.array(rows, np.int64).reshape(-1, 10)
    keys = (table[:, 0] << 32) | table[:, 1]
    return Columns(
        keys=keys,
        scopes=table[:, 2].copy(),
        kinds=table[:, 3].astype(np.int8),
        states=table[:, 4].astype(np.int8),
        voices=table[:, 5].astype(np.int8),
        starts=table[:, 6].copy(),
        ends=table[:, 7].copy(),
        recorded=table[:, 8].copy(),
        lengths=table[:, 9].astype(np.int32),
        refs=keys,
    )


def _as_arrays(columns: Columns) -> Arrays:
    # What others keep under refs, here the keys say.
    return {name: getattr(columns, name) for name in Columns.__dataclass_fields__ if name != "refs"}


async def _postings(session: Session, owners: Sequence[_Owner], terms: Sequence[str]) -> dict[int, Postings]:
    """Where the terms stand in each owner's documents, by key."""
    places = {
        (owner.number, number_of(term, owner.salt)): place for owner in owners for place, term in enumerate(terms)
    }
    blocks: dict[int, list[tuple[int, int, bytes]]] = {owner.number: [] for owner in owners}
    if places:
        for owner, term, block, data in await session.rows(_POSTINGS, documents.columns_of(places)):
            blocks[owner].append((places[owner, term], block, data))
    found: dict[int, Postings] = {}
    for owner, parts in blocks.items():
        decoded = decode(parts)
        found[owner] = Postings(decoded.terms, decoded.documents + key_of(owner, 0), decoded.counts)
    return found


async def _read(session: Session, view: View, parts: Sequence[Part], keys: Sequence[Key]) -> Records:
    """What was chosen, if it is in view."""
    places: list[documents.Place] = []
    for part in parts:
        rows, there = search.rows_of(part.columns, np.array(keys, np.int64))
        if there.any():
            rows = rows[there & visible(part.columns, view, part.scopes)[rows]]
            places += [split_key(key) for key in part.columns.keys[rows].tolist()]
    return dict(await documents.read(session, await documents.at(session, places)))
