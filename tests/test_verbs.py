"""The verbs on every store, and what only the library can show: embedders that fail, deadlines, rerankers."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
import pytest_asyncio

from recollect import Recollect
from recollect.ports.embedder import Vectors
from recollect.testing import HashEmbedder, VerbConformance
from recollect.testing.verbs import ALICE, said
from recollect.values import ModelError, StoreError


class TestSqlite(VerbConformance):
    @pytest_asyncio.fixture
    async def memory(self, tmp_path: Path) -> AsyncGenerator[Recollect]:
        async with Recollect.open(tmp_path / "memory.db", embedder=HashEmbedder()) as memory:
            yield memory
            assert await memory.check() == []


class TestMemory(VerbConformance):
    @pytest_asyncio.fixture
    async def memory(self) -> AsyncGenerator[Recollect]:
        async with Recollect.open("memory://", embedder=HashEmbedder()) as memory:
            yield memory


class SlowEmbedder(HashEmbedder):
    """Embeds only when it is allowed to."""

    def __init__(self) -> None:
        super().__init__()
        self.allowed = asyncio.Event()

    async def embed(self, texts: Sequence[str]) -> Vectors:
        await self.allowed.wait()
        return await super().embed(texts)


async def test_a_failing_embedder_loses_no_turn_and_no_recall(caplog: pytest.LogCaptureFixture) -> None:
    embedder = HashEmbedder()
    async with Recollect.open("memory://", embedder=embedder) as memory:
        embedder.failing = True
        await memory.remember([said("I love hiking")], scope=ALICE)
        found = await memory.recall("hiking", scope=ALICE)
        assert [hit.text for hit in found] == ["I love hiking"]
        assert found.left_out == ("dense",)
        assert "hiking" not in caplog.text
        assert "without a vector" in caplog.text
        embedder.failing = False
        assert (await memory.status()).unembedded == 1
        assert [count async for count in memory.reembed()] == [1]
        found = await memory.recall("hiking", scope=ALICE)
        assert found.left_out == ()
        assert "dense" in found[0].why.ranks


async def test_an_arm_that_is_not_back_in_time_is_left_out_and_named() -> None:
    embedder = SlowEmbedder()
    embedder.allowed.set()
    async with Recollect.open("memory://", embedder=embedder) as memory:
        await memory.remember([said("I love hiking")], scope=ALICE)
        embedder.allowed.clear()
        found = await memory.recall("hiking", scope=ALICE, deadline=0.05)
        assert [hit.text for hit in found] == ["I love hiking"]
        assert found.left_out == ("dense",)


async def test_replayed_turns_are_not_embedded_again() -> None:
    embedder = HashEmbedder()
    async with Recollect.open("memory://", embedder=embedder) as memory:
        transcript = [said(f"note {number}", id=str(number)) for number in range(10)]
        for length in range(1, 11):
            await memory.remember(transcript[:length], scope=ALICE)
        assert embedder.texts_embedded == 10


class FondReranker:
    """Likes the sea best and the mountains least."""

    failing = False

    async def rerank(self, question: str, texts: Sequence[str]) -> Sequence[float]:
        if self.failing:
            raise ModelError("the reranker is down")
        return [float("sea" in text) - float("mountains" in text) for text in texts]


async def test_a_reranker_changes_the_order_and_may_fail() -> None:
    reranker = FondReranker()
    async with Recollect.open("memory://", embedder=HashEmbedder(), reranker=reranker) as memory:
        for text in ("hiking in the mountains", "hiking", "hiking in town", "hiking by the sea"):
            await memory.remember([said(text)], scope=replace(ALICE, session=text))

        async def places() -> dict[str, int]:
            found = await memory.recall("hiking mountains", scope=ALICE)
            return {hit.text: place for place, hit in enumerate(found)}

        with_it = await places()
        reranker.failing = True
        without = await places()
        assert without["hiking in the mountains"] == 0
        assert with_it["hiking by the sea"] < without["hiking by the sea"]
        assert len(with_it) == len(without) == 4


async def test_another_embedder_is_told_of_and_recall_goes_on_by_words(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "memory.db"
    async with Recollect.open(path, embedder=HashEmbedder(name="old")) as memory:
        await memory.remember([said("I love hiking")], scope=ALICE)
    assert not caplog.records
    with caplog.at_level(logging.WARNING):
        async with Recollect.open(path, embedder=HashEmbedder(name="new", dimensions=32)) as memory:
            assert "'old'" in caplog.text
            assert "recollect migrate --embedder" in caplog.text
            found = await memory.recall("hiking", scope=ALICE)
            assert set(found[0].why.ranks) == {"keyword"}
            await memory.remember([said("I love sailing")], scope=ALICE)
            assert "dense" in (await memory.recall("sailing", scope=ALICE))[0].why.ranks
            assert [count async for count in memory.reembed()] == [1]
            assert "dense" in (await memory.recall("hiking", scope=ALICE))[0].why.ranks
    caplog.clear()
    async with Recollect.open(path, embedder=HashEmbedder(name="new", dimensions=32)):
        assert not caplog.records
    async with Recollect.open(path, embedder=HashEmbedder(name="old")) as memory:  # the way back is open
        assert "dense" in (await memory.recall("hiking", scope=ALICE))[0].why.ranks


async def test_an_embedder_under_a_known_name_with_another_size_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    async with Recollect.open(path, embedder=HashEmbedder(name="same")) as memory:
        await memory.remember([said("I love hiking")], scope=ALICE)
    async with Recollect.open(path, embedder=HashEmbedder(name="same", dimensions=8)) as memory:
        with pytest.raises(StoreError, match="another name"):
            await memory.remember([said("I love sailing")], scope=ALICE)


@pytest.mark.parametrize("url", ["ftp://x", "sqlite://host/x", "sqlite:///x?y=1", "", "   ", ":memory:", "sqlite:///"])
async def test_a_url_that_names_no_store_is_refused(url: str) -> None:
    with pytest.raises(ValueError, match="url"):
        async with Recollect.open(url, embedder=HashEmbedder()):
            pass


@pytest.mark.parametrize("form", ["memory.db", "sqlite:///memory.db", "sqlite:////{}/memory.db", "sub folder/m.db"])
async def test_a_file_is_named_by_path_or_url(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, form: str) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "sub folder").mkdir()
    async with Recollect.open(form.format(str(tmp_path).lstrip("/")), embedder=HashEmbedder()) as memory:
        await memory.remember([said("hello")], scope=ALICE)
    assert len(list(tmp_path.rglob("m*.db"))) == 1


async def test_an_embedder_that_is_none_is_refused() -> None:
    with pytest.raises(TypeError, match="embedder"):
        async with Recollect.open("memory://", embedder=object()):  # type: ignore[arg-type]
            pass
