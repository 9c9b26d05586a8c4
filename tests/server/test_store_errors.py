"""A store that fails: callers learn that it did, and only the log says where it is."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from ricordo.server.errors import public_message
from ricordo.stores.postgres import url
from ricordo.stores.postgres.server import Server
from ricordo.values import ConcurrentUpdate, StoreError
from tests.server.running import run_service

ALICE = {"application": "travel", "user": "alice"}


async def test_no_caller_learns_the_path_of_the_store(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async with run_service(tmp_path) as service, service.client(service.key(None)) as client:
        store = service.service.memory._store
        await store.close()
        with caplog.at_level(logging.WARNING, "ricordo.server"):
            for path in ("/v1/turns", "/v1/memories", "/v1/consent", "/v1/profile"):
                answer = await client.get(path, params=ALICE)
                assert (answer.status_code, answer.json()["error"]["type"]) == (503, "StoreError")
                assert "the store failed" in answer.json()["error"]["message"]
                assert tmp_path.name not in answer.text
            page = await client.get("/me/memories", params={"person": "alice"})
            assert tmp_path.name not in page.text
        assert str(tmp_path) in caplog.text


def test_a_caller_learns_that_the_disk_is_full_and_who_came_first() -> None:
    assert "disk is full" in public_message(StoreError("/a/memory.db: the disk is full; free some space"))
    assert "/a/" not in public_message(StoreError("/a/memory.db: the disk is full; free some space"))
    assert "disk is full" in public_message(StoreError("db.example/a: its disk is full; free some space"))
    assert public_message(ConcurrentUpdate("it was changed")) == "it was changed"


async def test_a_caller_learns_that_the_outcome_of_a_commit_is_not_known() -> None:
    server = Server(url.parse("postgresql://db.example/secret"), timeout=0, role=None, path=())
    with pytest.raises(StoreError) as failure:
        await server._was_committed("1", "2", "3")
    message = public_message(failure.value)
    assert "it is not known whether the change was stored" in message
    assert "half-written" not in message
    assert "example" not in message
