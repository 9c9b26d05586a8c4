"""What can be written to a store. Changes that are given together are committed together.

The outcome of a change is a count: of the turns that were new, the vectors that found their place, or simply 1.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

import numpy as np
from numpy.typing import NDArray

from recollect.values import Consent, Memory, Scope, StoredTurn


@dataclass(frozen=True, slots=True)
class Embedded:
    """Vectors of one model, one row a document; a row that could not be made is missing from ``rows``."""

    model: str
    rows: Mapping[int, NDArray[np.float32]]
    """By the position of the document in its change."""


@dataclass(frozen=True, slots=True)
class AddTurns:
    """Append turns of one scope. Outcome: how many of them are new.

    A turn whose id is known in this scope is not stored again if it says the same, and refused with ``ValueError`` if
    it does not. Refused with ``ConsentError`` where capture is off. With ``learn_at``, a learning job that is due then
    is committed with the new turns, unless learning is off; turns that arrive before it is taken are added to it.
    """

    scope: Scope
    turns: tuple[StoredTurn, ...]
    vectors: Embedded | None = None
    learn_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class PutMemory:
    """Store a memory, or replace the one with the same id. Outcome: 1.

    Its evidence is checked here: a quote that does not stand in its turn is refused with ``ValueError``. With
    ``replaces``, the memory as it was read before, the change is refused with ``ChangedMeanwhile`` if it no longer is.
    """

    memory: Memory
    vectors: Embedded | None = None
    replaces: Memory | None = None


@dataclass(frozen=True, slots=True)
class PutVectors:
    """Store vectors by key, replacing those of the same model. Outcome: how many of the keys are still there."""

    model: str
    rows: Mapping[int, NDArray[np.float32]]


@dataclass(frozen=True, slots=True)
class DropModel:
    """Remove all vectors of a model. Outcome: how many there were."""

    model: str


@dataclass(frozen=True, slots=True)
class SetConsent:
    """Set what is allowed in a scope. Outcome: 1."""

    scope: Scope
    consent: Consent


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


Change = (
    AddTurns | PutMemory | PutVectors | DropModel | SetConsent | AddUsage | FinishJob | FailJob | RenewLease | RetryJobs
)
