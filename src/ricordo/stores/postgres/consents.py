"""What people allow. Kept by hash, so that a "no" outlives the erasure of the name that said it."""

from __future__ import annotations

from collections.abc import Mapping

from ricordo.ports.changes import SetConsent
from ricordo.stores.postgres.session import Answer, Session
from ricordo.values import PARTS, Consent, Scope


async def allowed(session: Session, scope: Scope) -> Consent:
    """The strictest of what was set for ``scope`` and for every scope that covers it."""
    asked = soon(session, scope)
    await session.batch()
    return strictest(asked)


def soon(session: Session, scope: Scope) -> Answer:
    """The same, to be had with the next exchange."""
    return session.soon(
        "SELECT capture, learning, sharing FROM consent WHERE exact = ANY(%s::uuid[])",
        ([session.hash_scope(wider) for wider in scope.wider()],),
    )


def strictest(asked: Answer) -> Consent:
    """What all of them allow."""
    result = Consent()
    for row in asked.rows:
        result &= Consent(*row)
    return result


async def anybody_keeps_apart(session: Session) -> bool:
    """Whether sharing is off for anybody at all."""
    return await session.row("SELECT 1 FROM consent WHERE NOT sharing LIMIT 1") is not None


async def apart(session: Session, scopes: Mapping[int, Scope]) -> set[int]:
    """Those of the scopes, by their numbers, for which sharing is off."""
    hashes = {number: [session.hash_scope(wider) for wider in scope.wider()] for number, scope in scopes.items()}
    rows = await session.rows(
        "SELECT exact FROM consent WHERE NOT sharing AND exact = ANY(%s::uuid[])",
        (list({exact for some in hashes.values() for exact in some}),),
    )
    off = {exact for (exact,) in rows}
    return {number for number, some in hashes.items() if not off.isdisjoint(some)}


async def put(session: Session, change: SetConsent) -> int:
    """Write down what is allowed in a scope, or what of it changes. 1 if anything on record changed by it.

    The row is there, and held, before it is read: of two who set different things at once, the second sees the first.
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


def forget_person(session: Session, person: Scope) -> None:
    """Keep what was set for somebody and their sessions, without who it was."""
    session.see_scope(person)
    parts = PARTS if person.user is None else PARTS[:3]
    where = " AND ".join(f'"{part}" = %s' if part in person.parts else f'"{part}" IS NULL' for part in parts)
    session.later(f"DELETE FROM consent_name WHERE {where}", [*person.parts.values()])
