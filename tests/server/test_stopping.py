"""Stopping: what was acknowledged is durable, what is in flight finishes or is refused."""

from __future__ import annotations

import asyncio
import os
import re
import signal
from pathlib import Path
from typing import Any

import httpx2
import pytest
from fastapi import FastAPI
from uvicorn.lifespan.off import LifespanOff

from ricordo import Ricordo, Scope
from ricordo.cli import main
from ricordo.cli.options import Exit
from ricordo.server import run
from ricordo.server.settings import Settings
from ricordo.testing import HashEmbedder
from tests.server.running import serve_in_process

ALICE = Scope(application="travel", user="alice")


async def write_until_refused(url: str, name: str, acknowledged: set[str], began: asyncio.Event) -> None:
    """Remember one turn after the other; those that were acknowledged are noted, until the service is gone."""
    async with httpx2.AsyncClient(base_url=url, timeout=60) as client:
        for number in range(100_000):
            id = f"{name}-{number}"
            body = {"scope": ALICE.parts, "turns": [{"role": "user", "text": f"note {id}", "id": id}]}
            try:
                answer = await client.post("/v1/turns", json=body)
            except httpx2.TransportError:
                return
            if answer.status_code != 201:
                assert answer.status_code == 503, answer.text
                return
            acknowledged.add(id)
            if len(acknowledged) > 60:
                began.set()


@pytest.mark.parametrize(("how", "workers"), [(signal.SIGTERM, 1), (signal.SIGKILL, 1), (signal.SIGTERM, 2)])
async def test_no_acknowledged_turn_is_lost_when_the_service_is_stopped(
    tmp_path: Path, how: signal.Signals, workers: int
) -> None:
    acknowledged: set[str] = set()
    began = asyncio.Event()
    with serve_in_process(tmp_path, "--rate", "0", "--learning", "queue", "--workers", str(workers)) as (url, child):
        writers = [asyncio.create_task(write_until_refused(url, f"w{n}", acknowledged, began)) for n in range(8)]
        await asyncio.wait_for(began.wait(), 60)
        os.kill(child.pid, how)
        await asyncio.gather(*writers)
        code = await asyncio.to_thread(child.wait, 20)
    assert code == (0 if how is signal.SIGTERM else -signal.SIGKILL)
    async with Ricordo.open(tmp_path / "memory.db", embedder=HashEmbedder(), learning="off") as memory:
        kept = {row["id"] async for row in memory.export(scope=ALICE) if row["type"] == "turn"}
        assert acknowledged <= kept
        assert await memory.maintenance.check() == []
    log = (tmp_path / "log.txt").read_text()
    assert "Traceback" not in log
    assert "note w" not in log


async def test_a_connection_that_was_made_in_the_moment_of_stopping_ends_too(tmp_path: Path) -> None:
    settings = Settings(keys=tmp_path / "keys.db")
    server = run._Server(run.make_config(FastAPI(), settings), lambda: None)
    server.servers, server.lifespan = [], LifespanOff(server.config)
    connections: set[Any] = server.server_state.connections

    class Late:
        told = 0

        def shutdown(self) -> None:
            self.told += 1
            if self.told > 1:  # the first time it is not there yet
                connections.discard(self)

    connections.add(Late())
    async with asyncio.timeout(5):
        await server.shutdown()
    assert not connections


async def test_a_request_in_flight_finishes_and_the_next_is_refused(tmp_path: Path) -> None:
    with serve_in_process(tmp_path) as (url, child):
        async with httpx2.AsyncClient(base_url=url, timeout=60) as client:
            turns = [{"role": "user", "text": f"note {number}", "id": str(number)} for number in range(3_000)]
            large = asyncio.create_task(client.post("/v1/turns", json={"scope": ALICE.parts, "turns": turns}))
            await asyncio.to_thread(_wait_until_at_work, url)
            child.terminate()
            assert (await large).status_code == 201
        assert await asyncio.to_thread(child.wait, 20) == 0
        with pytest.raises(httpx2.TransportError):
            httpx2.get(f"{url}/healthz")
    async with Ricordo.open(tmp_path / "memory.db", embedder=HashEmbedder(), learning="off") as memory:
        assert (await memory.status()).store.turns == 3_000


def _wait_until_at_work(url: str) -> None:
    while True:
        in_flight = re.search(r"^ricordo_in_flight (\d+)", httpx2.get(f"{url}/metrics").text, re.MULTILINE)
        if in_flight and int(in_flight[1]) > 1:
            return


def test_without_a_key_nobody_else_can_reach_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("RICORDO_STORE", str(tmp_path / "memory.db"))
    for host in ("0.0.0.0", "::", "192.0.2.1"):
        assert main(["serve", "--host", host, "--port", "0"]) == Exit.USAGE
        assert "ricordo keys create" in capsys.readouterr().err


def test_keys_are_made_listed_and_revoked_from_a_shell(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("RICORDO_STORE", str(tmp_path / "memory.db"))
    assert main(["keys", "list"]) == Exit.NOTHING
    assert main(["keys", "create", "--application", "travel", "--label", "web"]) == Exit.DONE
    key = capsys.readouterr().out.strip()
    assert key.startswith("rk_")
    id = key.split("_")[1]
    assert main(["keys", "list"]) == Exit.DONE
    listed = capsys.readouterr().out
    assert id in listed
    assert "application travel" in listed
    assert key not in listed
    assert main(["keys", "revoke", id]) == Exit.DONE
    assert "revoked" in capsys.readouterr().out
    assert main(["keys", "revoke", "unknown"]) == Exit.NOTHING
    with pytest.raises(SystemExit):
        main(["keys", "create"])


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--workers", "0"], "--workers"),
        (["--rate", "-1"], "rate"),
        (["--profile", "nonsense"], "nonsense"),
        (["--profile", "json:loads"], "Pydantic"),
        (["--port", "70000"], "port"),
    ],
)
def test_options_that_make_no_sense_are_refused(
    tmp_path: Path, options: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["serve", "--store", str(tmp_path / "memory.db")]
    assert main([*command, *options]) == Exit.USAGE
    assert said in capsys.readouterr().err
