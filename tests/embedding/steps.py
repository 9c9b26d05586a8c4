"""Changing the embedder, step by step, on any store: the same for all of them."""

from __future__ import annotations

import logging

import pytest

from ricordo import StoreError
from ricordo.ports.changes import PrepareModel
from ricordo.ports.store import Models
from ricordo.values import ModelError, ModelInUse
from tests.embedding.parts import ALICE, ANSWER, BOB, Picky, ask, fill, found_by_vector, new, old, opened, said


class ChangingTheEmbedder:
    """Give it a fixture ``url``, the address of a store that can be opened more than once."""

    @pytest.fixture(autouse=True)
    def follows_at_once(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("ricordo.embedding.switching._SECONDS", 0.0)

    async def test_what_is_found_stays_found_at_every_step(self, url: str) -> None:
        async with (
            opened(url, embedder=old()) as before,
            opened(url, embedder=new(), previous=old()) as both,
        ):
            await before.remember([said("hello")], scope=BOB)  # whose texts come first
            await fill(before)
            steps = 0
            async with opened(url, embedder=new()) as changing:
                async for _ in changing.maintenance.reembed():
                    steps += 1
                    assert await found_by_vector(before)
                    assert await found_by_vector(both)
                    assert await changing._store.models() == Models("old", "new")
                    if steps <= 3:
                        await before.remember([said(f"said at step {steps}")], scope=BOB)
                assert steps == 4  # the last one was for what was said behind its back
                status = await changing.status()
                assert status.store.serving == "new"
                assert status.unembedded == 0
                assert await found_by_vector(changing)
            assert await found_by_vector(before)
            assert await found_by_vector(both)
            await both.remember([said("said afterwards")], scope=ALICE)
            assert (await both.status()).unembedded == 0

    async def test_a_run_that_was_interrupted_goes_on_where_it_stopped(self, url: str) -> None:
        async with opened(url, embedder=old()) as memory:
            await fill(memory)
        first, second = new(), new()
        async with opened(url, embedder=first) as memory:
            async for _ in memory.maintenance.reembed():
                break
        async with opened(url, embedder=second) as memory:
            assert await memory._store.models() == Models("old", "new")
            assert sum([count async for count in memory.maintenance.reembed()]) == 151 - 64
            assert second.texts_embedded == 151 - 64
            assert await memory._store.models() == Models("new")

    async def test_the_way_back_gives_the_very_same_answers(self, url: str) -> None:
        async with opened(url, embedder=old()) as memory:
            await fill(memory)
            before = await ask(memory)
        async with opened(url, embedder=new()) as memory:
            [_ async for _ in memory.maintenance.reembed()]
        async with opened(url, embedder=old()) as memory:
            assert [count async for count in memory.maintenance.reembed()] == []
            assert await memory._store.models() == Models("old")
            assert (await ask(memory)).hits == before.hits
        async with opened(url, embedder=new()) as memory:
            [_ async for _ in memory.maintenance.reembed()]
            await memory.remember([said("said by the new one")], scope=ALICE)
        async with opened(url, embedder=old()) as memory:
            assert [count async for count in memory.maintenance.reembed()] == [1]
            assert (await memory.status()).unembedded == 0

    async def test_what_a_process_with_the_old_embedder_keeps_is_found_and_caught_up_with(self, url: str) -> None:
        async with (
            opened(url, embedder=old()) as behind,
            opened(url, embedder=new()) as ahead,
        ):
            await fill(behind, 3)
            [_ async for _ in ahead.maintenance.reembed()]
            await behind.remember([said("hiking with a zebra")], scope=ALICE)
            (hit, *_) = await ahead.recall("zebra", scope=ALICE)
            assert (hit.text, set(hit.why.ranks)) == ("hiking with a zebra", {"keyword"})
            await ahead.remember([said("hiking with an okapi")], scope=ALICE)
            (hit, *_) = await behind.recall("okapi", scope=ALICE)
            assert (hit.text, set(hit.why.ranks)) == ("hiking with an okapi", {"keyword"})
            assert await ahead._keeping_up.look() == 1
            assert {hit.text for hit in await ask(ahead)} >= {"hiking with a zebra", "hiking with an okapi", ANSWER}
            assert await ahead._keeping_up.look() == await behind._keeping_up.look() == 0

    async def test_a_process_that_is_behind_is_told_once(self, url: str, caplog: pytest.LogCaptureFixture) -> None:
        async with opened(url, embedder=old()) as behind:
            await fill(behind, 3)
            with caplog.at_level(logging.WARNING):
                await behind._keeping_up.look()
                assert not caplog.records
                async with opened(url, embedder=new(), previous=old()) as both:
                    assert not caplog.records
                    [_ async for _ in both.maintenance.reembed()]
                for _ in range(3):
                    await behind._keeping_up.look()
                (record,) = caplog.records
                assert "'new'" in record.message
                assert "'old'" in record.message
                assert "ricordo migrate --embedder" in record.message

    async def test_vectors_are_let_go_of_when_they_do_not_serve(self, url: str) -> None:
        async with opened(url, embedder=old()) as memory:
            await fill(memory, 3)
            with pytest.raises(ModelInUse, match="'old'"):
                await memory.maintenance.drop_model("old")
        async with opened(url, embedder=new()) as memory:
            [_ async for _ in memory.maintenance.reembed()]
            assert await memory.maintenance.drop_model("old") == 4
            assert await memory.maintenance.drop_model("old") == 0
            assert dict((await memory.status()).store.vectors) == {"new": 4}
            assert await found_by_vector(memory)
        async with opened(url, embedder=old()) as memory:
            assert not await ask(memory)
            assert (await memory.recall("hiking", scope=ALICE))[0].text == ANSWER

    async def test_who_begins_another_change_ends_the_one_before(self, url: str) -> None:
        async with opened(url, embedder=old()) as memory:
            await fill(memory)
        async with opened(url, embedder=new()) as memory:
            changing = memory.maintenance.reembed()
            await anext(changing)
            await memory._store.write([PrepareModel("newer")])
            with pytest.raises(StoreError, match="another change"):
                await anext(changing)
            assert await memory._store.models() == Models("old", "newer")

    async def test_a_text_that_the_embedder_refuses_keeps_no_other_from_its_vector(self, url: str) -> None:
        async with opened(url, embedder=old()) as memory:
            await memory.remember([said("POISON")], scope=BOB)
            await fill(memory)
        async with opened(url, embedder=Picky(name="new")) as memory:
            assert (await memory.maintenance.estimate_reembed()).texts == 152
            assert sum([count async for count in memory.maintenance.reembed()]) == 151
            assert await memory._store.models() == Models("new")
            assert [hit.text for hit in await memory.recall("POISON", scope=BOB)] == ["POISON"]
            await memory.remember([said("POISON again")], scope=BOB)
            async with opened(url, embedder=old()) as behind:
                await behind.remember([said("said later")], scope=ALICE)
            with pytest.raises(ModelError, match="refuses 1 of them"):
                await memory._keeping_up.look()
            assert [item.text for item in await memory._store.lacking(model="new")] == ["user: POISON again"]

    async def test_an_embedder_that_refuses_everything_does_not_serve(self, url: str) -> None:
        async with opened(url, embedder=old()) as memory:
            await memory.remember([said("POISON")], scope=BOB)
        async with opened(url, embedder=Picky(name="new")) as memory:
            with pytest.raises(ModelError, match="refused all 1 texts"):
                [_ async for _ in memory.maintenance.reembed()]
            assert await memory._store.models() == Models("old", "new")

    async def test_what_came_meanwhile_is_all_embedded_before_the_new_model_serves(
        self, url: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("ricordo.embedding.backfill._BATCH", 2)
        async with opened(url, embedder=old()) as before, opened(url, embedder=new()) as changing:
            await before.remember([said("hello")], scope=BOB)  # whose texts come first
            await fill(before, 3)
            first = True
            async for _ in changing.maintenance.reembed():
                assert await changing._store.models() == Models("old", "new")
                if first:
                    await before.remember([said(f"said meanwhile {number}") for number in range(250)], scope=BOB)
                first = False
            assert await changing._store.models() == Models("new")
            assert (await changing.status()).unembedded == 0

    async def test_a_change_that_cannot_keep_up_serves_in_the_end_and_goes_on(
        self, url: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("ricordo.embedding.backfill._LEAST_SECONDS", 0.0)
        monkeypatch.setattr("ricordo.embedding.backfill._PATIENCE", 0.0)
        async with opened(url, embedder=old()) as before, opened(url, embedder=new()) as changing:
            await before.remember([said("hello")], scope=BOB)
            await fill(before, 3)
            async for _ in changing.maintenance.reembed():
                if (await changing._store.models()).serving == "old":
                    await before.remember([said("said meanwhile")], scope=BOB)
            assert await changing._store.models() == Models("new")
            assert await changing._store.lacking(model="new") == []

    async def test_an_estimate_comes_first_and_changes_nothing(self, url: str) -> None:
        async with opened(url, embedder=old()) as memory:
            await fill(memory)
        async with opened(url, embedder=new()) as memory:
            estimate = await memory.maintenance.estimate_reembed()
            assert (estimate.model, estimate.texts, estimate.sampled) == ("new", 151, 64)
            assert 300 < estimate.tokens < 3_000
            assert estimate.bytes > 151 * 2 * 48
            assert 0 < estimate.seconds < 60
            assert await memory._store.models() == Models("old")
            [_ async for _ in memory.maintenance.reembed()]
            assert (await memory.maintenance.estimate_reembed()).texts == 0
