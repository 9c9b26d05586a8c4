"""The verbs on every store, and what only the library can show: embedders that fail, deadlines, rerankers."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import pytest_asyncio

from ricordo import Ricordo
from ricordo.ports.embedder import Vectors
from ricordo.testing import HashEmbedder, VerbConformance
from ricordo.testing.verbs import ALICE, BOB, user_turn
from ricordo.values import ModelError, StoreError


class TestSqlite(VerbConformance):
    @pytest_asyncio.fixture
    async def memory(self, tmp_path: Path) -> AsyncGenerator[Ricordo]:
        async with Ricordo.open(tmp_path / "memory.db", embedder=HashEmbedder(), learning="queue") as memory:
            yield memory
            assert await memory.maintenance.check() == []


class TestMemory(VerbConformance):
    @pytest_asyncio.fixture
    async def memory(self) -> AsyncGenerator[Ricordo]:
        async with Ricordo.open("memory://", embedder=HashEmbedder(), learning="queue") as memory:
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
    async with Ricordo.open("memory://", embedder=embedder) as memory:
        embedder.failing = True
        await memory.remember([user_turn("I love hiking")], scope=ALICE)
        found = await memory.recall("hiking", scope=ALICE)
        assert [hit.text for hit in found] == ["I love hiking"]
        assert found.left_out == ("dense",)
        assert "hiking" not in caplog.text
        assert "without a vector" in caplog.text
        embedder.failing = False
        assert (await memory.status()).unembedded == 1
        assert [count async for count in memory.maintenance.reembed()] == [1]
        found = await memory.recall("hiking", scope=ALICE)
        assert found.left_out == ()
        assert "dense" in found[0].why.ranks


async def test_an_arm_that_is_not_back_in_time_is_left_out_and_named() -> None:
    embedder = SlowEmbedder()
    embedder.allowed.set()
    async with Ricordo.open("memory://", embedder=embedder) as memory:
        await memory.remember([user_turn("I love hiking")], scope=ALICE)
        embedder.allowed.clear()
        found = await memory.recall("hiking", scope=ALICE, deadline=0.5)
        assert [hit.text for hit in found] == ["I love hiking"]
        assert found.left_out == ("dense",)


async def test_replayed_turns_are_not_embedded_again() -> None:
    embedder = HashEmbedder()
    async with Ricordo.open("memory://", embedder=embedder) as memory:
        transcript = [user_turn(f"note {number}", id=str(number)) for number in range(10)]
        for length in range(1, 11):
            await memory.remember(transcript[:length], scope=ALICE)
        assert embedder.texts_embedded == 10


class FondReranker:
    """Likes the sea best and the mountains least."""

    WAYS = ("late", "few", "not a number", "raises", "fails")
    way = "none"

    async def rerank(self, question: str, texts: Sequence[str]) -> Sequence[float]:
        if self.way == "fails":
            raise ModelError("the reranker is down")
        if self.way == "raises":
            raise RuntimeError("the reranker is down")
        if self.way == "late":
            await asyncio.Event().wait()
        scores = [float("sea" in text) - float("mountains" in text) for text in texts]
        return {"few": scores[1:], "not a number": [float("nan")] * len(texts)}.get(self.way, scores)


async def test_a_reranker_changes_the_order_and_may_fail() -> None:
    reranker = FondReranker()
    async with Ricordo.open("memory://", embedder=HashEmbedder(), reranker=reranker) as memory:
        for text in ("hiking in the mountains", "hiking", "hiking in town", "hiking by the sea"):
            await memory.remember([user_turn(text)], scope=replace(ALICE, session=text))

        async def places() -> dict[str, int]:
            found = await memory.recall("hiking mountains", scope=ALICE)
            return {hit.text: place for place, hit in enumerate(found)}

        with_it = await places()
        for way in FondReranker.WAYS:
            reranker.way = way
            found = await memory.recall("hiking mountains", scope=ALICE, deadline=2.0)
            assert found[0].text == "hiking in the mountains"
            assert (len(found), found.left_out) == (4, ("reranker",))
        without = await places()
        assert without["hiking in the mountains"] == 0
        assert with_it["hiking by the sea"] < without["hiking by the sea"]
        assert len(with_it) == len(without) == 4


async def test_another_embedder_is_told_of_and_recall_goes_on_by_words(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "memory.db"
    async with Ricordo.open(path, embedder=HashEmbedder(name="old")) as memory:
        await memory.remember([user_turn("I love hiking")], scope=ALICE)
    assert not caplog.records
    with caplog.at_level(logging.WARNING):
        async with Ricordo.open(path, embedder=HashEmbedder(name="new", dimensions=32)) as memory:
            assert "'old'" in caplog.text
            assert "ricordo migrate --embedder" in caplog.text
            found = await memory.recall("hiking", scope=ALICE)
            assert set(found[0].why.ranks) == {"keyword"}
            await memory.remember([user_turn("I love sailing")], scope=ALICE)
            assert "dense" in (await memory.recall("sailing", scope=ALICE))[0].why.ranks
            assert [count async for count in memory.maintenance.reembed()] == [1]
            assert "dense" in (await memory.recall("hiking", scope=ALICE))[0].why.ranks
    caplog.clear()
    async with Ricordo.open(path, embedder=HashEmbedder(name="new", dimensions=32)):
        assert not caplog.records
    async with Ricordo.open(path, embedder=HashEmbedder(name="old")) as memory:  # the way back is open
        assert "dense" in (await memory.recall("hiking", scope=ALICE))[0].why.ranks


async def test_an_embedder_under_a_known_name_with_another_size_is_gone_without(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "memory.db"
    async with Ricordo.open(path, embedder=HashEmbedder(name="same")) as memory:
        await memory.remember([user_turn("I love hiking")], scope=ALICE)
        rows = [row async for row in memory.export(scope=ALICE)]
    async with Ricordo.open(path, embedder=HashEmbedder(name="same", dimensions=8)) as memory:
        await memory.remember([user_turn("I love sailing")], scope=ALICE)
        await memory.import_(rows, scope=BOB)
        assert "another name" in caplog.text
        for question, scope in (("sailing", ALICE), ("hiking", ALICE), ("hiking", BOB)):
            found = await memory.recall(question, scope=scope)
            assert question in found[0].text
            assert found.left_out == ("dense",)
        with pytest.raises(StoreError, match="another name"):
            [count async for count in memory.maintenance.reembed()]


class WrongEmbedder(HashEmbedder):
    """Goes wrong in the way that it is told to."""

    way = "none"

    async def embed(self, texts: Sequence[str]) -> Vectors:
        made = await super().embed(texts)
        if self.way == "raises":
            raise RuntimeError(f"cannot embed {texts}")
        ways = {
            "nothing": None,
            "not a number": made * np.nan,
            "no length": made * 0,
            "endless": made * np.inf,
            "too few": made[:-1],
            "too many": np.concatenate([made, made]),
            "another size": made[:, :32],
            "words": [["a"] * made.shape[1]] * len(made),
            "ragged": [row[: len(row) - place].tolist() for place, row in enumerate(made)],
            "flat": made.reshape(-1),
        }
        return ways.get(self.way, made)  # type: ignore[return-value]

    WAYS = (
        *("raises", "nothing", "not a number", "no length", "endless", "too few", "too many"),
        *("another size", "words", "ragged", "flat"),
    )


@pytest.mark.parametrize("way", WrongEmbedder.WAYS)
@pytest.mark.parametrize("url", ["memory://", "{}/memory.db"])
async def test_whatever_an_embedder_does_wrong_no_turn_and_no_recall_is_lost(
    url: str, way: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    embedder = WrongEmbedder()
    async with Ricordo.open(url.format(tmp_path), embedder=embedder) as memory:
        await memory.remember([user_turn("hello zebra"), user_turn("other things")], scope=ALICE)
        embedder.way = way
        await memory.remember([user_turn("second zebra"), user_turn("another"), user_turn("third")], scope=ALICE)
        found = await memory.recall("zebra", scope=ALICE)
        assert {"hello zebra", "second zebra"} <= {hit.text for hit in found}
        single_is_right = way == "ragged"
        if not single_is_right:
            assert found.left_out == ("dense",)
            with pytest.raises(ModelError):
                [count async for count in memory.maintenance.reembed()]
            embedder.way = "none"
        assert [count async for count in memory.maintenance.reembed()] == [3]  # one by one, where that is right
        assert "zebra" not in caplog.text
        assert (await memory.recall("zebra", scope=ALICE)).left_out == ()
        assert await memory.maintenance.check() == []


async def test_vectors_of_any_length_are_made_unit() -> None:
    class Long(HashEmbedder):
        async def embed(self, texts: Sequence[str]) -> Vectors:
            return 1e6 * await super().embed(texts)

    async with Ricordo.open("memory://", embedder=Long()) as memory:
        await memory.remember([user_turn("hello zebra")], scope=ALICE)
        found = await memory.recall("zebra", scope=ALICE)
        assert found.left_out == ()
        assert abs(found[0].score) < 100


@pytest.mark.parametrize(
    "url",
    [
        "ftp://x",
        "sqlite://host/x",
        "sqlite:///x?y=1",
        "",
        "   ",
        ":memory:",
        "sqlite:///",
        "sqlite:x.db",
        "memory:",
        "SQLite:/x",
    ],
)
async def test_a_url_that_names_no_store_is_refused(url: str) -> None:
    with pytest.raises(ValueError, match="url"):
        async with Ricordo.open(url, embedder=HashEmbedder()):
            pass


@pytest.mark.parametrize("form", ["memory.db", "sqlite:///memory.db", "sqlite:////{}/memory.db", "sub folder/m.db"])
async def test_a_file_is_named_by_path_or_url(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, form: str) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "sub folder").mkdir()
    async with Ricordo.open(form.format(str(tmp_path).lstrip("/")), embedder=HashEmbedder()) as memory:
        await memory.remember([user_turn("hello")], scope=ALICE)
    assert len(list(tmp_path.rglob("m*.db"))) == 1


async def test_an_embedder_that_is_none_is_refused() -> None:
    with pytest.raises(TypeError, match="embedder"):
        async with Ricordo.open("memory://", embedder=object()):  # type: ignore[arg-type]
            pass


async def test_turns_that_are_stored_in_one_scope_at_once_all_have_their_vectors(tmp_path: Path) -> None:
    async with Ricordo.open(tmp_path / "memory.db", embedder=HashEmbedder(), learning="off") as memory:
        await asyncio.gather(*(memory.remember([user_turn(f"note {n}")], scope=ALICE) for n in range(20)))
        assert (await memory.status()).unembedded == 0
