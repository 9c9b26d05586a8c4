"""What an operator asks of a memory: how much there is, and whether its vectors are those of the embedder in use."""

from __future__ import annotations

import logging
from dataclasses import dataclass

from recollect.ports.embedder import Embedder
from recollect.ports.store import Store, StoreStatus

logger = logging.getLogger("recollect")


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


async def warn_of_other_embedder(store: Store, embedder: Embedder) -> None:
    """Say so where the vectors that are there are not those of the embedder in use.

    Everything is counted only where there is another embedder: with many millions of turns that takes seconds.
    """
    if not set(await store.models()) - {embedder.name}:
        return
    status = await read_status(store, embedder)
    others = [name for name, count in status.store.vectors.items() if count and name != status.embedder]
    if others and status.unembedded:
        logger.warning(
            "this memory was embedded by %s, and the embedder in use is %s: %d of its texts are found only by "
            "their words until `recollect migrate --embedder` has embedded them anew",
            " and ".join(map(repr, others)),
            repr(status.embedder),
            status.unembedded,
        )
