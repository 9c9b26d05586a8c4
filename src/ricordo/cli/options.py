"""What the commands have in common: options, output and exit codes."""

from __future__ import annotations

import argparse
import asyncio
import importlib
import inspect
import json
import sys
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from enum import IntEnum
from typing import Any

from tqdm import tqdm

from ricordo.memory import Ricordo
from ricordo.opening import local_embedder, sqlite_path
from ricordo.serialization import jsonable
from ricordo.settings import AGENT, APPLICATION, EMBEDDER, INDEX, PREVIOUS_EMBEDDER, SESSION, STORE, USER
from ricordo.values import Scope, StoreError

Commands = Any  # argparse does not name the type of its own sub-parsers
Run = Callable[[argparse.Namespace], Awaitable[int]]


class Exit(IntEnum):
    """What an exit code means."""

    DONE = 0
    NOTHING = 1
    USAGE = 2
    FAILED = 3
    FAULTS = 4
    NOT_ALLOWED = 5


def command(
    commands: Commands, name: str, run: Run, help: str, *, scope: bool = True, store: bool = True
) -> argparse.ArgumentParser:
    """Add a command with the options that it shares with others."""
    parser: argparse.ArgumentParser = commands.add_parser(name, help=help, description=help)
    parser.set_defaults(run=run)
    parser.add_argument("--json", action="store_true", help="print JSON, one object a line")
    if store:
        parser.add_argument("--store", "-s", metavar="URL", default=STORE.read(), help="the store (%(default)s)")
        parser.add_argument("--index", metavar="URL", default=INDEX.read(), help="an index beside it, qdrant://…")
    if scope:
        group = parser.add_argument_group("scope", "who it belongs to; at least one is needed")
        for part, short, setting in (
            ("application", "-a", APPLICATION),
            ("agent", "-g", AGENT),
            ("user", "-u", USER),
            ("session", "-e", SESSION),
        ):
            group.add_argument(f"--{part}", short, metavar="NAME", default=setting.read())
    return parser


@asynccontextmanager
async def opened(arguments: argparse.Namespace, *, create: bool = False, **settings: Any) -> AsyncGenerator[Ricordo]:
    """The memory that the command is about. Only commands that keep something ``create`` one that is not there."""
    url = str(arguments.store) if create else existing(arguments)
    if "embedder" not in settings:
        settings |= await embedders(EMBEDDER.read(), PREVIOUS_EMBEDDER.read())
    settings.setdefault("learning", "queue")  # learning is left to whoever works on the queue, unless asked for
    async with Ricordo.open(url, index=arguments.index, **settings) as memory:
        yield memory


def existing(arguments: argparse.Namespace) -> str:
    """The URL of the store that the command is about; a file that is not there is refused."""
    url = str(arguments.store)
    if ":" not in url or url.lower().startswith("sqlite://"):
        path = sqlite_path(url)
        if path.parent.is_dir() and not path.exists():
            raise StoreError(f"no such store: {path}")
    return url


async def embedders(embedder: str | None, previous: str | None) -> dict[str, Any]:
    """What names of embedders mean to ``Ricordo.open``: ``local`` is the one that comes with the package."""
    given = {"embedder": embedder, "previous": previous}
    return {key: await embedder_named(name) if name else None for key, name in given.items()}


async def embedder_named(name: str) -> Any:
    """The embedder that ``module:name`` names, or ``local``."""
    return local_embedder() if name == "local" else await loaded(name)


def progress(total: int | None = None, *, unit: str) -> Any:
    """A bar for work that takes longer than a moment, where somebody looks."""
    return tqdm(total=total, unit=f" {unit}", disable=None, delay=1.0)


def scope_of(arguments: argparse.Namespace) -> Scope:
    """The scope that the command is about."""
    return Scope(arguments.application, arguments.agent, arguments.user, arguments.session)


def time(text: str) -> datetime:
    """A date, or a date and time, in ISO format; UTC if it has no zone."""
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a date like 2026-05-08 or 2026-05-08T14:30+02:00") from None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


async def loaded(name: str, option: str = "--embedder", *, make: bool = True) -> Any:
    """The object that ``module:name`` names; if it is a function or a class, what that makes, if ``make``."""
    module, _, attribute = name.partition(":")
    if not attribute:
        raise ValueError(f"{option} {name!r} must look like package.module:name")
    if "" not in sys.path:
        sys.path.insert(0, "")  # a module beside the user, as with `python -m`
    try:
        found = getattr(importlib.import_module(module), attribute)
    except (ImportError, AttributeError) as error:
        raise ValueError(f"{option} {name!r} cannot be loaded: {error}") from error
    made = found() if make and (inspect.isclass(found) or inspect.isroutine(found)) else found
    return await made if asyncio.iscoroutine(made) else made


def say(arguments: argparse.Namespace, text: str, data: Any) -> None:
    """Print a result: ``data`` as JSON where that was asked for, else ``text``."""
    print(json.dumps(jsonable(data), ensure_ascii=False) if arguments.json else text)


def counted(number: int, one: str, many: str | None = None) -> str:
    """A number with its noun."""
    return f"{number:,} {one if number == 1 else many or f'{one}s'}"


def note(text: str) -> None:
    """Say something that is not the result."""
    print(text, file=sys.stderr)
