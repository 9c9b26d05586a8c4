"""Embed missing vectors in the background, and warn if another embedder serves.

A vector can be missing because another process has another embedder, because the embedder is being changed, or because
it failed. Where the vectors in use are of a model that was bundled before, all are made anew. Of several processes, one
at a time embeds.
"""

from __future__ import annotations

import asyncio
import logging
import random
import uuid
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from ricordo.embedding.backfill import Backfill
from ricordo.embedding.bundled import FORMER_NAMES, LocalEmbedder
from ricordo.ports.changes import AcquireTaskLock
from ricordo.ports.embedder import Embedder
from ricordo.ports.status import Models
from ricordo.ports.store import Store
from ricordo.tasks import giving_way
from ricordo.values import ModelError, StoreError

logger = logging.getLogger("ricordo")

_PAUSE_SECONDS = 2.0
_LOCK_SECONDS = 60.0
"""The lease of the lock that lets one process embed. It is renewed after each batch, which takes less time."""

_MAX_PAUSE_SECONDS = 300.0
"""The longest pause if the embedder or the store keeps failing."""


@dataclass(slots=True)
class BackgroundEmbedding:
    """A task that embeds missing vectors every few seconds. The first of `embedders` is the preferred one."""

    store: Store
    embedders: Sequence[Embedder]
    seconds: float = _PAUSE_SECONDS
    gives_way: bool = False
    _serving: str | None = None
    _holder: str = field(default_factory=lambda: uuid.uuid4().hex)

    async def warn_of_other_model(self) -> None:
        """Log a warning if another model than this process's serves. This reads two rows, however much is stored."""
        self._warn_once(await self.store.models())

    async def run(self) -> None:
        """Embed missing vectors until cancelled."""
        pause = self.seconds
        while True:
            await asyncio.sleep(pause * random.uniform(0.5, 1.5))  # noqa: S311 - spreads the processes
            try:
                with giving_way(is_wanted=self.gives_way):
                    await self.embed_missing()
                pause = self.seconds
            except (StoreError, ModelError) as error:
                if pause == self.seconds:
                    logger.warning("texts without a vector wait to be embedded: %s", error)
                pause = min(2 * pause, _MAX_PAUSE_SECONDS)

    async def embed_missing(self) -> int:
        """Embed what has no vector of our embedders, and return how many there were."""
        models = await self.store.models()
        self._warn_once(models)
        count = await self._run(Backfill(self.store, self.embedders[0])) if self._replaces_former(models) else 0
        models = await self.store.models()
        backfills = [Backfill(self.store, embedder) for embedder in self.embedders if embedder.name in models]
        count += sum([await self._catch_up(one) for one in backfills])
        if refused := sum(len(one.refused) for one in backfills):
            raise ModelError(f"the embedder refuses {refused} of them")  # so that the pauses grow
        return count

    async def _catch_up(self, backfill: Backfill) -> int:
        """Embed with one embedder, unless another process does: a service may charge for each call."""
        if not await self.store.embedding_backlog(model=backfill.embedder.name, limit=1):
            return 0
        return await self._run(backfill, backfill.catch_up())

    async def _run(self, backfill: Backfill, batches: AsyncIterator[int] | None = None) -> int:
        """Embed everything, or only these `batches`, unless another process does."""
        if not await self._acquire_lock(backfill):
            return 0
        count = 0
        try:
            async for done in batches or backfill.run():
                count += done
                if not await self._acquire_lock(backfill):  # another process has taken over, because we were too slow
                    break
        finally:
            await self._acquire_lock(backfill, seconds=0)
        return count

    async def _acquire_lock(self, backfill: Backfill, *, seconds: float = _LOCK_SECONDS) -> bool:
        now = datetime.now(UTC)
        task = f"embedding by {backfill.embedder.name}"
        (acquired,) = await self.store.write(
            [AcquireTaskLock(task, self._holder, now, now + timedelta(seconds=seconds))]
        )
        return bool(acquired)

    def _replaces_former(self, models: Models) -> bool:
        """Return whether the vectors in use are of a former bundled model, and ours is the present one."""
        ours = self.embedders[0].name
        return ours == LocalEmbedder.name and models.serving in FORMER_NAMES and models.preparing in {None, ours}

    def _warn_once(self, models: Models) -> None:
        """Log one warning for each model that serves and is not ours."""
        is_new, self._serving = models.serving != self._serving, models.serving
        ours = [embedder.name for embedder in self.embedders]
        if not is_new or models.serving is None or models.serving in ours:
            return
        if self._replaces_former(models):
            advice = ", which makes them anew in the background"
        else:
            advice = f", whose vectors are being made: {_WAIT}" if models.preparing == ours[0] else f": {_CHANGE}"
        logger.warning(
            "this memory answers by the vectors of %r, and the embedder in use is %r%s. Until then, texts without a "
            "vector of %r are found by their words only",
            models.serving,
            ours[0],
            advice,
            ours[0],
        )


_CHANGE = "use that one, or change to this one with `ricordo migrate --embedder`"
_WAIT = "wait for `ricordo migrate --embedder` to end, or start it again if it does not run"
