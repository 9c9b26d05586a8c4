"""The seam to whatever keeps turns, memories, vectors and jobs.

All writing goes through one verb, ``write``: the changes given together are committed together or not at all. That is
what makes a turn, its keywords, its vector and its learning job one thing, and later a job's results and its end.
Reading is by scope, always. Ranking is not a store's business: ``search`` asks its arms, keyword and dense, and what is
made of what they found is decided by a function that is given to it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from ricordo.ports.changes import Change, Job, PrepareModel, ServeModel
from ricordo.values import Consent, Kind, Memory, ModelNotPrepared, Scope, State, StoredTurn

Key = int
"""Where a turn or a memory lies in its store. It means nothing outside of that store."""


@dataclass(frozen=True, slots=True)
class Capabilities:
    """What a store can do beyond the port's verbs; the conformance suite asks these flags, never a store's name."""

    durable: bool = True
    shared: bool = True
    """Several processes may use it at once, each seeing what the others wrote in its next call."""
    announces: bool = False
    """``wait_for_jobs`` returns as soon as anybody, in whatever process, has left a job."""


@dataclass(frozen=True, slots=True)
class View:
    """What a search may see: always one scope, optionally less of it.

    ``as_of`` hides what had not been said yet and shows memories as they stood then; ``since`` and ``until`` bound the
    time of the thing itself (``until`` is exclusive). ``now`` hides memories that have stopped being true by then, so
    that the present is answered as it will be when it is asked for as the past.
    """

    scope: Scope
    kinds: frozenset[Kind] | None = None
    states: frozenset[State] = frozenset({"current"})
    as_of: datetime | None = None
    since: datetime | None = None
    until: datetime | None = None
    now: datetime | None = None


@dataclass(frozen=True, slots=True)
class Query:
    """What is looked for: words, and a vector where there is one, made by ``model``.

    ``limit`` is how many of the best of each arm are wanted at least; of each view in ``also``, which are narrower, so
    many of the nearest are wanted too. ``patience`` is how many seconds a store may wait for an index beside it before
    it answers by itself; None leaves that to the index.
    """

    view: View
    terms: Mapping[str, int]
    limit: int
    vector: NDArray[np.float32] | None = None
    model: str = ""
    also: tuple[View, ...] = ()
    patience: float | None = None


@dataclass(frozen=True, slots=True)
class Pool:
    """What the arms found, each thing once, by ascending key, as columns with all that ranking needs to know.

    ``kinds`` are places in ``KINDS``; ``times`` are microseconds since 1970; ``ages`` count the visible things that
    came later; ``own`` marks what the person said themselves. ``coverage`` is the share of the query's information that
    stands in the text, ``cosines`` are NaN where there is no vector. ``embedded``, ``mean`` and ``deviation`` describe
    the cosines of everything in view. ``held_terms`` and ``held_keys`` together tell which term of the query, by its
    place there, stands in which of these. Where the vectors of the query's model have another size here than its own,
    they are not ``comparable``, and the dense arm found nothing.
    """

    keys: NDArray[np.int64]
    kinds: NDArray[np.int8]
    times: NDArray[np.int64]
    ages: NDArray[np.int64]
    own: NDArray[np.bool_]
    coverage: NDArray[np.float32]
    cosines: NDArray[np.float32]
    embedded: int
    mean: float
    deviation: float
    held_terms: NDArray[np.int64]
    held_keys: NDArray[np.int64]
    comparable: bool = True


class Ranked(Protocol):
    """An order of what is in a pool; ``chosen`` are the keys of what shall be read."""

    @property
    def chosen(self) -> Sequence[Key]: ...


R = TypeVar("R", bound=Ranked)


@dataclass(frozen=True, slots=True)
class Erased:
    """What the `Erase` changes of one write removed.

    Attributes:
        counts: How many ``turns``, ``memories``, ``vectors``, ``keywords`` and ``jobs`` are gone.
        ids: The ids of the turns and memories, for the digest of a receipt only.
        scrubbed: Whether the bytes are already overwritten in the files, too.
    """

    counts: Mapping[str, int] = field(default_factory=dict[str, int])
    ids: tuple[str, ...] = ()
    scrubbed: bool = True

    def __add__(self, other: Erased) -> Erased:
        """Return what both removed."""
        counts = Counter(self.counts)
        counts.update(other.counts)
        return Erased(dict(counts), (*self.ids, *other.ids), self.scrubbed and other.scrubbed)


class Written(list[int]):
    """The outcome of a write: one count for each change, in their order.

    Attributes:
        erased: What the `Erase` changes among them removed.
    """

    def __init__(self, outcomes: Iterable[int | Erased]) -> None:
        given = list(outcomes)
        super().__init__(len(outcome.ids) if isinstance(outcome, Erased) else outcome for outcome in given)
        self.erased = sum((outcome for outcome in given if isinstance(outcome, Erased)), Erased())


@dataclass(frozen=True, slots=True)
class Usage:
    """What learning has cost: calls of a language model and tokens, by day."""

    calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    days: Mapping[str, tuple[int, int, int]] = field(default_factory=dict[str, tuple[int, int, int]])


@dataclass(frozen=True, slots=True)
class Models:
    """Which model's vectors answer questions, and whose are being made to take their place."""

    serving: str | None = None
    """None as long as there were no vectors."""
    preparing: str | None = None

    def __contains__(self, model: str) -> bool:
        """Whether vectors of ``model`` are wanted for whatever is stored."""
        return model in (self.serving, self.preparing)

    def after(self, change: ServeModel | PrepareModel) -> Models:
        """The same after a change: a model that serves is not being prepared. What is not prepared does not serve."""
        if isinstance(change, ServeModel) and self.serving is not None and change.model not in self:
            raise ModelNotPrepared(change.model)
        serving = change.model if isinstance(change, ServeModel) else self.serving
        preparing = self.preparing if isinstance(change, ServeModel) else change.model
        return Models(serving, None if preparing == serving else preparing)


@dataclass(frozen=True, slots=True)
class IndexStatus:
    """An index beside the store: whether it is ready to be asked, and whether a new copy of it is being filled.

    ``waiting`` documents are not in it yet as they are now; it holds about so many ``points``, None if it cannot say.
    """

    name: str
    ready: bool
    filling: bool
    waiting: int
    nodes: int
    answering: int
    points: int | None


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
    serving: str | None = None
    preparing: str | None = None
    index: IndexStatus | None = None


@dataclass(frozen=True, slots=True)
class Fault:
    """Something in the store that does not agree, and the command that mends it."""

    what: str
    repair: str


@dataclass(frozen=True, slots=True)
class JobReport:
    """A learning job that waits, is worked on, or was set aside; ``error`` is why the last try failed."""

    id: int
    scope: Scope
    turns: tuple[str, ...]
    attempts: int
    due: datetime
    failed: bool
    error: str | None


@dataclass(frozen=True, slots=True)
class Unembedded:
    """A text that has no vector of a model yet."""

    key: Key
    text: str


@dataclass(frozen=True, slots=True)
class Kept:
    """A turn or a memory as a store keeps it, with its vectors by the name of their model."""

    key: Key
    record: StoredTurn | Memory
    vectors: Mapping[str, NDArray[np.float32]]


class Store(Protocol):
    """What a backend has to offer. See ``ricordo.testing`` for the suite that every backend passes."""

    @property
    def capabilities(self) -> Capabilities: ...

    async def write(self, changes: Sequence[Change]) -> Written:
        """Commit all ``changes`` in one durable transaction, or none of them.

        Args:
            changes: The changes, which are applied in this order.

        Returns:
            The outcome of each change, a count whose meaning its class documents, and what was erased.

        Raises:
            RicordoError: A change was refused, or the database failed. Nothing of the write is stored.
        """
        ...

    async def search(self, query: Query, rank: Callable[[Pool], R]) -> tuple[R, Mapping[Key, StoredTurn | Memory]]:
        """Find what ``query`` is about, have it ranked, and read what was chosen: all of it at one moment in time.

        The pool holds at least the best ``query.limit`` of each arm. What is chosen but not in view is missing.
        """
        ...

    async def turns(
        self, scope: Scope, *, ids: Sequence[str] | None = None, after: Key | None = None, limit: int = 1000
    ) -> list[tuple[Key, StoredTurn]]:
        """Turns in the order in which they were stored, from behind ``after``; with ``ids``, only those."""
        ...

    async def latest(self, scope: Scope, *, before: Key | None = None, limit: int = 20) -> list[tuple[Key, StoredTurn]]:
        """The last turns, or the last ones before a key, in the order in which they were stored."""
        ...

    async def memories(
        self, view: View, *, ids: Sequence[str] | None = None, after: Key | None = None, limit: int = 1000
    ) -> list[tuple[Key, Memory]]:
        """Memories in the order in which they were stored, from behind ``after``; with ``ids``, only those."""
        ...

    async def consent(self, scope: Scope) -> Consent:
        """What is allowed in ``scope``: the strictest of what was set for it and for every scope that covers it."""
        ...

    async def consents(self, scope: Scope | None) -> list[tuple[Scope, Consent]]:
        """What was set for ``scope`` and for every scope that it covers, or for anybody."""
        ...

    async def usage(self, scope: Scope | None = None) -> Usage:
        """What learning has cost in ``scope``, or in all."""
        ...

    async def lease(self, *, worker: str, now: datetime, seconds: float, limit: int) -> list[Job]:
        """Take up to ``limit`` jobs that are due; they are this worker's until the lease runs out.

        Of one owner, one job is held at a time: what is learned about a person is learned in turn.
        """
        ...

    async def wait_for_jobs(self, timeout: float) -> bool:
        """Return True when a job was left, as far as the store ``announces`` it, and False after ``timeout`` seconds.

        What was left since the last call ends this one at once. One worker of a process waits at a time.
        """
        ...

    async def jobs(self, scope: Scope | None = None, *, limit: int = 100) -> list[JobReport]:
        """The jobs in ``scope``, or all: those that were set aside first, then by when they are due."""
        ...

    async def pending(self, scope: Scope | None = None) -> int:
        """How many jobs are waiting or being worked on, in ``scope`` or everywhere."""
        ...

    async def unembedded(self, *, model: str, after: Key | None = None, limit: int = 256) -> list[Unembedded]:
        """Texts that have no vector of ``model`` yet, in the order of their keys."""
        ...

    async def lacking(self, *, model: str, after: Key | None = None, limit: int = 256) -> list[Unembedded]:
        """Texts that were stored without a vector of ``model`` while it served or was being prepared, by their keys.

        They were noted when they were stored, and cost what they are, not what the store is. With a vector of it, a
        text is no longer among them; nor is any, once the model neither serves nor is being prepared.
        """
        ...

    async def models(self) -> Models:
        """Which model serves, and which is being prepared."""
        ...

    async def everything(self, *, after: Key | None = None, limit: int = 256) -> list[Kept]:
        """All that is kept, whoever it belongs to, in the order of the keys: for moving it to another store."""
        ...

    async def status(self) -> StoreStatus:
        """Count everything, which takes as long as there is much of it."""
        ...

    async def check(self) -> list[Fault]:
        """Whether the store is sound and its parts agree: turns, keywords, vectors, memories and their evidence."""
        ...

    async def reindex(self) -> int:
        """Make all keywords anew from the turns and memories; how many documents there were."""
        ...

    async def scrub(self) -> list[str]:
        """Have what was erased overwritten in the files, as far as that is not done yet; what is left to others."""
        ...

    async def close(self) -> None: ...
