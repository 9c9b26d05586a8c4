"""Finding documents, which are turns or memories, and reading them as records."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from ricordo.ports.store import View
from ricordo.stores.common.codes import EVER_VALID_CODES, KIND_CODES, STATE_CODES, TURN
from ricordo.stores.common.keys import pack_key
from ricordo.stores.common.records import MemoryText, Record, decode_memory, decode_turn
from ricordo.stores.common.times import to_micros
from ricordo.stores.postgres.scopes import ScopeFilter
from ricordo.stores.postgres.session import PostgresSession, Row
from ricordo.values import Evidence, Scope, StoredTurn

_SELECT = (
    "SELECT d.owner, d.number, d.scope, d.kind, d.voice, d.state, d.starts, d.ends, d.recorded, d.length, d.successor, "
    "w.id, w.text, w.author, w.field, w.value, w.subject, w.negated, w.maker, w.tags, "
    "s.application, s.agent, s.user, s.session FROM"
)
_TEXT_AND_NAMES = (
    "CROSS JOIN LATERAL (SELECT id, text, author, field, value, subject, negated, maker, tags FROM words "
    "WHERE owner = d.owner AND number = d.number OFFSET 0) AS w "
    'CROSS JOIN LATERAL (SELECT application, agent, "user", session FROM scope '
    "WHERE owner = d.owner AND id = d.scope OFFSET 0) AS s"
)
"""Text and names of each document. Without LATERAL and OFFSET, the planner assumes an average person and reads all rows
of the owner for each document, which takes forever for an owner with very many."""

DocumentPlace = tuple[int, int]
"""The owner of a document, and its number inside the owner."""


class PostgresDocument(NamedTuple):
    """A turn or a memory with its text, as it is stored."""

    owner: int
    number: int
    scope: int
    kind: int
    voice: int
    state: int
    starts: int
    ends: int
    recorded: int
    length: int
    successor: int | None
    id: str
    text: str
    author: str | None
    field: str | None
    value: str | None
    subject: str | None
    negated: bool
    maker: str | None
    tags: str | None
    application: str | None
    agent: str | None
    user: str | None
    session: str | None

    @property
    def names(self) -> Scope:
        return Scope(self.application, self.agent, self.user, self.session)

    @property
    def memory_text(self) -> MemoryText:
        return self.id, self.text, self.field, self.value, self.subject, self.negated, self.maker, self.tags

    @property
    def turn(self) -> StoredTurn:
        text = (self.id, self.author, self.text, self.tags)
        return decode_turn(text, self.names, voice=self.voice, starts=self.starts, recorded=self.recorded)

    @property
    def place(self) -> DocumentPlace:
        return self.owner, self.number

    @property
    def key(self) -> int:
        return pack_key(self.owner, self.number)

    @property
    def successor_key(self) -> int | None:
        return None if self.successor is None else pack_key(self.owner, self.successor)

    @property
    def is_turn(self) -> bool:
        return self.kind == TURN


async def find(
    session: PostgresSession,
    reach: ScopeFilter,
    *,
    ids: Sequence[str] | None = None,
    where: str = "true",
    values: Sequence[Any] = (),
    end: str = "ORDER BY d.owner, d.number",
) -> list[PostgresDocument]:
    """Return the documents within reach, by key.

    Args:
        session: The transaction.
        reach: The owners and scopes.
        ids: Only documents with these ids.
        where: A further condition on the table ``document d``.
        values: The values of ``where``.
        end: The order, the limit and the lock.
    """
    if not reach.owners:
        return []
    condition, given = reach.where()
    named, source = "", "document d"
    if ids is not None:
        named = (
            "WITH named AS MATERIALIZED (SELECT owner, number FROM words "
            "WHERE owner = ANY(%s::bigint[]) AND id = ANY(%s::text[])) "
        )
        source = "named n JOIN document d ON d.owner = n.owner AND d.number = n.number"
        condition = condition.replace("d.owner", "n.owner")
        given = [list(reach.owners), list(dict.fromkeys(ids)), *given]
    rows = await session.fetch_rows(
        f"{named}{_SELECT} {source} {_TEXT_AND_NAMES} WHERE {condition} AND ({where}) {end}", [*given, *values]
    )
    return [PostgresDocument(*row) for row in rows]


async def get(session: PostgresSession, places: Iterable[DocumentPlace]) -> list[PostgresDocument]:
    """Return the documents at ``places`` that exist, by key."""
    wanted = sorted(places)
    if not wanted:
        return []
    rows = await session.fetch_rows(
        f"{_SELECT} unnest(%s::bigint[], %s::int[]) AS p(owner, number) JOIN document d "
        f"ON d.owner = p.owner AND d.number = p.number {_TEXT_AND_NAMES} ORDER BY d.owner, d.number",
        transpose(wanted),
    )
    return [PostgresDocument(*row) for row in rows]


def view_condition(view: View) -> tuple[str, list[Any]]:
    """Return a condition on what ``view`` may see, apart from its scope and its tags, and its values."""
    conditions: list[str] = []
    values: list[Any] = []

    def require(condition: str, *given: Any) -> None:
        conditions.append(condition)
        values.extend(given)

    if view.kinds is not None:
        require("d.kind = ANY(%s::smallint[])", [KIND_CODES[kind] for kind in view.kinds])
    if view.since is not None:
        require("d.starts >= %s", to_micros(view.since))
    if view.until is not None:
        require("d.starts < %s", to_micros(view.until))
    if view.now is not None:
        require("d.ends > %s", to_micros(view.now))
    if view.as_of is None:
        require(f"(d.kind = {TURN} OR d.state = ANY(%s::smallint[]))", [STATE_CODES[state] for state in view.states])
    else:
        now = to_micros(view.as_of)
        once = sorted(EVER_VALID_CODES)
        require("d.starts <= %s", now)
        require(f"(d.kind = {TURN} OR (d.state = ANY(%s::smallint[]) AND d.ends > %s))", once, now)
    return " AND ".join(conditions), values


async def read_records(session: PostgresSession, found: Sequence[PostgresDocument]) -> list[tuple[int, Record]]:
    """Return turns, and memories with their evidence and lineage, with their keys."""
    if not found:
        return []
    memories = [document for document in found if not document.is_turn]
    evidence = await _evidence(session, memories)
    before, after = await _lineage(session, memories)
    records: list[tuple[int, Record]] = []
    for document in found:
        if document.is_turn:
            records.append((document.key, document.turn))
            continue
        memory = decode_memory(
            document,
            document.memory_text,
            document.names,
            evidence=tuple(part for part, _ in evidence.get(document.place, ())),
            inherited=[tags for _, tags in evidence.get(document.place, ())],
            supersedes=tuple(before.get(document.place, ())),
            superseded_by=after.get(document.place),
        )
        records.append((document.key, memory))
    return records


async def _evidence(
    session: PostgresSession, memories: Sequence[PostgresDocument]
) -> dict[DocumentPlace, list[tuple[Evidence, str | None]]]:
    """Return the evidence of memories, each with the tags of its turn.

    The turns may be another owner's, of a wider or a narrower scope.
    """
    if not memories:
        return {}
    rows = await session.fetch_rows(
        "SELECT owner, number, turn_owner, turn, start, length FROM evidence "
        "JOIN unnest(%s::bigint[], %s::int[]) AS p(owner, number) USING (owner, number) ORDER BY position",
        ([document.owner for document in memories], [document.number for document in memories]),
    )
    session.show_owners(row[2] for row in rows)
    turns = {turn.place: turn for turn in await get(session, {(row[2], row[3]) for row in rows})}
    found: dict[DocumentPlace, list[tuple[Evidence, str | None]]] = {}
    for owner, number, turn_owner, turn, start, length in rows:
        said = turns[turn_owner, turn]
        quote = Evidence(said.id, said.text[start : start + length])
        found.setdefault((owner, number), []).append((quote, said.tags))
    return found


async def _lineage(
    session: PostgresSession, memories: Sequence[PostgresDocument]
) -> tuple[dict[DocumentPlace, list[str]], dict[DocumentPlace, str | None]]:
    """Return the ids of the memories that each memory replaced, and of the one that replaced it."""
    if not memories:
        return {}, {}
    places = ([document.owner for document in memories], [document.number for document in memories])
    successors = [document for document in memories if document.successor is not None]
    rows = await session.fetch_rows(
        "SELECT d.owner, d.successor, w.id FROM document d JOIN words w USING (owner, number) "
        "JOIN unnest(%s::bigint[], %s::int[]) AS p(owner, number) ON p.owner = d.owner AND p.number = d.successor "
        "ORDER BY d.owner, d.number",
        places,
    )
    before: dict[DocumentPlace, list[str]] = {}
    for owner, successor, id in rows:
        before.setdefault((owner, successor), []).append(id)
    ids = {
        successor.place: successor.id for successor in await get(session, {_successor_place(one) for one in successors})
    }
    return before, {document.place: ids.get(_successor_place(document)) for document in successors}


def _successor_place(document: PostgresDocument) -> DocumentPlace:
    assert document.successor is not None
    return document.owner, document.successor


def transpose(rows: Iterable[Row]) -> list[list[Any]]:
    """Return the columns of ``rows`` as lists, as ``unnest`` takes them."""
    return [list(column) for column in zip(*rows, strict=True)]
