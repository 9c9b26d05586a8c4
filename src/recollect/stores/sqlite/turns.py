"""Turns: appending them, and reading their words."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from recollect.ports.changes import AddTurns, Embedded
from recollect.stores.columns import TURN, Columns
from recollect.stores.sqlite import consents, documents, jobs, models, names
from recollect.stores.sqlite.catalogue import Shelving, add_identity, add_keywords, add_vectors
from recollect.stores.sqlite.documents import Document
from recollect.stores.sqlite.scopes import Place, Reach, place
from recollect.stores.times import FOREVER, from_micros, to_micros
from recollect.text.documents import turn_terms
from recollect.values import ROLES, ConsentError, OtherText, StoredTurn

_ROLE_CODES = {role: code for code, role in enumerate(ROLES)}


def add(connection: sqlite3.Connection, change: AddTurns) -> int:
    """Append turns to their scope: words, keywords, vectors and the learning job; see ``AddTurns``."""
    consent = consents.allowed(connection, change.scope)
    if not consent.capture:
        raise ConsentError("capture is off for this scope: nothing was stored")
    here = place(connection, change.scope)
    shelving = Shelving.begin(connection, here.owner)
    first, previous = shelving.next, last_text(connection, here.scope)
    keywords: list[tuple[int, Counter[str]]] = []
    positions: dict[int, int] = {}
    for position, turn in enumerate(change.turns):
        if _is_known(connection, here, turn, position):
            continue
        counts = turn_terms(turn, turn.occurred_at, previous)
        number = _append(connection, here, shelving, turn, sum(counts.values()))
        keywords.append((number, counts))
        positions[number] = position
        previous = turn.text
    if not positions:
        return 0
    add_keywords(connection, here, keywords)
    given = change.vectors or Embedded("", {})
    vectors = {number: given.rows[position] for number, position in positions.items() if position in given.rows}
    add_vectors(connection, here.owner, given.model, vectors)
    models.note(connection, here.owner, positions, given.model, vectors)
    connection.execute("UPDATE scope_key SET last_turn = ? WHERE scope = ?", (shelving.next - 1, here.scope))
    if change.learn_at and consent.learning:
        jobs.add(connection, here, first=first, last=shelving.next - 1, due=change.learn_at)
    shelving.end()
    return len(positions)


def read(connection: sqlite3.Connection, found: Sequence[Document]) -> Iterator[tuple[int, StoredTurn]]:
    """The words of turns, under their keys."""
    scopes = names.read(connection, (document.scope for document in found))
    words = documents.words(connection, "SELECT ref, id, author, text FROM turn", [turn.ref for turn in found])
    for document in found:
        id, author, text = words[document.ref]
        said, told = from_micros(document.starts), from_micros(document.recorded)
        yield document.key, StoredTurn(id, ROLES[document.voice], text, author, said, told, scopes[document.scope])


def read_rows(
    connection: sqlite3.Connection, columns: Columns, rows: NDArray[np.int64]
) -> Iterator[tuple[int, StoredTurn]]:
    """The same, for turns of which the columns are known."""
    refs: list[int] = columns.refs[rows].tolist()
    words = documents.words(connection, "SELECT ref, id, author, text FROM turn", refs)
    numbers: list[int] = columns.scopes[rows].tolist()
    scopes = names.read(connection, numbers)
    roles: list[int] = columns.voices[rows].tolist()
    keys = columns.keys[rows].tolist()
    times = zip(columns.starts[rows].tolist(), columns.recorded[rows].tolist(), strict=True)
    for ref, number, role, key, (said, told) in zip(refs, numbers, roles, keys, times, strict=True):
        if ref in words and number in scopes:
            id, author, text = words[ref]
            yield key, StoredTurn(id, ROLES[role], text, author, from_micros(said), from_micros(told), scopes[number])


def text_before(connection: sqlite3.Connection, turn: Document) -> str | None:
    """The text of the turn before this one in the same scope."""
    row = connection.execute(
        "SELECT t.text FROM document d JOIN turn t ON t.ref = d.ref "
        "WHERE d.owner = ? AND d.number < ? AND d.scope = ? AND d.kind = ? ORDER BY d.number DESC LIMIT 1",
        (turn.owner, turn.number, turn.scope, TURN),
    ).fetchone()
    return row[0] if row else None


def blank_words(connection: sqlite3.Connection, found: Sequence[Document]) -> None:
    """Erase the words of turns where they lie."""
    connection.executemany(
        "UPDATE turn SET id = NULL, author = NULL, text = NULL WHERE ref = ?", [(turn.ref,) for turn in found]
    )


def last_text(connection: sqlite3.Connection, scope: int) -> str | None:
    """The text of the last turn in a scope."""
    row = connection.execute(
        "SELECT t.text FROM scope_key k JOIN document d ON d.owner = k.owner AND d.number = k.last_turn "
        "JOIN turn t ON t.ref = d.ref WHERE k.scope = ?",
        (scope,),
    ).fetchone()
    return row[0] if row else None


def _append(connection: sqlite3.Connection, here: Place, shelving: Shelving, turn: StoredTurn, length: int) -> int:
    number = shelving.number()
    ref = connection.execute(
        "INSERT INTO turn (id, author, text) VALUES (?, ?, ?)", (turn.id, turn.author, turn.text)
    ).lastrowid
    connection.execute(
        "INSERT INTO document VALUES (?, ?, ?, ?, ?, ?, ?, 0, ?, ?, ?, ?, NULL)",
        (
            *(here.owner, number, shelving.revision, here.scope, ref, TURN, _ROLE_CODES[turn.role]),
            *(to_micros(turn.occurred_at), FOREVER, to_micros(turn.recorded_at), length),
        ),
    )
    add_identity(connection, here, turn.id, number)
    return number


def _is_known(connection: sqlite3.Connection, here: Place, turn: StoredTurn, position: int) -> bool:
    reach = Reach(here.owner, frozenset({here.scope}))
    known = [document for document in documents.by_id(connection, reach, [turn.id]) if document.is_turn]
    for _, stored in read(connection, known):
        if (stored.role, stored.text) != (turn.role, turn.text):
            raise OtherText(position)
    return bool(known)
