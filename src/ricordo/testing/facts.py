"""The part of the suite of verbs that states facts without a conversation."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from ricordo.memory import Ricordo
from ricordo.values import ConsentError, Memory, NotFound, Scope

ALICE = Scope(application="travel", user="alice")
MONDAY = Scope(application="travel", user="alice", session="monday")
BOB = Scope(application="travel", user="bob")
NOON = datetime(2026, 5, 8, 12, 0, tzinfo=UTC)
_SAID = {"kind": "semantic", "type": "memory", "scope": {"user": "anybody"}, "source": "person"}


async def _list(memory: Ricordo, scope: Scope = ALICE) -> list[Memory]:
    return [item async for item in memory.memories(scope=scope, state=None)]


async def _put(memory: Ricordo, id: str, content: str, **more: Any) -> None:
    """Store a memory that the person stated."""
    row = {**_SAID, "id": id, "content": content, "created_at": "2026-01-01", "valid_from": "2026-01-01", **more}
    assert await memory.import_([row], scope=ALICE) == 1


class FactConformance:
    """Everything that is expected of ``learn_fact``; the subclass gives a fixture ``memory``."""

    async def test_a_fact_is_stored_as_it_was_stated(self, memory: Ricordo) -> None:
        made = await memory.learn_fact(
            " Anna does not eat fish ",
            scope=MONDAY,
            field="dislikes",
            value="fish",
            subject="wife Anna",
            negated=True,
            kind="episodic",
            valid_from=NOON,
            valid_until=NOON + timedelta(days=100_000),
        )
        assert (made.content, made.scope, made.source, made.state) == (
            "Anna does not eat fish",
            ALICE,
            "application",
            "current",
        )
        assert (made.field, made.value, made.subject, made.negated) == ("dislikes", "fish", "wife Anna", True)
        assert (made.kind, made.valid_from, made.evidence) == ("episodic", NOON, ())
        assert made.valid_until == NOON + timedelta(days=100_000)
        assert await _list(memory) == [made] == [await memory.get(made.id, scope=ALICE)]
        assert [hit.id for hit in await memory.recall("does Anna eat fish?", scope=ALICE)] == [made.id]

    async def test_a_fact_is_found_by_its_tags(self, memory: Ricordo) -> None:
        made = await memory.learn_fact("Plays chess", scope=ALICE, tags=["b", "a", "b"])
        await memory.learn_fact("Sails on the lake", scope=ALICE)
        assert made.tags == ("a", "b")
        assert [item async for item in memory.memories(scope=ALICE, tags=["b", "z"])] == [made]
        assert [item async for item in memory.memories(scope=BOB, tags=["b"])] == []
        found = await memory.recall("chess on the lake", scope=ALICE, tags=["a"])
        assert [(hit.id, hit.tags) for hit in found] == [(made.id, ("a", "b"))]
        rows = [row async for row in memory.export(scope=ALICE)]
        await memory.forget(scope=ALICE)
        assert [item async for item in memory.memories(scope=ALICE, tags=["a"])] == []
        await memory.import_(rows, scope=ALICE)
        assert [item async for item in memory.memories(scope=ALICE, tags=["a"])] == [made]

    async def test_a_fact_that_is_repeated_has_the_tags_of_both(self, memory: Ricordo) -> None:
        made = await memory.learn_fact("Plays chess", scope=ALICE, tags=["a"])
        assert (await memory.learn_fact("Plays chess", scope=ALICE)).tags == ("a",)
        again = await memory.learn_fact("Plays chess", scope=ALICE, tags=["b"])
        assert (again.id, again.tags) == (made.id, ("a", "b"))
        past: dict[str, Any] = {"valid_from": NOON - timedelta(days=900), "valid_until": NOON - timedelta(days=500)}
        first = await memory.learn_fact("Lived in Oslo", scope=ALICE, tags=["a"], **past)
        second = await memory.learn_fact("Lived in Oslo", scope=ALICE, tags=["b"], **past)
        assert (second.id, second.tags) == (first.id, ("a", "b"))
        await memory.learn_fact("Lives in Leeds", scope=ALICE, field="home", value="Leeds", tags=["a"])
        moved = await memory.learn_fact("Lives in York", scope=ALICE, field="home", value="York", tags=["b"])
        assert moved.tags == ("b",)
        assert len(await _list(memory)) == 4

    async def test_a_fact_that_is_repeated_does_not_gather_tags_without_end(self, memory: Ricordo) -> None:
        for start in range(0, 256, 16):
            await memory.learn_fact("Plays chess", scope=ALICE, tags=[f"t{start + n}" for n in range(16)])
        with pytest.raises(ValueError, match="limit is 256"):
            await memory.learn_fact("Plays chess", scope=ALICE, tags=["more"])
        assert len((await memory.learn_fact("Plays chess", scope=ALICE, tags=["t7"])).tags) == 256

    async def test_an_exported_fact_comes_back_as_it_was(self, memory: Ricordo) -> None:
        made = await memory.learn_fact(
            "Anna does not eat fish", scope=ALICE, field="dislikes", value="fish", subject="wife Anna", negated=True
        )
        rows = [row async for row in memory.export(scope=ALICE)]
        await memory.forget(scope=ALICE)
        assert await memory.import_(rows, scope=ALICE) == 1
        assert await _list(memory) == [made]

    async def test_a_fact_that_is_known_is_stored_once(self, memory: Ricordo) -> None:
        known = await memory.learn_fact("Lives in Leeds", scope=ALICE, field="home", value="Leeds")
        assert await memory.learn_fact("Lives in Leeds", scope=ALICE, field="home", value="Leeds") == known
        await _put(memory, "m", "Plays chess")
        repeated = await memory.learn_fact("Plays chess", scope=ALICE)
        assert (repeated.id, repeated.source) == ("m", "person")
        assert len(await _list(memory)) == 2

    async def test_a_newer_fact_takes_the_place_of_an_older_one(self, memory: Ricordo) -> None:
        old = await memory.learn_fact("Lives in Leeds", scope=ALICE, field="home", value="Leeds", valid_from=NOON)
        new = await memory.learn_fact("Lives in York", scope=ALICE, field="home", value="York")
        assert (new.state, new.supersedes) == ("current", (old.id,))
        assert (await memory.get(old.id, scope=ALICE)).state == "superseded"

    async def test_the_application_does_not_overrule_the_person(self, memory: Ricordo) -> None:
        await _put(memory, "m", "Lives in Leeds", field="home", value="Leeds")
        for _ in range(2):
            made = await memory.learn_fact("Lives in York", scope=ALICE, field="home", value="York")
            assert made.state == "disputed"
            assert (await memory.get("m", scope=ALICE)).state == "current"
        assert len(await _list(memory)) == 2

    async def test_a_fact_replaces_what_it_names(self, memory: Ricordo) -> None:
        await _put(memory, "m", "Lives in Leeds", field="home", value="Leeds")
        new = await memory.learn_fact("Lives in York", scope=ALICE, field="home", value="York", replaces=["m"])
        assert (new.state, new.supersedes) == ("current", ("m",))
        old = await memory.get("m", scope=ALICE)
        assert (old.state, old.superseded_by, old.valid_until) == ("superseded", new.id, new.valid_from)
        assert (
            await memory.learn_fact("Lives in York", scope=ALICE, field="home", value="York", replaces=["m"])
        ).id == new.id
        with pytest.raises(NotFound):
            await memory.learn_fact("Lives in Ely", scope=BOB, replaces=["m"])
        assert await _list(memory, BOB) == []

    async def test_a_fact_that_repeats_one_memory_and_replaces_another_links_them(self, memory: Ricordo) -> None:
        await _put(memory, "one", "Plays chess")
        await _put(memory, "other", "Plays draughts")
        assert (await memory.learn_fact("Plays chess", scope=ALICE, replaces=["other"])).id == "one"
        assert (await memory.get("other", scope=ALICE)).superseded_by == "one"

    async def test_what_is_over_replaces_nothing(self, memory: Ricordo) -> None:
        now = await memory.learn_fact("Lives in Leeds", scope=ALICE, field="home", value="Leeds", valid_from=NOON)
        past: dict[str, Any] = {"field": "home", "value": "Oslo"}
        past |= {"valid_from": NOON - timedelta(days=900), "valid_until": NOON - timedelta(days=500)}
        first = await memory.learn_fact("Lived in Oslo", scope=ALICE, **past)
        assert await memory.learn_fact("Lived in Oslo", scope=ALICE, **past) == first
        assert await memory.get(now.id, scope=ALICE) == now
        found = await memory.recall("lived", scope=ALICE, as_of=NOON - timedelta(days=600))
        assert [hit.id for hit in found] == [first.id]
        await memory.learn_fact("Lives in York", scope=ALICE, field="home", value="York")
        assert await memory.get(first.id, scope=ALICE) == first

    async def test_facts_need_consent(self, memory: Ricordo) -> None:
        for switch in ("capture", "learning"):
            await memory.set_consent(scope=ALICE, **{switch: False})
            with pytest.raises(ConsentError, match=switch):
                await memory.learn_fact("Plays chess", scope=MONDAY)
            await memory.set_consent(scope=ALICE, **{switch: True})
        assert await _list(memory) == []

    @pytest.mark.parametrize(
        ("wrong", "error"),
        [
            ({"content": ""}, ValueError),
            ({"content": "x" * 1_001}, ValueError),
            ({"content": 5}, TypeError),
            ({"content": "The password is hunter2secret"}, ValueError),
            ({"content": "The card is 4111 1111 1111 1111"}, ValueError),
            ({"field": "passport_number", "value": "C01X00T47"}, ValueError),
            ({"field": "home"}, ValueError),
            ({"value": "Leeds"}, ValueError),
            ({"field": "hobbies", "value": ["chess", "go"]}, ValueError),
            ({"field": "home", "value": "x" * 4_000}, ValueError),
            ({"field": "\n", "value": "x"}, ValueError),
            ({"subject": ""}, ValueError),
            ({"negated": "yes"}, TypeError),
            ({"kind": "summary"}, ValueError),
            ({"kind": "turn"}, ValueError),
            ({"valid_from": "yesterday"}, TypeError),
            ({"valid_from": NOON, "valid_until": NOON}, ValueError),
            ({"replaces": "m"}, TypeError),
            ({"replaces": [""]}, ValueError),
            ({"tags": "hobby"}, TypeError),
            ({"tags": [5]}, TypeError),
            ({"tags": ["two words"]}, ValueError),
            ({"tags": [str(number) for number in range(17)]}, ValueError),
        ],
    )
    async def test_a_wrong_fact_is_refused(
        self, memory: Ricordo, wrong: dict[str, Any], error: type[Exception]
    ) -> None:
        given: dict[str, Any] = {"content": "Plays chess", "scope": ALICE, **wrong}
        with pytest.raises(error) as caught:
            await memory.learn_fact(**given)
        assert "hunter2" not in str(caught.value)
        assert await _list(memory) == []

    async def test_a_fact_can_be_corrected_rejected_and_forgotten(self, memory: Ricordo) -> None:
        made = await memory.learn_fact("Plays chess", scope=ALICE)
        assert (await memory.correct(made.id, "Plays go", scope=ALICE)).memory.source == "person"
        assert (await memory.reject(made.id, scope=ALICE)).memory.state == "unsupported"
        assert (await memory.forget(scope=ALICE)).counts["memories"] == 2
        assert await _list(memory) == []
