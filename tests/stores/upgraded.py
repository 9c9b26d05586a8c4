"""Stores that `scripts.make_old_store` filled with the program before a change of schema, and what they must keep."""

from __future__ import annotations

import json
import lzma
from pathlib import Path
from typing import Any

from scripts.make_old_store import ALICE, BOB, Traveller

from ricordo import Ricordo
from ricordo.testing.verbs import collect_export

FOLDER = Path(__file__).parents[1] / "data/upgrades"

NEW_FIELDS: dict[str, dict[str, Any]] = {
    "memory": {"subject": None, "negated": False, "tags": []},
    "turn": {"tags": []},
}
"""The fields that exports have had since, with the values that they have for what was stored before."""


def read_saved(name: str) -> bytes:
    """Return a saved file."""
    return lzma.decompress((FOLDER / f"{name}.xz").read_bytes())


def read_export(name: str) -> list[dict[str, Any]]:
    """Return the export that the old program made, with the fields that have come since."""
    rows: list[dict[str, Any]] = json.loads(read_saved(f"{name}.json"))
    return [{**row, **NEW_FIELDS.get(row["type"], {})} for row in rows]


async def check_upgraded(memory: Ricordo, name: str) -> None:
    """Check that a store that was opened with this program has lost nothing, and can be worked with."""
    assert await memory.maintenance.check() == []
    exported = [row for scope in (ALICE, BOB) for row in await collect_export(memory, scope)]
    assert exported == read_export(name)
    await _check_beliefs(memory)
    (job,) = await memory.jobs(scope=ALICE)
    assert job.turns == ("waiting",)
    (hit,) = [hit for hit in await memory.recall("nurse", scope=ALICE, kinds=["turn"]) if hit.id == "monday-0"]
    assert ("corrected", "Works as a midwife") in [(words.reason, words.current) for words in hit.outdated]
    assert (await memory.recall("kayak", scope=ALICE))[0].id == "waiting"
    assert not (await memory.consent(scope=BOB)).learning


async def _check_beliefs(memory: Ricordo) -> None:
    profile = await memory.profile(Traveller, scope=ALICE)
    assert profile.value.budget == "2500 euros"
    (corrected,) = [item async for item in memory.memories(scope=ALICE) if item.content == "Works as a midwife"]
    history = await memory.history(corrected.id, scope=ALICE)
    assert "Works as a nurse" in {old.content for old in history.before}
    summaries = [item async for item in memory.memories(scope=ALICE, kinds=["summary"])]
    assert len(summaries) == 3


async def check_use(memory: Ricordo) -> None:
    """Check that what the schema has had since can be used, and that everything can be forgotten."""
    await memory.set_retention(scope=ALICE, days=3_650)
    assert await memory.maintenance.apply_retention() == []
    await memory.forget(scope=ALICE, ids=["monday-2"])
    assert len([item async for item in memory.memories(scope=ALICE, kinds=["summary"])]) == 2
    for scope in (ALICE, BOB):
        await memory.forget(scope=scope)
        assert [row for row in await collect_export(memory, scope) if row["type"] != "consent"] == []
    assert await memory.pending() == 0
    assert await memory.maintenance.check() == []
