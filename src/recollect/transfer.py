"""Taking a memory along: out as plain rows, in again as they were."""

from __future__ import annotations

from collections.abc import AsyncIterable, AsyncIterator, Iterable, Mapping
from dataclasses import asdict, dataclass, fields, replace
from datetime import datetime
from hashlib import sha256
from typing import Any, cast

from recollect.ports.changes import AddTurns, Embedded, PutMemory, SetConsent
from recollect.ports.store import Store, View
from recollect.remember import Rememberer
from recollect.text.documents import dense_memory, dense_text
from recollect.values import STATES, Consent, Evidence, Memory, Scope, StoredTurn, Turn
from recollect.values.checks import check_time

_PAGE = 256

Row = dict[str, Any]


async def export(store: Store, scope: Scope) -> AsyncIterator[Row]:
    """Everything that is known in ``scope``: consents, turns in the order they were stored, then memories."""
    for where, consent in await store.consents(scope):
        yield {"type": "consent", "id": _consent_id(where), "scope": where.parts, **asdict(consent)}
    said = await store.turns(scope, limit=_PAGE)
    while said:
        for _, turn in said:
            yield {"type": "turn", **plain(turn)}
        said = await store.turns(scope, after=said[-1][0], limit=_PAGE)
    view = View(scope, states=frozenset(STATES))
    learned = await store.memories(view, limit=_PAGE)
    while learned:
        for _, memory in learned:
            yield {"type": "memory", **plain(memory)}
        learned = await store.memories(view, after=learned[-1][0], limit=_PAGE)


@dataclass(frozen=True, slots=True)
class Importer:
    """Brings rows back into a store."""

    store: Store
    rememberer: Rememberer

    async def import_(self, rows: Iterable[Mapping[str, Any]] | AsyncIterable[Mapping[str, Any]], scope: Scope) -> int:
        """Store exported rows inside ``scope``: the names set there replace those of the rows. How many were new."""
        count, batch = 0, list[StoredTurn]()
        async for position, row in _numbered(rows):
            value = _value(row, scope, f"rows[{position}]")
            if batch and (not isinstance(value, StoredTurn) or value.scope != batch[0].scope or len(batch) == _PAGE):
                count += await self._add_turns(batch)
                batch = []
            if isinstance(value, StoredTurn):
                batch.append(value)
            elif isinstance(value, Memory):
                count += await self._put_memory(value)
            else:
                count += sum(await self.store.write([value]))
        return count + (await self._add_turns(batch) if batch else 0)

    async def _add_turns(self, turns: list[StoredTurn]) -> int:
        vectors = await self.rememberer.embed([dense_text(turn) for turn in turns])
        embedded = Embedded(self.rememberer.embedder.name, vectors)
        return sum(await self.store.write([AddTurns(turns[0].scope, tuple(turns), embedded)]))

    async def _put_memory(self, memory: Memory) -> int:
        vectors = await self.rememberer.embed([dense_memory(memory.content)])
        embedded = Embedded(self.rememberer.embedder.name, vectors)
        try:
            return sum(await self.store.write([PutMemory(memory, embedded)]))
        except ValueError:
            # Its evidence is not here: it is kept, but apart.
            alone = replace(memory, evidence=(), state="unsupported")
            return sum(await self.store.write([PutMemory(alone, embedded)]))


def plain(value: StoredTurn | Memory) -> Row:
    """A value's fields, ready for JSON."""
    return {field.name: _jsonable(getattr(value, field.name)) for field in fields(value)}


def _jsonable(value: Any) -> Any:
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, Scope):
        return value.parts
    if isinstance(value, Evidence):
        return asdict(value)
    if isinstance(value, tuple):
        return [_jsonable(item) for item in cast("tuple[Any, ...]", value)]
    return value


def _consent_id(scope: Scope) -> str:
    return "consent-" + sha256(repr(sorted(scope.parts.items())).encode()).hexdigest()[:16]


async def _numbered(
    rows: Iterable[Mapping[str, Any]] | AsyncIterable[Mapping[str, Any]],
) -> AsyncIterator[tuple[int, Mapping[str, Any]]]:
    position = 0
    if isinstance(rows, AsyncIterable):
        async for row in rows:
            yield position, row
            position += 1
        return
    for position, row in enumerate(rows):
        yield position, row


def _value(row: Mapping[str, Any], scope: Scope, name: str) -> StoredTurn | Memory | SetConsent:
    """What a row says, checked like anything else that comes in."""
    try:
        where = Scope(**row["scope"]).within(scope)
        if row["type"] == "turn":
            return _turn(row, where)
        if row["type"] == "memory":
            return _memory(row, where)
        if row["type"] == "consent":
            return SetConsent(where, Consent(*(bool(row[field.name]) for field in fields(Consent))))
    except KeyError as error:
        raise ValueError(f"{name} has no field {error}; give rows as export makes them") from None
    except (TypeError, ValueError) as error:
        raise type(error)(f"{name}: {error}") from None
    raise ValueError(f"{name} has the type {row['type']!r}; it must be turn, memory or consent")


def _turn(row: Mapping[str, Any], scope: Scope) -> StoredTurn:
    turn = Turn(row["role"], row["text"], row["id"], row.get("author"), _time(row["occurred_at"]))
    assert turn.id is not None
    assert turn.occurred_at is not None
    recorded_at = check_time(_time(row.get("recorded_at", row["occurred_at"])), "recorded_at")
    return StoredTurn(turn.id, turn.role, turn.text, turn.author, turn.occurred_at, recorded_at, scope)


def _memory(row: Mapping[str, Any], scope: Scope) -> Memory:
    given: dict[str, Any] = {field.name: row[field.name] for field in fields(Memory) if field.name in row}
    for name in ("created_at", "valid_from", "valid_until"):
        given[name] = _time(given[name]) if given.get(name) is not None else None
    evidence = tuple(Evidence(**item) for item in given.pop("evidence", ()))
    supersedes = tuple(str(id) for id in given.pop("supersedes", ()))
    given.update(scope=scope, evidence=evidence, supersedes=supersedes)
    return Memory(**given)


def _time(value: Any) -> datetime:
    if not isinstance(value, str):
        raise TypeError("a time must be a string in ISO format")
    return datetime.fromisoformat(value)
