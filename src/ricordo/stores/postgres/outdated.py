"""Reading the words of turns and summaries that no longer hold, and the memories that hold instead."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ricordo.ports.store import Key, Records, View
from ricordo.stores.common.keys import pack_key, unpack_key
from ricordo.stores.common.outdated import (
    MAX_CHAIN,
    Cited,
    Link,
    Quote,
    add_outdated,
    all_closed_keys,
    closed_keys,
    has_summary,
    quote_in_summaries,
    visible_keys,
)
from ricordo.stores.common.search import OwnerSlice
from ricordo.stores.postgres import documents
from ricordo.stores.postgres.scopes import NAMES
from ricordo.stores.postgres.session import PostgresSession, Row, Statement
from ricordo.values import Memory, Scope, StoredTurn

_NAMES = NAMES.split(", ")
_QUOTES = (
    "SELECT e.owner, e.number, e.turn_owner, e.turn, e.start, e.length "
    "FROM unnest(%s::bigint[], %s::int[]) AS p(owner, number) "
    "JOIN evidence e ON e.turn_owner = p.owner AND e.turn = p.number ORDER BY e.owner, e.number"
)
_CITED = (
    f"SELECT e.owner, e.number, substring(w.text FROM e.start + 1 FOR e.length), {', '.join(f's.{n}' for n in _NAMES)} "
    "FROM unnest(%s::bigint[], %s::int[]) AS p(owner, number) "
    "JOIN evidence e ON e.owner = p.owner AND e.number = p.number "
    "JOIN document t ON t.owner = e.turn_owner AND t.number = e.turn "
    "JOIN words w ON w.owner = t.owner AND w.number = t.number "
    "JOIN scope s ON s.owner = t.owner AND s.id = t.scope ORDER BY e.owner, e.number, e.position"
)
_CHAIN = (
    "WITH RECURSIVE chain AS ("
    "SELECT owner, number, 0 AS depth FROM unnest(%s::bigint[], %s::int[]) AS p(owner, number) UNION "
    "SELECT d.owner, d.successor, chain.depth + 1 FROM chain JOIN document d USING (owner, number) "
    f"WHERE d.successor IS NOT NULL AND chain.depth < {MAX_CHAIN}) "
    "SELECT DISTINCT owner, number FROM chain"
)


def quotes_statement(turns: Iterable[Key]) -> Statement:
    """Return the statement that reads the quotes in these turns, for ``read_outdated``."""
    return _QUOTES, documents.transpose(unpack_key(key) for key in turns)


async def read_outdated(
    session: PostgresSession, view: View, parts: Sequence[OwnerSlice], records: Records, rows: Sequence[Row]
) -> None:
    """Add to ``records`` the outdated words of its turns and summaries, given the rows of ``quotes_statement``."""
    found_quotes = [
        Quote(pack_key(owner, number), key, record.text[start : start + length])
        for owner, number, turn_owner, turn, start, length in rows
        if isinstance(record := records.get(key := pack_key(turn_owner, turn)), StoredTurn)
    ]
    if has_summary(records):
        places = documents.transpose(unpack_key(key) for key in all_closed_keys(parts))
        cited = await session.fetch_rows(_CITED, places)
        found_quotes += quote_in_summaries(
            records, (Cited(pack_key(owner, number), Scope(*names), words) for owner, number, words, *names in cited)
        )
    closed = closed_keys(parts, (quote.memory for quote in found_quotes))
    if not closed:
        return
    chain = await session.fetch_rows(_CHAIN, documents.transpose(unpack_key(key) for key in sorted(closed)))
    found = await documents.get(session, [(owner, number) for owner, number in chain])
    memories = dict(await documents.read_records(session, found))
    links = {
        document.key: Link(memory, document.successor_key)
        for document in found
        if isinstance(memory := memories[document.key], Memory)
    }
    add_outdated(records, found_quotes, links, view, visible_keys(parts, view, links))
