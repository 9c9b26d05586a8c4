"""Caches of numbers about the documents of owners, kept in memory between searches.

A cache is brought up to date with the rows that changed since its last use, whichever process wrote them, so that the
cost of a search depends on one owner and not on all of them. Buffers grow by doubling, and a search in progress keeps
the arrays that it started with. A cache never goes back: a reader whose snapshot of the database is older than the
cache gets a ``StaleSnapshot`` error, and tries again with a newer one.
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
"""Returns the rows with a revision after the given one."""


class StaleSnapshot(Exception):
    """The reader's snapshot of the database is older than the cache. It must try again with a newer one."""


class OwnerCache:
    """A cached table about one owner's documents."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._revision = -1
        self._count = 0
        self._buffers: dict[str, NDArray[Any]] = {}

    @property
    def revision(self) -> int:
        """The revision of the owner that the cache is at; negative if it is empty."""
        return self._revision

    @property
    def nbytes(self) -> int:
        """The size of the cache in bytes."""
        return sum(buffer.nbytes for buffer in self._buffers.values())

    def read(self, revision: int, fetch: Fetch) -> Arrays:
        """Return the table as of ``revision``, after fetching what changed since the cache was last used.

        Raises:
            StaleSnapshot: The cache is newer than ``revision``.
        """
        with self._lock:
            if revision < self._revision:
                raise StaleSnapshot
            if revision > self._revision:
                self._update(fetch(self._revision))
                self._revision = revision
            return {name: buffer[: self._count] for name, buffer in self._buffers.items()}

    def _update(self, rows: Arrays) -> None:
        if not self._buffers:
            self._buffers, self._count = dict(rows), len(rows["keys"])
            return
        keys = self._buffers["keys"][: self._count]
        last = int(keys[-1]) if self._count else -1
        changes = int(np.searchsorted(rows["keys"], last, side="right"))
        if changes:
            self._replace({name: column[:changes] for name, column in rows.items()}, keys)
        self._append({name: column[changes:] for name, column in rows.items()})

    def _replace(self, rows: Arrays, keys: NDArray[np.int64]) -> None:
        """Replace rows, and insert those that are new, in copies: searches in progress still read the old arrays."""
        places = np.searchsorted(keys, rows["keys"])
        if self._has(rows, places):
            return  # only their vectors have changed, for instance, which another cache has
        new = keys[places] != rows["keys"]
        start, count = int(places[0]), self._count + int(np.count_nonzero(new))
        order = np.argsort(np.concatenate([keys[start:], rows["keys"][new]]), kind="stable")
        for name, buffer in self._buffers.items():
            copy = np.empty((max(count, len(buffer)), *buffer.shape[1:]), buffer.dtype)
            copy[:start] = buffer[:start]
            copy[start:count] = np.concatenate([buffer[start : self._count], rows[name][new]])[order]
            self._buffers[name] = copy
        self._count = count
        places = np.searchsorted(self._buffers["keys"][:count], rows["keys"])
        for name, buffer in self._buffers.items():
            buffer[places] = rows[name]

    def _has(self, rows: Arrays, places: NDArray[np.int64]) -> bool:
        return all(np.array_equal(buffer[places], rows[name]) for name, buffer in self._buffers.items())

    def _append(self, rows: Arrays) -> None:
        if not len(rows["keys"]):
            return
        count = self._count + len(rows["keys"])
        for name, buffer in self._buffers.items():
            if count > len(buffer):
                self._buffers[name] = np.concatenate([buffer, np.empty((count, *buffer.shape[1:]), buffer.dtype)])
            self._buffers[name][self._count : count] = rows[name]
        self._count = count


class OwnerCaches:
    """The caches that were used last, up to a number of bytes. Any erasure clears all of them."""

    def __init__(self, max_bytes: int) -> None:
        self._max_bytes = max_bytes
        self._lock = Lock()
        self._caches: OrderedDict[Hashable, tuple[OwnerCache, int]] = OrderedDict()
        self._total = 0
        self._erasures = 0

    def clear_after_erasure(self, erasures: int) -> None:
        """Clear all caches if ``erasures``, the count of erasures so far, has grown."""
        with self._lock:
            if erasures > self._erasures:
                self._caches.clear()
                self._total, self._erasures = 0, erasures

    def read(self, name: Hashable, revision: int, fetch: Fetch, *, erasures: int) -> Arrays:
        """Return the table called ``name`` as of ``revision``; see ``OwnerCache.read``.

        Raises:
            StaleSnapshot: The snapshot is older than the cache, or something was erased after it.
        """
        with self._lock:
            if erasures < self._erasures:
                raise StaleSnapshot  # what it reads may have been erased since, and must not be cached
            cache, _ = self._caches.setdefault(name, (OwnerCache(), 0))
        table = cache.read(revision, fetch)
        self.record_size(name, cache)
        return table

    def get(self, name: Hashable) -> OwnerCache:
        """Return the cache called ``name``. Call ``record_size`` after reading it."""
        with self._lock:
            return self._caches.setdefault(name, (OwnerCache(), 0))[0]

    def record_size(self, name: Hashable, cache: OwnerCache) -> None:
        """Record the size of a cache, and drop those not used for longest. This one always stays."""
        with self._lock:
            self._record_size(name, cache)

    def drop(self, is_unwanted: Callable[[Hashable], bool]) -> None:
        """Drop the caches whose names are unwanted."""
        with self._lock:
            for name in [name for name in self._caches if is_unwanted(name)]:
                _, size = self._caches.pop(name)
                self._total -= size

    def names(self) -> list[Hashable]:
        """Return the names of all caches."""
        with self._lock:
            return list(self._caches)

    def _record_size(self, name: Hashable, cache: OwnerCache) -> None:
        known, before = self._caches.get(name, (None, 0))
        if known is not cache:
            return  # it was dropped meanwhile
        self._caches[name] = (cache, cache.nbytes)
        self._caches.move_to_end(name)
        self._total += cache.nbytes - before
        while self._total > self._max_bytes and len(self._caches) > 1:
            _, (_, size) = self._caches.popitem(last=False)
            self._total -= size
