"""The store in memory (``memory://``), and the reference that the tests compare every other store with.

Written to be plainly right rather than fast. A write works on a copy and replaces the original at the end, so that it
happens as a whole or not at all.
"""

from __future__ import annotations

import asyncio
import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial

import numpy as np

from ricordo.language.bm25 import K1, B
from ricordo.ports.changes import Change, Job
from ricordo.ports.status import Fault, JobReport, Models, StoreStatus, Usage
from ricordo.ports.store import (
    About,
    Beside,
    Capabilities,
    Key,
    Pool,
    Query,
    R,
    Records,
    SpokenText,
    StoredRecord,
    Unembedded,
    View,
    Written,
)
from ricordo.stores.common.outdated import (
    CLOSED_STATES,
    Cited,
    Link,
    Quote,
    add_outdated,
    holding_view,
    quote_in_summaries,
)
from ricordo.stores.common.postings import MAX_COUNT
from ricordo.stores.common.rules import MAX_DELAY, MAX_LEASE, new_lease
from ricordo.stores.common.times import to_micros
from ricordo.stores.memory.changes import apply
from ricordo.stores.memory.state import Counts, Document, State, WaitingJob, add_counts
from ricordo.values import KINDS, Consent, Memory, Receipt, Retention, Scope, StoredTurn, StoreError


class MemoryStore:
    """A store in memory, for one process."""

    capabilities = Capabilities(durable=False, shared=False)

    def __init__(self) -> None:
        self._now: State | None = State()

    @property
    def _state(self) -> State:
        if self._now is None:
            raise StoreError("memory://: the store is closed")
        return self._now

    @_state.setter
    def _state(self, state: State) -> None:
        self._now = state

    async def write(self, changes: Sequence[Change]) -> Written:
        state = self._state.copy()
        outcomes = [apply(state, change) for change in changes]
        self._state = state
        return Written(outcomes)

    async def search(self, query: Query, rank: Callable[[Pool], R]) -> tuple[R, Records]:
        seen = self._find_visible(query.view)
        size = self._state.sizes.get(query.model)
        comparable = query.vector is None or size in {None, len(query.vector)}
        pool = _pool(query if comparable else replace(query, vector=None), seen)
        beside = partial(_find_beside, self._state.within(*query.view.scopes, private=False), seen)
        ranked = rank(replace(pool, comparable=comparable, beside=beside))
        chosen = set(ranked.record_keys)
        found = [document for document in seen if document.key in chosen]
        records = Records({document.key: self._state.record(document) for document in found})
        _add_outdated(self._state, query.view, records)
        return ranked, records

    async def turns(
        self, scope: Scope, *, ids: Sequence[str] | None = None, after: Key | None = None, limit: int = 1000
    ) -> list[tuple[Key, StoredTurn]]:
        return [
            (document.key, document.record)
            for document in self._state.within(scope, private=True)
            if isinstance(document.record, StoredTurn)
            and (ids is None or document.record.id in ids)
            and (after is None or document.key > after)
        ][:limit]

    async def latest(self, scope: Scope, *, before: Key | None = None, limit: int = 20) -> list[tuple[Key, StoredTurn]]:
        said = [
            (document.key, document.record)
            for document in self._state.within(scope, private=True)
            if isinstance(document.record, StoredTurn) and (before is None or document.key < before)
        ]
        return said[-limit:]

    async def last_turn(self, scope: Scope) -> SpokenText | None:
        turn = self._state.turn_before(scope)
        return turn and SpokenText(turn.speaker, turn.text)

    async def memories(
        self,
        view: View,
        *,
        ids: Sequence[str] | None = None,
        about: About | None = None,
        after: Key | None = None,
        limit: int = 1000,
    ) -> list[tuple[Key, Memory]]:
        return [
            (document.key, memory)
            for document in self._state.within(*view.scopes, private=True)
            if self._state.shows(document, view)
            and isinstance(memory := self._state.record(document), Memory)
            and (about is None or about.fits(memory.field, memory.subject))
            and (ids is None or memory.id in ids)
            and (after is None or document.key > after)
        ][:limit]

    async def people(
        self, application: str | None = None, *, before: Key | None = None, limit: int = 1000
    ) -> list[tuple[Key, Scope]]:
        first: dict[Scope, Key] = {}
        for owner, key in self._state.owners.items():
            if owner.user is not None and application in (None, owner.application):
                first.setdefault(Scope(application=owner.application, user=owner.user), key)
        found = sorted(((key, person) for person, key in first.items()), key=lambda item: -item[0])
        return [(key, person) for key, person in found if before is None or key < before][:limit]

    async def consent(self, scope: Scope) -> Consent:
        return self._state.consent(scope)

    async def consents(self, scope: Scope | None) -> list[tuple[Scope, Consent]]:
        named = self._state.consents.items()
        return [
            (where, allowed)
            for where, allowed in named
            if (scope is None or scope.covers(where)) and where not in self._state.nameless
        ]

    async def retention(self, scope: Scope) -> Retention:
        shortest = Retention()
        for wider in scope.wider():
            shortest &= self._state.retentions.get(wider, Retention())
        return shortest

    async def retentions(self, scope: Scope | None) -> list[tuple[Scope, Retention]]:
        rules = self._state.retentions.items()
        return [(where, rule) for where, rule in rules if scope is None or scope.covers(where)]

    async def receipts(self, scope: Scope, *, limit: int = 100) -> list[Receipt]:
        exact = self._state.hash_scope(scope)
        found = [stored for stored in reversed(self._state.receipts) if stored.scope == exact][:limit]
        return [Receipt(scope, stored.erased_at, stored.counts, stored.digest) for stored in found]

    async def usage(self, scope: Scope | None = None) -> Usage:
        days: dict[str, Counts] = {}
        for (where, day), counts in sorted(self._state.usage.items(), key=lambda item: item[0][1]):
            if scope is None or scope.owner().covers(where):
                days[day] = add_counts(days.get(day, (0, 0, 0)), counts)
        total: Counts = (0, 0, 0)
        for counts in days.values():
            total = add_counts(total, counts)
        return Usage(*total, days=days)

    async def lease(self, *, worker: str, now: datetime, seconds: float, limit: int) -> list[Job]:
        state = self._state.copy()
        waiting = [job for job in state.jobs.values() if not job.failed]
        held = [job for job in waiting if job.leased_until is not None and now <= job.leased_until <= now + MAX_LEASE]
        busy = {job.scope.owner() for job in held}
        first: dict[Scope, WaitingJob] = {}
        for job in sorted(waiting, key=lambda job: (job.due, job.id)):
            if (job.due <= now or job.due > now + MAX_DELAY) and job.scope.owner() not in busy:
                first.setdefault(job.scope.owner(), job)
        taken: list[Job] = []
        for job in list(first.values())[:limit]:
            lease, attempts = new_lease(worker), job.attempts + 1
            until = now + timedelta(seconds=seconds)
            state.jobs[job.id] = replace(job, lease=lease, attempts=attempts, leased_until=until)
            said = [state.documents[key].record for key in job.turns if key in state.documents]
            taken.append(Job(job.id, job.scope, tuple(turn.id for turn in said), attempts, lease))
        self._state = state
        return taken

    async def wait_for_jobs(self, timeout: float) -> bool:
        await asyncio.sleep(timeout)
        return False

    async def jobs(self, scope: Scope | None = None, *, limit: int = 100) -> list[JobReport]:
        chosen = [job for job in self._state.jobs.values() if scope is None or scope.covers(job.scope)]
        return [
            JobReport(
                id=job.id,
                scope=job.scope,
                turns=tuple(self._state.documents[key].record.id for key in job.turns if key in self._state.documents),
                attempts=job.attempts,
                due=job.due,
                failed=job.failed,
                error=job.error,
            )
            for job in sorted(chosen, key=lambda job: (not job.failed, job.due, job.id))[:limit]
        ]

    async def pending(self, scope: Scope | None = None) -> int:
        jobs = self._state.jobs.values()
        return sum(1 for job in jobs if not job.failed and (scope is None or scope.covers(job.scope)))

    async def scan_unembedded(self, *, model: str, after: Key | None = None, limit: int = 256) -> list[Unembedded]:
        return [
            Unembedded(key, self._state.embedding_text(key))
            for key, document in sorted(self._state.documents.items())
            if model not in document.vectors and (after is None or key > after)
        ][:limit]

    async def embedding_backlog(self, *, model: str, after: Key | None = None, limit: int = 256) -> list[Unembedded]:
        all_noted = sorted(key for name, key in self._state.lacking if name == model)
        noted = [key for key in all_noted if after is None or key > after][:limit]
        return [Unembedded(key, self._state.embedding_text(key)) for key in noted]

    async def models(self) -> Models:
        return self._state.models

    async def scan_records(self, *, after: Key | None = None, limit: int = 256) -> list[StoredRecord]:
        return [
            StoredRecord(key, self._state.record(document), document.vectors)
            for key, document in sorted(self._state.documents.items())
            if after is None or key > after
        ][:limit]

    async def status(self) -> StoreStatus:
        documents = self._state.documents.values()
        kinds = Counter(document.kind == "turn" for document in documents)
        failed = sum(job.failed for job in self._state.jobs.values())
        return StoreStatus(
            backend="memory",
            schema=0,
            owners=len(self._state.owners),
            turns=kinds[True],
            memories=kinds[False],
            jobs_waiting=len(self._state.jobs) - failed,
            jobs_failed=failed,
            vectors={model: sum(model in document.vectors for document in documents) for model in self._state.sizes},
            serving=self._state.models.serving,
            preparing=self._state.models.preparing,
        )

    async def check(self) -> list[Fault]:
        return []

    async def reindex(self) -> int:
        return len(self._state.documents)

    async def scrub(self) -> list[str]:
        return []

    async def close(self) -> None:
        self._now = None

    def _find_visible(self, view: View) -> list[Document]:
        reached = self._state.within(*view.scopes, private=False)
        return [document for document in reached if self._state.shows(document, view)]


def _add_outdated(state: State, view: View, records: Records) -> None:
    """Add the outdated words of the turns and summaries in ``records``; see `Records`."""
    reached = state.within(*view.scopes, private=False)
    owners = {document.record.scope.owner() for document in reached}
    quotes = [
        Quote(key, turn, words)
        for key, document in sorted(state.documents.items())
        if document.record.scope.owner() in owners
        for turn, words in document.evidence
        if turn in records
    ]
    cited = [
        Cited(key, state.documents[turn].record.scope, words)
        for key, document in sorted(state.documents.items())
        if document.record.scope.owner() in owners
        and isinstance(document.record, Memory)
        and document.record.state in CLOSED_STATES
        for turn, words in document.evidence
    ]
    quotes += quote_in_summaries(records, cited)
    links: dict[Key, Link] = {}
    for quote in quotes:
        following = state.documents.get(quote.memory)
        while following is not None and following.key not in links:
            memory = state.record(following)
            assert isinstance(memory, Memory)
            links[following.key] = Link(memory, following.successor)
            following = state.documents.get(following.successor or -1) if memory.state in CLOSED_STATES else None
    seen = {document.key for document in reached if state.shows(document, holding_view(view))}
    add_outdated(records, quotes, links, view, seen)


def _pool(query: Query, seen: Sequence[Document]) -> Pool:
    coverage, holders = _coverage(query.terms, seen)
    cosines = {
        document.key: float(document.vectors[query.model] @ query.vector)
        for document in seen
        if query.vector is not None and query.model in document.vectors
    }
    in_order = sorted(seen, key=lambda document: (document.recorded_at, document.key))
    ages = {document.key: len(in_order) - 1 - place for place, document in enumerate(in_order)}
    found = [document for document in seen if document.key in coverage or document.key in cosines]
    spread = np.array(list(cosines.values()) or [0.0])
    numbers: dict[Scope, int] = {}
    return Pool(
        keys=np.array([document.key for document in found], np.int64),
        kinds=np.array([KINDS.index(document.kind) for document in found], np.int8),
        scopes=np.array([numbers.setdefault(document.record.scope, len(numbers)) for document in found], np.int64),
        times=np.array([to_micros(document.starts) for document in found], np.int64),
        ages=np.array([ages[document.key] for document in found], np.int64),
        own=np.array([document.own for document in found], np.bool_),
        coverage=np.array([coverage.get(document.key, 0.0) for document in found], np.float32),
        cosines=np.array([cosines.get(document.key, np.nan) for document in found], np.float32),
        embedded=len(cosines),
        mean=float(spread.mean()),
        deviation=float(spread.std()),
        held_terms=np.array([place for place, keys in enumerate(holders.values()) for _ in keys], np.int64),
        held_keys=np.array([key for keys in holders.values() for key in keys], np.int64),
    )


def _find_beside(reached: Iterable[Document], seen: Sequence[Document], keys: Sequence[Key]) -> dict[Key, Beside]:
    """Return the turns directly before and after each of ``keys`` in its scope, as far as they may be seen."""
    visible = {document.key for document in seen}
    said: dict[Scope, list[Key]] = {}
    for document in reached:
        if isinstance(document.record, StoredTurn):
            said.setdefault(document.record.scope, []).append(document.key)
    found: dict[Key, Beside] = {}
    for turns in said.values():
        for place, key in enumerate(turns):
            around = (turns[place - 1] if place else None, turns[place + 1] if place + 1 < len(turns) else None)
            found[key] = Beside(*(other if other in visible else None for other in around))
    return {key: found[key] for key in keys if key in found}


def _coverage(query: Mapping[str, int], seen: Sequence[Document]) -> tuple[dict[Key, float], dict[str, list[Key]]]:
    """Return the share of the query's weight in each document, and the documents that have each term."""
    average = max(sum(document.terms.total() for document in seen) / max(len(seen), 1), 1.0)
    scores: dict[Key, float] = {}
    holders: dict[str, list[Key]] = {term: [] for term in query}
    everything = 0.0
    for term, times in query.items():
        holding = [document for document in seen if document.terms[term]]
        weight = times * math.log(1 + (len(seen) - len(holding) + 0.5) / (len(holding) + 0.5))
        everything += weight
        for document in holding:
            count = min(document.terms[term], MAX_COUNT)
            damping = K1 * (1 - B + B * document.terms.total() / average)
            scores[document.key] = scores.get(document.key, 0.0) + weight * count / (count + damping)
            holders[term].append(document.key)
    return {key: score / everything for key, score in scores.items()}, holders
