"""Twenty good callers beside a hostile one: `make test-hostile`. It needs a machine that does nothing else."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests.hostile.callers import compare, peak_memory, shared_service

_MAX_SECONDS = 170
"""The measurement takes some 150 seconds on a machine that does nothing else."""


async def test_a_hostile_caller_at_most_doubles_the_time_of_the_others(tmp_path: Path) -> None:
    with shared_service(tmp_path) as (address, pid, tokens, hostile):
        async with asyncio.timeout(_MAX_SECONDS):
            alone, beside = await compare(address, tokens, hostile, seconds=8, rounds=6)
        memory = peak_memory(pid)
    figures = [f"{measured.quantile(share) * 1000:.1f}" for measured in (alone, beside) for share in (0.5, 0.99)]
    print(f"p50 and p99 in ms: alone {figures[:2]}, beside {figures[2:]}; at most {memory / 2**20:.0f} MiB")
    assert not beside.refused
    assert beside.quantile(0.99) <= 2 * alone.quantile(0.99)
    assert memory < 2**30
