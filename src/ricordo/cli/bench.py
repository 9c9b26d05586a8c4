"""The `bench` command: measure quality and speed on this machine."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from ricordo.cli.options import Commands, Exit, add_command, load_object
from ricordo.cli.output import print_result
from ricordo.cli.serve import require_server_extra
from ricordo.opening import open_embedder


def add_commands(commands: Commands) -> None:
    """Add the `bench` command."""
    parser = commands.add_parser("bench", help="Measure quality and speed.", description="Measure quality and speed.")
    kinds = parser.add_subparsers(title="what to measure", metavar="WHAT", required=True)

    recall = add_command(
        kinds, "recall", _measure_recall, "Measure how much of the evidence is recalled.", scope=False, store=False
    )
    recall.add_argument(
        "--data", type=Path, required=True, nargs="+", metavar="FILE", help="conversations, as JSON lines"
    )
    recall.add_argument("--embedder", metavar="MODULE:NAME", help="an embedder instead of the bundled one")
    recall.add_argument("--learn", action="store_true", help="learn from the turns before measuring")
    _add_plot(recall)

    speed = add_command(
        kinds, "speed", _measure_speed, "Measure how fast this machine remembers and recalls.", scope=False, store=False
    )
    speed.add_argument("--quick", action="store_true", help="leave out the largest cases")
    _add_plot(speed)

    _add_scale(kinds)

    load = add_command(
        kinds, "load", _measure_load, "Measure the service under load and under overload.", scope=False, store=False
    )
    load.add_argument("--seconds", type=float, default=5, help="duration of each case (%(default)s)")
    load.add_argument("--embedder", metavar="MODULE:NAME", help="an embedder instead of the bundled one")

    learning = add_command(
        kinds,
        "learning",
        _measure_learning,
        "Measure learning: the tokens of prompts, jobs a second, and recovery from killed workers.",
        scope=False,
        store=False,
    )
    learning.add_argument("--turns", type=int, default=10_000, help="turns in the backlog (%(default)s)")
    learning.add_argument("--kills", type=int, default=10, help="times that the worker is killed (%(default)s)")

    agent = add_command(
        kinds,
        "agent",
        _measure_agent,
        "Measure how much time memory adds to a run of an agent.",
        scope=False,
        store=False,
    )
    agent.add_argument("--turns", type=int, default=10_000, help="turns in memory before the first run (%(default)s)")
    agent.add_argument("--runs", type=int, default=200, help="runs of each agent (%(default)s)")
    agent.add_argument(
        "--answer-seconds", type=float, default=0.0, help="seconds that the model takes for an answer (%(default)s)"
    )

    calibrate = add_command(
        kinds,
        "calibrate",
        _calibrate_embedder,
        "Measure the constants that turn an embedder's cosines into scores.",
        scope=False,
        store=False,
    )
    calibrate.add_argument("--data", type=Path, required=True, metavar="FILE", help="conversations with known answers")
    calibrate.add_argument("--facts", type=Path, metavar="FILE", help="different facts about people, as JSON lines")
    calibrate.add_argument("--embedder", metavar="MODULE:NAME", help="an embedder instead of the bundled one")

    _add_extraction(kinds)
    _add_answers(kinds)


def _add_answers(kinds: Commands) -> None:
    answers = add_command(
        kinds,
        "answers",
        _measure_answers,
        "Measure how many questions a model answers rightly with the block of memory, and what it costs.",
        scope=False,
        store=False,
    )
    answers.add_argument(
        "--data", type=Path, required=True, nargs="+", metavar="FILE", help="conversations, as JSON lines"
    )
    answers.add_argument("--chat-client", metavar="MODULE:NAME", help="a chat client; without it, prompts are written")
    answers.add_argument("--judge", metavar="MODULE:NAME", help="a chat client that judges instead of that one")
    answers.add_argument("--embedder", metavar="MODULE:NAME", help="an embedder instead of the bundled one")
    answers.add_argument(
        "--folder", type=Path, default=Path("out/answers"), help="folder of prompts and answers (%(default)s)"
    )
    answers.add_argument("--budget", type=int, default=800, help="tokens of the block (%(default)s)")
    answers.add_argument(
        "--questions", type=int, default=100, metavar="N", help="ask N of them, 0 for all (%(default)s)"
    )
    answers.add_argument(
        "--ways",
        nargs="+",
        choices=("block", "vector", "whole"),
        default=["block", "vector", "whole"],
        help="what to answer from: the block, plain vector search, the whole conversation (all)",
    )
    answers.add_argument("--learn", action="store_true", help="learn from the turns before measuring")


def _add_extraction(kinds: Commands) -> None:
    extraction = add_command(
        kinds,
        "extraction",
        _measure_extraction,
        "Measure the check of evidence; with data, precision and recall of an extractor.",
        scope=False,
        store=False,
    )
    extraction.add_argument(
        "--data", type=Path, default=[], nargs="+", metavar="FILE", help="utterances or conversations, as JSON lines"
    )
    extraction.add_argument("--extractor", metavar="MODULE:NAME", help="an extractor instead of the offline one")
    extraction.add_argument(
        "--half", choices=("tuning", "held-out", "both"), default="both", help="which half (%(default)s)"
    )
    extraction.add_argument(
        "--sample", type=int, default=50, metavar="N", help="judged examples to print (%(default)s)"
    )
    extraction.add_argument("--most", type=int, metavar="N", help="measure at most N utterances of each half")


def _add_scale(kinds: Commands) -> None:
    scale = add_command(
        kinds,
        "scale",
        _measure_scale,
        "Measure recall, disk and memory while a store grows to 100,000 people.",
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
    scale.add_argument("--people", type=_numbers, metavar="N,N,…", help="people at each step (1000,10000,100000)")
    scale.add_argument("--each", type=int, metavar="N", help="memories of each person (100)")
    scale.add_argument("--sittings", type=int, metavar="N", help="conversations in which they were said (1)")
    scale.add_argument("--large", type=int, metavar="N", help="memories of one person with very many (100000)")
    scale.add_argument("--folder", type=Path, help="folder for the store; it is emptied afterwards")
    scale.add_argument("--quick", action="store_true", help="run a small version, to see that it works")
    scale.add_argument("--plot", type=Path, metavar="FILE", help="draw the result (.svg)")


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(int(part) for part in text.split(","))


def _add_plot(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--plot", type=Path, metavar="FILE", help="draw the result (.svg or .png)")


async def _measure_recall(arguments: argparse.Namespace) -> int:
    from ricordo.bench import datasets, recall, report

    embedder = open_embedder(await load_object(arguments.embedder) if arguments.embedder else None)
    results = {
        path.stem: await recall.measure(datasets.load(path), embedder, learning=arguments.learn)
        for path in arguments.data
    }
    print_result(arguments, report.format_recall(results), results)
    if arguments.plot:
        report.plot_recall(results, arguments.plot)
    return Exit.DONE


async def _measure_speed(arguments: argparse.Namespace) -> int:
    from ricordo.bench import report, speed

    result = await speed.measure(quick=arguments.quick)
    print_result(arguments, report.format_speed(result), result)
    if arguments.plot:
        report.plot_speed(result, arguments.plot)
    return Exit.DONE


async def _measure_scale(arguments: argparse.Namespace) -> int:
    from ricordo.bench.scale import plot, report, run

    options: dict[str, Any] = dict(run.QUICK) if arguments.quick else {}
    given = {name: getattr(arguments, name) for name in ("people", "each", "sittings", "large")}
    options |= {name: value for name, value in given.items() if value is not None}
    plan = run.ScalePlan(store=arguments.store, index=arguments.index, folder=arguments.folder, **options)
    result = await run.measure(plan)
    print_result(arguments, report.format_report(result), result)
    if arguments.plot:
        plot.draw(result, arguments.plot)
    return Exit.DONE


async def _measure_load(arguments: argparse.Namespace) -> int:
    require_server_extra()
    from ricordo.bench import load

    result = await load.measure(load.LoadPlan(seconds=arguments.seconds, embedder=arguments.embedder))
    print_result(arguments, load.format_report(result), result)
    return Exit.FAULTS if result["lost"] else Exit.DONE


async def _measure_learning(arguments: argparse.Namespace) -> int:
    from ricordo.bench import learning

    result = await learning.measure(turns=arguments.turns, kills=arguments.kills)
    print_result(arguments, learning.format_report(result), result)
    return Exit.DONE


async def _measure_agent(arguments: argparse.Namespace) -> int:
    from ricordo.bench import agent

    result = await agent.measure(turns=arguments.turns, runs=arguments.runs, answer_seconds=arguments.answer_seconds)
    print_result(arguments, agent.format_report(result), result)
    return Exit.DONE


async def _measure_extraction(arguments: argparse.Namespace) -> int:
    from ricordo.bench import evidence, extraction
    from ricordo.extractors.reader import ReaderExtractor

    if not arguments.data:
        checked = await evidence.measure()
        print_result(arguments, evidence.format_report(checked), checked)
        return Exit.DONE
    extractor = await load_object(arguments.extractor, "--extractor") if arguments.extractor else ReaderExtractor()
    embedder = open_embedder(None)
    results = {
        path.stem: await extraction.measure(
            path, extractor, embedder, half=arguments.half, sample=arguments.sample, most=arguments.most
        )
        for path in arguments.data
    }
    print_result(arguments, extraction.format_report(results), results)
    return Exit.DONE


async def _measure_answers(arguments: argparse.Namespace) -> int:
    from ricordo.bench import answers, datasets

    client, judge = arguments.chat_client, arguments.judge
    plan = answers.AnswersPlan(
        folder=arguments.folder,
        client=await load_object(client, "--chat-client") if client else None,
        judge=await load_object(judge, "--judge") if judge else None,
        budget=arguments.budget,
        questions=arguments.questions,
        ways=arguments.ways,
        learning=arguments.learn,
    )
    embedder = open_embedder(await load_object(arguments.embedder) if arguments.embedder else None)
    results = {path.stem: await answers.measure(datasets.load(path), embedder, plan) for path in arguments.data}
    print_result(arguments, answers.format_report(results), results)
    return Exit.DONE


async def _calibrate_embedder(arguments: argparse.Namespace) -> int:
    from ricordo.bench import calibrate, datasets

    embedder = open_embedder(await load_object(arguments.embedder) if arguments.embedder else None)
    result = await calibrate.measure(datasets.load(arguments.data), embedder)
    if arguments.facts:
        result |= await calibrate.measure_facts(arguments.facts, embedder)
    constants = ", ".join(f"{name}={value}" for name, value in result.items())
    print_result(arguments, f"Calibration({constants})", result)
    return Exit.DONE
