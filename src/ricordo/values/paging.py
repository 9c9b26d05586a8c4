"""Pages of long lists, and the cursors that lead from one page to the next."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Generic, TypeVar, overload

T_co = TypeVar("T_co", covariant=True)

_MAX_KEY = 2**63


@dataclass(frozen=True, slots=True)
class Page(Sequence[T_co], Generic[T_co]):
    """A part of a long list, as a sequence of its items.

    Attributes:
        items: The items on this page.
        previous: The cursor to give as ``before`` for the page before this one; None if there is none.
        next: The cursor to give as ``after`` for the page after this one; None on the last page.
    """

    items: tuple[T_co, ...]
    previous: str | None = None
    next: str | None = None

    @overload
    def __getitem__(self, index: int) -> T_co: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[T_co, ...]: ...
    def __getitem__(self, index: int | slice) -> T_co | tuple[T_co, ...]:
        return self.items[index]

    def __len__(self) -> int:
        return len(self.items)


@dataclass(frozen=True, slots=True)
class ConversationInfo:
    """A conversation as a list shows it.

    Attributes:
        session: The session's name; None for turns that were said outside of any.
        turns: The number of turns.
        started_at: The time of the first turn.
        ended_at: The time of the last turn.
        opening: The first words that the person said.
        agents: The agents that took part.
    """

    session: str | None
    turns: int
    started_at: datetime
    ended_at: datetime
    opening: str
    agents: tuple[str, ...] = ()


def encode_cursor(key: int | None) -> str | None:
    """Return the cursor for a store's key; None stays None."""
    return None if key is None else base64.urlsafe_b64encode(b"m%d" % key).decode().rstrip("=")


def decode_cursor(cursor: str | None) -> int | None:
    """Return the key of a cursor; None stays None.

    Raises:
        ValueError: If the cursor is not one that `encode_cursor` makes.
    """
    if cursor is None:
        return None
    try:
        text = base64.urlsafe_b64decode(cursor.encode("ascii") + b"=" * (-len(cursor) % 4)).decode("ascii")
        key = int(text.removeprefix("m"))
        if encode_cursor(key) == cursor and 0 <= key < _MAX_KEY:
            return key
    except (AttributeError, binascii.Error, UnicodeError, ValueError):
        pass
    raise ValueError("cursor is not one that was given out; leave it out to start at the first page")
