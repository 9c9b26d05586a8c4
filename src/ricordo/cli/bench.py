"""``bench``: quality and speed, measured here."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from ricordo.cli.options import Commands, Exit, command, loaded
from ricordo.cli.serve import need_server_extra
from ricordo.opening import open_embedder


def add_commands(commands: Commands) -> None:
    """Add this file's commands."""
    parser = commands.add_parser("bench", help="Measure quality and speed.", description="Measure quality and speed.")
    kinds = parser.add_subparsers(title="what to measure", metavar="WHAT", required=True)

    recall = command(kinds, "recall", _recall, "How much of what should be recalled is.", scope=False, store=False)
    recall.add_argument(
        "--data", type=Path, required=True, nargs="+", metavar="FILE", help="conversations, as JSON lines"
    )
    recall.add_argument("--embedder", metavar="MODULE:NAME", help="an embedder other than the one that comes along")
    recall.add_argument("--learn", action="store_true", help="learn from the turns first, as a memory in use does")
    _add_plot(recall)

    speed = command(kinds, "speed", _speed, "How fast this machine remembers and recalls.", scope=False, store=False)
    speed.add_argument("--quick", action="store_true", help="leave out the largest cases")
    _add_plot(speed)

    _add_scale(kinds)

    load = command(kinds, "load", _load, "The service under load, and under too much.", scope=False, store=False)
    load.add_argument("--seconds", type=float, default=5, help="how long each case is tried (%(default)s)")
    load.add_argument("--embedder", metavar="MODULE:NAME", help="an embedder other than the one that comes along")

    learning = command(
        kinds, "learning", _learning, "The queue of learning: jobs a second, and ten deaths.", scope=False, store=False
    )
    learning.add_argument("--turns", type=int, default=10_000, help="how long the backlog is (%(default)s)")
    learning.add_argument("--kills", type=int, default=10, help="how often the worker is killed (%(default)s)")

    agent = command(kinds, "agent", _agent, "What memory adds to a run of an agent.", scope=False, store=False)
    agent.add_argument("--turns", type=int, default=10_000, help="turns in memory before (%(default)s)")
    agent.add_argument("--runs", type=int, default=200, help="runs of each agent (%(default)s)")

    calibrate = command(
        kinds, "calibrate", _calibrate, "What an embedder's cosines mean: its constants.", scope=False, store=False
    )
    calibrate.add_argument("--data", type=Path, required=True, metavar="FILE", help="conversations with known answers")
    calibrate.add_argument("--facts", type=Path, metavar="FILE", help="different facts about people, as JSON lines")
    calibrate.add_argument("--embedder", metavar="MODULE:NAME", help="an embedder other than the one that comes along")

    extraction = command(
        kinds, "extraction", _extraction, "How much of what is said is learned, and rightly.", scope=False, store=False
    )
    extraction.add_argument(
        "--data", type=Path, required=True, nargs="+", metavar="FILE", help="utterances or conversations, as JSON lines"
    )
    extraction.add_argument("--extractor", metavar="MODULE:NAME", help="an extractor other than the offline one")
    extraction.add_argument(
        "--half", choices=("tuning", "held-out", "both"), default="both", help="which half (%(default)s)"
    )
    extraction.add_argument(
        "--sample", type=int, default=50, metavar="N", help="verdicts to print for reading (%(default)s)"
    )
    extraction.add_argument("--most", type=int, metavar="N", help="try only so many utterances of each half")


def _add_scale(kinds: Commands) -> None:
    scale = command(
        kinds,
        "scale",
        _scale,
        "Recall while a store grows to 100,000 people, and what else grows.",
        scope=False,
        store=False,
    )
    scale.add_argument(
        "--store",
        default="sqlite",
        metavar="STORE",
        help="sqlite, postgres (a server of its own, started for this) or postgresql://… (%(default)s)",
    )
    scale.add_argument("--index", metavar="URL", help="an index beside it, like qdrant://…")
    scale.add_argument(
        "--people", type=_numbers, metavar="N,N,…", help="how many people at each step (1000,10000,100000)"
    )
    scale.add_argument("--each", type=int, metavar="N", help="memories of each (100)")
    scale.add_argument("--sittings", type=int, metavar="N", help="in how many visits they came to it (1)")
    scale.add_argument("--large", type=int, metavar="N", help="memories of the one who has very many (100000)")
    scale.add_argument("--folder", type=Path, help="where it grows: a disk with room; emptied again afterwards")
    scale.add_argument("--quick", action="store_true", help="a small one, to see that it works")
    scale.add_argument("--plot", type=Path, metavar="FILE", help="draw the result (.svg)")


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(int(part) for part in text.split(","))


def _add_plot(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--plot", type=Path, metavar="FILE", help="draw the result (.svg or .png)")


async def _recall(arguments: argparse.Namespace) -> int:
    from ricordo.bench import datasets, recall, report

    embedder = open_embedder(await loaded(arguments.embedder) if arguments.embedder else None)
    results = {
        path.stem: await recall.measure(datasets.load(path), embedder, learning=arguments.learn)
        for path in arguments.data
    }
    print(json.dumps(results) if arguments.json else report.recall_as_text(results))
    if arguments.plot:
        report.plot_recall(results, arguments.plot)
    return Exit.DONE


async def _speed(arguments: argparse.Namespace) -> int:
    from ricordo.bench import report, speed

    result = await speed.measure(quick=arguments.quick)
    print(json.dumps(result) if arguments.json else report.speed_as_text(result))
    if arguments.plot:
        report.plot_speed(result, arguments.plot)
    return Exit.DONE


async def _scale(arguments: argparse.Namespace) -> int:
    from ricordo.bench.scale import plot, report, run

    chosen: dict[str, Any] = dict(run.QUICK) if arguments.quick else {}
    given = {name: getattr(arguments, name) for name in ("people", "each", "sittings", "large")}
    chosen |= {name: value for name, value in given.items() if value is not None}
    plan = run.Plan(store=arguments.store, index=arguments.index, folder=arguments.folder, **chosen)
    result = await run.measure(plan)
    print(json.dumps(result) if arguments.json else report.as_text(result))
    if arguments.plot:
        plot.draw(result, arguments.plot)
    return Exit.DONE


async def _load(arguments: argparse.Namespace) -> int:
    need_server_extra()
    from ricordo.bench import load

    result = await load.measure(load.Plan(seconds=arguments.seconds, embedder=arguments.embedder))
    print(json.dumps(result) if arguments.json else load.as_text(result))
    return Exit.FAULTS if result["lost"] else Exit.DONE


async def _learning(arguments: argparse.Namespace) -> int:
    from ricordo.bench import learning, report

    result = await learning.measure(turns=arguments.turns, kills=arguments.kills)
    print(json.dumps(result) if arguments.json else report.learning_as_text(result))
    return Exit.DONE


async def _agent(arguments: argparse.Namespace) -> int:
    from ricordo.bench import agent

    result = await agent.measure(turns=arguments.turns, runs=arguments.runs)
    print(json.dumps(result) if arguments.json else agent.as_text(result))
    return Exit.DONE


async def _extraction(arguments: argparse.Namespace) -> int:
    from ricordo.bench import extraction
    from ricordo.extractors.rules import RulesExtractor

    extractor = await loaded(arguments.extractor, "--extractor") if arguments.extractor else RulesExtractor()
    embedder = open_embedder(None)
    results = {
        path.stem: await extraction.measure(
            path, extractor, embedder, half=arguments.half, sample=arguments.sample, most=arguments.most
        )
        for path in arguments.data
    }
    print(json.dumps(results) if arguments.json else extraction.as_text(results))
    return Exit.DONE


async def _calibrate(arguments: argparse.Namespace) -> int:
    from ricordo.bench import calibrate, datasets

    embedder = open_embedder(await loaded(arguments.embedder) if arguments.embedder else None)
    result = await calibrate.measure(datasets.load(arguments.data), embedder)
    if arguments.facts:
        result |= await calibrate.measure_facts(arguments.facts, embedder)
    constants = ", ".join(f"{name}={value}" for name, value in result.items())
    print(json.dumps(result) if arguments.json else f"Calibration({constants})")
    return Exit.DONE
