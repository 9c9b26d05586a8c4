"""Learning jobs: run once, retried with delays, set aside with their cause, never lost."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from ricordo.learn.caps import Caps
from ricordo.learn.learner import Learner
from ricordo.learn.worker import MAX_ATTEMPTS, Worker, retry_delay
from ricordo.memory import Ricordo
from ricordo.opening import Learning
from ricordo.ports.extractor import Candidate, Cost, Exchange, Extraction
from ricordo.stores.sqlite import SqliteStore
from ricordo.testing import HashEmbedder
from ricordo.values import Evidence, ModelError, Scope, Turn

ALICE = Scope(application="test", user="alice", session="1")
BOB = Scope(application="test", user="bob", session="1")


FRUITS = "apples pears plums cherries figs grapes lemons limes melons dates quinces mangos".split()


class Clock:
    """A clock that only moves when it is told to."""

    def __init__(self) -> None:
        self.now = datetime(2026, 3, 1, 12, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def advance(self, **time: float) -> None:
        self.now += timedelta(**time)


class Echo:
    """An extractor that makes each turn of the person a memory. The first calls raise ``failures``, one each."""

    name = "echo/1"

    def __init__(self, *failures: Exception, cost: Cost | None = None) -> None:
        self.failures = list(failures)
        self.cost = cost or Cost()
        self.exchanges: list[Exchange] = []
        self.gate: asyncio.Event | None = None
        self.running = 0
        self.most_running = 0

    async def extract(self, exchange: Exchange) -> Extraction:
        self.exchanges.append(exchange)
        self.running += 1
        self.most_running = max(self.most_running, self.running)
        try:
            if self.gate:
                await self.gate.wait()
            await asyncio.sleep(0)
            if self.failures:
                raise self.failures.pop(0)
        finally:
            self.running -= 1
        found = [turn for turn in exchange.turns if turn.role == "user"]
        candidates = [Candidate("semantic", turn.text, (Evidence(turn.id, turn.text),)) for turn in found]
        return Extraction(tuple(candidates), self.cost)

    def estimate(self, exchange: Exchange) -> Cost:
        del exchange
        return self.cost

    async def wait_for_calls(self, calls: int) -> None:
        """Wait until ``calls`` calls are running."""
        async with asyncio.timeout(10):
            while self.running < calls:  # noqa: ASYNC110  # a test may look twice
                await asyncio.sleep(0.01)


@asynccontextmanager
async def open_memory(
    path: Path, echo: Echo, clock: Clock, caps: Caps | None = None
) -> AsyncGenerator[tuple[Ricordo, Worker]]:
    store = await SqliteStore.open(path / "memory.db")
    learner = Learner(store, HashEmbedder(), echo)
    try:
        yield (
            Ricordo(store, HashEmbedder(), learner=learner, learning="queue", clock=clock),
            Worker(learner, clock, caps or Caps()),
        )
    finally:
        await store.close()


async def load_contents(memory: Ricordo, scope: Scope = ALICE) -> list[str]:
    return [found.content async for found in memory.memories(scope=scope.owner())]


async def test_what_arrives_close_together_is_learned_in_one_call(tmp_path: Path) -> None:
    echo, clock = Echo(), Clock()
    async with open_memory(tmp_path, echo, clock) as (memory, worker):
        for text in ("I like tea", "I have a dog"):
            await memory.remember([Turn("user", text)], scope=ALICE)
        assert await worker.run_due_jobs() == 0
        clock.advance(seconds=2)
        assert await worker.drain() == 1
        assert [[turn.text for turn in exchange.turns] for exchange in echo.exchanges] == [
            ["I like tea", "I have a dog"]
        ]
        assert await load_contents(memory) == ["I like tea", "I have a dog"]


async def test_the_turns_before_are_shown_for_understanding_only(tmp_path: Path) -> None:
    echo, clock = Echo(), Clock()
    async with open_memory(tmp_path, echo, clock) as (memory, worker):
        await memory.remember([Turn("user", "first thing")], scope=ALICE)
        clock.advance(seconds=2)
        await worker.drain()
        await memory.remember([Turn("user", "second thing")], scope=ALICE)
        clock.advance(seconds=2)
        await worker.drain()
        assert [turn.text for turn in echo.exchanges[1].before] == ["first thing"]
        assert await load_contents(memory) == ["first thing", "second thing"]


async def test_a_failed_job_is_retried_later_and_learned_once(tmp_path: Path) -> None:
    echo, clock = Echo(ModelError("the model is busy")), Clock()
    async with open_memory(tmp_path, echo, clock) as (memory, worker):
        await memory.remember([Turn("user", "I like tea")], scope=ALICE)
        clock.advance(seconds=2)
        await worker.drain()
        assert await load_contents(memory) == []
        (job,) = await memory.jobs(scope=ALICE)
        assert (job.attempts, job.failed, job.error) == (1, False, "the model is busy")
        assert await worker.run_due_jobs() == 0
        clock.advance(seconds=max_retry_delay(1))
        await worker.drain()
        assert await load_contents(memory) == ["I like tea"]
        assert await memory.jobs() == []


def max_retry_delay(attempts: int) -> float:
    return max(retry_delay(attempts) for _ in range(50)) * 1.5


async def test_after_the_last_try_a_job_is_set_aside_with_its_reason_and_can_be_retried(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    echo, clock = Echo(*[ModelError("no such model")] * MAX_ATTEMPTS), Clock()
    async with open_memory(tmp_path, echo, clock) as (memory, worker):
        await memory.remember([Turn("user", "my canary sings")], scope=ALICE)
        for _ in range(MAX_ATTEMPTS + 3):
            clock.advance(hours=3)
            await worker.drain()
        (job,) = await memory.jobs()
        assert (job.attempts, job.failed, job.error) == (MAX_ATTEMPTS, True, "no such model")
        assert (await memory.status()).store.jobs_failed == 1
        await memory.settle(timeout=1)  # what was set aside is not waited for
        assert await memory.retry() == 1
        clock.advance(seconds=1)
        await worker.drain()
        assert await load_contents(memory) == ["my canary sings"]
    assert "canary" not in caplog.text
    assert [record.levelno for record in caplog.records].count(logging.ERROR) == 1


async def test_an_extractor_that_breaks_loses_no_job_and_tells_nothing(tmp_path: Path) -> None:
    echo, clock = Echo(RuntimeError("my canary sings"), KeyError("canary")), Clock()
    async with open_memory(tmp_path, echo, clock) as (memory, worker):
        await memory.remember([Turn("user", "I like tea")], scope=ALICE)
        clock.advance(seconds=2)
        await worker.drain()
        (job,) = await memory.jobs()
        assert job.error == "RuntimeError in echo/1"
        for _ in range(2):
            clock.advance(hours=1)
            await worker.drain()
        assert await load_contents(memory) == ["I like tea"]


def test_pauses_grow_with_a_jitter_and_have_an_end() -> None:
    for attempts in range(1, 30):
        longest = min(3600.0, 5 * 2 ** (attempts - 1))
        found = [retry_delay(attempts) for _ in range(100)]
        assert all(longest * 0.5 <= seconds <= longest * 1.5 for seconds in found)
        assert len(set(found)) > 50


async def test_several_workers_share_the_work_without_doing_it_twice(tmp_path: Path) -> None:
    echo, clock = Echo(), Clock()
    async with open_memory(tmp_path, echo, clock) as (memory, worker):
        people = [Scope(user=f"person {number}", session="1") for number in range(12)]
        for number, person in enumerate(people):
            await memory.remember([Turn("user", f"I like {FRUITS[number]}")], scope=person)
        clock.advance(seconds=2)
        others = [Worker(worker.learner, clock) for _ in range(3)]
        await asyncio.gather(*(each.drain() for each in [worker, *others]))
        assert len(echo.exchanges) == 12
        for number, person in enumerate(people):
            assert await load_contents(memory, person) == [f"I like {FRUITS[number]}"]


async def test_what_is_learned_about_one_person_is_learned_in_turn(tmp_path: Path) -> None:
    echo, clock = Echo(), Clock()
    async with open_memory(tmp_path, echo, clock) as (memory, worker):
        for session in "12345":
            scope = Scope(user="alice", session=session)
            await memory.remember([Turn("user", f"I like {FRUITS[int(session)]}")], scope=scope)
        clock.advance(seconds=2)
        await asyncio.gather(*(Worker(worker.learner, clock).drain() for _ in range(4)))
        await worker.drain()
        assert echo.most_running == 1
        assert len(await load_contents(memory, Scope(user="alice"))) == 5


async def test_a_worker_that_lost_its_lease_stores_nothing(tmp_path: Path) -> None:
    echo, clock = Echo(), Clock()
    echo.gate = asyncio.Event()
    async with open_memory(tmp_path, echo, clock) as (memory, worker):
        await memory.remember([Turn("user", "I like tea")], scope=ALICE)
        clock.advance(seconds=2)
        slow = asyncio.create_task(worker.run_due_jobs())
        await echo.wait_for_calls(1)
        clock.advance(minutes=10)
        quick = asyncio.create_task(Worker(worker.learner, clock).run_due_jobs())
        await echo.wait_for_calls(2)
        echo.gate.set()
        await asyncio.gather(slow, quick)
        assert await load_contents(memory) == ["I like tea"]
        assert await memory.jobs() == []


async def test_work_that_is_cut_off_goes_back_to_the_queue_at_once(tmp_path: Path) -> None:
    echo, clock = Echo(), Clock()
    echo.gate = asyncio.Event()
    async with open_memory(tmp_path, echo, clock) as (memory, worker):
        await memory.remember([Turn("user", "I like tea")], scope=ALICE)
        clock.advance(seconds=2)
        working = asyncio.create_task(worker.run())
        await echo.wait_for_calls(1)
        working.cancel()
        await asyncio.gather(working, return_exceptions=True)
        (job,) = await memory.jobs()
        assert (job.attempts, job.error) == (0, "interrupted")
        echo.gate = None
        await worker.drain()
        assert await load_contents(memory) == ["I like tea"]


async def test_without_consent_nothing_is_learned_and_no_job_is_left(tmp_path: Path) -> None:
    echo, clock = Echo(), Clock()
    async with open_memory(tmp_path, echo, clock) as (memory, worker):
        await memory.set_consent(scope=BOB.owner(), learning=False)
        await memory.remember([Turn("user", "I like tea")], scope=BOB)
        assert await memory.jobs() == []
        await memory.remember([Turn("user", "I like tea")], scope=ALICE)
        await memory.set_consent(scope=ALICE.owner(), learning=False)
        clock.advance(seconds=2)
        await worker.drain()
        assert echo.exchanges == []
        assert await memory.jobs() == []
        assert len(await memory.recall("tea", scope=ALICE)) == 1


async def test_what_is_forgotten_before_it_was_learned_is_never_learned(tmp_path: Path) -> None:
    echo, clock = Echo(), Clock()
    async with open_memory(tmp_path, echo, clock) as (memory, worker):
        ids = await memory.remember([Turn("user", "I like tea"), Turn("user", "my secret")], scope=ALICE)
        await memory.forget(scope=ALICE, ids=ids[1:])
        clock.advance(seconds=2)
        await worker.drain()
        assert await load_contents(memory) == ["I like tea"]


async def test_what_is_forgotten_while_it_is_learned_is_not_stored(tmp_path: Path) -> None:
    echo, clock = Echo(), Clock()
    echo.gate = asyncio.Event()
    async with open_memory(tmp_path, echo, clock) as (memory, worker):
        await memory.remember([Turn("user", "my secret")], scope=ALICE)
        clock.advance(seconds=2)
        working = asyncio.create_task(worker.run_due_jobs())
        await echo.wait_for_calls(1)
        await memory.forget(scope=ALICE)
        echo.gate.set()
        await working
        assert await load_contents(memory) == []
        assert await memory.jobs() == []


async def test_past_a_cap_turns_are_kept_and_learning_waits_for_the_next_day(tmp_path: Path) -> None:
    echo, clock = Echo(cost=Cost(1, 60, 40)), Clock()
    async with open_memory(tmp_path, echo, clock, Caps(tokens=250)) as (memory, worker):
        for number in range(3):
            await memory.remember(
                [Turn("user", f"I like {FRUITS[number]}")], scope=Scope(user="alice", session=str(number))
            )
        await memory.remember([Turn("user", "I like tea")], scope=BOB)
        clock.advance(minutes=1)
        await worker.drain()
        assert await load_contents(memory, Scope(user="alice")) == ["I like apples", "I like pears"]
        assert await load_contents(memory, BOB) == ["I like tea"]
        (job,) = await memory.jobs()
        assert job.error == "waits: the daily cap of 250 tokens for a person is reached"
        assert (job.attempts, job.due) == (0, datetime(2026, 3, 2, tzinfo=UTC))
        assert len(await memory.recall("like", scope=Scope(user="alice"), kinds=["turn"])) == 3
        clock.advance(days=1)
        await worker.drain()
        assert len(await load_contents(memory, Scope(user="alice"))) == 3
        usage = await memory.usage(scope=Scope(user="alice"))
        assert dict(usage.days) == {"2026-03-01": (2, 120, 80), "2026-03-02": (1, 60, 40)}


async def test_a_cap_for_all_together_counts_everybody(tmp_path: Path) -> None:
    echo, clock = Echo(cost=Cost(1, 60, 40)), Clock()
    async with open_memory(tmp_path, echo, clock, Caps(total_calls=1)) as (memory, worker):
        for scope in (ALICE, BOB):
            await memory.remember([Turn("user", "I like tea")], scope=scope)
        clock.advance(minutes=1)
        while await worker.run_due_jobs():
            pass
        (job,) = await memory.jobs()
        assert job.error == "waits: the daily cap of 1 calls for all together is reached"


async def test_the_cost_of_a_backlog_is_known_before_it_is_run(tmp_path: Path) -> None:
    echo, clock = Echo(cost=Cost(1, 60, 40)), Clock()
    async with open_memory(tmp_path, echo, clock) as (memory, _):
        for scope in (ALICE, BOB):
            await memory.remember([Turn("user", "I like tea"), Turn("assistant", "Noted.")], scope=scope)
        cost = await memory.maintenance.estimate_learning()
        assert (cost.jobs, cost.turns, cost.calls, cost.input_tokens, cost.output_tokens) == (2, 4, 2, 120, 80)
        assert echo.exchanges == []


@pytest.mark.parametrize("learning", ["background", "inline"])
async def test_learning_happens_in_the_background_or_inline(tmp_path: Path, learning: Learning) -> None:
    async with Ricordo.open(tmp_path / "m.db", extractor=Echo(), embedder=HashEmbedder(), learning=learning) as memory:
        await memory.remember([Turn("user", "I like tea")], scope=ALICE)
        if learning == "background":
            await memory.settle(scope=ALICE, timeout=10)
        assert await load_contents(memory) == ["I like tea"]


async def test_learning_can_be_off(tmp_path: Path) -> None:
    echo = Echo()
    async with Ricordo.open(tmp_path / "m.db", extractor=echo, embedder=HashEmbedder(), learning="off") as memory:
        await memory.remember([Turn("user", "I like tea")], scope=ALICE)
        await memory.settle(timeout=1)
        assert await memory.jobs() == []
        assert echo.exchanges == []


async def test_settle_waits_for_others_and_gives_up_in_time(tmp_path: Path) -> None:
    echo = Echo()
    echo.gate = asyncio.Event()
    async with Ricordo.open(tmp_path / "m.db", extractor=echo, embedder=HashEmbedder()) as memory:
        await memory.remember([Turn("user", "I like tea")], scope=ALICE)
        with pytest.raises(TimeoutError):
            await memory.settle(scope=ALICE, timeout=1.5)
        await memory.settle(scope=BOB, timeout=1)
        echo.gate.set()
        await memory.settle(timeout=10)
        assert await load_contents(memory) == ["I like tea"]


async def test_an_unknown_way_to_learn_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="learning must be one of"):
        async with Ricordo.open(tmp_path / "m.db", learning="sometimes"):  # type: ignore[arg-type]
            pass
    with pytest.raises(ValueError, match=r"caps\.tokens"):
        Caps(tokens=-1)
    with pytest.raises(TypeError, match="chat_client must be a MAF chat client"):
        async with Ricordo.open(tmp_path / "m.db", chat_client="gpt"):  # type: ignore[arg-type]
            pass
