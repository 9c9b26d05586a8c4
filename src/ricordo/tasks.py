"""Ending what runs in the background."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any

_PATIENCE = 1.0
"""Seconds after which a task that was cancelled and still runs is cancelled again."""


async def end(task: asyncio.Task[Any]) -> None:
    """Cancel ``task`` and wait until it has ended; what it raises is raised here, unless it is the cancellation.

    Once is not enough: before Python 3.12, ``asyncio.wait_for`` drops a cancellation that comes in the moment in which
    what it waits for is done, and pools of connections wait with it. A task that goes on forever would then be waited
    for forever.
    """
    while not task.done():
        task.cancel()
        await asyncio.wait([task], timeout=_PATIENCE)
    with suppress(asyncio.CancelledError):
        await task
