"""Rules of retention, and the receipts of what they erased. Both are stored by hash."""

from __future__ import annotations

import json

from ricordo.ports.changes import Expire, SetRetention
from ricordo.ports.store import Erased
from ricordo.stores.common.times import from_micros, to_micros
from ricordo.stores.postgres.session import PostgresSession
from ricordo.values import KINDS, PARTS, Receipt, Retention, Scope, digest_of

_DAYS = ", ".join(KINDS)


async def read_shortest(session: PostgresSession, scope: Scope) -> Retention:
    """Return the shortest times of ``scope`` and of every scope that covers it."""
    rows = await session.fetch_rows(
        f"SELECT {_DAYS} FROM retention WHERE exact = ANY(%s::uuid[])",
        ([session.hash_scope(wider) for wider in scope.wider()],),
    )
    result = Retention()
    for row in rows:
        result &= Retention(*row)
    return result


async def put(session: PostgresSession, change: SetRetention) -> int:
    """Apply a change to the rule of a scope. Return 1 if anything changed, else 0.

    The row is inserted and locked before it is read, so that the second of two concurrent calls sees the first.
    """
    scope, exact = change.scope, session.hash_scope(change.scope)
    session.show_scope(scope)
    _, rows = await session.execute_batch(
        ("INSERT INTO retention (exact) VALUES (%s) ON CONFLICT DO NOTHING", (exact,)),
        (f"SELECT {_DAYS} FROM retention WHERE exact = %s FOR UPDATE", (exact,)),
    )
    known = Retention(*rows[0]) if rows else Retention()
    rule = known.change(change.kinds, change.days)
    if not rule.days:
        session.execute_later("DELETE FROM retention WHERE exact = %s", (exact,))
        session.execute_later("DELETE FROM retention_name WHERE exact = %s", (exact,))
    elif rule != known:
        session.execute_later(
            f"UPDATE retention SET {', '.join(f'{kind} = %s' for kind in KINDS)} WHERE exact = %s",
            (*(getattr(rule, kind) for kind in KINDS), exact),
        )
        session.execute_later(
            'INSERT INTO retention_name (exact, application, agent, "user", session) VALUES (%s, %s, %s, %s, %s) '
            "ON CONFLICT DO NOTHING",
            (exact, *(getattr(scope, part) for part in PARTS)),
        )
    return int(rule != known)


async def list_rules(session: PostgresSession, scope: Scope | None) -> list[tuple[Scope, Retention]]:
    """Return the rules of ``scope`` and all that it covers, or of everybody."""
    session.show_scope(scope) if scope else session.show_all()
    parts = scope.parts if scope else {}
    where = " AND ".join(f'n."{part}" = %s' for part in parts) or "true"
    rows = await session.fetch_rows(
        f'SELECT n.application, n.agent, n."user", n.session, {_DAYS} '
        f"FROM retention_name n JOIN retention USING (exact) WHERE {where} ORDER BY n.place",
        [*parts.values()],
    )
    return [(Scope(*row[:4]), Retention(*row[4:])) for row in rows]


def forget(session: PostgresSession, scope: Scope) -> None:
    """Delete the rules of ``scope`` and all that it covers, with their names. Receipts stay, under a hash."""
    session.show_scope(scope)
    where = " AND ".join(f'"{part}" = %s' for part in scope.parts)
    session.execute_later(
        f"WITH gone AS (DELETE FROM retention_name WHERE {where} RETURNING exact) "
        "DELETE FROM retention r USING gone WHERE r.exact = gone.exact",
        [*scope.parts.values()],
    )


def add_receipt(session: PostgresSession, change: Expire, erased: Erased) -> None:
    """Store the receipt of what a rule has erased."""
    counts = dict(erased.counts)
    session.execute_later(
        "INSERT INTO receipt (exact, erased_at, counts, digest) VALUES (%s, %s, %s, %s)",
        (
            session.hash_scope(change.scope),
            to_micros(change.now),
            json.dumps(counts),
            digest_of(erased.ids, counts, change.now),
        ),
    )


async def read_receipts(session: PostgresSession, scope: Scope, limit: int) -> list[Receipt]:
    """Return the receipts of what the rule of exactly ``scope`` has erased, newest first."""
    rows = await session.fetch_rows(
        "SELECT erased_at, counts, digest FROM receipt WHERE exact = %s ORDER BY number DESC LIMIT %s",
        (session.hash_scope(scope), limit),
    )
    return [Receipt(scope, from_micros(at), json.loads(counts), digest, scrubbed=False) for at, counts, digest in rows]
