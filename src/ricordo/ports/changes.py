"""What can be written to a store. Changes that are given together are committed together.

The outcome of a change is a count: of the turns that were new, the vectors that found their place, or whether anything
was stored at all.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime

import numpy as np
from numpy.typing import NDArray

from ricordo.values import Consent, Memory, Scope, StoredTurn


@dataclass(frozen=True, slots=True)
class Embedded:
    """Vectors of one model, one row a document; a row that could not be made is missing from ``rows``."""

    model: str
    rows: Mapping[int, NDArray[np.float32]]
    """By the position of the document in its change."""


@dataclass(frozen=True, slots=True)
class AddTurns:
    """Append turns of one scope. Outcome: how many of them are new.

    A turn whose id is known is not stored again if it says the same, and refused with ``TurnConflict`` if it
    does not. Refused with ``ConsentError`` where capture is off. With ``learn_at``, a learning job that is due then
    is committed with the new turns, unless learning is off; turns that arrive before it is taken are added to it.
    """

    scope: Scope
    turns: tuple[StoredTurn, ...]
    vectors: Embedded | None = None
    learn_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class PutMemory:
    """Store a memory, or replace the one with the same id in the same scope. Outcome: 1, or 0 if it was left as it is.

    Its evidence is checked here: a quote that does not stand in its turn is refused with ``MissingEvidence``. Turns and
    other memories that it names are looked for in its own scope first, then in the scopes that this one covers, and
    nowhere else: what is written in one session neither quotes nor changes another. With ``replaces``, the memory as it
    was read before, the change is refused with ``ConcurrentUpdate`` if it no longer is. With ``if_new``, a memory that
    is there already is left as it is.
    """

    memory: Memory
    vectors: Embedded | None = None
    replaces: Memory | None = None
    if_new: bool = False


@dataclass(frozen=True, slots=True)
class PutVectors:
    """Store vectors by key, replacing those of the same model. Outcome: how many found their place.

    What was erased meanwhile stays erased. With ``texts``, by the same keys what the vectors were made of, those of
    which the text is another by now are left out, and go on lacking one; so are all of them where the model neither
    serves nor is being prepared any more.
    """

    model: str
    rows: Mapping[int, NDArray[np.float32]]
    texts: Mapping[int, str] | None = None


@dataclass(frozen=True, slots=True)
class DropModel:
    """Remove all vectors of a model, which is no longer being prepared then. Outcome: how many there were.

    Refused with ``ModelInUse`` for the model that serves.
    """

    model: str


@dataclass(frozen=True, slots=True)
class ServeModel:
    """From now on, questions are to be answered by the vectors of this model. Outcome: 1, or 0 if they were already.

    It is no longer being prepared then. Where nobody has said so, the model whose vectors came first serves. Refused
    with ``ModelNotPrepared`` where another serves and this one is not being prepared: it may have been dropped.
    """

    model: str


@dataclass(frozen=True, slots=True)
class PrepareModel:
    """The vectors of this model are about to be made, beside those that serve. Outcome: 1, or 0 if they were already.

    Whatever is stored after this is committed without a vector of it is noted: see ``Store.lacking``. One model is
    prepared at a time, and the one that serves is not.
    """

    model: str


@dataclass(frozen=True, slots=True)
class SetConsent:
    """Set what is allowed in a scope; what is None stays as it is. Outcome: 1 if that changed anything, else 0.

    What was set before is looked up and merged in the transaction, also where its names were forgotten: two who set
    different things at once both succeed, and a "no" whose name is gone is not undone by the way.
    """

    scope: Scope
    capture: bool | None = None
    learning: bool | None = None
    sharing: bool | None = None

    def merge(self, known: Consent) -> Consent:
        """Return what is allowed after this change."""
        given = {"capture": self.capture, "learning": self.learning, "sharing": self.sharing}
        return replace(known, **{name: value for name, value in given.items() if value is not None})


@dataclass(frozen=True, slots=True)
class AddUsage:
    """Count the cost of learning. Outcome: 1."""

    scope: Scope
    day: str
    calls: int
    input_tokens: int
    output_tokens: int


@dataclass(frozen=True, slots=True)
class Job:
    """Learning that is due: the turns of one scope that nobody has learned from yet.

    ``lease`` says which taking of the job this is: who finishes or fails a job must still hold it.
    """

    id: int
    scope: Scope
    turns: tuple[str, ...]
    attempts: int
    lease: str


@dataclass(frozen=True, slots=True)
class FinishJob:
    """A job is done. Outcome: 1. Refused with ``StoreError`` if the lease is lost, and with it all that goes along."""

    job: Job


@dataclass(frozen=True, slots=True)
class FailJob:
    """A job failed: try again at ``retry_at``, or set it aside if that is None. Outcome: 1. Lost leases are ignored.

    Where it was not even tried, as past a cap, the try is not ``counted``.
    """

    job: Job
    error: str
    retry_at: datetime | None
    counted: bool = True


@dataclass(frozen=True, slots=True)
class RenewLease:
    """Whoever holds a job still works on it. Outcome: 1, or 0 if the lease is lost."""

    job: Job
    until: datetime


@dataclass(frozen=True, slots=True)
class RetryJobs:
    """Give the jobs in ``scope``, or all, that were set aside another chance from ``due`` on. Outcome: how many."""

    scope: Scope | None
    due: datetime


@dataclass(frozen=True, slots=True)
class AcquireTaskLock:
    """``worker`` alone does ``task`` until then, unless another has charge of it. Outcome: 1 if it has it, 0 if not.

    Whoever has it may take it again, for longer, or until ``now`` to give it back.
    """

    task: str
    worker: str
    now: datetime
    until: datetime


Change = (
    AddTurns
    | PutMemory
    | PutVectors
    | DropModel
    | ServeModel
    | PrepareModel
    | SetConsent
    | AddUsage
    | FinishJob
    | FailJob
    | RenewLease
    | RetryJobs
    | AcquireTaskLock
)
