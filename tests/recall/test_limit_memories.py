"""A memory is left out for the turns that it rests on, and not for others with the same ids."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from ricordo.recall.outdated import RankedRecord
from ricordo.recall.recaller import _limit_memories  # pyright: ignore[reportPrivateUsage]
from ricordo.values import Evidence, Memory, Scope, StoredTurn

NOON = datetime(2026, 5, 8, 12, tzinfo=UTC)
ALICE, TEAM = Scope(user="alice"), Scope(user="team")


def turn(text: str, scope: Scope) -> StoredTurn:
    return StoredTurn("1", "user", text, None, NOON, NOON, scope)


def test_a_turn_of_somebody_else_with_the_same_id_does_not_tell_it() -> None:
    memory = Memory(
        id="m",
        kind="semantic",
        content="Lives in Leeds",
        scope=ALICE,
        created_at=NOON,
        valid_from=NOON,
        evidence=(Evidence("1", "live in Leeds"),),
    )
    for said, scope, kept in (("I live in Leeds", ALICE, [0]), ("We live in York", TEAM, [0, 1])):
        records: Any = {0: turn(said, scope), 1: memory}
        found = [RankedRecord(0, 0, 1.0), RankedRecord(1, 1, 0.5)]
        assert [one.key for one in _limit_memories(found, records, 10)] == kept
