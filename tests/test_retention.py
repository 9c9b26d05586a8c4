"""Rules of retention: the memory keeps them by itself."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

import ricordo.retention
from ricordo.cli import main
from ricordo.cli.options import Exit
from ricordo.memory import Ricordo
from ricordo.testing import HashEmbedder
from ricordo.values import Scope, Turn, digest_of

TRAVEL = Scope(application="travel")
ALICE = Scope(application="travel", user="alice", session="monday")
BOB = Scope(application="bank", user="bob")
NOON = datetime(2026, 5, 8, 12, tzinfo=UTC)


@dataclass
class Clock:
    """A clock that tests set."""

    now: datetime = NOON

    def __call__(self) -> datetime:
        return self.now


@pytest.mark.parametrize("url", ["memory.db", "memory://"])
async def test_what_has_expired_is_erased_with_a_receipt(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    clock = Clock()
    async with Ricordo.open(url, embedder=HashEmbedder(), learning="inline", clock=clock) as memory:
        await memory.set_retention(scope=TRAVEL, days=30)
        (old,) = await memory.remember([Turn("user", "I live in Canaryville.", occurred_at=NOON)], scope=ALICE)
        await memory.remember([Turn("user", "I live in Leeds.")], scope=BOB)
        clock.now += timedelta(days=20)
        (new,) = await memory.remember([Turn("user", "I love hiking.")], scope=ALICE)
        learned = [
            item.id async for item in memory.memories(scope=ALICE.owner(), state=None) if "Canaryville" in item.content
        ]
        assert learned
        assert await memory.maintenance.apply_retention() == []
        clock.now += timedelta(days=11)
        (receipt,) = await memory.maintenance.apply_retention()
        assert receipt.scope == TRAVEL
        assert receipt.digest == digest_of([old, *learned], receipt.counts, receipt.erased_at)
        assert await memory.receipts(scope=TRAVEL) == [receipt]
        assert [turn.id for turn in await memory.turns(scope=ALICE)] == [new]
        assert len(await memory.recall("where do I live?", scope=ALICE.owner(), kinds=["semantic", "profile"])) == 0
        assert len(await memory.turns(scope=BOB)) == 1
        assert await memory.maintenance.check() == []
    for file in tmp_path.iterdir():
        assert b"Canaryville" not in file.read_bytes()


async def test_the_rules_are_applied_in_the_background_by_one_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ricordo.retention, "_FIRST_SECONDS", 0.01)
    monkeypatch.setattr(ricordo.retention, "_INTERVAL_SECONDS", 0.05)
    clock = Clock()
    opened = [Ricordo.open(tmp_path / "memory.db", embedder=HashEmbedder(), clock=clock) for _ in range(2)]
    async with opened[0] as memory, opened[1]:
        await memory.remember([Turn("user", "I love hiking.")], scope=ALICE)
        await memory.settle()
        await memory.set_retention(scope=TRAVEL, days=1)
        clock.now += timedelta(days=2)
        async with asyncio.timeout(30):
            while await memory.turns(scope=ALICE):  # noqa: ASYNC110 - a store does not tell when it changes
                await asyncio.sleep(0.02)
        assert len(await memory.receipts(scope=TRAVEL)) == 1


async def test_a_process_waits_where_another_has_just_applied_the_rules(tmp_path: Path) -> None:
    clock = Clock()
    async with Ricordo.open(tmp_path / "memory.db", embedder=HashEmbedder(), clock=clock, learning="off") as memory:
        first, second = (ricordo.retention.RetentionKeeper(memory._store, clock) for _ in range(2))
        await memory.set_retention(scope=TRAVEL, days=1)
        assert await first.apply_if_due() == []
        await memory.remember([Turn("user", "I love hiking.")], scope=ALICE)
        clock.now += timedelta(days=2)
        assert await second.apply_if_due() == []
        assert len(await first.apply_if_due()) == 1


def test_rules_on_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    store = ("-s", str(tmp_path / "memory.db"))
    alice = (*store, "-u", "alice")
    assert main(("retention", "--days", "30", "--kind", "turn", *alice)) == Exit.DONE
    assert capsys.readouterr().out.splitlines()[:2] == ["turn      30 days", "episodic  for good"]
    assert main(("retention", *alice, "--json")) == Exit.DONE
    assert '"turn": 30' in capsys.readouterr().out
    assert main(("retention", "--receipts", *alice)) == Exit.NOTHING
    assert main(("expire", *store)) == Exit.NOTHING
    assert main(("retention", "--kind", "turn", *alice)) == Exit.USAGE
    with pytest.raises(SystemExit) as ended:
        main(("retention", "--days", "0", *alice))
    assert ended.value.code == Exit.USAGE
    assert main(("retention", "--days", "off", *alice)) == Exit.DONE
    assert "30" not in capsys.readouterr().out
