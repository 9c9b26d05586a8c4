"""The part of the suite of verbs that says how long things are kept."""

from __future__ import annotations

from typing import Any

import pytest

from ricordo.memory import Ricordo
from ricordo.values import Retention, Scope, Turn

TRAVEL = Scope(application="travel")
ALICE = Scope(application="travel", user="alice")
MONDAY = Scope(application="travel", user="alice", session="monday")
BOB = Scope(application="travel", user="bob")


class RetentionVerbConformance:
    """Everything that is expected of the verbs of retention; the subclass gives a fixture ``memory``."""

    async def test_a_rule_is_set_and_read(self, memory: Ricordo) -> None:
        assert await memory.retention(scope=ALICE) == Retention()
        assert await memory.set_retention(scope=TRAVEL, days=90) == Retention(90, 90, 90, 90, 90)
        assert await memory.set_retention(scope=ALICE, days=30, kinds=["turn"]) == Retention(30, 90, 90, 90, 90)
        assert await memory.retention(scope=MONDAY) == Retention(30, 90, 90, 90, 90)
        assert await memory.retention(scope=BOB) == Retention(90, 90, 90, 90, 90)
        assert await memory.retentions(scope=ALICE) == {ALICE: Retention(turn=30)}
        assert set(await memory.retentions(scope=TRAVEL)) == {TRAVEL, ALICE}
        assert await memory.set_retention(scope=TRAVEL, days=None) == Retention()
        assert await memory.set_retention(scope=ALICE, days=None, kinds=["turn", "summary"]) == Retention()
        assert await memory.retentions(scope=TRAVEL) == {}
        assert await memory.receipts(scope=ALICE) == []

    async def test_what_is_new_is_kept_and_a_rule_goes_with_everything_else(self, memory: Ricordo) -> None:
        await memory.set_retention(scope=ALICE, days=1)
        await memory.remember([Turn("user", "I love hiking")], scope=MONDAY)
        assert len(await memory.recall("hiking", scope=ALICE)) > 0
        await memory.forget(scope=ALICE)
        assert await memory.retentions(scope=ALICE) == {}

    @pytest.mark.parametrize(
        ("arguments", "error", "named"),
        [
            ({"days": 0}, ValueError, "days"),
            ({"days": -1}, ValueError, "days"),
            ({"days": 36_501}, ValueError, "days"),
            ({"days": 1.5}, TypeError, "days"),
            ({"days": True}, TypeError, "days"),
            ({"days": "5"}, TypeError, "days"),
            ({"days": 5, "kinds": []}, ValueError, "kinds"),
            ({"days": 5, "kinds": "turn"}, TypeError, "kinds"),
            ({"days": 5, "kinds": ["nonsense"]}, ValueError, "kinds"),
        ],
    )
    async def test_a_bad_rule_is_refused(
        self, memory: Ricordo, arguments: dict[str, Any], error: type[Exception], named: str
    ) -> None:
        with pytest.raises(error, match=named):
            await memory.set_retention(scope=ALICE, **arguments)
        assert await memory.retentions(scope=ALICE) == {}
