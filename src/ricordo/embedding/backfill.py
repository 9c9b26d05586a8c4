"""Change the embedding model: embed everything with a new model, then use it for recall.

Every batch is stored at once, so that a run that was killed continues where it stopped. Recall uses the old vectors
meanwhile. The store records what is written in the meantime without a vector of the new model, in the same transaction,
and the run embeds that at its end. The new model serves only when nothing is left. A text that the embedder refuses
gets no vector and is found by its words. The old vectors stay, so that the change can be reversed in the same way.
"""

from __future__ import annotations

import math
import time
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from ricordo.ports.changes import PrepareModel, PutVectors, ServeModel
from ricordo.ports.embedder import Embedder
from ricordo.ports.paging import read_pages
from ricordo.ports.store import Key, Store, Unembedded
from ricordo.prompt.tokens import estimate_tokens
from ricordo.values import ModelError, StoreError

_BATCH = 64

_MIN_CATCH_UP_SECONDS = 3600.0
_CATCH_UP_FACTOR = 10.0
"""The time to embed what was stored during the run: this factor times the run's own time, and at least an hour. If more
comes in than that, the model serves, and the rest is embedded afterwards and found by its words until then.
"""

_PROBE = "hello"
"""If an embedder can embed this, it works, and refused another text for what that says."""

_ROW_OVERHEAD_BYTES = 24
_PAGE_OVERHEAD = 1.2
"""The space of a vector beyond its numbers: row header, indexes, and free space on pages."""


@dataclass(frozen=True, slots=True)
class ReembedEstimate:
    """An estimate of changing to another embedder.

    Attributes:
        model: The name of the embedder.
        texts: Texts that have no vector of it yet.
        tokens: An upper estimate of their tokens, for services that charge by token.
        seconds: The estimated time.
        bytes: The estimated size of the vectors in the store.
        sampled: Texts that were embedded to measure the time.
    """

    model: str
    texts: int
    tokens: int
    seconds: float
    bytes: int
    sampled: int


async def estimate(store: Store, embedder: Embedder) -> ReembedEstimate:
    """Estimate what it takes to embed everything that has no vector of `embedder`, by embedding a few texts."""
    status = await store.status()
    texts = status.turns + status.memories - status.vectors.get(embedder.name, 0)
    sample = await store.scan_unembedded(model=embedder.name, limit=_BATCH)
    if not sample:
        return ReembedEstimate(embedder.name, 0, 0, 0.0, 0, 0)
    (probe,) = await embedder.embed([_PROBE])  # loads the model, so that loading is not measured
    start = time.perf_counter()
    await _embed_each(embedder, sample)
    share = texts / len(sample)
    return ReembedEstimate(
        model=embedder.name,
        texts=texts,
        tokens=round(share * sum(estimate_tokens(item.text) for item in sample)),
        seconds=share * (time.perf_counter() - start),
        bytes=round(texts * _PAGE_OVERHEAD * (2 * len(probe) + _ROW_OVERHEAD_BYTES)),
        sampled=len(sample),
    )


@dataclass(slots=True)
class Backfill:
    """A run that embeds, in batches, what has no vector of one embedder.

    A text that the embedder refuses does not stop the others. Its key is added to `refused`.
    """

    store: Store
    embedder: Embedder
    refused: set[Key] = field(default_factory=set[Key])

    async def run(self) -> AsyncIterator[int]:
        """Embed everything, then make the model serve. Yield the number of texts of each batch."""
        store, model, started_at = self.store, self.embedder.name, time.monotonic()
        if (await store.models()).serving != model:
            await store.write([PrepareModel(model)])
        batches = read_pages(
            lambda after: store.scan_unembedded(model=model, after=after, limit=_BATCH), lambda item: item.key
        )
        async for batch in batches:
            await _check_not_replaced(store, self.embedder)
            yield await self._embed(batch)
        now = time.monotonic()
        async for count in self.catch_up(until=now + max(_MIN_CATCH_UP_SECONDS, _CATCH_UP_FACTOR * (now - started_at))):
            yield count
        await _check_not_replaced(store, self.embedder)
        if self.refused and not (await store.status()).vectors.get(model):
            raise ModelError(
                f"the embedder {model!r} refused all {len(self.refused)} texts, so it is not used; check its settings"
            )
        await store.write([ServeModel(model)])
        async for count in self.catch_up():
            yield count

    async def catch_up(self, *, until: float = math.inf) -> AsyncIterator[int]:
        """Embed what the store recorded as missing, until nothing is left or `until`. Yield the count of each batch."""
        after: Key | None = None
        is_progressing = False
        while time.monotonic() < until:
            batch = await self.store.embedding_backlog(model=self.embedder.name, after=after, limit=_BATCH)
            if not batch and not is_progressing:
                return
            after = batch[-1].key if batch else None  # start over: more may have come
            wanted = [item for item in batch if item.key not in self.refused]
            is_progressing = bool(wanted) or (is_progressing and bool(batch))
            if wanted:
                yield await self._embed(wanted)

    async def _embed(self, batch: Sequence[Unembedded]) -> int:
        rows = await _embed_each(self.embedder, batch)
        self.refused.update(item.key for item in batch if item.key not in rows)
        texts = {item.key: item.text for item in batch if item.key in rows}
        (count,) = await self.store.write([PutVectors(self.embedder.name, rows, texts)])
        return count


async def _embed_each(embedder: Embedder, batch: Sequence[Unembedded]) -> dict[Key, NDArray[np.float32]]:
    """Return the vectors of the texts that the embedder accepts. Raise `ModelError` if it fails for every text."""
    try:
        vectors = await embedder.embed([item.text for item in batch])
    except ModelError:
        await embedder.embed([_PROBE])
        if len(batch) == 1:
            return {}
        half = len(batch) // 2
        return {**await _embed_each(embedder, batch[:half]), **await _embed_each(embedder, batch[half:])}
    return {item.key: vector for item, vector in zip(batch, vectors, strict=True)}


async def _check_not_replaced(store: Store, embedder: Embedder) -> None:
    """Raise `StoreError` if another change was started, or this one was given up."""
    if embedder.name not in await store.models():
        raise StoreError(
            f"the change to the embedder {embedder.name!r} was given up: another change was started, or its vectors "
            "were dropped; start it again if it is still wanted"
        )
