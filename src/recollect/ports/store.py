"""The seam to whatever keeps turns, memories, vectors and jobs.

All writing goes through one verb, ``write``: the changes given together are committed together or not at all. That is
what makes a turn, its keywords, its vector and its learning job one thing, and later a job's results and its end.
Reading is by scope, always. Ranking is not a store's business: ``match`` and ``nearest`` are two arms that return
candidates with their scores, and what is made of them is decided above.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from recollect.ports.changes import Change, Job
from recollect.values import Consent, Kind, Memory, Scope, State, StoredTurn

Key = int
"""Where a turn or a memory lies in its store. It means nothing outside of that store."""


@dataclass(frozen=True, slots=True)
class Capabilities:
    """What a store can do beyond the port's verbs; the conformance suite asks these flags, never a store's name."""

    durable: bool = True
    shared: bool = True
    """Several processes may use it at once, each seeing what the others wrote in its next call."""


@dataclass(frozen=True, slots=True)
class View:
    """What a search may see: always one scope, optionally less of it.

    ``as_of`` hides what had not been said yet and shows memories as they stood then; ``since`` and ``until`` bound the
    time of the thing itself (``until`` is exclusive).
    """

    scope: Scope
    kinds: frozenset[Kind] | None = None
    states: frozenset[State] = frozenset({"current"})
    as_of: datetime | None = None
    since: datetime | None = None
    until: datetime | None = None


@dataclass(frozen=True, slots=True)
class Candidates:
    """What an arm found, as columns: one row a turn or memory, each with what ranking needs to know about it.

    ``kinds`` are places in ``KINDS``; ``times`` are microseconds since 1970; ``ages`` count the visible things that
    came later; ``own`` marks what the person said themselves; ``scores`` are the arm's own.
    """

    keys: NDArray[np.int64]
    kinds: NDArray[np.int8]
    times: NDArray[np.int64]
    ages: NDArray[np.int64]
    own: NDArray[np.bool_]
    scores: NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Matches:
    """The keyword arm: candidates scored by coverage, and for each term of the query the keys that hold it."""

    candidates: Candidates
    keys_by_term: Mapping[str, NDArray[np.int64]]


@dataclass(frozen=True, slots=True)
class Neighbours:
    """The dense arm: candidates scored by cosine, and the statistics of all cosines in view."""

    candidates: Candidates
    count: int
    mean: float
    deviation: float


@dataclass(frozen=True, slots=True)
class Erased:
    """What an erasure removed: how many of each, and the ids, for the receipt's digest only."""

    counts: Mapping[str, int]
    ids: tuple[str, ...]
    scrubbed: bool


@dataclass(frozen=True, slots=True)
class Usage:
    """What learning has cost: calls of a language model and tokens, by day."""

    calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    days: Mapping[str, tuple[int, int, int]] = field(default_factory=dict[str, tuple[int, int, int]])


@dataclass(frozen=True, slots=True)
class StoreStatus:
    """Counts over the whole store; they name nobody."""

    backend: str
    schema: int
    owners: int
    turns: int
    memories: int
    jobs_waiting: int
    jobs_failed: int
    vectors: Mapping[str, int]
    """How many vectors there are of each model."""
    bytes: int | None = None


@dataclass(frozen=True, slots=True)
class Fault:
    """Something in the store that does not agree, and the command that mends it."""

    what: str
    repair: str


@dataclass(frozen=True, slots=True)
class Unembedded:
    """A text that has no vector of a model yet."""

    key: Key
    text: str


class Store(Protocol):
    """What a backend has to offer. See ``recollect.testing`` for the suite that every backend passes."""

    @property
    def capabilities(self) -> Capabilities: ...

    async def write(self, changes: Sequence[Change]) -> list[int]:
        """Carry out all ``changes`` in one durable transaction; the outcome of each is a count, see there."""
        ...

    async def match(self, view: View, query: Mapping[str, int]) -> Matches:
        """Everything in view that holds a term of ``query``."""
        ...

    async def nearest(self, view: View, vector: NDArray[np.float32], *, model: str, limit: int) -> Neighbours:
        """At least the ``limit`` things in view that are nearest to ``vector``, among those embedded by ``model``."""
        ...

    async def cosines(
        self, view: View, vector: NDArray[np.float32], *, model: str, keys: Sequence[Key]
    ) -> Mapping[Key, float]:
        """The cosines of the given things; those that ``model`` has not embedded are missing."""
        ...

    async def fetch(self, view: View, keys: Sequence[Key]) -> Mapping[Key, StoredTurn | Memory]:
        """What lies under ``keys``; what is gone or not in view is missing."""
        ...

    async def turns(
        self, scope: Scope, *, ids: Sequence[str] | None = None, after: Key | None = None, limit: int = 1000
    ) -> list[tuple[Key, StoredTurn]]:
        """Turns in the order in which they were stored, from behind ``after``; with ``ids``, only those."""
        ...

    async def memories(
        self, view: View, *, ids: Sequence[str] | None = None, after: Key | None = None, limit: int = 1000
    ) -> list[tuple[Key, Memory]]:
        """Memories in the order in which they were stored, from behind ``after``; with ``ids``, only those."""
        ...

    async def erase(self, scope: Scope, *, ids: Sequence[str] | None = None, before: datetime | None = None) -> Erased:
        """Remove turns, what rests on them alone, and every trace of both; the bytes too."""
        ...

    async def consent(self, scope: Scope) -> Consent:
        """What is allowed in ``scope``: the strictest of what was set for it and for every scope that covers it."""
        ...

    async def consents(self, scope: Scope) -> list[tuple[Scope, Consent]]:
        """What was set for ``scope`` and for every scope that it covers."""
        ...

    async def usage(self, scope: Scope) -> Usage:
        """What learning has cost in ``scope``."""
        ...

    async def lease(self, *, worker: str, now: datetime, seconds: float, limit: int) -> list[Job]:
        """Take up to ``limit`` jobs that are due; they are this worker's until the lease runs out."""
        ...

    async def pending(self, scope: Scope | None = None) -> int:
        """How many jobs are waiting or being worked on, in ``scope`` or everywhere."""
        ...

    async def unembedded(self, *, model: str, after: Key | None = None, limit: int = 256) -> list[Unembedded]:
        """Texts that have no vector of ``model`` yet, in the order of their keys."""
        ...

    async def status(self) -> StoreStatus: ...

    async def check(self) -> list[Fault]:
        """Whether the store is sound and its parts agree: turns, keywords, vectors, memories and their evidence."""
        ...

    async def reindex(self) -> int:
        """Make all keywords anew from the turns and memories; how many documents there were."""
        ...

    async def close(self) -> None: ...
