"""A process that waits until the index has everything that is in the store."""

from __future__ import annotations

import asyncio
import time

from ricordo.bench.scale.child import Task, main
from ricordo.bench.scale.people import Target
from ricordo.bench.synthetic import SyntheticEmbedder

_PAUSE_SECONDS = 2.0


async def _await_index(task: Task) -> Task:
    began = time.perf_counter()
    async with Target(**task["target"]).open_memory(SyntheticEmbedder()) as memory:
        while (index := (await memory.status()).store.index) is not None and index.waiting:  # noqa: ASYNC110 - no event says so
            await asyncio.sleep(_PAUSE_SECONDS)
    return {"seconds": time.perf_counter() - began}


if __name__ == "__main__":
    main(_await_index)
