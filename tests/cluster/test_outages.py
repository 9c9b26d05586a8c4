"""Qdrant away, back, or emptied: recall answers from PostgreSQL in time, and the index catches up or is rebuilt."""

from __future__ import annotations

import json
import logging
import time
from dataclasses import replace
from pathlib import Path

import pytest

from ricordo import Ricordo, Scope, Turn
from ricordo.cli import main
from ricordo.testing import HashEmbedder
from tests.cluster.qdrant import Node, alone, free_port, url_of, wait_until
from tests.cluster.test_index import count_pending, count_points
from tests.stores.postgres.server import LocalServer

ALICE = Scope(user="alice")
DEADLINE = 5.0


async def count_lag(memory: Ricordo) -> int:
    index = (await memory.status()).store.index
    assert index is not None
    return index.waiting


async def wait_for_index(memory: Ricordo) -> None:
    ends = time.monotonic() + 60
    while await count_lag(memory):
        assert time.monotonic() < ends


async def recall_texts(memory: Ricordo) -> list[str]:
    return [hit.text for hit in await memory.recall("Who loves hiking?", scope=ALICE, deadline=DEADLINE)]


async def test_without_qdrant_recall_goes_on_from_postgresql_and_the_index_catches_up(
    server: LocalServer, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    address = server.url()
    with alone(tmp_path / "qdrant") as node:
        index = url_of(node, timeout="0.5")
        async with Ricordo.open(address, index=index, embedder=HashEmbedder(), learning="off") as memory:
            await memory.remember([Turn("user", "I love hiking")], scope=ALICE)
            await wait_for_index(memory)
            assert await recall_texts(memory) == ["I love hiking"]
            node.kill()
            with caplog.at_level(logging.WARNING):
                for _ in range(5):
                    began = time.monotonic()
                    assert await recall_texts(memory) == ["I love hiking"]
                    assert time.monotonic() - began < DEADLINE / 2
            said = [record for record in caplog.records if "the database answers alone" in record.message]
            assert len(said) == 1
            assert "hiking" not in caplog.text
            later = replace(ALICE, session="later")  # a turn of the same session would carry words of the erased one
            await memory.remember([Turn("user", "Hiking is what I love")], scope=later)
            assert len(await recall_texts(memory)) == 2
            (turn,) = [hit for hit in await memory.recall("hiking", scope=ALICE) if hit.text == "I love hiking"]
            await memory.forget(scope=ALICE, ids=[turn.id])
            assert await recall_texts(memory) == ["Hiking is what I love"]
            status = (await memory.status()).store.index
            assert status is not None
            assert (status.nodes, status.answering, status.points, status.waiting) == (1, 0, None, 2)
            (fault,) = await memory.maintenance.check()
            assert "cannot be reached" in fault.what
            node.start()
            await wait_for_index(memory)
            assert count_points(node, "t") == 1
            assert await memory.maintenance.check() == []
            assert await recall_texts(memory) == ["Hiking is what I love"]


async def test_a_memory_opens_while_its_index_is_away(server: LocalServer, qdrant: Node) -> None:
    address, nowhere = server.url(), f"qdrant://127.0.0.1:{free_port()}/t"
    async with Ricordo.open(address, index=url_of(qdrant, prefix="opens"), embedder=HashEmbedder()) as memory:
        await memory.remember([Turn("user", "I love hiking")], scope=ALICE)
        await wait_for_index(memory)
    async with Ricordo.open(address, index=nowhere, embedder=HashEmbedder()) as memory:
        assert await recall_texts(memory) == ["I love hiking"]


def test_an_index_that_was_emptied_is_rebuilt_by_the_command(
    server: LocalServer, qdrant: Node, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    address = server.url()
    monkeypatch.setenv("RICORDO_STORE", address)
    monkeypatch.setenv("RICORDO_INDEX", url_of(qdrant, prefix="emptied"))
    monkeypatch.setenv("RICORDO_USER", "alice")

    def run(*arguments: str) -> tuple[int, str]:
        code = main([*arguments])
        return code, capsys.readouterr().out

    for text in ("I love hiking", "I love sailing"):
        assert run("remember", text)[0] == 0
    assert run("migrate", "--rebuild-index")[0] == 0
    assert run("status", "--check")[0] == 0
    qdrant.forget("emptied")
    code, said = run("status", "--check")
    assert code == 4
    assert "to repair: ricordo migrate --rebuild-index" in said
    code, said = run("recall", "hiking")
    assert "I love hiking" in said
    code, said = run("migrate", "--rebuild-index", "--json")
    assert code == 0
    count = json.loads(said.splitlines()[-1])["documents"]
    code, said = run("status", "--check")
    assert code == 0
    assert "1 of 1 node answering" in said
    assert count_points(qdrant, "emptied") == count > 2  # two turns, and what was learned from them
    wait_until(lambda: count_pending(server, address) == 0)
