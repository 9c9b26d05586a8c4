"""The entry point of the `ricordo` command."""

from __future__ import annotations

import argparse
import asyncio
import io
import sys
from collections.abc import Sequence
from typing import NoReturn

from ricordo import __version__
from ricordo.cli import bench, completion, demo, keys, learning, maintenance, memory, privacy, review, serve
from ricordo.cli.options import Exit
from ricordo.cli.output import discard_output, escape_controls, print_note, red
from ricordo.values import ConsentError, NotFound, RicordoError

_EPILOG = """\
examples:
  ricordo remember --user alice 'I love hiking. My budget is about $2,000.'
  ricordo recall --user alice "suggest a vacation"
  ricordo forget --user alice --yes

The store is --store, or RICORDO_STORE, or memory.db in this folder. Every command takes --json: one object a line.
`ricordo COMMAND --help` explains a command, `ricordo completion bash` completes them all.

exit codes:
  0 done   1 nothing was found   2 wrong usage   3 the store or a model failed   4 a check found a fault
  5 not allowed by the person's consent   130 stopped with Ctrl-C
"""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # print escapes where a terminal lacks a character
            stream.reconfigure(errors="backslashreplace")
    try:
        return _run(argv)
    except BrokenPipeError:
        discard_output()  # the reader has seen enough, as with `| head`
        return Exit.DONE


def _run(argv: Sequence[str] | None) -> int:
    try:
        arguments = build_parser().parse_args(argv)
        code = int(asyncio.run(arguments.run(arguments)))
        sys.stdout.flush()
    except SystemExit:  # the parser has printed help or an error
        sys.stdout.flush()
        raise
    except KeyboardInterrupt:
        return Exit.INTERRUPTED
    except BrokenPipeError:
        raise
    except ConsentError as error:
        return _report(error, Exit.NOT_ALLOWED)
    except NotFound as error:
        return _report(error, Exit.NOTHING)
    except RicordoError as error:
        # A wrong scope is wrong usage; everything else is a failure.
        return _report(error, Exit.USAGE if isinstance(error, ValueError) else Exit.FAILED)
    except (ValueError, TypeError) as error:
        return _report(error, Exit.USAGE)
    except OSError as error:
        named = error.filename is not None and error.strerror is not None
        return _report(f"{error.filename}: {error.strerror}" if named else error, Exit.FAILED)
    return code


def _report(error: Exception | str, code: Exit) -> int:
    print_note([red("ricordo:"), f" {error}"])
    return code


class _Parser(argparse.ArgumentParser):
    """A parser whose error messages cannot control the terminal. Its sub-parsers are of this class too."""

    def error(self, message: str) -> NoReturn:
        super().error(escape_controls(f"{message}\nTry `{self.prog} --help`."))


def build_parser() -> argparse.ArgumentParser:
    """Return the parser of the whole command line."""
    parser = _Parser(
        prog="ricordo",
        description="Long-term memory for AI agents: keep what was said, recall what matters, forget on request.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"ricordo {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for module in (memory, review, learning, privacy, maintenance, serve, keys, bench, demo):
        module.add_commands(commands)
    completion.add_commands(commands, parser)
    return parser
