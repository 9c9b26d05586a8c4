"""A vector store of MAF as an index, without a database: what the protocol of an index promises."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import pytest
from agent_framework.exceptions import IntegrationException

from agent_framework import InMemoryCollection, InMemoryStore, SearchResults
from ricordo.indexes.vector_store import VectorStoreIndex
from ricordo.opening import open_store
from ricordo.ports.index import Collection, CollectionMissing, IndexQuery, IndexUnavailable, Point
from ricordo.values import StoreError

PLACE = Collection("one", 4, 0)
ALICE, BOB = 7, 8


def vector(*numbers: float) -> Any:
    made = np.array(numbers, np.float32)
    return made / np.linalg.norm(made)


EAST, NORTH, BETWEEN = vector(1, 0, 0, 0), vector(0, 1, 0, 0), vector(1, 1, 0, 0)


async def open_index(store: InMemoryStore | None = None) -> VectorStoreIndex:
    index = VectorStoreIndex(store or InMemoryStore())
    await index.create(PLACE)
    return index


def points(owner: int, *vectors: Any) -> list[Point]:
    return [Point((owner << 32) + number, owner, each, {1: 2}) for number, each in enumerate(vectors)]


async def test_the_cosines_of_one_owner_come_back() -> None:
    index = await open_index()
    await index.put(PLACE, [*points(ALICE, EAST, NORTH, BETWEEN), *points(BOB, EAST)], version=1)
    (answer,) = await index.ask(PLACE, [IndexQuery(ALICE, EAST, 10, words=(1,))])
    found = dict(zip((answer.keys - (ALICE << 32)).tolist(), answer.cosines.tolist(), strict=True))
    assert found == pytest.approx({0: 1, 1: 0, 2: 0.7071}, abs=1e-3)
    assert not len(answer.postings.terms)
    assert not index.has_keywords


async def test_an_older_version_does_not_replace_a_newer_one() -> None:
    index = await open_index()
    await index.put(PLACE, points(ALICE, EAST), version=2)
    await index.put(PLACE, points(ALICE, NORTH), version=1)
    held = await index.read_vectors(PLACE, ALICE)
    assert [each.tolist() for each in held.values()] == [EAST.tolist()]
    await index.put(PLACE, points(ALICE, NORTH), version=2)
    assert [each.tolist() for each in (await index.read_vectors(PLACE, ALICE)).values()] == [NORTH.tolist()]


async def test_points_and_owners_are_removed() -> None:
    index = await open_index()
    many = points(ALICE, *[EAST] * 600)
    await index.put(PLACE, [*many, *points(BOB, EAST)], version=1)
    assert await index.count(PLACE, exact=True) == 601
    await index.remove(PLACE, {ALICE: [many[0].key, many[0].key + 10_000]})
    assert await index.count(PLACE, exact=True) == 600
    await index.remove_owners(PLACE, [ALICE, 99])
    assert list(await index.read_vectors(PLACE, BOB)) == [BOB << 32]
    assert await index.count(PLACE, exact=True) == 1


async def test_collections_are_listed_by_their_beginning_and_dropped() -> None:
    store = InMemoryStore()
    index = await open_index(store)
    await index.create(Collection("other", 4, 0))
    assert await index.collections("o") == ["one", "other"]
    await index.drop("other")
    await index.drop("never")
    assert await index.collections("") == ["one"]


def similarity(cosine: float) -> float:
    return cosine


def distance(cosine: float) -> float:
    return 1 - cosine


def between_0_and_1(cosine: float) -> float:
    return (1 + cosine) / 2


class ScaledCollection(InMemoryCollection[Any, Any]):
    """A collection whose scores are not the cosines, as those of some databases."""

    scale: Callable[[float], float]

    async def _inner_search(self, **options: Any) -> SearchResults[Any]:
        found = await super()._inner_search(**options)
        return SearchResults([{**row, "score": self.scale(row["score"])} async for row in found])


class StrangeStore(InMemoryStore):
    """A store of such collections."""

    def __init__(self, scale: Callable[[float], float]) -> None:
        super().__init__()
        self.scale = scale

    def get_collection(self, record_type: Any, **options: Any) -> Any:
        plain = super().get_collection(record_type, **options)
        made = ScaledCollection(record_type, definition=plain.definition, collection_name=plain.collection_name)
        made._state, made.scale = plain._state, self.scale
        return made


@pytest.mark.parametrize("scale", [similarity, distance, between_0_and_1])
async def test_scores_become_cosines_whatever_the_connector_makes_of_them(scale: Callable[[float], float]) -> None:
    index = await open_index(StrangeStore(scale))
    await index.put(PLACE, points(ALICE, EAST, vector(-1, 2, 0, 0), BETWEEN), version=1)
    for asked in (EAST, vector(0, 0, 1, 0), NORTH):
        (answer,) = await index.ask(PLACE, [IndexQuery(ALICE, asked, 10)])
        held = await index.read_vectors(PLACE, ALICE)
        assert answer.cosines.tolist() == pytest.approx([held[key] @ asked for key in answer.keys.tolist()], abs=1e-5)


async def test_scores_that_are_no_cosines_are_refused() -> None:
    index = await open_index(StrangeStore(lambda score: 100 * score + 3))
    await index.put(PLACE, points(ALICE, EAST, NORTH), version=1)
    with pytest.raises(StoreError, match="no cosines"):
        await index.ask(PLACE, [IndexQuery(ALICE, EAST, 10)])
    assert index.recently_failed


class BrokenStore(InMemoryStore):
    """A store that hangs, or fails with words of its own."""

    def __init__(self, seconds: float) -> None:
        super().__init__()
        self.seconds = seconds

    def get_collection(self, record_type: Any, **options: Any) -> Any:
        made = super().get_collection(record_type, **options)

        async def search(*args: Any, **options: Any) -> Mapping[str, Any]:
            await asyncio.sleep(self.seconds)
            raise IntegrationException("I love hiking")

        made.search = search  # type: ignore[method-assign]
        return made


async def test_a_store_that_fails_or_hangs_is_left_alone_for_a_while_and_not_quoted() -> None:
    for seconds in (0, 30):
        index = await open_index(BrokenStore(seconds))
        began = time.monotonic()
        with pytest.raises(IndexUnavailable) as caught:
            await index.ask(PLACE, [IndexQuery(ALICE, EAST, 10)], within=0.4)
        assert "hiking" not in str(caught.value)
        with pytest.raises(IndexUnavailable, match="a moment ago"):
            await index.ask(PLACE, [IndexQuery(ALICE, EAST, 10)])
        assert time.monotonic() - began < 2


async def test_after_a_missed_deadline_nobody_waits_again_and_little_time_proves_nothing() -> None:
    for seconds, is_blocked in ((0.4, True), (0.05, False)):
        index = await open_index(BrokenStore(30))
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(seconds):
                await index.ask(PLACE, [IndexQuery(ALICE, EAST, 10)])
        assert index.recently_failed == is_blocked
    with pytest.raises(IndexUnavailable):
        await index.ask(PLACE, [IndexQuery(ALICE, EAST, 10)], within=0.05)
    assert not index.recently_failed


async def test_a_collection_that_is_gone_is_named_with_what_to_do() -> None:
    index = VectorStoreIndex(InMemoryStore())
    with pytest.raises(CollectionMissing, match="--rebuild-index"):
        await index.put(PLACE, points(ALICE, EAST), version=1)


async def test_something_else_than_a_vector_store_is_refused() -> None:
    with pytest.raises(TypeError, match="BaseVectorStore"):
        await open_store("postgresql://localhost/x", timeout=1, index=7)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="postgresql:// only"):
        await open_store("memory://", timeout=1, index=InMemoryStore())
