"""What people allow. Kept by hash, so that a "no" outlives the erasure of the name that said it."""

from __future__ import annotations

from recollect.ports.changes import SetConsent
from recollect.stores.postgres.hashing import exact_of
from recollect.stores.postgres.session import Session
from recollect.values import PARTS, Consent, Scope


async def allowed(session: Session, scope: Scope) -> Consent:
    """The strictest of what was set for ``scope`` and for every scope that covers it."""
    rows = await session.rows(
        "SELECT capture, learning, sharing FROM consent WHERE exact = ANY(%s::uuid[])",
        ([exact_of(wider, session.salt) for wider in scope.wider()],),
    )
    result = Consent()
    for row in rows:
        result &= Consent(*row)
    return result


async def anybody_keeps_apart(session: Session) -> bool:
    """Whether sharing is off for anybody at all."""
    return await session.row("SELECT 1 FROM consent WHERE NOT sharing LIMIT 1") is not None


def put(session: Session, change: SetConsent) -> int:
    """Write down what is allowed in a scope."""
    scope, consent, exact = change.scope, change.consent, exact_of(change.scope, session.salt)
    session.see_scope(scope)
    session.later(
        "INSERT INTO consent VALUES (%s, %s, %s, %s) ON CONFLICT (exact) DO UPDATE SET "
        "capture = excluded.capture, learning = excluded.learning, sharing = excluded.sharing",
        (exact, consent.capture, consent.learning, consent.sharing),
    )
    session.later(
        'INSERT INTO consent_name (exact, application, agent, "user", session) VALUES (%s, %s, %s, %s, %s) '
        "ON CONFLICT DO NOTHING",
        (exact, *(getattr(scope, part) for part in PARTS)),
    )
    return 1


async def within(session: Session, scope: Scope | None) -> list[tuple[Scope, Consent]]:
    """What was set for ``scope`` and for every scope that it covers, or for anybody."""
    session.see_scope(scope) if scope else session.see_everything()
    parts = scope.parts if scope else {}
    where = " AND ".join(f'n."{part}" = %s' for part in parts) or "true"
    rows = await session.rows(
        'SELECT n.application, n.agent, n."user", n.session, c.capture, c.learning, c.sharing '
        f"FROM consent_name n JOIN consent c USING (exact) WHERE {where} ORDER BY n.place",
        [*parts.values()],
    )
    return [(Scope(*row[:4]), Consent(*row[4:])) for row in rows]


def forget_names(session: Session, scope: Scope) -> None:
    """Keep what was said in ``scope`` and below, without who said it."""
    session.see_scope(scope)
    where = " AND ".join(f'"{part}" = %s' for part in scope.parts)
    session.later(f"DELETE FROM consent_name WHERE {where}", [*scope.parts.values()])
