"""``forget``, ``export``, ``import`` and ``consent``."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Any, TextIO

from tqdm import tqdm

from recollect.cli.options import Commands, Exit, command, jsonable, note, opened, say, scope_of, time
from recollect.values import Scope


def add_commands(commands: Commands) -> None:
    """Add this file's commands."""
    parser = command(commands, "forget", _forget, "Erase what is known, bytes and all, and print the receipt.")
    parser.add_argument("--id", action="append", help="only the turn or memory with this id; may be repeated")
    parser.add_argument("--before", type=time, metavar="TIME", help="only what was said before then")
    parser.add_argument("--yes", "-y", action="store_true", help="do not ask")

    parser = command(commands, "export", _export, "Everything that is known, as JSON lines.")
    parser.add_argument("--output", "-o", type=Path, metavar="FILE", help="where to write it (standard output)")

    parser = command(commands, "import", _import, "Bring exported JSON lines back, into the scope that is given.")
    parser.add_argument("file", type=Path, help="what export wrote")

    parser = command(commands, "consent", _consent, "Show or set what is allowed.")
    for name, what in (
        ("capture", "keeping what is said"),
        ("learning", "learning from it"),
        ("sharing", "sharing it between agents"),
    ):
        parser.add_argument(f"--{name}", choices=["on", "off"], help=f"allow or forbid {what}")


async def _forget(arguments: argparse.Namespace) -> int:
    scope = scope_of(arguments)
    if not arguments.yes and not _confirmed(scope, arguments):
        note("recollect: nothing was erased")
        return Exit.NOTHING
    async with opened(arguments) as memory:
        receipt = await memory.forget(scope=scope, ids=arguments.id, before=arguments.before)
    lines = [f"erased at {receipt.erased_at:%Y-%m-%d %H:%M:%S} UTC"]
    lines += [f"  {count:8,}  {what}" for what, count in receipt.counts.items()]
    lines += [f"digest {receipt.digest}"]
    if not receipt.scrubbed:
        lines.append(
            "the old bytes are not overwritten yet: in a file, another process is reading, and it is done when that "
            "has finished; on a server, when VACUUM has run and its log and backups have expired"
        )
    say(arguments, "\n".join(lines), receipt)
    return Exit.DONE if any(receipt.counts.values()) else Exit.NOTHING


def _confirmed(scope: Scope, arguments: argparse.Namespace) -> bool:
    names = ", ".join(f"{part} {name!r}" for part, name in scope.parts.items())
    what = "the chosen turns and memories" if arguments.id or arguments.before else "everything"
    if not sys.stdin.isatty():
        raise ValueError(f"this erases {what} of {names}; give --yes if that is meant")
    return input(f"Erase {what} of {names}? It cannot be undone. [y/N] ").strip().lower() in {"y", "yes"}


async def _export(arguments: argparse.Namespace) -> int:
    count = 0
    with nullcontext(sys.stdout) if arguments.output is None else arguments.output.open("w", encoding="utf-8") as file:
        async with opened(arguments) as memory:
            rows = memory.export(scope=scope_of(arguments))
            with tqdm(unit=" rows", disable=arguments.output is None) as bar:
                async for row in rows:
                    file.write(json.dumps(row, ensure_ascii=False) + "\n")
                    count += 1
                    bar.update()
    if arguments.output is not None:
        say(arguments, f"exported {count} rows to {arguments.output}", {"rows": count})
    return Exit.DONE if count else Exit.NOTHING


async def _import(arguments: argparse.Namespace) -> int:
    with arguments.file.open(encoding="utf-8") as file, tqdm(unit=" rows") as bar:
        async with opened(arguments) as memory:
            count = await memory.import_(_rows(file, bar), scope=scope_of(arguments))
    say(arguments, f"imported {count} rows that were new", {"rows": count})
    return Exit.DONE


def _rows(file: TextIO, bar: Any) -> Iterator[dict[str, Any]]:
    for number, line in enumerate(file, start=1):
        if line.strip():
            try:
                yield json.loads(line)
            except json.JSONDecodeError:
                raise ValueError(f"line {number} is not JSON") from None
            bar.update()


async def _consent(arguments: argparse.Namespace) -> int:
    scope = scope_of(arguments)
    given = {name: getattr(arguments, name) for name in ("capture", "learning", "sharing")}
    changes = {name: value == "on" for name, value in given.items() if value is not None}
    async with opened(arguments) as memory:
        consent = await (memory.set_consent(scope=scope, **changes) if changes else memory.consent(scope=scope))
    allowed = jsonable(consent)
    say(arguments, "\n".join(f"{name:9} {'on' if allowed[name] else 'off'}" for name in allowed), consent)
    return Exit.DONE
