"""Maintenance of a whole store: counts, checks, rebuilding keywords, vectors and the index."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from functools import partial

from ricordo.browse import list_people
from ricordo.embedding import backfill
from ricordo.embedding.backfill import ReembedEstimate
from ricordo.learn.learner import CostEstimate
from ricordo.learn.review import retry_on_conflict
from ricordo.learn.twins import merge_twins
from ricordo.learn.worker import Worker
from ricordo.ports.changes import DropModel
from ricordo.ports.embedder import Embedder
from ricordo.ports.index import Indexed
from ricordo.ports.paging import read_pages
from ricordo.ports.status import Fault, StoreStatus, Usage
from ricordo.ports.store import Store
from ricordo.retention import apply_rules
from ricordo.values import Memory, Page, Receipt, Scope
from ricordo.values.validation import check_limit, check_name

__all__ = ["CostEstimate", "Maintenance", "ReembedEstimate", "Status"]


@dataclass(frozen=True, slots=True)
class Status:
    """Counts over the whole store.

    Attributes:
        store: Counts of turns, memories, jobs and vectors.
        embedder: The name of the embedder in use.
        unembedded: The number of turns and memories that this embedder has no vectors of.
    """

    store: StoreStatus
    embedder: str
    unembedded: int


async def read_status(store: Store, embedder: Embedder) -> Status:
    """Return the counts of `store`, seen with `embedder`."""
    counts = await store.status()
    embedded = counts.vectors.get(embedder.name, 0)
    return Status(counts, embedder.name, counts.turns + counts.memories - embedded)


@dataclass(frozen=True, slots=True)
class Maintenance:
    """The operator's verbs. They act on the whole store, not on one scope.

    Reached as `memory.maintenance`.
    """

    _store: Store
    _embedder: Embedder
    _worker: Worker

    async def check(self) -> list[Fault]:
        """Check that the store is sound and that its parts agree.

        Returns:
            The faults found, each with its way out; an empty list if all is well.
        """
        return await self._store.check()

    async def usage(self) -> Usage:
        """Return what learning has cost in the whole store."""
        return await self._store.usage(None)

    async def people(
        self, application: str | None = None, *, name: str = "", after: str | None = None, limit: int = 100
    ) -> Page[Scope]:
        """Return the people of whom something is stored, each once, the newest first.

        Args:
            application: Only people of this application; None for those of all.
            name: Only people whose name contains this, in upper or lower case.
            after: The `next` of another page; the page begins where that one ends.
            limit: The number of people to return at most.

        Returns:
            A page of scopes, with the application and the user. A search looks at 20,000 people a page, so a page may
            hold few of them, or none, and still have a `next`.
        """
        if application is not None:
            check_name(application, "application")
        return await list_people(self._store, application, name=name, after=after, limit=check_limit(limit))

    async def scrub(self) -> list[str]:
        """Overwrite erased bytes that are still in the store's files.

        Returns:
            What could not be overwritten from here, each with who can do it.
        """
        return await self._store.scrub()

    async def apply_retention(self) -> list[Receipt]:
        """Erase now what the rules of retention no longer keep, in the whole store, and return the receipts."""
        return await apply_rules(self._store, now=self._worker.clock())

    async def reindex(self) -> int:
        """Rebuild all keyword postings from the stored texts and return the number of documents."""
        return await self._store.reindex()

    def rebuild_index(self) -> AsyncIterator[int]:
        """Fill the index beside the store anew from the records.

        It can be interrupted and started again.

        Yields:
            The number of documents done, after each batch.

        Raises:
            ValueError: There is no index beside this store.
        """
        if not isinstance(self._store, Indexed):
            raise ValueError("there is no index beside this store")  # noqa: TRY004  # it is the setting that is wrong
        return self._store.rebuild_index()

    def reembed(self) -> AsyncIterator[int]:
        """Embed everything that the embedder has no vectors of, then search with those vectors.

        It can be interrupted, and continues where it stopped. The vectors of the previous embedder stay, so that you
        can go back to it.

        Yields:
            The number of texts embedded, after each batch.
        """
        return backfill.Backfill(self._store, self._embedder).run()

    async def estimate_reembed(self) -> ReembedEstimate:
        """Estimate the texts, tokens, seconds and bytes that `reembed` would take, by embedding a few texts."""
        return await backfill.estimate(self._store, self._embedder)

    async def drop_model(self, model: str) -> int:
        """Delete the vectors of a model that is not in use and return how many there were."""
        (count,) = await self._store.write([DropModel(check_name(model, "model"))])
        return count

    async def merge_twins(self) -> int:
        """Merge memories that an earlier version stored twice, as a profile field and as a sentence.

        Learning does so by itself for everybody who says something new. Nothing is erased: of each pair, one memory
        becomes superseded by the other. A pair that is in doubt stays as it is.

        Returns:
            The number of pairs that were merged.
        """
        learner = await self._worker.learner.with_current_embedder()
        scopes: dict[Scope, None] = {}
        async for page in read_pages(lambda after: self._store.scan_records(after=after), lambda item: item.key):
            records = (item.record for item in page)
            scopes |= dict.fromkeys(
                record.scope for record in records if isinstance(record, Memory) and record.kind == "profile"
            )

        async def merge(scope: Scope) -> int:
            working_set = learner.open_working_set(scope)
            await working_set.load()
            count = await merge_twins(working_set, learner.embed)
            if count:
                await self._store.write(working_set.changes())
            return count

        return sum([await retry_on_conflict(partial(merge, scope)) for scope in scopes])

    async def learn(self) -> AsyncIterator[int]:
        """Run all pending learning jobs now.

        Yields:
            The number of jobs done, after each batch.
        """
        await self._worker.end_gathering()
        while count := await self._worker.run_due_jobs():
            yield count

    async def estimate_learning(self) -> CostEstimate:
        """Estimate what the pending learning jobs would cost at most."""
        return await self._worker.learner.estimate()

    @property
    def jobs_done(self) -> int:
        """The number of learning jobs done by this process since the memory was opened."""
        return self._worker.done
