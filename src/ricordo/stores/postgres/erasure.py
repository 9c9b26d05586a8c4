"""Erasing text, vectors, keywords, evidence, jobs and names.

Rows are deleted, so that nobody finds them any more. The server keeps the bytes of dead rows until it vacuums them, and
its log until it recycles it, so an erasure never claims that they are overwritten. ``docs/operate/postgresql.md`` says
what an operator can run.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from ricordo.language.documents import carries_previous, turn_terms
from ricordo.ports.changes import Erase, Expire
from ricordo.ports.store import Erased
from ricordo.stores.common.codes import SUMMARY, TURN
from ricordo.stores.common.expiry import expired_condition
from ricordo.stores.common.rules import MAX_EXPIRED_OWNERS
from ricordo.stores.common.times import to_micros
from ricordo.stores.postgres import catalogue, consents, documents, jobs, models, retentions, scopes, turns, usage
from ricordo.stores.postgres.documents import PostgresDocument, transpose
from ricordo.stores.postgres.index import outbox
from ricordo.stores.postgres.scopes import LockedScope, ScopeFilter, resolve
from ricordo.stores.postgres.session import PostgresSession

_LOCKED = "ORDER BY d.owner, d.number FOR UPDATE OF d"
"""The lock waits for a transaction that is quoting a turn, so that its quote is found."""


async def apply(session: PostgresSession, change: Erase | Expire, owners: set[int]) -> Erased:
    """Erase what a change names, or what a rule no longer keeps. Adds everybody concerned to ``owners``."""
    if isinstance(change, Expire):
        return await _expire(session, change, owners)
    return await _erase_named(session, change, owners)


async def _erase_named(session: PostgresSession, change: Erase, owners: set[int]) -> Erased:
    """Erase turns and memories with all that rests on them; see `Erase`. Adds everybody concerned to ``owners``."""
    locked = await scopes.lock_owners(session, (await resolve(session, change.scope, private=True)).owners)
    reach = await resolve(session, change.scope, private=True)  # again, now that nobody else can change it
    reach = ScopeFilter(tuple(owner for owner in reach.owners if owner in locked), reach.scopes)
    erased = await _erase_chosen(session, locked, await _find(session, reach, change))
    if change.ids is None and change.before is None:
        consents.forget_names(session, change.scope)
        retentions.forget(session, change.scope)
    owners.update(locked)
    return erased


async def _expire(session: PostgresSession, change: Expire, owners: set[int]) -> Erased:
    """Erase what a rule no longer keeps, with a receipt; see `Expire`. Adds everybody concerned to ``owners``."""
    reach = await resolve(session, change.scope, private=True)
    condition = expired_condition(change, "FROM words w WHERE w.owner = d.owner AND w.number = d.number")
    where, values = reach.where()
    rows = await session.fetch_rows(
        f"SELECT DISTINCT d.owner FROM document d WHERE {where} AND {condition} "
        f"ORDER BY d.owner LIMIT {MAX_EXPIRED_OWNERS}",
        values,
    )
    if not rows:
        return Erased()
    locked = await scopes.lock_owners(session, [owner for (owner,) in rows])
    reach = ScopeFilter(tuple(sorted(locked)), reach.scopes)
    chosen = await documents.find(session, reach, where=condition, end=_LOCKED)
    if not chosen:
        return Erased()
    erased = await _erase_chosen(session, locked, chosen)
    retentions.add_receipt(session, change, erased)
    owners.update(locked)
    return erased


async def _erase_chosen(
    session: PostgresSession, locked: dict[int, LockedScope], chosen: Sequence[PostgresDocument]
) -> Erased:
    """Erase documents with the summaries and memories that rest on them. Adds their owners to ``locked``."""
    counts = Counter(turns=0, memories=0, vectors=0, keywords=0, jobs=0)
    erased: list[str] = []
    pending: dict[int, dict[int, PostgresDocument]] = {}
    for document in [*chosen, *await _find_summaries(session, chosen)]:
        pending.setdefault(document.owner, {})[document.number] = document
    while pending:
        owner, found = pending.popitem()
        if owner not in locked:
            locked |= await scopes.lock_owners(session, [owner])
        erased += [document.id for document in found.values()]
        for document in await _erase(session, locked[owner], list(found.values()), counts):
            pending.setdefault(document.owner, {})[document.number] = document
    return Erased(counts, tuple(erased), scrubbed=False)


async def _find(session: PostgresSession, reach: ScopeFilter, change: Erase) -> list[PostgresDocument]:
    """Return the documents that a change names, and lock them."""
    if change.before is None:
        return await documents.find(session, reach, ids=change.ids, end=_LOCKED)
    return await documents.find(
        session, reach, ids=change.ids, where="d.starts < %s", values=(to_micros(change.before),), end=_LOCKED
    )


async def _find_summaries(session: PostgresSession, chosen: Sequence[PostgresDocument]) -> list[PostgresDocument]:
    """Return the summaries, in every state, whose scope covers the scope of one of the chosen turns.

    Their owners may be others than those of the turns: a summary may be of a wider scope. They are locked, and the
    summaries read again, since somebody may have erased them meanwhile. None can be added: the turns are locked.
    """
    narrow = {document.scope: document.names for document in chosen if document.is_turn}
    if not narrow:
        return []
    wider = {scope for names in narrow.values() for scope in names.wider()}
    session.show_all()  # to find the wider scopes, by hashes that only their names give
    rows = await session.fetch_rows(
        "SELECT d.owner, d.number FROM unnest(%s::uuid[]) AS w(exact) JOIN scope s ON s.exact = w.exact "
        "CROSS JOIN LATERAL (SELECT owner, number FROM document "
        f"WHERE owner = s.owner AND scope = s.id AND kind = {SUMMARY} OFFSET 0) AS d",
        ([session.hash_scope(scope) for scope in wider],),
    )
    session.show_selected()
    if not rows:
        return []
    await scopes.lock_owners(session, {owner for owner, _ in rows})
    return await documents.get(session, [(owner, number) for owner, number in rows])


async def _erase(
    session: PostgresSession, locked_scope: LockedScope, found: Sequence[PostgresDocument], counts: Counter[str]
) -> list[PostgresDocument]:
    """Erase documents of one owner. Return the memories that lost all their evidence."""
    erased_turns = [document for document in found if document.is_turn]
    unsupported = await _remove_evidence(session, erased_turns)
    total = await session.fetch_number("SELECT count(*) FROM document WHERE owner = %s", (locked_scope.owner,))
    if total == len(found):
        removed = await _erase_all(session, locked_scope.owner)
    else:
        removed = await _erase_some(session, locked_scope, found, erased_turns)
    counts.update(
        turns=len(erased_turns),
        memories=len(found) - len(erased_turns),
        jobs=await jobs.erase(session, locked_scope.owner),
        **removed,
    )
    await _remove_empty_scopes(session, locked_scope.owner)
    gone = {document.place for document in found}
    return [document for document in unsupported if document.place not in gone]


async def _remove_evidence(
    session: PostgresSession, erased_turns: Sequence[PostgresDocument]
) -> list[PostgresDocument]:
    """Remove turns from the evidence. Return the memories that have no evidence left."""
    if not erased_turns:
        return []
    changed = await session.fetch_rows(
        "DELETE FROM evidence e USING unnest(%s::bigint[], %s::int[]) AS t(owner, number) "
        "WHERE e.turn_owner = t.owner AND e.turn = t.number RETURNING e.owner, e.number",
        transpose([turn.place for turn in erased_turns]),
    )
    places = sorted({(owner, number) for owner, number in changed})
    if not places:
        return []
    session.show_owners(owner for owner, _ in places)
    unsupported = await session.fetch_rows(
        "SELECT p.owner, p.number FROM unnest(%s::bigint[], %s::int[]) AS p(owner, number) WHERE NOT EXISTS "
        "(SELECT 1 FROM evidence e WHERE e.owner = p.owner AND e.number = p.number)",
        transpose(places),
    )
    return await documents.get(session, [(owner, number) for owner, number in unsupported])


async def _erase_all(session: PostgresSession, owner: int) -> dict[str, int]:
    """Erase everything of an owner. Return how many keywords and vectors there were."""
    outbox.add_owner(session, owner)
    keywords, vectors, *_ = await session.execute_batch(
        (
            (
                "WITH gone AS (DELETE FROM posting WHERE owner = %s RETURNING data) "
                "SELECT coalesce(sum(length(data)), 0)::bigint / 2 FROM gone"
            ),
            (owner,),
        ),
        ("WITH gone AS (DELETE FROM vector WHERE owner = %s RETURNING 1) SELECT count(*) FROM gone", (owner,)),
        ("DELETE FROM evidence WHERE owner = %s", (owner,)),
        ("DELETE FROM lacking WHERE owner = %s", (owner,)),
        ("DELETE FROM tag WHERE owner = %s", (owner,)),
        ("DELETE FROM words WHERE owner = %s", (owner,)),
        ("DELETE FROM document WHERE owner = %s", (owner,)),
    )
    return {"keywords": int(keywords[0][0]), "vectors": int(vectors[0][0])}


async def _erase_some(
    session: PostgresSession,
    locked_scope: LockedScope,
    found: Sequence[PostgresDocument],
    erased_turns: Sequence[PostgresDocument],
) -> dict[str, int]:
    """Erase some documents of an owner, and rebuild the keywords of the turns that follow them."""
    numbers = [document.number for document in found]
    next_turns = await _find_next_turns(session, erased_turns)
    for table in ("evidence", "lacking", "tag", "words", "document"):
        session.execute_later(
            f"DELETE FROM {table} WHERE owner = %s AND number = ANY(%s::int[])", (locked_scope.owner, numbers)
        )
    session.execute_later(
        "UPDATE document SET successor = NULL WHERE owner = %s AND successor = ANY(%s::int[])",
        (locked_scope.owner, numbers),
    )
    scopes.invalidate_caches(session, locked_scope.owner)
    outbox.add(session, locked_scope.owner, numbers)
    removed = {
        "keywords": await catalogue.remove_keywords(session, locked_scope.owner, numbers),
        "vectors": await catalogue.remove_vectors(session, locked_scope.owner, numbers),
    }
    await _rebuild_keywords(session, locked_scope, next_turns)
    return removed


async def _find_next_turns(
    session: PostgresSession, erased_turns: Sequence[PostgresDocument]
) -> list[PostgresDocument]:
    """Return the turns that directly follow the given ones in their scopes and are not among them."""
    if not erased_turns:
        return []
    rows = await session.fetch_rows(
        "SELECT DISTINCT next.number FROM unnest(%s::int[], %s::bigint[]) AS t(number, scope) CROSS JOIN LATERAL "
        "(SELECT d.number FROM document d WHERE d.owner = %s AND d.number > t.number AND d.scope = t.scope "
        f"AND d.kind = {TURN} ORDER BY d.number LIMIT 1) AS next WHERE next.number <> ALL(%s::int[])",
        (
            *transpose([(turn.number, turn.scope) for turn in erased_turns]),
            erased_turns[0].owner,
            [turn.number for turn in erased_turns],
        ),
    )
    return await documents.get(session, [(erased_turns[0].owner, number) for (number,) in rows])


async def _rebuild_keywords(
    session: PostgresSession, locked_scope: LockedScope, found: Sequence[PostgresDocument]
) -> None:
    """Rebuild the keywords of turns, which depend on the turn before them, and drop vectors that hold its end."""
    if not found:
        return
    await catalogue.remove_keywords(session, locked_scope.owner, [document.number for document in found])
    before = await turns.read_before(session, found)
    keywords = [
        (document.number, turn_terms(document.turn, document.turn.occurred_at, before.get(document.place)))
        for document in found
    ]
    stale = [document.number for document in found if carries_previous(document.turn)]
    await catalogue.remove_vectors(session, locked_scope.owner, stale)
    models.record_missing(session, locked_scope.owner, stale, "", ())
    catalogue.add_keywords(session, locked_scope, keywords)
    set_lengths(session, locked_scope, keywords)
    outbox.add(session, locked_scope.owner, [number for number, _ in keywords])
    scopes.update_owner(session, locked_scope)


def set_lengths(
    session: PostgresSession, locked_scope: LockedScope, keywords: Sequence[tuple[int, Counter[str]]]
) -> None:
    """Record how many keywords documents have."""
    session.execute_later(
        "UPDATE document d SET length = n.length, revision = %s FROM unnest(%s::int[], %s::int[]) AS n(number, length) "
        "WHERE d.owner = %s AND d.number = n.number",
        (
            locked_scope.revision,
            *transpose([(number, counts.total()) for number, counts in keywords]),
            locked_scope.owner,
        ),
    )


async def _remove_empty_scopes(session: PostgresSession, owner: int) -> None:
    """Remove the owner's scopes that have no documents left, and then the owner."""
    session.execute_later(
        "UPDATE scope s SET last_turn = (SELECT max(number) FROM document d "
        f"WHERE d.owner = s.owner AND d.scope = s.id AND d.kind = {TURN}) WHERE s.owner = %s",
        (owner,),
    )
    session.execute_later(
        "DELETE FROM scope s WHERE s.owner = %s AND NOT s.whole AND NOT EXISTS "
        "(SELECT 1 FROM document d WHERE d.owner = s.owner AND d.scope = s.id)",
        (owner,),
    )
    if await session.fetch_row("SELECT 1 FROM document WHERE owner = %s LIMIT 1", (owner,)):
        return
    for person in (await scopes.read_owner_scopes(session, [owner])).values():
        await usage.forget_name(session, person)
        consents.forget_person(session, person)
    session.execute_later("DELETE FROM scope WHERE owner = %s", (owner,))
    session.execute_later("DELETE FROM shelf WHERE owner = %s", (owner,))
