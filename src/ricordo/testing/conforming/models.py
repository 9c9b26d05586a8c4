"""Models: one serves, another may be prepared beside it, and what lacks their vectors is noted."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ricordo.ports.changes import DropModel, Embedded, PrepareModel, PutMemory, PutVectors, ServeModel
from ricordo.ports.status import Models
from ricordo.ports.store import Store, Unembedded
from ricordo.testing.conforming.base import ALICE, BOB, MONDAY, TUESDAY, Conformance, by_vector
from ricordo.testing.samples import EMBEDDER, add, erase, memory, put
from ricordo.values import ModelInUse, ModelNotPrepared


class ModelConformance(Conformance):
    async def test_the_first_model_whose_vectors_are_stored_serves(self, store: Store) -> None:
        assert await store.models() == Models()
        await store.write([add(MONDAY, "I love hiking", embed=False)])
        assert await store.models() == Models()
        await store.write([add(MONDAY, "and sailing")])
        assert await store.models() == Models(serving=EMBEDDER.name)
        ((key, _), *_) = await store.turns(ALICE)
        await store.write([PutVectors("other", {key: EMBEDDER.vector("x")})])
        assert await store.models() == Models(serving=EMBEDDER.name)

    async def test_a_model_is_prepared_and_then_serves(self, store: Store) -> None:
        await store.write([add(MONDAY, "I love hiking")])
        assert await store.write([PrepareModel("new"), PrepareModel("new")]) == [1, 0]
        assert await store.models() == Models(EMBEDDER.name, "new")
        assert await store.write([PrepareModel("newer")]) == [1]
        assert await store.models() == Models(EMBEDDER.name, "newer")
        assert await store.write([ServeModel("newer"), ServeModel("newer")]) == [1, 0]
        assert await store.models() == Models("newer")
        assert await store.write([PrepareModel("newer")]) == [0]
        status = await store.status()
        assert (status.serving, status.preparing) == ("newer", None)

    async def test_the_first_model_may_be_prepared_before_it_has_vectors(self, store: Store) -> None:
        await store.write([PrepareModel(EMBEDDER.name), add(MONDAY, "I love hiking", embed=False)])
        assert await store.models() == Models(preparing=EMBEDDER.name)
        (item,) = await store.embedding_backlog(model=EMBEDDER.name)
        await store.write([add(MONDAY, "and sailing")])
        assert await store.models() == Models(EMBEDDER.name)
        assert await store.embedding_backlog(model=EMBEDDER.name) == [item]

    async def test_the_model_that_serves_is_not_dropped(self, store: Store) -> None:
        await store.write([add(MONDAY, "I love hiking")])
        with pytest.raises(ModelInUse, match="migrate --embedder"):
            await store.write([DropModel(EMBEDDER.name)])
        assert (await by_vector(store, EMBEDDER.vector("hiking"), ALICE))[0].embedded == 1

    async def test_a_model_that_is_dropped_is_no_longer_prepared(self, store: Store) -> None:
        await store.write([add(MONDAY, "I love hiking"), PrepareModel("new"), add(MONDAY, "and sailing")])
        assert len(await store.embedding_backlog(model="new")) == 1
        assert await store.write([DropModel("new")]) == [0]
        assert await store.models() == Models(EMBEDDER.name)
        assert await store.embedding_backlog(model="new") == []

    async def test_a_model_that_nobody_prepares_does_not_serve(self, store: Store) -> None:
        assert await store.write([ServeModel(EMBEDDER.name)]) == [1]  # nothing else does
        await store.write([add(MONDAY, "I love hiking"), PrepareModel("new"), DropModel("new")])
        with pytest.raises(ModelNotPrepared, match="'new'"):
            await store.write([ServeModel("new")])
        assert await store.models() == Models(EMBEDDER.name)

    async def test_vectors_that_were_dropped_do_not_come_back_from_a_run_under_way(self, store: Store) -> None:
        await store.write([add(MONDAY, "I love hiking"), PrepareModel("new")])
        (item,) = await store.scan_unembedded(model="new")
        await store.write([DropModel("new")])
        late = PutVectors("new", {item.key: EMBEDDER.vector(item.text)}, {item.key: item.text})
        assert await store.write([late]) == [0]
        assert not (await store.status()).vectors.get("new")
        assert await store.write([PrepareModel("new"), late]) == [1, 1]

    async def test_what_is_stored_without_a_vector_that_is_wanted_is_noted(self, store: Store) -> None:
        await store.write([add(MONDAY, "I love hiking"), add(BOB, "before", embed=False)])
        await store.write([PrepareModel("new")])
        await store.write([add(TUESDAY, "said meanwhile"), add(BOB, "said too", embed=False)])
        await store.write([put(memory("enjoys hiking", ALICE))])
        assert _texts(await store.embedding_backlog(model="new")) == [
            "enjoys hiking",
            "user: said meanwhile",
            "user: said too (to user: before)",
        ]
        assert _texts(await store.embedding_backlog(model=EMBEDDER.name)) == [
            "user: before",
            "user: said too (to user: before)",
        ]
        (first, second) = await store.embedding_backlog(model="new", limit=2)
        (third,) = await store.embedding_backlog(model="new", after=second.key)
        assert first.key < second.key < third.key
        assert await store.embedding_backlog(model="another") == []
        rows = {item.key: EMBEDDER.vector(item.text) for item in await store.embedding_backlog(model="new")}
        assert await store.write([PutVectors("new", rows)]) == [3]
        assert await store.embedding_backlog(model="new") == []
        assert len(await store.embedding_backlog(model=EMBEDDER.name)) == 2

    async def test_nothing_is_noted_for_a_model_that_is_not_wanted_any_more(self, store: Store) -> None:
        await store.write([add(MONDAY, "I love hiking"), PrepareModel("new"), add(TUESDAY, "one", embed=False)])
        await store.write([ServeModel("new")])
        assert _texts(await store.embedding_backlog(model="new")) == ["user: one"]
        assert await store.embedding_backlog(model=EMBEDDER.name) == []
        await store.write([add(MONDAY, "two", embed=False)])
        assert await store.embedding_backlog(model=EMBEDDER.name) == []
        assert len(await store.embedding_backlog(model="new")) == 2

    async def test_a_memory_with_other_words_lacks_its_vectors_again(self, store: Store) -> None:
        made = memory("enjoys hiking", ALICE, id="m")
        vectors = Embedded(EMBEDDER.name, {0: EMBEDDER.vector("enjoys hiking")})
        await store.write([PutMemory(made, vectors)])
        await store.write([PutMemory(replace(made, state="disputed"))])
        assert await store.embedding_backlog(model=EMBEDDER.name) == []
        await store.write([PutMemory(replace(made, content="enjoys sailing"))])
        assert _texts(await store.embedding_backlog(model=EMBEDDER.name)) == ["enjoys sailing"]
        await store.write([PutMemory(replace(made, content="enjoys sailing"), vectors)])
        assert await store.embedding_backlog(model=EMBEDDER.name) == []

    async def test_what_is_forgotten_is_not_lacking(self, store: Store) -> None:
        await store.write([add(MONDAY, "I love hiking"), add(MONDAY, "one", "two", embed=False)])
        await store.write([add(BOB, "three", embed=False)])
        one = (await store.turns(MONDAY))[1][1]
        await erase(store, MONDAY, ids=[one.id])
        two = "user: two (to user: I love hiking)"
        assert _texts(await store.embedding_backlog(model=EMBEDDER.name)) == ["user: three", two]
        await erase(store, BOB)
        assert _texts(await store.embedding_backlog(model=EMBEDDER.name)) == [two]
        await erase(store, ALICE)
        assert await store.embedding_backlog(model=EMBEDDER.name) == []

    async def test_forgetting_takes_the_vectors_of_all_models(self, store: Store) -> None:
        await store.write([add(MONDAY, "I love hiking"), PrepareModel("new")])
        ((key, _),) = await store.turns(ALICE)
        await store.write([PutVectors("new", {key: EMBEDDER.vector("hiking")})])
        assert (await erase(store, ALICE)).counts["vectors"] == 2
        assert set((await store.status()).vectors.values()) == {0}


def _texts(found: list[Unembedded]) -> list[str]:
    return sorted(item.text for item in found)
