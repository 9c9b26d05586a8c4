"""A store that keeps nothing: the reference that every other store is compared with, and ``memory://``.

Written to be plainly right rather than fast. A write works on a copy and replaces the original at the end, so that it
happens as a whole or not at all.
"""

from __future__ import annotations

import math
import uuid
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

import numpy as np
from numpy.typing import NDArray

from recollect.ports.changes import Change, Job
from recollect.ports.store import (
    Candidates,
    Capabilities,
    Erased,
    Fault,
    Key,
    Matches,
    Neighbours,
    StoreStatus,
    Unembedded,
    Usage,
    View,
)
from recollect.stores.memory.state import Counts, Document, Record, State, apply, erase, summed
from recollect.stores.times import to_micros
from recollect.text.bm25 import K1, B
from recollect.text.documents import dense_memory, dense_text
from recollect.values import KINDS, Consent, Memory, Scope, StoredTurn


class MemoryStore:
    """A store in memory, for one process."""

    capabilities = Capabilities(durable=False, shared=False)

    def __init__(self) -> None:
        self._state = State()

    async def write(self, changes: Sequence[Change]) -> list[int]:
        state = self._state.copied()
        outcomes = [apply(state, change) for change in changes]
        self._state = state
        return outcomes

    async def match(self, view: View, query: Mapping[str, int]) -> Matches:
        seen = self._seen(view)
        average = max(sum(document.terms.total() for document in seen) / max(len(seen), 1), 1.0)
        scores: dict[Key, float] = {}
        holders: dict[str, list[Key]] = {}
        everything = 0.0
        for term, times in query.items():
            holding = [document for document in seen if document.terms[term]]
            weight = times * math.log(1 + (len(seen) - len(holding) + 0.5) / (len(holding) + 0.5))
            everything += weight
            for document in holding:
                count = min(document.terms[term], 63)
                damping = K1 * (1 - B + B * document.terms.total() / average)
                scores[document.key] = scores.get(document.key, 0.0) + weight * count / (count + damping)
                holders.setdefault(term, []).append(document.key)
        found = [(document, scores[document.key] / everything) for document in seen if document.key in scores]
        return Matches(_candidates(found, seen), {term: np.array(keys, np.int64) for term, keys in holders.items()})

    async def nearest(
        self,
        view: View,
        vector: NDArray[np.float32],
        *,
        model: str,
        limit: int,  # noqa: ARG002 - at least so many: here, all of them
    ) -> Neighbours:
        seen = self._seen(view)
        cosines = [
            (document, float(document.vectors[model] @ vector)) for document in seen if model in document.vectors
        ]
        scores = np.array([cosine for _, cosine in cosines] or [0.0])
        return Neighbours(_candidates(cosines, seen), len(cosines), float(scores.mean()), float(scores.std()))

    async def cosines(
        self, view: View, vector: NDArray[np.float32], *, model: str, keys: Sequence[Key]
    ) -> Mapping[Key, float]:
        return {
            document.key: float(document.vectors[model] @ vector)
            for document in self._seen(view)
            if document.key in set(keys) and model in document.vectors
        }

    async def fetch(self, view: View, keys: Sequence[Key]) -> Mapping[Key, Record]:
        state = self._state
        return {document.key: state.record(document) for document in self._seen(view) if document.key in set(keys)}

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

    async def memories(
        self, view: View, *, ids: Sequence[str] | None = None, after: Key | None = None, limit: int = 1000
    ) -> list[tuple[Key, Memory]]:
        return [
            (document.key, memory)
            for document in self._state.within(view.scope, private=True)
            if document.is_visible(view)
            and isinstance(memory := self._state.record(document), Memory)
            and (ids is None or memory.id in ids)
            and (after is None or document.key > after)
        ][:limit]

    async def erase(self, scope: Scope, *, ids: Sequence[str] | None = None, before: datetime | None = None) -> Erased:
        state = self._state.copied()
        erased = erase(state, scope, ids, before)
        self._state = state
        return erased

    async def consent(self, scope: Scope) -> Consent:
        return self._state.consent(scope)

    async def consents(self, scope: Scope) -> list[tuple[Scope, Consent]]:
        named = self._state.consents.items()
        return [
            (where, allowed) for where, allowed in named if scope.covers(where) and where not in self._state.nameless
        ]

    async def usage(self, scope: Scope) -> Usage:
        days: dict[str, Counts] = {}
        for (where, day), counts in sorted(self._state.usage.items(), key=lambda item: item[0][1]):
            if scope.owner().covers(where):
                days[day] = summed(days.get(day, (0, 0, 0)), counts)
        total: Counts = (0, 0, 0)
        for counts in days.values():
            total = summed(total, counts)
        return Usage(*total, days=days)

    async def lease(self, *, worker: str, now: datetime, seconds: float, limit: int) -> list[Job]:
        state = self._state.copied()
        due = [
            job
            for job in sorted(state.jobs.values(), key=lambda job: (job.due, job.id))
            if not job.failed and job.due <= now and (job.leased_until is None or job.leased_until < now)
        ]
        taken: list[Job] = []
        for job in due[:limit]:
            lease, attempts = f"{worker}/{uuid.uuid4().hex}", job.attempts + 1
            until = now + timedelta(seconds=seconds)
            state.jobs[job.id] = replace(job, lease=lease, attempts=attempts, leased_until=until)
            said = [state.documents[key].record for key in job.turns if key in state.documents]
            taken.append(Job(job.id, job.scope, tuple(turn.id for turn in said), attempts, lease))
        self._state = state
        return taken

    async def pending(self, scope: Scope | None = None) -> int:
        jobs = self._state.jobs.values()
        return sum(1 for job in jobs if not job.failed and (scope is None or scope.covers(job.scope)))

    async def unembedded(self, *, model: str, after: Key | None = None, limit: int = 256) -> list[Unembedded]:
        return [
            Unembedded(key, _dense_text(document.record))
            for key, document in sorted(self._state.documents.items())
            if model not in document.vectors and (after is None or key > after)
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
            vectors={model: sum(model in document.vectors for document in documents) for model in self._state.models},
        )

    async def check(self) -> list[Fault]:
        return []

    async def reindex(self) -> int:
        return len(self._state.documents)

    async def close(self) -> None:
        self._state = State()

    def _seen(self, view: View) -> list[Document]:
        reached = self._state.within(view.scope, private=False)
        return [document for document in reached if document.is_visible(view)]


def _candidates(found: Sequence[tuple[Document, float]], seen: Sequence[Document]) -> Candidates:
    in_order = sorted(seen, key=lambda document: (document.recorded, document.key))
    ages = {document.key: len(in_order) - 1 - place for place, document in enumerate(in_order)}
    return Candidates(
        keys=np.array([document.key for document, _ in found], np.int64),
        kinds=np.array([KINDS.index(document.kind) for document, _ in found], np.int8),
        times=np.array([to_micros(document.starts) for document, _ in found], np.int64),
        ages=np.array([ages[document.key] for document, _ in found], np.int64),
        own=np.array([document.own for document, _ in found], np.bool_),
        scores=np.array([score for _, score in found], np.float32),
    )


def _dense_text(record: Record) -> str:
    return dense_text(record) if isinstance(record, StoredTurn) else dense_memory(record.content)
