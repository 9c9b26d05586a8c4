"""Reading what a search needs: columns, vectors and postings of the owners that it reaches.

Columns are kept in memory between searches, and so are the vectors of owners with up to ``EVERYTHING`` documents; both
follow the owner's revision, whoever wrote. The vectors of larger owners stay where they are: the server compares them
all, exactly, and sends the cosines, a hundredth of the bytes. With an index beside the database, vectors and postings
are looked up there, and only where it cannot answer here.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

import numpy as np
from pgvector import HalfVector

from ricordo.ports.index import Index
from ricordo.ports.store import Key, Pool, Query, R
from ricordo.stores.common import search
from ricordo.stores.common.columns import Columns
from ricordo.stores.common.hashing import hash_text
from ricordo.stores.common.keys import pack_key, pack_keys
from ricordo.stores.common.owner_cache import Arrays, Shelf, Shelves
from ricordo.stores.common.postings import decode
from ricordo.stores.common.search import EVERYTHING, Embeddings, Part, Scored
from ricordo.stores.postgres import documents, estimates, hydrate, lookup, scopes
from ricordo.stores.postgres.owner_hints import Hints, Told
from ricordo.stores.postgres.scopes import Reach, Shelved
from ricordo.stores.postgres.session import Row, Session, Statement
from ricordo.stores.postgres.vectors import halves
from ricordo.values import Memory, StoredTurn

T = TypeVar("T")
Records = Mapping[Key, StoredTurn | Memory]
Found = dict[tuple[str, int], list[Row]]
"""Rows by what they are and whose."""

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
    hints: Hints = field(default_factory=Hints)

    async def search(self, session: Session, query: Query, rank: Callable[[Pool], R]) -> tuple[R, Records]:
        """Find, have ranked, and read, in the snapshot of the session.

        Two exchanges, where the person was asked about before and nothing has changed; three where they are new. With
        an index, there is one more, about what it has yet to be told, and none about keywords.
        """
        scope = query.view.scope
        expected = self.hints.of(scope)
        described = await scopes.describe(
            session,
            scope,
            query.model,
            expected=[told.owner for told in expected],
            beside=() if self.index else _postings_of(expected, query),
        )
        told = tuple(Told(shelf.owner, shelf.epoch, shelf.salt) for shelf in described.shelves)
        self.hints.note(scope, told)
        early = described.beside[0] if described.beside and told == expected else None
        model = _Model(*described.model) if described.model else None
        comparable = query.vector is None or model is None or model.dimensions == len(query.vector)
        if query.vector is None or not comparable:
            query, model = replace(query, vector=None), None
        looked_up = await self._looked_up(session, described, query, model)
        owners = [self._owner(shelf, None if shelf.owner in looked_up else model) for shelf in described.shelves]
        found = await _missing(session, owners, query, model, early, spared=looked_up)
        parts = self._parts(described.reach, owners, found, query, model, looked_up)
        large = sum(len(part.columns) for part in parts) > EVERYTHING

        async def computed(step: Callable[[], T]) -> T:
            return await asyncio.to_thread(step) if large else step()

        pool = await computed(lambda: search.search(query, parts or [Part(_columns([]), None, decode(()), None)]))
        samples = {owner: known.sample for owner, known in looked_up.items() if known.sample is not None}
        if samples and model is not None:
            pool = await estimates.completed(session, pool, parts, samples, query, model.number)
        result = await computed(lambda: rank(replace(pool, comparable=comparable)))
        return result, await hydrate.read(session, query.view, parts, result.chosen)

    async def tidy(self, session: Session) -> None:
        """Let go of what is kept of owners who have been forgotten, in part or altogether."""
        names: list[tuple[int, ...]] = [name for name in self.shelves.names() if isinstance(name, tuple)]
        owners = self.hints.owners().union(owner for owner, *_ in names)
        if not owners:
            return
        session.see(owners)
        rows = await session.rows("SELECT owner, epoch FROM shelf WHERE owner = ANY(%s::bigint[])", (sorted(owners),))
        left = {(owner, epoch) for owner, epoch in rows}
        self.shelves.drop(lambda name: isinstance(name, tuple) and name[:2] not in left)
        self.hints.keep(lambda owner, epoch: (owner, epoch) in left)

    def _parts(
        self,
        reach: Reach,
        owners: Sequence[_Owner],
        found: Found,
        query: Query,
        model: _Model | None,
        looked_up: Mapping[int, lookup.Found],
    ) -> list[Part]:
        reached = None if reach.scopes is None else frozenset(reach.scopes)
        parts: list[Part] = []
        for owner in owners:
            columns = self._columns(owner, found["columns", owner.number])
            if known := looked_up.get(owner.number):
                parts.append(Part(columns, reached, known.postings, known.cosines))
                continue
            postings = lookup.postings_of(owner.number, owner.salt, list(query.terms), found["postings", owner.number])
            vectors = None if model is None else self._embeddings(owner, model, found["vectors", owner.number])
            parts.append(Part(columns, reached, postings, vectors))
        return parts

    async def _looked_up(
        self, session: Session, described: scopes.Described, query: Query, model: _Model | None
    ) -> dict[int, lookup.Found]:
        """What the index, and the database where that lags, says about owners; nothing where there is none."""
        shelves, reach = described.shelves, described.reach
        if self.index is None or model is None or not 0 < len(shelves) <= lookup.MOST_OWNERS:
            return {}
        ready, outbox = await session.batch(*lookup.statements([shelf.owner for shelf in shelves], query.model))
        collection = lookup.collection_of(session.salt, ready)
        if collection is None:
            return {}
        owners = [self._owner(shelf, None) for shelf in shelves]
        found = await _missing(session, owners, None, None)
        waiting: dict[int, list[int]] = {owner.number: [] for owner in owners}
        for number, document in outbox:
            waiting[number].append(pack_key(number, document))
        people = [
            lookup.Person(
                owner.number,
                owner.salt,
                owner.is_large,
                self._columns(owner, found["columns", owner.number]),
                None if reach.scopes is None else frozenset(reach.scopes),
                np.array(waiting[owner.number], np.int64),
            )
            for owner in owners
        ]
        return await lookup.look_up(session, self.index, collection, people, query, model.number)

    def _owner(self, shelf: Shelved, model: _Model | None) -> _Owner:
        number, salt, next, revision, epoch = shelf
        columns = self.shelves.shelf((number, epoch))
        # The vectors of large owners are not kept.
        kept = model is not None and next <= EVERYTHING
        vectors = self.shelves.shelf((number, epoch, model.number)) if model and kept else Shelf()
        return _Owner(number, salt, next, revision, epoch, columns, vectors)

    def _columns(self, owner: _Owner, rows: Sequence[Row]) -> Columns:
        table = owner.columns.follow(owner.revision, lambda _: _as_arrays(_columns(rows)))
        self.shelves.weigh((owner.number, owner.epoch), owner.columns)
        return Columns(**table, refs=table["keys"])

    def _embeddings(self, owner: _Owner, model: _Model, rows: Sequence[Row]) -> Embeddings | Scored:
        if owner.is_large:
            pairs = np.frombuffer(rows[0][1] if rows else b"", _PAIR)
            keys = pairs["number"].astype(np.int64) + pack_key(owner.number, 0)
            return Scored(keys, pairs["cosine"].astype(np.float32))
        table = owner.vectors.follow(owner.revision, lambda _: _matrix(rows, owner.number, model.dimensions))
        self.shelves.weigh((owner.number, owner.epoch, model.number), owner.vectors)
        return Embeddings(**table)


async def _missing(
    session: Session,
    owners: Sequence[_Owner],
    query: Query | None,
    model: _Model | None,
    postings: list[Row] | None = None,
    spared: Container[int] = (),
) -> Found:
    """What is needed and not in memory, all in one exchange. It reaches back as far as the shelves have come, or more.

    Without a query, and of owners who are ``spared``, only columns are. A shelf that another search moves on meanwhile
    takes the same rows twice, which changes nothing. The ``postings`` may be there already.
    """
    asked: list[tuple[str, Statement]] = []
    behind = [(owner.number, owner.columns.revision) for owner in owners if owner.columns.revision < owner.revision]
    if behind:
        asked.append(("columns", (_COLUMNS, documents.columns_of(behind))))
    if query is not None:
        rest = [owner for owner in owners if owner.number not in spared]
        if postings is None:
            told = [Told(owner.number, owner.epoch, owner.salt) for owner in rest]
            asked += [("postings", statement) for statement in _postings_of(told, query)]
        if model is not None and query.vector is not None:
            asked += [("vectors", statement) for statement in _vectors_missing(rest, model, HalfVector(query.vector))]
    answers = await session.batch(*(statement for _, statement in asked)) if asked else []
    found: Found = {(what, owner.number): [] for what in ("columns", "postings", "vectors") for owner in owners}
    whats = [what for what, _ in asked]
    for what, rows in zip([*whats, "postings"], [*answers, postings or []], strict=True):
        for row in rows:
            found[what, row[0]].append(row)
    return found


def _postings_of(told: Sequence[Told], query: Query) -> list[Statement]:
    """The statement that reads the postings of a query, if there is anything to be read."""
    terms = [(each.owner, hash_text(term, each.salt)) for each in told for term in query.terms]
    return [(lookup.POSTINGS, documents.columns_of(terms))] if terms else []


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
    keys = np.array([number for _, number, _ in rows], np.int64) + pack_key(owner, 0)
    matrix = [halves(data) for _, _, data in rows]
    table = np.array(matrix, np.float32) if matrix else np.empty((0, dimensions), np.float32)
    return {"keys": keys, "matrix": table}


def _columns(rows: Sequence[Row]) -> Columns:
    table = np.array(rows, np.int64).reshape(-1, 10)
    keys = pack_keys(table[:, 0], table[:, 1])
    return Columns.from_table(keys, table[:, 2:], refs=keys)


def _as_arrays(columns: Columns) -> Arrays:
    # What others keep under refs, here the keys say.
    return {name: getattr(columns, name) for name in Columns.__dataclass_fields__ if name != "refs"}
