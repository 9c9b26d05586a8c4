"""Tables of numbers about one owner's documents, kept in memory between searches.

A shelf is brought up to date from the rows that changed since it was last used, whichever process wrote them, so that a
search costs what the owner has said and not what everybody has. Buffers grow by doubling, and a search that is under
way keeps the arrays it started with. A shelf goes forwards only: who sees an older state of the database than the shelf
has followed is told so, and looks again.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping
from threading import Lock
from typing import Any

import numpy as np
from numpy.typing import NDArray

Arrays = Mapping[str, NDArray[Any]]
"""Columns of equal length by name; ``keys`` is one of them and ascends."""


Fetch = Callable[[int], Arrays]
"""The rows with a revision behind the given one."""


class StaleSnapshot(Exception):
    """The reader sees an older state of the database than the shelves: it has to look again, at a newer one."""


class Shelf:
    """One table about one owner's documents."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._revision = -1
        self._count = 0
        self._buffers: dict[str, NDArray[Any]] = {}

    @property
    def revision(self) -> int:
        """How far the shelf has followed the changes; negative if it has not begun."""
        return self._revision

    @property
    def nbytes(self) -> int:
        """What the shelf takes in memory."""
        return sum(buffer.nbytes for buffer in self._buffers.values())

    def follow(self, revision: int, fetch: Fetch) -> Arrays:
        """The table as it is at ``revision``, having followed the changes up to there."""
        with self._lock:
            if revision < self._revision:
                raise StaleSnapshot
            if revision > self._revision:
                self._take(fetch(self._revision))
                self._revision = revision
            return {name: buffer[: self._count] for name, buffer in self._buffers.items()}

    def _take(self, rows: Arrays) -> None:
        if not self._buffers:
            self._buffers, self._count = dict(rows), len(rows["keys"])
            return
        known = self._buffers["keys"][: self._count]
        last = int(known[-1]) if self._count else -1
        changes = int(np.searchsorted(rows["keys"], last, side="right"))
        if changes:
            self._change({name: column[:changes] for name, column in rows.items()}, known)
        self._append({name: column[changes:] for name, column in rows.items()})

    def _change(self, rows: Arrays, known: NDArray[np.int64]) -> None:
        """Replace rows, in copies of the arrays: searches under way still read the old ones."""
        new = ~np.isin(rows["keys"], known)
        self._buffers = {
            name: np.concatenate([buffer[: self._count], rows[name][new]]) for name, buffer in self._buffers.items()
        }
        self._count += int(new.sum())
        if new.any():
            order = np.argsort(self._buffers["keys"], kind="stable")
            self._buffers = {name: buffer[order] for name, buffer in self._buffers.items()}
        places = np.searchsorted(self._buffers["keys"], rows["keys"])
        for name, buffer in self._buffers.items():
            buffer[places] = rows[name]

    def _append(self, rows: Arrays) -> None:
        if not len(rows["keys"]):
            return
        count = self._count + len(rows["keys"])
        for name, buffer in self._buffers.items():
            if count > len(buffer):
                self._buffers[name] = np.concatenate([buffer, np.empty((count, *buffer.shape[1:]), buffer.dtype)])
            self._buffers[name][self._count : count] = rows[name]
        self._count = count


class Shelves:
    """The shelves used last, up to a number of bytes. After an erasure, anybody's, all of them are let go of."""

    def __init__(self, most_bytes: int) -> None:
        self._most_bytes = most_bytes
        self._lock = Lock()
        self._shelves: OrderedDict[Hashable, tuple[Shelf, int]] = OrderedDict()
        self._total = 0
        self._erasures = 0

    def notice(self, erasures: int) -> None:
        """Forget everything if something was erased since the last time."""
        with self._lock:
            if erasures > self._erasures:
                self._shelves.clear()
                self._total, self._erasures = 0, erasures

    def follow(self, name: Hashable, revision: int, fetch: Fetch, *, erasures: int) -> Arrays:
        """The table called ``name`` as it is at ``revision`` and after so many ``erasures``; see ``Shelf.follow``."""
        with self._lock:
            if erasures < self._erasures:
                raise StaleSnapshot  # what it sees may have been erased since, and must not be kept
            shelf, _ = self._shelves.setdefault(name, (Shelf(), 0))
        table = shelf.follow(revision, fetch)
        self.weigh(name, shelf)
        return table

    def shelf(self, name: Hashable) -> Shelf:
        """The shelf called ``name``: for those who must fetch before they can follow, and weigh it afterwards."""
        with self._lock:
            return self._shelves.setdefault(name, (Shelf(), 0))[0]

    def weigh(self, name: Hashable, shelf: Shelf) -> None:
        """Note what a shelf weighs now and let go of those not used for longest; the one in hand always stays."""
        with self._lock:
            self._weigh(name, shelf)

    def drop(self, unwanted: Callable[[Hashable], bool]) -> None:
        """Let go of shelves by their names."""
        with self._lock:
            for name in [name for name in self._shelves if unwanted(name)]:
                _, weight = self._shelves.pop(name)
                self._total -= weight

    def names(self) -> list[Hashable]:
        """What is kept at the moment."""
        with self._lock:
            return list(self._shelves)

    def _weigh(self, name: Hashable, shelf: Shelf) -> None:
        known, before = self._shelves.get(name, (None, 0))
        if known is not shelf:
            return  # it was let go of while we read
        self._shelves[name] = (shelf, shelf.nbytes)
        self._shelves.move_to_end(name)
        self._total += shelf.nbytes - before
        while self._total > self._most_bytes and len(self._shelves) > 1:
            _, (_, weight) = self._shelves.popitem(last=False)
            self._total -= weight
