"""Changing the embedder: making the vectors of one model beside those of another, and then serving by them.

What is done is stored as it goes, so that a run that is killed goes on where it stopped. Questions are answered by the
old vectors all the while. What is stored meanwhile without a vector of the new model is noted by the store, in the
same transaction, and embedded at the end of the run; only when nothing is left the new model serves. A text that the
embedder refuses goes without a vector and is found by its words. The old vectors
stay as the way back, which is the same thing the other way round.
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

_LEAST_SECONDS = 3600.0
_PATIENCE = 10.0
"""How long what was stored meanwhile is embedded before the model serves: so many times as long as all the rest took,
and an hour at least. Where more comes in than that, the rest is embedded afterwards, and found by its words until then.
"""

_HARMLESS = "hello"
"""An embedder that makes a vector of this works: what it refuses is the text."""

_BYTES_BESIDE = 24
_SHARE_OF_PAGES = 1.2
"""What a vector takes beyond its numbers: its place, its indexes, and the room that it leaves free on its page."""


@dataclass(frozen=True, slots=True)
class ReembedEstimate:
    """What changing to an embedder takes: ``texts`` that it has no vectors of, and what follows from that.

    ``tokens`` is an upper estimate, for services that want to be paid. The time was measured on ``sampled`` texts.
    """

    model: str
    texts: int
    tokens: int
    seconds: float
    bytes: int
    sampled: int


async def estimate(store: Store, embedder: Embedder) -> ReembedEstimate:
    """What embedding all that ``embedder`` has no vectors of would take. A few texts are embedded to measure it."""
    status = await store.status()
    texts = status.turns + status.memories - status.vectors.get(embedder.name, 0)
    sample = await store.unembedded(model=embedder.name, limit=_BATCH)
    if not sample:
        return ReembedEstimate(embedder.name, 0, 0, 0.0, 0, 0)
    (harmless,) = await embedder.embed([_HARMLESS])  # a model that has yet to be loaded is loaded once
    start = time.perf_counter()
    await _vectors(embedder, sample)
    share = texts / len(sample)
    return ReembedEstimate(
        model=embedder.name,
        texts=texts,
        tokens=round(share * sum(estimate_tokens(item.text) for item in sample)),
        seconds=share * (time.perf_counter() - start),
        bytes=round(texts * _SHARE_OF_PAGES * (2 * len(harmless) + _BYTES_BESIDE)),
        sampled=len(sample),
    )


def reembed(store: Store, embedder: Embedder) -> AsyncIterator[int]:
    """Embed what has no vector of ``embedder`` yet, then serve by it; how many were done, batch by batch."""
    return Reembedding(store, embedder).change()


@dataclass(slots=True)
class Reembedding:
    """Embeds by one embedder what has no vector of it, in batches.

    What the embedder refuses, and be it a single text, keeps nothing else from being embedded. It is in ``refused``,
    and left for another time.
    """

    store: Store
    embedder: Embedder
    refused: set[Key] = field(default_factory=set[Key])

    async def change(self) -> AsyncIterator[int]:
        """Embed everything, then serve by it; how many were done, batch by batch."""
        store, model, begun = self.store, self.embedder.name, time.monotonic()
        if (await store.models()).serving != model:
            await store.write([PrepareModel(model)])
        batches = read_pages(
            lambda after: store.unembedded(model=model, after=after, limit=_BATCH), lambda item: item.key
        )
        async for batch in batches:
            await _go_on(store, self.embedder)
            yield await self._embed(batch)
        now = time.monotonic()
        async for count in self.catch_up(until=now + max(_LEAST_SECONDS, _PATIENCE * (now - begun))):
            yield count
        await _go_on(store, self.embedder)
        if self.refused and not (await store.status()).vectors.get(model):
            raise ModelError(f"the embedder {model!r} refused all {len(self.refused)} texts, and does not serve")
        await store.write([ServeModel(model)])
        async for count in self.catch_up():
            yield count

    async def catch_up(self, *, until: float = math.inf) -> AsyncIterator[int]:
        """Embed what was noted as lacking a vector, until nothing is or the time has come; how many, batch by batch."""
        after: Key | None = None
        came = False
        while time.monotonic() < until:
            batch = await self.store.lacking(model=self.embedder.name, after=after, limit=_BATCH)
            if not batch and not came:
                return
            after = batch[-1].key if batch else None  # from the beginning again: more may have come behind our back
            wanted = [item for item in batch if item.key not in self.refused]
            came = bool(wanted) or (came and bool(batch))
            if wanted:
                yield await self._embed(wanted)

    async def _embed(self, batch: Sequence[Unembedded]) -> int:
        rows = await _vectors(self.embedder, batch)
        self.refused.update(item.key for item in batch if item.key not in rows)
        texts = {item.key: item.text for item in batch if item.key in rows}
        (count,) = await self.store.write([PutVectors(self.embedder.name, rows, texts)])
        return count


async def _vectors(embedder: Embedder, batch: Sequence[Unembedded]) -> dict[Key, NDArray[np.float32]]:
    """The vectors of what the embedder does not refuse. If it fails altogether, so does this."""
    try:
        made = await embedder.embed([item.text for item in batch])
    except ModelError:
        await embedder.embed([_HARMLESS])
        if len(batch) == 1:
            return {}
        half = len(batch) // 2
        return {**await _vectors(embedder, batch[:half]), **await _vectors(embedder, batch[half:])}
    return {item.key: vector for item, vector in zip(batch, made, strict=True)}


async def _go_on(store: Store, embedder: Embedder) -> None:
    """Stop where somebody has begun another change meanwhile, or given this one up."""
    if embedder.name not in await store.models():
        raise StoreError(
            f"the embedder {embedder.name!r} is not being changed to any more: somebody else has begun another change, "
            "or dropped its vectors"
        )
