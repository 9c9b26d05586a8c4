"""Protocols of the verbs that the providers use. `Ricordo` and `RicordoClient` have them."""

from __future__ import annotations

from collections import deque
from collections.abc import AsyncIterator, Iterable, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, Protocol, cast, runtime_checkable

from pydantic import BaseModel

from ricordo.learn.profiles import Profile
from ricordo.opening import Opening
from ricordo.recall.hits import Recall
from ricordo.values import Consent, Hit, Kind, Memory, MemoryKind, Receipt, Review, Scope, StoredTurn, Turn


class SupportsRecall(Protocol):
    """A memory that stores and recalls."""

    async def remember(self, turns: Iterable[Turn], *, scope: Scope) -> list[str]: ...

    async def recall(
        self,
        query: str,
        *,
        scope: Scope | Sequence[Scope],
        limit: int = 10,
        kinds: Iterable[Kind] | None = None,
        deadline: float | None = None,
    ) -> Recall: ...


class SupportsHits(SupportsRecall, Protocol):
    """A memory that can also read again what it has found."""

    async def hits(self, ids: Iterable[str], *, scope: Scope | Sequence[Scope]) -> list[Hit]: ...


class SupportsErasure(SupportsRecall, Protocol):
    """A memory that can also forget and export."""

    async def forget(
        self, *, scope: Scope, ids: Iterable[str] | None = None, before: datetime | None = None
    ) -> Receipt: ...

    def export(self, *, scope: Scope) -> AsyncIterator[dict[str, Any]]: ...


class SupportsCorrection(SupportsErasure, Protocol):
    """A memory whose contents can also be corrected."""

    async def correct(self, id: str, content: str, *, scope: Scope) -> Review: ...


class SupportsSummaries(SupportsErasure, Protocol):
    """A memory that can also summarise conversations."""

    async def summarise(self, *, scope: Scope) -> Memory | None: ...


class SupportsOwnSummary(SupportsSummaries, Protocol):
    """A memory whose summaries can also be read."""

    def memories(self, *, scope: Scope, kinds: Iterable[MemoryKind] | None = None) -> AsyncIterator[Memory]: ...


class SupportsConsent(SupportsErasure, Protocol):
    """A memory that also knows consent."""

    async def set_consent(
        self, *, scope: Scope, capture: bool | None = None, learning: bool | None = None, sharing: bool | None = None
    ) -> Consent: ...


class SupportsProfiles(SupportsRecall, Protocol):
    """A memory that fills typed profiles."""

    def track(self, model: type[BaseModel], /) -> None: ...

    async def profile(self, model: type[BaseModel], /, *, scope: Scope) -> Profile[Any]: ...


@runtime_checkable
class _SupportsLast(Protocol):
    async def turns(self, *, scope: Scope, ids: Iterable[str] | None = None, limit: int = 20) -> list[StoredTurn]: ...


def check_memory(memory: object, *verbs: str) -> None:
    """Raise `TypeError` unless `memory` is an open memory with `verbs`, besides `remember` and `recall`."""
    if isinstance(memory, Opening):
        raise TypeError(cast("Opening[Any]", memory).way_out)
    if memory is None or isinstance(memory, str | Path):
        given = "None" if memory is None else "a path"
        raise TypeError(
            f"memory must be an open memory, not {given}: open it first, with `async with Ricordo.open(…) as memory`"
        )
    if isinstance(memory, type):
        raise TypeError(
            f"memory must be an open memory, not the class {memory.__name__}: open one first, with "
            f"`async with {memory.__name__}.open(…) as memory`"
        )
    for verb in ("remember", "recall", *verbs):
        if not callable(getattr(memory, verb, None)):
            raise TypeError(f"memory must have the verbs of Ricordo; {type(memory).__name__} has no {verb!r}")


def check_can_read_again(memory: object) -> None:
    """Raise `TypeError` unless `memory` can read again what it has found, as `refresh="session"` needs."""
    if not callable(getattr(memory, "hits", None)):
        raise TypeError(
            f"refresh=\"session\" reads what was found again at each run, and {type(memory).__name__} has no 'hits': "
            'give it that verb, or use refresh="turn"'
        )


async def read_latest(memory: object, scope: Scope, count: int) -> list[StoredTurn]:
    """Return the last turns in `scope`; an empty list if `memory` has no `turns`."""
    return await memory.turns(scope=scope, limit=count) if isinstance(memory, _SupportsLast) else []


async def read_last_turns(memory: SupportsErasure, scope: Scope, count: int) -> list[Turn]:
    """Return the last turns in `scope`, in order. A memory without `turns` is exported instead."""
    if isinstance(memory, _SupportsLast):
        return [_to_turn(turn) for turn in await read_latest(memory, scope, count)]
    rows: deque[dict[str, Any]] = deque(maxlen=count)
    async for row in memory.export(scope=scope):
        if row["type"] == "turn":
            rows.append(row)
    return [_turn(row) for row in rows]


async def read_turns(memory: object, scope: Scope, ids: Iterable[str]) -> list[Turn]:
    """Return the turns with these ids in `scope`; an empty list if `memory` has no `turns`."""
    if not isinstance(memory, _SupportsLast):
        return []
    return [_to_turn(turn) for turn in await memory.turns(scope=scope, ids=list(ids))]


def _to_turn(turn: StoredTurn) -> Turn:
    return Turn(turn.role, turn.text, turn.id, turn.author, turn.occurred_at)


def _turn(row: dict[str, Any]) -> Turn:
    said = row.get("occurred_at")
    return Turn(row["role"], row["text"], row["id"], row.get("author"), datetime.fromisoformat(said) if said else None)
