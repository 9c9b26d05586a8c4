"""Scopes and their owners in the database.

The owner of a document is its scope without the session, that is, a person; without a user, it is the scope itself. A
transaction that writes locks the owner's row in the table ``shelf`` until its end: writers of one person take turns,
and nobody else waits for them.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ricordo.stores.postgres import consents
from ricordo.stores.postgres.session import PostgresSession, Row, Statement
from ricordo.values import PARTS, Scope

_MAX_NUMBER = 2**63 - 1
NAMES = 'application, agent, "user", session'

_FIND = "SELECT owner FROM scope WHERE exact = %s"
_LOCK = "SELECT salt, next, revision FROM shelf WHERE owner = %s FOR UPDATE"
_PLACE = "SELECT id, last_turn FROM scope WHERE exact = %s"
_INSERT = (
    f"INSERT INTO scope (exact, owner, whole, {NAMES}) VALUES (%s, %s, %s, %s, %s, %s, %s) "
    "ON CONFLICT DO NOTHING RETURNING id"
)


_DESCRIBE = (
    "SELECT m.id, m.dimensions, found.* FROM (SELECT) AS one LEFT JOIN model m ON m.name = %s LEFT JOIN "
    "(SELECT s.owner, s.id, s.agent IS NOT NULL, h.salt, h.next, h.revision, h.epoch "
    "FROM scope s LEFT JOIN shelf h ON h.owner = s.owner"
)


@dataclass(slots=True)
class LockedScope:
    """A scope whose owner is locked.

    New documents get numbers from ``next``. Documents that change get ``revision``, by which caches of columns, in this
    process or another, see what changed.
    """

    scope: int
    owner: int
    salt: bytes
    next: int
    revision: int
    last_turn: int | None

    def take_number(self) -> int:
        """Return the number of a new document."""
        self.next += 1
        return self.next - 1


@dataclass(frozen=True, slots=True)
class ScopeFilter:
    """The owners that a search covers, ascending, and their scopes that it is limited to; None means all of them."""

    owners: tuple[int, ...]
    scopes: tuple[int, ...] | None

    def where(self, table: str = "d") -> tuple[str, list[object]]:
        """Return a condition on the columns ``owner`` and ``scope`` of a table, and its values."""
        condition = f"{table}.owner = ANY(%s::bigint[])"
        if self.scopes is None:
            return condition, [list(self.owners)]
        return f"{condition} AND {table}.scope = ANY(%s::bigint[])", [list(self.owners), list(self.scopes)]


class OwnerHead(NamedTuple):
    """The state of an owner: the salt of the keywords, the next number, the revision and the count of erasures."""

    owner: int
    salt: bytes
    next: int
    revision: int
    epoch: int


@dataclass(frozen=True, slots=True)
class SearchTarget:
    """The owners and the model that a search is about. ``model`` is its number and its dimensions."""

    reach: ScopeFilter
    heads: list[OwnerHead]
    model: tuple[int, int] | None
    extra_rows: list[list[Row]]


async def lock_scope(session: PostgresSession, scope: Scope) -> LockedScope:
    """Lock the owner of ``scope``, and add both if they are new."""
    person, exact = scope.owner(), session.hash_scope(scope)
    session.show_scope(person)
    while True:
        owner = await _find_owner(session, person)
        session.show_owners([owner])
        held, known = await session.execute_batch((_LOCK, (owner,)), (_PLACE, (exact,)))
        if not held:
            continue  # erased while we waited for the lock: try again, with a new owner
        if not known:
            row = await session.fetch_row(_INSERT, (exact, owner, False, *_scope_names(scope)))
            assert row is not None
            known = [(row[0], None)]
        (salt, next, revision), (number, last_turn) = held[0], known[0]
        return LockedScope(number, owner, bytes(salt), next, revision + 1, last_turn)


def update_owner(session: PostgresSession, place: LockedScope) -> None:
    """Record the next number and the revision of the owner."""
    session.execute_later(
        "UPDATE shelf SET next = %s, revision = %s WHERE owner = %s", (place.next, place.revision, place.owner)
    )


def invalidate_caches(session: PostgresSession, owner: int) -> None:
    """Invalidate all caches of this owner, because something was removed."""
    session.execute_later("UPDATE shelf SET epoch = epoch + 1 WHERE owner = %s", (owner,))


async def lock_people(session: PostgresSession, people: Iterable[Scope]) -> None:
    """Lock the owners that exist among several, before anything is written to one of them."""
    wanted = dict.fromkeys(people)
    if len(wanted) < 2:
        return
    found: list[int] = []
    for person in wanted:
        session.show_scope(person)
        found += [owner for (owner,) in await session.fetch_rows(_FIND, (session.hash_scope(person),))]
    await lock_owners(session, found)


async def lock_owners(session: PostgresSession, owners: Iterable[int]) -> dict[int, LockedScope]:
    """Lock the owners that still exist, always in the same order to avoid deadlocks. Return them by number."""
    wanted = sorted(owners)
    session.show_owners(wanted)
    rows = await session.fetch_rows(
        "SELECT owner, salt, next, revision FROM shelf WHERE owner = ANY(%s::bigint[]) ORDER BY owner FOR UPDATE",
        (wanted,),
    )
    return {owner: LockedScope(0, owner, bytes(salt), next, revision + 1, None) for owner, salt, next, revision in rows}


async def _find_owner(session: PostgresSession, person: Scope) -> int:
    """Return the number of an owner, and add the owner if new."""
    exact = session.hash_scope(person)
    found = await session.fetch_row(_FIND, (exact,))
    if found is None:
        number = await session.fetch_number("SELECT nextval('owner_number')")
        session.show_owners([number])
        _, entered = await session.execute_batch(
            ("INSERT INTO shelf (owner, salt) VALUES (%s, %s)", (number, secrets.token_bytes(16))),
            (_INSERT, (exact, number, True, *_scope_names(person))),
        )
        if entered:
            return number
        # Another transaction added the owner first.
        session.execute_later("DELETE FROM shelf WHERE owner = %s", (number,))
        found = await session.fetch_row(_FIND, (exact,))
    return int(found[0]) if found else await _find_owner(session, person)


def _scope_names(scope: Scope) -> Sequence[str | None]:
    return [getattr(scope, part) for part in PARTS]


async def resolve(session: PostgresSession, scope: Scope, *, private: bool = False) -> ScopeFilter:
    """Return the owners and scopes that a search in ``scope`` covers.

    If the scope names no agent, it does not cover what agents must keep to themselves, unless ``private`` is set, for
    the person's own view.
    """
    session.show_scope(scope)
    where, values = _scope_condition(scope)
    rows = await session.fetch_rows(
        f"SELECT owner, id, agent IS NOT NULL FROM scope WHERE {where} ORDER BY owner", values
    )
    session.show_owners(owner for owner, _, _ in rows)
    return await _build_reach(session, scope, rows, private=private)


async def resolve_all(session: PostgresSession, scopes: Iterable[Scope], *, private: bool = False) -> ScopeFilter:
    """Return the owners and scopes that a search in several scopes covers: what each covers by itself."""
    reaches = [await resolve(session, scope, private=private) for scope in scopes]
    owners = tuple(sorted({owner for reach in reaches for owner in reach.owners}))
    limited = {number for reach in reaches for number in reach.scopes or ()}
    whole = {owner for reach in reaches if reach.scopes is None for owner in reach.owners}
    if whole.issuperset(owners):
        return ScopeFilter(owners, None)
    rows = await session.fetch_rows("SELECT id FROM scope WHERE owner = ANY(%s::bigint[])", (sorted(whole),))
    return ScopeFilter(owners, tuple(sorted(limited | {number for (number,) in rows})))


async def find_targets(session: PostgresSession, scopes: Iterable[Scope], model: str) -> SearchTarget:
    """Return the owners that a search in several scopes covers, and the model."""
    reach = await resolve_all(session, scopes)
    models, heads = await session.execute_batch(
        ("SELECT id, dimensions FROM model WHERE name = %s", (model,)),
        (
            "SELECT owner, salt, next, revision, epoch FROM shelf WHERE owner = ANY(%s::bigint[]) ORDER BY owner",
            (list(reach.owners),),
        ),
    )
    found = [OwnerHead(owner, bytes(salt), *rest) for owner, salt, *rest in heads]
    return SearchTarget(reach, found, (models[0][0], models[0][1]) if models else None, [])


async def find_target(
    session: PostgresSession, scope: Scope, model: str, *, expected: Collection[int], extra: Sequence[Statement] = ()
) -> SearchTarget:
    """Return the owners that a search in ``scope`` covers, and the model, in one exchange with the server.

    Args:
        session: The transaction.
        scope: Where to search.
        model: The name of the model.
        expected: The owners that the scope led to before, if that is known.
        extra: Statements to run along with it. Their rows are in ``extra_rows``, unless other owners than the expected
            ones were found.
    """
    where, values = _scope_condition(scope)
    session.show_scope(scope)
    if expected:
        session.show_owners(expected)
    else:
        session.show_owners_of(f"SELECT owner FROM scope WHERE {where}", values)
    statement = (f"{_DESCRIBE} WHERE {where}) AS found ON true ORDER BY owner", (model, *values))
    rows, *others = await session.execute_batch(statement, *extra)
    if any(owner is not None and salt is None for _, _, owner, _, _, salt, *_ in rows):
        # There are other owners than the expected ones.
        session.show_owners(row[2] for row in rows)
        rows, others = await session.fetch_rows(*statement), []
    found = [(owner, number, by_agent, *head) for _, _, owner, number, by_agent, *head in rows if head[0] is not None]
    session.mark_shown(row[0] for row in found)
    heads = {owner: OwnerHead(owner, bytes(salt), *rest) for owner, _, _, salt, *rest in found}
    reach = await _build_reach(session, scope, [row[:3] for row in found])
    number, dimensions, *_ = rows[0]
    ordered = [heads[owner] for owner in reach.owners]
    return SearchTarget(reach, ordered, None if number is None else (number, dimensions), others)


def _scope_condition(scope: Scope) -> tuple[str, list[str]]:
    """Return a condition on the rows of scopes that ``scope`` covers, and its values."""
    where = " AND ".join(f'"{part}" = %s' for part in scope.parts)
    return where if scope.session is not None else f"{where} AND whole", [*scope.parts.values()]


async def _build_reach(
    session: PostgresSession, scope: Scope, rows: Sequence[Row], *, private: bool = False
) -> ScopeFilter:
    """Return the reach from rows of owner, number, and whether an agent is named."""
    owners = dict.fromkeys(owner for owner, _, _ in rows)
    reach = ScopeFilter(tuple(owners), None if scope.session is None else tuple(number for _, number, _ in rows))
    if private or scope.agent is not None or not any(by_agent for _, _, by_agent in rows):
        return reach
    return await _limit_to_shared(session, reach) if await consents.is_sharing_off_anywhere(session) else reach


async def _limit_to_shared(session: PostgresSession, reach: ScopeFilter) -> ScopeFilter:
    """Return the part of a reach that no agent has to keep to itself."""
    condition, values = ScopeFilter(reach.owners, None).where("scope")
    rows = await session.fetch_rows(f"SELECT owner, id, {NAMES} FROM scope WHERE {condition} ORDER BY owner", values)
    within = [row for row in rows if reach.scopes is None or row[1] in reach.scopes]
    with_agent = {number: Scope(*names) for _, number, *names in within if names[1] is not None}
    private = await consents.find_private(session, with_agent)
    if not private:
        return reach
    left = [(owner, number) for owner, number, *_ in within if number not in private]
    return ScopeFilter(tuple(dict.fromkeys(owner for owner, _ in left)), tuple(number for _, number in left))


async def list_people(
    session: PostgresSession, application: str | None, before: int | None, limit: int
) -> list[tuple[int, Scope]]:
    """Return the people of an application, or of all, each by the first of their owners, newest first."""
    where = 's.owner < %s AND s."user" IS NOT NULL'
    values: list[int | str] = [_MAX_NUMBER if before is None else before]
    if application is None:
        session.show_all()
    else:
        session.show_scope(Scope(application=application))
        where, values = f"s.application = %s AND {where}", [application, *values]
    rows = await session.fetch_rows(
        f'SELECT s.owner, s.application, s."user" FROM scope s WHERE s.whole AND {where} AND NOT EXISTS ('
        'SELECT 1 FROM scope e WHERE e.whole AND e."user" = s."user" '
        "AND e.application IS NOT DISTINCT FROM s.application AND e.owner < s.owner) ORDER BY s.owner DESC LIMIT %s",
        [*values, limit],
    )
    return [(owner, Scope(application=name, user=user)) for owner, name, user in rows]


async def read_owner_scopes(session: PostgresSession, owners: Iterable[int]) -> dict[int, Scope]:
    """Return the scopes of owners, by number."""
    rows = await session.fetch_rows(
        f"SELECT owner, {NAMES} FROM scope WHERE whole AND owner = ANY(%s::bigint[])", (sorted(owners),)
    )
    return {owner: Scope(*names) for owner, *names in rows}
