"""The `demo` command: the travel assistant in a browser, or a one-minute tour in the terminal."""

from __future__ import annotations

import argparse
import asyncio
import json
import subprocess
import sys
import tempfile
import textwrap
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from ricordo.cli import travel
from ricordo.cli.options import Commands, Exit, add_command
from ricordo.cli.output import StyledText, Text, bold, dim, print_json, print_result, print_text
from ricordo.memory import Ricordo
from ricordo.recall.hits import Recall
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
        await _Tour(arguments, Path(folder) / "memory.db").run()
    return Exit.DONE


async def _hold_first_conversation(path: Path) -> None:
    """Remember the conversation, print each turn once it is stored, and wait to be killed."""
    started_at = datetime.now(UTC) - timedelta(days=3)
    async with Ricordo.open(path) as memory:
        await memory.remember([Turn("user", "My door code is 4711.", occurred_at=started_at)], scope=BOB)
        for number, (role, text) in enumerate(CONVERSATION):
            at = started_at + timedelta(minutes=number)
            turn = Turn("user" if role == "user" else "assistant", text, occurred_at=at)
            await memory.remember([turn], scope=ALICE)
            print_json({"role": role, "text": text})
            sys.stdout.flush()
        await asyncio.sleep(60)


class _Tour:
    """A conversation in one process, its memory in another, and its end."""

    def __init__(self, arguments: argparse.Namespace, path: Path) -> None:
        self._arguments = arguments
        self._path = path

    async def run(self) -> None:
        self._print_title("A first conversation, in a process of its own")
        await asyncio.to_thread(self._run_first_conversation)
        self._print_title("Days later, in a new process: what is remembered, and why")
        async with Ricordo.open(self._path) as memory:
            for question in QUESTIONS:
                self._print_answer(question, await memory.recall(question, scope=ALICE, limit=2))
            await self._ask_for_secret(memory)
            block = (await memory.recall("plan a hiking trip within my budget", scope=ALICE)).render(150)
            title = "\n  what an agent is given, in at most 150 tokens:\n\n"
            self._print(title + textwrap.indent(block, "    "), {"block": block})
            self._print_title("Forgotten means gone")
            await self._erase(memory)

    def _run_first_conversation(self) -> None:
        """Hold the first conversation in a child process, and kill that with SIGKILL after the last turn."""
        command = [sys.executable, "-m", "ricordo", "demo", "--first-conversation", str(self._path)]
        missing = len(CONVERSATION)
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as child:  # noqa: S603 - our own program
            assert child.stdout is not None
            for line in child.stdout:
                turn = json.loads(line)
                self._print([bold(f"  {turn['role'] + ':':11}"), turn["text"]], turn)
                missing -= 1
                if not missing:
                    child.kill()
                    break
        if missing:
            raise StoreError("the first conversation ended before it was acknowledged; its output is above")
        text = "\n  (the process was killed with `kill -9` the moment the last turn was acknowledged)"
        self._print(text, {"killed": True})

    def _print_answer(self, question: str, found: Recall) -> None:
        text: list[str | StyledText] = [f"\n  alice asks: {question}"]
        for hit in found:
            text += [f"\n    {hit.occurred_at:%d %b}  {hit.speaker}: {hit.text}"]
            text += [dim(f"\n            found by {hit.why}")]
        if not found:
            text.append("\n    nothing relevant is remembered, and nothing is made up")
        self._print(text, {"question": question, "hits": found.hits})

    async def _ask_for_secret(self, memory: Ricordo) -> None:
        found = await memory.recall("What is the door code?", scope=ALICE, limit=10)
        is_seen = "4711" in found.render(2_000)
        answer = "SHE SEES IT" if is_seen else "she sees nothing of it"
        self._print(f"\n  alice asks for bob's door code: {answer}", {"seen": is_seen})

    async def _erase(self, memory: Ricordo) -> None:
        receipt = await memory.forget(scope=ALICE)
        files = [file for file in sorted(self._path.parent.iterdir()) if file.name.startswith(self._path.name)]
        left = sum(file.read_bytes().count(b"hiking") + file.read_bytes().count(b"alice") for file in files)
        hits = len(await memory.recall("Suggest a vacation for me", scope=ALICE))
        others = len(await memory.recall("door code", scope=BOB))
        lines = [
            f"erased at {receipt.erased_at:%H:%M:%S} UTC: "
            + ", ".join(f"{count} {what}" for what, count in receipt.counts.items()),
            f"digest {receipt.digest}",
            f'"hiking" and "alice" in the bytes of {", ".join(file.name for file in files)}: found {left} times',
            f"alice asks again: {hits} hits",
            f"bob's memory is untouched: {others} hit",
            "",
            "Your turn: ricordo --help",
        ]
        result = {"receipt": receipt, "left": left, "hits": hits, "others": others}
        self._print(textwrap.indent("\n".join(lines), "  "), result)

    def _print(self, text: Text, data: dict[str, Any]) -> None:
        print_result(self._arguments, text, data)
        sys.stdout.flush()

    def _print_title(self, text: str) -> None:
        if not self._arguments.json:
            print_text(["\n", bold(f"── {text} ".ljust(100, "─"))])
            sys.stdout.flush()
