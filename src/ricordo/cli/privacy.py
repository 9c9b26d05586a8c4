"""The `forget`, `export`, `import`, `consent`, `retention` and `expire` commands."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import AsyncIterator, Iterable, Iterator
from pathlib import Path
from typing import Any

from ricordo.cli.options import Commands, Exit, add_command, open_memory, parse_time, scope_of, stop_on_interrupt
from ricordo.cli.output import pluralize, print_note, print_result, print_text, progress_bar
from ricordo.serialization import dump_line, jsonable, parse_lines
from ricordo.values import KINDS, Receipt, Scope
from ricordo.values.retention import MAX_DAYS


def add_commands(commands: Commands) -> None:
    """Add the commands about privacy."""
    parser = add_command(
        commands, "forget", _forget, "Erase turns and memories, down to the bytes, and print a receipt."
    )
    parser.add_argument("--id", action="append", help="only the turn or memory with this id; may be repeated")
    parser.add_argument("--with-evidence", action="store_true", help="also the turns that the memories of --id rest on")
    parser.add_argument("--before", type=parse_time, metavar="TIME", help="only what was said before then")
    parser.add_argument("--yes", "-y", action="store_true", help="do not ask for confirmation")

    parser = add_command(commands, "export", _export, "Write everything that is known, as JSON lines.")
    parser.add_argument("--since", type=parse_time, metavar="TIME", help="only what was said or became true since then")
    parser.add_argument("--output", "-o", type=Path, metavar="FILE", help="the file to write (standard output)")

    parser = add_command(commands, "import", _import, "Import exported JSON lines into a scope.")
    parser.add_argument("file", type=Path, help="a file that `ricordo export` wrote")

    parser = add_command(commands, "consent", _show_or_set_consent, "Show or change what a person allows.")
    for name, what in (
        ("capture", "keeping what is said"),
        ("learning", "learning from it"),
        ("sharing", "sharing it between agents"),
    ):
        parser.add_argument(f"--{name}", choices=["on", "off"], help=f"allow or forbid {what}")

    parser = add_command(commands, "retention", _show_or_set_retention, "Show or change how long things are kept.")
    parser.add_argument("--days", type=_parse_days, metavar="NUMBER", help="days, or `off` to keep it for good")
    parser.add_argument("--kind", action="append", choices=KINDS, help="only this kind; may be repeated")
    parser.add_argument("--receipts", action="store_true", help="list what the rule has erased")

    parser = add_command(
        commands, "expire", _expire, "Erase now what the rules of retention no longer keep.", scope=False
    )


async def _forget(arguments: argparse.Namespace) -> int:
    scope = scope_of(arguments)
    if arguments.with_evidence and (not arguments.id or arguments.before):
        raise ValueError("--with-evidence goes with --id, and not with --before")
    if not arguments.yes and not _ask_for_confirmation(scope, arguments):
        print_note("ricordo: nothing was erased")
        return Exit.NOTHING
    async with open_memory(arguments) as memory:
        receipt = await memory.forget(
            scope=scope, ids=arguments.id, before=arguments.before, with_evidence=arguments.with_evidence
        )
    lines = [f"erased at {receipt.erased_at:%Y-%m-%d %H:%M:%S} UTC"]
    lines += [f"  {count:8,}  {what}" for what, count in receipt.counts.items()]
    lines += [f"digest {receipt.digest}"]
    if not receipt.scrubbed:
        lines += [
            "the old bytes are not overwritten yet, because a reader or a server still holds them. The store does",
            "not return them any more. A file loses them when the reader has finished and the store is used or",
            "opened again, a server's tables with `ricordo migrate --scrub`",
        ]
    print_result(arguments, "\n".join(lines), receipt)
    return Exit.DONE if any(receipt.counts.values()) else Exit.NOTHING


def _ask_for_confirmation(scope: Scope, arguments: argparse.Namespace) -> bool:
    names = ", ".join(f"{part} {name!r}" for part, name in scope.parts.items())
    what = "the chosen turns and memories" if arguments.id or arguments.before else "everything"
    if not sys.stdin.isatty():
        raise ValueError(f"this erases {what} of {names}; confirm it with --yes")
    with stop_on_interrupt():
        print_note(f"Erase {what} of {names}? It cannot be undone. [y/N]")
        return sys.stdin.readline().strip().lower() in {"y", "yes"}


async def _export(arguments: argparse.Namespace) -> int:
    scope = scope_of(arguments)
    async with open_memory(arguments) as memory:
        rows = memory.export(scope=scope, since=arguments.since)
        if arguments.output is None:
            count = await _print_rows(rows)
            if not count:
                print_note("ricordo: nothing is known")
            return Exit.DONE if count else Exit.NOTHING
        count = await _replace_file(arguments.output, rows)
    if not count:
        print_note(f"ricordo: nothing is known; {arguments.output} was not written")
        return Exit.NOTHING
    print_result(arguments, f"exported {pluralize(count, 'row')} to {arguments.output}", {"rows": count})
    return Exit.DONE


async def _print_rows(rows: AsyncIterator[dict[str, Any]]) -> int:
    count = 0
    with progress_bar(unit="rows") as bar:
        async for row in rows:
            print_text(dump_line(row).decode().removesuffix("\n"))
            count += 1
            bar.update()
    return count


async def _replace_file(path: Path, rows: AsyncIterator[dict[str, Any]]) -> int:
    """Write rows to a temporary file and move that to `path` at the end, so that a backup is never half written."""
    temporary = path.with_name(f".{path.name}.{os.getpid()}.part")
    count = 0
    try:
        with temporary.open("xb") as file, progress_bar(unit="rows") as bar:
            temporary.chmod(0o600)
            async for row in rows:
                file.write(dump_line(row))
                count += 1
                bar.update()
            file.flush()
            os.fsync(file.fileno())
        if count:
            temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)
    return count


async def _import(arguments: argparse.Namespace) -> int:
    scope = scope_of(arguments)
    with arguments.file.open(encoding="utf-8") as file, progress_bar(unit="rows") as bar:
        async with open_memory(arguments, create=True) as memory:
            count = await memory.import_(_advance(parse_lines(file), bar), scope=scope)
    print_result(arguments, f"imported {pluralize(count, 'new row')}", {"rows": count})
    return Exit.DONE


def _advance(rows: Iterable[dict[str, Any]], bar: Any) -> Iterator[dict[str, Any]]:
    """Yield `rows`, and advance the progress bar by each."""
    for row in rows:
        yield row
        bar.update()


_OFF = "off"


def _parse_days(text: str) -> int | str:
    if text == _OFF:
        return text
    try:
        days = int(text)
    except ValueError:
        days = 0
    if not 1 <= days <= MAX_DAYS:
        raise argparse.ArgumentTypeError(f"{text!r} is neither a number of days, 1 to {MAX_DAYS:,}, nor {_OFF!r}")
    return days


async def _show_or_set_retention(arguments: argparse.Namespace) -> int:
    scope = scope_of(arguments)
    if arguments.kind and arguments.days is None:
        raise ValueError("--kind needs --days")
    async with open_memory(arguments, create=arguments.days is not None) as memory:
        if arguments.receipts:
            receipts = await memory.receipts(scope=scope)
            for receipt in receipts:
                print_result(arguments, _describe_receipt(receipt), receipt)
            if not receipts:
                print_note("ricordo: the rule has erased nothing")
            return Exit.DONE if receipts else Exit.NOTHING
        if arguments.days is None:
            rule = await memory.retention(scope=scope)
        else:
            days = None if arguments.days == _OFF else arguments.days
            rule = await memory.set_retention(scope=scope, days=days, kinds=arguments.kind)
    kept = {kind: getattr(rule, kind) for kind in KINDS}
    lines = [f"{kind:9} {'for good' if days is None else pluralize(days, 'day')}" for kind, days in kept.items()]
    print_result(arguments, "\n".join(lines), rule)
    return Exit.DONE


async def _expire(arguments: argparse.Namespace) -> int:
    async with open_memory(arguments) as memory:
        receipts = await memory.maintenance.apply_retention()
    for receipt in receipts:
        print_result(arguments, _describe_receipt(receipt), receipt)
    if not receipts:
        print_note("ricordo: nothing is older than the rules allow")
    return Exit.DONE if receipts else Exit.NOTHING


def _describe_receipt(receipt: Receipt) -> str:
    counts = ", ".join(f"{count:,} {what}" for what, count in receipt.counts.items())
    return f"{receipt.erased_at:%Y-%m-%d %H:%M:%S} UTC  {counts}  {receipt.digest}"


async def _show_or_set_consent(arguments: argparse.Namespace) -> int:
    scope = scope_of(arguments)
    options = {name: getattr(arguments, name) for name in ("capture", "learning", "sharing")}
    changes = {name: value == "on" for name, value in options.items() if value is not None}
    async with open_memory(arguments, create=bool(changes)) as memory:
        consent = await (memory.set_consent(scope=scope, **changes) if changes else memory.consent(scope=scope))
    switches = jsonable(consent)
    print_result(arguments, "\n".join(f"{name:9} {'on' if switches[name] else 'off'}" for name in switches), consent)
    return Exit.DONE
