"""Failures of a file end in a clear error: nothing is lost, nothing is half-written."""

from __future__ import annotations

import asyncio
import os
import shutil
import sqlite3
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from ricordo.stores.sqlite import SqliteStore
from ricordo.stores.sqlite.schema import STEPS
from ricordo.testing.samples import add
from ricordo.values import Scope, StoreError

ALICE = Scope(user="alice")


async def _filled(path: Path, count: int = 200) -> None:
    store = await SqliteStore.open(path)
    await store.write([add(ALICE, *(f"note {number} about hiking" for number in range(count)))])
    await store.close()


async def test_a_full_disk_refuses_the_write_and_keeps_what_was_there(tmp_path: Path) -> None:
    store = await SqliteStore.open(tmp_path / "memory.db")
    await store.write([add(ALICE, "before")])
    pages = await store._writer.run_alone(lambda c: c.execute("PRAGMA page_count").fetchone()[0])
    await store._writer.run_alone(lambda c: c.execute(f"PRAGMA max_page_count = {pages + 2}").fetchone())
    with pytest.raises(StoreError, match="disk is full"):
        await store.write([add(ALICE, *(f"too much {'x' * 900} {number}" for number in range(50)))])
    assert [turn.text for _, turn in await store.turns(ALICE)] == ["before"]
    assert await store.check() == []
    await store._writer.run_alone(lambda c: c.execute("PRAGMA max_page_count = 1000000").fetchone())
    await store.write([add(ALICE, "after")])
    assert len(await store.turns(ALICE)) == 2
    await store.close()


async def test_of_many_callers_only_those_are_refused_whose_words_do_not_fit(tmp_path: Path) -> None:
    store = await SqliteStore.open(tmp_path / "memory.db")
    await store.write([add(ALICE, "before")])
    pages = await store._writer.run_alone(lambda c: c.execute("PRAGMA page_count").fetchone()[0])
    await store._writer.run_alone(lambda c: c.execute(f"PRAGMA max_page_count = {pages + 4}").fetchone())
    large = add(ALICE, *(f"too much {'x' * 900} {number}" for number in range(50)))
    outcomes = await asyncio.gather(
        *(store.write([change]) for change in (add(ALICE, "one"), large, add(ALICE, "two"))), return_exceptions=True
    )
    assert [isinstance(outcome, StoreError) for outcome in outcomes] == [False, True, False]
    assert [turn.text for _, turn in await store.turns(ALICE)] == ["before", "one", "two"]
    await store.close()


async def test_a_new_file_is_for_its_owners_eyes_only(tmp_path: Path) -> None:
    store = await SqliteStore.open(tmp_path / "memory.db")
    await store.write([add(ALICE, "before")])
    assert {file.name: file.stat().st_mode & 0o777 for file in tmp_path.iterdir()} == {
        "memory.db": 0o600,
        "memory.db-wal": 0o600,
        "memory.db-shm": 0o600,
    }
    await store.close()


async def test_closing_answers_everybody_who_writes_at_that_moment(tmp_path: Path) -> None:
    for step in range(30):
        store = await SqliteStore.open(tmp_path / f"{step}.db")
        writes = [asyncio.create_task(store.write([add(ALICE, f"note {number}")])) for number in range(20)]
        await asyncio.sleep(0.0003 * step)
        await store.close()
        done, pending = await asyncio.wait(writes, timeout=30)
        assert not pending
        errors = [task.exception() for task in done]
        assert all(error is None or "closed" in str(error) for error in errors)


async def test_the_event_loop_does_not_wait_for_a_lock(tmp_path: Path) -> None:
    def operation(connection: sqlite3.Connection) -> int:
        if threading.current_thread() is threading.main_thread():
            busy = sqlite3.OperationalError("database is locked")
            busy.sqlite_errorcode = sqlite3.SQLITE_BUSY
            raise busy
        assert connection.execute("PRAGMA busy_timeout").fetchone()[0] == 10_000
        return threading.get_ident()

    store = await SqliteStore.open(tmp_path / "memory.db")
    readers = store._readers
    assert await readers.run(operation, name="x") != threading.get_ident()
    assert "x" in readers._quick
    assert await readers.run(operation, name="x") != threading.get_ident()
    assert await readers.run(lambda connection: connection.execute("PRAGMA busy_timeout").fetchone()[0], name="x") == 0
    await store.close()


_LIMITED = """
import asyncio, resource, sys
from pathlib import Path
from ricordo.stores.sqlite import SqliteStore
from ricordo.testing.samples import add
from ricordo.values import Scope, StoreError
async def main():
    store = await SqliteStore.open(Path(sys.argv[1]))
    resource.setrlimit(resource.RLIMIT_FSIZE, (600_000, 600_000))
    stored = 0
    try:
        for number in range(5000):
            await store.write([add(Scope(user="alice"), f"note {number} " + "x" * 500)])
            stored += 1
    except StoreError as error:
        print(stored, error)
asyncio.run(main())
"""


async def test_a_file_that_cannot_grow_loses_nothing_acknowledged(tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    done = subprocess.run([sys.executable, "-c", _LIMITED, str(path)], capture_output=True, text=True, check=False)
    stored, _, message = done.stdout.partition(" ")
    assert "memory.db: " in message
    assert "disk" in message
    store = await SqliteStore.open(path)
    assert len(await store.turns(ALICE, limit=5_000)) == int(stored)
    assert await store.check() == []
    await store.close()


async def test_a_locked_file_is_waited_for_and_then_refused(tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    store = await SqliteStore.open(path, timeout=0.2)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreError, match="locked by another process"):
        await store.write([add(ALICE, "now")])
    assert await store.turns(ALICE) == []  # readers are not locked out
    other.execute("ROLLBACK")
    other.close()
    await store.write([add(ALICE, "later")])
    assert len(await store.turns(ALICE)) == 1
    await store.close()


@pytest.mark.parametrize("size", [0, 100, 4_000, 20_000])
async def test_a_cut_off_file_is_reported_as_damaged(tmp_path: Path, size: int) -> None:
    path = tmp_path / "memory.db"
    await _filled(path)
    whole = path.read_bytes()
    path.write_bytes(whole[:size])
    if size == 0:  # an empty file is a new one
        store = await SqliteStore.open(path)
        assert await store.turns(ALICE) == []
        await store.close()
        return
    with pytest.raises(StoreError, match=r"damaged|not a Ricordo database"):
        store = await SqliteStore.open(path)
        try:
            faults = await store.check()
            assert faults
            raise StoreError(faults[0].what)
        finally:
            await store.close()


async def test_overwritten_pages_are_found_by_the_check(tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    await _filled(path)
    data = bytearray(path.read_bytes())
    data[40_000:44_000] = b"\x5a" * 4_000
    path.write_bytes(data)
    store = await SqliteStore.open(path)
    faults = await store.check()
    assert faults
    assert "backup" in faults[0].repair
    await store.close()


async def test_a_file_of_something_else_is_refused_and_left_alone(tmp_path: Path) -> None:
    text = tmp_path / "notes.txt"
    text.write_text("not a database, but notes" * 100)
    with pytest.raises(StoreError, match=r"notes\.txt: it is not a Ricordo database"):
        await SqliteStore.open(text)
    assert text.read_text().startswith("not a database")
    other = tmp_path / "other.db"
    with sqlite3.connect(other) as connection:
        connection.execute("CREATE TABLE things (name TEXT)")
    connection.close()
    with pytest.raises(StoreError, match="another program"):
        await SqliteStore.open(other)


async def test_a_newer_file_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    await _filled(path, 3)
    with sqlite3.connect(path) as connection:
        connection.execute(f"PRAGMA user_version = {len(STEPS) + 1}")
    connection.close()
    with pytest.raises(StoreError, match="newer Ricordo"):
        await SqliteStore.open(path)


async def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="folder exists"):
        await SqliteStore.open(tmp_path / "nowhere" / "memory.db")
    with pytest.raises(StoreError, match="it is a folder"):
        await SqliteStore.open(tmp_path)


_READ_ONLY = """
import asyncio, concurrent.futures.thread, os, sys
from pathlib import Path
from ricordo.stores.sqlite import SqliteStore
from ricordo.values import StoreError
async def main():
    if os.getuid() == 0:  # root may write anything
        os.setgid(65534)
        os.setuid(65534)
    try:
        await SqliteStore.open(Path(sys.argv[1]))
    except StoreError as error:
        print(error)
asyncio.run(main())
"""


async def test_a_read_only_file_is_refused_with_the_reason(tmp_path: Path) -> None:
    # pytest's own folders are closed to others; this one is opened to a user who may read and not write.
    folder = Path(os.environ.get("TMPDIR", "/tmp")) / f"ricordo-read-only-{os.getpid()}"
    folder.mkdir(mode=0o755)
    try:
        await _filled(folder / "memory.db", 3)
        (folder / "memory.db").chmod(0o444)
        folder.chmod(0o555)
        done = subprocess.run(
            [sys.executable, "-c", _READ_ONLY, str(folder / "memory.db")], capture_output=True, text=True, check=False
        )
        assert "read-only" in done.stdout or "written to" in done.stdout, done.stderr
    finally:
        folder.chmod(0o755)
        shutil.rmtree(folder)


async def test_keywords_that_do_not_agree_are_found_and_made_anew(tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    await _filled(path, 20)
    with sqlite3.connect(path) as connection:
        connection.execute("DELETE FROM posting WHERE block = 0")
    connection.close()
    store = await SqliteStore.open(path)
    (fault,) = await store.check()
    assert "keywords" in fault.what
    assert fault.repair == "ricordo migrate --reindex"
    assert await store.reindex() == 20
    assert await store.check() == []
    await store.close()


@pytest.mark.parametrize(
    ("damage", "named"),
    [
        ("DELETE FROM identity", "found by their id"),
        ("UPDATE turn SET text = NULL WHERE ref = 3", "without words"),
        ("DELETE FROM document WHERE number = 3", "words without a document"),
    ],
)
async def test_parts_that_do_not_agree_are_named(tmp_path: Path, damage: str, named: str) -> None:
    path = tmp_path / "memory.db"
    await _filled(path, 10)
    with sqlite3.connect(path) as connection:
        connection.execute(damage)
    connection.close()
    store = await SqliteStore.open(path)
    assert any(named in fault.what for fault in await store.check())
    await store.close()


async def test_the_files_settings_are_those_that_the_promises_rest_on(tmp_path: Path) -> None:
    store = await SqliteStore.open(tmp_path / "memory.db")

    def settings(connection: sqlite3.Connection) -> dict[str, object]:
        names = ("journal_mode", "synchronous", "secure_delete", "temp_store")
        return {name: connection.execute(f"PRAGMA {name}").fetchone()[0] for name in names}

    expected = {"journal_mode": "wal", "synchronous": 2, "secure_delete": 1, "temp_store": 2}
    assert await store._writer.run_alone(settings) == expected
    assert await store._readers.run(settings) == expected
    await store.close()


async def test_callers_at_once_share_a_commit(tmp_path: Path) -> None:
    store = await SqliteStore.open(tmp_path / "memory.db")
    commits = 0

    def count(statement: str) -> None:
        nonlocal commits
        commits += statement.startswith("COMMIT")

    await store._writer.run_alone(lambda connection: connection.set_trace_callback(count))
    await asyncio.gather(*(store.write([add(ALICE, f"note {number}")]) for number in range(100)))
    assert len(await store.turns(ALICE)) == 100
    assert commits <= 10
    await store.close()
