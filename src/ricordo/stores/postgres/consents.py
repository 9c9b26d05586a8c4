"""Consents. They are stored by hash, so that a "no" outlives the erasure of the person's name."""

from __future__ import annotations

from collections.abc import Mapping

from ricordo.ports.changes import SetConsent
from ricordo.stores.postgres.session import PendingRows, PostgresSession
from ricordo.values import PARTS, Consent, Scope


async def read_effective(session: PostgresSession, scope: Scope) -> Consent:
    """Return the strictest of the consents that were set for ``scope`` and for the scopes that cover it."""
    selected = select_effective(session, scope)
    await session.execute_batch()
    return combine(selected)


def select_effective(session: PostgresSession, scope: Scope) -> PendingRows:
    """Select the consents that apply to ``scope``, with the next exchange."""
    return session.fetch_later(
        "SELECT capture, learning, sharing FROM consent WHERE exact = ANY(%s::uuid[])",
        ([session.hash_scope(wider) for wider in scope.wider()],),
    )


def combine(selected: PendingRows) -> Consent:
    """Return what all of the selected consents allow."""
    result = Consent()
    for row in selected.rows:
        result &= Consent(*row)
    return result


async def is_sharing_off_anywhere(session: PostgresSession) -> bool:
    """Return whether sharing is off for anybody at all."""
    return await session.fetch_row("SELECT 1 FROM consent WHERE NOT sharing LIMIT 1") is not None


async def find_private(session: PostgresSession, scopes: Mapping[int, Scope]) -> set[int]:
    """Return the numbers of the scopes for which sharing is off."""
    hashes = {number: [session.hash_scope(wider) for wider in scope.wider()] for number, scope in scopes.items()}
    rows = await session.fetch_rows(
        "SELECT exact FROM consent WHERE NOT sharing AND exact = ANY(%s::uuid[])",
        (list({exact for wider in hashes.values() for exact in wider}),),
    )
    off = {exact for (exact,) in rows}
    return {number for number, wider in hashes.items() if not off.isdisjoint(wider)}


async def set_consent(session: PostgresSession, change: SetConsent) -> int:
    """Set what is allowed in a scope. Return 1 if the record changed, else 0.

    The row is inserted and locked before it is read, so that the second of two concurrent calls sees the first.
    """
    scope, exact = change.scope, session.hash_scope(change.scope)
    session.show_scope(scope)
    new, ((*flags,),), named = await session.execute_batch(
        ("INSERT INTO consent VALUES (%s, true, true, true) ON CONFLICT DO NOTHING RETURNING exact", (exact,)),
        ("SELECT capture, learning, sharing FROM consent WHERE exact = %s FOR UPDATE", (exact,)),
        ("SELECT 1 FROM consent_name WHERE exact = %s", (exact,)),
    )
    known = Consent(*flags)
    consent = change.merge(known)
    if named and not new and consent == known:
        return 0
    session.execute_later(
        "UPDATE consent SET capture = %s, learning = %s, sharing = %s WHERE exact = %s",
        (consent.capture, consent.learning, consent.sharing, exact),
    )
    session.execute_later(
        'INSERT INTO consent_name (exact, application, agent, "user", session) VALUES (%s, %s, %s, %s, %s) '
        "ON CONFLICT DO NOTHING",
        (exact, *(getattr(scope, part) for part in PARTS)),
    )
    return 1


async def list_consents(session: PostgresSession, scope: Scope | None) -> list[tuple[Scope, Consent]]:
    """Return the consents for ``scope`` and the scopes that it covers, or all of them."""
    session.show_scope(scope) if scope else session.show_all()
    parts = scope.parts if scope else {}
    where = " AND ".join(f'n."{part}" = %s' for part in parts) or "true"
    rows = await session.fetch_rows(
        'SELECT n.application, n.agent, n."user", n.session, c.capture, c.learning, c.sharing '
        f"FROM consent_name n JOIN consent c USING (exact) WHERE {where} ORDER BY n.place",
        [*parts.values()],
    )
    return [(Scope(*row[:4]), Consent(*row[4:])) for row in rows]


def forget_names(session: PostgresSession, scope: Scope) -> None:
    """Erase the names of consents in ``scope`` and the scopes that it covers. The consents stay."""
    session.show_scope(scope)
    where = " AND ".join(f'"{part}" = %s' for part in scope.parts)
    session.execute_later(f"DELETE FROM consent_name WHERE {where}", [*scope.parts.values()])


def forget_person(session: PostgresSession, person: Scope) -> None:
    """Erase the names of consents of a person and their sessions. The consents stay."""
    session.show_scope(person)
    parts = PARTS if person.user is None else PARTS[:3]
    where = " AND ".join(f'"{part}" = %s' if part in person.parts else f'"{part}" IS NULL' for part in parts)
    session.execute_later(f"DELETE FROM consent_name WHERE {where}", [*person.parts.values()])
