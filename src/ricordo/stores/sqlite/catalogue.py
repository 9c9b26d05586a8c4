"""Numbers, identities, keywords and vectors of documents."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ricordo.stores.common import postings
from ricordo.stores.common.hashing import hash_text
from ricordo.stores.sqlite import models
from ricordo.stores.sqlite.scopes import Place
from ricordo.values import DimensionMismatch


@dataclass(slots=True)
class OwnerWriter:
    """Writes to one owner in one transaction.

    New documents get numbers from ``next``. Documents that change get ``revision``, by which caches of columns, in this
    process or another, see what changed.
    """

    connection: sqlite3.Connection
    owner: int
    next: int
    revision: int

    @classmethod
    def begin(cls, connection: sqlite3.Connection, owner: int) -> OwnerWriter:
        row = connection.execute("SELECT next, revision FROM shelf WHERE owner = ?", (owner,)).fetchone()
        return cls(connection, owner, row[0], row[1] + 1)

    def take_number(self) -> int:
        """Return the number of a new document."""
        self.next += 1
        return self.next - 1

    def end(self) -> None:
        """Record the next number and the revision of the owner."""
        self.connection.execute(
            "UPDATE shelf SET next = ?, revision = ? WHERE owner = ?", (self.next, self.revision, self.owner)
        )


def add_identities(connection: sqlite3.Connection, place: Place, ids: Sequence[str], first: int) -> None:
    """Index the ids of documents with consecutive numbers."""
    connection.executemany(
        "INSERT INTO identity VALUES (?, ?, ?)",
        [(place.owner, hash_text(id, place.salt), number) for number, id in enumerate(ids, first)],
    )


def add_keywords(connection: sqlite3.Connection, place: Place, documents: Iterable[tuple[int, Counter[str]]]) -> None:
    """Index the keywords of documents."""
    rows = [
        (place.owner, hash_text(term, place.salt), block, data)
        for term, blocks in postings.encode(documents).items()
        for block, data in blocks.items()
    ]
    connection.executemany(
        "INSERT INTO posting VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET data = CAST(data || excluded.data AS BLOB)",
        sorted(rows),
    )


def remove_keywords(connection: sqlite3.Connection, owner: int, numbers: Sequence[int]) -> int:
    """Remove documents from all postings, and return the number of postings that were removed."""
    gone = np.array(sorted(numbers), np.int64)
    blocks = sorted({number // postings.BLOCK_SIZE for number in numbers})
    marks = ", ".join("?" * len(blocks))
    removed = 0
    for term, block, data in connection.execute(
        f"SELECT term, block, data FROM posting WHERE owner = ? AND block IN ({marks})", (owner, *blocks)
    ).fetchall():
        rest = postings.remove_postings(block, data, gone)
        if len(rest) == len(data):
            continue
        removed += (len(data) - len(rest)) // 2
        place = (owner, term, block)
        if rest:
            connection.execute("UPDATE posting SET data = ? WHERE owner = ? AND term = ? AND block = ?", (rest, *place))
        else:
            connection.execute("DELETE FROM posting WHERE owner = ? AND term = ? AND block = ?", place)
    return removed


def model_number(connection: sqlite3.Connection, name: str, dimensions: int) -> int:
    """Return the number of a model, and insert it if it is new."""
    row = connection.execute("SELECT id, dimensions FROM model WHERE name = ?", (name,)).fetchone()
    if row is None:
        connection.execute("INSERT INTO model (name, dimensions) VALUES (?, ?)", (name, dimensions))
        models.serve_first(connection, name)
        return model_number(connection, name, dimensions)
    if row[1] != dimensions:
        raise DimensionMismatch(name, row[1], dimensions)
    return int(row[0])


def add_vectors(
    connection: sqlite3.Connection, owner: int, model: str, vectors: Mapping[int, NDArray[np.float32]]
) -> None:
    """Store vectors by the number of their document. The documents must not have one of this model yet."""
    if not vectors:
        return
    (number,) = {model_number(connection, model, size) for size in {len(vector) for vector in vectors.values()}}
    connection.executemany(
        "INSERT INTO vector (owner, model, number, data) VALUES (?, ?, ?, ?)",
        [(owner, number, document, vector.astype("<f2").tobytes()) for document, vector in vectors.items()],
    )


def blank_vectors(connection: sqlite3.Connection, owner: int, numbers: Iterable[int], model: str | None = None) -> int:
    """Blank vectors in place, of one model or of all, and return their number."""
    chosen = "SELECT id FROM model WHERE name = ?" if model else "SELECT id FROM model"
    ids = [row[0] for row in connection.execute(chosen, (model,) if model else ())]
    return connection.executemany(
        "UPDATE vector SET owner = NULL, model = NULL, number = NULL, data = NULL "
        "WHERE owner = ? AND model = ? AND number = ?",
        [(owner, model_id, number) for model_id in ids for number in numbers],
    ).rowcount


def blank_all_vectors(connection: sqlite3.Connection, owner: int) -> int:
    """Blank all vectors of an owner in place, and return their number."""
    return connection.execute(
        "UPDATE vector SET owner = NULL, model = NULL, number = NULL, data = NULL WHERE owner = ?", (owner,)
    ).rowcount
