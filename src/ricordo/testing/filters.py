"""The part of the suite of verbs that filters: by tag, time, field and subject."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from ricordo.memory import Ricordo
from ricordo.values import Scope, Turn

ALICE = Scope(application="travel", user="alice")
MONDAY = Scope(application="travel", user="alice", session="monday")
BOB = Scope(application="travel", user="bob")
NOON = datetime(2026, 5, 8, 12, 0, tzinfo=UTC)


def _row(id: str, content: str, *, at: datetime = NOON, turn: str | None = None, **more: Any) -> dict[str, Any]:
    """Return a memory as an export has it; ``turn`` is the id of the turn that it quotes in full."""
    return {
        "type": "memory",
        "id": id,
        "kind": "semantic",
        "content": content,
        "scope": {"user": "anybody"},
        "created_at": NOON.isoformat(),
        "valid_from": at.isoformat(),
        "evidence": [] if turn is None else [{"turn_id": turn, "quote": content}],
        **more,
    }


class FilterConformance:
    """Everything that is expected of filters; the subclass gives a fixture ``memory``."""

    async def test_what_has_a_tag_is_recalled_by_it(self, memory: Ricordo) -> None:
        said = [
            Turn("user", "hiking at home", tags=["home", "über:all"]),
            Turn("user", "hiking at work", tags=["work"]),
        ]
        await memory.remember(said, scope=MONDAY)
        await memory.remember([Turn("user", "hiking anywhere")], scope=MONDAY)
        await memory.remember([Turn("user", "hiking of bob", tags=["home"])], scope=BOB)
        (hit,) = await memory.recall("hiking", scope=ALICE, tags=["home"], kinds=["turn"])
        assert (hit.text, hit.tags) == ("hiking at home", ("home", "über:all"))
        assert len(await memory.recall("hiking", scope=ALICE, tags=["home", "work"], kinds=["turn"])) == 2
        assert len(await memory.recall("hiking", scope=ALICE, tags=["other"])) == 0
        assert [turn.tags for turn in await memory.turns(scope=ALICE)] == [("home", "über:all"), ("work",), ()]

    async def test_a_memory_has_the_tags_of_its_turns_until_they_are_forgotten(self, memory: Ricordo) -> None:
        await memory.set_consent(scope=ALICE, learning=False)  # what is learned by itself must not be counted
        said = [Turn("user", f"I like tea {id}", id=id, tags=[f"tag-{id}"]) for id in ("1", "2")]
        await memory.remember(said, scope=MONDAY)
        evidence = [{"turn_id": id, "quote": f"like tea {id}"} for id in ("1", "2")]
        await memory.import_([_row("m", "Likes tea", evidence=evidence)], scope=ALICE)
        assert (await memory.get("m", scope=ALICE)).tags == ("tag-1", "tag-2")
        (hit,) = await memory.recall("tea", scope=ALICE, tags=["tag-1"], kinds=["semantic"])
        assert hit.tags == ("tag-1", "tag-2")
        await memory.forget(scope=ALICE, ids=["1"])
        assert (await memory.get("m", scope=ALICE)).tags == ("tag-2",)
        assert len(await memory.recall("tea", scope=ALICE, tags=["tag-1"])) == 0

    async def test_what_the_person_corrects_keeps_its_tags(self, memory: Ricordo) -> None:
        await memory.set_consent(scope=ALICE, learning=False)
        await memory.remember([Turn("user", "I like tea", id="1", tags=["drinks"])], scope=MONDAY)
        await memory.import_([_row("m", "I like tea", turn="1")], scope=ALICE)
        await memory.correct("m", "I like coffee", scope=ALICE)
        (found,) = [item async for item in memory.memories(scope=ALICE, tags=["drinks"])]
        assert (found.id, found.content, found.tags) == ("m", "I like coffee", ("drinks",))

    async def test_forgetting_a_memory_erases_what_it_said_before_it_was_corrected(self, memory: Ricordo) -> None:
        await memory.set_consent(scope=ALICE, learning=False)
        await memory.remember([Turn("user", "I like tea", id="1")], scope=MONDAY)
        await memory.import_([_row("m", "I like tea", turn="1"), _row("stated", "Likes jazz")], scope=ALICE)
        for id in ("m", "stated"):
            for content in ("Likes coffee", "Likes cocoa"):
                await memory.correct(id, content, scope=ALICE)
            await memory.forget(scope=ALICE, ids=[id])
        left = [item.content async for item in memory.memories(scope=ALICE, state=None)]
        assert left == ["I like tea"]  # the mark on the words of the turn, which stays

    async def test_memories_are_filtered(self, memory: Ricordo) -> None:
        await memory.set_consent(scope=ALICE, learning=False)
        await memory.remember([Turn("user", "Lives in Rome", id="1", tags=["home"])], scope=MONDAY)
        rows = [
            _row("old", "Lives in Rome", turn="1", field="home"),
            _row("new", "Lives in Oslo", at=NOON + timedelta(days=2), field="home"),
            _row("anna", "Lives in Paris", at=NOON + timedelta(days=4), field="home", subject="wife Anna"),
            _row("diet", "Eats no fish", at=NOON + timedelta(days=4), field="diet", subject="wife Anna"),
        ]
        await memory.import_(rows, scope=ALICE)

        async def ids(**filters: Any) -> list[str]:
            found = [item.id async for item in memory.memories(scope=ALICE, **filters)]
            page = await memory.memories_page(scope=ALICE, limit=1, **filters)
            paged = [item.id for item in page]
            while page.next is not None:
                page = await memory.memories_page(scope=ALICE, limit=1, after=page.next, **filters)
                paged += [item.id for item in page]
            assert paged == found
            return found

        assert await ids() == ["old", "new", "anna", "diet"]
        assert await ids(tags=["home", "nothing"]) == ["old"]
        assert await ids(since=NOON + timedelta(days=2)) == ["new", "anna", "diet"]
        assert await ids(since=NOON, until=NOON + timedelta(days=4)) == ["old", "new"]
        assert await ids(field="home") == ["old", "new", "anna"]
        assert await ids(subject="wife Anna") == ["anna", "diet"]
        assert await ids(field="home", subject="wife Anna") == ["anna"]
        assert await ids(field="home", tags=["home"], until=NOON) == []

    async def test_an_export_since_a_time_can_be_brought_back(self, memory: Ricordo) -> None:
        await memory.set_consent(scope=ALICE, learning=False)
        at = {id: NOON + timedelta(days=number) for number, id in enumerate(["1", "2", "3"])}
        said = [Turn("user", f"I like tea {id}", id=id, occurred_at=at[id], tags=[id]) for id in at]
        await memory.remember(said, scope=MONDAY)
        rows = [_row("early", "I like tea 1", turn="1"), _row("late", "like tea 2", turn="2", at=at["3"])]
        await memory.import_(rows, scope=ALICE)
        since = [row async for row in memory.export(scope=ALICE, since=at["3"])]
        assert [(row["type"], row["id"]) for row in since[1:]] == [("turn", "2"), ("turn", "3"), ("memory", "late")]
        assert since[0]["type"] == "consent"
        assert await memory.import_(since, scope=BOB) == 4
        moved = await memory.get("late", scope=BOB)
        assert (moved.state, moved.tags) == ("current", ("2",))
        assert [row async for row in memory.export(scope=ALICE, since=NOON + timedelta(days=9))] == since[:1]

    @pytest.mark.parametrize(
        ("tags", "error"),
        [
            ("home", TypeError),
            ([5], TypeError),
            ([], ValueError),
            (["a b"], ValueError),
            ([""], ValueError),
            (["x" * 65], ValueError),
            (["a\n"], ValueError),
            ([f"t{number}" for number in range(17)], ValueError),
        ],
    )
    async def test_bad_tags_are_refused(self, memory: Ricordo, tags: Any, error: type[Exception]) -> None:
        with pytest.raises(error, match="tags"):
            await memory.recall("hiking", scope=ALICE, tags=tags)
        with pytest.raises(error, match="tags"):
            await memory.memories_page(scope=ALICE, tags=tags)
        if tags != []:
            with pytest.raises(error, match=r"turn\.tags"):
                Turn("user", "hiking", tags=tags)
