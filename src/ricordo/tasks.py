"""Cancellation of background tasks."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any

_RETRY_SECONDS = 1.0
"""Seconds after which a cancelled task that still runs is cancelled again."""


async def cancel_and_wait(task: asyncio.Task[Any]) -> None:
    """Cancel `task` and wait until it is done. Raise what it raised, except the cancellation.

    One cancellation is not enough: before Python 3.12, `asyncio.wait_for` drops a cancellation that arrives just as
    the awaited result does, and connection pools are built on it. We would then wait forever.
    """
    while not task.done():
        task.cancel()
        await asyncio.wait([task], timeout=_RETRY_SECONDS)
    with suppress(asyncio.CancelledError):
        await task
