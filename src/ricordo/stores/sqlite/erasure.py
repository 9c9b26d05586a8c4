"""Erasing documents with their vectors, keywords, ids, jobs and names, and overwriting the bytes."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby

from ricordo.language.documents import carries_previous, turn_terms
from ricordo.ports.changes import Erase, Expire
from ricordo.ports.store import Erased
from ricordo.stores.common.codes import TURN
from ricordo.stores.common.hashing import hash_text
from ricordo.stores.common.times import to_micros
from ricordo.stores.sqlite import (
    catalogue,
    consents,
    documents,
    jobs,
    memories,
    models,
    names,
    retentions,
    tags,
    turns,
    usage,
)
from ricordo.stores.sqlite.catalogue import OwnerWriter
from ricordo.stores.sqlite.documents import SqliteDocument
from ricordo.stores.sqlite.hashing import exact_hash, store_salt
from ricordo.stores.sqlite.scopes import Place, Reach, resolve

_SCRUB_MILLISECONDS = 2_000
"""How long to wait for readers in other processes. After that the bytes are overwritten later."""


def apply(connection: sqlite3.Connection, change: Erase | Expire) -> Erased:
    """Erase what a change names, or what a rule no longer keeps."""
    return _expire(connection, change) if isinstance(change, Expire) else _erase_named(connection, change)


def _erase_named(connection: sqlite3.Connection, change: Erase) -> Erased:
    """Erase turns and memories with all that rests on them; see `Erase`. The bytes are gone when ``scrub`` has run."""
    chosen: dict[int, list[SqliteDocument]] = {}
    for reach in resolve(connection, change.scope, private=True):
        _add(chosen, _find(connection, reach, change))
    erased = _erase_chosen(connection, chosen)
    if change.ids is None and change.before is None:
        for number, _, _ in consents.within(connection, change.scope):
            names.blank(connection, number)
        retentions.forget(connection, change.scope)
    return erased


def _expire(connection: sqlite3.Connection, change: Expire) -> Erased:
    """Erase what a rule no longer keeps, with a receipt; see `Expire`. Nothing is written if there is nothing."""
    chosen: dict[int, list[SqliteDocument]] = {}
    reaches = resolve(connection, change.scope, private=True)
    _add(chosen, documents.find_expired(connection, reaches, change))
    if not chosen:
        return Erased()
    erased = _erase_chosen(connection, chosen)
    retentions.add_receipt(connection, change, erased)
    return erased


def _erase_chosen(connection: sqlite3.Connection, chosen: dict[int, list[SqliteDocument]]) -> Erased:
    """Erase documents, given by owner, with the summaries and memories that rest on them."""
    scopes = {document.scope for found in chosen.values() for document in found if document.is_turn}
    _add(chosen, _find_summaries(connection, scopes))
    counts = Counter(turns=0, memories=0, vectors=0, keywords=0, jobs=0)
    erased: list[str] = []
    while chosen:
        owner, found = chosen.popitem()
        erased += _ids(connection, found)
        _add(chosen, _erase(connection, owner, found, counts))
    connection.execute("UPDATE meta SET value = value + 1 WHERE name = 'erasures'")
    connection.execute("INSERT OR REPLACE INTO meta VALUES ('scrub', ?)", (count_erasures(connection),))
    return Erased(counts, tuple(erased), scrubbed=False)


def count_erasures(connection: sqlite3.Connection) -> int:
    """Return how many erasures there were. Whoever caches anything drops it when this number grows."""
    (number,) = connection.execute("SELECT value FROM meta WHERE name = 'erasures'").fetchone()
    return int(number)


def scrub(connection: sqlite3.Connection, patient: bool) -> bool:  # noqa: FBT001 - a callback of the writer's
    """Overwrite what was erased: move the log into the file and empty it. Return False if a reader prevents it.

    The row that says that there is something to do has the number of the last erasure. Only if no other process has
    erased anything since it was read is it done with.
    """
    row = connection.execute("SELECT value FROM meta WHERE name = 'scrub'").fetchone()
    if not row and not patient:
        return True
    (timeout,) = connection.execute("PRAGMA busy_timeout").fetchone()
    connection.execute(f"PRAGMA busy_timeout = {_SCRUB_MILLISECONDS if patient else 0}")
    try:
        (busy, _, _) = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        if row and not busy:
            connection.execute("DELETE FROM meta WHERE name = 'scrub' AND value <= ?", row)
    except sqlite3.OperationalError:
        return False
    finally:
        connection.execute(f"PRAGMA busy_timeout = {timeout}")
    return not busy


def _add(chosen: dict[int, list[SqliteDocument]], found: Iterable[SqliteDocument]) -> None:
    """Add documents to those of their owner, each once."""
    for owner, group in groupby(found, key=lambda document: document.owner):
        known = chosen.setdefault(owner, [])
        keys = {document.key for document in known}
        known += [document for document in group if document.key not in keys]


def _find(connection: sqlite3.Connection, reach: Reach, change: Erase) -> list[SqliteDocument]:
    """Return the documents of one owner that a change names."""
    if change.ids is not None:
        found = documents.by_id(connection, reach, change.ids)
        before = change.before and to_micros(change.before)
        return [document for document in found if before is None or document.starts < before]
    if change.before is not None:
        return documents.find_before(connection, reach, to_micros(change.before))
    return documents.find_all(connection, reach)


def _find_summaries(connection: sqlite3.Connection, scopes: Iterable[int]) -> list[SqliteDocument]:
    """Return the summaries, in every state, whose scope is one of ``scopes`` or covers it."""
    salt = store_salt(connection)
    wider = {scope for narrow in names.read(connection, scopes).values() for scope in narrow.wider()}
    return documents.summaries(connection, [exact_hash(scope, salt) for scope in wider])


def _ids(connection: sqlite3.Connection, found: Sequence[SqliteDocument]) -> list[str]:
    return [documents.id_of(connection, document) for document in found]


def _erase(
    connection: sqlite3.Connection, owner: int, found: Sequence[SqliteDocument], counts: Counter[str]
) -> list[SqliteDocument]:
    """Erase documents of one owner, and return the memories that have lost all their evidence."""
    said = [document for document in found if document.is_turn]
    withdrawn = _withdraw(connection, said)
    (total,) = connection.execute("SELECT count(*) FROM document WHERE owner = ?", (owner,)).fetchone()
    everything = total == len(found)
    removed = _take_all(connection, owner, found) if everything else _take_some(connection, owner, found, said)
    counts.update(turns=len(said), memories=len(found) - len(said), jobs=jobs.erase(connection, owner), **removed)
    _forget_empty_scopes(connection, owner)
    gone = {document.key for document in found}
    return [document for document in withdrawn if document.key not in gone]


def _withdraw(connection: sqlite3.Connection, said: Sequence[SqliteDocument]) -> list[SqliteDocument]:
    """Delete the evidence that quotes the given turns, and return the memories that have none left."""
    resting: set[tuple[int, int]] = set()
    for turn in said:
        place = (turn.owner, turn.number)
        resting.update(
            connection.execute("SELECT owner, number FROM evidence WHERE turn_owner = ? AND turn = ?", place)
        )
        connection.execute("DELETE FROM evidence WHERE turn_owner = ? AND turn = ?", place)
    supported = "SELECT 1 FROM evidence WHERE owner = ? AND number = ? LIMIT 1"
    fallen = [place for place in sorted(resting) if not connection.execute(supported, place).fetchone()]
    return [document for owner, number in fallen for document in documents.by_number(connection, owner, [number])]


def _blank_words(connection: sqlite3.Connection, found: Sequence[SqliteDocument]) -> None:
    turns.blank_words(connection, [document for document in found if document.is_turn])
    memories.blank_words(connection, [document for document in found if not document.is_turn])


def _take_all(connection: sqlite3.Connection, owner: int, found: Sequence[SqliteDocument]) -> dict[str, int]:
    """Erase all documents of an owner. All rows are found by the owner alone."""
    _blank_words(connection, found)
    models.forget(connection, owner, [document.number for document in found])
    keywords = connection.execute("SELECT ifnull(sum(length(data)), 0) / 2 FROM posting WHERE owner = ?", (owner,))
    removed = {"keywords": int(keywords.fetchone()[0]), "vectors": catalogue.blank_all_vectors(connection, owner)}
    for table in ("posting", "identity", "tag", "evidence", "document"):
        connection.execute(f"DELETE FROM {table} WHERE owner = ?", (owner,))
    return removed


def _take_some(
    connection: sqlite3.Connection, owner: int, found: Sequence[SqliteDocument], said: Sequence[SqliteDocument]
) -> dict[str, int]:
    """Erase some documents of an owner, and their traces in the keywords of the turns that follow them."""
    (salt,) = connection.execute("SELECT salt FROM scope WHERE id = ?", (owner,)).fetchone()
    places = [(owner, document.number) for document in found]
    followers = _followers(connection, said)
    connection.executemany(
        "DELETE FROM identity WHERE owner = ? AND hash = ? AND number = ?",
        [(owner, hash_text(documents.id_of(connection, document), salt), document.number) for document in found],
    )
    _blank_words(connection, found)
    connection.executemany("DELETE FROM evidence WHERE owner = ? AND number = ?", places)
    connection.executemany(
        "UPDATE document INDEXED BY document_successor SET successor = NULL WHERE owner = ? AND successor = ?", places
    )
    connection.executemany("DELETE FROM document WHERE owner = ? AND number = ?", places)
    numbers = [number for _, number in places]
    models.forget(connection, owner, numbers)
    tags.remove(connection, owner, numbers)
    removed = {
        "keywords": catalogue.remove_keywords(connection, owner, numbers),
        "vectors": catalogue.blank_vectors(connection, owner, numbers),
    }
    index_again(connection, Place(0, owner, salt), followers)
    return removed


def _followers(connection: sqlite3.Connection, said: Sequence[SqliteDocument]) -> list[SqliteDocument]:
    """Return the turns that directly follow the given ones in their scope and are not among them."""
    gone = {turn.number for turn in said}
    numbers: set[int] = set()
    for turn in said:
        row = connection.execute(
            "SELECT number FROM document WHERE owner = ? AND number > ? AND scope = ? AND kind = ? LIMIT 1",
            (turn.owner, turn.number, turn.scope, TURN),
        ).fetchone()
        if row and row[0] not in gone:
            numbers.add(row[0])
    return documents.by_number(connection, said[0].owner, sorted(numbers)) if said else []


def index_again(connection: sqlite3.Connection, place: Place, found: Sequence[SqliteDocument]) -> None:
    """Rebuild the keywords of turns from their text and the turn before each, and drop vectors that hold its end."""
    if not found:
        return
    catalogue.remove_keywords(connection, place.owner, [document.number for document in found])
    writer = OwnerWriter.begin(connection, place.owner)
    keywords: list[tuple[int, Counter[str]]] = []
    stale: list[int] = []
    for document, (_, turn) in zip(found, turns.read(connection, found), strict=True):
        stale += [document.number] if carries_previous(turn) else []
        counts = turn_terms(turn, turn.occurred_at, turns.read_before(connection, document))
        keywords.append((document.number, counts))
        connection.execute(
            "UPDATE document SET length = ?, revision = ? WHERE owner = ? AND number = ?",
            (sum(counts.values()), writer.revision, place.owner, document.number),
        )
    catalogue.add_keywords(connection, place, keywords)
    catalogue.blank_vectors(connection, place.owner, stale)
    models.note(connection, place.owner, stale, "", ())
    writer.end()


def _forget_empty_scopes(connection: sqlite3.Connection, owner: int) -> None:
    """Blank the names of the owner's scopes that are empty now, the owner's own last."""
    last_turns = dict(
        connection.execute(
            "SELECT scope, max(CASE kind WHEN ? THEN number END) FROM document WHERE owner = ? GROUP BY scope",
            (TURN, owner),
        ).fetchall()
    )
    scopes = [number for (number,) in connection.execute("SELECT scope FROM scope_key WHERE owner = ?", (owner,))]
    for number in scopes:
        if number in last_turns:
            connection.execute("UPDATE scope_key SET last_turn = ? WHERE scope = ?", (last_turns[number], number))
        elif number != owner:
            _forget_scope(connection, number)
    if not last_turns:
        person = names.read(connection, [owner])[owner]
        usage.forget_name(connection, person)
        for number, where, _ in consents.within(connection, person):
            if where.owner() == person:
                names.blank(connection, number)
        _forget_scope(connection, owner)
        connection.execute("DELETE FROM shelf WHERE owner = ?", (owner,))


def _forget_scope(connection: sqlite3.Connection, number: int) -> None:
    connection.execute("DELETE FROM scope_key WHERE scope = ?", (number,))
    names.blank(connection, number)
