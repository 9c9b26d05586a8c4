"""``worker``, ``learn``, ``jobs``: turning what was said into what is known."""

from __future__ import annotations

import argparse
import asyncio
import signal
from typing import Any

from tqdm import tqdm

from ricordo.cli.options import Commands, Exit, command, counted, loaded, note, opened, say
from ricordo.learn.caps import Caps
from ricordo.ports.store import JobReport
from ricordo.settings import CHAT_CLIENT


def add_commands(commands: Commands) -> None:
    """Add this file's commands."""
    parser = command(commands, "worker", _work, "Learn from what is remembered, until stopped.", scope=False)
    add_learner(parser)
    parser = command(commands, "learn", _learn, "Learn from what is waiting, now.", scope=False)
    parser.add_argument("--estimate", action="store_true", help="only say what it will cost")
    add_learner(parser)
    parser = command(commands, "jobs", _jobs, "Learning that waits or was set aside, and why.", scope=False)
    parser.add_argument("--retry", action="store_true", help="give what was set aside another chance")


def add_learner(parser: argparse.ArgumentParser) -> None:
    """Add the options that say who learns, what for, and at what cost."""
    parser.add_argument(
        "--chat-client",
        metavar="MODULE:NAME",
        default=CHAT_CLIENT.read(),
        help="a MAF chat client, or a function that makes one; without it, English rules that need no model",
    )
    parser.add_argument(
        "--profile",
        metavar="MODULE:NAME",
        action="append",
        default=[],
        help="a Pydantic model to fill, or more",
    )
    for name, meaning in (
        ("calls", "calls of the model a day for each person"),
        ("tokens", "tokens a day for each person"),
        ("total-calls", "calls of the model a day for all together"),
        ("total-tokens", "tokens a day for all together"),
    ):
        parser.add_argument(f"--cap-{name}", type=int, metavar="N", help=f"at most N {meaning}")


async def learner_settings(arguments: argparse.Namespace) -> dict[str, Any]:
    """What those options mean to ``Ricordo.open``."""
    client = await loaded(arguments.chat_client, "--chat-client") if arguments.chat_client else None
    models = [await loaded(name, "--profile", make=False) for name in arguments.profile]
    caps = Caps(arguments.cap_calls, arguments.cap_tokens, arguments.cap_total_calls, arguments.cap_total_tokens)
    return {"chat_client": client, "profiles": models, "caps": caps}


async def _work(arguments: argparse.Namespace) -> int:
    stopped = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stopped.set)
    async with opened(arguments, learning="background", **await learner_settings(arguments)) as memory:
        note(f"learning from {arguments.store}; stop with Ctrl-C")
        await stopped.wait()
        note("stopping; what is not finished goes back to the queue")
        done = memory.learned
    say(arguments, f"learned from {counted(done, 'job')}", {"jobs": done})
    return Exit.DONE


async def _learn(arguments: argparse.Namespace) -> int:
    async with opened(arguments, learning="queue", **await learner_settings(arguments)) as memory:
        if arguments.estimate:
            cost = await memory.estimate()
            text = (
                f"{counted(cost.jobs, 'job')} with {counted(cost.turns, 'turn')}: at most "
                f"{counted(cost.calls, 'call')} of the model, {cost.input_tokens:,} tokens in and "
                f"{cost.output_tokens:,} out"
            )
            say(arguments, text, cost)
            return Exit.DONE
        total = (await memory.status()).store.jobs_waiting
        with tqdm(total=total, unit=" jobs", disable=None if total > 1 else True) as bar:
            async for done in memory.learn():
                bar.update(done)
        waiting = (await memory.status()).store.jobs_waiting
    say(arguments, f"learned; {counted(waiting, 'job')} still waiting", {"waiting": waiting})
    return Exit.DONE


async def _jobs(arguments: argparse.Namespace) -> int:
    async with opened(arguments) as memory:
        if arguments.retry:
            again = await memory.retry()
            say(arguments, f"{counted(again, 'job')} will be tried again", {"retried": again})
            return Exit.DONE
        jobs = await memory.jobs()
    for job in jobs:
        say(arguments, _as_text(job), job)
    if not jobs and not arguments.json:
        print("nothing is waiting")
    return Exit.DONE


def _as_text(job: JobReport) -> str:
    state = "set aside" if job.failed else f"due {job.due:%Y-%m-%d %H:%M:%S}"
    reason = f": {job.error}" if job.error else ""
    return f"{job.id:>6}  {state}, {counted(len(job.turns), 'turn')}, tried {counted(job.attempts, 'time')}{reason}"
