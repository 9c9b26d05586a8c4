"""The changes that can be written to a store.

`Store.write` commits the changes of one call together, or none of them. The outcome of each change is a count; every
class below says what it counts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

import numpy as np
from numpy.typing import NDArray

from ricordo.language.documents import TurnLike, keyword_tail, turn_terms
from ricordo.values import Consent, Kind, Memory, Scope, StoredTurn


@dataclass(frozen=True, slots=True)
class Embedded:
    """Vectors of one model for the documents of a change.

    Attributes:
        model: The name of the model.
        rows: The vectors, by the position of their document in the change. A document without a vector is left out.
        texts: The texts that the vectors were made from, by the same positions. If given, a vector is left out where
            the text is another one by now. That of a turn holds the end of the turn before it, which may have been
            erased since.
    """

    model: str
    rows: Mapping[int, NDArray[np.float32]]
    texts: Mapping[int, str] | None = None


@dataclass(frozen=True, slots=True)
class Gather:
    """Let a learning job wait for more turns of its conversation. Every turn that joins it puts it off.

    Attributes:
        turns: The number of turns with which a job is due at once.
        now: The time of the change.
        longest: The time after the first turn of a job at which it is due at the latest.
    """

    turns: int
    now: datetime
    longest: timedelta

    def due(self, learn_at: datetime, *, turns: int, since: datetime) -> datetime:
        """Return when a job with so many turns is due. The first of them was stored at ``since``."""
        return self.now if turns >= self.turns else min(learn_at, since + self.longest)


@dataclass(frozen=True, slots=True)
class AddTurns:
    """Append turns to one scope. Outcome: the number of new turns.

    A turn whose id is already stored in the scope with the same text is not stored again.

    Attributes:
        scope: The scope of all the turns.
        turns: The turns, in order.
        vectors: Their vectors, where there are any.
        learn_at: When a learning job for the new turns is due; None for no job. The job is committed with the turns.
            Turns that arrive before it is leased are added to it. There is no job where learning is off.
        gather: With it, a job that turns are added to is due at ``learn_at`` from then on, or as ``gather`` says. A
            job that has an error keeps its due time. Without it, every job that turns are added to does.
        terms: The keywords of turns, by position, where they were counted beforehand, each with the turn before it in
            ``turns``: a store that counts them itself would keep others waiting.

    Raises:
        TurnConflict: An id is already stored in the scope with another text.
        ConsentError: Capture is off in the scope.
    """

    scope: Scope
    turns: tuple[StoredTurn, ...]
    vectors: Embedded | None = None
    learn_at: datetime | None = None
    gather: Gather | None = None
    terms: Mapping[int, Counter[str]] = field(default_factory=dict[int, Counter[str]])

    def count_terms(self, position: int, previous: TurnLike | None) -> Counter[str]:
        """Return the keywords of a turn, counted; ``previous`` is the turn before it in the same scope."""
        turn, counted = self.turns[position], self.terms.get(position)
        before = self.turns[position - 1] if position else None
        if counted is not None and keyword_tail(turn, before) == keyword_tail(turn, previous):
            return counted
        return turn_terms(turn, turn.occurred_at, previous)


@dataclass(frozen=True, slots=True)
class PutMemory:
    """Store a memory, or replace the one with its id in its scope. Outcome: 1, or 0 if ``if_new`` found one.

    The turns that its evidence quotes, and the memories that it supersedes, are looked up in its own scope first and
    then in the scopes that this one covers, and nowhere else: a memory of one session neither quotes nor changes
    another session.

    Attributes:
        memory: The memory.
        vectors: Its vector, at position 0, where there is one.
        replaces: The memory as it was read. The change is refused if the stored one differs.
        rests_on: The turns that the memory was made from, as they were read. The change is refused if one is gone.
        if_new: Leave a memory that is already stored under this id as it is.

    Raises:
        ConcurrentUpdate: The stored memory is not ``replaces``, or a turn in ``rests_on`` is no longer stored.
        MissingEvidence: A quote is not in its turn.
    """

    memory: Memory
    vectors: Embedded | None = None
    replaces: Memory | None = None
    rests_on: tuple[StoredTurn, ...] = ()
    if_new: bool = False


@dataclass(frozen=True, slots=True)
class Erase:
    """Erase turns and memories, and every trace of them. Outcome: the number of turns and memories that are gone.

    Without ``ids`` and ``before``, everything in the scope goes, and the names in its consents too. These go as well:

    * a memory whose evidence quotes erased turns only;
    * a summary, in any state, whose scope covers the scope of an erased turn: nobody can tell which of its words came
      from which turn;
    * the vectors, keywords and learning jobs of all of these;
    * the keywords and the vector of the turn that follows an erased one, if they hold its end. The keywords are made
      anew at once, and the vector is noted as missing. These are not counted.

    `Written.erased` counts all of it. The bytes are overwritten after the commit, see `Erased.scrubbed`.

    Attributes:
        scope: The scope to erase in, including all scopes that it covers.
        ids: Erase only the turns and memories with these ids.
        before: Erase only what was said, or became true, before this time.
    """

    scope: Scope
    ids: tuple[str, ...] | None = None
    before: datetime | None = None


@dataclass(frozen=True, slots=True)
class PutVectors:
    """Store vectors, in place of those of the same model. Outcome: the number of vectors that were stored.

    Vectors of documents that were erased meanwhile are left out.

    Attributes:
        model: The name of the model.
        rows: The vectors, by the key of their document.
        texts: The texts that the vectors were made from, by the same keys. If given, the vectors of documents whose
            text has changed since are left out, and all of them if the model neither serves nor is being prepared any
            more.
    """

    model: str
    rows: Mapping[int, NDArray[np.float32]]
    texts: Mapping[int, str] | None = None


@dataclass(frozen=True, slots=True)
class DropModel:
    """Delete all vectors of a model and stop preparing it. Outcome: the number of vectors that were deleted.

    Raises:
        ModelInUse: The model serves.
    """

    model: str


@dataclass(frozen=True, slots=True)
class ServeModel:
    """Answer queries with the vectors of this model from now on. Outcome: 1, or 0 if it serves already.

    The model is no longer being prepared then. Until the first such change, the model whose vectors came first serves.

    Raises:
        ModelNotPrepared: Another model serves, and this one is not being prepared. Its vectors may have been dropped.
    """

    model: str


@dataclass(frozen=True, slots=True)
class PrepareModel:
    """Begin to make the vectors of a model, beside those that serve. Outcome: 1, or 0 if it is being prepared already.

    From now on the store notes every document that is stored without a vector of this model, see
    `Store.embedding_backlog`. One model is prepared at a time. The model that serves is never prepared.
    """

    model: str


@dataclass(frozen=True, slots=True)
class SetConsent:
    """Set what is allowed in a scope. Outcome: 1, or 0 if nothing changed.

    Attributes that are None stay as they are. The change is merged with the stored consent inside the transaction, so
    that two callers who set different attributes at once both succeed. This also holds where the scope's names were
    erased: a "no" outlives the name that said it.
    """

    scope: Scope
    capture: bool | None = None
    learning: bool | None = None
    sharing: bool | None = None

    def merge(self, known: Consent) -> Consent:
        """Return the consent after this change, given the one before it."""
        given = {"capture": self.capture, "learning": self.learning, "sharing": self.sharing}
        return replace(known, **{name: value for name, value in given.items() if value is not None})


@dataclass(frozen=True, slots=True)
class SetRetention:
    """Set for how long some kinds are kept in a scope. Outcome: 1, or 0 if nothing changed.

    The other kinds stay as they are. Erasing everything in a scope deletes the rules of that scope and of those that it
    covers.

    Attributes:
        scope: The scope that the rule is for.
        kinds: The kinds to set.
        days: The number of days; None for good.
    """

    scope: Scope
    kinds: frozenset[Kind]
    days: int | None


@dataclass(frozen=True, slots=True)
class Expire:
    """Erase what a rule of retention no longer keeps. Outcome: the number of turns and memories that are gone.

    This erases what `Erase` would, of a limited number of owners at a time: repeat it until the outcome is 0. If
    anything is gone, a receipt is stored in the same transaction, under a hash of ``scope``; see `Store.receipts`.

    Attributes:
        scope: The scope of the rule.
        limits: For each kind of the rule, the time before which it has expired. A turn counts by when it was stored; a
            memory by when it or the newest turn of its evidence was. A memory that was rejected or superseded stays as
            long as a turn of its evidence: it marks words in it that do not hold.
        now: The time of the change.
    """

    scope: Scope
    limits: Mapping[Kind, datetime]
    now: datetime


@dataclass(frozen=True, slots=True)
class AddUsage:
    """Count what learning has cost on one day. Outcome: 1."""

    scope: Scope
    day: str
    calls: int
    input_tokens: int
    output_tokens: int


@dataclass(frozen=True, slots=True)
class Job:
    """A learning job as it is leased to a worker: turns of one scope that nobody has learned from yet.

    ``lease`` identifies this lease of the job. Only its holder can finish, fail or renew the job.
    """

    id: int
    scope: Scope
    turns: tuple[str, ...]
    attempts: int
    lease: str


@dataclass(frozen=True, slots=True)
class FinishJob:
    """Delete a job that is done. Outcome: 1.

    Raises:
        StoreError: The lease is lost. Nothing of the same write is stored.
    """

    job: Job


@dataclass(frozen=True, slots=True)
class FailJob:
    """Return a job that failed to the queue. Outcome: 1, or 0 if the lease is lost.

    Attributes:
        job: The job.
        error: Why it failed.
        retry_at: When to try again; None sets the job aside.
        counted: Whether this counts as an attempt. It does not where the job was not tried, for example past a cap.
    """

    job: Job
    error: str
    retry_at: datetime | None
    counted: bool = True


@dataclass(frozen=True, slots=True)
class RenewLease:
    """Keep the lease of a job until a later time. Outcome: 1, or 0 if the lease is lost."""

    job: Job
    until: datetime


@dataclass(frozen=True, slots=True)
class RetryJobs:
    """Return the jobs that were set aside to the queue, in ``scope`` or everywhere. Outcome: the number of jobs."""

    scope: Scope | None
    due: datetime


@dataclass(frozen=True, slots=True)
class EndGathering:
    """Make the jobs due that nobody tried yet, in ``scope`` or everywhere. Outcome: the number of jobs it changed.

    A job that failed, was interrupted or is past a cap keeps its due time.
    """

    scope: Scope | None
    due: datetime


@dataclass(frozen=True, slots=True)
class AcquireTaskLock:
    """Let one worker alone do a task until a given time. Outcome: 1, or 0 if another worker holds the lock.

    The worker that holds the lock may acquire it again to extend it, or with ``until=now`` to release it.
    """

    task: str
    worker: str
    now: datetime
    until: datetime


Change = (
    AddTurns
    | PutMemory
    | Erase
    | PutVectors
    | DropModel
    | ServeModel
    | PrepareModel
    | SetConsent
    | SetRetention
    | Expire
    | AddUsage
    | FinishJob
    | FailJob
    | RenewLease
    | RetryJobs
    | EndGathering
    | AcquireTaskLock
)
