"""Random scope trials over all verbs: nobody sees, changes or erases anything of another scope.

    python -m tests.campaign.scope_trials --trials 1000000 [--seed S] [--processes N]

A trial is one verb, called as one scope, on a store in which others have things of their own under the same ids and
about the same themes. The answer must hold nothing of a scope that is not covered. Trials come in blocks: in a block,
one or two scopes write. At its end the whole store is read without a scope, and everything out of their reach must be
as it was, with every vector, state, link, consent, rule and job; and everything that is in somebody's reach must be
shown to them, so that the trials are not passed by showing nothing.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import multiprocessing
import os
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from ricordo.opening import open_store
from ricordo.ports.store import Store
from ricordo.values import Memory, Scope, StoredTurn
from tests.campaign.scope_verbs import READS, REFUSALS, WRITES
from tests.campaign.scope_world import Leak, Reach, Snapshot, World, make_world

WORLD_TRIALS = 2_000
"""Trials in one store."""
BLOCK_TRIALS = 50
"""Trials between two looks at the whole store."""
MEMORY_SHARE = 4
"""One world in so many is on the store in memory, the others are on SQLite."""
LEARNING_SHARE = 5
"""One world in so many learns from its turns."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The trials of one world: how many of each verb, and the leak that ended it."""

    counts: Counter[str]
    leak: str | None = None


async def run_world(store: Store, seed: str, trials: int, *, learning: bool = False) -> Outcome:
    """Hold trials in a new world on an empty store."""
    rng = random.Random(seed)
    world = await make_world(store, rng, learning=learning)
    counts: Counter[str] = Counter()
    place = ""
    try:
        snapshot = await world.take_snapshot()
        while (done := counts.total()) < trials:
            actors = rng.sample(world.scopes, rng.choice([1, 1, 2]))
            for number in range(done, min(done + BLOCK_TRIALS, trials)):
                verb, scope = _choose(rng, world, actors)
                place = f"trial {number} ({verb} as {scope})"
                await run_trial(world, verb, scope)
                counts[verb] += 1
            place = f"trials {done} to {counts.total() - 1} (by {actors})"
            snapshot = await _check_block(world, snapshot, actors)
            if learning and rng.random() < 0.1:
                place = f"learning after trial {counts.total()}"
                snapshot = await _check_learning(world, snapshot)
                counts["learn"] += 1
    except Leak as leak:
        return Outcome(counts, f"seed {seed}, {place}: {leak}")
    return Outcome(counts)


def _choose(rng: random.Random, world: World, actors: list[Scope]) -> tuple[str, Scope]:
    """Return a verb and the scope that calls it. Only ``actors`` write."""
    if rng.random() < 0.25:
        return rng.choices(list(WRITES), [weight for weight, _ in WRITES.values()])[0], rng.choice(actors)
    return rng.choices(list(READS), [weight for weight, _ in READS.values()])[0], rng.choice(world.scopes)


async def run_trial(world: World, verb: str, scope: Scope) -> None:
    """Call a verb as a scope and check its answer. Raise `Leak` if it holds anything of others."""
    world.tick()
    _, trial = READS.get(verb) or WRITES[verb]
    try:
        await trial(world, scope)
    except REFUSALS as error:
        world.check_text(str(error), [])


async def _check_block(world: World, before: Snapshot, actors: list[Scope]) -> Snapshot:
    """Check that what ``actors`` cannot reach is as it was, and that one scope is shown all that it covers."""
    after, reach = await world.take_snapshot(), Reach.find(world, actors)
    changed = [key for key, item in before.records.items() if after.records.get(key) != item]
    within = {key for key in changed if reach.has_record(before, before.records[key][0])}
    people = {before.records[key][0].scope.owner() for key in within}
    for key in set(changed) - within:
        record, _ = before.records[key]
        if key not in after.records:
            raise Leak(f"{type(record).__name__} {record.id!r} of {record.scope} was erased")
        if record.scope.owner() not in people or _cut_links(record) != _cut_links(after.records[key][0]):
            raise Leak(f"{type(record).__name__} {record.id!r} of {record.scope} was changed")
    for key in after.records.keys() - before.records.keys():
        if not reach.has_scope(where := after.records[key][0].scope):
            raise Leak(f"something was stored in {where}")
    for where, rule in before.rules ^ after.rules:
        if not reach.has_rule(where) and where.owner() not in people:
            raise Leak(f"{rule} of {where} was changed")
    await _check_complete(world, after, world.rng.choice(world.scopes))
    return after


def _cut_links(record: StoredTurn | Memory) -> StoredTurn | Memory:
    """Return a memory without its links to others, which may be erased with turns that are within reach."""
    return replace(record, supersedes=(), superseded_by=None) if isinstance(record, Memory) else record


async def _check_complete(world: World, snapshot: Snapshot, scope: Scope) -> None:
    """Check that ``scope`` is shown everything that it covers, and nothing else."""
    expected = Counter((record.id, record.scope) for record, _ in snapshot.records.values())
    expected = Counter({place: count for place, count in expected.items() if scope.covers(place[1])})
    rows = [row async for row in world.memory.export(scope=scope)]
    found = Counter((str(row["id"]), Scope(**row["scope"])) for row in rows if row["type"] != "consent")
    if found != expected:
        raise Leak(f"{scope} covers {expected.total()} records and is shown {found.total()}")


async def _check_learning(world: World, before: Snapshot) -> Snapshot:
    """Learn from all turns of everybody, and check that each memory speaks of its own person only."""
    async for _ in world.memory.maintenance.learn():
        pass
    after = await world.take_snapshot()
    for key, (record, vectors) in after.records.items():
        if isinstance(record, Memory):
            world.check_learned(record)
        elif before.records.get(key) != (record, vectors):
            raise Leak(f"learning changed a turn of {record.scope}")
    return after


def hold_trials(number: int, *, seed: int, trials: int) -> Outcome:
    """Hold the trials of one world, and log errors only meanwhile: the extractor fails now and then."""
    count = min(WORLD_TRIALS, trials - number * WORLD_TRIALS)
    logger = logging.getLogger("ricordo")
    level = logger.level
    logger.setLevel(logging.ERROR)
    try:
        return asyncio.run(_open_and_run(f"{seed}-{number}", count, number))
    finally:
        logger.setLevel(level)


async def _open_and_run(seed: str, trials: int, number: int) -> Outcome:
    shared_memory = Path("/dev/shm")  # no fsync there
    with tempfile.TemporaryDirectory(dir=shared_memory if shared_memory.is_dir() else None) as folder:
        url = "memory://" if number % MEMORY_SHARE == 0 else str(Path(folder) / "memory.db")
        store = await open_store(url, timeout=10.0)
        try:
            return await run_world(store, seed, trials, learning=number % LEARNING_SHARE == 0)
        finally:
            await store.close()


def _report_progress(outcomes: Iterable[Outcome], trials: int) -> Outcome:
    """Return the sum of the outcomes, up to the first leak."""
    counts: Counter[str] = Counter()
    for outcome in outcomes:
        counts += outcome.counts
        if sys.stderr.isatty():
            print(f"\r{counts.total():,} of {trials:,} trials", end="", file=sys.stderr, flush=True)
        if outcome.leak:
            return Outcome(counts, outcome.leak)
    return Outcome(counts)


def main(arguments: list[str] | None = None) -> int:
    """Hold the trials, print one line, and return 1 if there was a leak."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.campaign.scope_trials", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("--trials", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args(arguments)
    began = time.monotonic()
    worlds = range(-(-options.trials // WORLD_TRIALS))
    work = partial(hold_trials, seed=options.seed, trials=options.trials)
    if options.processes == 1:
        total = _report_progress(map(work, worlds), options.trials)
    else:
        with multiprocessing.get_context("spawn").Pool(options.processes) as pool:
            total = _report_progress(pool.imap_unordered(work, worlds), options.trials)
    seconds = time.monotonic() - began
    if sys.stderr.isatty():
        print("\r", end="", file=sys.stderr)
    head = (
        f"{total.counts.total():,} scope trials of {len(total.counts)} verbs in {len(worlds):,} worlds, {seconds:.0f} s"
    )
    print(f"{head}: {total.leak or 'no leak'} (seed {options.seed})")
    return 1 if total.leak else 0


if __name__ == "__main__":
    sys.exit(main())
