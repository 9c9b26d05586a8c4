"""Checking that the parts of the database agree, and rebuilding keywords."""

from __future__ import annotations

from collections import Counter

from ricordo.language.documents import memory_terms, turn_terms
from ricordo.ports.status import Fault
from ricordo.stores.common.hashing import hash_text
from ricordo.stores.common.postings import decode, encode
from ricordo.stores.postgres import catalogue, documents, erasure, scopes
from ricordo.stores.postgres.index import outbox
from ricordo.stores.postgres.scopes import LockedScope, ScopeFilter
from ricordo.stores.postgres.session import PostgresSession
from ricordo.values import StoredTurn

_RESTORE = "restore a backup, or import an export into a new database"
_REINDEX = "ricordo migrate --reindex"

_ORPHANS = {
    "documents without words": "document d WHERE NOT EXISTS "
    "(SELECT 1 FROM words w WHERE w.owner = d.owner AND w.number = d.number)",
    "words without a document": "words w WHERE NOT EXISTS "
    "(SELECT 1 FROM document d WHERE d.owner = w.owner AND d.number = w.number)",
    "documents without a scope": "document d WHERE NOT EXISTS "
    "(SELECT 1 FROM scope s WHERE s.owner = d.owner AND s.id = d.scope)",
    "scopes without an owner": "scope s WHERE NOT EXISTS (SELECT 1 FROM shelf h WHERE h.owner = s.owner)",
    "vectors without a document": "vector v WHERE NOT EXISTS "
    "(SELECT 1 FROM document d WHERE d.owner = v.owner AND d.number = v.number)",
    "tags without a document": "tag t WHERE NOT EXISTS "
    "(SELECT 1 FROM document d WHERE d.owner = t.owner AND d.number = t.number)",
    "evidence without a turn": "evidence e WHERE NOT EXISTS "
    "(SELECT 1 FROM document d WHERE d.owner = e.turn_owner AND d.number = e.turn AND d.kind = 0)",
    "evidence without a memory": "evidence e WHERE NOT EXISTS "
    "(SELECT 1 FROM document d WHERE d.owner = e.owner AND d.number = e.number AND d.kind > 0)",
}

_MODEL_IS_GONE = "model NOT IN (SELECT id FROM model)"


async def check(session: PostgresSession) -> list[Fault]:
    """Return all faults, each with its remedy."""
    session.show_all()
    faults: list[Fault] = []
    for what, where in _ORPHANS.items():
        if count := await session.fetch_number(f"SELECT count(*) FROM {where}"):
            faults.append(Fault(f"{count} {what}", _RESTORE))
    are_words_missing = bool(faults)
    if count := await session.fetch_number(f"SELECT count(*) FROM vector WHERE {_MODEL_IS_GONE}"):
        faults.append(Fault(f"{count} vectors of models that are gone", _REINDEX))
    if are_words_missing:
        return faults  # without the words, the right keywords are not known
    wrong = 0
    for owner in await list_owners(session):
        (salt,) = (await session.fetch_rows("SELECT salt FROM shelf WHERE owner = %s", (owner,)))[0]
        wrong += await _keywords_differ(session, owner, bytes(salt))
    if wrong:
        faults.append(Fault(f"the keywords of {wrong} owners do not agree with their words", _REINDEX))
    return faults


async def list_owners(session: PostgresSession) -> list[int]:
    """Return the numbers of all owners."""
    session.show_all()
    return [owner for (owner,) in await session.fetch_rows("SELECT owner FROM shelf ORDER BY owner")]


async def reindex(session: PostgresSession, owner: int) -> int:
    """Rebuild the keywords of an owner and remove vectors of models that are gone. Return the number of documents."""
    locked = await scopes.lock_owners(session, [owner])
    if owner not in locked:
        return 0
    place: LockedScope = locked[owner]
    expected = await _compute_keywords(session, owner)
    session.execute_later("DELETE FROM posting WHERE owner = %s", (owner,))
    session.execute_later(f"DELETE FROM vector WHERE owner = %s AND {_MODEL_IS_GONE}", (owner,))
    catalogue.add_keywords(session, place, expected.items())
    if expected:
        erasure.set_lengths(session, place, list(expected.items()))
    outbox.add(session, owner, expected)
    scopes.update_owner(session, place)
    return len(expected)


async def _compute_keywords(session: PostgresSession, owner: int) -> dict[int, Counter[str]]:
    """Return the keywords that the documents of an owner should have, by number."""
    found = await documents.find(session, ScopeFilter((owner,), None))
    expected: dict[int, Counter[str]] = {}
    before: dict[int, StoredTurn] = {}
    for document, (_, record) in zip(found, await documents.read_records(session, found), strict=True):
        if isinstance(record, StoredTurn):
            expected[document.number] = turn_terms(record, record.occurred_at, before.get(document.scope))
            before[document.scope] = record
        else:
            expected[document.number] = memory_terms(record.content, record.valid_from)
    return expected


async def _keywords_differ(session: PostgresSession, owner: int, salt: bytes) -> bool:
    expected = {
        (hash_text(term, salt), block): _decode_block(block, data)
        for term, blocks in encode((await _compute_keywords(session, owner)).items()).items()
        for block, data in blocks.items()
    }
    rows = await session.fetch_rows("SELECT term, block, data FROM posting WHERE owner = %s", (owner,))
    return expected != {(term, block): _decode_block(block, data) for term, block, data in rows}


def _decode_block(block: int, data: bytes) -> list[tuple[int, float]]:
    decoded = decode([(0, block, data)])
    return sorted(zip(decoded.documents.tolist(), decoded.counts.tolist(), strict=True))
