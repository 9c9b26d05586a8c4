"""The `remember`, `recall`, `memories` and `turns` commands."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator

from ricordo.cli.learning import add_learning_options, load_gathering, load_learning_settings
from ricordo.cli.options import (
    Commands,
    Exit,
    add_also_option,
    add_command,
    open_memory,
    parse_time,
    scope_of,
    stop_on_interrupt,
)
from ricordo.cli.output import Text, bold, dim, pluralize, print_note, print_result, print_text, progress_bar
from ricordo.prompt.escaping import flatten
from ricordo.prompt.lines import describe_outdated
from ricordo.serialization import parse_line
from ricordo.values import KINDS, MEMORY_KINDS, ROLES, STATES, Hit, Memory, StoredTurn, Turn

_BATCH = 256


def add_commands(commands: Commands) -> None:
    """Add the commands that write and read a memory."""
    _add_remember(commands)
    _add_recall(commands)
    _add_memories(commands)
    _add_turns(commands)


def _add_remember(commands: Commands) -> None:
    parser = add_command(commands, "remember", _remember, "Store what was said, word for word.")
    parser.add_argument("text", nargs="*", help="the text of each turn; without it, standard input is one turn")
    parser.add_argument("--role", choices=ROLES, default="user", help="role of the speaker (%(default)s)")
    parser.add_argument("--author", metavar="NAME", help="name of the speaker")
    parser.add_argument("--id", help="an id of your own; the same id is stored once")
    parser.add_argument("--at", type=parse_time, metavar="TIME", help="time at which it was said (now)")
    parser.add_argument("--tag", action="append", default=[], metavar="TAG", help="a label of it; may be repeated")
    parser.add_argument(
        "--lines",
        action="store_true",
        help='standard input has one JSON object a line: {"role": …, "text": …}, and id, author, occurred_at, tags '
        "as needed",
    )
    parser.add_argument("--later", action="store_true", help="leave learning to a worker")
    add_learning_options(parser)


def _add_recall(commands: Commands) -> None:
    parser = add_command(commands, "recall", _recall, "Find what is relevant to a question, best first, and why.")
    parser.add_argument("query", help="the question")
    parser.add_argument("--limit", "-n", type=int, default=10, help="maximum number of results (%(default)s)")
    parser.add_argument("--kind", action="append", choices=KINDS, help="only this kind; may be repeated")
    parser.add_argument("--as-of", type=parse_time, metavar="TIME", help="answer as of that time")
    parser.add_argument("--since", type=parse_time, metavar="TIME", help="only what was said since then")
    parser.add_argument("--until", type=parse_time, metavar="TIME", help="only what was said before then")
    parser.add_argument("--tag", action="append", metavar="TAG", help="only what has this tag; may be repeated")
    add_also_option(parser)
    parser.add_argument("--deadline", type=float, metavar="SECONDS", help="leave out searches that take longer")
    parser.add_argument(
        "--render", type=int, metavar="TOKENS", help="print the block for an agent, in at most so many tokens"
    )


def _add_memories(commands: Commands) -> None:
    parser = add_command(commands, "memories", _memories, "List what was learned.")
    parser.add_argument("--kind", action="append", choices=MEMORY_KINDS, help="only this kind; may be repeated")
    parser.add_argument(
        "--state", choices=[*STATES, "all"], default="current", help="only memories in this state (%(default)s)"
    )
    parser.add_argument("--tag", action="append", metavar="TAG", help="only what has this tag; may be repeated")
    parser.add_argument("--since", type=parse_time, metavar="TIME", help="only what became true since then")
    parser.add_argument("--until", type=parse_time, metavar="TIME", help="only what became true before then")
    parser.add_argument("--field", metavar="NAME", help="only what fills this field")
    parser.add_argument("--subject", metavar="NAME", help="only what is about this subject")


def _add_turns(commands: Commands) -> None:
    parser = add_command(commands, "turns", _turns, "List the last turns, in the order in which they were said.")
    parser.add_argument("--limit", "-n", type=int, default=20, help="maximum number of turns (%(default)s)")
    chosen = parser.add_mutually_exclusive_group()
    chosen.add_argument("--id", action="append", help="only the turn with this id; may be repeated")
    chosen.add_argument("--around", metavar="ID", help="the turns before and after the one with this id")


async def _remember(arguments: argparse.Namespace) -> int:
    scope = scope_of(arguments)
    with stop_on_interrupt():
        if (arguments.lines or not arguments.text) and sys.stdin.isatty():
            print_note("ricordo: type what was said, then Ctrl-D on a line of its own")
        turns = list(_read_turns(arguments))
    settings = {"gathering": load_gathering(arguments)} if arguments.later else await load_learning_settings(arguments)
    learning = "queue" if arguments.later else "inline"
    ids: list[str] = []
    async with open_memory(arguments, create=True, learning=learning, **settings) as memory:
        with progress_bar(len(turns), unit="turns") as bar:
            for start in range(0, len(turns), _BATCH):
                stored = await memory.remember(turns[start : start + _BATCH], scope=scope)
                ids += stored
                bar.update(len(stored))
    # Printed at the end: a reader that stops reading must not stop the turns from being stored.
    if arguments.json:
        for id in ids:
            print_result(arguments, id, {"id": id})
    else:
        print_text(f"remembered {pluralize(len(ids), 'turn')}")
    return Exit.DONE if ids else Exit.NOTHING


def _read_turns(arguments: argparse.Namespace) -> Iterator[Turn]:
    if arguments.lines:
        yield from (_parse_turn(line, number) for number, line in enumerate(sys.stdin, start=1) if line.strip())
        return
    texts = arguments.text or [sys.stdin.read()]
    if arguments.id is not None and len(texts) > 1:
        raise ValueError("--id names one turn; give one text with it")
    for text in texts:
        yield Turn(arguments.role, text, arguments.id, arguments.author, arguments.at, arguments.tag)


def _parse_turn(line: str, number: int) -> Turn:
    try:
        row = parse_line(line, f"line {number}")
        at = row.get("occurred_at")
        said_at, tags = parse_time(at) if at else None, row.get("tags", ())
        return Turn(row["role"], row["text"], row.get("id"), row.get("author"), said_at, tags)
    except (ValueError, TypeError, KeyError, AttributeError, argparse.ArgumentTypeError) as error:
        raise ValueError(f"line {number} is not a turn: {type(error).__name__}: {error}") from None


async def _recall(arguments: argparse.Namespace) -> int:
    scope = scope_of(arguments)
    async with open_memory(arguments) as memory:
        found = await memory.recall(
            arguments.query,
            scope=[scope, *arguments.also],
            limit=arguments.limit,
            kinds=arguments.kind,
            as_of=arguments.as_of,
            since=arguments.since,
            until=arguments.until,
            tags=arguments.tag,
            deadline=arguments.deadline,
        )
    for arm in found.left_out:
        print_note(f"ricordo: the {arm} search took too long and was left out")
    if arguments.render is not None:
        block = found.render(arguments.render)
        print_result(arguments, block, {"block": block})
    else:
        for hit in found:
            print_result(arguments, _describe_hit(hit), hit)
    if found:
        return Exit.DONE
    if "keyword" in found.left_out:
        print_note("ricordo: no answer in time; raise --deadline")
        return Exit.FAILED
    print_note("ricordo: nothing relevant")
    return Exit.NOTHING


def _describe_hit(hit: Hit) -> Text:
    kind = "" if hit.kind == "turn" else f" [{hit.kind}]"
    marks = "".join(f"\n        {mark}" for mark in describe_outdated(hit))
    return [
        dim(f"{hit.score:6.2f}  {hit.occurred_at:%Y-%m-%d %H:%M}"),
        "  ",
        bold(flatten(hit.speaker)),
        f"{kind}: {flatten(hit.text)}{marks}\n        ",
        dim(str(hit.why)),
    ]


async def _memories(arguments: argparse.Namespace) -> int:
    count, scope = 0, scope_of(arguments)
    state = None if arguments.state == "all" else arguments.state
    async with open_memory(arguments) as memory:
        async for item in memory.memories(
            scope=scope,
            kinds=arguments.kind,
            state=state,
            tags=arguments.tag,
            since=arguments.since,
            until=arguments.until,
            field=arguments.field,
            subject=arguments.subject,
        ):
            count += 1
            print_result(arguments, _describe_memory(item), item)
    if not count:
        print_note("ricordo: no memories found")
    return Exit.DONE if count else Exit.NOTHING


def _describe_memory(memory: Memory) -> Text:
    parts = (f"{memory.kind} {memory.field or ''}".rstrip(), memory.subject, memory.state)
    label = ", ".join(filter(None, parts))
    return [dim(flatten(memory.id)), "  ", dim(flatten(f"[{label}]")), f"  {flatten(memory.content)}"]


async def _turns(arguments: argparse.Namespace) -> int:
    scope = scope_of(arguments)
    async with open_memory(arguments) as memory:
        if arguments.id:
            turns = await memory.turns(scope=scope, ids=arguments.id)
        else:
            turns = (await memory.turns_page(scope=scope, around=arguments.around, limit=arguments.limit)).items
    for turn in turns:
        print_result(arguments, _describe_turn(turn), turn)
    if not turns:
        print_note("ricordo: no turns found")
    return Exit.DONE if turns else Exit.NOTHING


def _describe_turn(turn: StoredTurn) -> Text:
    session = f"  [{flatten(turn.scope.session)}]" if turn.scope.session else ""
    return [
        dim(f"{flatten(turn.id)}  {turn.occurred_at:%Y-%m-%d %H:%M}{session}"),
        "  ",
        bold(flatten(turn.speaker)),
        f": {flatten(turn.text)}",
    ]
