"""A full disk: what is stored can still be read and erased, and the service still starts."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Generator
from pathlib import Path

import httpx2
import pytest

from ricordo.stores.sqlite.reserve import NAME, SIZE, Reserve
from tests.server.running import serve_in_process

ALICE = {"application": "travel", "user": "alice"}
OPTIONS = ("--learning", "off", "--rate", "0")


@pytest.fixture
def disk(tmp_path: Path) -> Generator[Path]:
    """A disk of its own, which a test can fill."""
    folder = tmp_path / "disk"
    folder.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", f"size={3 * SIZE}", "tmpfs", str(folder)]
    if shutil.which("mount") is None or subprocess.run(command, check=False, capture_output=True).returncode:
        pytest.skip("only an administrator can mount a disk")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


def fill(disk: Path) -> None:
    """Leave no room on the disk."""
    with (disk / "filling").open("ab", buffering=0) as file:
        size = 2**20
        while size:
            try:
                if file.write(bytes(size)) < size:
                    size //= 2
            except OSError:
                size //= 2


def remember(client: httpx2.Client, *numbers: int) -> httpx2.Response:
    turns = [{"role": "user", "text": f"note canary{number} {'x' * 300}", "id": str(number)} for number in numbers]
    return client.post("/v1/turns", json={"scope": ALICE, "turns": turns})


def test_a_full_disk_keeps_nobody_from_reading_erasing_and_starting_again(disk: Path) -> None:
    with serve_in_process(disk, *OPTIONS) as (url, child), httpx2.Client(base_url=url, timeout=60) as client:
        assert remember(client, *range(200)).status_code == 201
        assert (disk / NAME).stat().st_size == SIZE
        fill(disk)
        refused = remember(client, *range(1_000, 3_000))
        assert (refused.status_code, refused.json()["error"]["type"]) == (503, "StoreError")
        assert "disk is full" in refused.json()["error"]["message"]
        assert client.post("/v1/recall", json={"scope": ALICE, "query": "canary7"}).json()["hits"][0]["id"] == "7"
        forgotten = client.post("/v1/forget", json={"scope": ALICE, "ids": ["7"]})
        assert (forgotten.status_code, forgotten.json()["counts"]["turns"]) == (200, 1)
        assert not any(b"canary7 " in (disk / name).read_bytes() for name in ("memory.db", "memory.db-wal"))
        child.terminate()
        assert child.wait(30) == 0
    fill(disk)
    with serve_in_process(disk, *OPTIONS) as (url, _), httpx2.Client(base_url=url, timeout=60) as client:
        kept = client.get("/v1/export", params=ALICE).text.splitlines()
        assert len(kept) == 199
        forgotten = client.post("/v1/forget", json={"scope": ALICE})
        assert (forgotten.status_code, forgotten.json()["counts"]["turns"]) == (200, 199)
        assert b"canary" not in (disk / "memory.db").read_bytes()


def test_a_reserve_gives_way_by_halves_and_comes_back(tmp_path: Path) -> None:
    reserve = Reserve(tmp_path)
    reserve.restore()
    assert not reserve.shrink()
    assert list(tmp_path.iterdir()) == []
    assert reserve.make()
    sizes: list[int] = []
    while reserve.shrink():
        sizes.append((tmp_path / NAME).stat().st_size)
    assert sizes == [SIZE // 2, SIZE // 4, SIZE // 8, SIZE // 16, 0]
    reserve.restore()
    assert (tmp_path / NAME).stat().st_size == SIZE
