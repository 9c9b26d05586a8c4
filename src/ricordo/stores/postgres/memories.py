"""Storing memories, and checking their evidence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ricordo.language.documents import memory_terms
from ricordo.ports.changes import PutMemory
from ricordo.ports.store import About, Key, View
from ricordo.stores.common.codes import TURN
from ricordo.stores.common.keys import unpack_after, unpack_key
from ricordo.stores.common.records import encode_numbers, encode_text, without_inherited_tags
from ricordo.stores.common.rules import require_turns, require_unchanged
from ricordo.stores.common.times import to_micros
from ricordo.stores.postgres import documents, models, scopes, tags, turns
from ricordo.stores.postgres.catalogue import add_keywords, put_vectors, remove_keywords, remove_vectors
from ricordo.stores.postgres.documents import PostgresDocument, transpose
from ricordo.stores.postgres.index import outbox
from ricordo.stores.postgres.scopes import LockedScope, ScopeFilter, lock_scope, resolve, resolve_all
from ricordo.stores.postgres.session import PostgresSession, Row
from ricordo.values import Evidence, Memory, MissingEvidence

_COLUMNS = "owner, number, revision, scope, kind, voice, state, starts, ends, recorded, length, successor"


@dataclass(frozen=True, slots=True)
class PageRequest:
    """The memories that `Store.memories` is asked for."""

    view: View
    ids: Sequence[str] | None
    about: About
    after: Key | None
    limit: int


async def read_page(session: PostgresSession, request: PageRequest) -> list[tuple[Key, Memory]]:
    """Return a page of memories with their evidence and lineage; see `Store.memories`."""
    view = request.view
    reach = await resolve_all(session, view.scopes, private=True)
    visible, values = documents.view_condition(view)
    where, values = f"d.kind <> {TURN} AND (d.owner, d.number) > (%s, %s) AND {visible}", [*values]
    for column, text in (("field", request.about.field), ("subject", request.about.subject)):
        if text is not None:
            where += f" AND w.{column} = %s"
            values.append(text)
    if view.tags is not None:
        tagged = await tags.find_keys(session, reach.owners, view.tags)
        where += " AND (d.owner, d.number) IN (SELECT * FROM unnest(%s::bigint[], %s::int[]))"
        places = [unpack_key(key) for keys in tagged.values() for key in keys.tolist()]
        values += [[owner for owner, _ in places], [number for _, number in places]]
    found = await documents.find(
        session,
        reach,
        ids=request.ids,
        where=where,
        values=(*unpack_after(request.after), *values),
        end=f"ORDER BY d.owner, d.number LIMIT {int(request.limit)}",
    )
    records = await documents.read_records(session, found)
    return [(key, record) for key, record in records if isinstance(record, Memory)]


async def put(session: PostgresSession, change: PutMemory) -> int:
    """Store a memory or replace the one with its id; see ``PutMemory``."""
    memory = change.memory
    here = await lock_scope(session, memory.scope)
    old = await _find_by_id(session, here, memory.id)
    if old and change.if_new:
        return 0
    if change.replaces:
        stored = dict(await documents.read_records(session, [old])) if old else {}
        require_unchanged(unchanged=old is not None and stored[old.key] == change.replaces)
    require_turns(stored=await turns.are_stored(session, change.rests_on))
    quotes = [await _find_quote(session, here, memory, part, position) for position, part in enumerate(memory.evidence)]
    memory = without_inherited_tags(memory, (turn.tags for turn, _, _ in quotes))
    number = old.number if old else here.take_number()
    model = change.vectors.model if change.vectors and 0 in change.vectors.rows else None
    length = await _write_text(session, here, memory, number, old, model)
    vectors = {number: change.vectors.rows[0]} if change.vectors and model is not None else {}
    if model is not None:
        await put_vectors(session, here.owner, model, vectors)
        models.record_present(session, here.owner, vectors, model)
    if not _has_text(old, memory):
        models.record_missing(session, here.owner, [number], model or "", vectors)
    outbox.add(session, here.owner, [number])
    successor = await _find_successor(session, here, memory, old)
    row = (here.owner, number, here.revision, here.scope, *encode_numbers(memory), length, successor)
    session.execute_later(
        f"INSERT INTO document ({_COLUMNS}) VALUES ({', '.join(['%s'] * len(row))}) "
        "ON CONFLICT (owner, number) DO UPDATE SET "
        + ", ".join(f"{name} = excluded.{name}" for name in _COLUMNS.split(", ")[2:]),
        row,
    )
    for id in memory.supersedes:
        session.execute_later(
            "UPDATE document SET successor = %s, revision = %s WHERE owner = %s AND number = %s",
            (number, here.revision, here.owner, await _find_number(session, here, memory, id)),
        )
    _put_evidence(session, here, number, [(turn.owner, turn.number, start, size) for turn, start, size in quotes])
    scopes.update_owner(session, here)
    return 1


def _has_text(old: PostgresDocument | None, memory: Memory) -> bool:
    return old is not None and old.memory_text == encode_text(memory)


async def _write_text(
    session: PostgresSession,
    here: LockedScope,
    memory: Memory,
    number: int,
    old: PostgresDocument | None,
    model: str | None,
) -> int:
    """Store the text and the keywords of a memory if they changed. Return the number of keywords.

    Vectors of the old text are removed, except those of ``model``, which are about to be replaced.
    """
    same = _has_text(old, memory)
    if old and same and old.starts == to_micros(memory.valid_from):
        return old.length
    if old:
        await remove_keywords(session, here.owner, [number])
        if not same and await remove_vectors(session, here.owner, [number], spared=model):
            scopes.invalidate_caches(session, here.owner)
    session.execute_later(
        "INSERT INTO words (owner, number, id, text, field, value, subject, negated, maker, tags) "
        "VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s) "
        "ON CONFLICT (owner, number) DO UPDATE SET text = excluded.text, field = excluded.field, "
        "value = excluded.value, subject = excluded.subject, negated = excluded.negated, maker = excluded.maker, "
        "tags = excluded.tags",
        (here.owner, number, *encode_text(memory)),
    )
    tags.remove(session, here.owner, [number])
    tags.add(session, here, {number: memory.tags})
    counts = memory_terms(memory.content, memory.valid_from)
    add_keywords(session, here, [(number, counts)])
    return sum(counts.values())


async def _find_by_id(session: PostgresSession, here: LockedScope, id: str) -> PostgresDocument | None:
    found = await documents.find(
        session, ScopeFilter((here.owner,), (here.scope,)), ids=[id], where=f"d.kind <> {TURN}"
    )
    return next(iter(found), None)


async def _find_number(session: PostgresSession, here: LockedScope, memory: Memory, id: str | None) -> int | None:
    """Return the number of another memory in the scope of ``memory``, or else in a session of this person."""
    if id is None:
        return None
    whole = memory.scope == memory.scope.owner()
    reach = ScopeFilter((here.owner,), None if whole else (here.scope,))
    found = await documents.find(session, reach, ids=[id], where=f"d.kind <> {TURN}")
    found.sort(key=lambda document: document.scope != here.scope)
    return next((document.number for document in found), None)


async def _find_successor(
    session: PostgresSession, here: LockedScope, memory: Memory, old: PostgresDocument | None
) -> int | None:
    """Return the number of the memory that replaced this one. An existing link stays: a wider scope may have set it."""
    if old and old.successor is not None:
        followed = await documents.get(session, [(old.owner, old.successor)])
        if memory.superseded_by in [document.id for document in followed]:
            return old.successor
    return await _find_number(session, here, memory, memory.superseded_by)


def _put_evidence(session: PostgresSession, here: LockedScope, number: int, spans: list[Row]) -> None:
    """Replace the evidence of a memory by spans of turns."""
    session.execute_later("DELETE FROM evidence WHERE owner = %s AND number = %s", (here.owner, number))
    if spans:
        session.execute_later(
            "INSERT INTO evidence (owner, number, position, turn_owner, turn, start, length) "
            "SELECT %s, %s, place - 1, turn_owner, turn, start, length "
            "FROM unnest(%s::bigint[], %s::int[], %s::int[], %s::int[]) "
            "WITH ORDINALITY AS s(turn_owner, turn, start, length, place)",
            (here.owner, number, *transpose(spans)),
        )


async def _find_quote(
    session: PostgresSession, here: LockedScope, memory: Memory, evidence: Evidence, position: int
) -> tuple[PostgresDocument, int, int]:
    """Return the turn that is quoted, the start of the quote in it, and its length.

    The turn is locked until the end of the transaction, so that nobody erases it meanwhile.
    """
    for reach in (ScopeFilter((here.owner,), (here.scope,)), await resolve(session, memory.scope)):
        for turn in await documents.find(
            session,
            reach,
            ids=[evidence.turn_id],
            where=f"d.kind = {TURN}",
            end="ORDER BY d.owner, d.number FOR SHARE OF d",
        ):
            if (start := turn.text.find(evidence.quote)) >= 0:
                return turn, start, len(evidence.quote)
    raise MissingEvidence(position)
