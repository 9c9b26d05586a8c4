"""A move is started again after the source has changed."""

from __future__ import annotations

from dataclasses import replace

from ricordo.ports.changes import PrepareModel, PutVectors, ServeModel
from ricordo.ports.status import Models
from ricordo.stores.memory import MemoryStore
from ricordo.testing.conforming.base import ALICE
from ricordo.testing.samples import EMBEDDER, add, memory, put
from ricordo.transfer.copy_store import copy_all


async def test_vectors_that_the_source_got_since_are_moved_too() -> None:
    source, target = MemoryStore(), MemoryStore()
    made = replace(put(memory("enjoys sailing", ALICE)), vectors=None)
    await source.write([add(ALICE, "I love hiking"), add(ALICE, "said while it failed", embed=False), made])
    assert (await copy_all(source, target, lambda _: None)).inventory.vectors == 1
    for model in (EMBEDDER.name, "other"):
        rows = {item.key: EMBEDDER.vector(item.text) for item in await source.scan_unembedded(model=model)}
        await source.write([PutVectors(model, rows)])
    for expected in (6, 6):
        assert (await copy_all(source, target, lambda _: None)).inventory.vectors == expected
    assert await target.embedding_backlog(model=EMBEDDER.name) == []


async def test_a_model_that_serves_the_source_since_serves_the_target_too() -> None:
    source, target = MemoryStore(), MemoryStore()
    await source.write([add(ALICE, "I love hiking")])
    await copy_all(source, target, lambda _: None)
    await source.write([PrepareModel("new"), ServeModel("new")])
    await copy_all(source, target, lambda _: None)
    assert await target.models() == Models("new")
