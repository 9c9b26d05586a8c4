"""Vectors: each names its model, may come later, and may be dropped."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from ricordo.ports.changes import DropModel, PrepareModel, PutVectors, ServeModel
from ricordo.ports.store import Query, Store, View
from ricordo.testing.conforming.base import (
    ALICE,
    BOB,
    MONDAY,
    Conformance,
    Seen,
    by_vector,
    neighbours_found,
    words_found,
)
from ricordo.testing.samples import EMBEDDER, add, erase, memory, put, query
from ricordo.values import DimensionMismatch


class VectorConformance(Conformance):
    async def test_a_text_without_a_vector_is_found_by_its_words_and_can_be_embedded_later(self, store: Store) -> None:
        await store.write([add(MONDAY, "I love hiking", embed=False), add(BOB, "I love sailing")])
        assert await words_found(store, "hiking", ALICE) == ["I love hiking"]
        assert await neighbours_found(store, "hiking", ALICE) == []
        (missing,) = await store.scan_unembedded(model=EMBEDDER.name)
        assert missing.text == "user: I love hiking"
        put_vectors = PutVectors(EMBEDDER.name, {missing.key: EMBEDDER.vector(missing.text)})
        assert await store.write([put_vectors]) == [1]
        assert await store.scan_unembedded(model=EMBEDDER.name) == []
        assert await neighbours_found(store, "hiking", ALICE) == ["I love hiking"]

    async def test_what_lacks_a_vector_is_listed_page_by_page(self, store: Store) -> None:
        await store.write([add(MONDAY, *map(str, range(5)), embed=False), add(BOB, "x", embed=False)])
        await store.write([put(memory("a memory", ALICE))])
        listed: list[str] = []
        after: int | None = None
        while page := await store.scan_unembedded(model="another", after=after, limit=2):
            listed += [item.text for item in page]
            after = page[-1].key
        assert sorted(listed) == sorted([*(f"user: {n}" for n in range(5)), "user: x", "a memory"])

    async def test_models_stand_side_by_side(self, store: Store) -> None:
        await store.write([add(MONDAY, "I love hiking")])
        ((key, _),) = await store.turns(ALICE)
        other = np.zeros(8, np.float32)
        other[3] = 1.0
        await store.write([PutVectors("other", {key: other})])
        assert dict((await store.status()).vectors) == {EMBEDDER.name: 1, "other": 1}
        pool, _ = await by_vector(store, other, ALICE, model="other")
        assert pool.cosines.tolist() == pytest.approx([1.0])
        await store.write([PrepareModel("other"), ServeModel("other")])
        assert await store.write([DropModel(EMBEDDER.name), DropModel("unknown")]) == [1, 0]
        assert await neighbours_found(store, "hiking", ALICE) == []
        pool, _ = await by_vector(store, other, ALICE, model="other")
        assert pool.embedded == 1

    async def test_a_dropped_model_can_come_back_with_another_size(self, store: Store) -> None:
        await store.write([add(MONDAY, "I love hiking")])
        await neighbours_found(store, "hiking", ALICE)
        await store.write([PrepareModel("other"), ServeModel("other"), DropModel(EMBEDDER.name)])
        ((key, _),) = await store.turns(ALICE)
        small = np.array([0.6, 0.8], np.float32)
        await store.write([PutVectors(EMBEDDER.name, {key: small})])
        pool, _ = await by_vector(store, small, ALICE)
        assert pool.cosines.tolist() == pytest.approx([1.0], abs=1e-3)

    async def test_a_vector_replaces_the_one_before(self, store: Store) -> None:
        await store.write([add(MONDAY, "I love hiking")])
        ((key, _),) = await store.turns(ALICE)
        await neighbours_found(store, "hiking", ALICE)
        await store.write([PutVectors(EMBEDDER.name, {key: EMBEDDER.vector("sailing")})])
        pool, _ = await by_vector(store, EMBEDDER.vector("sailing"), ALICE)
        assert pool.cosines.tolist() == pytest.approx([1.0], abs=1e-3)
        assert dict((await store.status()).vectors) == {EMBEDDER.name: 1}

    async def test_a_vector_for_something_forgotten_is_dropped(self, store: Store) -> None:
        await store.write([add(MONDAY, "I love hiking")])
        ((key, _),) = await store.turns(ALICE)
        await erase(store, ALICE)
        assert await store.write([PutVectors(EMBEDDER.name, {key: EMBEDDER.vector("hiking")})]) == [0]

    async def test_a_vector_of_words_that_were_replaced_meanwhile_is_left_out(self, store: Store) -> None:
        made = memory("enjoys hiking", ALICE, id="m")
        await store.write([add(MONDAY, "hello"), put(made), PrepareModel("new")])
        batch = await store.scan_unembedded(model="new")
        await store.write([put(replace(made, content="enjoys sailing"))])
        rows = {item.key: EMBEDDER.vector(item.text) for item in batch}
        put_vectors = PutVectors("new", rows, {item.key: item.text for item in batch})
        assert await store.write([put_vectors]) == [1]
        assert dict((await store.status()).vectors)["new"] == 1
        assert [item.text for item in await store.embedding_backlog(model="new")] == ["enjoys sailing"]

    async def test_a_model_that_changes_its_size_is_refused(self, store: Store) -> None:
        await store.write([add(MONDAY, "I love hiking")])
        ((key, _),) = await store.turns(ALICE)
        with pytest.raises(DimensionMismatch, match="another name"):
            await store.write([PutVectors(EMBEDDER.name, {key: np.ones(3, np.float32)})])

    async def test_all_that_is_kept_is_given_page_by_page_with_its_vectors(self, store: Store) -> None:
        await store.write([add(MONDAY, "I love hiking", "and sailing"), add(BOB, "hello", embed=False)])
        await store.write([put(memory("enjoys hiking", ALICE))])
        pages = [await store.scan_records(limit=3)]
        while pages[-1]:
            pages.append(await store.scan_records(after=pages[-1][-1].key, limit=3))
        kept = [item for page in pages for item in page]
        turns = [found for scope in (ALICE, BOB) for found in await store.turns(scope)]
        memories = await store.memories(View(ALICE))
        assert [(item.key, item.record) for item in kept] == sorted([*turns, *memories], key=lambda found: found[0])
        assert sum(len(item.vectors) for item in kept) == 3
        vector = kept[0].vectors[EMBEDDER.name]
        assert vector @ EMBEDDER.vector("user: I love hiking") == pytest.approx(1.0, abs=1e-3)

    async def test_a_question_of_another_size_is_answered_without_the_dense_arm(self, store: Store) -> None:
        await store.write([add(MONDAY, "I love hiking")])
        asked = Query(View(ALICE), query("hiking"), 10, np.array([0.6, 0.8], np.float32), EMBEDDER.name)
        seen, records = await store.search(asked, lambda pool: Seen(pool, pool.keys.tolist()))
        assert seen.pool.comparable is False
        assert (seen.pool.embedded, len(records)) == (0, 1)
        for fitting in (replace(asked, vector=EMBEDDER.vector("hiking")), replace(asked, model="another")):
            seen, _ = await store.search(fitting, lambda pool: Seen(pool, []))
            assert seen.pool.comparable is True

    async def test_keywords_can_be_made_anew(self, store: Store) -> None:
        await store.write([add(MONDAY, "I love hiking"), put(memory("enjoys hiking", ALICE))])
        assert await store.reindex() == 2
        assert sorted(await words_found(store, "hiking", ALICE)) == ["I love hiking", "enjoys hiking"]
