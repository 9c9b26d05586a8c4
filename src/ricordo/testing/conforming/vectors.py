"""Vectors: each names its model, may come later, and may be dropped."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from ricordo.ports.changes import AddTurns, DropModel, Embedded, PrepareModel, PutVectors, ServeModel
from ricordo.ports.store import Query, Store, View
from ricordo.testing.conforming.base import (
    ALICE,
    BOB,
    MONDAY,
    TUESDAY,
    Conformance,
    Seen,
    by_vector,
    neighbours_found,
    words_found,
)
from ricordo.testing.samples import EMBEDDER, add, apart, erase, memory, put, query, turn
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
        await store.write([*apart(*map(str, range(5)), scope=ALICE), add(BOB, "x", embed=False)])
        await store.write([put(memory("a memory", ALICE))])
        listed: list[str] = []
        after: int | None = None
        while page := await store.scan_unembedded(model="another", after=after, limit=2):
            listed += [item.text for item in page]
            after = page[-1].key
        assert sorted(listed) == sorted([*(f"user: {n}" for n in range(5)), "user: x", "a memory"])

    async def test_what_is_embedded_of_a_short_turn_holds_the_end_of_the_turn_before_it(self, store: Store) -> None:
        long = "x" * 600
        await store.write([add(MONDAY, "where do you live", "in Leeds", long, embed=False)])
        await store.write([add(ALICE, "of another scope", embed=False), add(MONDAY, "thanks", embed=False)])
        assert sorted(item.text for item in await store.scan_unembedded(model="another")) == sorted(
            [
                "user: where do you live",
                "user: in Leeds (to user: where do you live)",
                f"user: {long[:480]}",
                f"user: thanks (to user: {long[:160]})",
                "user: of another scope",
            ]
        )

    async def test_the_last_turn_is_that_of_exactly_the_scope(self, store: Store) -> None:
        assert await store.last_turn(ALICE) is None
        await store.write([add(ALICE, "of the person"), add(MONDAY, "one", "two"), add(BOB, "of another")])
        for scope, text in ((ALICE, "of the person"), (MONDAY, "two"), (BOB, "of another"), (TUESDAY, None)):
            last = await store.last_turn(scope)
            assert (last and last.text) == text
        ids = [kept.id for _, kept in await store.turns(MONDAY)]
        await erase(store, ALICE, ids=ids[1:])
        last = await store.last_turn(MONDAY)
        assert last is not None
        assert (last.speaker, last.text) == ("user", "one")
        await erase(store, ALICE)
        assert await store.last_turn(MONDAY) is None

    async def test_a_vector_of_another_text_is_not_stored_with_a_turn(self, store: Store) -> None:
        await store.write([add(MONDAY, turn("the code is ZEPHYR", MONDAY, id="1"))])
        await erase(store, ALICE, ids=["1"])
        texts = {0: "user: thank you (to user: the code is ZEPHYR)", 1: "user: bye (to user: thank you)"}
        rows = {position: EMBEDDER.vector(text) for position, text in texts.items()}
        said = (turn("thank you", MONDAY), turn("bye", MONDAY))
        await store.write([AddTurns(MONDAY, said, Embedded(EMBEDDER.name, rows, texts))])
        assert await neighbours_found(store, "zephyr", ALICE) == ["bye"]
        (item,) = await store.embedding_backlog(model=EMBEDDER.name)
        assert item.text == "user: thank you"

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
