"""Promise 5, whatever happened before and wherever the process was killed: no trace is left of what was forgotten.

Some histories are tried in every run. `make test-histories` tries more.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import pickle
import random
import re
from collections.abc import Callable, Generator, Sequence
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

from ricordo.stores.memory import MemoryStore
from ricordo.stores.postgres import url as postgres_url
from ricordo.values import StoreError
from tests.promises.crashes import crash_after
from tests.promises.histories import (
    WORD,
    Ledger,
    Step,
    check_recall,
    check_traces,
    make_memory,
    make_steps,
    open_memory,
    perform,
)
from tests.stores.postgres.server import LocalServer, run_server

HISTORIES = int(os.environ.get("RICORDO_HISTORIES", "0"))
FEW = range(HISTORIES or 2)
VERY_FEW = range(HISTORIES or 1)
STEPS = 30 if HISTORIES else 25
_NEVER = 10**9

ReadBytes = Callable[[], bytes]


async def verify(url: str, ledger: Ledger, read_bytes: ReadBytes) -> None:
    """Open and close a store as the next process would, and look for traces in it."""
    memory = await open_memory(url, 0)
    shown = await check_traces(memory, ledger)
    await check_recall(memory, sorted(ledger.killed)[-3:])
    await memory.aclose()
    _check_bytes(read_bytes(), shown)


def _check_bytes(data: bytes, shown: set[str]) -> None:
    found = {word.decode() for word in re.findall(WORD.pattern.encode(), data)}
    assert found <= shown, found - shown


def read_rows(server: LocalServer, url: str) -> bytes:
    """Return all rows of all tables of a schema."""
    name = postgres_url.parse(url).schema
    tables = server.execute(f"SELECT tablename FROM pg_tables WHERE schemaname = '{name}'")
    rows = [server.execute(f"SELECT t::text FROM {name}.{table} t") for (table,) in tables]
    return repr(rows).encode()


def read_files(folder: Path) -> bytes:
    return b"".join(file.read_bytes() for file in sorted(folder.iterdir()))


# ── the process is killed ────────────────────────────────────────────────────────────────────────────────────────────


def work(pipe: Connection, url: str, ledger: Ledger, steps: Sequence[Step], statements: int) -> None:
    """Do steps in a process of its own until it is killed at a statement, and report each one that is done."""

    async def go() -> None:
        nonlocal ledger
        memory = await open_memory(url, steps[0].number)
        for step in steps:
            ledger = await perform(memory, ledger, step)
            pipe.send(ledger)
        await memory.aclose()

    with crash_after(statements, "kill"):
        asyncio.run(go())


def run_until_killed(url: str, ledger: Ledger, steps: Sequence[Step], statements: int) -> list[Ledger]:
    """Return the ledgers after the steps that were acknowledged."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(
        ["tests.promises.test_histories", "ricordo.stores.sqlite", "ricordo.stores.postgres"]
    )
    receiving, sending = context.Pipe(duplex=False)
    process = context.Process(target=work, args=(sending, url, ledger, steps, statements))
    process.start()
    sending.close()
    done: list[Ledger] = []
    with suppress(EOFError):
        while True:
            done.append(receiving.recv())
    process.join()
    assert process.exitcode in {0, -9}, process.exitcode
    return done


def check_killed_history(seed: int, url: str, read_bytes: ReadBytes) -> int:
    """Run a history in processes that are killed one after the other. Return how many there were."""
    rng = random.Random(f"kill {seed}")
    steps, ledger, killed = make_steps(seed, STEPS), Ledger(), 0
    while steps:
        done = run_until_killed(url, ledger, steps, rng.choice([rng.randint(40, 150), rng.randint(100, 1_500)]))
        ledger = done[-1] if done else ledger
        steps = steps[len(done) :]
        killed += bool(steps)
        ledger.minutes += 10  # the leases of the dead process end
        asyncio.run(verify(url, ledger, read_bytes))
    return killed


@pytest.mark.parametrize("seed", FEW)
def test_nothing_is_left_on_sqlite_wherever_the_process_is_killed(tmp_path: Path, seed: int) -> None:
    check_killed_history(seed, str(tmp_path / "memory.db"), lambda: read_files(tmp_path))


@pytest.fixture(scope="module")
def server() -> Generator[LocalServer]:
    with run_server(version=16) as server:
        yield server


@pytest.mark.parametrize("seed", VERY_FEW)
def test_nothing_is_left_on_postgresql_wherever_the_process_is_killed(server: LocalServer, seed: int) -> None:
    url = server.url()
    check_killed_history(seed, url, lambda: read_rows(server, url))


# ── a statement fails ────────────────────────────────────────────────────────────────────────────────────────────────


async def check_failing_history(seed: int, url: str, read_bytes: ReadBytes) -> None:
    """Run a history in one process whose statements fail now and then. It goes on with what it has in memory."""
    rng = random.Random(f"fail {seed}")
    ledger = Ledger()
    with crash_after(_NEVER, "fail") as countdown:
        memory = await open_memory(url, seed)
        for step in make_steps(1_000 + seed, STEPS):
            countdown.left = rng.randint(1, 300)
            with suppress(StoreError):
                await perform(memory, ledger, step)
            countdown.left = _NEVER
            ledger = await perform(memory, ledger, step)
            await check_recall(memory, sorted(ledger.killed)[-2:])
        await memory.aclose()
    await verify(url, ledger, read_bytes)


@pytest.mark.parametrize("seed", VERY_FEW)
async def test_nothing_is_left_on_sqlite_whichever_statement_fails(tmp_path: Path, seed: int) -> None:
    await check_failing_history(seed, str(tmp_path / "memory.db"), lambda: read_files(tmp_path))


@pytest.mark.parametrize("seed", VERY_FEW)
async def test_nothing_is_left_on_postgresql_whichever_statement_fails(server: LocalServer, seed: int) -> None:
    url = server.url()
    await check_failing_history(seed, url, lambda: read_rows(server, url))


@pytest.mark.parametrize("seed", FEW)
async def test_nothing_is_left_in_the_store_in_memory(seed: int) -> None:
    store, ledger = MemoryStore(), Ledger()
    for step in make_steps(2_000 + seed, STEPS):
        ledger = await perform(make_memory(store, step.number), ledger, step)
        shown = await check_traces(make_memory(store, 0), ledger)
        _check_bytes(pickle.dumps(store._state), shown)
