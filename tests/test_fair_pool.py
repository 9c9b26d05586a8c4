"""A pool of threads that works for several callers in turn."""

from __future__ import annotations

import asyncio
from collections.abc import Hashable
from itertools import pairwise
from threading import Event

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ricordo.tasks.fair_pool import FairPool, working_for


async def run_in_order(callers: list[Hashable]) -> list[Hashable]:
    """Let callers wait for the one thread of a pool; return them in the order in which it worked for them."""
    pool, is_free, worked = FairPool(1, name="test"), Event(), list[Hashable]()
    busy = asyncio.create_task(pool.run(is_free.wait, 10))
    await asyncio.sleep(0)

    def begin(caller: Hashable) -> asyncio.Future[None]:
        with working_for(caller):
            return asyncio.wrap_future(pool.submit(worked.append, caller))

    calls = [begin(caller) for caller in callers]
    is_free.set()
    await asyncio.gather(busy, *calls)
    return worked


async def test_a_caller_waits_for_one_call_of_each_other_caller() -> None:
    worked = await run_in_order([*["greedy"] * 100, "ann", "ben"])
    assert worked[:3] == ["greedy", "ann", "ben"]
    assert len(worked) == 102


@given(st.lists(st.sampled_from("abcd"), max_size=30))
def test_no_caller_has_two_turns_while_another_waits(callers: list[Hashable]) -> None:
    worked = asyncio.run(run_in_order(callers))
    assert sorted(worked, key=str) == sorted(callers, key=str)
    for place, (one, next_one) in enumerate(pairwise(worked)):
        assert one != next_one or set(worked[place + 1 :]) == {one}


async def test_errors_are_raised_and_cancelled_calls_are_not_run() -> None:
    pool, is_free, worked = FairPool(1, name="test"), Event(), list[str]()
    busy = asyncio.create_task(pool.run(is_free.wait, 10))
    await asyncio.sleep(0)
    cancelled = asyncio.create_task(pool.run(worked.append, "cancelled"))
    failing = asyncio.create_task(pool.run(int, "x"))
    await asyncio.sleep(0)
    cancelled.cancel()
    is_free.set()
    assert await busy
    with pytest.raises(ValueError, match="invalid literal"):
        await failing
    assert await pool.run(len, "after")
    assert not worked
