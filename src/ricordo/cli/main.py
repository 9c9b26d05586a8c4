"""``ricordo``: the verbs from a shell."""

from __future__ import annotations

import argparse
import asyncio
import io
import os
import sys
from collections.abc import Sequence

from ricordo import __version__
from ricordo.cli import bench, demo, keep, keys, learning, maintenance, privacy, review, serve
from ricordo.cli.options import Exit
from ricordo.values import ConsentError, NotFound, RicordoError

_EPILOG = """\
examples:
  ricordo remember --user alice 'I love hiking. My budget is about $2,000.'
  ricordo recall --user alice "suggest a vacation"
  ricordo forget --user alice --yes

The store is --store, or RICORDO_STORE, or memory.db in this folder. Every command takes --json.

exit codes:
  0 done   1 nothing was found   2 wrong usage   3 the store or a model failed   4 a check found a fault
  5 not allowed by the person's consent
"""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; its exit code."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # what a terminal cannot show is no reason to fail
            stream.reconfigure(errors="backslashreplace")
    arguments = build_parser().parse_args(argv)
    try:
        code = int(asyncio.run(arguments.run(arguments)))
        sys.stdout.flush()
    except BrokenPipeError:
        # Whoever reads us has seen enough. Nothing may be flushed into the pipe any more, at exit least of all.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return Exit.FAILED
    except KeyboardInterrupt:
        return Exit.FAILED
    except ConsentError as error:
        return _complain(error, Exit.NOT_ALLOWED)
    except NotFound as error:
        return _complain(error, Exit.NOTHING)
    except RicordoError as error:
        # A wrong scope is wrong usage, everything else is a failure.
        return _complain(error, Exit.USAGE if isinstance(error, ValueError) else Exit.FAILED)
    except (ValueError, TypeError) as error:
        return _complain(error, Exit.USAGE)
    except OSError as error:
        named = error.filename is not None and error.strerror is not None
        return _complain(f"{error.filename}: {error.strerror}" if named else error, Exit.FAILED)
    return code


def _complain(error: Exception | str, code: Exit) -> int:
    print(f"ricordo: {error}", file=sys.stderr)
    return code


def build_parser() -> argparse.ArgumentParser:
    """Everything that the command line understands."""
    parser = argparse.ArgumentParser(
        prog="ricordo",
        description="Long-term memory for AI agents: keep what was said, recall what matters, forget on request.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"ricordo {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for module in (keep, review, learning, privacy, maintenance, serve, keys, bench, demo):
        module.add_commands(commands)
    return parser
