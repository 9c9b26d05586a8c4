"""Turns are gathered for a language model; without one, they are learned from promptly."""

from __future__ import annotations

import json
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from ricordo import Cost, Exchange, Gathering, Ricordo, Scope, Turn
from ricordo.cli.main import main
from ricordo.learn.learner import Learner
from ricordo.learn.worker import Worker
from ricordo.opening import Learning
from ricordo.stores.memory import MemoryStore
from ricordo.testing import HashEmbedder
from ricordo.values import ModelError
from tests.learn.test_worker import ALICE, BOB, Clock, Echo, load_contents

CALL = Cost(1, 60, 40)


@asynccontextmanager
async def open_memory(
    echo: Echo, clock: Clock, *, gathering: Gathering | None = None, learning: Learning = "queue"
) -> AsyncGenerator[tuple[Ricordo, Worker]]:
    store = MemoryStore()
    learner = Learner(store, HashEmbedder(), echo)
    memory = Ricordo(store, HashEmbedder(), learner=learner, learning=learning, gathering=gathering, clock=clock)
    yield memory, Worker(learner, clock)


async def say(memory: Ricordo, text: str, scope: Scope = ALICE) -> None:
    await memory.remember([Turn("user", text)], scope=scope)


async def test_a_model_is_called_after_a_minute_of_silence() -> None:
    echo, clock = Echo(cost=CALL), Clock()
    async with open_memory(echo, clock) as (memory, worker):
        for text in ("I like tea", "I have a dog", "I live in Leeds"):
            await say(memory, text)
            clock.advance(seconds=59)
            assert await worker.drain() == 0
        clock.advance(seconds=1)
        assert await worker.drain() == 1
        assert [len(exchange.turns) for exchange in echo.exchanges] == [3]


async def test_a_model_is_called_at_once_after_six_turns() -> None:
    echo, clock = Echo(cost=CALL), Clock()
    async with open_memory(echo, clock) as (memory, worker):
        for number in range(13):
            await say(memory, f"note {number}")
            await worker.drain()
        assert [len(exchange.turns) for exchange in echo.exchanges] == [6, 6]


async def test_a_model_is_called_after_ten_minutes_at_the_latest() -> None:
    echo, clock = Echo(cost=CALL), Clock()
    async with open_memory(echo, clock, gathering=Gathering(turns=40, seconds=60)) as (memory, worker):
        for number in range(15):
            await say(memory, f"note {number}")
            clock.advance(seconds=50)
            await worker.drain()
        assert [len(exchange.turns) for exchange in echo.exchanges] == [12]


async def test_without_a_model_learning_is_prompt() -> None:
    echo, clock = Echo(), Clock()
    async with open_memory(echo, clock) as (memory, worker):
        await say(memory, "I like tea")
        clock.advance(seconds=1)
        assert await worker.drain() == 1


async def test_an_extractor_that_cannot_estimate_learns_promptly() -> None:
    class Broken(Echo):
        def estimate(self, exchange: Exchange) -> Cost:
            raise RuntimeError(f"{len(exchange.turns)} turns")

    clock = Clock()
    async with open_memory(Broken(), clock) as (memory, worker):
        await say(memory, "I like tea")
        clock.advance(seconds=1)
        assert await worker.drain() == 1


async def test_gathering_can_be_chosen() -> None:
    echo, clock = Echo(), Clock()  # the process that remembers may not know that a model learns
    async with open_memory(echo, clock, gathering=Gathering(turns=2, seconds=30)) as (memory, worker):
        await say(memory, "I like tea")
        clock.advance(seconds=29)
        assert await worker.drain() == 0
        await say(memory, "I have a dog")
        assert await worker.drain() == 1


async def test_inline_learning_does_not_wait() -> None:
    async with open_memory(Echo(cost=CALL), Clock(), learning="inline") as (memory, _):
        await say(memory, "I like tea")
        assert await load_contents(memory) == ["I like tea"]


@pytest.mark.parametrize("url", ["memory://", "m.db"])
async def test_nobody_waits_for_a_minute_who_waits_for_learning(tmp_path: Path, url: str) -> None:
    where = url if "://" in url else tmp_path / url
    began = time.monotonic()
    async with Ricordo.open(where, extractor=Echo(cost=CALL), embedder=HashEmbedder()) as memory:
        await say(memory, "I like tea")
        await memory.settle(timeout=30)
        assert await load_contents(memory) == ["I like tea"]
        await say(memory, "I have a dog")
        assert [count async for count in memory.maintenance.learn()] == [1]
        assert len(await load_contents(memory)) == 2
        await say(memory, "I live in Leeds")
    assert time.monotonic() - began < 30


async def test_who_waits_for_one_person_does_not_hurry_the_others() -> None:
    echo, clock = Echo(cost=CALL), Clock()
    async with open_memory(echo, clock) as (memory, worker):
        await say(memory, "I like tea")
        await say(memory, "I like figs", BOB)
        await memory.settle(scope=ALICE, timeout=10)
        assert (await load_contents(memory), await load_contents(memory, BOB)) == (["I like tea"], [])
        clock.advance(minutes=1)
        await worker.drain()
        assert await load_contents(memory, BOB) == ["I like figs"]


async def test_who_waits_for_learning_uses_up_no_retries() -> None:
    echo = Echo(*[ModelError("the model is busy")] * 5, cost=CALL)
    async with open_memory(echo, Clock()) as (memory, _):
        await say(memory, "I like tea")
        with pytest.raises(TimeoutError):
            await memory.settle(timeout=0.5)
        (job,) = await memory.jobs()
        assert (job.attempts, job.failed) == (1, False)


@pytest.mark.parametrize("given", [{"turns": 0}, {"turns": 41}, {"seconds": 0}, {"seconds": 601}])
def test_gathering_has_limits(given: dict[str, int]) -> None:
    with pytest.raises(ValueError, match=r"gathering\."):
        Gathering(**given)


@pytest.mark.parametrize(
    ("environment", "seconds"),
    [
        ({}, 1),
        ({"RICORDO_GATHER_TURNS": "3"}, 60),
        ({"RICORDO_GATHER_TURNS": "2", "RICORDO_GATHER_SECONDS": "300"}, 0),
        ({"RICORDO_GATHER_SECONDS": "300"}, 300),
        ({"RICORDO_CHAT_CLIENT": "some:client"}, 60),
    ],
)
def test_gathering_is_set_on_the_command_line(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    environment: dict[str, str],
    seconds: int,
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    before = datetime.now(UTC)
    assert main(["remember", "I like tea", "I love hiking", "-u", "alice", "--later"]) == 0
    after = datetime.now(UTC)
    capsys.readouterr()
    assert main(["jobs", "--json"]) == 0
    due = datetime.fromisoformat(json.loads(capsys.readouterr().out)["due"])
    assert before <= due - timedelta(seconds=seconds) <= after
