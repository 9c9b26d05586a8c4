"""Reading what a search needs: columns, vectors and postings of the owners that it reaches.

Columns are kept in memory between searches, and so are the vectors of owners with up to ``EVERYTHING`` documents; both
follow the owner's revision, whoever wrote. The vectors of larger owners stay where they are: the server compares them
all, exactly, and sends the cosines, a hundredth of the bytes. With an index beside the database, vectors and postings
are looked up there, and only where it cannot answer here.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

import numpy as np
from pgvector import HalfVector

from recollect.ports.index import Index
from recollect.ports.store import Key, Pool, Query, R, View
from recollect.stores import search
from recollect.stores.columns import Columns, visible
from recollect.stores.postgres import documents, estimates, lookup, scopes
from recollect.stores.postgres.documents import key_of, split_key
from recollect.stores.postgres.hashing import number_of
from recollect.stores.postgres.lookup import Keys
from recollect.stores.postgres.scopes import Reach
from recollect.stores.postgres.session import Row, Session, Statement
from recollect.stores.postgres.vectors import halves
from recollect.stores.postings import decode
from recollect.stores.search import EVERYTHING, Embeddings, Part, Scored
from recollect.stores.shelf import Arrays, Shelf, Shelves
from recollect.values import Memory, StoredTurn

T = TypeVar("T")
Records = Mapping[Key, StoredTurn | Memory]
Found = dict[tuple[str, int], list[Row]]
"""Rows by what they are and whose."""

_SHELVES = "SELECT owner, salt, next, revision, epoch FROM shelf WHERE owner = ANY(%s::bigint[]) ORDER BY owner"
_MODEL = "SELECT id, dimensions FROM model WHERE name = %s"
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
"""A number and a cosine in the bytes that they are sent as: a hundred thousand rows would take longer to unpack than to
compare."""


@dataclass(frozen=True, slots=True)
class _Model:
    number: int
    dimensions: int


@dataclass(frozen=True, slots=True)
class _Owner:
    """An owner as the database describes it, with what is kept of them in memory.

    The shelves are in hand from the moment that they are asked how far they have come: another one under the same name
    might have come less far.
    """

    number: int
    salt: bytes
    next: int
    revision: int
    epoch: int
    columns: Shelf
    vectors: Shelf

    @property
    def is_large(self) -> bool:
        return self.next > EVERYTHING


@dataclass(frozen=True, slots=True)
class Searcher:
    """Searches the database through the shelves that are kept in memory."""

    shelves: Shelves
    index: Index | None = None

    async def search(self, session: Session, query: Query, rank: Callable[[Pool], R]) -> tuple[R, Records]:
        """Find, have ranked, and read, in the snapshot of the session."""
        reach = await scopes.resolve(session, query.view.scope)
        indexed = lookup.statements(reach.owners, query.model) if self.index else ()
        described, models, *ahead = await session.batch(
            (_SHELVES, (list(reach.owners),)), (_MODEL, (query.model,)), *indexed
        )
        model = _Model(*models[0]) if models else None
        comparable = query.vector is None or model is None or model.dimensions == len(query.vector)
        if query.vector is None or not comparable:
            query, model = replace(query, vector=None), None
        parts, samples = await self._parts(session, reach, described, query, model, ahead)
        large = sum(len(part.columns) for part in parts) > EVERYTHING

        async def computed(step: Callable[[], T]) -> T:
            return await asyncio.to_thread(step) if large else step()

        pool = await computed(lambda: search.search(query, parts or [Part(_columns([]), None, decode(()), None)]))
        if samples and model is not None:
            pool = await estimates.completed(session, pool, parts, samples, query, model.number)
        result = await computed(lambda: rank(replace(pool, comparable=comparable)))
        return result, await _read(session, query.view, parts, result.chosen)

    async def tidy(self, session: Session) -> None:
        """Let go of what is kept of owners who have been forgotten, in part or altogether."""
        names: list[tuple[int, ...]] = [name for name in self.shelves.names() if isinstance(name, tuple)]
        if not names:
            return
        session.see(owner for owner, *_ in names)
        rows = await session.rows(
            "SELECT owner, epoch FROM shelf WHERE owner = ANY(%s::bigint[])", ([owner for owner, *_ in names],)
        )
        left = {(owner, epoch) for owner, epoch in rows}
        self.shelves.drop(lambda name: isinstance(name, tuple) and name[:2] not in left)

    async def _parts(
        self,
        session: Session,
        reach: Reach,
        described: Sequence[Row],
        query: Query,
        model: _Model | None,
        ahead: Sequence[Sequence[Row]],
    ) -> tuple[list[Part], dict[int, Keys]]:
        """What there is of each owner, and the keys of the samples of those of whom only the nearest are known."""
        reached = None if reach.scopes is None else frozenset(reach.scopes)
        looked_up: dict[int, lookup.Found] = {}
        if ahead and model is not None:
            looked_up = await self._looked_up(session, reached, described, query, model, ahead)
        owners = [self._owner(row, None if row[0] in looked_up else model) for row in described]
        found = await _missing(session, owners, query, model, spared=looked_up)
        parts: list[Part] = []
        for owner in owners:
            columns = self._columns(owner, found["columns", owner.number])
            if known := looked_up.get(owner.number):
                parts.append(Part(columns, reached, known.postings, known.cosines))
                continue
            postings = lookup.postings_of(owner.number, owner.salt, list(query.terms), found["postings", owner.number])
            vectors = None if model is None else self._embeddings(owner, model, found["vectors", owner.number])
            parts.append(Part(columns, reached, postings, vectors))
        return parts, {owner: known.sample for owner, known in looked_up.items() if known.sample is not None}

    async def _looked_up(
        self,
        session: Session,
        reached: frozenset[int] | None,
        described: Sequence[Row],
        query: Query,
        model: _Model,
        ahead: Sequence[Sequence[Row]],
    ) -> dict[int, lookup.Found]:
        """What the index, and the database where that lags, says about owners."""
        collection = lookup.collection_of(session.salt, ahead[0])
        if self.index is None or collection is None or len(described) > lookup.MOST_OWNERS:
            return {}
        owners = [self._owner(row, None) for row in described]
        found = await _missing(session, owners, None, None)
        waiting: dict[int, list[int]] = {owner.number: [] for owner in owners}
        for number, document in ahead[1]:
            waiting[number].append(key_of(number, document))
        people = [
            lookup.Person(
                owner.number,
                owner.salt,
                owner.is_large,
                self._columns(owner, found["columns", owner.number]),
                reached,
                np.array(waiting[owner.number], np.int64),
            )
            for owner in owners
        ]
        return await lookup.look_up(session, self.index, collection, people, query, model.number)

    def _owner(self, row: Row, model: _Model | None) -> _Owner:
        number, salt, next, revision, epoch = row
        columns = self.shelves.shelf((number, epoch))
        # The vectors of large owners are not kept.
        kept = model is not None and next <= EVERYTHING
        vectors = self.shelves.shelf((number, epoch, model.number)) if model and kept else Shelf()
        return _Owner(number, bytes(salt), next, revision, epoch, columns, vectors)

    def _columns(self, owner: _Owner, rows: Sequence[Row]) -> Columns:
        table = owner.columns.follow(owner.revision, lambda _: _as_arrays(_columns(rows)))
        self.shelves.weigh((owner.number, owner.epoch), owner.columns)
        return Columns(**table, refs=table["keys"])

    def _embeddings(self, owner: _Owner, model: _Model, rows: Sequence[Row]) -> Embeddings | Scored:
        if owner.is_large:
            pairs = np.frombuffer(rows[0][1] if rows else b"", _PAIR)
            keys = pairs["number"].astype(np.int64) + key_of(owner.number, 0)
            return Scored(keys, pairs["cosine"].astype(np.float32))
        table = owner.vectors.follow(owner.revision, lambda _: _matrix(rows, owner.number, model.dimensions))
        self.shelves.weigh((owner.number, owner.epoch, model.number), owner.vectors)
        return Embeddings(**table)


async def _missing(
    session: Session,
    owners: Sequence[_Owner],
    query: Query | None,
    model: _Model | None,
    spared: Container[int] = (),
) -> Found:
    """What is needed and not in memory, all in one exchange. It reaches back as far as the shelves have come, or more.

    Without a query, and of owners who are ``spared``, only columns are. A shelf that another search moves on meanwhile
    takes the same rows twice, which changes nothing.
    """
    asked: list[tuple[str, Statement]] = []
    behind = [(owner.number, owner.columns.revision) for owner in owners if owner.columns.revision < owner.revision]
    if behind:
        asked.append(("columns", (_COLUMNS, documents.columns_of(behind))))
    if query is not None:
        rest = [owner for owner in owners if owner.number not in spared]
        asked += _postings_missing(rest, query)
        if model is not None and query.vector is not None:
            asked += [("vectors", statement) for statement in _vectors_missing(rest, model, HalfVector(query.vector))]
    answers = await session.batch(*(statement for _, statement in asked)) if asked else []
    found: Found = {(what, owner.number): [] for what in ("columns", "postings", "vectors") for owner in owners}
    for (what, _), rows in zip(asked, answers, strict=True):
        for row in rows:
            found[what, row[0]].append(row)
    return found


def _postings_missing(owners: Sequence[_Owner], query: Query) -> list[tuple[str, Statement]]:
    terms = [(owner.number, number_of(term, owner.salt)) for owner in owners for term in query.terms]
    return [("postings", (lookup.POSTINGS, documents.columns_of(terms)))] if terms else []


def _vectors_missing(owners: Sequence[_Owner], model: _Model, asked: HalfVector) -> list[Statement]:
    small = [(owner, owner.vectors.revision) for owner in owners if not owner.is_large]
    new = [owner.number for owner, known in small if known < 0]
    behind = [(owner.number, known) for owner, known in small if 0 <= known < owner.revision]
    statements: list[Statement] = []
    if new:
        statements.append((_ALL_VECTORS, (new, model.number)))
    if behind:
        statements.append((_NEW_VECTORS, (*documents.columns_of(behind), model.number)))
    statements += [(_SCORED, (asked, owner.number, model.number)) for owner in owners if owner.is_large]
    return statements


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


async def _read(session: Session, view: View, parts: Sequence[Part], keys: Sequence[Key]) -> Records:
    """What was chosen, if it is in view."""
    places: list[documents.Place] = []
    for part in parts:
        rows, there = search.rows_of(part.columns, np.array(keys, np.int64))
        if there.any():
            rows = rows[there & visible(part.columns, view, part.scopes)[rows]]
            places += [split_key(key) for key in part.columns.keys[rows].tolist()]
    return dict(await documents.read(session, await documents.at(session, places)))
