"""The `status` and `migrate` commands."""

from __future__ import annotations

import argparse

from ricordo.cli.options import Commands, Exit, add_command, check_exists, load_embedder, open_memory, store_url
from ricordo.cli.output import StyledText, green, pluralize, print_note, print_result, progress_bar, red
from ricordo.embedding import backfill
from ricordo.embedding.backfill import ReembedEstimate
from ricordo.maintenance import Status
from ricordo.opening import open_embedder, open_store
from ricordo.ports.status import Fault, IndexStatus, StoreStatus
from ricordo.serialization import jsonable
from ricordo.settings import EMBEDDER
from ricordo.transfer import copy_store

_MEBIBYTE = 2**20


def add_commands(commands: Commands) -> None:
    """Add the commands about the store."""
    parser = add_command(commands, "status", _status, "Show counts, or check the store.", scope=False)
    parser.add_argument(
        "--check", action="store_true", help="check that the file is intact and its parts are consistent"
    )

    parser = add_command(
        commands, "migrate", _migrate, "Change the embedder or the store, or rebuild an index.", scope=False
    )
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument(
        "--embedder",
        nargs="?",
        const="",
        metavar="MODULE:NAME",
        help="embed everything that has no vector of this embedder, then use it for recall: a MAF embedding client or "
        "a function that returns one, `local` for the bundled one, or no value for the one that is set "
        f"({EMBEDDER.variable}). If interrupted, run it again to continue",
    )
    what.add_argument(
        "--drop-embedder",
        metavar="NAME",
        help="delete the vectors of an embedder that is not in use; `ricordo status` shows its name",
    )
    what.add_argument("--reindex", action="store_true", help="rebuild all keywords from the stored texts")
    what.add_argument(
        "--merge-twins",
        action="store_true",
        help="merge memories that an earlier version stored twice, as a profile field and as a sentence",
    )
    what.add_argument(
        "--scrub",
        action="store_true",
        help="overwrite the bytes of erased content. On PostgreSQL this rewrites all tables, and locks each meanwhile",
    )
    what.add_argument(
        "--rebuild-index",
        action="store_true",
        help="rebuild the index named by --index from the store, then use it. Recall works meanwhile. "
        "If interrupted, run it again to continue",
    )
    what.add_argument(
        "--from",
        dest="source",
        metavar="URL",
        help="copy everything from this store to the one named by --to, and verify it. The source is not changed. "
        "If interrupted, run it again to continue",
    )
    parser.add_argument("--estimate", action="store_true", help="with --embedder, only print what it would take")
    parser.add_argument("--to", dest="target", metavar="URL", help="the store to copy to, which should be empty")


async def _status(arguments: argparse.Namespace) -> int:
    async with open_memory(arguments) as memory:
        faults = await memory.maintenance.check() if arguments.check else []
        # A damaged file cannot be counted.
        status = None if faults else await memory.status()
    text: list[str | StyledText] = [part for fault in faults for part in _describe_fault(fault)]
    if arguments.check and not faults:
        text += [green("sound"), ": the file is intact, and turns, keywords, vectors and evidence agree\n"]
    if status is not None:
        text.append(_describe_status(status))
    checked = {"faults": faults} if arguments.check else {}
    print_result(arguments, text, jsonable(status or {}) | jsonable(checked))
    return Exit.FAULTS if faults else Exit.DONE


def _describe_fault(fault: Fault) -> list[str | StyledText]:
    return [red("FAULT"), f"  {fault.what}\n       to repair: {fault.repair}\n"]


def _describe_status(status: Status) -> str:
    store = status.store
    size = "" if store.bytes is None else f", {store.bytes / _MEBIBYTE:.1f} MiB"
    lines = [
        f"store     {store.backend}, schema {store.schema}{size}",
        f"holds     {pluralize(store.turns, 'turn')} and {pluralize(store.memories, 'memory', 'memories')}",
        f"          of {pluralize(store.owners, 'person', 'people')}",
        f"learning  {pluralize(store.jobs_waiting, 'job')} waiting, {store.jobs_failed:,} set aside",
        f"embedder  {status.embedder}",
        *(f"          {line}" for line in _model_lines(store)),
    ]
    if store.index is not None:
        lines += _index_lines(store.index)
    if status.unembedded:
        lines.append(
            f"          {pluralize(status.unembedded, 'text')} without a vector of it, found by words only: "
            "ricordo migrate --embedder"
        )
    return "\n".join(lines)


def _model_lines(store: StoreStatus) -> list[str]:
    """Return a line for each embedding model: its vectors, its role, and how many are missing."""
    roles = {store.preparing: "being prepared", store.serving: "which serves"}
    lines: list[str] = []
    for model in dict.fromkeys([*store.vectors, *filter(None, roles)]):
        count = store.vectors.get(model, 0)
        line = f"{pluralize(count, 'vector')} of {model}"
        if model in roles:
            missing = store.turns + store.memories - count
            line += f", {roles[model]}" + (f": {missing:,} missing" if missing else "")
        lines.append(line)
    return lines


def _index_lines(index: IndexStatus) -> list[str]:
    state = "is asked first" if index.ready else "is not filled yet: ricordo migrate --rebuild-index"
    held = "" if index.points is None else f", about {pluralize(index.points, 'vector')}"
    lines = [
        f"index     {index.name} {state}",
        f"          {index.answering} of {pluralize(index.nodes, 'node')} answering{held}",
        f"          {pluralize(index.waiting, 'document')} waiting to be told to it",
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
        return await _copy_store(arguments)
    if arguments.scrub:
        async with open_memory(arguments) as memory:
            left = await memory.maintenance.scrub()
        lines = ["overwrote the erased content", *(f"still to be overwritten: {part}" for part in left)]
        print_result(arguments, "\n".join(lines), {"left": left})
        return Exit.DONE
    if arguments.reindex:
        async with open_memory(arguments) as memory:
            count = await memory.maintenance.reindex()
        print_result(arguments, f"rebuilt the keywords of {pluralize(count, 'document')}", {"documents": count})
        return Exit.DONE
    if arguments.merge_twins:
        async with open_memory(arguments) as memory:
            count = await memory.maintenance.merge_twins()
        print_result(arguments, f"merged {pluralize(count, 'pair')} of memories", {"merged": count})
        return Exit.DONE
    if arguments.rebuild_index:
        return await _rebuild_index(arguments)
    if arguments.drop_embedder is not None:
        async with open_memory(arguments) as memory:
            count = await memory.maintenance.drop_model(arguments.drop_embedder)
        print_result(
            arguments, f"dropped {pluralize(count, 'vector')} of {arguments.drop_embedder}", {"dropped": count}
        )
        return Exit.DONE
    return await _change_embedder(arguments)


async def _change_embedder(arguments: argparse.Namespace) -> int:
    embedder = open_embedder(await load_embedder(arguments.embedder or EMBEDDER.read() or "local"))
    store = await open_store(store_url(arguments), index=arguments.index, timeout=10.0)
    try:
        estimate = await backfill.estimate(store, embedder)
        if arguments.estimate:
            print_result(arguments, _describe_estimate(estimate), estimate)
            return Exit.DONE
        print_note(_describe_estimate(estimate))
        task = backfill.Backfill(store, embedder)
        before, done = (await store.models()).serving, 0
        with progress_bar(estimate.texts, unit="texts") as bar:
            async for count in task.run():
                done += count
                bar.update(count)
    finally:
        await store.close()
    lines = [f"embedded {pluralize(done, 'text')}; {embedder.name} serves"]
    if refused := len(task.refused):
        lines.append(
            f"{pluralize(refused, 'text')} went without a vector, refused by {embedder.name}, and can be found by "
            "words only; run this again to try them again"
        )
    if before not in {None, embedder.name}:
        lines += [
            f"the vectors of {before} stay, so that you can go back to it in the same way",
            f"to delete them: ricordo migrate --drop-embedder {before}",
        ]
    result = {"embedded": done, "refused": refused, "serving": embedder.name, "before": before}
    print_result(arguments, "\n".join(lines), result)
    return Exit.DONE


def _describe_estimate(estimate: ReembedEstimate) -> str:
    if not estimate.texts:
        return f"nothing is left to embed by {estimate.model}"
    lines = [
        f"to embed  {pluralize(estimate.texts, 'text')} by {estimate.model}, at most {estimate.tokens:,} tokens",
        f"takes     {_describe_duration(estimate.seconds)}, going by {pluralize(estimate.sampled, 'text')}",
        f"adds      about {estimate.bytes / _MEBIBYTE:.1f} MiB of vectors",
    ]
    return "\n".join(lines)


def _describe_duration(seconds: float) -> str:
    for size, unit in ((86_400, "days"), (3_600, "hours"), (60, "minutes"), (1, "seconds")):
        if seconds >= 2 * size:
            return f"about {seconds / size:.0f} {unit}"
    return "a moment"


async def _rebuild_index(arguments: argparse.Namespace) -> int:
    if arguments.index is None:
        raise ValueError("name the index with --index qdrant://…")
    done = 0
    async with open_memory(arguments) as memory:
        status = (await memory.status()).store
        with progress_bar(status.turns + status.memories, unit="documents") as bar:
            async for count in memory.maintenance.rebuild_index():
                done += count
                bar.update(count)
    print_result(arguments, f"the index holds {pluralize(done, 'document')} and is in use", {"documents": done})
    return Exit.DONE


async def _copy_store(arguments: argparse.Namespace) -> int:
    source = await open_store(check_exists(arguments.source, "nothing was copied"), timeout=10.0)
    try:
        target = await open_store(arguments.target, timeout=10.0)
        try:
            status = await source.status()
            with progress_bar(3 * (status.turns + status.memories), unit="records") as bar:
                report = await copy_store.copy_all(source, target, bar.update)
        finally:
            await target.close()
    finally:
        await source.close()
    inventory = report.inventory
    documents = f"{pluralize(inventory.turns, 'turn')}, {pluralize(inventory.memories, 'memory', 'memories')}"
    rest = f"{pluralize(inventory.vectors, 'vector')} and {pluralize(inventory.consents, 'consent')}"
    lines = [f"copied and verified {documents}, {rest}", f"digest {inventory.digest}"]
    if report.jobs:
        lines.append(f"not copied: {pluralize(report.jobs, 'learning job')}, in the source still")
    print_result(arguments, "\n".join(lines), report)
    return Exit.DONE
