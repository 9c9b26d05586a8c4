"""``forget``, ``export``, ``import`` and ``consent``."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any, TextIO

from ricordo.cli.options import (
    Commands,
    Exit,
    command,
    counted,
    jsonable,
    note,
    opened,
    progress,
    say,
    scope_of,
    time,
)
from ricordo.values import Scope


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
        note("ricordo: nothing was erased")
        return Exit.NOTHING
    async with opened(arguments) as memory:
        receipt = await memory.forget(scope=scope, ids=arguments.id, before=arguments.before)
    lines = [f"erased at {receipt.erased_at:%Y-%m-%d %H:%M:%S} UTC"]
    lines += [f"  {count:8,}  {what}" for what, count in receipt.counts.items()]
    lines += [f"digest {receipt.digest}"]
    if not receipt.scrubbed:
        lines += [
            "not yet overwritten: a reader, or a server, holds on to the old bytes. Nobody finds them through the",
            "store any more; they leave a file when the reader has finished and the store is in use or opened",
            "again, and a server's tables with `ricordo migrate --scrub`",
        ]
    say(arguments, "\n".join(lines), receipt)
    return Exit.DONE if any(receipt.counts.values()) else Exit.NOTHING


def _confirmed(scope: Scope, arguments: argparse.Namespace) -> bool:
    names = ", ".join(f"{part} {name!r}" for part, name in scope.parts.items())
    what = "the chosen turns and memories" if arguments.id or arguments.before else "everything"
    if not sys.stdin.isatty():
        raise ValueError(f"this erases {what} of {names}; give --yes if that is meant")
    return input(f"Erase {what} of {names}? It cannot be undone. [y/N] ").strip().lower() in {"y", "yes"}


async def _export(arguments: argparse.Namespace) -> int:
    scope = scope_of(arguments)
    async with opened(arguments) as memory:
        rows = memory.export(scope=scope)
        if arguments.output is None:
            count = await _written(rows, sys.stdout)
            return Exit.DONE if count else Exit.NOTHING
        count = await _replaced(rows, arguments.output)
    if not count:
        note(f"ricordo: nothing is known, and {arguments.output} was not written")
        return Exit.NOTHING
    say(arguments, f"exported {counted(count, 'row')} to {arguments.output}", {"rows": count})
    return Exit.DONE


async def _written(rows: AsyncIterator[dict[str, Any]], file: TextIO) -> int:
    count = 0
    with progress(unit="rows") as bar:
        async for row in rows:
            file.write(json.dumps(row, ensure_ascii=False) + "\n")
            count += 1
            bar.update()
    return count


async def _replaced(rows: AsyncIterator[dict[str, Any]], path: Path) -> int:
    """Write rows beside ``path`` and put them in its place at the end: a backup is never replaced by half of one."""
    beside = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with beside.open("x", encoding="utf-8") as file:
            beside.chmod(0o600)
            count = await _written(rows, file)
            file.flush()
            os.fsync(file.fileno())
        if count:
            beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)
    return count


async def _import(arguments: argparse.Namespace) -> int:
    scope = scope_of(arguments)
    with arguments.file.open(encoding="utf-8") as file, progress(unit="rows") as bar:
        async with opened(arguments, create=True) as memory:
            count = await memory.import_(_rows(file, bar), scope=scope)
    say(arguments, f"imported {counted(count, 'row')} that {'was' if count == 1 else 'were'} new", {"rows": count})
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
    async with opened(arguments, create=bool(changes)) as memory:
        consent = await (memory.set_consent(scope=scope, **changes) if changes else memory.consent(scope=scope))
    allowed = jsonable(consent)
    say(arguments, "\n".join(f"{name:9} {'on' if allowed[name] else 'off'}" for name in allowed), consent)
    return Exit.DONE
