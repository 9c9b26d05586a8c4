"""The page about production says what is true: a backup taken while others write is whole, alerts watch real meters."""

from __future__ import annotations

import asyncio
import os
import re
import sqlite3
import stat
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx2
import yaml

from ricordo import Ricordo, Scope
from ricordo.server import KeyRing
from ricordo.testing import HashEmbedder
from tests.server.running import run_service, serve_in_process

PAGE = (Path(__file__).parent.parent.parent / "docs/operate/production.md").read_text("utf-8")
ALICE = Scope(application="travel", user="alice")


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)


def run_script(script: str, folder: Path) -> str:
    """A script of the page, in the folder of the store, as an operator runs it."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = {"PATH": path, "RICORDO_STORE": "memory.db"}
    done = subprocess.run(
        ["sh", "-e", "-c", script], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@dataclass(frozen=True)
class Writing:
    """The turns that were acknowledged, and events that say when there are some and when there are enough."""

    acknowledged: set[str] = field(default_factory=set[str])
    began: asyncio.Event = field(default_factory=asyncio.Event)
    enough: asyncio.Event = field(default_factory=asyncio.Event)


async def write(writing: Writing, url: str, key: str, writer: int) -> None:
    """Remember one turn after the other, and note the ids of those that were acknowledged."""
    async with httpx2.AsyncClient(base_url=url, headers={"Authorization": f"Bearer {key}"}, timeout=60) as client:
        number = 0
        while not writing.enough.is_set():
            id = f"w{writer}-{number}"
            body = {"scope": {"user": "alice"}, "turns": [{"role": "user", "text": f"note {id}", "id": id}]}
            answer = await client.post("/v1/turns", json=body)
            assert answer.status_code == 201, answer.text
            writing.acknowledged.add(id)
            if len(writing.acknowledged) >= 50:
                writing.began.set()
            number += 1


async def read_turn_ids(store: Path) -> set[str]:
    async with Ricordo.open(store, embedder=HashEmbedder(), learning="off") as memory:
        return {row["id"] async for row in memory.export(scope=ALICE) if row["type"] == "turn"}


async def test_a_backup_taken_while_writing_restores_everything_acknowledged_before(tmp_path: Path) -> None:
    backup, restore = blocks("sh")
    with KeyRing(tmp_path / "keys.db") as ring:
        key = ring.create(application="travel").text
    writing = Writing()
    with serve_in_process(tmp_path, "--rate", "0", "--learning", "queue") as (url, child):
        writers = [asyncio.create_task(write(writing, url, key, n)) for n in range(4)]
        await asyncio.wait_for(writing.began.wait(), 60)
        before = set(writing.acknowledged)
        assert "sound" in await asyncio.to_thread(run_script, backup, tmp_path)
        writing.enough.set()
        await asyncio.gather(*writers)
        child.kill()  # the disk is lost: what was never backed up stays in files that the restore moves away
        child.wait()
    assert len(writing.acknowledged) > len(before) >= 50
    assert "sound" in run_script(restore, tmp_path)
    assert before <= await read_turn_ids(tmp_path / "memory.db")
    assert writing.acknowledged <= await read_turn_ids(tmp_path / "before/memory.db")
    with KeyRing(tmp_path / "keys.db") as ring:
        assert ring.verify(key) is not None
    for file in [*tmp_path.glob("backup/*"), tmp_path / "memory.db"]:
        assert stat.S_IMODE(file.stat().st_mode) == 0o600, file.name


def test_a_backup_of_a_store_that_is_not_there_fails_and_keeps_the_last_one(tmp_path: Path) -> None:
    (tmp_path / "backup").mkdir()
    (tmp_path / "backup/memory.db").write_bytes(b"the last one")
    done = subprocess.run(
        ["sh", "-e", "-c", blocks("sh")[0]], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode != 0
    assert (tmp_path / "backup/memory.db").read_bytes() == b"the last one"


async def test_a_store_of_a_newer_program_is_refused_and_stays_as_it_is(tmp_path: Path) -> None:
    store = tmp_path / "memory.db"
    async with Ricordo.open(store, embedder=HashEmbedder(), learning="off"):
        pass
    connection = sqlite3.connect(store)
    connection.execute("PRAGMA user_version = 9999")
    connection.commit()
    connection.close()
    written = store.read_bytes()
    done = subprocess.run(
        [sys.executable, "-m", "ricordo", "status", "--store", str(store)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 3
    assert "newer Ricordo" in done.stderr
    assert store.read_bytes() == written


async def test_the_alerts_watch_meters_that_there_are(tmp_path: Path) -> None:
    _, rules = (yaml.safe_load(block) for block in blocks("yaml"))
    alerts: list[dict[str, Any]] = rules["groups"][0]["rules"]
    async with run_service(tmp_path) as service, service.client() as client:
        await client.post("/v1/recall", json={"scope": ALICE.parts, "query": "anything"})
        exposed = (await client.get("/metrics")).text
    expressions = " ".join(alert["expr"] for alert in alerts)
    watched = set(re.findall(r"\bricordo_\w+", expressions))
    assert len(watched) >= 4
    for name in watched:
        assert re.search(rf"^{name}[{{ ]", exposed, re.MULTILINE), name
    for label in re.findall(r'(?:what|route)="[^"]+"', expressions):
        assert label in exposed, label
    for alert in alerts:
        assert f"`{alert['alert']}`" in PAGE.split("| --- | --- |")[-1]
