"""Cancellation of background tasks, and the process that background work runs in."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
import types
from collections.abc import Generator
from pathlib import Path

import pytest

from ricordo import Ricordo, Scope, Turn
from ricordo.tasks import cancel_and_wait, giving_way, run_in_background
from ricordo.tasks.helper import HelperProcess
from ricordo.testing import HashEmbedder


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


@pytest.fixture(scope="module")
def helper() -> Generator[HelperProcess]:
    helper = HelperProcess()
    yield helper
    helper.stop()


async def test_only_work_that_gives_way_runs_in_another_process() -> None:
    assert await run_in_background(os.getpid) == os.getpid()
    with giving_way():
        assert await run_in_background(os.getpid) != os.getpid()
    assert await run_in_background(os.getpid) == os.getpid()


def test_the_helper_returns_and_raises_what_a_function_does(helper: HelperProcess) -> None:
    assert helper.run(int, "1a", base=16) == 26
    with pytest.raises(ValueError, match="invalid literal"):
        helper.run(int, "x")
    assert helper.run(len, "x" * 3_000_000) == 3_000_000  # more than a pipe holds


def test_what_a_function_prints_does_no_harm(helper: HelperProcess) -> None:
    assert helper.run(print, "a" * 99) is None
    assert helper.run(len, "ab") == 2


def test_what_another_process_cannot_know_runs_here(helper: HelperProcess) -> None:
    assert helper.run(lambda: [os.getpid()]) == [os.getpid()]
    ghost = types.ModuleType("ghost_of_the_callers_program")
    exec("import os\ndef here(): return os.getpid()", ghost.__dict__)
    sys.modules[ghost.__name__] = ghost
    assert helper.run(ghost.here) == os.getpid()
    assert helper.run(os.getpid) != os.getpid()


def test_a_helper_that_dies_is_replaced_and_at_last_done_without(caplog: pytest.LogCaptureFixture) -> None:
    helper = HelperProcess()
    assert helper.run(os.getpid) != os.getpid()
    for _ in range(2):
        helper.run(_end_the_helper, os.getpid())  # it dies of it, and the function runs here instead
        assert helper.run(os.getpid) != os.getpid()
    helper.run(_end_the_helper, os.getpid())
    assert helper.run(os.getpid) == os.getpid()
    assert caplog.text.count("without its own process") == 3
    helper.stop()


def _end_the_helper(caller: int) -> None:
    if os.getpid() != caller:
        os._exit(1)


def test_the_helper_ends_with_a_process_that_is_killed(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(
        "import os, signal\n"
        "from ricordo.tasks.helper import helper_process\n"
        "print(helper_process().run(os.getpid), flush=True)\n"
        "os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    done = subprocess.run([sys.executable, program], capture_output=True, text=True, check=False)
    assert done.returncode == -signal.SIGKILL
    helper = int(done.stdout)
    for _ in range(300):
        if not Path(f"/proc/{helper}/cmdline").exists() or not Path(f"/proc/{helper}/cmdline").read_bytes():
            return
        time.sleep(0.1)
    raise AssertionError("the helper outlives its parent")


def test_a_program_without_a_main_guard_learns_in_the_background(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(
        "import asyncio\n"
        "from ricordo import Ricordo, Scope, Turn\n"
        "from ricordo.testing import HashEmbedder\n"
        "print('begin')\n"
        "async def main():\n"
        "    async with Ricordo.open('memory://', embedder=HashEmbedder()) as memory:\n"
        "        await memory.remember([Turn('user', 'I live in Rome')], scope=Scope(user='alice'))\n"
        "        await memory.settle(timeout=100)\n"
        "        print([item.content async for item in memory.memories(scope=Scope(user='alice'))])\n"
        "asyncio.run(main())\n"
    )
    done = subprocess.run([sys.executable, "-W", "error", program], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "begin\n['Lives in Rome']\n"), done.stderr


SAID = (
    "I moved to Leeds in May and work as a nurse, mostly nights.",
    "My wife Jo is vegan, I eat everything except oysters. We have two cats.",
    "Something quiet by the sea please, and the budget is about 900 pounds.",
)


async def test_learning_in_the_background_takes_little_time_of_this_process() -> None:
    """The rest takes turns with everybody else's requests, and nobody waits for learning."""
    taken: dict[bool, float] = {}
    for gives_way in (True, False):
        async with Ricordo.open("memory://", embedder=HashEmbedder(), learning="queue") as memory:
            memory._worker.gives_way = gives_way
            for person in range(6):
                await memory.remember([Turn("user", text) for text in SAID], scope=Scope(user=f"person-{person}"))
            await memory._worker.end_gathering()
            await memory._worker.run_due_jobs()  # loads the models
            started = time.process_time()
            await memory._worker.drain()
            taken[gives_way] = time.process_time() - started
            assert memory._worker.done == 6
    assert taken[True] < taken[False] / 2, taken
