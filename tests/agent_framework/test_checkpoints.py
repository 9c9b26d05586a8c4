"""Checkpoints of real workflows: resumed after a restart, and exported and erased with the person."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from agent_framework.orchestrations import SequentialBuilder

import agent_framework
from agent_framework import (
    Executor,
    Message,
    Workflow,
    WorkflowBuilder,
    WorkflowCheckpoint,
    WorkflowCheckpointException,
    WorkflowContext,
    handler,
    response_handler,
)
from ricordo import Ricordo, Scope
from ricordo.agent_framework import RicordoCheckpointStorage, RicordoHistoryProvider, RicordoProvider, scoped
from ricordo.agent_framework._checkpoint_encoding import load_checkpoint_encoding
from ricordo.testing import HashEmbedder, ScriptedChatClient
from ricordo.testing.verbs import collect_export
from tests.agent_framework.parts import ALICE, BOB, agent_with, texts

TRIP = "trip"


class Ask(Executor):
    """Asks the person how long the trip is to be, and remembers the place meanwhile."""

    place = ""

    @handler
    async def begin(self, place: str, context: WorkflowContext[str]) -> None:
        self.place = place
        await context.request_info("How many days?", int)

    @response_handler
    async def go_on(self, question: str, days: int, context: WorkflowContext[str]) -> None:
        await context.send_message(f"{days} days in {self.place}")

    async def on_checkpoint_save(self) -> dict[str, Any]:
        return {"place": self.place}

    async def on_checkpoint_restore(self, state: dict[str, Any]) -> None:
        self.place = state["place"]


class Plan(Executor):
    @handler
    async def plan(self, wish: str, context: WorkflowContext[str, str]) -> None:
        await context.yield_output(f"planned: {wish}")


def workflow() -> Workflow:
    ask, plan = Ask(id="ask"), Plan(id="plan")
    return WorkflowBuilder(name=TRIP, start_executor=ask, output_from=[plan]).add_edge(ask, plan).build()


async def begin(memory: Ricordo, place: str = "Tasmania", scope: Scope = ALICE) -> RicordoCheckpointStorage:
    """Run a workflow until it waits for the person."""
    storage = RicordoCheckpointStorage(memory, scope=scope)
    await workflow().run(place, checkpoint_storage=storage)
    return storage


async def go_on(storage: RicordoCheckpointStorage, days: int) -> list[Any]:
    """Resume the newest checkpoint in a workflow that was built anew, with the person's response."""
    latest = await storage.get_latest(workflow_name=TRIP)
    assert latest is not None
    (request,) = latest.pending_request_info_events
    resumed = await workflow().run(
        checkpoint_id=latest.checkpoint_id, checkpoint_storage=storage, responses={request: days}
    )
    return resumed.get_outputs()


async def test_a_workflow_that_waits_for_the_person_goes_on_after_a_restart(tmp_path: Path) -> None:
    async with Ricordo.open(tmp_path / "memory.db", embedder=HashEmbedder()) as memory:
        await begin(memory)
    async with Ricordo.open(tmp_path / "memory.db", embedder=HashEmbedder()) as memory:
        assert await go_on(RicordoCheckpointStorage(memory, scope=ALICE), 7) == ["planned: 7 days in Tasmania"]


async def test_a_checkpoint_is_the_persons_alone(memory: Ricordo) -> None:
    of_alice, of_bob = await begin(memory, "Tasmania", ALICE), await begin(memory, "Oslo", BOB)
    latest = await of_alice.get_latest(workflow_name=TRIP)
    assert latest is not None
    with pytest.raises(WorkflowCheckpointException):
        await of_bob.load(latest.checkpoint_id)
    assert not await of_bob.delete(latest.checkpoint_id)
    assert not set(await of_alice.list_checkpoint_ids(workflow_name=TRIP)) & set(
        await of_bob.list_checkpoint_ids(workflow_name=TRIP)
    )
    assert await go_on(of_bob, 2) == ["planned: 2 days in Oslo"]
    assert await go_on(of_alice, 7) == ["planned: 7 days in Tasmania"]


async def test_checkpoints_are_exported_and_erased_with_the_person_and_found_by_no_recall(memory: Ricordo) -> None:
    storage = await begin(memory)
    exported = [row for row in await collect_export(memory, ALICE) if row["type"] == "turn"]
    assert len(exported) == len(await storage.list_checkpoint_ids(workflow_name=TRIP)) > 0
    assert len(await memory.recall("Tasmania, how many days", scope=ALICE)) == 0
    assert [each async for each in memory.memories(scope=ALICE)] == []
    await memory.forget(scope=ALICE)
    assert await storage.list_checkpoints(workflow_name=TRIP) == []
    assert await storage.get_latest(workflow_name=TRIP) is None


async def test_an_exported_checkpoint_can_be_imported_and_resumed(memory: Ricordo) -> None:
    await begin(memory)
    rows = await collect_export(memory, ALICE)
    async with Ricordo.open("memory://", embedder=HashEmbedder()) as other:
        await other.import_(rows, scope=ALICE)
        assert await go_on(RicordoCheckpointStorage(other, scope=ALICE), 3) == ["planned: 3 days in Tasmania"]


async def test_one_storage_serves_all_callers_inside_scoped(memory: Ricordo) -> None:
    nobody = Scope(application="travel", user="nobody")
    agents = [
        agent_with(
            ScriptedChatClient("Noted."),
            RicordoHistoryProvider(memory, scope=nobody),
            RicordoProvider(memory, scope=nobody),
            name=name,
        )
        for name in ("writer", "editor")
    ]
    storage = RicordoCheckpointStorage(memory, scope=nobody)
    team = SequentialBuilder(participants=list(agents), checkpoint_storage=storage).build()
    with scoped(ALICE):
        await team.run("lamps of bark")
        assert len(await storage.list_checkpoint_ids(workflow_name=team.name)) > 1
    assert await storage.list_checkpoint_ids(workflow_name=team.name) == []
    assert "lamps of bark" in await texts(memory, ALICE)
    await memory.forget(scope=ALICE)
    with scoped(ALICE):
        assert await storage.list_checkpoint_ids(workflow_name=team.name) == []


async def test_saving_again_replaces_and_deleting_erases(memory: Ricordo) -> None:
    storage = RicordoCheckpointStorage(memory, scope=ALICE)
    checkpoint = WorkflowCheckpoint(TRIP, "hash", state={"number": 1, "noise": [str(n**9) for n in range(20_000)]})
    assert await storage.save(checkpoint) == checkpoint.checkpoint_id
    checkpoint.state["number"] = 2
    await storage.save(checkpoint)
    (found,) = await storage.list_checkpoints(workflow_name=TRIP)
    assert found == checkpoint
    assert await storage.list_checkpoints(workflow_name="other") == []
    assert [await storage.delete(checkpoint.checkpoint_id) for _ in range(2)] == [True, False]


@dataclass
class Secret:
    """A type that MAF does not know."""

    text: str


async def test_types_that_are_not_allowed_are_neither_saved_nor_loaded(memory: Ricordo) -> None:
    checkpoint = WorkflowCheckpoint(TRIP, "hash", state={"mine": Secret("x")})
    strict = RicordoCheckpointStorage(memory, scope=ALICE)
    with pytest.raises(WorkflowCheckpointException):
        await strict.save(checkpoint)
    lenient = RicordoCheckpointStorage(memory, scope=ALICE, allowed_types=[f"{__name__}:Secret"])
    await lenient.save(checkpoint)
    assert (await lenient.load(checkpoint.checkpoint_id)).state == {"mine": Secret("x")}
    with pytest.raises(WorkflowCheckpointException):
        await strict.load(checkpoint.checkpoint_id)


@pytest.mark.parametrize("id", ["", "a\nb"])
async def test_a_bad_id_is_refused(memory: Ricordo, id: str) -> None:
    with pytest.raises(ValueError, match="checkpoint_id"):
        await RicordoCheckpointStorage(memory, scope=ALICE).load(id)


# MAF's encoding is not public. If one of these fails after an upgrade, look at `load_checkpoint_encoding`.


def test_maf_still_has_its_encoding_where_it_was() -> None:
    encoding = load_checkpoint_encoding()
    packed = encoding.encode({"messages": [Message("user", ["plan my trip"])], "count": 1})
    assert json.loads(json.dumps(packed)) == packed
    unpacked = encoding.decode(packed, allowed_types=frozenset[str]())
    assert (unpacked["messages"][0].text, unpacked["count"]) == ("plan my trip", 1)
    with pytest.raises(WorkflowCheckpointException):
        encoding.decode(encoding.encode({"path": Path("x")}), allowed_types=frozenset[str]())


def test_maf_has_made_no_encoding_public() -> None:
    public = [name for name in dir(agent_framework) if "checkpoint_value" in name or "encode_checkpoint" in name]
    assert public == [], "use the public functions in place of the private ones"


async def test_where_maf_has_it_elsewhere_the_storage_says_so(memory: Ricordo, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "agent_framework._workflows._checkpoint_encoding", None)
    with pytest.raises(ImportError, match=r"agent-framework-core \d.* keeps its encoding of checkpoints elsewhere"):
        RicordoCheckpointStorage(memory, scope=ALICE)
