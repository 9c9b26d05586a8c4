"""``remember``, ``recall`` and ``memories``."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from typing import Any

from ricordo.cli.learning import add_learner, learner_settings
from ricordo.cli.options import Commands, Exit, command, counted, note, opened, progress, say, scope_of, time
from ricordo.prompt.render import on_one_line
from ricordo.values import KINDS, MEMORY_KINDS, ROLES, STATES, Hit, Turn

_BATCH = 256


def add_commands(commands: Commands) -> None:
    """Add this file's commands."""
    parser = command(commands, "remember", _remember, "Keep what was said, word for word.")
    parser.add_argument("text", nargs="*", help="what was said, one turn each; without it, read standard input")
    parser.add_argument("--role", choices=ROLES, default="user", help="who said it (%(default)s)")
    parser.add_argument("--author", metavar="NAME", help="the speaker's name")
    parser.add_argument("--id", help="an id of your own: the same one twice is stored once")
    parser.add_argument("--at", type=time, metavar="TIME", help="when it was said (now)")
    parser.add_argument(
        "--lines",
        action="store_true",
        help='standard input has one JSON object a line: {"role": …, "text": …}, and id, author, occurred_at as needed',
    )

    parser.add_argument("--later", action="store_true", help="leave the learning to a worker")
    add_learner(parser)

    parser = command(commands, "recall", _recall, "What is relevant to a question, best first, and why.")
    parser.add_argument("query", help="the question")
    parser.add_argument("--limit", "-n", type=int, default=10, help="how many at most (%(default)s)")
    parser.add_argument("--kind", action="append", choices=KINDS, help="only this kind; may be repeated")
    parser.add_argument("--as-of", type=time, metavar="TIME", help="answer as at that time")
    parser.add_argument("--since", type=time, metavar="TIME", help="only what was said since then")
    parser.add_argument("--until", type=time, metavar="TIME", help="only what was said before then")
    parser.add_argument("--deadline", type=float, metavar="SECONDS", help="leave out what is not back in time")
    parser.add_argument("--render", type=int, metavar="TOKENS", help="print the block that an agent is given")

    parser = command(commands, "memories", _memories, "What was learned.")
    parser.add_argument("--kind", action="append", choices=MEMORY_KINDS, help="only this kind; may be repeated")
    parser.add_argument("--state", choices=[*STATES, "all"], default="current", help="in which state (%(default)s)")


async def _remember(arguments: argparse.Namespace) -> int:
    turns = list(_turns(arguments))
    scope = scope_of(arguments)
    settings = {} if arguments.later else await learner_settings(arguments)
    learning = "queue" if arguments.later else "inline"
    stored = 0
    async with opened(arguments, create=True, learning=learning, **settings) as memory:
        with progress(len(turns), unit="turns") as bar:
            for start in range(0, len(turns), _BATCH):
                ids = await memory.remember(turns[start : start + _BATCH], scope=scope)
                stored += len(ids)
                bar.update(len(ids))
                if arguments.json:
                    for id in ids:
                        say(arguments, id, {"id": id})
    if not arguments.json:
        print(f"remembered {counted(stored, 'turn')}")
    return Exit.DONE if stored else Exit.NOTHING


def _turns(arguments: argparse.Namespace) -> Iterator[Turn]:
    if arguments.lines:
        yield from (_turn(line, number) for number, line in enumerate(sys.stdin, start=1) if line.strip())
        return
    texts = arguments.text or [sys.stdin.read()]
    if arguments.id is not None and len(texts) > 1:
        raise ValueError("--id names one turn; give one text with it")
    for text in texts:
        yield Turn(arguments.role, text, arguments.id, arguments.author, arguments.at)


def _turn(line: str, number: int) -> Turn:
    try:
        row: dict[str, Any] = json.loads(line)
        at = row.get("occurred_at")
        return Turn(row["role"], row["text"], row.get("id"), row.get("author"), time(at) if at else None)
    except (ValueError, TypeError, KeyError, AttributeError, argparse.ArgumentTypeError) as error:
        raise ValueError(f"line {number} is not a turn: {type(error).__name__}: {error}") from None


async def _recall(arguments: argparse.Namespace) -> int:
    scope = scope_of(arguments)
    async with opened(arguments) as memory:
        found = await memory.recall(
            arguments.query,
            scope=scope,
            limit=arguments.limit,
            kinds=arguments.kind,
            as_of=arguments.as_of,
            since=arguments.since,
            until=arguments.until,
            deadline=arguments.deadline,
        )
    for arm in found.left_out:
        note(f"ricordo: the {arm} arm was left out")
    if arguments.render is not None:
        block = found.render(arguments.render)
        say(arguments, block, {"block": block})
    else:
        for hit in found:
            say(arguments, _line(hit), hit)
    if found:
        return Exit.DONE
    if "keyword" in found.left_out:
        note("ricordo: no answer in time; give --deadline more seconds")
        return Exit.FAILED
    note("ricordo: nothing relevant")
    return Exit.NOTHING


def _line(hit: Hit) -> str:
    kind = "" if hit.kind == "turn" else f" [{hit.kind}]"
    said = f"{on_one_line(hit.speaker)}{kind}: {on_one_line(hit.text)}"
    return f"{hit.score:6.2f}  {hit.occurred_at:%Y-%m-%d %H:%M}  {said}\n        {hit.why}"


async def _memories(arguments: argparse.Namespace) -> int:
    count, scope = 0, scope_of(arguments)
    state = None if arguments.state == "all" else arguments.state
    async with opened(arguments) as memory:
        async for item in memory.memories(scope=scope, kinds=arguments.kind, state=state):
            count += 1
            label = f"{item.kind}{f' {item.field}' if item.field else ''}"
            line = f"{item.id}  [{label}, {item.state}]  {item.content}"
            say(arguments, on_one_line(line), item)
    if not count:
        note("ricordo: nothing was learned yet")
    return Exit.DONE if count else Exit.NOTHING
