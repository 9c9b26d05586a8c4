"""The tags of documents, as salted hashes by which they are found. Their words lie with those of the document."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from ricordo.stores.common.hashing import hash_text
from ricordo.stores.common.keys import pack_key
from ricordo.stores.sqlite.scopes import Place


def add(connection: sqlite3.Connection, place: Place, number: int, tags: Sequence[str]) -> None:
    """Index the tags of a document."""
    connection.executemany(
        "INSERT INTO tag VALUES (?, ?, ?)", [(place.owner, number, hash_text(tag, place.salt)) for tag in tags]
    )


def remove(connection: sqlite3.Connection, owner: int, numbers: Iterable[int]) -> None:
    """Remove the tags of documents."""
    connection.executemany("DELETE FROM tag WHERE owner = ? AND number = ?", [(owner, number) for number in numbers])


def find_keys(connection: sqlite3.Connection, owner: int, tags: Iterable[str]) -> NDArray[np.int64]:
    """Return the keys of an owner's turns and memories that have one of ``tags``, ascending.

    A memory has the tags of the turns that it rests on, which may be another owner's, with another salt.
    """
    wanted = sorted(tags)
    numbers = set(_find(connection, owner, wanted, "SELECT number FROM tag WHERE owner = ?", (owner,)))
    cited = "SELECT DISTINCT turn_owner FROM evidence WHERE owner = ?"
    for (turn_owner,) in connection.execute(cited, (owner,)).fetchall():
        resting = (
            "SELECT e.number FROM tag t CROSS JOIN evidence e ON e.turn_owner = t.owner AND e.turn = t.number "
            "WHERE t.owner = ? AND e.owner = ?"
        )
        numbers.update(_find(connection, turn_owner, wanted, resting, (turn_owner, owner)))
    return np.array(sorted(numbers), np.int64) + pack_key(owner, 0)


def _find(
    connection: sqlite3.Connection, owner: int, tags: Sequence[str], select: str, values: tuple[int, ...]
) -> list[int]:
    (salt,) = connection.execute("SELECT salt FROM scope WHERE id = ?", (owner,)).fetchone()
    hashes = [hash_text(tag, salt) for tag in tags]
    rows = connection.execute(f"{select} AND hash IN ({', '.join('?' * len(hashes))})", (*values, *hashes))
    return [number for (number,) in rows]
