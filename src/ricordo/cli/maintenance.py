"""``status`` and ``migrate``."""

from __future__ import annotations

import argparse

from ricordo.cli.options import (
    Commands,
    Exit,
    command,
    counted,
    embedder_named,
    existing,
    note,
    opened,
    progress,
    say,
)
from ricordo.embedding import backfill
from ricordo.embedding.backfill import ReembedEstimate
from ricordo.maintenance import Status
from ricordo.opening import open_embedder, open_store
from ricordo.ports.store import IndexStatus, StoreStatus
from ricordo.settings import EMBEDDER
from ricordo.transfer import copy_store

_MEBIBYTE = 2**20


def add_commands(commands: Commands) -> None:
    """Add this file's commands."""
    parser = command(commands, "status", _status, "Counts, and whether the store is sound.", scope=False)
    parser.add_argument("--check", action="store_true", help="verify the file, and that its parts agree")

    parser = command(
        commands, "migrate", _migrate, "Change the embedder or the store, or make the keywords anew.", scope=False
    )
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument(
        "--embedder",
        nargs="?",
        const="",
        metavar="MODULE:NAME",
        help="embed everything that this embedder has no vectors of, then answer by it: a MAF embedding client (or a "
        "function that makes one) in a module, `local` for the one that comes with the package, or none for the one "
        f"that is set ({EMBEDDER.variable}). Can be interrupted and goes on where it stopped",
    )
    what.add_argument(
        "--drop-embedder",
        metavar="NAME",
        help="let go of the vectors of an embedder that does not serve, under its name in `ricordo status`",
    )
    what.add_argument("--reindex", action="store_true", help="make all keywords anew from what was said")
    what.add_argument(
        "--scrub",
        action="store_true",
        help="overwrite the bytes of what was erased. On PostgreSQL all tables are written anew, each locked meanwhile",
    )
    what.add_argument(
        "--rebuild-index",
        action="store_true",
        help="fill the index named by --index anew from the store, then use it. Recall is served all the while. "
        "Can be interrupted and goes on where it stopped",
    )
    what.add_argument(
        "--from",
        dest="source",
        metavar="URL",
        help="copy everything from this store to the one named by --to, and verify it. The source is not changed. "
        "Can be interrupted and goes on where it stopped",
    )
    parser.add_argument("--estimate", action="store_true", help="with --embedder, only say what it will take")
    parser.add_argument("--to", dest="target", metavar="URL", help="the store to copy to, which should be empty")


async def _status(arguments: argparse.Namespace) -> int:
    async with opened(arguments) as memory:
        faults = await memory.maintenance.check() if arguments.check else []
        # Of a damaged file nothing can be counted.
        status = None if faults else await memory.status()
    if arguments.check:
        verdict = "sound: the file is intact, and turns, keywords, vectors and evidence agree"
        found = "\n".join(f"FAULT  {fault.what}\n       to repair: {fault.repair}" for fault in faults) or verdict
        say(arguments, found, {"faults": faults})
    if status is not None:
        say(arguments, _as_text(status), status)
    return Exit.FAULTS if faults else Exit.DONE


def _as_text(status: Status) -> str:
    store = status.store
    size = "" if store.bytes is None else f", {store.bytes / _MEBIBYTE:.1f} MiB"
    lines = [
        f"store     {store.backend}, schema {store.schema}{size}",
        f"holds     {counted(store.turns, 'turn')} and {counted(store.memories, 'memory', 'memories')}",
        f"          of {counted(store.owners, 'person', 'people')}",
        f"learning  {counted(store.jobs_waiting, 'job')} waiting, {store.jobs_failed:,} set aside",
        f"embedder  {status.embedder}",
        *(f"          {line}" for line in _models(store)),
    ]
    if store.index is not None:
        lines += _index_lines(store.index)
    if status.unembedded:
        lines.append(
            f"          {counted(status.unembedded, 'text')} without a vector of it, found by words only: "
            "ricordo migrate --embedder"
        )
    return "\n".join(lines)


def _models(store: StoreStatus) -> list[str]:
    """The models that there are vectors of or are to be: how many, which one serves, and what it lacks."""
    roles = {store.preparing: "being prepared", store.serving: "which serves"}
    lines: list[str] = []
    for model in dict.fromkeys([*store.vectors, *filter(None, roles)]):
        count = store.vectors.get(model, 0)
        line = f"{counted(count, 'vector')} of {model}"
        if model in roles:
            missing = store.turns + store.memories - count
            line += f", {roles[model]}" + (f": {missing:,} missing" if missing else "")
        lines.append(line)
    return lines


def _index_lines(index: IndexStatus) -> list[str]:
    state = "is asked first" if index.ready else "is not filled yet: ricordo migrate --rebuild-index"
    held = "" if index.points is None else f", about {counted(index.points, 'vector')}"
    lines = [
        f"index     {index.name} {state}",
        f"          {index.answering} of {counted(index.nodes, 'node')} answering{held}",
        f"          {counted(index.waiting, 'document')} waiting to be told to it",
    ]
    if index.filling:
        lines.append("          a new copy of it is being filled")
    return lines


async def _migrate(arguments: argparse.Namespace) -> int:
    if (arguments.source is None) != (arguments.target is None):
        raise ValueError("--from and --to go together: the store to copy from, and the store to copy to")
    if arguments.estimate and arguments.embedder is None:
        raise ValueError("--estimate goes with --embedder")
    if arguments.source is not None:
        return await _move(arguments)
    if arguments.scrub:
        async with opened(arguments) as memory:
            left = await memory.maintenance.scrub()
        lines = ["overwrote what was erased", *(f"what is left: {part}" for part in left)]
        say(arguments, "\n".join(lines), {"left": left})
        return Exit.DONE
    if arguments.reindex:
        async with opened(arguments) as memory:
            count = await memory.maintenance.reindex()
        say(arguments, f"made the keywords of {counted(count, 'document')} anew", {"documents": count})
        return Exit.DONE
    if arguments.rebuild_index:
        return await _rebuild(arguments)
    if arguments.drop_embedder is not None:
        async with opened(arguments) as memory:
            count = await memory.maintenance.drop_model(arguments.drop_embedder)
        say(arguments, f"dropped {counted(count, 'vector')} of {arguments.drop_embedder}", {"dropped": count})
        return Exit.DONE
    return await _change_embedder(arguments)


async def _change_embedder(arguments: argparse.Namespace) -> int:
    embedder = open_embedder(await embedder_named(arguments.embedder or EMBEDDER.read() or "local"))
    store = await open_store(existing(arguments), index=arguments.index, timeout=10.0)
    try:
        estimate = await backfill.estimate(store, embedder)
        if arguments.estimate:
            say(arguments, _estimated(estimate), estimate)
            return Exit.DONE
        note(_estimated(estimate))
        run = backfill.Reembedding(store, embedder)
        before, done = (await store.models()).serving, 0
        with progress(estimate.texts, unit="texts") as bar:
            async for count in run.change():
                done += count
                bar.update(count)
    finally:
        await store.close()
    lines = [f"embedded {counted(done, 'text')}; {embedder.name} serves"]
    if refused := len(run.refused):
        lines.append(
            f"{counted(refused, 'text')} went without a vector, refused by {embedder.name}, and can be found by words; "
            "to try them again, run this again"
        )
    if before not in {None, embedder.name}:
        lines += [
            f"the vectors of {before} stay, so that you can go back to it in the same way",
            f"to let go of them: ricordo migrate --drop-embedder {before}",
        ]
    result = {"embedded": done, "refused": refused, "serving": embedder.name, "before": before}
    say(arguments, "\n".join(lines), result)
    return Exit.DONE


def _estimated(estimate: ReembedEstimate) -> str:
    if not estimate.texts:
        return f"nothing is left to embed by {estimate.model}"
    lines = [
        f"to embed  {counted(estimate.texts, 'text')} by {estimate.model}, at most {estimate.tokens:,} tokens",
        f"takes     {_duration(estimate.seconds)}, going by {counted(estimate.sampled, 'text')}",
        f"adds      about {estimate.bytes / _MEBIBYTE:.1f} MiB of vectors",
    ]
    return "\n".join(lines)


def _duration(seconds: float) -> str:
    for size, unit in ((86_400, "days"), (3_600, "hours"), (60, "minutes"), (1, "seconds")):
        if seconds >= 2 * size:
            return f"about {seconds / size:.0f} {unit}"
    return "a moment"


async def _rebuild(arguments: argparse.Namespace) -> int:
    if arguments.index is None:
        raise ValueError("which index? Name it with --index qdrant://…")
    done = 0
    async with opened(arguments) as memory:
        status = (await memory.status()).store
        with progress(status.turns + status.memories, unit="documents") as bar:
            async for count in memory.maintenance.rebuild_index():
                done += count
                bar.update(count)
    say(arguments, f"the index holds {counted(done, 'document')} and is in use", {"documents": done})
    return Exit.DONE


async def _move(arguments: argparse.Namespace) -> int:
    source = await open_store(arguments.source, timeout=10.0)
    try:
        target = await open_store(arguments.target, timeout=10.0)
        try:
            status = await source.status()
            with progress(3 * (status.turns + status.memories), unit="records") as bar:
                moved = await copy_store.move(source, target, bar.update)
        finally:
            await target.close()
    finally:
        await source.close()
    held = moved.inventory
    copied = f"{counted(held.turns, 'turn')}, {counted(held.memories, 'memory', 'memories')}"
    beside = f"{counted(held.vectors, 'vector')} and {counted(held.consents, 'consent')}"
    lines = [f"copied and verified {copied}, {beside}", f"digest {held.digest}"]
    if moved.jobs:
        lines.append(f"{counted(moved.jobs, 'learning job')} stayed behind in the source")
    say(arguments, "\n".join(lines), moved)
    return Exit.DONE
