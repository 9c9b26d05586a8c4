"""Options and exit codes that the commands share."""

from __future__ import annotations

import argparse
import asyncio
import importlib
import inspect
import signal
import sys
import threading
from collections.abc import AsyncGenerator, Awaitable, Callable, Generator
from contextlib import asynccontextmanager, contextmanager
from datetime import UTC, datetime
from enum import IntEnum
from typing import Any

from ricordo.memory import Ricordo
from ricordo.opening import local_embedder, sqlite_path
from ricordo.settings import AGENT, APPLICATION, EMBEDDER, INDEX, PREVIOUS_EMBEDDER, SESSION, STORE, USER
from ricordo.values import PARTS, Scope, ScopeError, StoreError, scope

Commands = Any  # argparse does not name the type of its own sub-parsers
Run = Callable[[argparse.Namespace], Awaitable[int]]


# The value of the variable is not shown: a URL may hold a password.
_STORE_HELP = f"the store ({STORE.variable}, or {STORE.default})"


class Exit(IntEnum):
    """The exit codes of the command."""

    DONE = 0
    NOTHING = 1
    USAGE = 2
    FAILED = 3
    FAULTS = 4
    NOT_ALLOWED = 5
    INTERRUPTED = 130


def add_command(
    commands: Commands,
    name: str,
    run: Run,
    help: str,
    *,
    scope: bool = True,
    store: bool = True,
    whose: str = "who it belongs to; at least one is needed",
) -> argparse.ArgumentParser:
    """Add a command, with the options that commands share."""
    parser: argparse.ArgumentParser = commands.add_parser(name, help=help, description=help)
    parser.set_defaults(run=run)
    parser.add_argument("--json", action="store_true", help="print JSON, one object a line")
    if store:
        parser.add_argument("--store", "-s", metavar="URL", default=STORE.read(), help=_STORE_HELP)
        parser.add_argument("--index", metavar="URL", default=INDEX.read(), help="an index beside it, qdrant://…")
    if scope:
        group = parser.add_argument_group("scope", whose)
        for part, short, setting in (
            ("application", "-a", APPLICATION),
            ("agent", "-g", AGENT),
            ("user", "-u", USER),
            ("session", "-e", SESSION),
        ):
            group.add_argument(f"--{part}", short, metavar="NAME", default=setting.read())
    return parser


@asynccontextmanager
async def open_memory(
    arguments: argparse.Namespace, *, create: bool = False, **settings: Any
) -> AsyncGenerator[Ricordo]:
    """Open the memory that `arguments` name. Only with `create` is a store made that does not exist."""
    url = str(arguments.store) if create else store_url(arguments)
    if "embedder" not in settings:
        settings |= await load_embedders(EMBEDDER.read(), PREVIOUS_EMBEDDER.read())
    settings.setdefault("learning", "queue")  # a worker learns, unless the command asks for it
    async with Ricordo.open(url, index=arguments.index, **settings) as memory:
        yield memory


@contextmanager
def stop_on_interrupt() -> Generator[None]:
    """Let Ctrl-C end a read from the terminal at once. The event loop would wait until the line is typed."""
    if threading.current_thread() is not threading.main_thread():  # only the main thread gets signals
        yield
        return
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def store_url(arguments: argparse.Namespace) -> str:
    """Return the URL of the store. Raise `StoreError` if it is a file that does not exist."""
    return check_exists(str(arguments.store), "`ricordo remember` creates it, --store names another")


def check_exists(url: str, way_out: str) -> str:
    """Return `url`. Raise `StoreError` with the way out if it is a file that does not exist."""
    if ":" not in url or url.lower().startswith("sqlite://"):
        path = sqlite_path(url)
        if path.parent.is_dir() and not path.exists():
            raise StoreError(f"no such store: {path} ({way_out})")
    return url


async def load_embedders(embedder: str | None, previous: str | None) -> dict[str, Any]:
    """Return the embedders with these names, as arguments of `Ricordo.open`."""
    names = {"embedder": embedder, "previous": previous}
    return {key: await load_embedder(name) if name else None for key, name in names.items()}


async def load_embedder(name: str) -> Any:
    """Load the embedder `module:name`, or the bundled one if `name` is `local`."""
    return local_embedder() if name == "local" else await load_object(name)


def scope_of(arguments: argparse.Namespace) -> Scope:
    """Return the scope that `arguments` name. Raise `ScopeError` with the options to set if they name none."""
    if not has_scope(arguments):
        raise ScopeError(
            f"the scope is empty: set --user NAME or {USER.variable}, or another part of it: --application, --agent, "
            "--session"
        )
    return Scope(arguments.application, arguments.agent, arguments.user, arguments.session)


def has_scope(arguments: argparse.Namespace) -> bool:
    """Return whether `arguments` name a scope."""
    return any(getattr(arguments, part) is not None for part in PARTS)


def parse_scope(text: str) -> Scope:
    """Parse a scope like `application=travel,user=alice`."""
    try:
        return scope.parse_scope(text)
    except ScopeError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def add_also_option(parser: argparse.ArgumentParser) -> None:
    """Add the option for further scopes to search."""
    parser.add_argument(
        "--also",
        action="append",
        default=[],
        type=parse_scope,
        metavar="PART=NAME,…",
        help="search this scope as well, such as user=team; may be repeated",
    )


def parse_time(text: str) -> datetime:
    """Parse a date, or a date and time, in ISO format. It is in UTC unless it names a zone."""
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a date like 2026-05-08 or 2026-05-08T14:30+02:00") from None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


async def load_object(name: str, option: str = "--embedder", *, make: bool = True) -> Any:
    """Import the object `module:name`. With `make`, call it if it is a function or a class."""
    module, _, attribute = name.partition(":")
    if not attribute:
        raise ValueError(f"{option} {name!r} must look like package.module:name")
    if "" not in sys.path:
        sys.path.insert(0, "")  # find modules in the current folder, as `python -m` does
    try:
        found = getattr(importlib.import_module(module), attribute)
    except (ImportError, AttributeError) as error:
        raise ValueError(f"{option} {name!r} cannot be loaded: {error}") from error
    result = found() if make and (inspect.isclass(found) or inspect.isroutine(found)) else found
    return await result if asyncio.iscoroutine(result) else result
