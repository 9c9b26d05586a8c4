"""Ending what runs in the background."""

from __future__ import annotations

import asyncio

import pytest

from ricordo.tasks import end


async def test_a_task_that_sleeps_is_ended() -> None:
    task = asyncio.create_task(asyncio.sleep(3600))
    await end(task)
    assert task.cancelled()


async def test_a_task_whose_cancellation_was_dropped_is_ended() -> None:
    bell = asyncio.Event()

    async def forever() -> None:
        while True:
            # In Python 3.11 a cancellation at the moment in which the bell rings is dropped here.
            await asyncio.wait_for(bell.wait(), 3600)
            bell.clear()

    task = asyncio.create_task(forever())
    await asyncio.sleep(0)
    bell.set()
    await asyncio.sleep(0)
    async with asyncio.timeout(10):
        await end(task)
    assert task.cancelled()


async def test_what_a_task_fails_with_is_not_hidden() -> None:
    async def failing() -> None:
        raise ZeroDivisionError

    task = asyncio.create_task(failing())
    await asyncio.sleep(0)
    with pytest.raises(ZeroDivisionError):
        await end(task)


async def test_a_task_that_is_done_needs_no_end() -> None:
    task = asyncio.create_task(asyncio.sleep(0))
    await task
    await end(task)
