"""The seam to an index beside the store: a cluster that compares vectors and finds keywords, and keeps no records.

An index may lag, lose things or be away: whoever asks it holds its answers against the records. It knows documents by
their keys, owners by their numbers and keywords by numbers that only the store can make: no name and no word.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from ricordo.language.bm25 import Postings
from ricordo.values import StoreError

MOST_COUNTED = 63
"""How often a keyword is counted in a document at most, as in the postings of the stores."""


class IndexUnavailable(StoreError):
    """The index cannot be reached, or takes too long. What was asked may be asked again."""


class CollectionMissing(StoreError):
    """The index does not have the collection that it should have: it was emptied, or is another one."""


@dataclass(frozen=True, slots=True)
class Collection:
    """The vectors of one model. With ``shards``, it is split by owner, so that a question goes to one part of it."""

    name: str
    dimensions: int
    shards: int


@dataclass(frozen=True, slots=True)
class Point:
    """A document as an index knows it: its vector, and how often it holds which keywords, by their numbers."""

    key: int
    owner: int
    vector: NDArray[np.float32]
    words: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class Question:
    """What is near to ``vector`` among an owner's documents, and which of them hold ``words``.

    ``exact`` compares all of them, or all that are ``among`` the given keys; otherwise the nearest are found by a
    graph, and one may be missed. ``most`` is how many are wanted.
    """

    owner: int
    vector: NDArray[np.float32]
    most: int
    words: tuple[int, ...] = ()
    among: tuple[int, ...] | None = None
    exact: bool = True


@dataclass(frozen=True, slots=True)
class Answer:
    """Keys with their cosines, and the postings of the words, by their place in the question."""

    keys: NDArray[np.int64]
    cosines: NDArray[np.float32]
    postings: Postings


@dataclass(frozen=True, slots=True)
class Nodes:
    """How many machines an index has by its address, and how many of them answer."""

    known: int
    answering: int


class Index(Protocol):
    """What an index has to offer. Everything may be asked for again after a failure: nothing is done twice by it."""

    @property
    def name(self) -> str:
        """How it is called in messages; holds no key."""
        ...

    @property
    def rests(self) -> bool:
        """Whether it failed a moment ago: it is then better not waited for."""
        ...

    async def shards(self) -> int:
        """Into how many parts a new collection should be split; 0 where it cannot be."""
        ...

    async def create(self, collection: Collection) -> None:
        """Make a collection, if it is not there."""
        ...

    async def drop(self, name: str) -> None:
        """Remove a collection, if it is there."""
        ...

    async def collections(self, beginning: str) -> list[str]:
        """The names of the collections that begin so."""
        ...

    async def put(self, collection: Collection, points: Sequence[Point], *, version: int) -> None:
        """Store points and return when they can be found. A point of a higher version that is there stays as it is."""
        ...

    async def remove(self, collection: Collection, keys: Mapping[int, Sequence[int]]) -> None:
        """Remove points by owner and key, and return when they are gone."""
        ...

    async def remove_owners(self, collection: Collection, owners: Sequence[int]) -> None:
        """Remove all that owners have and return when it is gone."""
        ...

    async def ask(
        self, collection: Collection, questions: Sequence[Question], *, within: float | None = None
    ) -> list[Answer]:
        """Answer all questions in one exchange, soon or not at all: raises ``IndexUnavailable`` otherwise.

        ``within`` is for those who have less time than an index takes by itself, in seconds.
        """
        ...

    async def held(self, collection: Collection, owner: int) -> dict[int, NDArray[np.float32]]:
        """All vectors that an owner has, by key: for comparing them with the records."""
        ...

    async def count(self, collection: Collection, *, exact: bool) -> int:
        """How many points there are."""
        ...

    async def nodes(self) -> Nodes:
        """Which of its machines answer."""
        ...

    async def close(self) -> None: ...


@runtime_checkable
class Indexed(Protocol):
    """A store with an index beside it."""

    def rebuild_index(self) -> AsyncIterator[int]:
        """Fill a new copy of the index from the records, then use it instead of the old one; documents done, by steps.

        Goes on where it stopped when it was interrupted. Searches are served all the while.
        """
        ...


def shard_of(owner: int, collection: Collection) -> int | None:
    """The part of a collection that an owner's points are in."""
    return owner % collection.shards if collection.shards else None
