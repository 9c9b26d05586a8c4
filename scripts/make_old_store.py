"""Fill a store with what an upgrade must keep, with any version of the program: see tests/data/upgrades.

git archive VERSION | tar -x -C old
PYTHONPATH=old/src python scripts/make_old_store.py memory.db export.json

With a URL of PostgreSQL, save the schema with `pg_dump --schema NAME --no-owner --no-privileges --inserts`.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

from pydantic import BaseModel

from ricordo import Ricordo, Scope, Turn
from ricordo.testing import HashEmbedder

ALICE = Scope(application="travel", user="alice")
BOB = Scope(application="travel", user="bob")
START = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)

SAID = {
    "monday": [
        ("user", "Hi, I'm Alice. I live in Leeds and I work as a nurse."),
        ("assistant", "Nice to meet you, Alice. Where would you like to go?"),
        ("user", "I love hiking, and I'm allergic to peanuts."),
        ("user", "My budget is about $2,000 for two weeks."),
    ],
    "tuesday": [
        ("user", "I have moved to Harrogate."),
        ("user", "My sister Anna lives in Porto. She is vegetarian."),
        ("assistant", "Noted. Will Anna come along?"),
        ("user", "Yes. We prefer trains to planes."),
    ],
    "friday": [("user", "I no longer eat meat."), ("user", "日本に行きたいです。"), ("user", "Ich mag keine Hotels.")],
}


class Traveller(BaseModel):
    """A profile that the application fills."""

    home_city: str | None = None
    budget: str | None = None
    diet: str | None = None


def make_clock() -> Callable[[], datetime]:
    """Return a clock that goes on by a minute each time that it is read."""
    minutes = iter(range(10**9))
    return lambda: START + timedelta(minutes=next(minutes))


async def fill(url: str) -> list[dict[str, object]]:
    """Fill an empty store, and return the exports of everybody in it."""
    options = {"embedder": HashEmbedder(), "clock": make_clock(), "profiles": [Traveller]}
    async with Ricordo.open(url, learning="inline", **options) as memory:  # type: ignore[arg-type]
        await memory.set_consent(scope=BOB, learning=False)
        for session, turns in SAID.items():
            scope = Scope(application="travel", user="alice", session=session)
            await memory.remember(
                [Turn(role, text, f"{session}-{place}") for place, (role, text) in enumerate(turns)],  # type: ignore[arg-type]
                scope=scope,
            )
            await memory.settle(timeout=60)
            await memory.summarise(scope=scope)
        await memory.remember([Turn("user", "I collect stamps.", "b1", "Bob")], scope=BOB)
        await memory.set_profile(Traveller, {"budget": "2500 euros"}, scope=ALICE)
        learned = [item async for item in memory.memories(scope=ALICE) if item.kind != "summary"]
        by_words = {word: item.id for word in ("hiking", "nurse") for item in learned if word in item.content}
        await memory.correct(by_words["nurse"], "Works as a midwife", scope=ALICE)
        await memory.reject(by_words["hiking"], scope=ALICE)
        await memory.remember([Turn("user", "Forget this: I like neon.", "gone")], scope=ALICE)
        await memory.forget(scope=ALICE, ids=["gone"])
    async with Ricordo.open(url, learning="queue", **options) as memory:  # type: ignore[arg-type]
        await memory.remember([Turn("user", "I bought a red kayak.", "waiting")], scope=ALICE)  # its job waits
        return [row for scope in (ALICE, BOB) async for row in memory.export(scope=scope)]


if __name__ == "__main__":
    rows = asyncio.run(fill(sys.argv[1]))
    Path(sys.argv[2]).write_text(json.dumps(rows, ensure_ascii=False, indent=1), "utf-8")
    print(len(rows), "rows")
