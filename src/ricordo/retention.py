"""Applying the rules of retention that a store keeps."""

from __future__ import annotations

import asyncio
import logging
import random
import uuid
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from ricordo.ports.changes import AcquireTaskLock, Expire
from ricordo.ports.store import Store
from ricordo.tasks.word_caches import forget_words
from ricordo.values import Receipt, StoreError, digest_of

logger = logging.getLogger("ricordo")

_FIRST_SECONDS = 60.0
"""Seconds after opening until the rules are applied, so that a short process need not wait for it."""

_INTERVAL_SECONDS = 3_600.0
"""Seconds between two applications by all processes together. Rules count in days."""


async def apply_rules(store: Store, *, now: datetime) -> list[Receipt]:
    """Erase everything that the rules no longer keep, and return the receipts. The store keeps them too."""
    receipts: list[Receipt] = []
    for scope, rule in await store.retentions(None):
        limits = rule.limits(now)
        while receipt := await _expire(store, Expire(scope, limits, now)):
            receipts.append(receipt)
    if receipts:
        await forget_words()
    return receipts


async def _expire(store: Store, change: Expire) -> Receipt | None:
    written = await store.write([change])
    if not written[0]:
        return None
    erased, counts = written.erased, dict(written.erased.counts)
    return Receipt(change.scope, change.now, counts, digest_of(erased.ids, counts, change.now), erased.scrubbed)


@dataclass(slots=True)
class RetentionKeeper:
    """A task that applies the rules every hour. Of several processes that share a store, one does so."""

    store: Store
    clock: Callable[[], datetime]
    _holder: str = field(default_factory=lambda: uuid.uuid4().hex)

    async def run(self) -> None:
        """Apply the rules until cancelled."""
        pause = _FIRST_SECONDS
        while True:
            await asyncio.sleep(pause * random.uniform(0.5, 1.5))  # noqa: S311 - spreads the processes
            pause = _INTERVAL_SECONDS
            try:
                await self.apply_if_due()
            except StoreError as error:
                logger.warning("what has expired waits to be erased: %s", error)

    async def apply_if_due(self) -> list[Receipt]:
        """Apply the rules, unless another process did within the last half hour. Return the receipts."""
        if not await self.store.retentions(None):
            return []
        now = datetime.now(UTC)  # processes compare their locks by real time, not by `clock`
        until = now + timedelta(seconds=_INTERVAL_SECONDS / 2)
        (acquired,) = await self.store.write([AcquireTaskLock("retention", self._holder, now, until)])
        if not acquired:
            return []
        receipts = await apply_rules(self.store, now=self.clock())
        if receipts:
            total = sum(receipt.counts.get("turns", 0) + receipt.counts.get("memories", 0) for receipt in receipts)
            logger.info("%d turns and memories had expired and are erased", total)
        return receipts
