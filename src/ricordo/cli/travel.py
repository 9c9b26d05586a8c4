"""``demo`` in the browser: the travel assistant, its memory beside it, all on this machine."""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import webbrowser
from pathlib import Path

from ricordo.cli.options import Exit, loaded, note
from ricordo.cli.serve import log_to_stderr, need_server_extra
from ricordo.settings import CHAT_CLIENT


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of the assistant."""
    parser.add_argument("--port", type=int, default=8766, help="on which port (%(default)s); 0 takes a free one")
    parser.add_argument("--no-browser", action="store_true", help="print the address and open nothing")
    parser.add_argument(
        "--folder", type=Path, default=_folder(), help="where memory, keys and bookings are kept (%(default)s)"
    )
    parser.add_argument(
        "--chat-client",
        metavar="MODULE:NAME",
        default=CHAT_CLIENT.read(),
        help="a MAF chat client that answers and learns, or a function that makes one; without it, plain rules do both",
    )


async def run(arguments: argparse.Namespace) -> int:
    """Serve the assistant until stopped."""
    need_server_extra("demo")
    from ricordo.server.run import address, listening_socket, serve_app
    from ricordo_travel.web import Demo, create_app

    client = await loaded(arguments.chat_client, "--chat-client") if arguments.chat_client else None
    demo = Demo(arguments.folder, client, port=arguments.port)
    log_to_stderr()
    with listening_socket(demo.settings) as listener:
        url = f"http://{address(listener)}/"

        def started(_: str) -> None:
            who = "a language model answers" if client else "no language model is set: plain rules answer"
            note(f"ricordo: the travel assistant is at {url} ({who}); stop with Ctrl-C")
            if not arguments.no_browser and _has_screen():
                asyncio.get_running_loop().run_in_executor(None, webbrowser.open, url)

        await serve_app(create_app(demo), demo.settings, listener, say=started)
    return Exit.DONE


def _folder() -> Path:
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "ricordo" / "demo"


def _has_screen() -> bool:
    """Whether a browser would open in a window; one that opens in the terminal is not wanted."""
    return sys.platform in {"darwin", "win32"} or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
