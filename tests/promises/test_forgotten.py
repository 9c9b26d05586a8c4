"""Promise 5: forgotten means gone, from the files too."""

from __future__ import annotations

import asyncio
import random
import sqlite3
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ricordo.memory import Ricordo
from ricordo.ports.changes import PutMemory
from ricordo.stores.sqlite import SqliteStore
from ricordo.testing import HashEmbedder
from ricordo.testing.samples import add, erase, put
from ricordo.testing.samples import memory as sample_memory
from ricordo.values import Receipt, Scope, Turn, digest_of

WORDS = [f"word{number:03d}" for number in range(400)]


def all_bytes(folder: Path) -> bytes:
    return b"".join(file.read_bytes() for file in sorted(folder.iterdir()))


def assert_gone(folder: Path, *needles: str) -> None:
    data = all_bytes(folder)
    for needle in needles:
        for encoding in ("utf-8", "utf-16-le"):
            assert needle.encode(encoding) not in data, needle


@pytest.fixture(params=["as SQLite comes", "with secure_delete off"])
def sqlite_of_either_kind(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Debian compiles SQLite to overwrite what is deleted; others do not. Neither must matter."""
    if request.param == "as SQLite comes":
        return
    plain: Callable[..., sqlite3.Connection] = sqlite3.connect

    def connect(*args: Any, **settings: Any) -> sqlite3.Connection:
        connection = plain(*args, **settings)
        connection.execute("PRAGMA secure_delete = OFF")
        return connection

    monkeypatch.setattr(sqlite3, "connect", connect)


def person(number: int) -> Scope:
    return Scope(application="test", user=f"canaryuser{number:03d}x", session=f"canarysession{number:03d}x")


def text(rng: random.Random, number: int) -> str:
    """A text of some length with the person's canary in it, sometimes longer than a page of the database."""
    length = rng.choice([3, 10, 40, 120, 1_500 if rng.random() < 0.2 else 5])
    words = rng.choices(WORDS, k=length)
    words.insert(rng.randrange(len(words)), f"canary{number:03d}x")
    return " ".join(words)


@pytest.mark.usefixtures("sqlite_of_either_kind")
@pytest.mark.parametrize("seed", range(2))
async def test_no_byte_is_left_of_anybody_after_random_work(tmp_path: Path, seed: int) -> None:
    rng = random.Random(seed)
    forgotten: set[int] = set()
    async with Ricordo.open(tmp_path / "memory.db", embedder=HashEmbedder()) as memory:
        for step in range(600):
            number = rng.randrange(30)
            if number in forgotten:
                continue
            turns = [
                Turn("user", text(rng, number), author=f"canaryauthor{number:03d}x", tags=[f"canarytag{number:03d}x"])
                for _ in range(rng.choice([1, 1, 3]))
            ]
            await memory.remember(turns, scope=person(number))
            if step % 40 == 39:
                await memory.forget(scope=Scope(user=f"canaryuser{number:03d}x"))
                forgotten.add(number)
                assert_gone(tmp_path, *_traces(forgotten))
        assert await memory.maintenance.check() == []
        for number in range(30):
            await memory.forget(scope=Scope(application="test", user=f"canaryuser{number:03d}x"))
            assert_gone(tmp_path, *_traces({number}))
    assert_gone(tmp_path, "canary", *WORDS)


def _traces(numbers: set[int]) -> list[str]:
    kinds = ("canary", "canaryuser", "canarysession", "canaryauthor", "canarytag")
    return [f"{kind}{number:03d}x" for number in numbers for kind in kinds]


@pytest.mark.usefixtures("sqlite_of_either_kind")
async def test_single_turns_leave_no_byte_either(tmp_path: Path) -> None:
    rng = random.Random(5)
    scope = Scope(user="alice")
    async with Ricordo.open(tmp_path / "memory.db", embedder=HashEmbedder()) as memory:
        turns = [Turn("user", f"{text(rng, number)} secret{number:03d}x", id=f"t{number}") for number in range(200)]
        for turn in turns:
            await memory.remember([turn], scope=scope)
        for number in rng.sample(range(200), 60):
            await memory.forget(scope=scope, ids=[f"t{number}"])
            assert_gone(tmp_path, f"secret{number:03d}x")
            assert await memory.recall(f"secret{number:03d}x", scope=scope, kinds=["turn"], limit=1) != turns[number]
        assert await memory.maintenance.check() == []


@pytest.mark.usefixtures("sqlite_of_either_kind")
async def test_memories_and_vectors_leave_no_byte(tmp_path: Path) -> None:
    scope, embedder = Scope(user="alice"), HashEmbedder()
    store = await SqliteStore.open(tmp_path / "memory.db")
    try:
        for number in range(50):
            made = sample_memory(f"canarymemory {number}", scope, id=f"m{number}")
            await store.write([put(replace(made, subject=f"canarysubject {number}", tags=("canarytag",)))])
            changed = sample_memory(f"changedmemory {number}", scope, id=f"m{number}")
            await store.write([PutMemory(changed)])
        vector = embedder.vector("canarymemory 7").astype("<f2").tobytes()
        await erase(store, scope, ids=["m7"])
        assert vector not in all_bytes(tmp_path)
        await erase(store, scope)
        assert_gone(tmp_path, "canarymemory", "canarysubject", "canarytag", "changedmemory", "alice")
    finally:
        await store.close()


async def test_the_names_in_a_rule_of_retention_go_with_the_person(tmp_path: Path) -> None:
    scope = Scope(application="test", user="canaryuser")
    async with Ricordo.open(tmp_path / "memory.db", embedder=HashEmbedder()) as memory:
        for days in (30, 60, None, 90):
            await memory.set_retention(scope=replace(scope, session="canarysession"), days=days)
        await memory.remember([Turn("user", "hello")], scope=scope)
        await memory.forget(scope=scope)
        assert_gone(tmp_path, "canaryuser", "canarysession")


async def test_a_reader_that_holds_on_is_told_of_and_cleaned_up_after(tmp_path: Path) -> None:
    path, scope = tmp_path / "memory.db", Scope(user="alice")
    async with Ricordo.open(path, embedder=HashEmbedder()) as memory:
        await memory.remember([Turn("user", "my secret canary")], scope=scope)
        reader = sqlite3.connect(path)
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM turn").fetchone()
        receipt = await memory.forget(scope=scope)
        assert receipt.scrubbed is False
        assert not await memory.recall("secret", scope=scope)
        reader.close()
    async with Ricordo.open(path, embedder=HashEmbedder()):
        assert_gone(tmp_path, "canary")


async def test_once_the_reader_has_gone_the_words_go_by_themselves(tmp_path: Path) -> None:
    path, scope = tmp_path / "memory.db", Scope(user="alice")
    async with Ricordo.open(path, embedder=HashEmbedder()) as memory:
        await memory.remember([Turn("user", "my secret canary")], scope=scope)
        reader = sqlite3.connect(path)
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM turn").fetchone()
        assert (await memory.forget(scope=scope)).scrubbed is False
        assert b"canary" in all_bytes(tmp_path)
        reader.close()
        async with asyncio.timeout(30):
            while b"canary" in all_bytes(tmp_path):  # noqa: ASYNC110 - files do not tell when they change
                await asyncio.sleep(0.05)


async def test_a_forgetting_that_nobody_waits_for_any_more_is_finished(tmp_path: Path) -> None:
    scope, erased_all_the_same = Scope(user="alice"), 0
    async with Ricordo.open(tmp_path / "memory.db", embedder=HashEmbedder()) as memory:
        for step in range(40):
            await memory.remember([Turn("user", f"canary {number}") for number in range(20)], scope=scope)
            forgetting = asyncio.create_task(memory.forget(scope=scope))
            await asyncio.sleep(0.0003 * step)
            forgetting.cancel()
            await asyncio.gather(forgetting, return_exceptions=True)
            await memory.set_consent(scope=Scope(user="bob"), learning=True)  # whatever was begun is done after this
            if not (await memory.status()).store.turns:
                erased_all_the_same += forgetting.cancelled()
                assert_gone(tmp_path, "canary")
            await memory.forget(scope=scope)
    assert erased_all_the_same


class Held:
    """A connection that waits before it says that nothing is left to be overwritten."""

    def __init__(self, connection: sqlite3.Connection, reached: threading.Event, go: threading.Event) -> None:
        self._connection, self._reached, self._go = connection, reached, go

    def execute(self, query: str, *values: Any) -> Any:
        if query.startswith("DELETE FROM meta"):
            self._reached.set()
            assert self._go.wait(30)
        return self._connection.execute(query, *values)


async def test_a_receipt_says_scrubbed_only_of_its_own_words(tmp_path: Path) -> None:
    path, reached, go = tmp_path / "memory.db", threading.Event(), threading.Event()
    one, other = await SqliteStore.open(path), await SqliteStore.open(path)
    alice, bob = Scope(user="alice"), Scope(user="bob")
    await one.write([add(alice, "canary"), add(bob, "hello")])
    scrub = other._writer._scrub
    other._writer._scrub = lambda connection, patient: scrub(Held(connection, reached, go), patient)  # type: ignore[arg-type]
    forgetting = asyncio.create_task(erase(other, bob))
    await asyncio.to_thread(reached.wait)
    mine = one._writer._scrub

    def after_the_other(connection: sqlite3.Connection, patient: bool) -> bool:
        go.set()
        asyncio.run_coroutine_threadsafe(_done(forgetting), loop).result(30)
        return mine(connection, patient)

    loop = asyncio.get_running_loop()
    one._writer._scrub = after_the_other
    erased = await erase(one, alice)
    assert erased.scrubbed
    assert_gone(tmp_path, "canary")
    other._writer._scrub = scrub
    await one.close()
    await other.close()


async def _done(task: asyncio.Task[Any]) -> None:
    await asyncio.wait([task])


async def test_what_is_refused_was_never_written_down(tmp_path: Path) -> None:
    scope = Scope(user="alice")
    async with Ricordo.open(tmp_path / "memory.db", embedder=HashEmbedder()) as memory:
        await memory.remember([Turn("user", "I love hiking", id="1")], scope=scope)
        turns = [Turn("user", f"canary {'x' * 9_000} {number}") for number in range(800)]
        with pytest.raises(ValueError, match=r"turns\[800\]"):
            await memory.remember([*turns, Turn("user", "I hate hiking", id="1")], scope=scope)
        assert_gone(tmp_path, "canary")


async def test_what_is_cached_in_another_process_is_not_found_any_more(tmp_path: Path) -> None:
    path, scope = tmp_path / "memory.db", Scope(user="alice")
    async with (
        Ricordo.open(path, embedder=HashEmbedder()) as one,
        Ricordo.open(path, embedder=HashEmbedder()) as other,
    ):
        await one.remember([Turn("user", "I love hiking")], scope=scope)
        assert len(await other.recall("hiking", scope=scope)) == 1
        await one.forget(scope=scope)
        assert len(await other.recall("hiking", scope=scope)) == 0


async def test_the_receipt_counts_and_can_be_verified(tmp_path: Path) -> None:
    scope = Scope(user="alice")
    async with Ricordo.open(tmp_path / "memory.db", embedder=HashEmbedder()) as memory:
        ids = await memory.remember([Turn("user", "I love hiking"), Turn("user", "and sailing")], scope=scope)
        receipt = await memory.forget(scope=scope)
    assert isinstance(receipt, Receipt)
    assert (receipt.counts["turns"], receipt.counts["vectors"]) == (2, 2)
    assert receipt.counts["keywords"] > 4
    assert receipt.digest == digest_of(ids, receipt.counts, receipt.erased_at)
    assert receipt.digest != digest_of([*ids, "another"], receipt.counts, receipt.erased_at)
    assert "hiking" not in repr(receipt)


def test_vectors_are_looked_for_as_they_are_stored() -> None:
    """The test above would be blind if vectors were stored in another form than it looks for."""
    vector = HashEmbedder().vector("x")
    assert np.frombuffer(vector.astype("<f2").tobytes(), "<f2") == pytest.approx(vector, abs=1e-3)
