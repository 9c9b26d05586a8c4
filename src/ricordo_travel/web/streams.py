"""Streams that are made in one task and read in another."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator


async def in_own_task(pieces: AsyncIterator[str]) -> AsyncIterator[str]:
    """The same pieces, read to the end in one task: the spans of a run must be closed where they were opened.

    Whoever stops reading stops the run.
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
