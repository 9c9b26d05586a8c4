"""Changing the embedder, step by step, on any store: the same for all of them."""

from __future__ import annotations

import logging
from dataclasses import replace

import pytest

from ricordo import StoreError
from ricordo.ports.changes import PrepareModel
from ricordo.ports.status import Models
from ricordo.values import ModelError, ModelInUse
from tests.embedding.parts import (
    ALICE,
    ANSWER,
    BOB,
    Picky,
    ask,
    fill,
    is_found_by_vector,
    new,
    old,
    open_memory,
    user_turn,
)


class ChangingTheEmbedder:
    """Give it a fixture ``url``, the address of a store that can be opened more than once."""

    @pytest.fixture(autouse=True)
    def follows_at_once(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("ricordo.embedding.switching._REFRESH_SECONDS", 0.0)

    async def test_what_is_found_stays_found_at_every_step(self, url: str) -> None:
        async with (
            open_memory(url, embedder=old()) as before,
            open_memory(url, embedder=new(), previous=old()) as both,
        ):
            await before.remember([user_turn("hello")], scope=BOB)  # whose texts come first
            await fill(before)
            steps = 0
            async with open_memory(url, embedder=new()) as changing:
                async for _ in changing.maintenance.reembed():
                    steps += 1
                    assert await is_found_by_vector(before)
                    assert await is_found_by_vector(both)
                    assert await changing._store.models() == Models("old", "new")
                    if steps <= 3:
                        await before.remember([user_turn(f"said at step {steps}")], scope=BOB)
                assert steps == 4  # the last one was for what was said behind its back
                status = await changing.status()
                assert status.store.serving == "new"
                assert status.unembedded == 0
                assert await is_found_by_vector(changing)
            assert await is_found_by_vector(before)
            assert await is_found_by_vector(both)
            await both.remember([user_turn("said afterwards")], scope=ALICE)
            assert (await both.status()).unembedded == 0

    async def test_a_run_that_was_interrupted_goes_on_where_it_stopped(self, url: str) -> None:
        async with open_memory(url, embedder=old()) as memory:
            await fill(memory)
        first, second = new(), new()
        async with open_memory(url, embedder=first) as memory:
            async for _ in memory.maintenance.reembed():
                break
        async with open_memory(url, embedder=second) as memory:
            assert await memory._store.models() == Models("old", "new")
            assert sum([count async for count in memory.maintenance.reembed()]) == 151 - 64
            assert second.texts_embedded == 151 - 64
            assert await memory._store.models() == Models("new")

    async def test_the_way_back_gives_the_very_same_answers(self, url: str) -> None:
        async with open_memory(url, embedder=old()) as memory:
            await fill(memory)
            before = await ask(memory)
        async with open_memory(url, embedder=new()) as memory:
            [_ async for _ in memory.maintenance.reembed()]
        async with open_memory(url, embedder=old()) as memory:
            assert [count async for count in memory.maintenance.reembed()] == []
            assert await memory._store.models() == Models("old")
            assert (await ask(memory)).hits == before.hits
        async with open_memory(url, embedder=new()) as memory:
            [_ async for _ in memory.maintenance.reembed()]
            await memory.remember([user_turn("said by the new one")], scope=ALICE)
        async with open_memory(url, embedder=old()) as memory:
            assert [count async for count in memory.maintenance.reembed()] == [1]
            assert (await memory.status()).unembedded == 0

    async def test_what_a_process_with_the_old_embedder_keeps_is_found_and_caught_up_with(self, url: str) -> None:
        async with (
            open_memory(url, embedder=old()) as behind,
            open_memory(url, embedder=new()) as ahead,
        ):
            await fill(behind, 3)
            [_ async for _ in ahead.maintenance.reembed()]
            await behind.remember([user_turn("hiking with a zebra")], scope=ALICE)
            (hit, *_) = await ahead.recall("zebra", scope=ALICE)
            assert (hit.text, set(hit.why.ranks)) == ("hiking with a zebra", {"keyword"})
            await ahead.remember([user_turn("hiking with an okapi")], scope=ALICE)
            (hit, *_) = await behind.recall("okapi", scope=ALICE)
            assert (hit.text, set(hit.why.ranks)) == ("hiking with an okapi", {"keyword"})
            assert await ahead._background_embedding.embed_missing() == 1
            assert {hit.text for hit in await ask(ahead)} >= {"hiking with a zebra", "hiking with an okapi", ANSWER}
            assert (
                await ahead._background_embedding.embed_missing()
                == await behind._background_embedding.embed_missing()
                == 0
            )

    async def test_a_process_that_is_behind_is_told_once(self, url: str, caplog: pytest.LogCaptureFixture) -> None:
        async with open_memory(url, embedder=old()) as behind:
            await fill(behind, 3)
            with caplog.at_level(logging.WARNING):
                await behind._background_embedding.embed_missing()
                assert not caplog.records
                async with open_memory(url, embedder=new(), previous=old()) as both:
                    assert not caplog.records
                    [_ async for _ in both.maintenance.reembed()]
                for _ in range(3):
                    await behind._background_embedding.embed_missing()
                (record,) = caplog.records
                assert "'new'" in record.message
                assert "'old'" in record.message
                assert "ricordo migrate --embedder" in record.message

    async def test_vectors_are_let_go_of_when_they_do_not_serve(self, url: str) -> None:
        async with open_memory(url, embedder=old()) as memory:
            await fill(memory, 3)
            with pytest.raises(ModelInUse, match="'old'"):
                await memory.maintenance.drop_model("old")
        async with open_memory(url, embedder=new()) as memory:
            [_ async for _ in memory.maintenance.reembed()]
            assert await memory.maintenance.drop_model("old") == 4
            assert await memory.maintenance.drop_model("old") == 0
            assert dict((await memory.status()).store.vectors) == {"new": 4}
            assert await is_found_by_vector(memory)
        async with open_memory(url, embedder=old()) as memory:
            assert not await ask(memory)
            assert (await memory.recall("hiking", scope=ALICE))[0].text == ANSWER

    async def test_who_begins_another_change_ends_the_one_before(self, url: str) -> None:
        async with open_memory(url, embedder=old()) as memory:
            await fill(memory)
        async with open_memory(url, embedder=new()) as memory:
            changing = memory.maintenance.reembed()
            await anext(changing)
            await memory._store.write([PrepareModel("newer")])
            with pytest.raises(StoreError, match="another change"):
                await anext(changing)
            assert await memory._store.models() == Models("old", "newer")

    async def test_a_text_that_the_embedder_refuses_keeps_no_other_from_its_vector(self, url: str) -> None:
        async with open_memory(url, embedder=old()) as memory:
            await memory.remember([user_turn("POISON")], scope=BOB)
            await fill(memory)
        async with open_memory(url, embedder=Picky(name="new")) as memory:
            assert (await memory.maintenance.estimate_reembed()).texts == 152
            assert sum([count async for count in memory.maintenance.reembed()]) == 151
            assert await memory._store.models() == Models("new")
            assert [hit.text for hit in await memory.recall("POISON", scope=BOB)] == ["POISON"]
            await memory.remember([user_turn("POISON again")], scope=ALICE)
            async with open_memory(url, embedder=old()) as behind:
                await behind.remember([user_turn("said later")], scope=replace(ALICE, session="later"))
            with pytest.raises(ModelError, match="refuses 1 of them"):
                await memory._background_embedding.embed_missing()
            assert [item.text for item in await memory._store.embedding_backlog(model="new")] == [
                "user: POISON again (to user: note 149)"
            ]

    async def test_an_embedder_that_refuses_everything_does_not_serve(self, url: str) -> None:
        async with open_memory(url, embedder=old()) as memory:
            await memory.remember([user_turn("POISON")], scope=BOB)
        async with open_memory(url, embedder=Picky(name="new")) as memory:
            with pytest.raises(ModelError, match="refused all 1 texts"):
                [_ async for _ in memory.maintenance.reembed()]
            assert await memory._store.models() == Models("old", "new")

    async def test_what_came_meanwhile_is_all_embedded_before_the_new_model_serves(
        self, url: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("ricordo.embedding.backfill._BATCH", 2)
        async with open_memory(url, embedder=old()) as before, open_memory(url, embedder=new()) as changing:
            await before.remember([user_turn("hello")], scope=BOB)  # whose texts come first
            await fill(before, 3)
            first = True
            async for _ in changing.maintenance.reembed():
                assert await changing._store.models() == Models("old", "new")
                if first:
                    await before.remember([user_turn(f"said meanwhile {number}") for number in range(250)], scope=BOB)
                first = False
            assert await changing._store.models() == Models("new")
            assert (await changing.status()).unembedded == 0

    async def test_a_change_that_cannot_keep_up_serves_in_the_end_and_goes_on(
        self, url: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("ricordo.embedding.backfill._MIN_CATCH_UP_SECONDS", 0.0)
        monkeypatch.setattr("ricordo.embedding.backfill._CATCH_UP_FACTOR", 0.0)
        async with open_memory(url, embedder=old()) as before, open_memory(url, embedder=new()) as changing:
            await before.remember([user_turn("hello")], scope=BOB)
            await fill(before, 3)
            async for _ in changing.maintenance.reembed():
                if (await changing._store.models()).serving == "old":
                    await before.remember([user_turn("said meanwhile")], scope=BOB)
            assert await changing._store.models() == Models("new")
            assert await changing._store.embedding_backlog(model="new") == []

    async def test_an_estimate_comes_first_and_changes_nothing(self, url: str) -> None:
        async with open_memory(url, embedder=old()) as memory:
            await fill(memory)
        async with open_memory(url, embedder=new()) as memory:
            estimate = await memory.maintenance.estimate_reembed()
            assert (estimate.model, estimate.texts, estimate.sampled) == ("new", 151, 64)
            assert 300 < estimate.tokens < 3_000
            assert estimate.bytes > 151 * 2 * 48
            assert 0 < estimate.seconds < 60
            assert await memory._store.models() == Models("old")
            [_ async for _ in memory.maintenance.reembed()]
            assert (await memory.maintenance.estimate_reembed()).texts == 0
