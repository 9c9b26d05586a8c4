"""``recollect``: the verbs from a shell."""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Sequence

from recollect import __version__
from recollect.cli import bench, demo, keep, keys, learning, privacy, review, serve, upkeep
from recollect.cli.options import Exit
from recollect.values import ConsentError, NotFound, RecollectError

_EPILOG = """\
examples:
  recollect remember --user alice "I love hiking. My budget is about $2,000."
  recollect recall --user alice "suggest a vacation"
  recollect forget --user alice --yes

The store is --store, or RECOLLECT_STORE, or memory.db in this folder. Every command takes --json.

exit codes:
  0 done   1 nothing was found   2 wrong usage   3 the store or a model failed   4 a check found a fault
  5 not allowed by the person's consent
"""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; its exit code."""
    arguments = build_parser().parse_args(argv)
    try:
        return int(asyncio.run(arguments.run(arguments)))
    except ConsentError as error:
        return _complain(error, Exit.NOT_ALLOWED)
    except NotFound as error:
        return _complain(error, Exit.NOTHING)
    except RecollectError as error:
        # A wrong scope is wrong usage, everything else is a failure.
        return _complain(error, Exit.USAGE if isinstance(error, ValueError) else Exit.FAILED)
    except (ValueError, TypeError) as error:
        return _complain(error, Exit.USAGE)
    except OSError as error:
        return _complain(error, Exit.FAILED)
    except (KeyboardInterrupt, BrokenPipeError):
        return Exit.FAILED


def _complain(error: Exception, code: Exit) -> int:
    print(f"recollect: {error}", file=sys.stderr)
    return code


def build_parser() -> argparse.ArgumentParser:
    """Everything that the command line understands."""
    parser = argparse.ArgumentParser(
        prog="recollect",
        description="Long-term memory for AI agents: keep what was said, recall what matters, forget on request.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"recollect {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for module in (keep, review, learning, privacy, upkeep, serve, keys, bench, demo):
        module.add_commands(commands)
    return parser
