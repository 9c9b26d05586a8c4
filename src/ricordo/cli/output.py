"""Results, notes and progress on a terminal or in a pipe."""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, TextIO

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


@dataclass(frozen=True, slots=True)
class StyledText:
    """A part of a text with a style, which shows on a terminal only."""

    text: str
    style: str


Text = str | Sequence[str | StyledText]
"""A text, or the parts that it is made of."""


def bold(text: str) -> StyledText:
    """Return `text` in bold."""
    return StyledText(text, "1")


def dim(text: str) -> StyledText:
    """Return `text` in a weaker colour."""
    return StyledText(text, "2")


def red(text: str) -> StyledText:
    """Return `text` in red."""
    return StyledText(text, "31")


def green(text: str) -> StyledText:
    """Return `text` in green."""
    return StyledText(text, "32")


def has_colours(stream: TextIO) -> bool:
    """Return whether `stream` is a terminal that shows colours, and `NO_COLOR` does not forbid them."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def print_text(text: Text) -> None:
    """Print `text` on standard output, with control characters escaped."""
    print(_render(text, sys.stdout).removesuffix("\n"))


def print_json(data: Any) -> None:
    """Print `data` on standard output as one line of JSON."""
    print_text(json.dumps(jsonable(data), ensure_ascii=False))


def print_result(arguments: argparse.Namespace, text: Text, data: Any) -> None:
    """Print a result: `data` as one line of JSON if `--json` is set, `text` otherwise."""
    if arguments.json:
        print_json(data)
    else:
        print_text(text)


def print_note(text: Text) -> None:
    """Print something that is not the result on standard error."""
    print(_render(text, sys.stderr), file=sys.stderr)


def _render(text: Text, stream: TextIO) -> str:
    if isinstance(text, str):
        return escape_controls(text)
    shows_styles = has_colours(stream)
    return "".join(_render_part(part, shows_styles=shows_styles) for part in text)


def _render_part(part: str | StyledText, *, shows_styles: bool) -> str:
    if isinstance(part, str):
        return escape_controls(part)
    plain = escape_controls(part.text)
    return f"\x1b[{part.style}m{plain}\x1b[0m" if shows_styles and plain else plain


def progress_bar(total: int | None = None, *, unit: str) -> Any:
    """Return a progress bar for work that takes more than a second. It appears on a terminal only, never in pipes."""
    is_terminal = sys.stdout.isatty() and sys.stderr.isatty()
    return tqdm(total=total, unit=f" {unit}", disable=not is_terminal, delay=1.0)


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
