"""Where a page ended, as text that a client hands back unread."""

from __future__ import annotations

import base64
import binascii

_LARGEST = 2**63


def cursor_of(place: int | None) -> str | None:
    """The cursor for a place; None stays None."""
    return None if place is None else base64.urlsafe_b64encode(b"m%d" % place).decode().rstrip("=")


def place_of(cursor: str | None) -> int | None:
    """The place that a cursor stands for."""
    if cursor is None:
        return None
    try:
        text = base64.urlsafe_b64decode(cursor.encode("ascii") + b"=" * (-len(cursor) % 4)).decode("ascii")
        place = int(text.removeprefix("m"))
        if cursor_of(place) == cursor and 0 <= place < _LARGEST:
            return place
    except (binascii.Error, UnicodeError, ValueError):
        pass
    raise ValueError("cursor is not one that was given out; leave it out to start at the first page")
