"""Appending and reading turns."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from ricordo.language.documents import TurnLike, dense_text
from ricordo.ports.changes import AddTurns
from ricordo.ports.store import SpokenText
from ricordo.stores.common.codes import ROLE_CODES, TURN
from ricordo.stores.common.columns import Columns
from ricordo.stores.common.records import decode_spoken, decode_turn, encode_tags, matching_vectors
from ricordo.stores.common.rules import is_stored, require_capture, split_into_jobs
from ricordo.stores.common.times import FOREVER, to_micros
from ricordo.stores.sqlite import consents, documents, jobs, models, names, tags
from ricordo.stores.sqlite.catalogue import OwnerWriter, add_identities, add_keywords, add_vectors
from ricordo.stores.sqlite.documents import SqliteDocument
from ricordo.stores.sqlite.scopes import Place, Reach, place, resolve
from ricordo.values import StoredTurn

_WORDS = "SELECT ref, id, author, text, tags FROM turn"


def add(connection: sqlite3.Connection, change: AddTurns) -> int:
    """Append turns with their keywords, vectors and learning job; see `AddTurns`."""
    consent = consents.read_strictest(connection, change.scope)
    require_capture(consent)
    here = place(connection, change.scope)
    writer = OwnerWriter.begin(connection, here.owner)
    first = writer.next
    previous: TurnLike | None = read_last(connection, here.scope)
    known = _read_stored(connection, here, change.turns) if first else {}
    keywords: list[tuple[int, Counter[str]]] = []
    positions: dict[int, int] = {}
    texts: dict[int, str] = {}
    for position, turn in enumerate(change.turns):
        if is_stored(turn, position, known):
            continue
        number = writer.take_number()
        keywords.append((number, change.count_terms(position, previous)))
        positions[number], texts[number] = position, dense_text(turn, previous)
        previous = turn
    if not positions:
        return 0
    lengths = [sum(counts.values()) for _, counts in keywords]
    _append(connection, here, writer.revision, first, [change.turns[at] for at in positions.values()], lengths)
    add_keywords(connection, here, keywords)
    model = change.vectors.model if change.vectors else ""
    vectors = matching_vectors(change.vectors, positions, texts)
    add_vectors(connection, here.owner, model, vectors)
    models.note(connection, here.owner, positions, model, vectors)
    connection.execute("UPDATE scope_key SET last_turn = ? WHERE scope = ?", (writer.next - 1, here.scope))
    if change.learn_at and consent.learning:
        for start, end in split_into_jobs(first, writer.next - 1):
            jobs.add(connection, here, first=start, last=end, due=change.learn_at, gather=change.gather)
    writer.end()
    return len(positions)


def read(connection: sqlite3.Connection, found: Sequence[SqliteDocument]) -> Iterator[tuple[int, StoredTurn]]:
    """Yield turns by key."""
    scopes = names.read(connection, (document.scope for document in found))
    words = documents.words(connection, _WORDS, [turn.ref for turn in found])
    for document in found:
        turn = decode_turn(
            words[document.ref],
            scopes[document.scope],
            voice=document.voice,
            starts=document.starts,
            recorded=document.recorded,
        )
        yield document.key, turn


def read_rows(
    connection: sqlite3.Connection, columns: Columns, rows: NDArray[np.int64]
) -> Iterator[tuple[int, StoredTurn]]:
    """Yield turns by key, for rows of columns that are in memory."""
    refs: list[int] = columns.refs[rows].tolist()
    words = documents.words(connection, _WORDS, refs)
    numbers: list[int] = columns.scopes[rows].tolist()
    scopes = names.read(connection, numbers)
    roles: list[int] = columns.voices[rows].tolist()
    keys = columns.keys[rows].tolist()
    times = zip(columns.starts[rows].tolist(), columns.recorded[rows].tolist(), strict=True)
    for ref, number, role, key, (starts, recorded) in zip(refs, numbers, roles, keys, times, strict=True):
        if ref in words and number in scopes:
            yield key, decode_turn(words[ref], scopes[number], voice=role, starts=starts, recorded=recorded)


def are_stored(connection: sqlite3.Connection, wanted: Sequence[StoredTurn]) -> bool:
    """Return whether all the given turns are stored as they are given."""
    for scope in {turn.scope for turn in wanted}:
        some = [turn for turn in wanted if turn.scope == scope]
        ids = [turn.id for turn in some]
        reaches = resolve(connection, scope, private=True)
        found = [item for reach in reaches for item in documents.by_id(connection, reach, ids) if item.is_turn]
        if not {turn for _, turn in read(connection, found)}.issuperset(some):
            return False
    return True


def read_before(connection: sqlite3.Connection, turn: SqliteDocument) -> SpokenText | None:
    """Return the turn before this one in the same scope."""
    row = connection.execute(
        "SELECT t.author, d.voice, t.text FROM document d JOIN turn t ON t.ref = d.ref "
        "WHERE d.owner = ? AND d.number < ? AND d.scope = ? AND d.kind = ? ORDER BY d.number DESC LIMIT 1",
        (turn.owner, turn.number, turn.scope, TURN),
    ).fetchone()
    return decode_spoken(*row) if row else None


def blank_words(connection: sqlite3.Connection, found: Sequence[SqliteDocument]) -> None:
    """Blank the words of turns in place."""
    connection.executemany(
        "UPDATE turn SET id = NULL, author = NULL, text = NULL, tags = NULL WHERE ref = ?",
        [(turn.ref,) for turn in found],
    )


def read_last(connection: sqlite3.Connection, scope: int) -> SpokenText | None:
    """Return the last turn in a scope."""
    row = connection.execute(
        "SELECT t.author, d.voice, t.text FROM scope_key k JOIN document d "
        "ON d.owner = k.owner AND d.number = k.last_turn JOIN turn t ON t.ref = d.ref WHERE k.scope = ?",
        (scope,),
    ).fetchone()
    return decode_spoken(*row) if row else None


def _append(
    connection: sqlite3.Connection,
    here: Place,
    revision: int,
    first: int,
    turns: Sequence[StoredTurn],
    lengths: Sequence[int],
) -> None:
    """Insert turns under consecutive numbers."""
    (ref,) = connection.execute("SELECT ifnull(max(ref), 0) + 1 FROM turn").fetchone()
    connection.executemany(
        "INSERT INTO turn (ref, id, author, text, tags) VALUES (?, ?, ?, ?, ?)",
        [(ref + at, turn.id, turn.author, turn.text, encode_tags(turn.tags)) for at, turn in enumerate(turns)],
    )
    connection.executemany(
        "INSERT INTO document VALUES (?, ?, ?, ?, ?, ?, ?, 0, ?, ?, ?, ?, NULL)",
        [
            (
                *(here.owner, first + at, revision, here.scope, ref + at, TURN, ROLE_CODES[turn.role]),
                *(to_micros(turn.occurred_at), FOREVER, to_micros(turn.recorded_at), length),
            )
            for at, (turn, length) in enumerate(zip(turns, lengths, strict=True))
        ],
    )
    add_identities(connection, here, [turn.id for turn in turns], first)
    for number, turn in enumerate(turns, first):
        tags.add(connection, here, number, turn.tags)


Said = tuple[str, str]
"""The role and the text of a turn, by which equal turns are recognised."""


def _read_stored(connection: sqlite3.Connection, here: Place, turns: Sequence[StoredTurn]) -> dict[str, Said]:
    """Return role and text, by id, of those turns that are already stored in this scope."""
    reach = Reach(here.owner, frozenset({here.scope}))
    found = [one for one in documents.by_id(connection, reach, [turn.id for turn in turns]) if one.is_turn]
    return {turn.id: (turn.role, turn.text) for _, turn in read(connection, found)}
