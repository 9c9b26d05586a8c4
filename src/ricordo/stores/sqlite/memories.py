"""Storing memories, checking their evidence, and reading them."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from ricordo.language.documents import memory_terms
from ricordo.ports.changes import PutMemory
from ricordo.stores.common.codes import TURN
from ricordo.stores.common.records import MemoryText, decode_memory, encode_numbers, encode_text, without_inherited_tags
from ricordo.stores.common.rules import require_turns, require_unchanged
from ricordo.stores.common.times import to_micros
from ricordo.stores.sqlite import documents, models, names, tags, turns
from ricordo.stores.sqlite.catalogue import (
    OwnerWriter,
    add_identities,
    add_keywords,
    add_vectors,
    blank_vectors,
    remove_keywords,
)
from ricordo.stores.sqlite.documents import SqliteDocument
from ricordo.stores.sqlite.scopes import Place, Reach, place, resolve
from ricordo.values import Evidence, Memory, MissingEvidence


def put(connection: sqlite3.Connection, change: PutMemory) -> int:
    """Store a memory or replace the one with its id; see ``PutMemory``."""
    memory = change.memory
    here = place(connection, memory.scope)
    writer = OwnerWriter.begin(connection, here.owner)
    old = _with_id(connection, here, memory.id)
    if old and change.if_new:
        return 0
    if change.replaces:
        require_unchanged(unchanged=old is not None and dict(read(connection, [old]))[old.key] == change.replaces)
    require_turns(stored=turns.are_stored(connection, change.rests_on))
    quotes = [_find_quote(connection, here, memory, part, position) for position, part in enumerate(memory.evidence)]
    memory = without_inherited_tags(memory, _turn_tags(connection, [quote.turn for quote in quotes]))
    number = old.number if old else writer.take_number()
    known = old is not None and _words(connection, old) == encode_text(memory)
    if old and known:
        ref, length = old.ref, _length(connection, old)
        if old.starts != to_micros(memory.valid_from):  # its date is among its keywords
            remove_keywords(connection, here.owner, [number])
            length = _write_keywords(connection, here, memory, number)
    else:
        ref, length = _write_words(connection, here, memory, number, old)
    model = change.vectors.model if change.vectors else ""
    vectors = {number: change.vectors.rows[0]} if change.vectors and 0 in change.vectors.rows else {}
    if vectors:
        blank_vectors(connection, here.owner, vectors, model)
        add_vectors(connection, here.owner, model, vectors)
        models.settle(connection, here.owner, vectors, model)
    if not known:
        models.note(connection, here.owner, [number], model, vectors)
    connection.execute(
        "INSERT OR REPLACE INTO document VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            *(here.owner, number, writer.revision, here.scope, ref, *encode_numbers(memory)),
            *(length, _successor(connection, here, memory, old)),
        ),
    )
    for id in memory.supersedes:
        connection.execute(
            "UPDATE document SET successor = ?, revision = ? WHERE owner = ? AND number = ?",
            (number, writer.revision, here.owner, _number_of(connection, here, id)),
        )
    _put_evidence(connection, here, number, quotes)
    writer.end()
    return 1


def read(connection: sqlite3.Connection, found: Sequence[SqliteDocument]) -> Iterator[tuple[int, Memory]]:
    """Yield memories with their evidence, by key."""
    scopes = names.read(connection, (document.scope for document in found))
    for document in found:
        evidence = _evidence(connection, document)
        memory = decode_memory(
            document,
            _words(connection, document),
            scopes[document.scope],
            evidence=tuple(part for part, _ in evidence),
            inherited=[tags for _, tags in evidence],
            supersedes=tuple(_predecessor_ids(connection, document)),
            superseded_by=_successor_id(connection, document),
        )
        yield document.key, memory


def read_about(connection: sqlite3.Connection, document: SqliteDocument) -> tuple[str | None, str | None]:
    """Return the field and the subject of a memory."""
    row: tuple[str | None, str | None] = connection.execute(
        "SELECT field, subject FROM memory WHERE ref = ?", (document.ref,)
    ).fetchone()
    return row


def _words(connection: sqlite3.Connection, document: SqliteDocument) -> MemoryText:
    words: MemoryText = connection.execute(
        "SELECT id, content, field, value, subject, negated, maker, tags FROM memory WHERE ref = ?", (document.ref,)
    ).fetchone()
    return words


def _write_words(
    connection: sqlite3.Connection, here: Place, memory: Memory, number: int, old: SqliteDocument | None
) -> tuple[int, int]:
    """Append and index the words of a memory, in place of its old words. Return their ref and length."""
    if old:
        blank_words(connection, [old])
        remove_keywords(connection, here.owner, [number])
        blank_vectors(connection, here.owner, [number])
        tags.remove(connection, here.owner, [number])
    else:
        add_identities(connection, here, [memory.id], number)
    ref = connection.execute(
        "INSERT INTO memory (id, content, field, value, subject, negated, maker, tags) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        encode_text(memory),
    ).lastrowid
    tags.add(connection, here, number, memory.tags)
    assert ref is not None
    return ref, _write_keywords(connection, here, memory, number)


def _write_keywords(connection: sqlite3.Connection, here: Place, memory: Memory, number: int) -> int:
    counts = memory_terms(memory.content, memory.valid_from)
    add_keywords(connection, here, [(number, counts)])
    return sum(counts.values())


def blank_words(connection: sqlite3.Connection, found: Sequence[SqliteDocument]) -> None:
    """Blank the words of memories in place."""
    connection.executemany(
        "UPDATE memory SET id = NULL, content = NULL, field = NULL, value = NULL, subject = NULL, negated = 0, "
        "maker = NULL, tags = NULL WHERE ref = ?",
        [(document.ref,) for document in found],
    )


def _length(connection: sqlite3.Connection, document: SqliteDocument) -> int:
    return int(
        connection.execute(
            "SELECT length FROM document WHERE owner = ? AND number = ?", (document.owner, document.number)
        ).fetchone()[0]
    )


def _with_id(connection: sqlite3.Connection, here: Place, id: str) -> SqliteDocument | None:
    reach = Reach(here.owner, frozenset({here.scope}))
    return next((found for found in documents.by_id(connection, reach, [id]) if not found.is_turn), None)


def _number_of(connection: sqlite3.Connection, here: Place, id: str | None) -> int | None:
    """Return the number of another memory in this scope, or else in a session of this person."""
    if id is None:
        return None
    reaches = [Reach(here.owner, frozenset({here.scope}))]
    if here.scope == here.owner:
        reaches.append(Reach(here.owner, None))
    found = chain.from_iterable(documents.by_id(connection, reach, [id]) for reach in reaches)
    return next((document.number for document in found if not document.is_turn), None)


def _successor(connection: sqlite3.Connection, here: Place, memory: Memory, old: SqliteDocument | None) -> int | None:
    """Return the number of a memory's successor. An existing link stays: a wider scope may have made it."""
    if old and memory.superseded_by and memory.superseded_by == _successor_id(connection, old):
        return old.successor
    return _number_of(connection, here, memory.superseded_by)


def _predecessor_ids(connection: sqlite3.Connection, document: SqliteDocument) -> list[str]:
    """Return the ids of the memories that a memory replaced."""
    # SQLite would read all documents of the owner: it does not know how few of them were replaced.
    query = (
        "SELECT m.id FROM document d INDEXED BY document_successor JOIN memory m ON m.ref = d.ref "
        f"WHERE d.owner = ? AND d.successor = ? AND d.kind > {TURN} ORDER BY d.number"
    )
    return [id for (id,) in connection.execute(query, (document.owner, document.number))]


def _successor_id(connection: sqlite3.Connection, document: SqliteDocument) -> str | None:
    """Return the id of the memory that replaced a memory, if one did."""
    if document.successor is None:
        return None
    query = (
        "SELECT m.id FROM document d JOIN memory m ON m.ref = d.ref "
        f"WHERE d.owner = ? AND d.number = ? AND d.kind > {TURN}"
    )
    row: tuple[str] | None = connection.execute(query, (document.owner, document.successor)).fetchone()
    return row[0] if row else None


class _Quote(NamedTuple):
    """A span of a turn."""

    turn: SqliteDocument
    start: int
    length: int


def _put_evidence(connection: sqlite3.Connection, here: Place, number: int, quotes: Sequence[_Quote]) -> None:
    """Replace the evidence of a memory by the spans of the turns that it quotes."""
    connection.execute("DELETE FROM evidence WHERE owner = ? AND number = ?", (here.owner, number))
    connection.executemany(
        "INSERT INTO evidence VALUES (?, ?, ?, ?, ?, ?, ?)",
        [
            (here.owner, number, position, turn.owner, turn.number, start, length)
            for position, (turn, start, length) in enumerate(quotes)
        ],
    )


def _turn_tags(connection: sqlite3.Connection, found: Iterable[SqliteDocument]) -> list[str | None]:
    refs = list({turn.ref for turn in found})
    return [tags for _, tags in documents.words(connection, "SELECT ref, id, tags FROM turn", refs).values()]


def _find_quote(
    connection: sqlite3.Connection, here: Place, memory: Memory, evidence: Evidence, position: int
) -> _Quote:
    reaches = chain([Reach(here.owner, frozenset({here.scope}))], resolve(connection, memory.scope))
    for turn in chain.from_iterable(documents.by_id(connection, reach, [evidence.turn_id]) for reach in reaches):
        if turn.is_turn:
            text: str = connection.execute("SELECT text FROM turn WHERE ref = ?", (turn.ref,)).fetchone()[0]
            if (start := text.find(evidence.quote)) >= 0:
                return _Quote(turn, start, len(evidence.quote))
    raise MissingEvidence(position)


def _evidence(connection: sqlite3.Connection, document: SqliteDocument) -> list[tuple[Evidence, str | None]]:
    """Return the evidence of a memory, each with the tags of its turn."""
    rows = connection.execute(
        "SELECT t.id, substr(t.text, e.start + 1, e.length), t.tags FROM evidence e "
        "JOIN document d ON d.owner = e.turn_owner AND d.number = e.turn JOIN turn t ON t.ref = d.ref "
        "WHERE e.owner = ? AND e.number = ? ORDER BY e.position",
        (document.owner, document.number),
    )
    return [(Evidence(id, quote), tags) for id, quote, tags in rows]
