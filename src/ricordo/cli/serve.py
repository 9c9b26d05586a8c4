"""The `serve` and `mcp` commands: the memory as a service."""

from __future__ import annotations

import argparse
import errno
import importlib
import logging
import socket
import sys
from collections.abc import Callable, Iterable
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ricordo.cli.learning import add_learning_options, load_learning_settings
from ricordo.cli.options import Commands, Exit, add_also_option, add_command, load_embedders, open_memory, scope_of
from ricordo.cli.output import print_json, print_note
from ricordo.learn.profiles import check_model
from ricordo.memory import Ricordo
from ricordo.opening import LEARNING
from ricordo.settings import EMBEDDER, KEYS, PREVIOUS_EMBEDDER
from ricordo.values import ScopeError, check_scopes

if TYPE_CHECKING:
    from ricordo.server.settings import Settings

_MEBIBYTE = 2**20


def add_commands(commands: Commands) -> None:
    """Add the commands that serve a memory."""
    parser = add_command(
        commands, "serve", _serve, "Serve a memory over REST and MCP, with a web console.", scope=False
    )
    parser.add_argument(
        "--host", default="127.0.0.1", help="address to listen on (%(default)s); others need a key first"
    )
    parser.add_argument("--port", type=int, default=8765, help="port to listen on (%(default)s); 0 takes a free one")
    add_keys_option(parser)
    _add_memory_options(parser)
    parser.add_argument("--workers", type=int, default=1, metavar="N", help="number of processes (%(default)s)")
    parser.add_argument(
        "--allow-origin",
        action="append",
        default=[],
        metavar="ORIGIN",
        help="an origin whose web pages may call; may be repeated",
    )
    parser.add_argument(
        "--link",
        metavar="NAME=URL",
        help="a link in the header of the console, back to the application: its name, and its http or https URL",
    )
    limits = parser.add_argument_group("limits")
    limits.add_argument(
        "--rate", type=float, default=100, help="requests a second for each key (%(default)s); 0 for no limit"
    )
    limits.add_argument("--burst", type=int, default=200, help="requests at once before the rate applies (%(default)s)")
    limits.add_argument("--in-flight", type=int, default=128, metavar="N", help="concurrent requests (%(default)s)")
    limits.add_argument(
        "--body-limit", type=float, default=8, metavar="MIB", help="maximum size of a body (%(default)s MiB)"
    )
    limits.add_argument(
        "--time-limit", type=float, default=30, metavar="SECONDS", help="maximum duration of a request (%(default)s)"
    )
    limits.add_argument(
        "--grace", type=float, default=20, metavar="SECONDS", help="time to finish requests when stopped (%(default)s)"
    )
    parser.add_argument("--fd", type=int, help=argparse.SUPPRESS)

    parser = add_command(
        commands, "mcp", _mcp, "Serve the memory of one person as MCP tools, on standard input and output."
    )
    add_also_option(parser)
    _add_memory_options(parser)


def _add_memory_options(parser: argparse.ArgumentParser) -> None:
    """Add the options for the embedders and for learning."""
    parser.add_argument(
        "--embedder",
        metavar="MODULE:NAME",
        default=EMBEDDER.read(),
        help="an embedder instead of the bundled one",
    )
    parser.add_argument(
        "--previous-embedder",
        metavar="MODULE:NAME",
        default=PREVIOUS_EMBEDDER.read(),
        help="the old embedder while the embedder is changed; used until the new vectors are complete",
    )
    parser.add_argument("--learning", choices=LEARNING, default="background", help="mode of learning (%(default)s)")
    add_learning_options(parser)


def add_keys_option(parser: argparse.ArgumentParser) -> None:
    """Add the option for the file with the keys."""
    parser.add_argument(
        "--keys",
        type=Path,
        metavar="FILE",
        default=KEYS.read(),
        help="the file with the keys (keys.db beside the store)",
    )


def keys_path(arguments: argparse.Namespace) -> Path:
    """Return the path of the file with the keys."""
    from ricordo.server.settings import default_keys_path

    return Path(arguments.keys) if arguments.keys else default_keys_path(arguments.store)


def require_server_extra(extra: str = "server") -> None:
    """Raise `ValueError` with the extra to install if a library of the service is missing."""
    try:
        importlib.import_module("fastapi")
        importlib.import_module("mcp")
    except ImportError as error:
        raise ValueError(f"{error.name} is not installed; this needs: pip install 'ricordo[{extra}]'") from None


async def _serve(arguments: argparse.Namespace) -> int:
    require_server_extra()
    from ricordo.server import run

    learning = await load_learning_settings(arguments)
    settings = _service_settings(arguments, learning["profiles"])
    open_memory = await _memory_factory(arguments, learning)
    log_to_stderr()
    if arguments.fd is not None:
        listener = socket.socket(fileno=arguments.fd)
        await run.serve(open_memory, settings, listener, say=lambda _: None, is_worker=True)
        return Exit.DONE
    if arguments.workers < 1:
        raise ValueError("--workers must be at least 1")
    exposure = run.check_exposure(settings)
    with listen(settings) as listener:
        if arguments.workers > 1:
            announce(arguments, f"http://{run.address(listener)}", exposure)
            is_clean = await run.supervise(sys.argv[1:], arguments.workers, listener)
            return Exit.DONE if is_clean else Exit.FAILED
        await run.serve(
            open_memory,
            settings,
            listener,
            say=lambda _: announce(arguments, f"http://{run.address(listener)}", exposure),
        )
    return Exit.DONE


def announce(arguments: argparse.Namespace, url: str, remark: str, what: str = "listening on") -> None:
    """Print the address of a service that accepts requests; with `--json`, on standard output as well."""
    print_note(f"ricordo: {what} {url} ({remark}); stop with Ctrl-C")
    if arguments.json:
        print_json({"url": url})
        sys.stdout.flush()


def listen(settings: Settings) -> socket.socket:
    """Return a listening socket. Raise `OSError` with the way out if the address cannot be used."""
    from ricordo.server import run

    try:
        return run.open_listener(settings)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            message = (
                f"port {settings.port} on {settings.host} is already in use: stop the program that uses it, "
                "or choose another port with --port (0 takes a free one)"
            )
        else:
            message = f"cannot listen on port {settings.port} of {settings.host}: {error.strerror}"
        raise OSError(message) from None


async def _memory_factory(
    arguments: argparse.Namespace, learning: dict[str, Any]
) -> Callable[[], AbstractAsyncContextManager[Ricordo]]:
    """Return a function that opens the memory that `arguments` name."""
    settings = learning | await load_embedders(arguments.embedder, arguments.previous_embedder)
    return lambda: open_memory(arguments, create=True, learning=arguments.learning, **settings)


def _service_settings(arguments: argparse.Namespace, profiles: Iterable[type[Any]]) -> Settings:
    from ricordo.server.settings import HomeLink, Limits, Settings, database_folder

    body_bytes = round(arguments.body_limit * _MEBIBYTE)
    limits = Limits(
        body_bytes=body_bytes,
        held_bytes=max(Limits().held_bytes, 4 * body_bytes),
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
        reserve=database_folder(arguments.store),
        grace=arguments.grace,
        home=HomeLink.parse(arguments.link) if arguments.link else None,
    )


def log_to_stderr() -> None:
    """Log to standard error. Libraries log warnings only: at lower levels they quote what they were sent."""
    logging.basicConfig(level=logging.WARNING, stream=sys.stderr, format="%(asctime)s %(name)s %(message)s")
    logging.getLogger("ricordo").setLevel(logging.INFO)
    logging.getLogger("mcp").setLevel(logging.CRITICAL)


async def _mcp(arguments: argparse.Namespace) -> int:
    require_server_extra()
    from ricordo.server.mcp_server import serve_stdio

    scope = scope_of(arguments)
    if scope.user is None:
        raise ScopeError("MCP serves one person: set --user")
    log_to_stderr()
    open_memory = await _memory_factory(arguments, await load_learning_settings(arguments))
    async with open_memory() as memory:
        await serve_stdio(memory, check_scopes([scope, *arguments.also]))
    return Exit.DONE
