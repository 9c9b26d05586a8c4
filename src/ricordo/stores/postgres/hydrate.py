"""Reading the records that a search chose.

Most of a turn is known from the columns. Only its text and its names are fetched.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ricordo.ports.store import Key, Records, View
from ricordo.stores.common import search
from ricordo.stores.common.codes import TURN
from ricordo.stores.common.columns import Columns, visible_rows
from ricordo.stores.common.keys import pack_key, unpack_key
from ricordo.stores.common.outdated import has_closed, has_summary
from ricordo.stores.common.records import Record, decode_turn
from ricordo.stores.common.search import OwnerSlice
from ricordo.stores.postgres import documents
from ricordo.stores.postgres.outdated import quotes_statement, read_outdated
from ricordo.stores.postgres.scopes import NAMES
from ricordo.stores.postgres.session import PostgresSession, Row, Statement
from ricordo.values import Scope

_WORDS = (
    f"SELECT w.owner, w.number, w.id, w.author, w.text, w.tags, {', '.join(f's.{name}' for name in NAMES.split(', '))} "
    "FROM unnest(%s::bigint[], %s::int[], %s::bigint[]) AS p(owner, number, scope) "
    "JOIN words w ON w.owner = p.owner AND w.number = p.number JOIN scope s ON s.owner = p.owner AND s.id = p.scope "
    "WHERE s.owner = ANY(%s::bigint[])"
)


class _TurnRow(NamedTuple):
    """The columns of a turn."""

    key: Key
    scope: int
    voice: int
    starts: int
    recorded: int


async def read_records(
    session: PostgresSession, view: View, parts: Sequence[OwnerSlice], keys: Sequence[Key]
) -> Records:
    """Return the records of ``keys`` that ``view`` may see, with the outdated words among them.

    If all are turns, and nobody in view has closed memories, this ends the transaction.
    """
    turns: list[_TurnRow] = []
    memories: list[documents.DocumentPlace] = []
    for part in parts:
        rows, there = search.find_rows(part.columns, np.array(keys, np.int64))
        if not there.any():
            continue
        rows = rows[there & visible_rows(part.columns, view, part.limits)[rows]]
        are_turns = part.columns.kinds[rows] == TURN
        turns += _turn_rows(part.columns, rows[are_turns])
        memories += [unpack_key(key) for key in part.columns.keys[rows[~are_turns]].tolist()]
    records = Records()
    may_be_outdated = any(has_closed(part) for part in parts)
    quotes: list[Row] = []
    if turns:
        words, quotes = await _read_words(session, turns, with_quotes=may_be_outdated, last=not memories)
        records.update(_decode_turns(turns, words))
    if memories:
        records.update(await documents.read_records(session, await documents.get(session, memories)))
    if quotes or (may_be_outdated and has_summary(records)):
        await read_outdated(session, view, parts, records, quotes)
    return records


def _turn_rows(columns: Columns, rows: NDArray[np.int64]) -> list[_TurnRow]:
    table = (columns.keys, columns.scopes, columns.voices, columns.starts, columns.recorded)
    return [_TurnRow(*row) for row in zip(*(column[rows].tolist() for column in table), strict=True)]


async def _read_words(
    session: PostgresSession, turns: Sequence[_TurnRow], *, with_quotes: bool, last: bool
) -> tuple[list[Row], list[Row]]:
    """Return the words of turns, and the quotes of memories in them if asked for, in one exchange."""
    places = [(*unpack_key(turn.key), turn.scope) for turn in turns]
    statement: Statement = (_WORDS, (*documents.transpose(places), list({owner for owner, *_ in places})))
    if with_quotes:
        words, quotes = await session.execute_batch(statement, quotes_statement(turn.key for turn in turns))
        return words, quotes
    (words,) = await (session.execute_last(statement) if last else session.execute_batch(statement))
    return words, []


def _decode_turns(turns: Sequence[_TurnRow], found: Sequence[Row]) -> dict[Key, Record]:
    words: dict[Key, Sequence[Any]] = {pack_key(owner, number): rest for owner, number, *rest in found}
    scopes: dict[tuple[str | None, ...], Scope] = {}
    records: dict[Key, Record] = {}
    for turn in turns:
        if turn.key in words:
            id, author, text, tags, *names = words[turn.key]
            scope = scopes.setdefault(tuple(names), Scope(*names))
            records[turn.key] = decode_turn(
                (id, author, text, tags), scope, voice=turn.voice, starts=turn.starts, recorded=turn.recorded
            )
    return records
