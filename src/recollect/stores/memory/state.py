"""What the store in memory holds, and how changes change it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime

import numpy as np
from numpy.typing import NDArray

from recollect.ports.changes import (
    AddTurns,
    AddUsage,
    Change,
    DropModel,
    FailJob,
    FinishJob,
    PrepareModel,
    PutMemory,
    PutVectors,
    RenewLease,
    RetryJobs,
    ServeModel,
    SetConsent,
)
from recollect.ports.store import Key, Models, View
from recollect.text.documents import dense_memory, dense_text, memory_terms, turn_terms
from recollect.values import (
    ChangedMeanwhile,
    Consent,
    ConsentError,
    Evidence,
    Kind,
    Memory,
    MissingEvidence,
    OtherSize,
    OtherText,
    Scope,
    StillServing,
    StoredTurn,
    StoreError,
)

Record = StoredTurn | Memory
Counts = tuple[int, int, int]

_MOST_TURNS = 40
_VALID_ONCE = frozenset({"current", "superseded"})


@dataclass(frozen=True, slots=True)
class Document:
    """A turn or a memory with its keywords and vectors. What a memory rests on is kept by the keys of the turns."""

    key: Key
    record: Record
    terms: Counter[str]
    vectors: Mapping[str, NDArray[np.float32]] = field(default_factory=dict[str, NDArray[np.float32]])
    evidence: tuple[tuple[Key, str], ...] = ()
    successor: Key | None = None

    @property
    def kind(self) -> Kind:
        return "turn" if isinstance(self.record, StoredTurn) else self.record.kind

    @property
    def starts(self) -> datetime:
        return self.record.occurred_at if isinstance(self.record, StoredTurn) else self.record.valid_from

    @property
    def recorded(self) -> datetime:
        return self.record.recorded_at if isinstance(self.record, StoredTurn) else self.record.created_at

    @property
    def own(self) -> bool:
        said = self.record.role if isinstance(self.record, StoredTurn) else self.record.source
        return said in {"user", "person"}

    @property
    def dense_text(self) -> str:
        return dense_text(self.record) if isinstance(self.record, StoredTurn) else dense_memory(self.record.content)

    def is_visible(self, view: View) -> bool:
        """Whether ``view`` may see it, its scope aside."""
        record = self.record
        if view.kinds is not None and self.kind not in view.kinds:
            return False
        if (view.since and self.starts < view.since) or (view.until and self.starts >= view.until):
            return False
        if view.now and isinstance(record, Memory) and record.valid_until and record.valid_until <= view.now:
            return False
        if view.as_of is None:
            return isinstance(record, StoredTurn) or record.state in view.states
        valid = isinstance(record, StoredTurn) or (
            record.state in _VALID_ONCE and (record.valid_until is None or record.valid_until > view.as_of)
        )
        return self.starts <= view.as_of and valid


@dataclass(frozen=True, slots=True)
class WaitingJob:
    """A learning job and who holds it."""

    id: int
    scope: Scope
    turns: tuple[Key, ...]
    due: datetime
    attempts: int = 0
    lease: str | None = None
    leased_until: datetime | None = None
    failed: bool = False
    error: str | None = None


@dataclass(slots=True)
class State:
    """Everything, in containers that are copied before they change; what lies in them is never changed."""

    documents: dict[Key, Document] = field(default_factory=dict[Key, Document])
    owners: dict[Scope, int] = field(default_factory=dict[Scope, int])
    owner_count: int = 0
    document_count: int = 0
    jobs: dict[int, WaitingJob] = field(default_factory=dict[int, WaitingJob])
    job_count: int = 0
    consents: dict[Scope, Consent] = field(default_factory=dict[Scope, Consent])
    nameless: set[Scope] = field(default_factory=set[Scope])
    usage: dict[tuple[Scope, str], Counts] = field(default_factory=dict[tuple[Scope, str], Counts])
    sizes: dict[str, int] = field(default_factory=dict[str, int])
    models: Models = field(default_factory=Models)
    lacking: set[tuple[str, Key]] = field(default_factory=set[tuple[str, Key]])

    def copied(self) -> State:
        """A copy that can be changed without changing this one."""
        return replace(
            self,
            documents=dict(self.documents),
            owners=dict(self.owners),
            jobs=dict(self.jobs),
            consents=dict(self.consents),
            nameless=set(self.nameless),
            usage=dict(self.usage),
            sizes=dict(self.sizes),
            lacking=set(self.lacking),
        )

    def consent(self, scope: Scope) -> Consent:
        """The strictest of what was set for ``scope`` and for every scope that covers it."""
        allowed = Consent()
        for wider in scope.wider():
            allowed &= self.consents.get(wider, Consent())
        return allowed

    def within(self, scope: Scope, *, private: bool) -> list[Document]:
        """The documents that ``scope`` covers, by key; without those that agents must keep to themselves."""
        return [
            document
            for _, document in sorted(self.documents.items())
            if scope.covers(where := document.record.scope)
            and (private or scope.agent or not where.agent or self.consent(where).sharing)
        ]

    def record(self, document: Document) -> Record:
        """The turn, or the memory with its evidence and lineage as they are now."""
        if isinstance(document.record, StoredTurn):
            return document.record
        followed = self.documents.get(document.successor) if document.successor is not None else None
        return replace(
            document.record,
            evidence=tuple(Evidence(self.documents[turn].record.id, quote) for turn, quote in document.evidence),
            superseded_by=followed.record.id if followed else None,
            supersedes=tuple(
                other.record.id for _, other in sorted(self.documents.items()) if other.successor == document.key
            ),
        )

    def new_key(self, scope: Scope) -> Key:
        """The key of one more document, entering its owner if it is new."""
        if scope.owner() not in self.owners:
            self.owner_count += 1
            self.owners[scope.owner()] = self.owner_count
        self.document_count += 1
        return self.owners[scope.owner()] << 32 | self.document_count

    def text_before(self, scope: Scope, key: Key | None = None) -> str | None:
        """The text of the last turn in exactly this scope, or of the last one before ``key``."""
        said = [
            document.record.text
            for other, document in sorted(self.documents.items())
            if isinstance(document.record, StoredTurn)
            and document.record.scope == scope
            and (key is None or other < key)
        ]
        return said[-1] if said else None

    def embed(self, key: Key, model: str, vector: NDArray[np.float32]) -> None:
        """Give a document a vector, with the precision that the other stores have."""
        if (before := self.sizes.setdefault(model, len(vector))) != len(vector):
            raise OtherSize(model, before, len(vector))
        if self.models.serving is None:
            self.models = replace(self.models, serving=model)
        self.lacking.discard((model, key))
        document = self.documents[key]
        kept = vector.astype(np.float16).astype(np.float32)
        self.documents[key] = replace(document, vectors={**document.vectors, model: kept})

    def note(self, key: Key) -> None:
        """Note which vectors a document that was just stored lacks."""
        given = self.documents[key].vectors
        wanted = {self.models.serving, self.models.preparing}
        self.lacking |= {(model, key) for model in wanted if model is not None and model not in given}

    def change_models(self, models: Models) -> int:
        """Have other models serve or be prepared; whether that is news."""
        known, self.models = self.models, models
        self.lacking = {(model, key) for model, key in self.lacking if model in models}
        return int(models != known)

    def memory_key(self, scope: Scope, id: str | None) -> Key | None:
        """The key of the memory with this id in ``scope``, or else in a session of the same person that it covers."""
        keys = [
            (document.record.scope != scope, key)
            for key, document in self.documents.items()
            if isinstance(document.record, Memory)
            and document.record.id == id
            and document.record.scope.owner() == scope.owner()
            and scope.covers(document.record.scope)
        ]
        return min(keys)[1] if keys else None


def summed(one: Counts, other: Counts) -> Counts:
    """Calls, tokens in and tokens out of both."""
    return one[0] + other[0], one[1] + other[1], one[2] + other[2]


def apply(state: State, change: Change) -> int:
    """Carry out one change."""
    match change:
        case AddTurns():
            return _add_turns(state, change)
        case PutMemory():
            return _put_memory(state, change)
        case PutVectors():
            return _put_vectors(state, change)
        case DropModel() | ServeModel() | PrepareModel():
            return _change_models(state, change)
        case SetConsent():
            return _set_consent(state, change)
        case AddUsage():
            place = (change.scope.owner(), change.day)
            added = (change.calls, change.input_tokens, change.output_tokens)
            state.usage[place] = summed(state.usage.get(place, (0, 0, 0)), added)
        case FinishJob() | FailJob():
            return _end_job(state, change)
        case RenewLease():
            return _renew_lease(state, change)
        case RetryJobs():
            return _retry_jobs(state, change)
    return 1


def _renew_lease(state: State, change: RenewLease) -> int:
    held = state.jobs.get(change.job.id)
    if held is None or held.lease != change.job.lease:
        return 0
    state.jobs[held.id] = replace(held, leased_until=change.until)
    return 1


def _set_consent(state: State, change: SetConsent) -> int:
    known = state.consents.get(change.scope)
    consent = change.merged(known or Consent())
    if consent == known and change.scope not in state.nameless:
        return 0
    state.consents[change.scope] = consent
    state.nameless.discard(change.scope)
    return 1


def _retry_jobs(state: State, change: RetryJobs) -> int:
    failed = [job for job in state.jobs.values() if job.failed and (not change.scope or change.scope.covers(job.scope))]
    for job in failed:
        state.jobs[job.id] = replace(job, failed=False, attempts=0, due=change.due)
    return len(failed)


def _put_vectors(state: State, change: PutVectors) -> int:
    if change.texts is not None and change.model not in state.models:
        return 0
    fitting = {
        key: vector
        for key, vector in change.rows.items()
        if (document := state.documents.get(key)) and (change.texts is None or change.texts[key] == document.dense_text)
    }
    for key, vector in fitting.items():
        state.embed(key, change.model, vector)
    return len(fitting)


def _end_job(state: State, change: FinishJob | FailJob) -> int:
    held = state.jobs.get(change.job.id)
    lost = held is None or held.lease != change.job.lease
    if isinstance(change, FinishJob):
        if lost:
            raise StoreError("the lease on this learning job ran out: its results are dropped")
        del state.jobs[change.job.id]
    elif held is not None and not lost:
        state.jobs[held.id] = replace(
            held,
            lease=None,
            leased_until=None,
            attempts=held.attempts - (not change.counted),
            failed=change.retry_at is None,
            due=change.retry_at or held.due,
            error=change.error,
        )
    return int(not lost)


def _add_turns(state: State, change: AddTurns) -> int:
    consent = state.consent(change.scope)
    if not consent.capture:
        raise ConsentError("capture is off for this scope: nothing was stored")
    added: list[Key] = []
    for position, turn in enumerate(change.turns):
        known = [
            document.record
            for document in state.documents.values()
            if isinstance(document.record, StoredTurn)
            and (document.record.id, document.record.scope) == (turn.id, change.scope)
        ]
        if known:
            if (known[0].role, known[0].text) != (turn.role, turn.text):
                raise OtherText(position)
            continue
        terms = turn_terms(turn, turn.occurred_at, state.text_before(change.scope))
        key = state.new_key(change.scope)
        state.documents[key] = Document(key, turn, terms)
        if change.vectors and position in change.vectors.rows:
            state.embed(key, change.vectors.model, change.vectors.rows[position])
        added.append(key)
    for key in added:
        state.note(key)
    if added and change.learn_at and consent.learning:
        _add_job(state, change.scope, added, change.learn_at)
    return len(added)


def _add_job(state: State, scope: Scope, added: list[Key], due: datetime) -> None:
    last = max((job for job in state.jobs.values() if job.scope == scope), key=lambda job: job.id, default=None)
    if last and not last.attempts and not last.failed and len(last.turns) + len(added) <= _MOST_TURNS:
        state.jobs[last.id] = replace(last, turns=(*last.turns, *added))
        return
    state.job_count += 1
    state.jobs[state.job_count] = WaitingJob(state.job_count, scope, tuple(added), due)


def _put_memory(state: State, change: PutMemory) -> int:
    memory = change.memory
    same = [
        document
        for document in state.documents.values()
        if isinstance(document.record, Memory)
        and (document.record.id, document.record.scope) == (memory.id, memory.scope)
    ]
    if same and change.if_new:
        return 0
    if change.replaces and (not same or state.record(same[0]) != change.replaces):
        raise ChangedMeanwhile("the memory was changed or forgotten meanwhile")
    evidence = tuple(
        (_turn_key(state, memory.scope, part, position), part.quote) for position, part in enumerate(memory.evidence)
    )
    key = same[0].key if same else state.new_key(memory.scope)
    successor = _successor(state, memory, same[0].successor if same else None)
    terms = memory_terms(memory.content, memory.valid_from)
    state.documents[key] = Document(key, memory, terms, evidence=evidence, successor=successor)
    known = bool(same) and _words(same[0].record) == _words(memory)
    if known:
        state.documents[key] = replace(state.documents[key], vectors=same[0].vectors)
    if change.vectors and 0 in change.vectors.rows:
        state.embed(key, change.vectors.model, change.vectors.rows[0])
    if not known:
        state.note(key)
    for id in memory.supersedes:
        old = state.memory_key(memory.scope, id)
        if old is not None:
            state.documents[old] = replace(state.documents[old], successor=key)
    return 1


def _successor(state: State, memory: Memory, known: Key | None) -> Key | None:
    """The key of what replaced a memory. A link that is there stays: a wider scope may have made it."""
    followed = state.documents.get(known) if known is not None else None
    if followed and followed.record.id == memory.superseded_by:
        return known
    return state.memory_key(memory.scope, memory.superseded_by)


def _words(record: Record) -> tuple[object, ...]:
    return (record.id, record.content, record.field, record.value, record.maker) if isinstance(record, Memory) else ()


def _turn_key(state: State, scope: Scope, evidence: Evidence, position: int) -> Key:
    reached = sorted(state.within(scope, private=False), key=lambda document: document.record.scope != scope)
    for document in reached:
        turn = document.record
        if isinstance(turn, StoredTurn) and turn.id == evidence.turn_id and evidence.quote in turn.text:
            return document.key
    raise MissingEvidence(position)


def _change_models(state: State, change: DropModel | ServeModel | PrepareModel) -> int:
    if isinstance(change, DropModel):
        return _drop_model(state, change.model)
    return state.change_models(state.models.after(change))


def _drop_model(state: State, model: str) -> int:
    if model == state.models.serving:
        raise StillServing(model)
    if model == state.models.preparing:
        state.change_models(Models(state.models.serving))
    having = [document for document in state.documents.values() if model in document.vectors]
    for document in having:
        rest = {name: vector for name, vector in document.vectors.items() if name != model}
        state.documents[document.key] = replace(document, vectors=rest)
    state.sizes.pop(model, None)
    return len(having)
