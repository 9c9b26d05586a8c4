"""The protocol of an index beside the store: a cluster that compares vectors and finds keywords, and keeps no records.

An index may lag, lose points or be unavailable, so the store checks its answers against the records. An index holds no
names and no words: it knows documents by key, owners by number, and keywords by salted hash.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from ricordo.language.bm25 import Postings
from ricordo.values import StoreError

MAX_TERM_COUNT = 63
"""The highest count of a keyword in a document, as in the postings of the stores."""


class IndexUnavailable(StoreError):
    """The index cannot be reached, or takes too long. The call may be repeated."""


class CollectionMissing(StoreError):
    """The index lacks a collection that it should have: it was emptied, or replaced by another index."""


@dataclass(frozen=True, slots=True)
class Collection:
    """The vectors of one model. With ``shards``, it is split by owner, so that a query goes to one shard."""

    name: str
    dimensions: int
    shards: int


@dataclass(frozen=True, slots=True)
class Point:
    """A document in an index: its vector, and the counts of its keywords by their hashes."""

    key: int
    owner: int
    vector: NDArray[np.float32]
    words: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class IndexQuery:
    """A search among one owner's documents.

    Attributes:
        owner: The number of the owner.
        vector: The vector to compare with.
        most: The number of documents to return.
        words: Hashes of keywords, whose postings are returned.
        among: Compare only the documents with these keys.
        exact: Compare all vectors. Otherwise a graph finds the nearest, and may miss one.
    """

    owner: int
    vector: NDArray[np.float32]
    most: int
    words: tuple[int, ...] = ()
    among: tuple[int, ...] | None = None
    exact: bool = True


@dataclass(frozen=True, slots=True)
class IndexAnswer:
    """The keys that were found with their cosines, and the postings of the words by their position in the query."""

    keys: NDArray[np.int64]
    cosines: NDArray[np.float32]
    postings: Postings


@dataclass(frozen=True, slots=True)
class Nodes:
    """The number of nodes in the address of an index, and of those that answer."""

    known: int
    answering: int


class Index(Protocol):
    """An index beside a store. Every call may be repeated after a failure, without doing anything twice."""

    @property
    def name(self) -> str:
        """The name for messages. It holds no API key."""
        ...

    @property
    def recently_failed(self) -> bool:
        """True if a call failed a moment ago, so that callers should not wait for the next one."""
        ...

    @property
    def has_keywords(self) -> bool:
        """True if it finds keywords too. Otherwise the database does."""
        ...

    async def shards(self) -> int:
        """Return the number of shards for a new collection; 0 if the index cannot split one."""
        ...

    async def create(self, collection: Collection) -> None:
        """Create a collection unless it exists."""
        ...

    async def drop(self, name: str) -> None:
        """Delete a collection if it exists."""
        ...

    async def collections(self, beginning: str) -> list[str]:
        """Return the names of the collections whose names start with ``beginning``."""
        ...

    async def put(self, collection: Collection, points: Sequence[Point], *, version: int) -> None:
        """Store points, and return when they can be found. Stored points with a higher version are left as they are."""
        ...

    async def remove(self, collection: Collection, keys: Mapping[int, Sequence[int]]) -> None:
        """Delete points by owner and key, and return when they are gone."""
        ...

    async def remove_owners(self, collection: Collection, owners: Sequence[int]) -> None:
        """Delete all points of these owners, and return when they are gone."""
        ...

    async def ask(
        self, collection: Collection, queries: Sequence[IndexQuery], *, within: float | None = None
    ) -> list[IndexAnswer]:
        """Answer all queries in one request.

        Args:
            collection: The collection to search.
            queries: The searches.
            within: A timeout in seconds that is shorter than the one of the index.

        Raises:
            IndexUnavailable: The index does not answer in time.
        """
        ...

    async def read_vectors(self, collection: Collection, owner: int) -> dict[int, NDArray[np.float32]]:
        """Return all vectors of an owner by key, to compare them with the records."""
        ...

    async def count(self, collection: Collection, *, exact: bool) -> int:
        """Return the number of points in a collection."""
        ...

    async def nodes(self) -> Nodes:
        """Return how many nodes there are, and how many answer."""
        ...

    async def close(self) -> None: ...


@runtime_checkable
class Indexed(Protocol):
    """A store with an index beside it."""

    def rebuild_index(self) -> AsyncIterator[int]:
        """Fill a new copy of the index from the records, and use it instead of the old one when it is complete.

        An interrupted rebuild continues where it stopped. Searches are answered all the while.

        Yields:
            The number of documents that were added in each step.
        """
        ...


def shard_of(owner: int, collection: Collection) -> int | None:
    """Return the shard that holds an owner's points; None if the collection is not split."""
    return owner % collection.shards if collection.shards else None
