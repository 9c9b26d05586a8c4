"""The `worker`, `learn`, `jobs` and `usage` commands: turn what was said into memories, and what that costs."""

from __future__ import annotations

import argparse
import asyncio
import signal
from typing import Any

from ricordo.cli.options import Commands, Exit, add_command, has_scope, load_object, open_memory, scope_of
from ricordo.cli.output import Text, bold, dim, pluralize, print_note, print_result, progress_bar, red
from ricordo.learn.caps import Caps
from ricordo.learn.gathering import Gathering
from ricordo.ports.status import JobReport, Usage
from ricordo.prompt.escaping import flatten
from ricordo.settings import CHAT_CLIENT, GATHER_SECONDS, GATHER_TURNS


def add_commands(commands: Commands) -> None:
    """Add the commands about learning."""
    parser = add_command(commands, "worker", _run_worker, "Learn from new turns until stopped.", scope=False)
    add_learning_options(parser)
    parser = add_command(commands, "learn", _learn, "Learn from all waiting turns now.", scope=False)
    parser.add_argument("--estimate", action="store_true", help="only print what it would cost")
    add_learning_options(parser)
    parser = add_command(
        commands, "jobs", _jobs, "List learning jobs that wait or were set aside, and why.", scope=False
    )
    parser.add_argument("--retry", action="store_true", help="try the jobs again that were set aside")
    add_command(
        commands,
        "usage",
        _usage,
        "Show the model calls and tokens that learning has cost, in total and by day.",
        whose="whose learning it was; without it, everybody's",
    )


def add_learning_options(parser: argparse.ArgumentParser) -> None:
    """Add the options for the model that learns, the profiles to fill, and the caps."""
    parser.add_argument(
        "--chat-client",
        metavar="MODULE:NAME",
        default=CHAT_CLIENT.read(),
        help="a MAF chat client, or a function that returns one; without it, the bundled reader learns from English",
    )
    parser.add_argument(
        "--profile",
        metavar="MODULE:NAME",
        action="append",
        default=[],
        help="a Pydantic model to fill; may be repeated",
    )
    add_gathering_options(parser)
    for name, meaning in (
        ("calls", "model calls a day for each person"),
        ("tokens", "tokens a day for each person"),
        ("total-calls", "model calls a day in total"),
        ("total-tokens", "tokens a day in total"),
    ):
        parser.add_argument(f"--cap-{name}", type=int, metavar="N", help=f"at most N {meaning}")


def add_gathering_options(parser: argparse.ArgumentParser) -> None:
    """Add the options for the turns that learning waits for."""
    parser.add_argument(
        "--gather-turns",
        type=int,
        metavar="N",
        default=GATHER_TURNS.read(),
        help="turns of a conversation with which learning begins at once (6 with a chat client)",
    )
    parser.add_argument(
        "--gather-seconds",
        type=float,
        metavar="SECONDS",
        default=GATHER_SECONDS.read(),
        help="seconds of silence after which it begins with fewer turns (60 with a chat client)",
    )


def load_gathering(arguments: argparse.Namespace) -> Gathering | None:
    """Return the turns that learning waits for; None if no option says so and no chat client learns."""
    given = {"turns": arguments.gather_turns, "seconds": arguments.gather_seconds}
    chosen = {name: value for name, value in given.items() if value is not None}
    return Gathering(**chosen) if chosen or arguments.chat_client else None


async def load_learning_settings(arguments: argparse.Namespace) -> dict[str, Any]:
    """Load what these options name, as arguments of `Ricordo.open`."""
    client = await load_object(arguments.chat_client, "--chat-client") if arguments.chat_client else None
    models = [await load_object(name, "--profile", make=False) for name in arguments.profile]
    caps = Caps(arguments.cap_calls, arguments.cap_tokens, arguments.cap_total_calls, arguments.cap_total_tokens)
    return {"chat_client": client, "profiles": models, "caps": caps, "gathering": load_gathering(arguments)}


async def _run_worker(arguments: argparse.Namespace) -> int:
    stopped = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stopped.set)
    async with open_memory(arguments, learning="background", **await load_learning_settings(arguments)) as memory:
        print_note(f"learning from {arguments.store}; stop with Ctrl-C")
        await stopped.wait()
        print_note("stopping; unfinished jobs go back to the queue")
        done = memory.maintenance.jobs_done
    print_result(arguments, f"learned from {pluralize(done, 'job')}", {"jobs": done})
    return Exit.DONE


async def _learn(arguments: argparse.Namespace) -> int:
    async with open_memory(arguments, learning="queue", **await load_learning_settings(arguments)) as memory:
        if arguments.estimate:
            cost = await memory.maintenance.estimate_learning()
            text = (
                f"{pluralize(cost.jobs, 'job')} with {pluralize(cost.turns, 'turn')}: at most "
                f"{pluralize(cost.calls, 'call')} to the model, {cost.input_tokens:,} tokens in and "
                f"{cost.output_tokens:,} out"
            )
            print_result(arguments, text, cost)
            return Exit.DONE
        total = (await memory.status()).store.jobs_waiting
        with progress_bar(total, unit="jobs") as bar:
            async for count in memory.maintenance.learn():
                bar.update(count)
        waiting = (await memory.status()).store.jobs_waiting
    print_result(arguments, f"learned; {pluralize(waiting, 'job')} still waiting", {"waiting": waiting})
    return Exit.DONE


async def _jobs(arguments: argparse.Namespace) -> int:
    async with open_memory(arguments) as memory:
        if arguments.retry:
            count = await memory.retry()
            print_result(arguments, f"{pluralize(count, 'job')} will be tried again", {"retried": count})
            return Exit.DONE
        jobs = await memory.jobs()
    for job in jobs:
        print_result(arguments, _describe_job(job), job)
    if not jobs:
        print_note("ricordo: nothing is waiting")
    return Exit.DONE


def _describe_job(job: JobReport) -> Text:
    state = red("set aside") if job.failed else f"due {job.due:%Y-%m-%d %H:%M:%S}"
    reason = f": {flatten(job.error)}" if job.error else ""
    rest = f", {pluralize(len(job.turns), 'turn')}, tried {pluralize(job.attempts, 'time')}{reason}"
    return [dim(f"{job.id:>6}"), "  ", state, rest]


async def _usage(arguments: argparse.Namespace) -> int:
    async with open_memory(arguments) as memory:
        everybody = not has_scope(arguments)
        usage = await (memory.maintenance.usage() if everybody else memory.usage(scope=scope_of(arguments)))
    print_result(arguments, _describe_usage(usage), usage)
    return Exit.DONE


def _describe_usage(usage: Usage) -> Text:
    rows = [("total", usage.calls, usage.input_tokens, usage.output_tokens)]
    rows += [(day, *spent) for day, spent in sorted(usage.days.items())]
    lines = [f"{'':10}  {'calls':>10}  {'tokens in':>14}  {'tokens out':>14}"]
    lines += [f"{name:10}  {calls:>10,}  {spent:>14,}  {made:>14,}" for name, calls, spent, made in rows]
    return [bold(lines[0]), "\n", "\n".join(lines[1:])]
