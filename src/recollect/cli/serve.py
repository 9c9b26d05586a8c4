"""``serve`` and ``mcp``: the memory as a service."""

from __future__ import annotations

import argparse
import importlib
import logging
import socket
import sys
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from recollect.cli.options import Commands, Exit, command, loaded, note, opened, scope_of
from recollect.recollect import LEARNING, Recollect
from recollect.settings import KEYS
from recollect.values import ScopeError

if TYPE_CHECKING:
    from recollect.server.settings import Settings

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
    parser.add_argument("--embedder", metavar="MODULE:NAME", help="an embedder other than the one that comes along")
    parser.add_argument("--chat-client", metavar="MODULE:NAME", help="a MAF chat client to learn with (rules)")
    parser.add_argument("--learning", choices=LEARNING, default="background", help="when to learn (%(default)s)")
    parser.add_argument(
        "--profile",
        action="append",
        default=[],
        metavar="MODULE:MODEL",
        help="a Pydantic model to fill; may be repeated",
    )


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
    from recollect.server.settings import keys_beside

    return Path(arguments.keys) if arguments.keys else keys_beside(arguments.store)


def need_server_extra() -> None:
    """Say what to install where the service's libraries are not there."""
    try:
        importlib.import_module("fastapi")
        importlib.import_module("mcp")
    except ImportError as error:
        raise ValueError(f"{error.name} is not installed; the service needs: pip install 'recollect[server]'") from None


async def _serve(arguments: argparse.Namespace) -> int:
    need_server_extra()
    from recollect.server import run

    settings = _settings(arguments)
    open_memory = await _opener(arguments)
    _log_to_stderr()
    if arguments.fd is not None:
        listener = socket.socket(fileno=arguments.fd)
        await run.serve(open_memory, settings, listener, say=lambda _: None)
        return Exit.DONE
    if arguments.workers < 1:
        raise ValueError("--workers must be at least 1")
    exposure = run.check_exposure(settings)
    with run.listening_socket(settings) as listener:
        if arguments.workers > 1:
            note(f"recollect: listening on http://{run.address(listener)} ({exposure})")
            ended_well = await run.supervise(sys.argv[1:], arguments.workers, listener)
            return Exit.DONE if ended_well else Exit.FAILED
        await run.serve(
            open_memory,
            settings,
            listener,
            say=lambda text: note(f"recollect: {text} ({exposure})"),
        )
    return Exit.DONE


async def _opener(arguments: argparse.Namespace) -> Callable[[], AbstractAsyncContextManager[Recollect]]:
    """How to open the memory that the command is about."""
    embedder = await loaded(arguments.embedder) if arguments.embedder else None
    chat_client = await loaded(arguments.chat_client) if arguments.chat_client else None
    models = [_model(name) for name in arguments.profile]
    return lambda: opened(
        arguments, embedder=embedder, chat_client=chat_client, profiles=models, learning=arguments.learning
    )


def _settings(arguments: argparse.Namespace) -> Settings:
    from recollect.server.settings import Limits, Settings

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
        profiles={model.__name__: model for model in map(_model, arguments.profile)},
        grace=arguments.grace,
    )


def _model(name: str) -> type[Any]:
    """The Pydantic model that ``module:Model`` names."""
    from pydantic import BaseModel

    module, _, attribute = name.partition(":")
    try:
        found = getattr(importlib.import_module(module), attribute)
    except (ImportError, AttributeError, ValueError) as error:
        raise ValueError(f"--profile {name!r} cannot be loaded: {error}") from error
    if not (isinstance(found, type) and issubclass(found, BaseModel)):
        raise TypeError(f"--profile {name!r} must name a Pydantic model, as in package.module:Model")
    return found


def _log_to_stderr() -> None:
    """Our own log, and of the libraries only what is wrong: at lower levels they quote what they were sent."""
    logging.basicConfig(level=logging.WARNING, stream=sys.stderr, format="%(asctime)s %(name)s %(message)s")
    logging.getLogger("recollect").setLevel(logging.INFO)
    logging.getLogger("mcp").setLevel(logging.CRITICAL)


async def _mcp(arguments: argparse.Namespace) -> int:
    need_server_extra()
    from recollect.server.mcp_server import serve_stdio

    scope = scope_of(arguments)
    if scope.user is None:
        raise ScopeError("MCP is for one person: set --user")
    _log_to_stderr()
    open_memory = await _opener(arguments)
    async with open_memory() as memory:
        await serve_stdio(memory, scope)
    return Exit.DONE
