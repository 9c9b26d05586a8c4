"""Random operations on a store and on the reference, compared after every step."""

from __future__ import annotations

import math
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any

from hypothesis import strategies as st

from ricordo.language.documents import dense_text
from ricordo.ports.changes import (
    AddTurns,
    AddUsage,
    Change,
    DropModel,
    Embedded,
    EndGathering,
    Erase,
    Expire,
    FailJob,
    FinishJob,
    Gather,
    Job,
    PrepareModel,
    PutMemory,
    RetryJobs,
    ServeModel,
    SetConsent,
    SetRetention,
)
from ricordo.ports.store import About, Key, Pool, Query, Store, View
from ricordo.stores.memory import MemoryStore
from ricordo.testing.conforming.base import Seen
from ricordo.testing.samples import EMBEDDER, erase, minute, query
from ricordo.values import BY_HAND, KINDS, SOURCES, STATES, Evidence, Memory, RicordoError, Scope, StoredTurn

WORDS = "hiking sailing budget Tasmania café 2,000 May red-42 dog dogs".split()


_names = st.none() | st.sampled_from(["a", "b", "c%"])
scopes = st.tuples(_names, _names, _names, _names).filter(any).map(lambda names: Scope(*names))
texts = st.lists(st.sampled_from(WORDS), min_size=1, max_size=6).map(" ".join)
ids = st.sampled_from([f"id-{number}" for number in range(8)])
times = st.integers(-500, 500).map(minute)
_flags = st.none() | st.booleans()
_tags = st.lists(st.sampled_from(["home", "work", "über"]), max_size=2, unique=True).map(
    lambda tags: tuple(sorted(tags))
)
tag_filters = st.none() | st.frozensets(st.sampled_from(["home", "work", "über", "none"]), max_size=2)

_MODEL_CHANGES = {"drop": DropModel, "serve": ServeModel, "prepare": PrepareModel}


@st.composite
def _turns(draw: st.DrawFn) -> tuple[Scope, list[tuple[str, str, str, Any, tuple[str, ...]]], bool]:
    said = st.tuples(ids, st.sampled_from(["user", "assistant"]), texts, times, _tags)
    return draw(scopes), draw(st.lists(said, min_size=1, max_size=4)), draw(st.booleans())


@st.composite
def _memory(draw: st.DrawFn) -> Memory:
    start = draw(times)
    return Memory(
        id=draw(ids),
        kind=draw(st.sampled_from(KINDS[1:])),  # type: ignore[arg-type]
        content=draw(texts),
        scope=draw(scopes),
        created_at=start,
        valid_from=start,
        valid_until=draw(st.none() | times),
        state=draw(st.sampled_from(STATES)),
        maker=draw(st.sampled_from([None, BY_HAND])),
        evidence=tuple(draw(st.lists(st.builds(Evidence, ids, st.sampled_from(WORDS)), max_size=2))),
        supersedes=tuple(draw(st.lists(ids, max_size=1))),
        superseded_by=draw(st.none() | ids),
        source=draw(st.sampled_from(SOURCES)),
        subject=draw(st.none() | st.sampled_from(WORDS)),
        field=draw(st.none() | st.sampled_from(WORDS)),
        tags=draw(_tags),
        negated=draw(st.booleans()),
    )


@st.composite
def _evident_memory(draw: st.DrawFn) -> tuple[Memory, Scope]:
    """Draw a memory, and a scope inside its own with the turn that is its evidence."""
    made, narrower = draw(_memory()), draw(scopes)
    return replace(made, evidence=(Evidence("id-0", made.content),)), narrower.within(made.scope)


_stored_times = st.integers(999, 1_012).map(minute)

steps = st.one_of(
    st.tuples(st.just("turns"), _turns()),
    st.tuples(st.just("turns"), _turns()),
    st.tuples(st.just("memory"), _memory()),
    st.tuples(st.just("founded"), _evident_memory()),
    st.tuples(st.just("erase"), st.tuples(scopes, st.none() | st.lists(ids, max_size=3), st.none() | times)),
    st.tuples(st.just("erase and put"), st.tuples(scopes, _memory())),
    st.tuples(st.just("consent"), st.tuples(scopes, _flags, _flags, _flags)),
    st.tuples(st.just("retention"), st.tuples(scopes, st.frozensets(st.sampled_from(KINDS)), st.none() | st.just(5))),
    st.tuples(st.just("expire"), st.tuples(scopes, st.dictionaries(st.sampled_from(KINDS), _stored_times))),
    st.tuples(st.just("usage"), scopes),
    st.tuples(st.just("end gathering"), st.none() | scopes),
    st.tuples(st.sampled_from(list(_MODEL_CHANGES)), st.sampled_from([EMBEDDER.name, "other"])),
    st.tuples(st.just("jobs"), st.sampled_from(["finish", "retry", "wait", "aside", "leave"])),
)
"""One operation on a store, as data."""

Step = tuple[str, Any]


def views(**fields: st.SearchStrategy[Any]) -> st.SearchStrategy[View]:
    """Return views of one scope or several, with any tags, and with ``fields``."""
    others = st.lists(scopes, max_size=2).map(tuple)
    return st.builds(View, scope=scopes, others=others, tags=tag_filters, **fields)


async def compare(open_store: Callable[[], Awaitable[Store]], script: Sequence[Step], asked: Sequence[View]) -> None:
    """Run ``script`` on a fresh store and on the reference; both must do, and say, the same."""
    store, reference = await open_store(), MemoryStore()
    try:
        for number, step in enumerate(script):
            ours, theirs = [await _outcome(side, step, number) for side in (store, reference)]
            assert ours == theirs, step
        for view in asked:
            assert await _observe(store, view) == await _observe(reference, view)
        assert await store.check() == []
    finally:
        await store.close()


async def _outcome(store: Store, step: Step, number: int) -> Any:
    try:
        return await _run(store, step, number)
    except (RicordoError, ValueError) as error:
        return type(error)


async def _run(store: Store, step: Step, number: int) -> Any:
    name, given = step
    now = minute(1_000 + number)
    if name == "erase":
        scope, chosen, before = given
        erased = await erase(store, scope, ids=chosen, before=before)
        return dict(erased.counts), sorted(erased.ids)
    if name == "expire":
        scope, limits = given
        written = await store.write([Expire(scope, limits, now)])
        return list(written), dict(written.erased.counts), sorted(written.erased.ids)
    if name == "erase and put":
        scope, made = given
        written = await store.write([Erase(scope), _change("memory", made, now)])
        return list(written), dict(written.erased.counts), sorted(written.erased.ids)
    if name == "jobs":
        jobs = await store.lease(worker="w", now=now, seconds=1, limit=3)
        for job in jobs:
            await store.write(_job_change(given, job, now))
        return [(job.scope, job.turns, job.attempts) for job in jobs]
    if name == "founded":
        made, where = given
        said = ("turns", (where, [("id-0", "user", made.content, made.valid_from, ("home",))], False))
        return await store.write([_change(*said, now), _change("memory", made, now)])
    return await store.write([_change(name, given, now)])


def _job_change(way: str, job: Job, now: Any) -> list[Change]:
    if way == "finish":
        return [FinishJob(job)]
    if way in {"retry", "wait", "aside"}:
        return [FailJob(job, "error", None if way == "aside" else now, counted=way != "wait")]
    return [RetryJobs(job.scope, now)] if way == "leave" else []


def _change(name: str, given: Any, now: Any) -> Change:
    if name == "turns":
        scope, said, gathers = given
        turns = tuple(StoredTurn(id, role, text, None, at, now, scope, tags) for id, role, text, at, tags in said)
        rows = {place: EMBEDDER.vector(dense_text(turn, None)) for place, turn in enumerate(turns) if place % 3 != 2}
        vectors = Embedded(EMBEDDER.name, rows)
        if gathers:
            return AddTurns(scope, turns, vectors, now + timedelta(minutes=2), Gather(5, now, timedelta(minutes=3)))
        return AddTurns(scope, turns, vectors, now)
    if name == "memory":
        made = replace(given, created_at=now)
        return PutMemory(made, Embedded(EMBEDDER.name, {0: EMBEDDER.vector(made.content)}))
    if name == "consent":
        return SetConsent(*given)
    if name == "retention":
        return SetRetention(*given)
    if name == "end gathering":
        return EndGathering(given, now)
    if name == "usage":
        return AddUsage(given, "2026-01-01", 1, 2, 3)
    return _MODEL_CHANGES[name](given)


async def _observe(store: Store, view: View) -> dict[str, Any]:
    """Return everything that ``view`` shows of a store, without its keys."""
    text = " ".join(WORDS[:4])
    asked = Query(view, query(text), 10, EMBEDDER.vector(text), EMBEDDER.name)
    seen, records = await store.search(asked, lambda pool: Seen(pool, pool.keys.tolist()))
    pool = seen.pool
    everything = View(view.scope, states=frozenset(STATES), others=view.others)
    return {
        "turns": [turn for _, turn in await store.turns(view.scope)],
        "latest": [turn for _, turn in await store.latest(view.scope, limit=3)],
        "memories": [memory for _, memory in await store.memories(everything)],
        "view": [memory for _, memory in await store.memories(view)],
        "about": [
            [memory for _, memory in await store.memories(everything, about=about)]
            for about in (About("hiking"), About(subject="hiking"), About("dog", "dogs"))
        ],
        "found": _rows(pool, records),
        "outdated": sorted((repr(records[key]), repr(words)) for key, words in records.outdated.items()),
        "held": sorted(pool.held_terms.tolist()),
        "statistics": (pool.embedded, _Near(pool.mean, 0.002), _Near(pool.deviation, 0.002)),
        "consent": await store.consent(view.scope),
        "consents": sorted(await store.consents(view.scope), key=repr),
        "retention": await store.retention(view.scope),
        "retentions": sorted(await store.retentions(view.scope), key=repr),
        "receipts": [replace(receipt, scrubbed=True) for receipt in await store.receipts(view.scope)],
        "usage": await store.usage(view.scope),
        "pending": await store.pending(view.scope),
        "jobs": [
            (job.scope, job.turns, job.attempts, job.due, job.failed, job.error) for job in await store.jobs(view.scope)
        ],
        "models": await store.models(),
        "lacking": {
            model: sorted(item.text for item in await store.embedding_backlog(model=model))
            for model in (EMBEDDER.name, "other")
        },
        "status": [
            getattr(await store.status(), name)
            for name in ("owners", "turns", "memories", "jobs_waiting", "jobs_failed")
        ],
    }


def _rows(pool: Pool, records: Mapping[Key, StoredTurn | Memory]) -> list[Any]:
    """One row for each thing that was found; scores are compared nearly."""
    columns = (pool.keys, pool.kinds, pool.times, pool.ages, pool.own, pool.coverage, pool.cosines)
    rows = [
        (repr(records[key]), kind, time, age, own, _Near(share, 0.01), _Near(cosine, 0.01))
        for key, kind, time, age, own, share, cosine in zip(*(column.tolist() for column in columns), strict=True)
    ]
    return sorted(rows, key=lambda row: row[:5])


@dataclass(frozen=True, slots=True, eq=False)
class _Near:
    """A number that equals all numbers near it. An index may keep vectors in fewer bits."""

    value: float
    tolerance: float

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, _Near):
            return NotImplemented
        both_unknown = math.isnan(self.value) and math.isnan(other.value)
        return both_unknown or abs(self.value - other.value) < self.tolerance

    __hash__ = None  # type: ignore[assignment]  # what is near is not transitive
