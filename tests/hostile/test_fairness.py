"""Twenty good callers beside a hostile one: `make test-hostile`. It needs a machine that does nothing else."""

from __future__ import annotations

from pathlib import Path

from tests.hostile.callers import compare, peak_memory, shared_service


async def test_a_hostile_caller_at_most_doubles_the_time_of_the_others(tmp_path: Path) -> None:
    with shared_service(tmp_path) as (address, pid, tokens, hostile):
        alone, beside = await compare(address, tokens, hostile, seconds=8, rounds=6)
        memory = peak_memory(pid)
    for name, measured in (("alone", alone), ("beside", beside)):
        p50, p99 = (1000 * measured.quantile(share) for share in (0.5, 0.99))
        print(f"{name}: {len(measured.seconds)} answers, p50 {p50:.1f} ms, p99 {p99:.1f} ms")
    print(f"the service and its helper took at most {memory / 2**20:.0f} MiB")
    assert not beside.refused
    assert beside.quantile(0.99) <= 2 * alone.quantile(0.99)
    assert memory < 2**30
