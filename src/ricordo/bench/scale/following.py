"""Waiting until the index beside the store knows all that the store does."""

from __future__ import annotations

import asyncio
import time

from ricordo.bench.scale.child import Task, main
from ricordo.bench.scale.people import Target
from ricordo.bench.synthetic import SyntheticEmbedder

_PAUSE = 2.0


async def _follow(task: Task) -> Task:
    began = time.perf_counter()
    async with Target(**task["target"]).open_memory(SyntheticEmbedder()) as memory:
        while (index := (await memory.status()).store.index) is not None and index.waiting:  # noqa: ASYNC110 - it is for us to ask
            await asyncio.sleep(_PAUSE)
    return {"seconds": time.perf_counter() - began}


if __name__ == "__main__":
    main(_follow)
