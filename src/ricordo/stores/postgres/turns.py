"""Storing turns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from ricordo.language.documents import TurnLike, dense_text
from ricordo.ports.changes import AddTurns
from ricordo.ports.store import SpokenText
from ricordo.stores.common.codes import ROLE_CODES, TURN
from ricordo.stores.common.records import decode_spoken, encode_tags, matching_vectors
from ricordo.stores.common.rules import is_stored, require_capture, split_into_jobs
from ricordo.stores.common.times import FOREVER, to_micros
from ricordo.stores.postgres import consents, documents, jobs, models, scopes, tags
from ricordo.stores.postgres.catalogue import add_keywords, put_vectors, select_model
from ricordo.stores.postgres.documents import DocumentPlace, PostgresDocument, transpose
from ricordo.stores.postgres.index import outbox
from ricordo.stores.postgres.scopes import LockedScope, lock_scope, resolve
from ricordo.stores.postgres.session import PostgresSession, Row
from ricordo.values import ROLES, Scope, StoredTurn


async def add(session: PostgresSession, change: AddTurns) -> int:
    """Store turns with their keywords and vectors, and add a learning job; see ``AddTurns``."""
    selected = consents.select_effective(session, change.scope)
    here = await lock_scope(session, change.scope)
    consent = consents.combine(selected)
    require_capture(consent)
    model = select_model(session, change.vectors.model) if change.vectors else None
    stored, last = await _read_stored(session, here, change)
    previous: TurnLike | None = last
    first = here.next
    keywords: list[tuple[int, Counter[str]]] = []
    positions: dict[int, int] = {}
    texts: dict[int, str] = {}
    rows: list[Row] = []
    for position, turn in enumerate(change.turns):
        if is_stored(turn, position, stored):
            continue
        counts = change.count_terms(position, previous)
        number = here.take_number()
        rows.append(_row(number, turn, sum(counts.values())))
        keywords.append((number, counts))
        positions[number], texts[number] = position, dense_text(turn, previous)
        previous = turn
    if not positions:
        return 0
    _append(session, here, rows)
    tags.add(session, here, {number: change.turns[position].tags for number, position in positions.items()})
    add_keywords(session, here, keywords)
    name = change.vectors.model if change.vectors else ""
    vectors = matching_vectors(change.vectors, positions, texts)
    await put_vectors(session, here.owner, name, vectors, model)
    models.record_missing(session, here.owner, positions, name, vectors)
    outbox.add(session, here.owner, positions)
    if change.learn_at and consent.learning:
        for start, end in split_into_jobs(first, here.next - 1):
            jobs.add(session, here, first=start, last=end, due=change.learn_at, gather=change.gather)
    scopes.update_owner(session, here)
    return len(positions)


async def are_stored(session: PostgresSession, wanted: Sequence[StoredTurn]) -> bool:
    """Return whether all the given turns are stored as they are given, and lock them: nobody can erase them now."""
    for scope in {turn.scope for turn in wanted}:
        some = [turn for turn in wanted if turn.scope == scope]
        found = await documents.find(
            session,
            await resolve(session, scope, private=True),
            ids=[turn.id for turn in some],
            where=f"d.kind = {TURN}",
            end="ORDER BY d.owner, d.number FOR SHARE OF d",
        )
        if not {record for _, record in await documents.read_records(session, found)}.issuperset(some):
            return False
    return True


async def _read_stored(
    session: PostgresSession, here: LockedScope, change: AddTurns
) -> tuple[dict[str, tuple[str, str]], SpokenText | None]:
    """Return role and text of the turns that are stored in this scope already, by id, and the last turn."""
    found, last = await session.execute_batch(
        (
            (
                "SELECT w.id, d.voice, w.text FROM words w JOIN document d USING (owner, number) "
                f"WHERE w.owner = %s AND w.id = ANY(%s::text[]) AND d.scope = %s AND d.kind = {TURN}"
            ),
            (here.owner, list({turn.id for turn in change.turns}), here.scope),
        ),
        (
            (
                "SELECT w.author, d.voice, w.text FROM words w JOIN document d USING (owner, number) "
                "WHERE w.owner = %s AND w.number = %s"
            ),
            (here.owner, here.last_turn),
        ),
    )
    return {id: (ROLES[voice], text) for id, voice, text in found}, decode_spoken(*last[0]) if last else None


def _row(number: int, turn: StoredTurn, length: int) -> Row:
    times = (to_micros(turn.occurred_at), to_micros(turn.recorded_at))
    return (number, ROLE_CODES[turn.role], *times, length, turn.id, turn.text, turn.author, encode_tags(turn.tags))


def _append(session: PostgresSession, here: LockedScope, rows: list[Row]) -> None:
    numbers, voices, starts, recorded, lengths, ids, texts, authors, texts_of_tags = transpose(rows)
    session.execute_later(
        "INSERT INTO document (owner, revision, scope, kind, state, ends, number, voice, starts, recorded, length) "
        f"SELECT %s, %s, %s, {TURN}, 0, {FOREVER}, * "
        "FROM unnest(%s::int[], %s::smallint[], %s::bigint[], %s::bigint[], %s::int[])",
        (here.owner, here.revision, here.scope, numbers, voices, starts, recorded, lengths),
    )
    session.execute_later(
        "INSERT INTO words (owner, number, id, text, author, tags) "
        "SELECT %s, * FROM unnest(%s::int[], %s::text[], %s::text[], %s::text[], %s::text[])",
        (here.owner, numbers, ids, texts, authors, texts_of_tags),
    )
    session.execute_later(
        "UPDATE scope SET last_turn = %s WHERE owner = %s AND id = %s", (numbers[-1], here.owner, here.scope)
    )


async def read_last(session: PostgresSession, scope: Scope) -> SpokenText | None:
    """Return the last turn in exactly this scope."""
    reach = await resolve(session, scope, private=True)
    row = await session.fetch_row(
        "SELECT w.author, d.voice, w.text FROM scope s JOIN document d ON d.owner = s.owner AND d.number = s.last_turn "
        "JOIN words w ON w.owner = d.owner AND w.number = d.number WHERE s.exact = %s AND s.owner = ANY(%s::bigint[])",
        (session.hash_scope(scope), list(reach.owners)),
    )
    return decode_spoken(*row) if row else None


async def read_before(session: PostgresSession, found: Iterable[PostgresDocument]) -> dict[DocumentPlace, SpokenText]:
    """Return the turn before each turn among the given documents, in the same scope."""
    places = [(turn.owner, turn.number, turn.scope) for turn in found if turn.is_turn]
    if not places:
        return {}
    # On a table without statistics, the server would sort all earlier documents for each turn.
    session.execute_later("SELECT set_config('enable_sort', 'off', true)")
    rows = await session.fetch_rows(
        "SELECT t.owner, t.number, w.author, b.voice, w.text "
        "FROM unnest(%s::bigint[], %s::int[], %s::bigint[]) AS t(owner, number, scope) CROSS JOIN LATERAL "
        "(SELECT d.owner, d.number, d.voice FROM document d WHERE d.owner = t.owner AND d.number < t.number "
        f"AND d.scope = t.scope AND d.kind = {TURN} ORDER BY d.number DESC LIMIT 1) AS b "
        "JOIN words w ON w.owner = b.owner AND w.number = b.number",
        transpose(places),
    )
    session.execute_later("SELECT set_config('enable_sort', 'on', true)")
    return {(owner, number): decode_spoken(*spoken) for owner, number, *spoken in rows}
