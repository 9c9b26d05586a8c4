"""Applying changes to the state of the store in memory."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from ricordo.language.documents import memory_terms
from ricordo.ports.changes import (
    AcquireTaskLock,
    AddTurns,
    AddUsage,
    Change,
    DropModel,
    EndGathering,
    Erase,
    Expire,
    FailJob,
    FinishJob,
    PrepareModel,
    PutMemory,
    PutVectors,
    RenewLease,
    RetryJobs,
    ServeModel,
    SetConsent,
    SetRetention,
)
from ricordo.ports.status import Models
from ricordo.ports.store import Erased, Key
from ricordo.stores.common.records import Record, encode_text, matching_vectors
from ricordo.stores.common.rules import (
    MAX_JOB_TURNS,
    MAX_LEASE,
    is_stored,
    require_capture,
    require_lease,
    require_replaceable,
    require_turns,
    require_unchanged,
    split_into_jobs,
)
from ricordo.stores.memory.erasure import erase, expire
from ricordo.stores.memory.state import Document, State, WaitingJob, add_counts
from ricordo.values import (
    Consent,
    Evidence,
    Memory,
    MissingEvidence,
    Retention,
    Scope,
    StoredTurn,
)


def apply(state: State, change: Change) -> int | Erased:
    """Apply one change to the state and return its outcome."""
    match change:
        case AddTurns():
            return _add_turns(state, change)
        case PutMemory():
            return _put_memory(state, change)
        case Erase() | Expire():
            return erase(state, change) if isinstance(change, Erase) else expire(state, change)
        case PutVectors():
            return _put_vectors(state, change)
        case DropModel() | ServeModel() | PrepareModel():
            return _change_models(state, change)
        case SetConsent() | SetRetention():
            return _set_rule(state, change)
        case AddUsage():
            place = (change.scope.owner(), change.day)
            added = (change.calls, change.input_tokens, change.output_tokens)
            state.usage[place] = add_counts(state.usage.get(place, (0, 0, 0)), added)
        case FinishJob() | FailJob() | RenewLease() | RetryJobs() | EndGathering():
            return _change_jobs(state, change)
        case AcquireTaskLock():
            return _acquire_task_lock(state, change)
    return 1


def _change_jobs(state: State, change: FinishJob | FailJob | RenewLease | RetryJobs | EndGathering) -> int:
    match change:
        case FinishJob() | FailJob():
            return _end_job(state, change)
        case RenewLease():
            return _renew_lease(state, change)
        case RetryJobs():
            return _retry_jobs(state, change)
        case EndGathering():
            return _end_gathering(state, change)


def _end_gathering(state: State, change: EndGathering) -> int:
    waiting = [
        job
        for job in state.jobs.values()
        if job.is_untried and job.due > change.due and (not change.scope or change.scope.covers(job.scope))
    ]
    for job in waiting:
        state.jobs[job.id] = replace(job, due=change.due)
    return len(waiting)


def _renew_lease(state: State, change: RenewLease) -> int:
    held = state.jobs.get(change.job.id)
    if held is None or held.lease != change.job.lease:
        return 0
    state.jobs[held.id] = replace(held, leased_until=change.until)
    return 1


def _acquire_task_lock(state: State, change: AcquireTaskLock) -> int:
    held = state.task_locks.get(change.task)
    if held is not None and held.worker != change.worker and change.now < held.until <= change.now + MAX_LEASE:
        return 0
    state.task_locks[change.task] = change
    return 1


def _set_rule(state: State, change: SetConsent | SetRetention) -> int:
    return _set_consent(state, change) if isinstance(change, SetConsent) else _set_retention(state, change)


def _set_consent(state: State, change: SetConsent) -> int:
    known = state.consents.get(change.scope)
    consent = change.merge(known or Consent())
    if consent == known and change.scope not in state.nameless:
        return 0
    state.consents[change.scope] = consent
    state.nameless.discard(change.scope)
    return 1


def _set_retention(state: State, change: SetRetention) -> int:
    known = state.retentions.get(change.scope, Retention())
    rule = known.change(change.kinds, change.days)
    if rule == known:
        return 0
    state.retentions[change.scope] = rule
    if not rule.days:
        del state.retentions[change.scope]
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
        if key in state.documents and (change.texts is None or change.texts[key] == state.embedding_text(key))
    }
    for key, vector in fitting.items():
        state.embed(key, change.model, vector)
    return len(fitting)


def _end_job(state: State, change: FinishJob | FailJob) -> int:
    held = state.jobs.get(change.job.id)
    lost = held is None or held.lease != change.job.lease
    if isinstance(change, FinishJob):
        require_lease(held=not lost)
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
    require_capture(consent)
    stored = {
        document.record.id: (document.record.role, document.record.text)
        for document in state.documents.values()
        if isinstance(document.record, StoredTurn) and document.record.scope == change.scope
    }
    added: list[Key] = []
    for position, turn in enumerate(change.turns):
        if is_stored(turn, position, stored):
            continue
        terms = change.count_terms(position, state.turn_before(change.scope))
        key = state.new_key(change.scope)
        state.documents[key] = Document(key, turn, terms)
        for vector in matching_vectors(change.vectors, {key: position}, {key: state.embedding_text(key)}).values():
            assert change.vectors is not None
            state.embed(key, change.vectors.model, vector)
        added.append(key)
    for key in added:
        state.note(key)
    if added and change.learn_at and consent.learning:
        for start, end in split_into_jobs(0, len(added) - 1):
            _add_job(state, change, added[start : end + 1], change.learn_at)
    return len(added)


def _add_job(state: State, change: AddTurns, added: list[Key], due: datetime) -> None:
    gather = change.gather
    last = max((job for job in state.jobs.values() if job.scope == change.scope), key=lambda job: job.id, default=None)
    if last is None or last.attempts or last.failed or len(last.turns) + len(added) > MAX_JOB_TURNS:
        state.job_count += 1
        new_due = gather.due(due, turns=len(added), since=gather.now) if gather else due
        state.jobs[state.job_count] = WaitingJob(state.job_count, change.scope, tuple(added), new_due)
        return
    job = replace(last, turns=(*last.turns, *added))
    if gather and job.is_untried:
        recorded = [state.documents[key].recorded_at for key in job.turns if key in state.documents]
        job = replace(job, due=gather.due(due, turns=len(recorded), since=min(recorded)))
    state.jobs[job.id] = job


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
    if change.replaces:
        require_unchanged(unchanged=bool(same) and state.record(same[0]) == change.replaces)
    require_turns(stored=state.has_turns(change.rests_on))
    evidence = tuple(
        (_turn_key(state, memory.scope, part, position), part.quote) for position, part in enumerate(memory.evidence)
    )
    own_tags = set(memory.tags) - state.inherited_tags(evidence)
    memory = replace(memory, tags=tuple(own_tags))
    key = same[0].key if same else state.new_key(memory.scope)
    successor = _successor(state, memory, same[0].successor if same else None)
    terms = memory_terms(memory.content, memory.valid_from)
    # Quotes and links stand beside the record only, so that nothing is left of them in it when a turn is erased.
    bare = replace(memory, evidence=(), supersedes=(), superseded_by=None)
    state.documents[key] = Document(key, bare, terms, evidence=evidence, successor=successor)
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
    """Return the key of a memory's successor. An existing link stays: a wider scope may have made it."""
    followed = state.documents.get(known) if known is not None else None
    if followed and followed.record.id == memory.superseded_by:
        return known
    return state.memory_key(memory.scope, memory.superseded_by)


def _words(record: Record) -> tuple[object, ...]:
    return encode_text(record) if isinstance(record, Memory) else ()


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
    require_replaceable(model, state.models)
    if model == state.models.preparing:
        state.change_models(Models(state.models.serving))
    having = [document for document in state.documents.values() if model in document.vectors]
    for document in having:
        rest = {name: vector for name, vector in document.vectors.items() if name != model}
        state.documents[document.key] = replace(document, vectors=rest)
    state.sizes.pop(model, None)
    return len(having)
