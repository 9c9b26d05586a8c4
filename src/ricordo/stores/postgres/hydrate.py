"""Reading what a search chose. Most of a turn is known from the columns: only its words and names are fetched."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ricordo.ports.store import Key, View
from ricordo.stores.common import search
from ricordo.stores.common.codes import TURN
from ricordo.stores.common.columns import Columns, visible
from ricordo.stores.common.keys import pack_key, unpack_key
from ricordo.stores.common.records import Record, decode_turn
from ricordo.stores.common.search import Part
from ricordo.stores.postgres import documents
from ricordo.stores.postgres.scopes import NAMES
from ricordo.stores.postgres.session import Session, Statement
from ricordo.values import Scope

_WORDS = (
    f"SELECT w.owner, w.number, w.id, w.author, w.text, {', '.join(f's.{name}' for name in NAMES.split(', '))} "
    "FROM unnest(%s::bigint[], %s::int[], %s::bigint[]) AS p(owner, number, scope) "
    "JOIN words w ON w.owner = p.owner AND w.number = p.number JOIN scope s ON s.owner = p.owner AND s.id = p.scope "
    "WHERE s.owner = ANY(%s::bigint[])"
)


class _Said(NamedTuple):
    """What the columns know of a turn."""

    key: Key
    scope: int
    voice: int
    starts: int
    recorded: int


async def read(session: Session, view: View, parts: Sequence[Part], keys: Sequence[Key]) -> dict[Key, Record]:
    """What was chosen, if it is in view. Where that are turns only, the session ends with it."""
    said: list[_Said] = []
    learned: list[documents.Place] = []
    for part in parts:
        rows, there = search.rows_of(part.columns, np.array(keys, np.int64))
        if not there.any():
            continue
        rows = rows[there & visible(part.columns, view, part.scopes)[rows]]
        are_turns = part.columns.kinds[rows] == TURN
        said += _known(part.columns, rows[are_turns])
        learned += [unpack_key(key) for key in part.columns.keys[rows[~are_turns]].tolist()]
    records: dict[Key, Record] = {}
    if said:
        records.update(await _turns(session, said, last=not learned))
    if learned:
        records.update(await documents.read(session, await documents.at(session, learned)))
    return records


def _known(columns: Columns, rows: NDArray[np.int64]) -> list[_Said]:
    table = (columns.keys, columns.scopes, columns.voices, columns.starts, columns.recorded)
    return [_Said(*row) for row in zip(*(column[rows].tolist() for column in table), strict=True)]


async def _turns(session: Session, said: Sequence[_Said], *, last: bool) -> dict[Key, Record]:
    places = [(*unpack_key(turn.key), turn.scope) for turn in said]
    asked: Statement = (_WORDS, (*documents.columns_of(places), list({owner for owner, *_ in places})))
    (found,) = await (session.last(asked) if last else session.batch(asked))
    words: dict[Key, Sequence[Any]] = {pack_key(owner, number): rest for owner, number, *rest in found}
    scopes: dict[tuple[str | None, ...], Scope] = {}
    records: dict[Key, Record] = {}
    for turn in said:
        if turn.key in words:
            id, author, text, *names = words[turn.key]
            scope = scopes.setdefault(tuple(names), Scope(*names))
            records[turn.key] = decode_turn(
                (id, author, text), scope, voice=turn.voice, starts=turn.starts, recorded=turn.recorded
            )
    return records
