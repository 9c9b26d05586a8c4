"""``demo``: the travel assistant in a browser, or what a memory does, in a minute, in this terminal."""

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
from ricordo.cli.options import Commands, Exit
from ricordo.cli.options import command as add_command
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
    """Add this file's commands."""
    text = "A travel assistant in the browser that remembers you."
    parser = add_command(commands, "demo", _demo, text, scope=False, store=False)
    travel.add_options(parser)
    parser.add_argument("--terminal", action="store_true", help="instead, see a memory at work in this terminal")
    parser.add_argument("--first-conversation", type=Path, help=argparse.SUPPRESS)


async def _demo(arguments: argparse.Namespace) -> int:
    if arguments.first_conversation:
        await _first_conversation(arguments.first_conversation)
        return Exit.DONE
    if not arguments.terminal:
        return await travel.run(arguments)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "memory.db"
        _title("A first conversation, in a process of its own")
        await asyncio.to_thread(_in_another_process, path)
        _title("Days later, in a new process: what is remembered, and why")
        async with Ricordo.open(path) as memory:
            await _second_conversation(memory)
            _title("Forgotten means gone")
            await _erasure(memory, path)
    return Exit.DONE


def _in_another_process(path: Path) -> None:
    """Hold the first conversation in a child process, and kill it the hard way at the end."""
    command = [sys.executable, "-m", "ricordo", "demo", "--first-conversation", str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as child:  # noqa: S603 - our own program
        assert child.stdout is not None
        acknowledged = False
        for line in child.stdout:
            if line.strip() == "acknowledged":
                child.kill()
                acknowledged = True
                break
            print(line, end="")
    if not acknowledged:
        raise StoreError("the first conversation ended before it was acknowledged; what it said stands above")
    print("\n  (the process was killed with `kill -9` the moment the last turn was acknowledged)")


async def _first_conversation(path: Path) -> None:
    began = datetime.now(UTC) - timedelta(days=3)
    async with Ricordo.open(path) as memory:
        for number, (role, text) in enumerate(CONVERSATION):
            at = began + timedelta(minutes=number)
            said = Turn("user" if role == "user" else "assistant", text, occurred_at=at)
            await memory.remember([said], scope=ALICE)
            print(f"  {role + ':':11}{text}", flush=True)
        await memory.remember([Turn("user", "My door code is 4711.", occurred_at=began)], scope=BOB)
        print("acknowledged", flush=True)
        await asyncio.sleep(60)


async def _second_conversation(memory: Ricordo) -> None:
    for question in QUESTIONS:
        found = await memory.recall(question, scope=ALICE, limit=2)
        print(f"\n  alice asks: {question}")
        for hit in found:
            print(f"    {hit.occurred_at:%d %b}  {hit.speaker}: {hit.text}\n            found by {hit.why}")
        if not found:
            print("    nothing relevant is remembered, and nothing is made up")
    found = await memory.recall("What is the door code?", scope=ALICE, limit=10)
    seen = "4711" in found.render(2_000)
    print(f"\n  alice asks for bob's door code: {'SHE SEES IT' if seen else 'she sees nothing of it'}")
    print("\n  what an agent is given, in at most 150 tokens:\n")
    block = (await memory.recall("plan a hiking trip within my budget", scope=ALICE)).render(150)
    print(textwrap.indent(block, "    "))


async def _erasure(memory: Ricordo, path: Path) -> None:
    receipt = await memory.forget(scope=ALICE)
    print(
        f"  erased at {receipt.erased_at:%H:%M:%S} UTC: "
        + ", ".join(f"{n} {what}" for what, n in receipt.counts.items())
    )
    print(f"  digest {receipt.digest}")
    files = [file for file in sorted(path.parent.iterdir()) if file.name.startswith(path.name)]
    left = sum(file.read_bytes().count(b"hiking") + file.read_bytes().count(b"alice") for file in files)
    names = ", ".join(file.name for file in files)
    print(f'  "hiking" and "alice" in the bytes of {names}: found {left} times')
    print(f"  alice asks again: {len(await memory.recall('Suggest a vacation for me', scope=ALICE))} hits")
    print(f"  bob's memory is untouched: {len(await memory.recall('door code', scope=BOB))} hit")
    print("\n  Your turn: .venv/bin/ricordo --help")


def _title(text: str) -> None:
    print(f"\n── {text} ".ljust(100, "─"), flush=True)
