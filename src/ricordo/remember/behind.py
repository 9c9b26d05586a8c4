"""Embedding turns behind the call that stored them.

An agent's run does not wait for the vectors of its own messages: they are in the prompt already. Inside
`embedding_behind`, turns are durable and found by their words when they are stored, and have their vectors when no run
has used the memory for some milliseconds, or half a second later. Everybody else who searches, erases or closes the
memory waits for these. If the process ends before, the store has noted which vectors are missing, and
`BackgroundEmbedding` makes them.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Generator, Iterable, Sequence
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass, field
from threading import Lock

from ricordo.ports.changes import PutVectors
from ricordo.ports.embedder import Embedder, Vectors, current_embedder
from ricordo.ports.store import Store
from ricordo.tasks.fair_pool import working_behind
from ricordo.values import ModelError, Scope, StoredTurn, StoreError

logger = logging.getLogger("ricordo")

_MAX_PENDING = 64
"""Calls whose turns are embedded behind them. With more of them, turns are embedded before they are stored."""

_MAX_CLOSING_SECONDS = 5.0
"""How long erasing and closing wait for vectors. An embedder that hangs must not keep anybody from erasing."""

_SHARE_OF_DEADLINE = 0.5
"""How much of its deadline a recall waits for the vectors of others. It needs the rest for itself."""

_QUIET_SECONDS = 0.02
"""Turns are embedded when no run has used a memory of this process for so long: runs follow each other in a chain."""

_MAX_HOLD_SECONDS = 0.5
"""How long turns wait for a quiet moment at most."""

_MAX_TEXTS = 16
"""Texts that are embedded and written together. With so many of them, no quiet moment is waited for."""

_embeds_behind: ContextVar[bool] = ContextVar("ricordo_embeds_behind", default=False)


class _Runs:
    """The uses of memories by runs, in all threads of this process."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._count = 0
        self._ended = 0.0

    def begin(self) -> None:
        with self._lock:
            self._count += 1

    def end(self) -> None:
        with self._lock:
            self._count -= 1
            self._ended = time.monotonic()

    @property
    def seconds_until_quiet(self) -> float:
        """Seconds after which it may be quiet; 0 or less if it is."""
        return _QUIET_SECONDS if self._count else self._ended + _QUIET_SECONDS - time.monotonic()


_runs = _Runs()


@contextmanager
def embedding_behind() -> Generator[None]:
    """Let `remember` return inside this block as soon as turns are durable, and `recall` not wait for vectors."""
    token = _embeds_behind.set(True)
    _runs.begin()
    try:
        yield
    finally:
        _runs.end()
        _embeds_behind.reset(token)


@dataclass(frozen=True, slots=True)
class _StoredCall:
    """The new turns of a call, and the texts of them that are embedded."""

    turns: Sequence[StoredTurn]
    texts: Sequence[str]
    scope: Scope


@dataclass(frozen=True, slots=True)
class _Batch:
    """Calls whose turns are embedded together."""

    calls: list[_StoredCall] = field(default_factory=list[_StoredCall])
    is_urgent: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when somebody waits for it, or it is full."""

    @property
    def texts(self) -> list[str]:
        return [text for call in self.calls for text in call.texts]

    def touches(self, scopes: Iterable[Scope]) -> bool:
        return any(scope.covers(call.scope) for scope in scopes for call in self.calls)

    async def wait_for_quiet(self) -> None:
        """Wait until it is quiet or urgent, half a second at most."""
        ends = time.monotonic() + _MAX_HOLD_SECONDS
        while (seconds := min(ends - time.monotonic(), _runs.seconds_until_quiet)) > 0:
            with suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await self.is_urgent.wait()
                    return


@dataclass(slots=True)
class EmbeddingBehind:
    """The turns of this process that are stored and have no vectors yet."""

    store: Store
    embedder: Embedder
    _pending: dict[asyncio.Task[None], _Batch] = field(default_factory=dict[asyncio.Task[None], _Batch])
    _open: _Batch | None = None
    """The batch that has not begun, to which further calls are added."""
    _has_served: bool = False

    async def is_wanted(self) -> bool:
        """Return whether turns that are stored now are to be embedded behind the call.

        In an empty store no model serves, and missing vectors are not noted: the first turns are embedded before.
        """
        if not _embeds_behind.get() or sum(len(batch.calls) for batch in self._pending.values()) >= _MAX_PENDING:
            return False
        if not self._has_served:
            embedder = await current_embedder(self.embedder)
            self._has_served = embedder.name in await self.store.models()
        return self._has_served

    def start(self, turns: Sequence[StoredTurn], texts: Sequence[str], scope: Scope) -> None:
        """Let `texts`, the dense texts of stored turns, be embedded."""
        batch = self._open
        if batch is None:
            batch = self._open = _Batch()
            task = asyncio.create_task(self._embed(batch), name="ricordo-embedding-behind")
            self._pending[task] = batch
            task.add_done_callback(self._pending.pop)
        batch.calls.append(_StoredCall(turns, texts, scope))
        if len(batch.texts) >= _MAX_TEXTS:
            self._hurry(batch)

    async def wait(self, scopes: Iterable[Scope], *, deadline: float | None) -> float | None:
        """Wait for the turns in `scopes` that have no vectors yet, except inside `embedding_behind`.

        Returns:
            What is left of the deadline. Half of it at most is used up.
        """
        if deadline is None:
            await self._wait(scopes, None)
            return None
        began = time.monotonic()
        await self._wait(scopes, _SHARE_OF_DEADLINE * deadline)
        return max(0.0, deadline - (time.monotonic() - began))

    async def finish(self, scopes: Iterable[Scope]) -> None:
        """Wait some seconds for the turns in `scopes`, except inside `embedding_behind`, and stop those that are late.

        The store has noted that their vectors are missing.
        """
        for task in await self._wait(scopes, _MAX_CLOSING_SECONDS):
            task.cancel()

    async def aclose(self) -> None:
        """Wait some seconds for all vectors, and leave those that are late to the next process."""
        if tasks := list(self._pending):
            for batch in self._pending.values():
                self._hurry(batch)
            _, late = await asyncio.wait(tasks, timeout=_MAX_CLOSING_SECONDS)
            for task in late:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _wait(self, scopes: Iterable[Scope], seconds: float | None) -> set[asyncio.Task[None]]:
        """Wait for the tasks of `scopes` and return those that are late."""
        if not self._pending or _embeds_behind.get():
            return set()
        wanted = tuple(scopes)
        batches = {task: batch for task, batch in self._pending.items() if batch.touches(wanted)}
        for batch in batches.values():
            self._hurry(batch)
        return (await asyncio.wait(batches, timeout=seconds))[1] if batches else set()

    def _hurry(self, batch: _Batch) -> None:
        """Let a batch begin at once, if it has not yet."""
        batch.is_urgent.set()
        self._open = None if self._open is batch else self._open

    async def _embed(self, batch: _Batch) -> None:
        try:
            await batch.wait_for_quiet()
            self._open = None if self._open is batch else self._open
            embedder = await current_embedder(self.embedder)
            with working_behind():
                vectors = await embedder.embed(batch.texts)
            start, changes = 0, list[PutVectors]()
            for call in batch.calls:
                change = await self._match(call, vectors[start : start + len(call.texts)], embedder.name)
                start += len(call.texts)
                changes += [change] if change.rows else []
            if changes:
                await self.store.write(changes)
        except (ModelError, StoreError) as error:
            count = sum(len(call.turns) for call in batch.calls)
            logger.warning("%d turns wait for their vectors: %s", count, error)

    async def _match(self, call: _StoredCall, vectors: Vectors, model: str) -> PutVectors:
        """Return the vectors of a call by the keys of its turns, as far as they are still stored."""
        stored = await self.store.turns(call.scope, ids=[turn.id for turn in call.turns], limit=len(call.turns))
        keys = {turn.id: key for key, turn in stored if turn.scope == call.scope}
        found = [(keys[turn.id], row) for row, turn in enumerate(call.turns) if turn.id in keys]
        rows = {key: vectors[row] for key, row in found}
        return PutVectors(model, rows, {key: call.texts[row] for key, row in found})
