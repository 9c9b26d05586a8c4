"""Changing the embedder: making the vectors of one model for everything that has none.

What is done is stored as it goes, so that a run that is killed goes on where it stopped, and recall is served all the
while: by the old model's vectors as long as the old embedder is the one in use, and by keywords for what is missing.
"""

from __future__ import annotations

from collections.abc import AsyncIterator

from recollect.ports.changes import PutVectors
from recollect.ports.embedder import Embedder
from recollect.ports.store import Store

_BATCH = 64


async def reembed(store: Store, embedder: Embedder) -> AsyncIterator[int]:
    """Embed what has no vector of ``embedder`` yet; how many were done, batch by batch."""
    after: int | None = None
    while batch := await store.unembedded(model=embedder.name, after=after, limit=_BATCH):
        vectors = await embedder.embed([item.text for item in batch])
        rows = {item.key: vector for item, vector in zip(batch, vectors, strict=True)}
        await store.write([PutVectors(embedder.name, rows)])
        after = batch[-1].key
        yield len(batch)
