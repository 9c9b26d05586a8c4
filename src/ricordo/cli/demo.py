"""The `demo` command: the travel assistant in a browser, or a one-minute tour in the terminal."""

from __future__ import annotations

import argparse
import asyncio
import subprocess
import sys
import tempfile
import textwrap
from datetime import UTC, datetime, timedelta
from pathlib import Path

from ricordo.cli import travel
from ricordo.cli.options import Commands, Exit, add_command
from ricordo.cli.output import print_text
from ricordo.memory import Ricordo
from ricordo.values import Scope, StoreError, Turn

ALICE = Scope(application="travel", user="alice")
BOB = Scope(application="travel", user="bob")

CONVERSATION = (
    ("user", "Hi! I want to plan a vacation"),
    ("assistant", "I'd love to help! What's your budget for this trip?"),
    ("user", "Around $2,000. There will be three of us, and I'm vegetarian."),
    ("assistant", "Great! What kind of experiences do you enjoy?"),
    ("user", "I love hiking and coastal walks. We went to Tasmania last year and loved it."),
    ("assistant", "Sounds wonderful! The Great Ocean Road has dramatic cliffs and rainforest trails."),
)
QUESTIONS = (
    "Suggest a vacation for me",
    "How much can I spend?",
    "Where have we been before?",
    "What's the capital of France?",
)


def add_commands(commands: Commands) -> None:
    """Add the `demo` command."""
    text = "Try a travel assistant that remembers you, in the browser."
    parser = add_command(commands, "demo", _run_demo, text, scope=False, store=False)
    travel.add_options(parser)
    parser.add_argument("--terminal", action="store_true", help="watch a memory at work in this terminal instead")
    parser.add_argument("--first-conversation", type=Path, help=argparse.SUPPRESS)


async def _run_demo(arguments: argparse.Namespace) -> int:
    if arguments.first_conversation:
        await _hold_first_conversation(arguments.first_conversation)
        return Exit.DONE
    if not arguments.terminal:
        return await travel.run(arguments)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "memory.db"
        _print_title("A first conversation, in a process of its own")
        await asyncio.to_thread(_run_first_conversation, path)
        _print_title("Days later, in a new process: what is remembered, and why")
        async with Ricordo.open(path) as memory:
            await _hold_second_conversation(memory)
            _print_title("Forgotten means gone")
            await _erase(memory, path)
    return Exit.DONE


def _run_first_conversation(path: Path) -> None:
    """Hold the first conversation in a child process, and kill that with SIGKILL at the end."""
    command = [sys.executable, "-m", "ricordo", "demo", "--first-conversation", str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as child:  # noqa: S603 - our own program
        assert child.stdout is not None
        acknowledged = False
        for line in child.stdout:
            if line.strip() == "acknowledged":
                child.kill()
                acknowledged = True
                break
            print_text(line.rstrip("\n"))
    if not acknowledged:
        raise StoreError("the first conversation ended before it was acknowledged; its output is above")
    print_text("\n  (the process was killed with `kill -9` the moment the last turn was acknowledged)")


async def _hold_first_conversation(path: Path) -> None:
    started_at = datetime.now(UTC) - timedelta(days=3)
    async with Ricordo.open(path) as memory:
        for number, (role, text) in enumerate(CONVERSATION):
            at = started_at + timedelta(minutes=number)
            turn = Turn("user" if role == "user" else "assistant", text, occurred_at=at)
            await memory.remember([turn], scope=ALICE)
            print_text(f"  {role + ':':11}{text}")
            sys.stdout.flush()
        await memory.remember([Turn("user", "My door code is 4711.", occurred_at=started_at)], scope=BOB)
        print_text("acknowledged")
        sys.stdout.flush()
        await asyncio.sleep(60)


async def _hold_second_conversation(memory: Ricordo) -> None:
    for question in QUESTIONS:
        found = await memory.recall(question, scope=ALICE, limit=2)
        print_text(f"\n  alice asks: {question}")
        for hit in found:
            print_text(f"    {hit.occurred_at:%d %b}  {hit.speaker}: {hit.text}\n            found by {hit.why}")
        if not found:
            print_text("    nothing relevant is remembered, and nothing is made up")
    found = await memory.recall("What is the door code?", scope=ALICE, limit=10)
    seen = "4711" in found.render(2_000)
    print_text(f"\n  alice asks for bob's door code: {'SHE SEES IT' if seen else 'she sees nothing of it'}")
    print_text("\n  what an agent is given, in at most 150 tokens:\n")
    block = (await memory.recall("plan a hiking trip within my budget", scope=ALICE)).render(150)
    print_text(textwrap.indent(block, "    "))


async def _erase(memory: Ricordo, path: Path) -> None:
    receipt = await memory.forget(scope=ALICE)
    print_text(
        f"  erased at {receipt.erased_at:%H:%M:%S} UTC: "
        + ", ".join(f"{n} {what}" for what, n in receipt.counts.items())
    )
    print_text(f"  digest {receipt.digest}")
    files = [file for file in sorted(path.parent.iterdir()) if file.name.startswith(path.name)]
    left = sum(file.read_bytes().count(b"hiking") + file.read_bytes().count(b"alice") for file in files)
    names = ", ".join(file.name for file in files)
    print_text(f'  "hiking" and "alice" in the bytes of {names}: found {left} times')
    print_text(f"  alice asks again: {len(await memory.recall('Suggest a vacation for me', scope=ALICE))} hits")
    print_text(f"  bob's memory is untouched: {len(await memory.recall('door code', scope=BOB))} hit")
    print_text("\n  Your turn: .venv/bin/ricordo --help")


def _print_title(text: str) -> None:
    print_text(f"\n── {text} ".ljust(100, "─"))
    sys.stdout.flush()
