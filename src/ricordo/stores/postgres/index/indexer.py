"""Sending changes to the index in the background, while the store is open."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from ricordo.ports.index import Index, IndexUnavailable, Point
from ricordo.stores.common.keys import pack_key, unpack_key
from ricordo.stores.postgres.documents import DocumentPlace
from ricordo.stores.postgres.index import generations, outbox, points
from ricordo.stores.postgres.index.generations import ModelCollection
from ricordo.stores.postgres.index.outbox import ALL_DOCUMENTS, Entry
from ricordo.stores.postgres.server import Server
from ricordo.stores.postgres.session import PostgresSession
from ricordo.tasks import cancel_and_wait
from ricordo.values import StoreError

logger = logging.getLogger("ricordo")

_BATCH_SIZE = 256
"""Entries that are sent together: a megabyte of vectors, and a fraction of a second."""

_POLL_SECONDS = 1.0
"""How often to look for entries of other processes."""

_REGISTER_TIMEOUT = 2.0
"""How long opening a store waits for an index that it has never used."""

_ERASE_TIMEOUT = 5.0
"""How long an erasure waits for the index."""

_MIN_PAUSE_SECONDS, _MAX_PAUSE_SECONDS = 0.5, 30.0

TakeEntries = Callable[[PostgresSession], Awaitable[list[Entry]]]


@dataclass(slots=True)
class Indexer:
    """Sends entries of the outbox to the index. Any number of indexers may run, in one process or many."""

    server: Server
    index: Index
    _wake: asyncio.Event = field(default_factory=asyncio.Event)
    _sending: asyncio.Lock = field(default_factory=asyncio.Lock)
    _registered: bool = False
    _sweeping: bool = True
    _stopping: bool = False
    _task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Start to send changes in the background. An index that cannot be reached yet is tried again later."""
        try:
            await self.register(within=_REGISTER_TIMEOUT)
        except IndexUnavailable as error:
            logger.warning("the database answers alone until the index can be reached: %s", error)
        self._stopping = False
        self._task = asyncio.create_task(self._run(), name="ricordo-indexing")

    async def stop(self) -> None:
        """Stop. What was not sent stays in the outbox."""
        task, self._task = self._task, None
        if task is not None:
            # Cancelling a statement may raise a connection error instead, so the loop checks this flag as well.
            self._stopping = True
            self._wake.set()
            await cancel_and_wait(task)

    async def register(self, *, within: float | None = None) -> None:
        """Begin to record changes for the index, the first time that the database is opened with one."""
        if self._registered:
            return
        known = await self.server.read(generations.list_generations)
        if not known:
            shards = await self._shards(within)
            known = [await self.server.write(lambda session: generations.register(session, shards))]
        self._registered = True
        if not any(generation.ready for generation in known):
            logger.warning(
                "the index is not filled yet, and the database answers alone: ricordo migrate --rebuild-index"
            )

    async def _shards(self, within: float | None) -> int:
        try:
            async with asyncio.timeout(within):
                return await self.index.shards()
        except TimeoutError:
            raise IndexUnavailable(f"{self.index.name}: it took too long") from None

    def wake(self, *, sweep: bool = False) -> None:
        """Look for work now. With ``sweep``, also drop collections that are not needed any more."""
        self._sweeping |= sweep
        self._wake.set()

    async def send_batch(self) -> int:
        """Send one batch of entries that are due. Return how many there were."""
        return await self._send(lambda session: outbox.take_entries(session, limit=_BATCH_SIZE))

    async def drain(self) -> int:
        """Send all entries that are due. Return how many there were."""
        total = 0
        while count := await self.send_batch():
            total += count
        return total

    async def send_owners(self, owners: Iterable[int]) -> None:
        """Send the changes of these owners now, and return when the index has them."""
        wanted = sorted(owners)
        for start in range(0, len(wanted), outbox.MAX_OWNERS_PER_BATCH):
            batch = wanted[start : start + outbox.MAX_OWNERS_PER_BATCH]
            while await self._send(
                lambda session, batch=batch: outbox.take_owner_entries(session, batch, limit=_BATCH_SIZE)
            ):
                pass

    async def send_erasure(self, owners: Iterable[int]) -> None:
        """Remove erased documents from the index now if it answers soon, and otherwise later."""
        reason = "it does not answer"
        if not self.index.recently_failed:
            try:
                async with asyncio.timeout(_ERASE_TIMEOUT):
                    await self.send_owners(owners)
            except TimeoutError:
                reason = "it takes too long"
            except StoreError as error:
                reason = str(error)
            else:
                return
        # The records hide it from searches, and the outbox has it.
        logger.warning("what was erased will be removed from the index later: %s", reason)
        self.wake()

    async def sweep(self) -> None:
        """Drop collections of models and generations that are gone."""
        # List the collections first, so that one that is added meanwhile is not dropped.
        existing = await self.collections()
        kept = await self.server.read(generations.collection_names)
        for name in existing:
            if name not in kept:
                await self.index.drop(name)

    async def collections(self) -> list[str]:
        """Return the names of all collections of this database in the index."""
        return await self.index.collections(await self.server.read(_read_prefix))

    async def create_collections(self, wanted: Sequence[ModelCollection]) -> None:
        """Create collections that do not exist yet."""

        async def add(session: PostgresSession) -> None:
            generations.add_collections(session, wanted)

        await self.server.write(add)
        for collection in wanted:
            await self.index.create(collection.collection)

            async def mark_created(session: PostgresSession, collection: ModelCollection = collection) -> None:
                generations.mark_created(session, collection)

            await self.server.write(mark_created)

    async def _run(self) -> None:
        pause = 0.0
        while not self._stopping:
            self._wake.clear()
            try:
                await self.register()
                await self._sweep_if_needed()
                await self.drain()
            except StoreError as error:
                if not pause:
                    logger.warning("the index cannot be updated now: %s", error)
                pause = min(2 * pause or _MIN_PAUSE_SECONDS, _MAX_PAUSE_SECONDS)
                await asyncio.sleep(pause * random.uniform(0.5, 1.5))  # noqa: S311 - only to spread retries
                continue
            pause = 0.0
            # Not wait_for: up to Python 3.11 it forgets that it was cancelled, if it is woken at the same moment.
            with suppress(TimeoutError):
                async with asyncio.timeout(_POLL_SECONDS):
                    await self._wake.wait()

    async def _sweep_if_needed(self) -> None:
        if not self._sweeping:
            return
        self._sweeping = False  # before the sweep: a request that comes meanwhile needs another one
        try:
            await self.sweep()
        except StoreError:
            self._sweeping = True
            raise

    async def _send(self, take: TakeEntries) -> int:
        while True:
            # One at a time: each holds a connection while it waits for the index, and searches need connections too.
            async with self._sending:
                outcome = await self.server.write(lambda session: self._send_entries(session, take))
            if isinstance(outcome, int):
                return outcome
            await self.create_collections(outcome)

    async def _send_entries(self, session: PostgresSession, take: TakeEntries) -> int | list[ModelCollection]:
        """Send entries and complete them. Return their number, or the collections that must be created first."""
        taken = await take(session)
        if not taken:
            return 0
        snapshot = await points.read_points(session, [item.place for item in taken if item.number != ALL_DOCUMENTS])
        collections = await generations.list_collections(session)
        if missing := [
            collection
            for collection in collections
            if not collection.is_created and collection.model in snapshot.points
        ]:
            return missing
        removed: set[DocumentPlace] = set()
        for collection in collections:
            if collection.is_created:
                current = snapshot.points.get(collection.model, ())
                removed |= await send_points(self.index, collection, taken, current, snapshot.version)
        outbox.complete_entries(session, taken, removed)
        return len(taken)


async def send_points(
    index: Index, collection: ModelCollection, taken: Sequence[Entry], points: Sequence[Point], version: int
) -> set[DocumentPlace]:
    """Put ``points`` into a collection and remove all other entries from it. Return what was removed."""
    if points:
        await index.put(collection.collection, points, version=version)
    present = {unpack_key(point.key) for point in points}
    gone = {item.place for item in taken} - present
    owners = sorted(owner for owner, number in gone if number == ALL_DOCUMENTS)
    if owners:
        await index.remove_owners(collection.collection, owners)
    if keys := _group_keys(place for place in gone if place[1] != ALL_DOCUMENTS):
        await index.remove(collection.collection, keys)
    return gone


def _group_keys(places: Iterable[DocumentPlace]) -> Mapping[int, list[int]]:
    keys: dict[int, list[int]] = {}
    for owner, number in places:
        keys.setdefault(owner, []).append(pack_key(owner, number))
    return keys


async def _read_prefix(session: PostgresSession) -> str:
    return generations.collection_prefix(session.salt)
