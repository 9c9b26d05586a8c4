"""The store protocol, implemented with PostgreSQL."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from typing import Self

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
    Job,
    PrepareModel,
    PutMemory,
    PutVectors,
    RenewLease,
    RetryJobs,
    ServeModel,
    SetConsent,
    SetRetention,
)
from ricordo.ports.index import Index
from ricordo.ports.status import Fault, JobReport, Models, StoreStatus, Usage
from ricordo.ports.store import (
    About,
    Capabilities,
    Erased,
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
from ricordo.stores.common.codes import TURN
from ricordo.stores.common.keys import unpack_after, unpack_key
from ricordo.stores.common.owner_cache import OwnerCaches, StaleSnapshot
from ricordo.stores.postgres import (
    check,
    consents,
    documents,
    erasure,
    jobs,
    memories,
    models,
    retentions,
    schema,
    scopes,
    scrubbing,
    task_locks,
    turns,
    url,
    usage,
    vectors,
)
from ricordo.stores.postgres.index import audit, rebuild
from ricordo.stores.postgres.index.indexer import Indexer
from ricordo.stores.postgres.scopes import resolve
from ricordo.stores.postgres.search import PostgresSearcher
from ricordo.stores.postgres.server import Server
from ricordo.stores.postgres.session import PostgresSession
from ricordo.values import Consent, Memory, Receipt, Retention, Scope, StoredTurn, StoreError

_CACHE_BYTES = 256 * 2**20
"""The size of the caches in memory, enough for some 1,500 people with 100 turns."""

_EVICT_SECONDS = 60.0
"""How often a search first drops caches of owners of whom another process erased something."""

_MAX_TRIES = 5
"""How often a search tries again when the cache is newer than its snapshot, before it does without the cache."""


class PostgresStore:
    """A store on a server. Any number of processes may use it at once."""

    capabilities = Capabilities(durable=True, shared=True, announces=True)

    def __init__(self, server: Server, *, cache_bytes: int, index: Index | None = None) -> None:
        self._server = server
        self._index = index
        self._indexer = Indexer(server, index) if index else None
        self._searcher = PostgresSearcher(OwnerCaches(cache_bytes), index)
        self._last_eviction = time.monotonic()

    @classmethod
    async def open(
        cls, address: str, *, timeout: float = 10.0, cache_bytes: int = _CACHE_BYTES, index: Index | None = None
    ) -> Self:
        """Open the database, and create or upgrade the tables as needed.

        Args:
            address: The URL of the database.
            timeout: Seconds to wait for a connection, and to retry when connections break.
            cache_bytes: The size of the caches in memory.
            index: A search index that answers searches. Changes are sent to it in the background. It is closed with the
                store.
        """
        where = url.parse(address)
        prepared = await schema.prepare(where, timeout)
        server = Server(where, timeout=timeout, role=prepared.role, path=prepared.path)
        store = cls(server, cache_bytes=cache_bytes, index=index)
        try:
            await store._server.open()
            if store._indexer is not None:
                await store._indexer.start()
        except BaseException:
            await store.close()
            raise
        return store

    async def write(self, changes: Sequence[Change]) -> Written:
        async def apply_all(session: PostgresSession) -> tuple[Written, set[int]]:
            owners: set[int] = set()  # whose documents were erased
            await scopes.lock_people(session, _owners_of(changes))
            return Written([await _apply(session, change, owners) for change in changes]), owners

        written, owners = await self._server.write(apply_all)
        if any(isinstance(change, Erase | Expire) for change in changes):
            await self._evict_erased(now=True)
            if self._indexer is not None:
                await self._indexer.send_erasure(owners)
        if self._indexer is not None and not all(isinstance(change, Erase | Expire) for change in changes):
            self._indexer.wake(sweep=any(isinstance(change, DropModel) for change in changes))
        return written

    async def search(self, query: Query, rank: Callable[[Pool], R]) -> tuple[R, Records]:
        await self._evict_erased()
        for _ in range(_MAX_TRIES):
            with suppress(StaleSnapshot):
                return await self._server.read(lambda session: self._searcher.search(session, query, rank))
        uncached = PostgresSearcher(OwnerCaches(0), self._index)
        return await self._server.read(lambda session: uncached.search(session, query, rank))

    async def turns(
        self, scope: Scope, *, ids: Sequence[str] | None = None, after: Key | None = None, limit: int = 1000
    ) -> list[tuple[Key, StoredTurn]]:
        start = unpack_after(after)
        where = f"d.kind = {TURN} AND (d.owner, d.number) > (%s, %s)"
        return await self._turns(scope, ids, where, start, f"ORDER BY d.owner, d.number LIMIT {int(limit)}")

    async def latest(self, scope: Scope, *, before: Key | None = None, limit: int = 20) -> list[tuple[Key, StoredTurn]]:
        end = unpack_key(before) if before is not None else (2**62, 0)
        where = f"d.kind = {TURN} AND (d.owner, d.number) < (%s, %s)"
        found = await self._turns(scope, None, where, end, f"ORDER BY d.owner DESC, d.number DESC LIMIT {int(limit)}")
        return found[::-1]

    async def last_turn(self, scope: Scope) -> SpokenText | None:
        return await self._server.read(lambda session: turns.read_last(session, scope))

    async def memories(
        self,
        view: View,
        *,
        ids: Sequence[str] | None = None,
        about: About | None = None,
        after: Key | None = None,
        limit: int = 1000,
    ) -> list[tuple[Key, Memory]]:
        request = memories.PageRequest(view, ids, about or About(), after, limit)
        return await self._server.read(lambda session: memories.read_page(session, request))

    async def people(
        self, application: str | None = None, *, before: Key | None = None, limit: int = 1000
    ) -> list[tuple[Key, Scope]]:
        return await self._server.read(lambda session: scopes.list_people(session, application, before, limit))

    async def consent(self, scope: Scope) -> Consent:
        return await self._server.read(lambda session: consents.read_effective(session, scope))

    async def consents(self, scope: Scope | None) -> list[tuple[Scope, Consent]]:
        return await self._server.read(lambda session: consents.list_consents(session, scope))

    async def retention(self, scope: Scope) -> Retention:
        return await self._server.read(lambda session: retentions.read_shortest(session, scope))

    async def retentions(self, scope: Scope | None) -> list[tuple[Scope, Retention]]:
        return await self._server.read(lambda session: retentions.list_rules(session, scope))

    async def receipts(self, scope: Scope, *, limit: int = 100) -> list[Receipt]:
        return await self._server.read(lambda session: retentions.read_receipts(session, scope, limit))

    async def usage(self, scope: Scope | None = None) -> Usage:
        return await self._server.read(lambda session: usage.read(session, scope))

    async def lease(self, *, worker: str, now: datetime, seconds: float, limit: int) -> list[Job]:
        return await self._server.write(
            lambda session: jobs.lease(session, worker=worker, now=now, seconds=seconds, limit=limit)
        )

    async def wait_for_jobs(self, timeout: float) -> bool:
        return await self._server.wait_for_notification(jobs.CHANNEL, timeout)

    async def jobs(self, scope: Scope | None = None, *, limit: int = 100) -> list[JobReport]:
        return await self._server.read(lambda session: jobs.list_jobs(session, scope, limit=limit))

    async def pending(self, scope: Scope | None = None) -> int:
        return await self._server.read(lambda session: jobs.count_pending(session, scope))

    async def scan_unembedded(self, *, model: str, after: Key | None = None, limit: int = 256) -> list[Unembedded]:
        return await self._server.read(
            lambda session: vectors.list_unembedded(session, model=model, after=after, limit=limit)
        )

    async def embedding_backlog(self, *, model: str, after: Key | None = None, limit: int = 256) -> list[Unembedded]:
        return await self._server.read(
            lambda session: vectors.list_lacking(session, model=model, after=after, limit=limit)
        )

    async def models(self) -> Models:
        return await self._server.read(models.read)

    async def scan_records(self, *, after: Key | None = None, limit: int = 256) -> list[StoredRecord]:
        return await self._server.read(lambda session: vectors.read_all(session, after=after, limit=limit))

    async def status(self) -> StoreStatus:
        counts = await self._server.read(_read_status)
        return replace(counts, index=await audit.describe(self._server, self._index)) if self._index else counts

    async def check(self) -> list[Fault]:
        faults = await self._server.read(check.check)
        if self._index is None or self._indexer is None or faults:
            return faults
        with suppress(StoreError):  # entries that cannot be sent now are left out of the comparison
            await self._indexer.drain()
        return await audit.compare(self._server, self._index)

    async def reindex(self) -> int:
        total = 0
        for owner in await self._server.read(check.list_owners):
            # One transaction for each owner, so that nobody waits for the whole store.
            total += await self._server.write(lambda session, owner=owner: check.reindex(session, owner))
        return total

    async def scrub(self) -> list[str]:
        return await scrubbing.scrub(self._server.address)

    def rebuild_index(self) -> AsyncIterator[int]:
        """Rebuild the index; see ``ricordo.ports.index.Indexed``."""
        if self._indexer is None:
            raise ValueError("this store has no index; open it with index='qdrant://…'")
        return rebuild.rebuild(self._indexer)

    async def close(self) -> None:
        if self._indexer is not None:
            await self._indexer.stop()
        await self._server.close()
        if self._index is not None:
            await self._index.close()

    async def _turns(
        self, scope: Scope, ids: Sequence[str] | None, where: str, values: Sequence[int], end: str
    ) -> list[tuple[Key, StoredTurn]]:
        async def read(session: PostgresSession) -> list[tuple[Key, StoredTurn]]:
            reach = await resolve(session, scope, private=True)
            found = await documents.find(session, reach, ids=ids, where=where, values=values, end=end)
            records = await documents.read_records(session, found)
            return [(key, record) for key, record in records if isinstance(record, StoredTurn)]

        return await self._server.read(read)

    async def _evict_erased(self, *, now: bool = False) -> None:
        """Drop caches of owners of whom something was erased, here or by another process."""
        if not now and time.monotonic() - self._last_eviction < _EVICT_SECONDS:
            return
        self._last_eviction = time.monotonic()
        await self._server.read(self._searcher.evict_erased)


def _owners_of(changes: Sequence[Change]) -> list[Scope]:
    """Return the owners that ``changes`` write to."""
    written = [change.scope for change in changes if isinstance(change, AddTurns)]
    written += [change.memory.scope for change in changes if isinstance(change, PutMemory)]
    written += [change.scope for change in changes if isinstance(change, Erase)]
    return [scope.owner() for scope in written]


async def _apply(session: PostgresSession, change: Change, erased_owners: set[int]) -> int | Erased:
    match change:
        case AddTurns():
            return await turns.add(session, change)
        case PutMemory():
            return await memories.put(session, change)
        case Erase() | Expire():
            return await erasure.apply(session, change, erased_owners)
        case PutVectors() | DropModel():
            return await vectors.apply(session, change)
        case ServeModel() | PrepareModel():
            return await models.apply(session, change)
        case SetConsent() | SetRetention():
            return await _set_rule(session, change)
        case AddUsage():
            return usage.add(session, change)
        case FinishJob() | FailJob() | RenewLease() | RetryJobs() | EndGathering():
            return await jobs.apply(session, change)
        case AcquireTaskLock():
            return await task_locks.acquire(session, change)


async def _set_rule(session: PostgresSession, change: SetConsent | SetRetention) -> int:
    if isinstance(change, SetConsent):
        return await consents.set_consent(session, change)
    return await retentions.put(session, change)


async def _read_status(session: PostgresSession) -> StoreStatus:
    session.show_all()
    roles = await models.read(session)
    (counts,), counted = await session.execute_batch(
        (
            (
                "SELECT (SELECT count(*) FROM shelf), (SELECT count(*) FROM document WHERE kind = 0), "
                "(SELECT count(*) FROM document WHERE kind > 0), (SELECT count(*) FROM job WHERE NOT failed), "
                "(SELECT count(*) FROM job WHERE failed), (SELECT sum(pg_total_relation_size(c.oid))::bigint "
                "FROM pg_class c WHERE c.relnamespace = current_schema::regnamespace AND c.relkind IN ('r', 'p', 'm'))"
            ),
            (),
        ),
        (
            "SELECT m.name, (SELECT count(*) FROM vector v WHERE v.model = m.id) FROM model m ORDER BY m.id",
            (),
        ),
    )
    owners, said, learned, waiting, failed, size = counts
    return StoreStatus(
        backend="postgresql",
        schema=len(schema.STEPS),
        owners=owners,
        turns=said,
        memories=learned,
        jobs_waiting=waiting,
        jobs_failed=failed,
        vectors=dict(counted),  # type: ignore[arg-type]
        bytes=size,
        serving=roles.serving,
        preparing=roles.preparing,
    )
