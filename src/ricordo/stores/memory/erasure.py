"""Erasing in the store in memory."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import replace

from ricordo.language.documents import carries_previous, turn_terms
from ricordo.ports.changes import Erase, Expire
from ricordo.ports.store import Erased, Key
from ricordo.stores.common.rules import ERASED_ERROR, MAX_EXPIRED_OWNERS
from ricordo.stores.memory.state import Document, State, StoredReceipt, add_counts
from ricordo.values import Scope, StoredTurn, digest_of


def erase(state: State, change: Erase) -> Erased:
    """Erase turns and memories with all that rests on them; see `Erase`."""
    chosen = [
        document
        for document in state.within(change.scope, private=True)
        if (change.ids is None or document.record.id in change.ids)
        and (change.before is None or document.starts < change.before)
    ]
    erased = _erase(state, chosen)
    if change.ids is None and change.before is None:
        state.nameless |= {scope for scope in state.consents if change.scope.covers(scope)}
        for scope in [scope for scope in state.retentions if change.scope.covers(scope)]:
            del state.retentions[scope]
    return erased


def expire(state: State, change: Expire) -> Erased:
    """Erase what a rule no longer keeps, with a receipt; see `Expire`."""
    expired = [
        document for document in state.within(change.scope, private=True) if _is_expired(state, document, change)
    ]
    owners = sorted({document.record.scope.owner() for document in expired}, key=repr)[:MAX_EXPIRED_OWNERS]
    chosen = [document for document in expired if document.record.scope.owner() in owners]
    if not chosen:
        return Erased()
    erased = _erase(state, chosen)
    counts = dict(erased.counts)
    digest = digest_of(erased.ids, counts, change.now)
    state.receipts.append(StoredReceipt(state.hash_scope(change.scope), change.now, counts, digest))
    return erased


def _is_expired(state: State, document: Document, change: Expire) -> bool:
    cited = [state.documents[turn].recorded_at for turn, _ in document.evidence]
    limit = change.limits.get(document.kind)
    if limit is None or max([document.recorded_at, *cited]) >= limit:
        return False
    return not (cited and _is_mark(document))


def _is_mark(document: Document) -> bool:
    """Return whether a memory was rejected or superseded: it marks words in its turns that do not hold."""
    memory = document.record
    if isinstance(memory, StoredTurn) or memory.kind == "summary":
        return False
    return (
        memory.state == "superseded"
        or memory.is_rejected
        or (memory.state == "unsupported" and document.successor is not None)
    )


def _erase(state: State, chosen: list[Document]) -> Erased:
    """Erase documents with all that rests on them."""
    chosen = chosen + _find_summaries(state, chosen)
    counts = Counter(turns=0, memories=0, vectors=0, keywords=0, jobs=0)
    erased: list[str] = []
    before = _previous_turns(state)
    owners: set[Scope] = set()
    while chosen:
        owners |= {document.record.scope.owner() for document in chosen}
        erased += [document.record.id for document in chosen]
        for document in chosen:
            del state.documents[document.key]
            is_turn = isinstance(document.record, StoredTurn)
            counts.update(
                turns=is_turn, memories=not is_turn, vectors=len(document.vectors), keywords=len(document.terms)
            )
        chosen = _withdraw_evidence(state)
    _index_again(state, before)
    _clean(state, counts)
    _erase_errors(state, owners)
    return Erased(counts, tuple(erased), scrubbed=True)


def _find_summaries(state: State, chosen: list[Document]) -> list[Document]:
    """Return the summaries that cover one of the chosen turns and are not chosen themselves."""
    scopes = {document.record.scope for document in chosen if isinstance(document.record, StoredTurn)}
    keys = {document.key for document in chosen}
    return [
        document
        for key, document in sorted(state.documents.items())
        if document.kind == "summary"
        and key not in keys
        and any(document.record.scope.covers(scope) for scope in scopes)
    ]


def _withdraw_evidence(state: State) -> list[Document]:
    """Drop evidence whose turn is gone, and return the memories that have lost all of theirs."""
    fallen: list[Document] = []
    for key, document in list(state.documents.items()):
        rest = tuple((turn, quote) for turn, quote in document.evidence if turn in state.documents)
        if len(rest) < len(document.evidence):
            state.documents[key] = replace(document, evidence=rest)
            fallen += [] if rest else [state.documents[key]]
    return fallen


def _previous_turns(state: State) -> dict[Key, StoredTurn | None]:
    """Return the turn before each turn that carries its end."""
    return {
        key: state.turn_before(document.record.scope, key)
        for key, document in state.documents.items()
        if isinstance(document.record, StoredTurn) and carries_previous(document.record)
    }


def _index_again(state: State, before: Mapping[Key, StoredTurn | None]) -> None:
    """Rebuild the keywords of the turns that followed an erased one, and drop their vectors."""
    for key, previous in _previous_turns(state).items():
        turn = state.documents[key].record
        if isinstance(turn, StoredTurn) and previous != before[key]:
            terms = turn_terms(turn, turn.occurred_at, previous)
            state.documents[key] = replace(state.documents[key], terms=terms, vectors={})
            state.note(key)


def _erase_errors(state: State, owners: Collection[Scope]) -> None:
    """Replace the errors of the owners' jobs."""
    for job in list(state.jobs.values()):
        if job.error is not None and job.scope.owner() in owners:
            state.jobs[job.id] = replace(job, error=ERASED_ERROR)


def _clean(state: State, counts: Counter[str]) -> None:
    """Delete jobs without a turn left, and the names of owners without a document left."""
    for job in list(state.jobs.values()):
        if not any(key in state.documents for key in job.turns):
            del state.jobs[job.id]
            counts["jobs"] += 1
    state.lacking = {(model, key) for model, key in state.lacking if key in state.documents}
    left = {document.record.scope.owner() for document in state.documents.values()}
    for owner in set(state.owners) - left:
        del state.owners[owner]
        state.nameless |= {where for where in state.consents if where.owner() == owner}
        for (where, day), cost in list(state.usage.items()):
            if where == owner:
                del state.usage[where, day]
                if owner.application or owner.agent:
                    place = (Scope(application=owner.application, agent=owner.agent), day)
                    state.usage[place] = add_counts(state.usage.get(place, (0, 0, 0)), cost)
