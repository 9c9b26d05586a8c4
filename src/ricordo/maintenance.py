"""What an operator asks of a memory: how much there is, whether it is sound, and making parts of it anew."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass

from ricordo.embedding import backfill
from ricordo.embedding.backfill import ReembedEstimate
from ricordo.ports.changes import DropModel
from ricordo.ports.embedder import Embedder
from ricordo.ports.index import Indexed
from ricordo.ports.store import Fault, Store, StoreStatus
from ricordo.values.validation import check_name


@dataclass(frozen=True, slots=True)
class Status:
    """Counts over the whole store, and which embedder is in use; ``unembedded`` is what it has no vectors of."""

    store: StoreStatus
    embedder: str
    unembedded: int


async def read_status(store: Store, embedder: Embedder) -> Status:
    """Count."""
    counts = await store.status()
    embedded = counts.vectors.get(embedder.name, 0)
    return Status(counts, embedder.name, counts.turns + counts.memories - embedded)


class Upkeep:
    """The verbs of an operator: they are about the whole store, and name nobody."""

    def __init__(self, store: Store, embedders: Sequence[Embedder]) -> None:
        self._store = store
        self._embedders = embedders
        """Those of this process, the one to be used first."""

    async def check(self) -> list[Fault]:
        """Whether the store is sound and its parts agree; what is wrong, each with its way out."""
        return await self._store.check()

    async def scrub(self) -> list[str]:
        """Have what was erased overwritten in the files, where that is not done yet; what is left to others."""
        return await self._store.scrub()

    async def reindex(self) -> int:
        """Make all keywords anew from the words; how many documents there are."""
        return await self._store.reindex()

    def rebuild_index(self) -> AsyncIterator[int]:
        """Fill the index anew from the records; how many documents were done, step by step. May be interrupted."""
        if not isinstance(self._store, Indexed):
            raise ValueError("there is no index beside this store")  # noqa: TRY004  # it is the setting that is wrong
        return self._store.rebuild_index()

    def reembed(self) -> AsyncIterator[int]:
        """Embed what this embedder has no vectors of yet, then answer by it; how many were done, batch by batch.

        May be interrupted, and goes on where it stopped. The vectors that were there stay, as the way back.
        """
        return backfill.reembed(self._store, self._embedders[0])

    async def estimate_reembed(self) -> ReembedEstimate:
        """What ``reembed`` would take: texts, tokens, seconds and bytes. A few texts are embedded to measure it."""
        return await backfill.estimate(self._store, self._embedders[0])

    async def drop_model(self, model: str) -> int:
        """Let go of the vectors of a model that does not serve; how many there were."""
        (count,) = await self._store.write([DropModel(check_name(model, "model"))])
        return count
