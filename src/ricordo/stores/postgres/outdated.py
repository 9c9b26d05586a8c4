"""Reading the words of turns that no longer hold, and the memories that hold instead."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ricordo.ports.store import Key, Records, View
from ricordo.stores.common.keys import pack_key, unpack_key
from ricordo.stores.common.outdated import MAX_CHAIN, Link, Quote, add_outdated, closed_keys, visible_keys
from ricordo.stores.common.search import OwnerSlice
from ricordo.stores.postgres import documents
from ricordo.stores.postgres.session import PostgresSession, Row, Statement
from ricordo.values import Memory, StoredTurn

_QUOTES = (
    "SELECT e.owner, e.number, e.turn_owner, e.turn, e.start, e.length "
    "FROM unnest(%s::bigint[], %s::int[]) AS p(owner, number) "
    "JOIN evidence e ON e.turn_owner = p.owner AND e.turn = p.number ORDER BY e.owner, e.number"
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
    """Add to ``records`` the outdated words of its turns, given the rows of ``quotes_statement``."""
    found_quotes = [
        Quote(pack_key(owner, number), key, record.text[start : start + length])
        for owner, number, turn_owner, turn, start, length in rows
        if isinstance(record := records.get(key := pack_key(turn_owner, turn)), StoredTurn)
    ]
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
