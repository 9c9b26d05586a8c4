"""The protocol of stores, which keep turns, memories, vectors and learning jobs.

There is one way to write, `Store.write`: the changes of one call are committed together, or none of them. This is how a
turn, its keywords, its vector and its learning job become one unit, and later the results of a job and its end. Every
read names a scope, except for work on the whole store. A store does not rank: `Store.search` finds candidates by
keyword and by vector, and calls the ranking function that it is given.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from ricordo.ports.changes import Change, Job
from ricordo.ports.retention import RetentionStore
from ricordo.ports.status import Fault, JobReport, Models, StoreStatus, Usage
from ricordo.values import Consent, Kind, Memory, Outdated, Scope, State, StoredTurn

Key = int
"""The number of a turn or a memory in its store. It has no meaning outside of that store."""


@dataclass(frozen=True, slots=True)
class Capabilities:
    """Optional abilities of a store. The conformance suite reads these flags, never the name of a store.

    Attributes:
        durable: The data survives the end of the process.
        shared: Several processes may use the store at once, and each sees in its next call what the others wrote.
        announces: `Store.wait_for_jobs` returns as soon as any process has added a job.
    """

    durable: bool = True
    shared: bool = True
    announces: bool = False


@dataclass(frozen=True, slots=True)
class SpokenText:
    """The speaker and the text of a turn."""

    speaker: str
    text: str


@dataclass(frozen=True, slots=True)
class View:
    """A filter: the turns and memories that a search may see.

    Attributes:
        scope: See only what is in this scope or in one that it covers.
        kinds: See only these kinds; None for all.
        states: See only memories in these states.
        as_of: See what was known at this time: nothing said later, and memories in the state that they had.
        since: See only what was said, or became true, at this time or later.
        until: See only what was said, or became true, before this time.
        now: Hide memories that have stopped being true by this time.
        tags: See only turns with one of these tags, and memories that rest on one of these; None for all.
        others: Further scopes. What any of the scopes sees by itself is in view, and nothing else.
    """

    scope: Scope
    kinds: frozenset[Kind] | None = None
    states: frozenset[State] = frozenset({"current"})
    as_of: datetime | None = None
    since: datetime | None = None
    until: datetime | None = None
    now: datetime | None = None
    tags: frozenset[str] | None = None
    others: tuple[Scope, ...] = ()

    @property
    def scopes(self) -> tuple[Scope, ...]:
        """All scopes of the view."""
        return (self.scope, *self.others)


@dataclass(frozen=True, slots=True)
class About:
    """A filter by what memories are about, letter for letter: their field, their subject, or both.

    Attributes:
        field: Only memories that fill this field; None for all.
        subject: Only memories about this subject; None for all.
    """

    field: str | None = None
    subject: str | None = None

    def fits(self, field: str | None, subject: str | None) -> bool:
        """Return whether a memory with this field and subject is wanted."""
        return self.field in (None, field) and self.subject in (None, subject)


@dataclass(frozen=True, slots=True)
class Query:
    """A search: keywords, and a vector where there is one.

    Attributes:
        view: The turns and memories to search.
        terms: The keywords, with their counts in the query.
        limit: The least number of the best candidates to find with each arm (keyword and dense).
        vector: The vector of the query.
        model: The name of the model that made the vector.
        also: Narrower views. The nearest ``limit`` candidates of each are found, too.
        patience: How many seconds to wait for an index beside the store before the store answers by itself. None leaves
            it to the index.
    """

    view: View
    terms: Mapping[str, int]
    limit: int
    vector: NDArray[np.float32] | None = None
    model: str = ""
    also: tuple[View, ...] = ()
    patience: float | None = None


class Beside(NamedTuple):
    """The keys of the turns before and after a turn; None where there is none, or none that may be seen."""

    before: Key | None = None
    after: Key | None = None


def _nothing_beside(_: Sequence[Key]) -> dict[Key, Beside]:
    return {}


@dataclass(frozen=True, slots=True)
class Pool:
    """The candidates of a search, each once, as columns by ascending key.

    Attributes:
        keys: The keys of the candidates.
        kinds: Their kinds, as positions in ``KINDS``.
        scopes: Numbers of their scopes: equal for what is of one session, and only for that.
        times: When they were said or became true, in microseconds since 1970.
        ages: For each, the number of visible documents that were recorded later.
        own: Whether the person said it themselves.
        coverage: The share of the query's information that is in the text.
        cosines: The similarity to the query's vector; NaN where there is no vector.
        embedded: The number of vectors in view.
        mean: The mean of all cosines in view.
        deviation: The standard deviation of all cosines in view.
        held_terms: Together with ``held_keys``, pairs of a query term, by its position, and a candidate that has it.
        held_keys: The candidates of these pairs.
        comparable: False if the stored vectors of the query's model have another number of dimensions. The dense arm
            found nothing then.
        beside: Returns, for the keys of turns, the visible turns that were stored directly before and after each in
            the same scope.
    """

    keys: NDArray[np.int64]
    kinds: NDArray[np.int8]
    scopes: NDArray[np.int64]
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
    beside: Callable[[Sequence[Key]], Mapping[Key, Beside]] = _nothing_beside


class Ranked(Protocol):
    """The result of a ranking function."""

    @property
    def record_keys(self) -> Sequence[Key]:
        """The keys of the records that the store shall read."""
        ...


R = TypeVar("R", bound=Ranked)


class Records(dict[Key, StoredTurn | Memory]):
    """The records that a search read, by key, and with them the memories that hold instead of outdated words.

    Attributes:
        outdated: The words that no longer hold, by the key of their turn. They are the quotes of superseded, corrected
            and rejected memories of the owners that the view covers. A memory that holds instead is named only if the
            view may see it.
    """

    def __init__(self, records: Mapping[Key, StoredTurn | Memory] | None = None) -> None:
        super().__init__(records or {})
        self.outdated: dict[Key, tuple[Outdated, ...]] = {}


@dataclass(frozen=True, slots=True)
class Erased:
    """Counts and ids of all that the `Erase` changes of one write removed.

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
class Unembedded:
    """A text without a vector of a model."""

    key: Key
    text: str


@dataclass(frozen=True, slots=True)
class StoredRecord:
    """A turn or a memory with its vectors, by the name of their model."""

    key: Key
    record: StoredTurn | Memory
    vectors: Mapping[str, NDArray[np.float32]]


class Store(RetentionStore, Protocol):
    """A database for turns, memories, vectors and learning jobs.

    ``ricordo.testing.StoreConformance`` is the test suite that every store passes.
    """

    @property
    def capabilities(self) -> Capabilities:
        """The optional abilities of this store."""
        ...

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

    async def search(self, query: Query, rank: Callable[[Pool], R]) -> tuple[R, Records]:
        """Find candidates, rank them, and read the best, all in one snapshot of the database.

        Args:
            query: The search.
            rank: The ranking function. Its pool has at least the best ``query.limit`` candidates of each arm.

        Returns:
            The result of ``rank``, and the records that it chose by key. Records outside of the view are missing; the
            memories that `Records.outdated` names are added.
        """
        ...

    async def turns(
        self, scope: Scope, *, ids: Sequence[str] | None = None, after: Key | None = None, limit: int = 1000
    ) -> list[tuple[Key, StoredTurn]]:
        """Return turns in the order in which they were stored.

        Args:
            scope: The scope to read, including all scopes that it covers.
            ids: Return only turns with these ids.
            after: Return only turns with a higher key than this one, for reading page after page.
            limit: The size of a page.
        """
        ...

    async def latest(self, scope: Scope, *, before: Key | None = None, limit: int = 20) -> list[tuple[Key, StoredTurn]]:
        """Return the last turns, or the last ones before a key, in the order in which they were stored."""
        ...

    async def last_turn(self, scope: Scope) -> SpokenText | None:
        """Return the last turn in exactly this scope, and not in those that it covers."""
        ...

    async def memories(
        self,
        view: View,
        *,
        ids: Sequence[str] | None = None,
        about: About | None = None,
        after: Key | None = None,
        limit: int = 1000,
    ) -> list[tuple[Key, Memory]]:
        """Return memories in the order in which they were stored.

        Args:
            view: The memories to read.
            ids: Return only memories with these ids.
            about: Return only memories of this field and this subject.
            after: Return only memories with a higher key than this one, for reading page after page.
            limit: The size of a page.
        """
        ...

    async def people(
        self, application: str | None = None, *, before: Key | None = None, limit: int = 1000
    ) -> list[tuple[Key, Scope]]:
        """Return the people of whom something is stored, each once, whoever was stored first last.

        Args:
            application: Return only people of this application.
            before: Return only people with a lower key than this one, for reading page after page.
            limit: The size of a page.

        Returns:
            The scopes of the people, with the application and the user only, by descending key.
        """
        ...

    async def consent(self, scope: Scope) -> Consent:
        """Return what is allowed in ``scope``: the strictest consent of it and of all scopes that cover it."""
        ...

    async def consents(self, scope: Scope | None) -> list[tuple[Scope, Consent]]:
        """Return the consents that were set for ``scope`` and all scopes that it covers, or for everybody."""
        ...

    async def usage(self, scope: Scope | None = None) -> Usage:
        """Return the cost of learning in ``scope``, or everywhere."""
        ...

    async def lease(self, *, worker: str, now: datetime, seconds: float, limit: int) -> list[Job]:
        """Lease up to ``limit`` jobs that are due.

        At most one job of each owner is leased at a time, so that learning about one person happens in order.

        Args:
            worker: The name of the worker that holds the leases.
            now: The current time.
            seconds: How long the leases last unless they are renewed.
            limit: The greatest number of jobs.
        """
        ...

    async def wait_for_jobs(self, timeout: float) -> bool:
        """Wait until a job is added. Return False after ``timeout`` seconds.

        A job that was added since the last call ends this one at once. Stores that do not announce jobs always wait
        for the whole timeout. Only one worker of a process may wait at a time.
        """
        ...

    async def jobs(self, scope: Scope | None = None, *, limit: int = 100) -> list[JobReport]:
        """Return the jobs in ``scope``, or all: first those that were set aside, then by when they are due."""
        ...

    async def pending(self, scope: Scope | None = None) -> int:
        """Return the number of jobs that wait or are leased, in ``scope`` or everywhere."""
        ...

    async def scan_unembedded(self, *, model: str, after: Key | None = None, limit: int = 256) -> list[Unembedded]:
        """Return texts without a vector of ``model``, by ascending key. This scans the whole store."""
        ...

    async def embedding_backlog(self, *, model: str, after: Key | None = None, limit: int = 256) -> list[Unembedded]:
        """Return texts that were stored without a vector of ``model`` while it served or was being prepared.

        The store notes them when they are stored, so that this costs no scan. A text leaves the backlog when it gets
        its vector, and all of them do when the model neither serves nor is being prepared any more.
        """
        ...

    async def models(self) -> Models:
        """Return the model that serves, and the one that is being prepared."""
        ...

    async def scan_records(self, *, after: Key | None = None, limit: int = 256) -> list[StoredRecord]:
        """Return all turns and memories of everybody, by ascending key, to copy them to another store."""
        ...

    async def status(self) -> StoreStatus:
        """Count everything. This takes time proportional to the size of the store."""
        ...

    async def check(self) -> list[Fault]:
        """Return the inconsistencies between turns, keywords, vectors, memories and their evidence."""
        ...

    async def reindex(self) -> int:
        """Rebuild all keywords from the turns and memories, and return the number of documents."""
        ...

    async def scrub(self) -> list[str]:
        """Overwrite the bytes of what was erased, and return what remains for somebody else to do."""
        ...

    async def close(self) -> None:
        """Finish what is under way and close the store."""
        ...
