"""Forgetting on a server: at once for everybody who asks, and from the bytes by the commands that the docs name."""

from __future__ import annotations

import asyncio
import re
import sys
from collections.abc import Generator, Sequence
from contextlib import suppress
from pathlib import Path

import psycopg
import pytest

from ricordo.ports.store import Query, View
from ricordo.stores.postgres import PostgresStore, scrubbing, url
from ricordo.testing.conforming.base import ALICE, BOB, MONDAY, words_found
from ricordo.testing.samples import EMBEDDER, add, erase, query, turn
from ricordo.values import StoreError
from tests.stores.postgres.server import LocalServer, run_server

DOCS = Path(__file__).parents[3] / "docs/operate/postgresql.md"


@pytest.fixture(scope="module")
def server() -> Generator[LocalServer]:
    """A server with no other tests' tables, because all its files are read."""
    with run_server(version=16) as server:
        yield server


def find_files_with(folder: Path, words: Sequence[bytes]) -> list[str]:
    """Return the names of the table files that contain any of the words."""
    names: list[str] = []
    for file in (folder / "base").rglob("*"):
        with suppress(FileNotFoundError):  # the server replaces some files at any time
            if file.is_file() and any(word in file.read_bytes() for word in words):
                names.append(file.name)
    return names


async def test_after_the_commands_in_the_docs_nothing_is_left_in_the_tables(server: LocalServer) -> None:
    address = server.url()
    store = await PostgresStore.open(address)
    await store.write([add(MONDAY, *(f"canary-zephyr number {n} is hidden here" for n in range(200)))])
    await store.write([add(BOB, "something else")])
    server.execute("ANALYZE")
    server.execute("CHECKPOINT")
    words = [b"canary-zephyr"]
    assert find_files_with(server.folder, words)
    receipt = await erase(store, ALICE)
    assert receipt.counts["turns"] == 200
    assert not receipt.scrubbed
    (commands,) = (
        block for block in re.findall(r"```sql\n(.*?)```", DOCS.read_text("utf-8"), re.DOTALL) if "FULL" in block
    )
    commands = re.sub(r"--.*", "", commands).replace("ricordo.", f"{url.parse(address).schema}.")
    for command in filter(None, (part.strip() for part in commands.split(";"))):
        server.execute(command)
    assert find_files_with(server.folder, words) == []
    assert len(await store.turns(BOB)) == 1
    await store.close()


async def test_the_command_overwrites_what_was_erased(server: LocalServer) -> None:
    address = server.url()
    store = await PostgresStore.open(address)
    await store.write([add(MONDAY, *(f"canary-mistral number {n} is hidden here" for n in range(200)))])
    await store.write([add(BOB, "something else")])
    server.execute("CHECKPOINT")
    await erase(store, ALICE)
    await store.close()
    assert find_files_with(server.folder, [b"canary-mistral"])
    done = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "ricordo", "migrate", "--scrub", "--store", address), stdout=asyncio.subprocess.PIPE
    )
    out = (await done.communicate())[0].decode()
    assert done.returncode == 0
    assert "write-ahead log" in out
    assert "superuser" not in out
    assert find_files_with(server.folder, [b"canary-mistral"]) == []


async def test_who_may_not_overwrite_everything_is_told_what_is_left(server: LocalServer) -> None:
    server.execute("CREATE ROLE scrubber LOGIN")
    server.execute("GRANT CREATE ON DATABASE postgres TO scrubber")
    address = server.url(user="scrubber")
    store = await PostgresStore.open(address)
    await store.write([add(MONDAY, "canary-sirocco is hidden here")])
    await erase(store, ALICE)
    left = await store.scrub()
    await store.close()
    assert [part for part in left if "superuser" in part] == [
        "have a superuser run VACUUM (FULL) pg_catalog.pg_statistic",
        "have a superuser run CHECKPOINT",
    ]
    server.execute("CHECKPOINT")
    assert find_files_with(server.folder, [b"canary-sirocco"]) == []


async def test_what_another_process_erased_is_let_go_of_in_memory(server: LocalServer) -> None:
    address = server.url()
    one, other = await PostgresStore.open(address), await PostgresStore.open(address)
    await one.write([add(MONDAY, turn("hiking", MONDAY, id="1"), turn("sailing", MONDAY, id="2")), add(BOB, "hiking")])
    for scope in (ALICE, BOB):
        asked = Query(View(scope), query("hiking"), 10, EMBEDDER.vector("hiking"), EMBEDDER.name)
        await other.search(asked, lambda pool: _Nothing())
    kept = other._searcher.caches
    assert len(kept.names()) == 4
    await erase(one, ALICE, ids=["1"])
    other._last_eviction -= 3600
    assert await words_found(other, "hiking", BOB) == ["hiking"]
    assert len(kept.names()) == 2
    assert await words_found(other, "hiking sailing", ALICE) == ["sailing"]
    await one.close()
    await other.close()


class _Nothing:
    record_keys: Sequence[int] = ()


async def test_overwriting_waits_for_a_long_transaction_without_keeping_readers_waiting(server: LocalServer) -> None:
    address = server.url()
    where = url.parse(address)
    store = await PostgresStore.open(address)
    await store.write([add(ALICE, "I love hiking")])
    with psycopg.connect(server.uri) as busy:
        busy.execute(f"SELECT count(*) FROM {where.schema}.words".encode())
        with pytest.raises(StoreError, match="the table words was never free for long enough"):
            await scrubbing.scrub(where, max_tries=1)
        overwriting = asyncio.create_task(store.scrub())
        for _ in range(10):
            async with asyncio.timeout(2):
                assert len(await store.turns(ALICE)) == 1
            await asyncio.sleep(0.1)
        assert not overwriting.done()
        busy.rollback()
    await overwriting
    await store.close()
