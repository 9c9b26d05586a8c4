"""Escaping of remembered text, so that it cannot close its block, forge a line of it or hide in it."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from typing import Any, cast

# The last four are lookalikes, which some readers take for angle brackets.
_ANGLE_BRACKETS = str.maketrans(
    {"<": "&lt;", ">": "&gt;", "\uff1c": "&lt;", "\ufe64": "&lt;", "\uff1e": "&gt;", "\ufe65": "&gt;"}
)

# Letters and marks by category that show nothing all the same; some of them can carry a hidden text.
_INVISIBLE = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)


def escape_line(text: str) -> str:
    """Return `text` on one line, without invisible characters and with angle brackets escaped."""
    return escape_markup(flatten(text))


def escape_markup(text: str) -> str:
    """Return `text` with ampersands, angle brackets and their lookalikes escaped."""
    return escape_angle_brackets(text.replace("&", "&amp;"))


def escape_angle_brackets(text: str) -> str:
    """Return `text` with angle brackets and their lookalikes escaped. Text that is escaped already stays as it is."""
    return text.translate(_ANGLE_BRACKETS)


def flatten(text: str) -> str:
    """Return `text` on one line, without control and other invisible characters."""
    if not (text.isascii() and text.isprintable()):  # most text is, and then there is nothing to look for
        hidden = [character for character in set(text) if not _is_visible(character)]
        text = text.translate(dict.fromkeys(map(ord, hidden))) if hidden else text
    return " ".join(text.split())


def escape_data(value: Any) -> Any:
    """Return `value`, which is ready for JSON, with every string in it escaped, names of fields included."""
    if isinstance(value, str):
        return escape_line(value)
    if isinstance(value, Mapping):
        items = cast("Mapping[Any, Any]", value).items()
        return {escape_line(str(name)): escape_data(item) for name, item in items}
    if isinstance(value, list | tuple):
        return [escape_data(item) for item in cast("list[Any]", value)]
    return value


def _is_visible(character: str) -> bool:
    if character.isspace():
        return True
    return unicodedata.category(character) not in {"Cc", "Cf", "Cs", "Co", "Cn"} and not _INVISIBLE.match(character)
