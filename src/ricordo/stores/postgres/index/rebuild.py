"""Filling a new copy of the index from the records, while the old one, or the database, answers.

What changes meanwhile goes through the outbox into both. A page is read and told by whoever holds its owners, as
entries of the outbox are: neither puts something old over what is newer. How far it has come is noted with each page:
a run that was interrupted goes on there.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass

from ricordo.stores.postgres import reading
from ricordo.stores.postgres.documents import Place
from ricordo.stores.postgres.index import generations, outbox
from ricordo.stores.postgres.index.generations import Copy, Generation
from ricordo.stores.postgres.index.indexer import Indexer
from ricordo.stores.postgres.session import Session
from ricordo.values import StoreError

_PAGE = 256


@dataclass(frozen=True, slots=True)
class _Page:
    """What a page came to: the last place on it, how many documents, and the collections that have to be made first."""

    last: Place
    count: int
    unmade: tuple[Copy, ...] = ()


async def rebuild(indexer: Indexer) -> AsyncIterator[int]:
    """Fill a new generation, use it from then on, and drop the old one; how many documents were done, page by page."""
    filling = await _begin(indexer)
    after: Place = (filling.filled, -1)
    while True:
        page = await indexer.server.write(lambda session, after=after: _fill(session, indexer, filling, after))
        if page.unmade:
            await indexer.make(page.unmade)
            continue
        if not page.count:
            break
        after = page.last
        yield page.count

    await indexer.server.write(lambda session: _switch(session, filling))
    await indexer.sweep()


async def _begin(indexer: Indexer) -> Generation:
    """The generation that was being filled, if the index still has it, or a new one."""
    await indexer.enrol()
    shards = await indexer.index.shards()
    known, made = await indexer.server.read(_unfinished)
    there = await indexer.collections() if made else []
    if known is not None and made <= set(there):
        return known

    async def begin(session: Session) -> Generation:
        if known is not None:
            generations.remove(session, known)
        return await generations.begin(session, shards)

    return await indexer.server.write(begin)


async def _unfinished(session: Session) -> tuple[Generation | None, set[str]]:
    """The generation that is not ready yet, and the collections that were made for it."""
    unfinished = next((known for known in await generations.generations(session) if not known.ready), None)
    made = [copy for copy in await generations.copies(session) if copy.made and not copy.ready]
    return unfinished, {copy.collection.name for copy in made}


async def _switch(session: Session, filled: Generation) -> None:
    await _require(session, filled)
    generations.switch(session, filled)


async def _require(session: Session, filling: Generation) -> None:
    """Go on only as long as nobody else has begun anew."""
    if filling.number not in [known.number for known in await generations.generations(session)]:
        raise StoreError("the index is being rebuilt by somebody else; wait for that, or start again")


async def _fill(session: Session, indexer: Indexer, filling: Generation, after: Place) -> _Page:
    session.see_everything()
    await _require(session, filling)
    places: list[Place] = [
        (owner, number)
        for owner, number in await session.rows(
            "SELECT owner, number FROM document WHERE (owner, number) > (%s, %s) ORDER BY owner, number LIMIT %s",
            (*after, _PAGE),
        )
    ]
    if not places:
        return _Page(after, 0)
    await outbox.hold(session, sorted({owner for owner, _ in places}))
    now = await reading.read(session, places)
    targets = [copy for copy in await generations.copies(session) if copy.generation == filling.number]
    if unmade := [copy for copy in targets if not copy.made and copy.model in now.points]:
        return _Page(after, 0, tuple(unmade))
    for copy in targets:
        if copy.model in now.points:
            await indexer.index.put(copy.collection, now.points[copy.model], version=now.version)
    last = places[-1]
    generations.advance(session, filling, last[0] - 1)  # more of the last owner may follow
    return _Page(last, len(places))
