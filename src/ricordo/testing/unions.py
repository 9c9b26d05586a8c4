"""The part of the suite of verbs that recalls from several scopes at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from ricordo.memory import Ricordo
from ricordo.values import Scope, ScopeError, Turn

ALICE = Scope(application="travel", user="alice")
MONDAY = Scope(application="travel", user="alice", session="monday")
BOB = Scope(application="travel", user="bob")
TEAM = Scope(application="travel", agent="team")
GUIDE, BAKER = replace(ALICE, agent="guide"), replace(ALICE, agent="baker")


async def _texts(memory: Ricordo, scope: Scope | Sequence[Scope]) -> set[str]:
    return {hit.text for hit in await memory.recall("hiking", scope=scope, limit=50, kinds=["turn"])}


class UnionConformance:
    """Everything that is expected of a recall from several scopes; the subclass gives a fixture ``memory``."""

    async def test_a_recall_searches_several_scopes_and_says_whose_each_hit_is(self, memory: Ricordo) -> None:
        for scope, text in ((MONDAY, "hiking of alice"), (TEAM, "hiking of the team"), (BOB, "hiking of bob")):
            await memory.remember([Turn("user", text)], scope=scope)
        found = await memory.recall("hiking", scope=[ALICE, TEAM], kinds=["turn"])
        assert {hit.text: hit.scope for hit in found} == {"hiking of alice": MONDAY, "hiking of the team": TEAM}
        assert await _texts(memory, (TEAM,)) == {"hiking of the team"}
        assert await _texts(memory, [ALICE, MONDAY, ALICE]) == {"hiking of alice"}
        assert [hit.score for hit in found] == sorted((hit.score for hit in found), reverse=True)

    async def test_a_session_is_searched_beside_the_whole_of_somebody_else(self, memory: Ricordo) -> None:
        tuesday = replace(MONDAY, session="tuesday")
        for scope, text in ((MONDAY, "hiking 1"), (tuesday, "hiking 2"), (BOB, "hiking 3"), (TEAM, "hiking 4")):
            await memory.remember([Turn("user", text)], scope=scope)
        assert await _texts(memory, [MONDAY, BOB]) == {"hiking 1", "hiking 3"}
        assert await _texts(memory, [BOB, tuesday, MONDAY]) == {"hiking 1", "hiking 2", "hiking 3"}

    async def test_an_agent_is_given_its_own_and_what_the_others_share(self, memory: Ricordo) -> None:
        for scope, text in ((GUIDE, "hiking, told the guide"), (BAKER, "hiking, told the baker"), (ALICE, "hiking")):
            await memory.remember([Turn("user", text)], scope=scope)
        everything = {"hiking, told the guide", "hiking, told the baker", "hiking"}
        assert await _texts(memory, [GUIDE, ALICE]) == await _texts(memory, [BAKER, ALICE]) == everything
        await memory.set_consent(scope=ALICE, sharing=False)
        assert await _texts(memory, [GUIDE, ALICE]) == {"hiking, told the guide", "hiking"}
        assert await _texts(memory, [ALICE, BAKER]) == {"hiking, told the baker", "hiking"}
        await memory.set_consent(scope=ALICE, sharing=True)
        await memory.set_consent(scope=BAKER, sharing=False)
        assert await _texts(memory, [GUIDE, ALICE]) == {"hiking, told the guide", "hiking"}
        assert await _texts(memory, [BAKER, ALICE]) == everything

    @pytest.mark.parametrize(
        ("scope", "error"),
        [
            ([], ScopeError),
            ([None], ScopeError),
            ([ALICE, None], ScopeError),
            ([ALICE] * 9, ScopeError),
            ([ALICE, "bob"], TypeError),
            ([ALICE, {"user": "bob"}], TypeError),
            ([[ALICE]], TypeError),
            ({ALICE}, TypeError),
            ("alice", TypeError),
        ],
    )
    async def test_a_bad_list_of_scopes_is_refused(self, memory: Ricordo, scope: Any, error: type[Exception]) -> None:
        with pytest.raises(error, match="scope"):
            await memory.recall("hiking", scope=scope)
