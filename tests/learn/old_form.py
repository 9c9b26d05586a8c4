"""Memories in the form of version 0.1: one statement as a profile field and, beside it, as a sentence."""

from __future__ import annotations

from typing import Any

from ricordo import Ricordo, Scope, Turn

PERSON = Scope(application="travel", user="alice")
SAID = "I live in Leeds now. My budget is $2,000, and I am allergic to penicillin. My wife hates fish."


def make_row(id: str, content: str, quote: str, **more: Any) -> dict[str, Any]:
    """Return a memory as an export has it."""
    row = {"type": "memory", "id": id, "kind": "semantic", "content": content, "scope": PERSON.parts}
    row |= {"created_at": "2026-03-02", "valid_from": "2026-03-02", "evidence": [{"turn_id": "t", "quote": quote}]}
    return row | more


def make_profile(id: str, field: str, value: Any, quote: str, **more: Any) -> dict[str, Any]:
    """Return a memory of a profile field as an export has it."""
    return make_row(id, f"{field}: {value}", quote, kind="profile", field=field, value=value, **more)


async def fill(memory: Ricordo, *rows: dict[str, Any]) -> None:
    """Store the turn, and memories that rest on it."""
    await memory.remember([Turn("user", SAID, "t")], scope=Scope(application="travel", user="alice", session="1"))
    await memory.import_(rows, scope=PERSON)


async def check_merging(memory: Ricordo) -> None:
    """Fill a memory in the old form, merge twins, and check that one row has all and the other stays as its past."""
    await fill(
        memory,
        make_profile("p", "home", "Leeds", "live in Leeds now", created_at="2026-03-01", source="assistant"),
        make_row("s", "Lives in Leeds", "I live in Leeds"),
    )
    assert await memory.maintenance.merge_twins() == 1
    assert await memory.maintenance.merge_twins() == 0
    (kept,) = [item async for item in memory.memories(scope=PERSON)]
    gone = await memory.get("p", scope=PERSON)
    assert (kept.id, kept.kind, kept.content, kept.field, kept.value) == (
        "s",
        "profile",
        "Lives in Leeds",
        "home",
        "Leeds",
    )
    assert (kept.source, kept.created_at.day) == ("person", 1)
    assert [part.quote for part in kept.evidence] == ["live in Leeds now", "I live in Leeds"]
    assert (gone.state, gone.superseded_by, kept.supersedes) == ("superseded", "s", ("p",))
    assert (gone.content, gone.value, [part.quote for part in gone.evidence]) == (
        "home: Leeds",
        "Leeds",
        ["live in Leeds now"],
    )
    found = await memory.recall("Leeds", scope=PERSON, kinds=["profile", "semantic"])
    assert [hit.id for hit in found] == ["s"]
    assert (await memory.status()).unembedded == 0
    assert await memory.maintenance.check() == []
