"""The store in one SQLite file."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import islice
from pathlib import Path

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
from ricordo.stores.common.owner_cache import OwnerCaches
from ricordo.stores.sqlite import (
    check,
    consents,
    documents,
    erasure,
    jobs,
    memories,
    models,
    retentions,
    scopes,
    tags,
    task_locks,
    turns,
    usage,
    vectors,
)
from ricordo.stores.sqlite.connection import connect, explain_errors, make_private
from ricordo.stores.sqlite.reserve import Reserve, is_full
from ricordo.stores.sqlite.schema import STEPS, migrate
from ricordo.stores.sqlite.search import Searcher
from ricordo.stores.sqlite.threads import Readers, Writer
from ricordo.values import Consent, Memory, Receipt, Retention, Scope, StoredTurn, StoreError

_CACHE_BYTES = 256 * 2**20
"""Columns and vectors kept in memory: the caches of some 3,000 people with 100 turns, or one with 300,000."""

_FEW_IDS, _FEW_LATEST = 4, 64
"""Turns that are mostly read in next to no time: the messages of a run, and those before it."""


class SqliteStore:
    """A store in one SQLite file. Several processes may use it at once."""

    capabilities = Capabilities(durable=True, shared=True)

    def __init__(self, path: Path, *, writer: Writer, readers: Readers, cache_bytes: int) -> None:
        self._path = path
        self._writer = writer
        self._readers = readers
        self._searcher = Searcher(OwnerCaches(cache_bytes))

    @classmethod
    async def open(cls, path: Path, *, timeout: float = 10.0, cache_bytes: int = _CACHE_BYTES) -> SqliteStore:
        """Open the file, and create or upgrade it as needed. ``timeout`` is how many seconds to wait for a lock."""
        writer = await asyncio.to_thread(_prepare, path, timeout)
        return cls(path, writer=writer, readers=Readers(path, timeout), cache_bytes=cache_bytes)

    async def write(self, changes: Sequence[Change]) -> Written:
        def apply_all(connection: sqlite3.Connection) -> list[int | Erased]:
            return [_apply(connection, change) for change in changes]

        def erase(connection: sqlite3.Connection) -> tuple[Written, int]:
            return Written(apply_all(connection)), erasure.count_erasures(connection)

        if not any(isinstance(change, Erase | Expire) for change in changes):
            return Written(await self._writer.run(apply_all))
        (written, erasures), scrubbed = await self._writer.erase(erase)
        written.erased = replace(written.erased, scrubbed=scrubbed)
        self._searcher.caches.clear_after_erasure(erasures)
        return written

    async def search(self, query: Query, rank: Callable[[Pool], R]) -> tuple[R, Records]:
        return await self._readers.run(
            lambda connection: self._searcher.search(connection, query, rank), name=query.view.scopes
        )

    async def turns(
        self, scope: Scope, *, ids: Sequence[str] | None = None, after: Key | None = None, limit: int = 1000
    ) -> list[tuple[Key, StoredTurn]]:
        name = "some turns" if ids is not None and len(ids) <= _FEW_IDS else None
        return await self._readers.run(lambda connection: _turns(connection, scope, ids, after, limit), name=name)

    async def latest(self, scope: Scope, *, before: Key | None = None, limit: int = 20) -> list[tuple[Key, StoredTurn]]:
        name = ("latest", scope) if limit <= _FEW_LATEST else None
        return await self._readers.run(lambda connection: _latest(connection, scope, before, limit), name=name)

    async def last_turn(self, scope: Scope) -> SpokenText | None:
        return await self._readers.run(lambda connection: _last_turn(connection, scope), name="last turn")

    async def memories(
        self,
        view: View,
        *,
        ids: Sequence[str] | None = None,
        about: About | None = None,
        after: Key | None = None,
        limit: int = 1000,
    ) -> list[tuple[Key, Memory]]:
        return await self._readers.run(lambda connection: _memories(connection, view, ids, about, after, limit))

    async def people(
        self, application: str | None = None, *, before: Key | None = None, limit: int = 1000
    ) -> list[tuple[Key, Scope]]:
        return await self._readers.run(lambda connection: scopes.list_people(connection, application, before, limit))

    async def consent(self, scope: Scope) -> Consent:
        return await self._readers.run(lambda connection: consents.read_strictest(connection, scope), name="consent")

    async def consents(self, scope: Scope | None) -> list[tuple[Scope, Consent]]:
        found = await self._readers.run(lambda connection: consents.within(connection, scope))
        return [(where, consent) for _, where, consent in found]

    async def retention(self, scope: Scope) -> Retention:
        return await self._readers.run(lambda connection: retentions.read_shortest(connection, scope))

    async def retentions(self, scope: Scope | None) -> list[tuple[Scope, Retention]]:
        return await self._readers.run(lambda connection: retentions.within(connection, scope))

    async def receipts(self, scope: Scope, *, limit: int = 100) -> list[Receipt]:
        return await self._readers.run(lambda connection: retentions.read_receipts(connection, scope, limit))

    async def usage(self, scope: Scope | None = None) -> Usage:
        return await self._readers.run(lambda connection: usage.read(connection, scope))

    async def lease(self, *, worker: str, now: datetime, seconds: float, limit: int) -> list[Job]:
        return await self._writer.run(
            lambda connection: jobs.lease(connection, worker=worker, now=now, seconds=seconds, limit=limit)
        )

    async def wait_for_jobs(self, timeout: float) -> bool:
        await asyncio.sleep(timeout)
        return False

    async def jobs(self, scope: Scope | None = None, *, limit: int = 100) -> list[JobReport]:
        return await self._readers.run(lambda connection: jobs.reports(connection, scope, limit=limit))

    async def pending(self, scope: Scope | None = None) -> int:
        return await self._readers.run(lambda connection: jobs.count_pending(connection, scope))

    async def scan_unembedded(self, *, model: str, after: Key | None = None, limit: int = 256) -> list[Unembedded]:
        return await self._readers.run(
            lambda connection: vectors.find_unembedded(connection, model=model, after=after, limit=limit)
        )

    async def embedding_backlog(self, *, model: str, after: Key | None = None, limit: int = 256) -> list[Unembedded]:
        return await self._readers.run(
            lambda connection: vectors.find_backlog(connection, model=model, after=after, limit=limit)
        )

    async def models(self) -> Models:
        return await self._readers.run(models.read)

    async def scan_records(self, *, after: Key | None = None, limit: int = 256) -> list[StoredRecord]:
        return await self._readers.run(lambda connection: vectors.read_records(connection, after=after, limit=limit))

    async def status(self) -> StoreStatus:
        return await self._readers.run(self._status)

    async def check(self) -> list[Fault]:
        return await self._readers.run(check.check)

    async def reindex(self) -> int:
        return await self._writer.run(check.reindex)

    async def scrub(self) -> list[str]:
        done = await self._writer.run_alone(lambda connection: erasure.scrub(connection, True))
        return [] if done else ["a reader, in this process or another, holds on to the old bytes; try again"]

    async def close(self) -> None:
        await asyncio.to_thread(self._readers.close)
        await asyncio.to_thread(self._writer.close)

    def _status(self, connection: sqlite3.Connection) -> StoreStatus:
        def count(query: str) -> int:
            return int(connection.execute(query).fetchone()[0])

        roles = models.read(connection)
        files = [self._path, self._path.with_name(f"{self._path.name}-wal")]
        return StoreStatus(
            backend="sqlite",
            schema=len(STEPS),
            owners=count("SELECT count(*) FROM shelf"),
            turns=count("SELECT count(*) FROM document WHERE kind = 0"),
            memories=count("SELECT count(*) FROM document WHERE kind > 0"),
            jobs_waiting=count("SELECT count(*) FROM job WHERE failed = 0"),
            jobs_failed=count("SELECT count(*) FROM job WHERE failed = 1"),
            vectors=check.vectors_by_model(connection),
            bytes=sum(file.stat().st_size for file in files if file.exists()),
            serving=roles.serving,
            preparing=roles.preparing,
        )


def _prepare(path: Path, timeout: float) -> Writer:
    """Open the file for writing, even on a full disk if there is a reserve."""
    while True:
        try:
            return _open_writer(path, timeout)
        except StoreError as error:
            if not is_full(error) or not Reserve(path.parent).shrink():
                raise


def _open_writer(path: Path, timeout: float) -> Writer:
    with explain_errors(path):
        make_private(path)
        connection = connect(path, timeout)
        try:
            migrate(connection, path)
            # What is refused in the end must not have been written to the log before.
            connection.execute("PRAGMA cache_spill = OFF")
            return Writer(path, connection, erasure.scrub)
        except BaseException:
            connection.close()
            raise


def _apply(connection: sqlite3.Connection, change: Change) -> int | Erased:
    match change:
        case AddTurns():
            return turns.add(connection, change)
        case PutMemory():
            return memories.put(connection, change)
        case Erase() | Expire():
            return erasure.apply(connection, change)
        case PutVectors() | DropModel():
            return vectors.apply(connection, change)
        case ServeModel() | PrepareModel():
            return models.apply(connection, change)
        case SetConsent() | SetRetention():
            return _set_rule(connection, change)
        case AddUsage():
            return usage.add(connection, change)
        case FinishJob() | FailJob() | RenewLease() | RetryJobs() | EndGathering():
            return jobs.apply(connection, change)
        case AcquireTaskLock():
            return task_locks.take(connection, change)


def _set_rule(connection: sqlite3.Connection, change: SetConsent | SetRetention) -> int:
    if isinstance(change, SetConsent):
        return consents.put(connection, change)
    return retentions.put(connection, change)


def _turns(
    connection: sqlite3.Connection, scope: Scope, ids: Sequence[str] | None, after: Key | None, limit: int
) -> list[tuple[Key, StoredTurn]]:
    reaches = scopes.resolve(connection, scope, private=True)
    walk = documents.walk(connection, reaches, ids=ids, after=after)
    said = (document for document in walk if document.is_turn)
    return list(turns.read(connection, list(islice(said, limit))))


def _latest(
    connection: sqlite3.Connection, scope: Scope, before: Key | None, limit: int
) -> list[tuple[Key, StoredTurn]]:
    walk = documents.walk_back(connection, scopes.resolve(connection, scope, private=True), before=before)
    said = (document for document in walk if document.is_turn)
    return list(turns.read(connection, list(islice(said, limit))[::-1]))


def _last_turn(connection: sqlite3.Connection, scope: Scope) -> SpokenText | None:
    number = scopes.find(connection, scope)
    return None if number is None else turns.read_last(connection, number)


def _memories(
    connection: sqlite3.Connection,
    view: View,
    ids: Sequence[str] | None,
    about: About | None,
    after: Key | None,
    limit: int,
) -> list[tuple[Key, Memory]]:
    reaches = scopes.resolve_all(connection, view.scopes, private=True)
    walk = documents.walk_memories(connection, reaches, ids=ids, after=after)
    learned = (document for document in walk if documents.is_visible(document, view))
    if view.tags is not None:
        tagged = {key for reach in reaches for key in tags.find_keys(connection, reach.owner, view.tags).tolist()}
        learned = (document for document in learned if document.key in tagged)
    if about is not None:
        learned = (document for document in learned if about.fits(*memories.read_about(connection, document)))
    return list(memories.read(connection, list(islice(learned, limit))))
