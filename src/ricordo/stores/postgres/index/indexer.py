"""Telling the index what has changed, while the store is open and as often as it takes."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from ricordo.ports.index import Index, IndexUnavailable, Point
from ricordo.stores.common.keys import pack_key, unpack_key
from ricordo.stores.postgres import reading
from ricordo.stores.postgres.documents import Place
from ricordo.stores.postgres.index import generations, outbox
from ricordo.stores.postgres.index.generations import Copy
from ricordo.stores.postgres.index.outbox import EVERYTHING_OF, Entry
from ricordo.stores.postgres.server import Server
from ricordo.stores.postgres.session import Session
from ricordo.tasks import cancel_and_wait
from ricordo.values import StoreError

logger = logging.getLogger("ricordo")

_AT_ONCE = 256
"""Entries in one round: a megabyte of vectors, and a fraction of a second."""

_POLL = 1.0
"""Seconds after which to look for what other processes have left."""

_ENROLLED_WITHIN = 2.0
"""Seconds that a store waits for an index that it has never met before it opens without."""

_ERASED_WITHIN = 5.0
"""Seconds that an erasure waits for the index to follow."""

_FIRST_PAUSE, _LONGEST_PAUSE = 0.5, 30.0

Take = Callable[[Session], Awaitable[list[Entry]]]


@dataclass(slots=True)
class Indexer:
    """Takes from the outbox and tells the index. Any number of them may be at work, in one process or many."""

    server: Server
    index: Index
    _wake: asyncio.Event = field(default_factory=asyncio.Event)
    _telling: asyncio.Lock = field(default_factory=asyncio.Lock)
    _enrolled: bool = False
    _sweeping: bool = True
    _stopping: bool = False
    _task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Work in the background until stopped. An index that cannot be reached for the first time is so later."""
        try:
            await self.enrol(within=_ENROLLED_WITHIN)
        except IndexUnavailable as error:
            logger.warning("the database answers alone until the index can be reached: %s", error)
        self._stopping = False
        self._task = asyncio.create_task(self._run(), name="ricordo-indexing")

    async def stop(self) -> None:
        """Stop. What was not told yet stays in the outbox."""
        task, self._task = self._task, None
        if task is not None:
            # A statement that is cut off may end as an error of the connection: it looks once more before it goes on.
            self._stopping = True
            self._wake.set()
            await cancel_and_wait(task)

    async def enrol(self, *, within: float | None = None) -> None:
        """Have what changes told to the index, from the first time on that the database is opened with it."""
        if self._enrolled:
            return
        known = await self.server.read(generations.generations)
        if not known:
            shards = await self._shards(within)
            known = [await self.server.write(lambda session: generations.enrol(session, shards))]
        self._enrolled = True
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
        """There may be something to do; with ``sweep``, collections that nobody needs any more are to go."""
        self._sweeping |= sweep
        self._wake.set()

    async def work(self) -> int:
        """Tell the index of some of what is due; how many entries there were."""
        return await self._round(lambda session: outbox.take(session, most=_AT_ONCE))

    async def drain(self) -> int:
        """Tell the index everything that is due; how many entries there were."""
        total = 0
        while worked := await self.work():
            total += worked
        return total

    async def tell_of(self, owners: Iterable[int]) -> None:
        """Tell the index now what has changed of these owners, and return when it is done."""
        wanted = sorted(owners)
        for start in range(0, len(wanted), outbox.OWNERS_AT_ONCE):
            some = wanted[start : start + outbox.OWNERS_AT_ONCE]
            while await self._round(lambda session, some=some: outbox.take_of(session, some, most=_AT_ONCE)):
                pass

    async def tell_of_erased(self, owners: Iterable[int]) -> None:
        """Have what was erased go from the index now, if that can be done soon, and otherwise later."""
        reason = "it does not answer"
        if not self.index.rests:
            try:
                async with asyncio.timeout(_ERASED_WITHIN):
                    await self.tell_of(owners)
            except TimeoutError:
                reason = "it takes its time"
            except StoreError as error:
                reason = str(error)
            else:
                return
        # It is found by nobody, and stands in the outbox.
        logger.warning("what was erased will go from the index later: %s", reason)
        self.wake()

    async def sweep(self) -> None:
        """Drop the collections of models and generations that are gone."""
        # What is there is asked for first: what is entered afterwards is not in the way.
        there = await self.collections()
        kept = await self.server.read(generations.names)
        for name in there:
            if name not in kept:
                await self.index.drop(name)

    async def collections(self) -> list[str]:
        """The names of all that the index holds of this database."""
        return await self.index.collections(await self.server.read(_beginning))

    async def make(self, wanted: Sequence[Copy]) -> None:
        """Make collections that are not there yet."""

        async def enter(session: Session) -> None:
            generations.enter(session, wanted)

        await self.server.write(enter)
        for copy in wanted:
            await self.index.create(copy.collection)

            async def made(session: Session, copy: Copy = copy) -> None:
                generations.made(session, copy)

            await self.server.write(made)

    async def _run(self) -> None:
        pause = 0.0
        while not self._stopping:
            self._wake.clear()
            try:
                await self.enrol()
                await self._sweep_if_asked()
                await self.drain()
            except StoreError as error:
                if not pause:
                    logger.warning("the index waits: %s", error)
                pause = min(2 * pause or _FIRST_PAUSE, _LONGEST_PAUSE)
                await asyncio.sleep(pause * random.uniform(0.5, 1.5))  # noqa: S311 - only to come apart in time
                continue
            pause = 0.0
            # Not wait_for: up to Python 3.11 it forgets that it was cancelled, if it is woken at the same moment.
            with suppress(TimeoutError):
                async with asyncio.timeout(_POLL):
                    await self._wake.wait()

    async def _sweep_if_asked(self) -> None:
        if not self._sweeping:
            return
        self._sweeping = False  # before: whoever asks for it meanwhile means another one
        try:
            await self.sweep()
        except StoreError:
            self._sweeping = True
            raise

    async def _round(self, take: Take) -> int:
        while True:
            # One at a time: each holds a connection while it waits for the index, and searches need some as well.
            async with self._telling:
                outcome = await self.server.write(lambda session: self._tell(session, take))
            if isinstance(outcome, int):
                return outcome
            await self.make(outcome)

    async def _tell(self, session: Session, take: Take) -> int | list[Copy]:
        """Take entries, tell the index, and settle them; or the collections that have to be made first."""
        taken = await take(session)
        if not taken:
            return 0
        now = await reading.read(session, [item.place for item in taken if item.number != EVERYTHING_OF])
        told = await generations.copies(session)
        if unmade := [copy for copy in told if not copy.made and copy.model in now.points]:
            return unmade
        removed: set[Place] = set()
        for copy in told:
            if copy.made:
                points = now.points.get(copy.model, ())
                removed |= await tell(self.index, copy, taken, points, now.version)
        outbox.settle(session, taken, removed)
        return len(taken)


async def tell(index: Index, copy: Copy, taken: Sequence[Entry], points: Sequence[Point], version: int) -> set[Place]:
    """Have a collection hold these points, and nothing else of what was taken; what was removed by it."""
    if points:
        await index.put(copy.collection, points, version=version)
    there = {unpack_key(point.key) for point in points}
    gone = {item.place for item in taken} - there
    owners = sorted(owner for owner, number in gone if number == EVERYTHING_OF)
    if owners:
        await index.remove_owners(copy.collection, owners)
    if keys := _keys(place for place in gone if place[1] != EVERYTHING_OF):
        await index.remove(copy.collection, keys)
    return gone


def _keys(places: Iterable[Place]) -> Mapping[int, list[int]]:
    keys: dict[int, list[int]] = {}
    for owner, number in places:
        keys.setdefault(owner, []).append(pack_key(owner, number))
    return keys


async def _beginning(session: Session) -> str:
    return generations.beginning(session.salt)
