"""Results, notes and progress on a terminal or in a pipe."""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
from contextlib import suppress
from typing import Any

from tqdm import tqdm

from ricordo.serialization import jsonable

# Control characters other than tab and line feed, direction marks, line separators and annotation anchors.
_CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u206f\ufeff\ufff9-\ufffb]")


def escape_controls(text: str) -> str:
    r"""Return `text` with control and bidirectional characters as `\uXXXX`.

    A terminal would obey them: text could move the cursor, or be shown in another order than it is written. JSON that
    is escaped this way still holds the same values.
    """
    return _CONTROLS.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


def print_text(text: str) -> None:
    """Print `text` on standard output, with control characters escaped."""
    print(escape_controls(text))


def print_result(arguments: argparse.Namespace, text: str, data: Any) -> None:
    """Print a result: `data` as one line of JSON if `--json` is set, `text` otherwise."""
    print_text(json.dumps(jsonable(data), ensure_ascii=False) if arguments.json else text)


def print_note(text: str) -> None:
    """Print something that is not the result on standard error."""
    print(escape_controls(text), file=sys.stderr)


def progress_bar(total: int | None = None, *, unit: str) -> Any:
    """Return a progress bar that appears on a terminal only, and only if the work takes more than a second."""
    return tqdm(total=total, unit=f" {unit}", disable=None, delay=1.0)


def pluralize(number: int, one: str, many: str | None = None) -> str:
    """Return `number` with its noun, like "1 turn" or "2,000 turns"."""
    return f"{number:,} {one if number == 1 else many or f'{one}s'}"


def discard_output() -> None:
    """Send everything that is still to be printed nowhere.

    Python flushes its streams at exit, and would complain about a pipe that nobody reads any more.
    """
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except BrokenPipeError:
            nowhere = os.open(os.devnull, os.O_WRONLY)
            with suppress(OSError):
                os.dup2(nowhere, stream.fileno())
            os.close(nowhere)
