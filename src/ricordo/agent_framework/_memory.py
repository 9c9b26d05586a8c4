"""The verbs that the providers use. ``Ricordo`` has them, and so has whatever offers the same interface."""

from __future__ import annotations

from collections import deque
from collections.abc import AsyncIterator, Iterable
from datetime import datetime
from pathlib import Path
from typing import Any, Protocol, cast, runtime_checkable

from pydantic import BaseModel

from ricordo.learn.profiles import Profile
from ricordo.opening import Opening
from ricordo.recall.hits import Recall
from ricordo.values import Consent, Kind, Memory, Receipt, Review, Scope, StoredTurn, Turn


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

    async def correct(self, id: str, content: str, *, scope: Scope) -> Review: ...


class SupportsSummaries(SupportsErasure, Protocol):
    """Sums conversations up."""

    async def summarise(self, *, scope: Scope) -> Memory | None: ...


class SupportsConsent(SupportsErasure, Protocol):
    """Lets it be said what may be learned and shared."""

    async def set_consent(
        self, *, scope: Scope, capture: bool | None = None, learning: bool | None = None, sharing: bool | None = None
    ) -> Consent: ...


class SupportsProfiles(SupportsRecall, Protocol):
    """Fills typed profiles."""

    def track(self, model: type[BaseModel], /) -> None: ...

    async def profile(self, model: type[BaseModel], /, *, scope: Scope) -> Profile[Any]: ...


@runtime_checkable
class _SupportsLast(Protocol):
    async def turns(self, *, scope: Scope, limit: int = 20) -> list[StoredTurn]: ...


def check_memory(memory: object) -> None:
    """Raise `TypeError` unless `memory` is an open memory."""
    if isinstance(memory, Opening):
        raise TypeError(cast("Opening[Any]", memory).way_out)
    if memory is None or isinstance(memory, str | Path):
        given = "None" if memory is None else "a path"
        raise TypeError(
            f"memory must be an open memory, not {given}: open it first, with `async with Ricordo.open(…) as memory`"
        )
    for verb in ("remember", "recall"):
        if not callable(getattr(memory, verb, None)):
            raise TypeError(f"memory must have the verbs of Ricordo; {type(memory).__name__} has no {verb!r}")


async def latest(memory: object, scope: Scope, count: int) -> list[StoredTurn]:
    """The last turns in ``scope``, from a memory that can read backwards; nothing from one that cannot."""
    return await memory.turns(scope=scope, limit=count) if isinstance(memory, _SupportsLast) else []


async def last_turns(memory: SupportsErasure, scope: Scope, count: int) -> list[Turn]:
    """The last turns in ``scope``, in order. What cannot read backwards is read from the beginning."""
    if isinstance(memory, _SupportsLast):
        stored = await latest(memory, scope, count)
        return [Turn(turn.role, turn.text, turn.id, turn.author, turn.occurred_at) for turn in stored]
    rows: deque[dict[str, Any]] = deque(maxlen=count)
    async for row in memory.export(scope=scope):
        if row["type"] == "turn":
            rows.append(row)
    return [_turn(row) for row in rows]


def _turn(row: dict[str, Any]) -> Turn:
    said = row.get("occurred_at")
    return Turn(row["role"], row["text"], row["id"], row.get("author"), datetime.fromisoformat(said) if said else None)
