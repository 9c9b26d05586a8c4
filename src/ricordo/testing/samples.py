"""Turns and memories for tests, made in one line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import count

from ricordo.language.documents import dense_memory, dense_text
from ricordo.language.words import terms
from ricordo.ports.changes import AddTurns, Embedded, Erase, Gather, PutMemory
from ricordo.ports.store import Erased, Store
from ricordo.testing.embedder import HashEmbedder
from ricordo.values import Evidence, Memory, MemoryKind, Scope, State, StoredTurn

START = datetime(2026, 1, 1, 9, 0, tzinfo=UTC)
EMBEDDER = HashEmbedder()

_numbers = count()


def minute(number: float) -> datetime:
    """So many minutes after the beginning of the test's world."""
    return START + timedelta(minutes=number)


def query(text: str) -> Counter[str]:
    """Return the keywords of a question."""
    return Counter(terms(text))


def turn(text: str, scope: Scope, *, id: str | None = None, at: datetime | None = None) -> StoredTurn:
    """Return a turn of the person. Without a time, each comes a minute after the one before."""
    number = next(_numbers)
    when = at or minute(number)
    return StoredTurn(id or f"turn-{number}", "user", text, None, when, minute(number), scope)


def add(
    scope: Scope,
    *turns: StoredTurn | str,
    learn_at: datetime | None = None,
    gather: Gather | None = None,
    embed: bool = True,
) -> AddTurns:
    """Return the change that adds turns to a scope, with vectors."""
    stored = tuple(turn(item, scope) if isinstance(item, str) else item for item in turns)
    rows = {position: EMBEDDER.vector(dense_text(item, None)) for position, item in enumerate(stored)}
    return AddTurns(scope, stored, Embedded(EMBEDDER.name, rows) if embed else None, learn_at, gather)


def apart(*texts: str, scope: Scope) -> list[AddTurns]:
    """Return changes that add each text in a session of its own, so that none carries the end of another."""
    return [add(replace(scope, session=f"session-{next(_numbers)}"), text) for text in texts]


def memory(
    content: str,
    scope: Scope,
    *evidence: tuple[str, str],
    id: str | None = None,
    kind: MemoryKind = "episodic",
    state: State = "current",
    at: datetime | None = None,
) -> Memory:
    """Return a memory; ``evidence`` are ids of turns and what they are quoted with."""
    when = at or minute(next(_numbers))
    return Memory(
        id=id or f"memory-{next(_numbers)}",
        kind=kind,
        content=content,
        scope=scope,
        created_at=when,
        valid_from=when,
        state=state,
        evidence=tuple(Evidence(turn_id, quote) for turn_id, quote in evidence),
    )


def put(item: Memory) -> PutMemory:
    """Return the change that puts a memory, with its vector."""
    return PutMemory(item, Embedded(EMBEDDER.name, {0: EMBEDDER.vector(dense_memory(item.content))}))


async def erase(
    store: Store, scope: Scope, *, ids: Sequence[str] | None = None, before: datetime | None = None
) -> Erased:
    """Erase in a write of its own, and return what is gone."""
    return (await store.write([Erase(scope, None if ids is None else tuple(ids), before)])).erased
