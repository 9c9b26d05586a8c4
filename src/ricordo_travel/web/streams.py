"""Streams that are produced in one task and read in another."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator


async def iterate_in_task(pieces: AsyncIterator[str]) -> AsyncIterator[str]:
    """Yield `pieces`, read in one task from start to end: a run must close its spans in the task that opened them.

    The task is cancelled if the caller stops reading.
    """
    queue: asyncio.Queue[str | None] = asyncio.Queue()

    async def read() -> None:
        try:
            async for piece in pieces:
                queue.put_nowait(piece)
        finally:
            queue.put_nowait(None)

    task = asyncio.create_task(read())
    try:
        while (piece := await queue.get()) is not None:
            yield piece
        await task
    finally:
        task.cancel()
