"""What a process that has a memory open does about vectors, in the background.

It embeds what was stored without a vector of an embedder that it has: by a process with another embedder, while the
embedder is being changed, or when the embedder failed. Of several processes, one at a time does so. And it notices when
another embedder than its own serves.
"""

from __future__ import annotations

import asyncio
import logging
import random
import uuid
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from ricordo.embedding.backfill import Reembedding
from ricordo.ports.changes import AcquireTaskLock
from ricordo.ports.embedder import Embedder
from ricordo.ports.store import Models, Store
from ricordo.values import ModelError, StoreError

logger = logging.getLogger("ricordo")

_SECONDS = 2.0
_IN_CHARGE = 60.0
"""Seconds for which a process embeds alone before it has to say that it is still there. One batch takes less."""

_LONGEST_PAUSE = 300.0
"""Seconds between two looks where the embedder or the store fails again and again."""


@dataclass(slots=True)
class KeepingUp:
    """Looks every few seconds. ``embedders`` are those of this process, the one to be used first."""

    store: Store
    embedders: Sequence[Embedder]
    seconds: float = _SECONDS
    _known: str | None = None
    _name: str = field(default_factory=lambda: uuid.uuid4().hex)

    async def open(self) -> None:
        """Say so if another embedder than ours serves. This reads two rows, however much is stored."""
        self._notice(await self.store.models())

    async def run(self) -> None:
        """Look until cancelled."""
        pause = self.seconds
        while True:
            await asyncio.sleep(pause * random.uniform(0.5, 1.5))  # noqa: S311 - so that processes come apart in time
            try:
                await self.look()
                pause = self.seconds
            except (StoreError, ModelError) as error:
                if pause == self.seconds:
                    logger.warning("texts without a vector wait to be embedded: %s", error)
                pause = min(2 * pause, _LONGEST_PAUSE)

    async def look(self) -> int:
        """Embed what lacks vectors that we can make; how many there were."""
        models = await self.store.models()
        self._notice(models)
        wanted = [Reembedding(self.store, embedder) for embedder in self.embedders if embedder.name in models]
        count = sum([await self._catch_up(one) for one in wanted])
        if refused := sum(len(one.refused) for one in wanted):
            raise ModelError(f"the embedder refuses {refused} of them")  # so that it is asked less and less often
        return count

    async def _catch_up(self, one: Reembedding) -> int:
        """Embed what one embedder makes vectors of, unless another process is at it: who embeds may have to be paid."""
        if not await self.store.lacking(model=one.embedder.name, limit=1) or not await self._in_charge(one):
            return 0
        count = 0
        try:
            async for done in one.catch_up():
                count += done
                if not await self._in_charge(one):  # we were so slow that another has taken over
                    break
        finally:
            await self._in_charge(one, seconds=0)
        return count

    async def _in_charge(self, one: Reembedding, *, seconds: float = _IN_CHARGE) -> bool:
        now = datetime.now(UTC)
        task = f"embedding by {one.embedder.name}"
        (taken,) = await self.store.write([AcquireTaskLock(task, self._name, now, now + timedelta(seconds=seconds))])
        return bool(taken)

    def _notice(self, models: Models) -> None:
        """Warn once of each model that serves and is not ours."""
        news, self._known = models.serving != self._known, models.serving
        ours = [embedder.name for embedder in self.embedders]
        if not news or models.serving is None or models.serving in ours:
            return
        being = f", whose vectors are being made: {_GO_ON}" if models.preparing == ours[0] else f": {_TO_CHANGE}"
        logger.warning(
            "this memory answers by the vectors of %r, and the embedder in use is %r%s. Until then, what has no vector "
            "of %r is found by its words only",
            models.serving,
            ours[0],
            being,
            ours[0],
        )


_TO_CHANGE = "use that one, or change to this one with `ricordo migrate --embedder`"
_GO_ON = "wait for `ricordo migrate --embedder` to end, or start it again if nobody runs it"
