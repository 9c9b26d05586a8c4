"""The verbs that the providers use. ``Recollect`` has them, and so has whatever offers the same interface."""

from __future__ import annotations

from collections import deque
from collections.abc import AsyncIterator, Iterable
from datetime import datetime
from typing import Any, Protocol, runtime_checkable

from recollect.values import Kind, Memory, Recall, Receipt, Scope, StoredTurn, Turn


class SupportsRecall(Protocol):
    """Keeps turns and finds them again."""

    async def remember(self, turns: Iterable[Turn], *, scope: Scope) -> list[str]: ...

    async def recall(
        self,
        query: str,
        *,
        scope: Scope,
        limit: int = 10,
        kinds: Iterable[Kind] | None = None,
        deadline: float | None = None,
    ) -> Recall: ...


class SupportsErasure(SupportsRecall, Protocol):
    """Can also be told to forget, and shows all that it has."""

    async def forget(
        self, *, scope: Scope, ids: Iterable[str] | None = None, before: datetime | None = None
    ) -> Receipt: ...

    def export(self, *, scope: Scope) -> AsyncIterator[dict[str, Any]]: ...


class SupportsCorrection(SupportsErasure, Protocol):
    """Lets what was learned be put right."""

    async def correct(self, id: str, content: str, *, scope: Scope) -> Memory: ...


class SupportsSummaries(SupportsErasure, Protocol):
    """Sums conversations up."""

    async def summarise(self, *, scope: Scope) -> Memory | None: ...


@runtime_checkable
class _SupportsLast(Protocol):
    async def turns(self, *, scope: Scope, last: int) -> list[StoredTurn]: ...


async def last_turns(memory: SupportsErasure, scope: Scope, count: int) -> list[Turn]:
    """The last turns in ``scope``, in order. What cannot read backwards is read from the beginning."""
    if isinstance(memory, _SupportsLast):
        stored = await memory.turns(scope=scope, last=count)
        return [Turn(turn.role, turn.text, turn.id, turn.author, turn.occurred_at) for turn in stored]
    rows: deque[dict[str, Any]] = deque(maxlen=count)
    async for row in memory.export(scope=scope):
        if row["type"] == "turn":
            rows.append(row)
    return [_turn(row) for row in rows]


def _turn(row: dict[str, Any]) -> Turn:
    said = row.get("occurred_at")
    return Turn(row["role"], row["text"], row["id"], row.get("author"), datetime.fromisoformat(said) if said else None)
