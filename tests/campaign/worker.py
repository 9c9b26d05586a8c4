"""A worker that a campaign kills: ``python -m tests.campaign.worker STORE``.

It is the worker of ``ricordo worker`` with a scripted model that finds one memory in every turn, the turn itself, so
that it can be counted what was lost and what was learned twice. Its leases are short: what a killed worker had begun is
taken over by the next one within seconds, while the writers still write.
"""

from __future__ import annotations

import asyncio
import sys
from typing import Any, cast

from ricordo.bench.learning import EchoClient
from ricordo.extractors.language_model import ModelExtractor
from ricordo.learn.learner import Learner
from ricordo.learn.worker import Worker
from ricordo.opening import open_store, utc_now
from ricordo.testing import HashEmbedder
from ricordo.values import StoreError

LEASE_SECONDS = 4.0
READY = "learning from the store"


async def work(url: str) -> None:
    """Learn until the process is killed."""
    try:
        store = await open_store(url, timeout=10.0)
    except StoreError as error:
        sys.exit(str(error))
    learner = Learner(store, HashEmbedder(), ModelExtractor(cast("Any", EchoClient())))
    worker = Worker(learner, utc_now, lease_seconds=LEASE_SECONDS, poll=0.2)
    print(READY, flush=True)
    await worker.run()


if __name__ == "__main__":
    asyncio.run(work(sys.argv[1]))
