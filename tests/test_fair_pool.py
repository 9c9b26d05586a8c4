"""A pool of threads that works for several callers in turn."""

from __future__ import annotations

import asyncio
from collections.abc import Hashable
from contextlib import nullcontext
from itertools import pairwise
from threading import Event

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ricordo.tasks import fair_pool
from ricordo.tasks.fair_pool import FairPool, working_behind, working_for


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
    await asyncio.wait([cancelled])
    is_free.set()
    assert await busy
    with pytest.raises(ValueError, match="invalid literal"):
        await failing
    assert await pool.run(len, "after")
    assert not worked


async def test_calls_behind_come_after_all_others_and_use_one_thread() -> None:
    pool, is_free, worked = FairPool(2, name="test"), Event(), list[str]()
    with working_behind():
        busy = asyncio.create_task(pool.run(is_free.wait, 10))
        late = asyncio.create_task(pool.run(worked.append, "late"))
        await asyncio.sleep(0)
    await asyncio.wait_for(asyncio.gather(*(pool.run(worked.append, "first") for _ in range(5))), 5)
    assert worked == ["first"] * 5  # beside the call behind that has begun, the second one waits
    is_free.set()
    await asyncio.wait_for(asyncio.gather(busy, late), 5)
    assert worked[-1] == "late"


@given(st.lists(st.booleans(), max_size=40), st.integers(1, 3))
def test_every_call_is_run_once_behind_or_not(are_behind: list[bool], threads: int) -> None:
    async def run_all() -> list[int]:
        pool, worked = FairPool(threads, name="test"), list[int]()

        def begin(place: int, *, is_behind: bool) -> asyncio.Future[None]:
            with working_behind() if is_behind else nullcontext():
                return asyncio.wrap_future(pool.submit(worked.append, place))

        calls = [begin(place, is_behind=is_behind) for place, is_behind in enumerate(are_behind)]
        await asyncio.wait_for(asyncio.gather(*calls), 5)
        return worked

    assert sorted(asyncio.run(run_all())) == list(range(len(are_behind)))


async def test_a_call_behind_is_not_put_off_for_ever() -> None:
    pool, is_free, worked = FairPool(1, name="test"), Event(), list[str]()
    busy = asyncio.create_task(pool.run(is_free.wait, 10))
    await asyncio.sleep(0)
    with working_behind():
        behind = asyncio.wrap_future(pool.submit(worked.append, "behind"))
    others = [asyncio.wrap_future(pool.submit(worked.append, "other")) for _ in range(50)]
    is_free.set()
    await asyncio.gather(busy, behind, *others)
    assert worked.index("behind") == fair_pool._MAX_PASSES
