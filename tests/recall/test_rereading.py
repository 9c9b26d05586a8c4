"""`hits` reads again what a recall found, as it is now, and for nobody else."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from ricordo import Ricordo, Scope
from ricordo.testing import HashEmbedder
from ricordo.testing.verbs import user_turn
from ricordo.values import Why

ALICE = Scope(application="travel", user="alice")
BOB = Scope(application="travel", user="bob")
MONDAY = Scope(application="travel", user="alice", session="monday")


@pytest.mark.parametrize("name", ["memory://", "m.db"])
async def test_hits_come_back_as_they_are_now(name: str, tmp_path: Path) -> None:
    url = name if "://" in name else tmp_path / name
    async with Ricordo.open(url, embedder=HashEmbedder(), learning="inline") as memory:
        await memory.remember([user_turn("I live in Leeds and I like tea", id="leeds")], scope=MONDAY)
        await memory.remember([user_turn("Leeds has a river", id="river")], scope=ALICE)
        found = await memory.recall("Leeds?", scope=ALICE)
        ids = [hit.id for hit in found]
        assert {"leeds", "river"} <= set(ids)
        plain = [replace(hit, score=0.0, why=Why()) for hit in found]
        assert await memory.hits(ids, scope=ALICE) == plain
        assert await memory.hits(reversed(ids), scope=ALICE) == plain[::-1]
        assert await memory.hits([], scope=ALICE) == []
        assert await memory.hits(ids, scope=BOB) == []
        assert "river" not in [hit.id for hit in await memory.hits(ids, scope=MONDAY)]

        await memory.remember([user_turn("Bob likes Leeds", id="bob")], scope=BOB)
        both = await memory.hits([*ids, "bob"], scope=[BOB, ALICE])
        assert [hit.id for hit in both] == [*ids, "bob"]
        assert await memory.hits(["bob"], scope=[MONDAY, ALICE]) == []

        await memory.remember([user_turn("I have moved to Harrogate")], scope=MONDAY)
        (hit,) = await memory.hits(["leeds"], scope=ALICE)
        assert [words.quote for words in hit.outdated] == ["I live in Leeds"]
        assert {hit.state for hit in await memory.hits(ids, scope=ALICE)} == {"current"}

        await memory.forget(scope=ALICE, ids=["leeds"])
        assert [hit.id for hit in await memory.hits(["river", "leeds"], scope=ALICE)] == ["river"]


@pytest.mark.parametrize("name", ["memory://", "m.db"])
async def test_an_id_that_several_scopes_use_names_all_that_are_in_view(name: str, tmp_path: Path) -> None:
    url = name if "://" in name else tmp_path / name
    booking, doctor = replace(ALICE, agent="booking"), replace(ALICE, agent="doctor")
    async with Ricordo.open(url, embedder=HashEmbedder(), learning="off") as memory:
        await memory.remember([user_turn("I like tea", id="1")], scope=booking)
        await memory.remember([user_turn("I take pills", id="1")], scope=doctor)
        await memory.remember([user_turn("Bob likes tea", id="1")], scope=BOB)
        await memory.set_consent(scope=doctor, sharing=False)
        seen = {
            ALICE: ["I like tea"],
            doctor: ["I take pills"],
            (ALICE, doctor): ["I like tea", "I take pills"],
            (BOB, ALICE): ["I like tea", "Bob likes tea"],
        }
        for scope, texts in seen.items():
            assert [hit.text for hit in await memory.hits(["1"], scope=scope)] == texts


@pytest.mark.parametrize("name", ["memory://", "m.db"])
async def test_more_hits_than_a_page_of_the_store_come_back(name: str, tmp_path: Path) -> None:
    url = name if "://" in name else tmp_path / name
    async with Ricordo.open(url, embedder=HashEmbedder(), learning="off") as memory:
        ids = await memory.remember([user_turn("Hello", id=str(number)) for number in range(1_010)], scope=ALICE)
        assert [hit.id for hit in await memory.hits(ids, scope=ALICE)] == ids


async def test_bad_ids_are_refused() -> None:
    async with Ricordo.open("memory://", embedder=HashEmbedder()) as memory:
        with pytest.raises(TypeError, match="ids"):
            await memory.hits("leeds", scope=ALICE)
        with pytest.raises(ValueError, match="ids"):
            await memory.hits([""], scope=ALICE)
