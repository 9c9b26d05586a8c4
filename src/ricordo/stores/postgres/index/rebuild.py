"""Filling a new generation of the index from the records, while the old one, or the database, answers searches.

Changes meanwhile go through the outbox into both. A page is read and sent while its owners are locked, as entries of
the outbox are, so that neither replaces newer points by older ones. The progress is recorded with each page, so that an
interrupted run can go on from there.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass

from ricordo.stores.postgres.documents import DocumentPlace
from ricordo.stores.postgres.index import generations, outbox, points
from ricordo.stores.postgres.index.generations import Generation, ModelCollection
from ricordo.stores.postgres.index.indexer import Indexer
from ricordo.stores.postgres.session import PostgresSession
from ricordo.values import StoreError

_PAGE_SIZE = 256


@dataclass(frozen=True, slots=True)
class _FilledPage:
    """The last document of a page and how many there were, or the collections that must be created first."""

    last: DocumentPlace
    count: int
    missing: tuple[ModelCollection, ...] = ()


async def rebuild(indexer: Indexer) -> AsyncIterator[int]:
    """Fill a new generation, use it, and drop the old one. Yield the number of documents of each page."""
    filling = await _begin_generation(indexer)
    after: DocumentPlace = (filling.filled, -1)
    while True:
        page = await indexer.server.write(lambda session, after=after: _fill_page(session, indexer, filling, after))
        if page.missing:
            await indexer.create_collections(page.missing)
            continue
        if not page.count:
            break
        after = page.last
        yield page.count

    await indexer.server.write(lambda session: _activate(session, filling))
    await indexer.sweep()


async def _begin_generation(indexer: Indexer) -> Generation:
    """Return the generation of an interrupted run, if the index still has it, or a new one."""
    await indexer.register()
    shards = await indexer.index.shards()
    unfinished, created = await indexer.server.read(_find_unfinished)
    existing = await indexer.collections() if created else []
    if unfinished is not None and created <= set(existing):
        return unfinished

    async def begin(session: PostgresSession) -> Generation:
        if unfinished is not None:
            generations.remove_generation(session, unfinished)
        return await generations.add_generation(session, shards)

    return await indexer.server.write(begin)


async def _find_unfinished(session: PostgresSession) -> tuple[Generation | None, set[str]]:
    """Return the generation that is not ready yet, and the names of its collections that exist."""
    unfinished = next((known for known in await generations.list_generations(session) if not known.ready), None)
    created = [
        collection
        for collection in await generations.list_collections(session)
        if collection.is_created and not collection.ready
    ]
    return unfinished, {collection.collection.name for collection in created}


async def _activate(session: PostgresSession, filled: Generation) -> None:
    await _require_current(session, filled)
    generations.activate_generation(session, filled)


async def _require_current(session: PostgresSession, filling: Generation) -> None:
    """Raise ``StoreError`` if another process has begun to rebuild the index."""
    if filling.number not in [known.number for known in await generations.list_generations(session)]:
        raise StoreError("another process is rebuilding the index; wait for it, or start again")


async def _fill_page(
    session: PostgresSession, indexer: Indexer, filling: Generation, after: DocumentPlace
) -> _FilledPage:
    session.show_all()
    await _require_current(session, filling)
    places: list[DocumentPlace] = [
        (owner, number)
        for owner, number in await session.fetch_rows(
            "SELECT owner, number FROM document WHERE (owner, number) > (%s, %s) ORDER BY owner, number LIMIT %s",
            (*after, _PAGE_SIZE),
        )
    ]
    if not places:
        return _FilledPage(after, 0)
    await outbox.lock_owners(session, sorted({owner for owner, _ in places}))
    snapshot = await points.read_points(session, places)
    targets = [
        collection
        for collection in await generations.list_collections(session)
        if collection.generation == filling.number
    ]
    if missing := [
        collection for collection in targets if not collection.is_created and collection.model in snapshot.points
    ]:
        return _FilledPage(after, 0, tuple(missing))
    for collection in targets:
        if collection.model in snapshot.points:
            await indexer.index.put(collection.collection, snapshot.points[collection.model], version=snapshot.version)
    last = places[-1]
    generations.record_progress(session, filling, last[0] - 1)  # more of the last owner may follow
    return _FilledPage(last, len(places))
