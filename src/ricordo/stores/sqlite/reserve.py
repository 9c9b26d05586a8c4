"""Room that is kept on the disk for the day when it is full: erasing and opening need some.

The service makes a file that holds nothing in the folder of its databases. When there is no room left, it is made
smaller, as far as needed, and larger again afterwards. Where nobody made the file, nothing is kept.
"""

from __future__ import annotations

import os
import sqlite3
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

NAME = "ricordo.reserve"
SIZE = 16 * 2**20
_MIN_SIZE = 2**20

_FULL = frozenset({sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN})
"""Codes of SQLite on a full disk: it cannot write, extend or create a file."""


@dataclass(frozen=True, slots=True)
class Reserve:
    """The reserve in one folder."""

    folder: Path

    def make(self) -> bool:
        """Make the file, or make it whole again; return whether there was room for it."""
        return self._fill(os.O_CREAT)

    def restore(self) -> None:
        """Make the file whole again where it exists, as far as there is room."""
        self._fill(0)

    def shrink(self) -> bool:
        """Give half of the room to others; return whether there was any."""
        path = self.folder / NAME
        with suppress(OSError):
            size = path.stat().st_size
            os.truncate(path, size // 2 if size > _MIN_SIZE else 0)
            return size > 0
        return False

    def _fill(self, flags: int) -> bool:
        try:
            file = os.open(self.folder / NAME, os.O_RDWR | flags, 0o600)
        except OSError:
            return False
        try:
            return all(_extend(file, size) for size in range(_MIN_SIZE, SIZE + 1, _MIN_SIZE))
        finally:
            os.close(file)


def _extend(file: int, size: int) -> bool:
    """Extend a file to a size, with room on the disk; leave it as it is if there is none."""
    before = os.fstat(file).st_size
    if before >= size:
        return True
    try:
        os.lseek(file, before, os.SEEK_SET)
        written = os.write(file, bytes(size - before))
    except OSError:
        written = 0
    if before + written < size:
        os.ftruncate(file, before)
        return False
    return True


def is_full(error: BaseException | None) -> bool:
    """Return whether an error of SQLite, or what it was turned into, may come from a full disk."""
    while error is not None:
        code = getattr(error, "sqlite_errorcode", None)
        if code is not None:
            return code & 0xFF in _FULL
        error = error.__cause__
    return False
