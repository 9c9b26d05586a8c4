"""Embedding turns behind the call that stored them.

An agent's run does not wait for the vectors of its own messages: they are in the prompt already. Inside
`embedding_behind`, turns are durable and found by their words when they are stored, and have their vectors some
milliseconds later. Everybody else who searches, erases or closes the memory waits for these. If the process ends
before, the store has noted which vectors are missing, and `BackgroundEmbedding` makes them.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Generator, Iterable, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field

from ricordo.ports.changes import PutVectors
from ricordo.ports.embedder import Embedder, current_embedder
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

_embeds_behind: ContextVar[bool] = ContextVar("ricordo_embeds_behind", default=False)


@contextmanager
def embedding_behind() -> Generator[None]:
    """Let `remember` return inside this block as soon as turns are durable, and `recall` not wait for vectors."""
    token = _embeds_behind.set(True)
    try:
        yield
    finally:
        _embeds_behind.reset(token)


@dataclass(slots=True)
class EmbeddingBehind:
    """The turns of this process that are stored and have no vectors yet."""

    store: Store
    embedder: Embedder
    _pending: dict[asyncio.Task[None], Scope] = field(default_factory=dict[asyncio.Task[None], Scope])
    _has_served: bool = False

    async def is_wanted(self) -> bool:
        """Return whether turns that are stored now are to be embedded behind the call.

        In an empty store no model serves, and missing vectors are not noted: the first turns are embedded before.
        """
        if not _embeds_behind.get() or len(self._pending) >= _MAX_PENDING:
            return False
        if not self._has_served:
            embedder = await current_embedder(self.embedder)
            self._has_served = embedder.name in await self.store.models()
        return self._has_served

    def start(self, turns: Sequence[StoredTurn], texts: Sequence[str], scope: Scope) -> None:
        """Begin to embed `texts`, the dense texts of stored turns."""
        task = asyncio.create_task(self._embed(turns, texts, scope), name="ricordo-embedding-behind")
        self._pending[task] = scope
        task.add_done_callback(self._pending.pop)

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
            _, late = await asyncio.wait(tasks, timeout=_MAX_CLOSING_SECONDS)
            for task in late:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _wait(self, scopes: Iterable[Scope], seconds: float | None) -> set[asyncio.Task[None]]:
        """Wait for the tasks of `scopes` and return those that are late."""
        if not self._pending or _embeds_behind.get():
            return set()
        wanted = tuple(scopes)
        tasks = [task for task, stored in self._pending.items() if any(scope.covers(stored) for scope in wanted)]
        return (await asyncio.wait(tasks, timeout=seconds))[1] if tasks else set()

    async def _embed(self, turns: Sequence[StoredTurn], texts: Sequence[str], scope: Scope) -> None:
        try:
            embedder = await current_embedder(self.embedder)
            with working_behind():
                vectors = await embedder.embed(texts)
            stored = await self.store.turns(scope, ids=[turn.id for turn in turns], limit=len(turns))
            keys = {turn.id: key for key, turn in stored if turn.scope == scope}
            found = [(keys[turn.id], row) for row, turn in enumerate(turns) if turn.id in keys]
            rows = {key: vectors[row] for key, row in found}
            await self.store.write([PutVectors(embedder.name, rows, {key: texts[row] for key, row in found})])
        except (ModelError, StoreError) as error:
            logger.warning("%d turns wait for their vectors: %s", len(turns), error)
