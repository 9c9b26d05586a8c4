"""``serve`` and ``mcp``: the memory as a service."""

from __future__ import annotations

import argparse
import importlib
import logging
import socket
import sys
from collections.abc import Callable, Iterable
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ricordo.cli.learning import add_learner, learner_settings
from ricordo.cli.options import Commands, Exit, command, embedders, note, opened, scope_of
from ricordo.learn.profiles import check_model
from ricordo.memory import LEARNING, Ricordo
from ricordo.settings import EMBEDDER, KEYS, PREVIOUS_EMBEDDER
from ricordo.values import ScopeError

if TYPE_CHECKING:
    from ricordo.server.settings import Settings

_MEBIBYTE = 2**20


def add_commands(commands: Commands) -> None:
    """Add this file's commands."""
    parser = command(commands, "serve", _serve, "The memory as a service: REST, MCP, metrics.", scope=False)
    parser.add_argument("--host", default="127.0.0.1", help="where to listen (%(default)s); others need a key first")
    parser.add_argument("--port", type=int, default=8765, help="on which port (%(default)s); 0 takes a free one")
    add_keys_option(parser)
    _add_learning(parser)
    parser.add_argument("--workers", type=int, default=1, metavar="N", help="processes that serve (%(default)s)")
    parser.add_argument(
        "--allow-origin", action="append", default=[], metavar="ORIGIN", help="web pages that may call; may be repeated"
    )
    limits = parser.add_argument_group("limits")
    limits.add_argument(
        "--rate", type=float, default=100, help="requests a second for each key (%(default)s; 0: no limit)"
    )
    limits.add_argument("--burst", type=int, default=200, help="requests at once before the rate counts (%(default)s)")
    limits.add_argument(
        "--in-flight", type=int, default=128, metavar="N", help="requests at work at a time (%(default)s)"
    )
    limits.add_argument("--body-limit", type=float, default=8, metavar="MIB", help="size of a body (%(default)s MiB)")
    limits.add_argument("--time-limit", type=float, default=30, metavar="SECONDS", help="for a request (%(default)s)")
    limits.add_argument(
        "--grace", type=float, default=20, metavar="SECONDS", help="to finish when stopped (%(default)s)"
    )
    parser.add_argument("--fd", type=int, help=argparse.SUPPRESS)

    parser = command(commands, "mcp", _mcp, "The memory of one person as MCP tools, on standard input and output.")
    _add_learning(parser)


def _add_learning(parser: argparse.ArgumentParser) -> None:
    """The options that say with what the memory finds and learns."""
    parser.add_argument(
        "--embedder",
        metavar="MODULE:NAME",
        default=EMBEDDER.read(),
        help="an embedder other than the one that comes along",
    )
    parser.add_argument(
        "--previous-embedder",
        metavar="MODULE:NAME",
        default=PREVIOUS_EMBEDDER.read(),
        help="while the embedder is being changed, the one before, used for as long as its vectors serve",
    )
    parser.add_argument("--learning", choices=LEARNING, default="background", help="when to learn (%(default)s)")
    add_learner(parser)


def add_keys_option(parser: argparse.ArgumentParser) -> None:
    """The option that says where the keys are."""
    parser.add_argument(
        "--keys",
        type=Path,
        metavar="FILE",
        default=KEYS.read(),
        help="the file with the keys (keys.db beside the store)",
    )


def keys_path(arguments: argparse.Namespace) -> Path:
    """Where the keys are."""
    from ricordo.server.settings import keys_beside

    return Path(arguments.keys) if arguments.keys else keys_beside(arguments.store)


def need_server_extra(extra: str = "server") -> None:
    """Say what to install where the service's libraries are not there."""
    try:
        importlib.import_module("fastapi")
        importlib.import_module("mcp")
    except ImportError as error:
        raise ValueError(f"{error.name} is not installed; this needs: pip install 'ricordo[{extra}]'") from None


async def _serve(arguments: argparse.Namespace) -> int:
    need_server_extra()
    from ricordo.server import run

    learner = await learner_settings(arguments)
    settings = _settings(arguments, learner["profiles"])
    open_memory = await _opener(arguments, learner)
    log_to_stderr()
    if arguments.fd is not None:
        listener = socket.socket(fileno=arguments.fd)
        await run.serve(open_memory, settings, listener, say=lambda _: None, is_worker=True)
        return Exit.DONE
    if arguments.workers < 1:
        raise ValueError("--workers must be at least 1")
    exposure = run.check_exposure(settings)
    with run.listening_socket(settings) as listener:
        if arguments.workers > 1:
            note(f"ricordo: listening on http://{run.address(listener)} ({exposure})")
            ended_well = await run.supervise(sys.argv[1:], arguments.workers, listener)
            return Exit.DONE if ended_well else Exit.FAILED
        await run.serve(
            open_memory,
            settings,
            listener,
            say=lambda text: note(f"ricordo: {text} ({exposure})"),
        )
    return Exit.DONE


async def _opener(
    arguments: argparse.Namespace, learner: dict[str, Any]
) -> Callable[[], AbstractAsyncContextManager[Ricordo]]:
    """How to open the memory that the command is about."""
    settings = learner | await embedders(arguments.embedder, arguments.previous_embedder)
    return lambda: opened(arguments, create=True, learning=arguments.learning, **settings)


def _settings(arguments: argparse.Namespace, profiles: Iterable[type[Any]]) -> Settings:
    from ricordo.server.settings import Limits, Settings

    limits = Limits(
        body_bytes=round(arguments.body_limit * _MEBIBYTE),
        seconds=arguments.time_limit,
        rate=arguments.rate,
        burst=arguments.burst,
        in_flight=arguments.in_flight,
    )
    return Settings(
        keys=keys_path(arguments),
        host=arguments.host,
        port=arguments.port,
        limits=limits,
        origins=tuple(arguments.allow_origin),
        profiles={check_model(model).__name__: model for model in profiles},
        grace=arguments.grace,
    )


def log_to_stderr() -> None:
    """Our own log, and of the libraries only what is wrong: at lower levels they quote what they were sent."""
    logging.basicConfig(level=logging.WARNING, stream=sys.stderr, format="%(asctime)s %(name)s %(message)s")
    logging.getLogger("ricordo").setLevel(logging.INFO)
    logging.getLogger("mcp").setLevel(logging.CRITICAL)


async def _mcp(arguments: argparse.Namespace) -> int:
    need_server_extra()
    from ricordo.server.mcp_server import serve_stdio

    scope = scope_of(arguments)
    if scope.user is None:
        raise ScopeError("MCP is for one person: set --user")
    log_to_stderr()
    open_memory = await _opener(arguments, await learner_settings(arguments))
    async with open_memory() as memory:
        await serve_stdio(memory, scope)
    return Exit.DONE
