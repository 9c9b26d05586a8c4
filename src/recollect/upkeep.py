"""What an operator asks of a memory: how much there is, and whether its vectors are those of the embedder in use."""

from __future__ import annotations

from dataclasses import dataclass

from recollect.ports.embedder import Embedder
from recollect.ports.store import Store, StoreStatus


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
