"""The short form of `make test-hostile`: good callers are served beside a hostile one, and memory stays small.

The machine of the tests may be busy, so times are compared coarsely here: without limits by caller, each answer waits
for tens of huge ones, and the process takes two gigabytes.
"""

from __future__ import annotations

from pathlib import Path

from tests.hostile.callers import compare, peak_memory, shared_service


async def test_good_callers_are_served_beside_a_hostile_one(tmp_path: Path) -> None:
    with shared_service(tmp_path) as (address, pid, tokens, hostile):
        alone, beside = await compare(address, tokens, hostile, seconds=4, rounds=1)
        memory = peak_memory(pid)
    assert not beside.refused
    assert beside.quantile(0.5) < 20 * alone.quantile(0.5) + 5
    assert memory < 2**30
