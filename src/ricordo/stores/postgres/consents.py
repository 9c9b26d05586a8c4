"""Consents. They are stored by hash, so that a "no" outlives the erasure of the person's name."""

from __future__ import annotations

from collections.abc import Mapping

from ricordo.ports.changes import SetConsent
from ricordo.stores.postgres.session import Answer, Session
from ricordo.values import PARTS, Consent, Scope


async def allowed(session: Session, scope: Scope) -> Consent:
    """Return the strictest of the consents that were set for ``scope`` and for the scopes that cover it."""
    asked = soon(session, scope)
    await session.batch()
    return strictest(asked)


def soon(session: Session, scope: Scope) -> Answer:
    """Select the consents that apply to ``scope``, with the next exchange."""
    return session.soon(
        "SELECT capture, learning, sharing FROM consent WHERE exact = ANY(%s::uuid[])",
        ([session.hash_scope(wider) for wider in scope.wider()],),
    )


def strictest(asked: Answer) -> Consent:
    """Return what all of the selected consents allow."""
    result = Consent()
    for row in asked.rows:
        result &= Consent(*row)
    return result


async def is_sharing_off_anywhere(session: Session) -> bool:
    """Return whether sharing is off for anybody at all."""
    return await session.row("SELECT 1 FROM consent WHERE NOT sharing LIMIT 1") is not None


async def find_private(session: Session, scopes: Mapping[int, Scope]) -> set[int]:
    """Return the numbers of the scopes for which sharing is off."""
    hashes = {number: [session.hash_scope(wider) for wider in scope.wider()] for number, scope in scopes.items()}
    rows = await session.rows(
        "SELECT exact FROM consent WHERE NOT sharing AND exact = ANY(%s::uuid[])",
        (list({exact for wider in hashes.values() for exact in wider}),),
    )
    off = {exact for (exact,) in rows}
    return {number for number, wider in hashes.items() if not off.isdisjoint(wider)}


async def put(session: Session, change: SetConsent) -> int:
    """Set what is allowed in a scope. Return 1 if the record changed, else 0.

    The row is inserted and locked before it is read, so that the second of two concurrent calls sees the first.
    """
    scope, exact = change.scope, session.hash_scope(change.scope)
    session.see_scope(scope)
    new, ((*flags,),), named = await session.batch(
        ("INSERT INTO consent VALUES (%s, true, true, true) ON CONFLICT DO NOTHING RETURNING exact", (exact,)),
        ("SELECT capture, learning, sharing FROM consent WHERE exact = %s FOR UPDATE", (exact,)),
        ("SELECT 1 FROM consent_name WHERE exact = %s", (exact,)),
    )
    known = Consent(*flags)
    consent = change.merge(known)
    if named and not new and consent == known:
        return 0
    session.later(
        "UPDATE consent SET capture = %s, learning = %s, sharing = %s WHERE exact = %s",
        (consent.capture, consent.learning, consent.sharing, exact),
    )
    session.later(
        'INSERT INTO consent_name (exact, application, agent, "user", session) VALUES (%s, %s, %s, %s, %s) '
        "ON CONFLICT DO NOTHING",
        (exact, *(getattr(scope, part) for part in PARTS)),
    )
    return 1


async def within(session: Session, scope: Scope | None) -> list[tuple[Scope, Consent]]:
    """Return the consents for ``scope`` and the scopes that it covers, or all of them."""
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
    """Erase the names of consents in ``scope`` and the scopes that it covers. The consents stay."""
    session.see_scope(scope)
    where = " AND ".join(f'"{part}" = %s' for part in scope.parts)
    session.later(f"DELETE FROM consent_name WHERE {where}", [*scope.parts.values()])


def forget_person(session: Session, person: Scope) -> None:
    """Erase the names of consents of a person and their sessions. The consents stay."""
    session.see_scope(person)
    parts = PARTS if person.user is None else PARTS[:3]
    where = " AND ".join(f'"{part}" = %s' if part in person.parts else f'"{part}" IS NULL' for part in parts)
    session.later(f"DELETE FROM consent_name WHERE {where}", [*person.parts.values()])
