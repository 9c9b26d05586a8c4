"""Changing the embedder: making the vectors of one model beside those of another, and then serving by them.

What is done is stored as it goes, so that a run that is killed goes on where it stopped. Questions are answered by the
old vectors all the while. What is stored meanwhile without a vector of the new model is noted by the store, in the
same transaction, and embedded at the end of the run; only when nothing is left the new model serves. The old vectors
stay as the way back, which is the same thing the other way round.
"""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass

from recollect.ports.changes import PrepareModel, PutVectors, ServeModel
from recollect.ports.embedder import Embedder
from recollect.ports.store import Store, Unembedded
from recollect.values import StoreError
from recollect.values.tokens import estimate_tokens

_BATCH = 64

_LOOKS = 100
"""How often what was stored meanwhile is looked for before serving. Where more comes in faster than it is embedded, the
rest is embedded after that, and found by its words until then."""

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
    sample = [item.text for item in await store.unembedded(model=embedder.name, limit=_BATCH)]
    if not sample:
        return ReembedEstimate(embedder.name, 0, 0, 0.0, 0, 0)
    await embedder.embed(sample[:1])  # a model that has yet to be loaded is loaded once
    start = time.perf_counter()
    vectors = await embedder.embed(sample)
    share = texts / len(sample)
    return ReembedEstimate(
        model=embedder.name,
        texts=texts,
        tokens=round(share * sum(map(estimate_tokens, sample))),
        seconds=share * (time.perf_counter() - start),
        bytes=round(texts * _SHARE_OF_PAGES * (2 * vectors.shape[1] + _BYTES_BESIDE)),
        sampled=len(sample),
    )


async def reembed(store: Store, embedder: Embedder) -> AsyncIterator[int]:
    """Embed what has no vector of ``embedder`` yet, then serve by it; how many were done, batch by batch."""
    if (await store.models()).serving != embedder.name:
        await store.write([PrepareModel(embedder.name)])
    after: int | None = None
    while batch := await store.unembedded(model=embedder.name, after=after, limit=_BATCH):
        await _go_on(store, embedder)
        yield await _embed(store, embedder, batch)
        after = batch[-1].key
    async for count in catch_up(store, embedder):
        yield count
    await _go_on(store, embedder)
    await store.write([ServeModel(embedder.name)])
    async for count in catch_up(store, embedder):
        yield count


async def catch_up(store: Store, embedder: Embedder) -> AsyncIterator[int]:
    """Embed what was noted as lacking a vector of ``embedder``, until nothing is; how many, batch by batch."""
    for _ in range(_LOOKS):
        if not (batch := await store.lacking(model=embedder.name, limit=_BATCH)):
            return
        yield await _embed(store, embedder, batch)


async def _embed(store: Store, embedder: Embedder, batch: Sequence[Unembedded]) -> int:
    vectors = await embedder.embed([item.text for item in batch])
    rows = {item.key: vector for item, vector in zip(batch, vectors, strict=True)}
    await store.write([PutVectors(embedder.name, rows, {item.key: item.text for item in batch})])
    return len(batch)


async def _go_on(store: Store, embedder: Embedder) -> None:
    """Stop where somebody has begun another change meanwhile, or given this one up."""
    if embedder.name not in await store.models():
        raise StoreError(
            f"the embedder {embedder.name!r} is not being changed to any more: somebody else has begun another change, "
            "or dropped its vectors"
        )
