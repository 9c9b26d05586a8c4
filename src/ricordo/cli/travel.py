"""The `demo` command in the browser: the travel assistant, on this machine."""

from __future__ import annotations

import argparse
import asyncio
import importlib
import os
import sys
import webbrowser
from pathlib import Path

from ricordo.cli.options import Exit, load_object
from ricordo.cli.serve import announce, listen, log_to_stderr, require_server_extra
from ricordo.settings import CHAT_CLIENT


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of the travel assistant."""
    parser.add_argument("--port", type=int, default=8766, help="port to listen on (%(default)s); 0 takes a free one")
    parser.add_argument("--no-browser", action="store_true", help="print the address, do not open a browser")
    parser.add_argument(
        "--folder", type=Path, default=_default_folder(), help="folder for memory, keys and bookings (%(default)s)"
    )
    parser.add_argument(
        "--chat-client",
        metavar="MODULE:NAME",
        default=CHAT_CLIENT.read(),
        help="a MAF chat client that answers and learns, or a function that returns one; without it, rules do both",
    )
    parser.add_argument(
        "--tools",
        choices=("process", "mcp"),
        default="process",
        help="where its tools run: in this process, or as three MCP servers for each conversation (%(default)s)",
    )


async def run(arguments: argparse.Namespace) -> int:
    """Serve the assistant until stopped."""
    _require_travel_assistant()
    from ricordo.server.run import address, serve_app
    from ricordo_travel.web import DemoSettings, create_app

    client = await load_object(arguments.chat_client, "--chat-client") if arguments.chat_client else None
    demo = DemoSettings(arguments.folder, client, arguments.tools, port=arguments.port)
    log_to_stderr()
    with listen(demo.settings) as listener:
        url = f"http://{address(listener)}/"

        def on_start(_: str) -> None:
            source = "a language model answers" if client else "no language model is set: a clerk answers"
            announce(arguments, url, source, "the travel assistant is at")
            if not arguments.no_browser and _has_screen():
                asyncio.get_running_loop().run_in_executor(None, webbrowser.open, url)

        await serve_app(create_app(demo), demo.settings, listener, say=on_start)
    return Exit.DONE


def _require_travel_assistant() -> None:
    """Raise `ValueError` with what to install if the travel assistant or the service is missing."""
    try:
        importlib.import_module("ricordo_travel")
    except ImportError:
        raise ValueError(
            "the travel assistant is not installed; this needs: pip install 'ricordo[demo]' "
            "(`ricordo demo --terminal` runs without it)"
        ) from None
    require_server_extra("demo")


def _default_folder() -> Path:
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "ricordo" / "demo"


def _has_screen() -> bool:
    """Return whether a browser opens in a window. One that opens in the terminal would take it over."""
    return sys.platform in {"darwin", "win32"} or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
