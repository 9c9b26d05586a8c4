"""Cancellation of background tasks."""

from __future__ import annotations

import asyncio

import pytest

from ricordo.tasks import cancel_and_wait


async def test_a_sleeping_task_is_cancelled() -> None:
    task = asyncio.create_task(asyncio.sleep(3600))
    await cancel_and_wait(task)
    assert task.cancelled()


async def test_a_task_that_drops_a_cancellation_is_cancelled_again() -> None:
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
        await cancel_and_wait(task)
    assert task.cancelled()


async def test_the_error_of_a_task_is_raised() -> None:
    async def failing() -> None:
        raise ZeroDivisionError

    task = asyncio.create_task(failing())
    await asyncio.sleep(0)
    with pytest.raises(ZeroDivisionError):
        await cancel_and_wait(task)


async def test_a_task_that_is_done_is_left_alone() -> None:
    task = asyncio.create_task(asyncio.sleep(0))
    await task
    await cancel_and_wait(task)
