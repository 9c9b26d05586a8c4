"""Failures of a server: retried where that is safe, a clear error otherwise, and nothing acknowledged is lost."""

from __future__ import annotations

import asyncio
import logging
import subprocess
import sys
import traceback
from collections.abc import Generator
from pathlib import Path

import psycopg
import pytest

from ricordo import Ricordo
from ricordo.ports.changes import AddUsage, FinishJob
from ricordo.stores.postgres import PostgresStore, url, usage
from ricordo.stores.postgres.schema import STEPS, require_pgvector, require_server
from ricordo.stores.postgres.server import MAX_CONNECTIONS
from ricordo.stores.postgres.session import PostgresSession
from ricordo.testing import HashEmbedder
from ricordo.testing.conforming.base import ALICE, BOB, MONDAY, TUESDAY, words_found
from ricordo.testing.samples import add, erase, minute, turn
from ricordo.values import Scope, StoreError, Turn
from tests.promises.processes import killed, lines, running
from tests.promises.test_durable import assert_all_there
from tests.stores.postgres.server import LocalServer, run_server


@pytest.fixture(scope="module")
def fragile() -> Generator[LocalServer]:
    """A server for those who kill it; each starts it again."""
    with run_server() as server:
        yield server


async def test_no_acknowledged_turn_is_lost_when_the_server_is_killed(fragile: LocalServer) -> None:
    address = fragile.url()
    with running("write", address, "ann", 100_000) as one, running("write-many", address, "ben", 150) as many:
        said = {"ann": lines(one, 20), "ben": lines(many, 20)}
        fragile.kill()
        fragile.start()
        # Those who were writing go on as if nothing had happened.
        said["ann"] += lines(one, 20)
        said["ben"] += lines(many, 130)
        assert many.wait() == 0
        said["ann"] += killed(one)
    assert len(set(said["ben"])) == 150
    for name, ids in said.items():
        await assert_all_there(address, name, set(ids))


async def test_a_change_that_a_crash_has_undone_is_not_taken_for_the_one_that_got_its_number(
    fragile: LocalServer,
) -> None:
    fragile.execute("ALTER SYSTEM SET wal_writer_delay = '10s'")  # what is not committed does not reach the disk
    fragile.execute("SELECT pg_reload_conf()")
    store = await PostgresStore.open(fragile.url(), timeout=30)
    numbers: list[int] = []
    begun, undone = asyncio.Event(), asyncio.Event()

    async def change(session: PostgresSession) -> None:
        usage.add(session, AddUsage(ALICE, "2026-01-01", 1, 2, 3))
        await session.execute_batch()
        numbers.append(int(session.transaction or 0))
        if len(numbers) == 1:
            begun.set()
            await undone.wait()

    changing = asyncio.create_task(store._server.write(change))
    await begun.wait()
    await asyncio.to_thread(fragile.kill)
    await asyncio.to_thread(fragile.start)
    given = 0
    while given < numbers[0]:
        ((given,),) = await asyncio.to_thread(fragile.execute, "SELECT pg_current_xact_id()::text::bigint")
    assert given == numbers[0]  # somebody else has the number now, and has committed
    undone.set()
    await changing
    assert (len(numbers), (await store.usage(ALICE)).calls) == (2, 1)
    await store.close()
    fragile.execute("ALTER SYSTEM RESET wal_writer_delay")


async def test_a_store_goes_on_after_the_server_was_restarted(fragile: LocalServer) -> None:
    store = await PostgresStore.open(fragile.url())
    await store.write([add(ALICE, "before")])
    await asyncio.gather(*(store.turns(ALICE) for _ in range(20)))  # so that there are several connections
    fragile.kill()
    waiting = asyncio.create_task(store.write([add(ALICE, "during")]))
    await asyncio.to_thread(fragile.start)
    assert await waiting == [1]
    assert [kept.text for _, kept in await store.turns(ALICE)] == ["before", "during"]
    await store.close()


async def test_two_writers_go_on_as_soon_as_the_server_is_back(fragile: LocalServer) -> None:
    """A pool that waits twice as long after each attempt would try again 7 and 15 seconds after the crash."""
    store = await PostgresStore.open(fragile.url(), timeout=30)
    await store.write([add(ALICE, "before"), add(BOB, "before")])
    await asyncio.to_thread(fragile.kill)
    writing = asyncio.gather(*(store.write([add(scope, "during")]) for scope in (ALICE, BOB)))
    await asyncio.sleep(8)
    await asyncio.to_thread(fragile.start)
    async with asyncio.timeout(4):
        assert await writing == [[1], [1]]
    await store.close()


async def test_a_server_that_stays_away_is_an_error_that_says_so(fragile: LocalServer) -> None:
    store = await PostgresStore.open(fragile.url(), timeout=0.5)
    await store.write([add(ALICE, "before")])
    fragile.kill()
    for failing in (store.turns(ALICE), store.write([add(ALICE, "x")])):
        with pytest.raises(StoreError, match="cannot be reached"):
            await failing
    with pytest.raises(StoreError, match="cannot be reached"):
        await PostgresStore.open(fragile.url(), timeout=0.5)
    fragile.start()
    assert await _count_turns_after_restart(store) == 1
    await store.close()


async def _count_turns_after_restart(store: PostgresStore) -> int:
    """Wait until the store has a connection again, and return how many turns there are."""
    async with asyncio.timeout(60):
        while True:
            try:
                return len(await store.turns(ALICE))
            except StoreError:
                await asyncio.sleep(0.1)


async def test_nothing_is_done_twice_or_not_at_all_while_connections_are_cut(server: LocalServer) -> None:
    """Costs are sums, so a change that is carried out twice, or reported as failed although stored, shows."""
    store = await PostgresStore.open(server.url(), timeout=30)
    some = "FROM pg_stat_activity WHERE usename IS NOT NULL AND pid <> pg_backend_pid() AND random() < 0.4"

    async def cut_connections() -> None:
        for _ in range(25):
            await asyncio.to_thread(server.execute, f"SELECT pg_terminate_backend(pid) {some}")
            await asyncio.sleep(0.02)

    async def write() -> int:
        written = 0
        while not cutting.done() or written < 20:
            await store.write([AddUsage(ALICE, "2026-01-01", 1, 2, 3)])
            written += 1
        return written

    cutting = asyncio.create_task(cut_connections())
    written = sum(await asyncio.gather(*(write() for _ in range(6))))
    await cutting
    assert (await store.usage(ALICE)).calls == written
    await store.close()


async def test_more_callers_than_connections_wait_their_turn(server: LocalServer) -> None:
    store = await PostgresStore.open(server.url())
    await asyncio.gather(*(store.write([add(Scope(user=f"u{n}"), "hello")]) for n in range(10 * MAX_CONNECTIONS)))
    assert (await store.status()).turns == 10 * MAX_CONNECTIONS
    await store.close()


async def test_a_pool_that_stays_full_is_an_error_that_says_so(server: LocalServer) -> None:
    store = await PostgresStore.open(server.url(), timeout=0.5)
    held = [await store._server._pool.getconn() for _ in range(MAX_CONNECTIONS)]
    with pytest.raises(StoreError, match="all connections are busy"):
        await store.turns(ALICE)
    for connection in held:
        await store._server._pool.putconn(connection)
    assert await store.turns(ALICE) == []
    await store.close()


async def test_writers_who_wait_for_each_other_in_a_circle_both_succeed(server: LocalServer) -> None:
    store = await PostgresStore.open(server.url(), timeout=30)
    await store.write([add(ALICE, "first"), add(BOB, "first")])

    async def write(number: int) -> None:
        order = [ALICE, BOB] if number % 2 else [BOB, ALICE]
        await store.write([add(scope, f"note {number}") for scope in order])

    await asyncio.gather(*(write(number) for number in range(12)))
    assert len(await store.turns(Scope(application="travel"))) == 26
    assert await store.check() == []
    await store.close()


async def test_erasing_and_writing_at_once_leave_a_sound_store(server: LocalServer) -> None:
    address = server.url()
    stores = [await PostgresStore.open(address, timeout=30) for _ in range(2)]
    for number in range(15):
        await asyncio.gather(
            stores[0].write([add(MONDAY, turn(f"hiking {number}", MONDAY, id=f"{number}"), learn_at=minute(0))]),
            stores[1].write([add(TUESDAY, f"sailing {number}"), add(BOB, f"hiking {number}")]),
            erase(stores[number % 2], ALICE if number % 3 else MONDAY),
        )
        assert await stores[number % 2].check() == []
    assert len(await stores[0].turns(BOB)) == 15
    found = await words_found(stores[1], "hiking", ALICE)
    assert sorted(found) == sorted(kept.text for _, kept in await stores[0].turns(ALICE) if "hiking" in kept.text)
    for store in stores:
        await store.close()


async def test_two_processes_write_at_once_and_nothing_is_lost(server: LocalServer) -> None:
    address = server.url()
    with running("write", address, "ann", 60) as ann, running("write-many", address, "ben", 60) as ben:
        said = {"ann": lines(ann, 60), "ben": lines(ben, 60)}
        assert ann.wait() == ben.wait() == 0
    for name, ids in said.items():
        assert len(set(ids)) == 60
        await assert_all_there(address, name, set(ids))


async def test_many_open_the_same_new_database_at_once(server: LocalServer) -> None:
    address = server.url()
    stores = await asyncio.gather(*(PostgresStore.open(address) for _ in range(6)))
    for store in stores:
        assert (await store.status()).schema == len(STEPS)
        await store.close()


async def test_a_worker_is_woken_when_a_job_is_left(server: LocalServer) -> None:
    address = server.url()
    worker, writer = await PostgresStore.open(address), await PostgresStore.open(address)
    assert await worker.wait_for_jobs(30), "who begins to listen does not know what was left before"
    assert not await worker.wait_for_jobs(0.01)
    waiting = asyncio.create_task(worker.wait_for_jobs(30))
    await writer.write([add(ALICE, "hello", learn_at=minute(0))])
    async with asyncio.timeout(5):
        assert await waiting
    (job,) = await worker.lease(worker="w", now=minute(1), seconds=60, limit=5)
    await worker.write([FinishJob(job)])
    await worker.close()
    await writer.close()


async def test_what_one_process_leaves_another_learns_soon(server: LocalServer) -> None:
    address, embedder = server.url(), HashEmbedder()
    async with (
        Ricordo.open(address, embedder=embedder) as worker,
        Ricordo.open(address, embedder=embedder, learning="queue") as writer,
    ):
        await asyncio.sleep(0.5)  # it has nothing to do and waits, for ten seconds if nobody calls it
        await writer.remember([Turn("user", "My name is Alice.")], scope=ALICE)
        async with asyncio.timeout(7):
            while await writer.jobs():  # noqa: ASYNC110 - what it waits for happens in a database
                await asyncio.sleep(0.1)
        assert worker.maintenance.jobs_done == 1


async def test_a_database_of_a_newer_program_is_refused(server: LocalServer) -> None:
    address = server.url()
    await (await PostgresStore.open(address)).close()
    server.execute(f"INSERT INTO {url.parse(address).schema}.step VALUES (99)")
    with pytest.raises(StoreError, match="newer Ricordo"):
        await PostgresStore.open(address)


async def test_a_schema_of_another_program_is_left_alone(server: LocalServer) -> None:
    server.execute("CREATE SCHEMA other")
    server.execute("CREATE TABLE other.invoices (id int)")
    with pytest.raises(StoreError, match="another program"):
        await PostgresStore.open(server.url(schema="other"))
    assert server.execute("SELECT count(*) FROM pg_tables WHERE schemaname = 'other'") == [(1,)]


async def test_a_database_without_pgvector_says_what_to_run(server: LocalServer) -> None:
    server.execute("CREATE ROLE guest LOGIN")
    server.execute("CREATE DATABASE guest OWNER guest")
    with pytest.raises(StoreError, match="CREATE EXTENSION vector"):
        await PostgresStore.open(server.uri.replace("postgres:@/postgres", "guest@/guest"))


def test_servers_that_are_too_old_are_refused() -> None:
    require_server(140005, "here")
    require_pgvector("0.7.0", "here")
    require_pgvector("1.0", "here")
    with pytest.raises(StoreError, match="PostgreSQL 13, and Ricordo needs 14"):
        require_server(130012, "here")
    with pytest.raises(StoreError, match=r"pgvector 0\.6\.2, and Ricordo needs 0\.7"):
        require_pgvector("0.6.2", "here")
    with pytest.raises(StoreError, match="has no pgvector"):
        require_pgvector(None, "here")


@pytest.mark.parametrize(
    "address",
    [
        "postgresql://ann:hunter2@127.0.0.1:1/db",
        "postgresql://ann:hunter2@localhost:notaport/db",
        "postgresql://ann:hunter2@127.0.0.1:1/db?schema=No%20Name",
        "postgresql://ann@127.0.0.1:1/db?password=hunter2",
        "postgresql://ann:hunter2@127.0.0.1:1/db?nonsense=1",
    ],
)
async def test_a_password_never_shows(address: str, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG), pytest.raises((StoreError, ValueError)) as caught:
        async with Ricordo.open(address, embedder=HashEmbedder(), timeout=1):
            pass
    shown = [repr(caught.value), "".join(traceback.format_exception(caught.value)), caplog.text]
    assert not [text for text in shown if "hunter2" in text]


async def test_what_the_server_says_about_somebodys_words_is_not_passed_on(server: LocalServer) -> None:
    address = server.url()
    store = await PostgresStore.open(address)
    await store.write([add(ALICE, "hello")])
    schema = url.parse(address).schema
    server.execute(f"ALTER TABLE {schema}.words ADD CONSTRAINT short CHECK (length(text) < 20)")
    with pytest.raises(StoreError, match="CheckViolation") as caught:
        await store.write([add(ALICE, "the door code is 4711, and more")])
    assert "4711" not in str(caught.value)
    assert caught.value.__suppress_context__
    await store.close()


async def test_a_full_set_of_connections_at_the_server_is_explained(server: LocalServer) -> None:
    server.execute("CREATE ROLE lonely LOGIN CONNECTION LIMIT 0")
    with pytest.raises(StoreError, match="too many connections"):
        await PostgresStore.open(server.uri.replace("postgres:@", "lonely@"))
    with psycopg.connect(server.uri) as connection:
        assert connection.info.server_version >= 140000


def test_without_the_extra_everything_else_works_and_the_error_says_what_to_install(tmp_path: Path) -> None:
    program = """
import asyncio, sys
sys.modules["psycopg"] = None
from ricordo import Ricordo, StoreError
from ricordo.testing import HashEmbedder

async def main():
    async with Ricordo.open("memory.db", embedder=HashEmbedder()):
        pass
    try:
        async with Ricordo.open("postgresql://localhost/x", embedder=HashEmbedder()):
            pass
    except StoreError as error:
        print(error)

asyncio.run(main())
"""
    done = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert "pip install 'ricordo[postgres]'" in done.stdout
