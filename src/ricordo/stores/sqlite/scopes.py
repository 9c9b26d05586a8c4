"""Scopes and owners in the file.

The owner of a thing is the person, that is, its scope without the session; where no user is named, the scope itself.
Everything that is searched leads with the owner. A search that reaches several owners, or only one session of an owner,
is resolved here, before anything is ranked.
"""

from __future__ import annotations

import secrets
import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass

from ricordo.stores.common.hashing import hash_text
from ricordo.stores.sqlite import consents, names
from ricordo.stores.sqlite.hashing import exact_hash, store_salt
from ricordo.values import PARTS, Scope

_MAX_NUMBER = 2**63 - 1


@dataclass(frozen=True, slots=True)
class Place:
    """The numbers of a scope and its owner, and the salt of the owner's keywords."""

    scope: int
    owner: int
    salt: bytes


@dataclass(frozen=True, slots=True)
class Reach:
    """An owner that a search reaches, and those of its scopes that it is limited to; None for all."""

    owner: int
    scopes: frozenset[int] | None


def place(connection: sqlite3.Connection, scope: Scope) -> Place:
    """Return the place of ``scope``, which is inserted if it is new."""
    exact = exact_hash(scope, store_salt(connection))
    row = connection.execute(
        "SELECT k.scope, k.owner, s.salt FROM scope_key k JOIN scope s ON s.id = k.owner WHERE k.exact = ?", (exact,)
    ).fetchone()
    return Place(*row) if row else _enter(connection, scope)


def find(connection: sqlite3.Connection, scope: Scope) -> int | None:
    """Return the number of exactly ``scope``, or None if nothing was stored in it."""
    exact = exact_hash(scope, store_salt(connection))
    row = connection.execute("SELECT scope FROM scope_key WHERE exact = ?", (exact,)).fetchone()
    return row[0] if row else None


def _enter(connection: sqlite3.Connection, scope: Scope) -> Place:
    owner_scope = scope.owner()
    owner = None if owner_scope == scope else place(connection, owner_scope)
    salt = secrets.token_bytes(16) if owner is None else None
    number = names.enter(connection, scope, salt)
    key = store_salt(connection)
    hashes = [None if (name := getattr(scope, part)) is None else hash_text(name, key) for part in PARTS]
    connection.execute(
        "INSERT INTO scope_key (scope, owner, exact, application, agent, user, session) VALUES (?, ?, ?, ?, ?, ?, ?)",
        (number, owner.owner if owner else number, exact_hash(scope, key), *hashes),
    )
    if owner is not None:
        return Place(number, owner.owner, owner.salt)
    assert salt is not None
    connection.execute("INSERT INTO shelf VALUES (?, 0, 0)", (number,))
    return Place(number, number, salt)


def resolve(connection: sqlite3.Connection, scope: Scope, *, private: bool = False) -> list[Reach]:
    """Return the owners that a search in ``scope`` reaches, in ascending order.

    Names are found by their hash and then compared letter for letter. Without an agent in the scope, what agents must
    keep to themselves is out of reach, unless it is looked for as ``private``, for the person themselves.
    """
    key = store_salt(connection)
    where = " AND ".join(f"k.{part} = ? AND s.{part} = ?" for part in scope.parts)
    values = [value for name in scope.parts.values() for value in (hash_text(name, key), name)]
    # CROSS JOIN keeps the order of the tables: by the index of hashes first, then the names.
    found = f"FROM scope_key k CROSS JOIN scope s ON s.id = k.scope WHERE {where}"
    if scope.session is None:
        rows = connection.execute(f"SELECT k.owner {found} AND k.scope = k.owner ORDER BY k.owner", values)
        reaches = [Reach(owner, None) for (owner,) in rows]
    else:
        by_owner: dict[int, set[int]] = {}
        for number, owner in connection.execute(f"SELECT k.scope, k.owner {found} ORDER BY k.owner", values):
            by_owner.setdefault(owner, set()).add(number)
        reaches = [Reach(owner, frozenset(numbers)) for owner, numbers in by_owner.items()]
    if private or scope.agent is not None or not consents.anybody_keeps_apart(connection):
        return reaches
    shared = [_limit_to_shared(connection, reach) for reach in reaches]
    return [reach for reach in shared if reach.scopes is None or reach.scopes]


def list_people(
    connection: sqlite3.Connection, application: str | None, before: int | None, limit: int
) -> list[tuple[int, Scope]]:
    """Return the people of an application, or of all, each by the first of their owners, newest first."""
    where = "k.owner < ?"
    values: list[int | str] = [_MAX_NUMBER if before is None else before]
    if application is not None:
        # With the plus sign, SQLite walks by number and stops at the limit, instead of sorting all of an application.
        where += " AND +k.application = ? AND s.application = ?"
        values += [hash_text(application, store_salt(connection)), application]
    rows = connection.execute(
        "SELECT k.owner, s.application, s.user FROM scope_key k CROSS JOIN scope s ON s.id = k.scope "
        f"WHERE k.scope = k.owner AND k.user IS NOT NULL AND {where} AND NOT EXISTS ("
        "SELECT 1 FROM scope_key e CROSS JOIN scope n ON n.id = e.scope WHERE e.scope = e.owner AND e.user = k.user "
        "AND e.application IS k.application AND e.owner < k.owner AND n.user = s.user "
        "AND n.application IS s.application) ORDER BY k.scope DESC LIMIT ?",
        (*values, limit),
    )
    return [(owner, Scope(application=name, user=user)) for owner, name, user in rows]


def resolve_all(connection: sqlite3.Connection, scopes: Iterable[Scope], *, private: bool = False) -> list[Reach]:
    """Return the owners that a search in several scopes reaches, in ascending order: what each reaches by itself."""
    merged: dict[int, Reach] = {}
    for scope in scopes:
        for reach in resolve(connection, scope, private=private):
            before = merged.get(reach.owner, reach).scopes
            both = None if before is None or reach.scopes is None else before | reach.scopes
            merged[reach.owner] = Reach(reach.owner, both)
    return [merged[owner] for owner in sorted(merged)]


def _limit_to_shared(connection: sqlite3.Connection, reach: Reach) -> Reach:
    """Return the part of a reach for which sharing between agents is on."""
    owner = names.read(connection, [reach.owner])[reach.owner]
    if owner.agent is None:
        return reach
    if not consents.read_strictest(connection, owner).sharing:
        return Reach(reach.owner, frozenset())
    apart = consents.sessions_apart(connection, owner)
    if not apart:
        return reach
    salt = store_salt(connection)
    numbers = reach.scopes or {
        number for (number,) in connection.execute("SELECT scope FROM scope_key WHERE owner = ?", (reach.owner,))
    }
    scopes = names.read(connection, numbers)
    return Reach(
        reach.owner,
        frozenset(
            number
            for number in numbers
            if not any(exact_hash(wider, salt) in apart for wider in scopes[number].wider())
        ),
    )
