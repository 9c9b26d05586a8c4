"""Consistency checks of the file, and rebuilding its keywords."""

from __future__ import annotations

import sqlite3
from collections import Counter

from ricordo.language.documents import memory_terms, turn_terms
from ricordo.ports.status import Fault
from ricordo.stores.common.hashing import hash_text
from ricordo.stores.common.postings import decode, encode
from ricordo.stores.sqlite import catalogue, documents, memories, turns
from ricordo.stores.sqlite.catalogue import OwnerWriter
from ricordo.stores.sqlite.scopes import Place, Reach
from ricordo.values import StoredTurn

_RESTORE = "restore a backup, or import an export into a new file"
_REINDEX = "ricordo migrate --reindex"

_ORPHANS = {
    "documents without words": (
        "SELECT count(*) FROM document d LEFT JOIN turn t ON d.kind = 0 AND t.ref = d.ref "
        "LEFT JOIN memory m ON d.kind > 0 AND m.ref = d.ref WHERE ifnull(t.text, m.content) IS NULL"
    ),
    "documents that cannot be found by their id": (
        "SELECT count(*) FROM document d WHERE NOT EXISTS "
        "(SELECT 1 FROM identity i WHERE i.owner = d.owner AND i.number = d.number)"
    ),
    "words without a document": (
        "SELECT (SELECT count(*) FROM turn t WHERE t.text IS NOT NULL AND NOT EXISTS "
        "(SELECT 1 FROM document d WHERE d.kind = 0 AND d.ref = t.ref)) + "
        "(SELECT count(*) FROM memory m WHERE m.content IS NOT NULL AND NOT EXISTS "
        "(SELECT 1 FROM document d WHERE d.kind > 0 AND d.ref = m.ref))"
    ),
    "vectors without a document": (
        "SELECT count(*) FROM vector v WHERE v.owner IS NOT NULL AND NOT EXISTS "
        "(SELECT 1 FROM document d WHERE d.owner = v.owner AND d.number = v.number)"
    ),
    "tags without a document": (
        "SELECT count(*) FROM tag t WHERE NOT EXISTS "
        "(SELECT 1 FROM document d WHERE d.owner = t.owner AND d.number = t.number)"
    ),
    "evidence without a turn": (
        "SELECT count(*) FROM evidence e WHERE NOT EXISTS "
        "(SELECT 1 FROM document d WHERE d.owner = e.turn_owner AND d.number = e.turn AND d.kind = 0)"
    ),
}


def check(connection: sqlite3.Connection) -> list[Fault]:
    """Return all inconsistencies, each with the command that repairs it."""
    try:
        report = [line for (line,) in connection.execute("PRAGMA integrity_check(10)")]
    except sqlite3.DatabaseError as error:
        report = [str(error)]
    if report != ["ok"]:
        return [Fault(f"the file is damaged: {line}", _RESTORE) for line in report]
    faults: list[Fault] = []
    for what, query in _ORPHANS.items():
        (count,) = connection.execute(query).fetchone()
        if count:
            faults.append(Fault(f"{count} {what}", _RESTORE))
    if faults:
        return faults  # what keywords should be cannot be told from words that are missing
    wrong = sum(_keywords_differ(connection, owner) for owner in _owners(connection))
    if wrong:
        faults.append(Fault(f"the keywords of {wrong} owners do not agree with their words", _REINDEX))
    return faults


def reindex(connection: sqlite3.Connection) -> int:
    """Rebuild all keywords from the words, and return the number of documents."""
    total = 0
    for owner in _owners(connection):
        (salt,) = connection.execute("SELECT salt FROM scope WHERE id = ?", (owner,)).fetchone()
        expected = _compute_keywords(connection, owner)
        writer = OwnerWriter.begin(connection, owner)
        connection.execute("DELETE FROM posting WHERE owner = ?", (owner,))
        catalogue.add_keywords(connection, Place(0, owner, salt), expected.items())
        connection.executemany(
            "UPDATE document SET length = ?, revision = ? WHERE owner = ? AND number = ?",
            [(sum(counts.values()), writer.revision, owner, number) for number, counts in expected.items()],
        )
        writer.end()
        total += len(expected)
    return total


def _owners(connection: sqlite3.Connection) -> list[int]:
    return [owner for (owner,) in connection.execute("SELECT owner FROM shelf ORDER BY owner")]


def _compute_keywords(connection: sqlite3.Connection, owner: int) -> dict[int, Counter[str]]:
    """Return the keywords that all documents of an owner should have."""
    found = documents.find_all(connection, Reach(owner, None))
    said = [document for document in found if document.is_turn]
    learned = [document for document in found if not document.is_turn]
    expected: dict[int, Counter[str]] = {}
    before: dict[int, StoredTurn] = {}
    for document, (_, turn) in zip(said, turns.read(connection, said), strict=True):
        expected[document.number] = turn_terms(turn, turn.occurred_at, before.get(document.scope))
        before[document.scope] = turn
    for document, (_, memory) in zip(learned, memories.read(connection, learned), strict=True):
        expected[document.number] = memory_terms(memory.content, memory.valid_from)
    return dict(sorted(expected.items()))


def _keywords_differ(connection: sqlite3.Connection, owner: int) -> bool:
    (salt,) = connection.execute("SELECT salt FROM scope WHERE id = ?", (owner,)).fetchone()
    expected = {
        (hash_text(term, salt), block): _postings(block, data)
        for term, blocks in encode(_compute_keywords(connection, owner).items()).items()
        for block, data in blocks.items()
    }
    stored = {
        (term, block): _postings(block, data)
        for term, block, data in connection.execute("SELECT term, block, data FROM posting WHERE owner = ?", (owner,))
    }
    return expected != stored


def _postings(block: int, data: bytes) -> list[tuple[int, float]]:
    decoded = decode([(0, block, data)])
    return sorted(zip(decoded.documents.tolist(), decoded.counts.tolist(), strict=True))


def vectors_by_model(connection: sqlite3.Connection) -> dict[str, int]:
    """Return the number of vectors of each model."""
    return dict(
        connection.execute(
            "SELECT m.name, count(v.ref) FROM model m LEFT JOIN vector v ON v.model = m.id GROUP BY m.id ORDER BY m.id"
        ).fetchall()
    )
