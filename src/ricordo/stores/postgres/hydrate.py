"""Reading the records that a search chose.

Most of a turn is known from the columns. Only its text and its names are fetched.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ricordo.ports.store import Key, View
from ricordo.stores.common import search
from ricordo.stores.common.codes import TURN
from ricordo.stores.common.columns import Columns, visible_rows
from ricordo.stores.common.keys import pack_key, unpack_key
from ricordo.stores.common.records import Record, decode_turn
from ricordo.stores.common.search import OwnerSlice
from ricordo.stores.postgres import documents
from ricordo.stores.postgres.scopes import NAMES
from ricordo.stores.postgres.session import PostgresSession, Statement
from ricordo.values import Scope

_WORDS = (
    f"SELECT w.owner, w.number, w.id, w.author, w.text, {', '.join(f's.{name}' for name in NAMES.split(', '))} "
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
) -> dict[Key, Record]:
    """Return the records of ``keys`` that ``view`` may see. If all are turns, this ends the transaction."""
    turns: list[_TurnRow] = []
    memories: list[documents.DocumentPlace] = []
    for part in parts:
        rows, there = search.find_rows(part.columns, np.array(keys, np.int64))
        if not there.any():
            continue
        rows = rows[there & visible_rows(part.columns, view, part.scopes)[rows]]
        are_turns = part.columns.kinds[rows] == TURN
        turns += _turn_rows(part.columns, rows[are_turns])
        memories += [unpack_key(key) for key in part.columns.keys[rows[~are_turns]].tolist()]
    records: dict[Key, Record] = {}
    if turns:
        records.update(await _read_turns(session, turns, last=not memories))
    if memories:
        records.update(await documents.read_records(session, await documents.get(session, memories)))
    return records


def _turn_rows(columns: Columns, rows: NDArray[np.int64]) -> list[_TurnRow]:
    table = (columns.keys, columns.scopes, columns.voices, columns.starts, columns.recorded)
    return [_TurnRow(*row) for row in zip(*(column[rows].tolist() for column in table), strict=True)]


async def _read_turns(session: PostgresSession, turns: Sequence[_TurnRow], *, last: bool) -> dict[Key, Record]:
    places = [(*unpack_key(turn.key), turn.scope) for turn in turns]
    statement: Statement = (_WORDS, (*documents.transpose(places), list({owner for owner, *_ in places})))
    (found,) = await (session.execute_last(statement) if last else session.execute_batch(statement))
    words: dict[Key, Sequence[Any]] = {pack_key(owner, number): rest for owner, number, *rest in found}
    scopes: dict[tuple[str | None, ...], Scope] = {}
    records: dict[Key, Record] = {}
    for turn in turns:
        if turn.key in words:
            id, author, text, *names = words[turn.key]
            scope = scopes.setdefault(tuple(names), Scope(*names))
            records[turn.key] = decode_turn(
                (id, author, text), scope, voice=turn.voice, starts=turn.starts, recorded=turn.recorded
            )
    return records
