"""Workflows and group chats: private sessions of the agents' own, and callers whose memories do not mix."""

from __future__ import annotations

import asyncio
from typing import Any

from agent_framework.orchestrations import GroupChatBuilder, GroupChatState, SequentialBuilder

from ricordo import Ricordo, Scope
from ricordo.agent_framework import FactMemoryProvider, RicordoHistoryProvider, RicordoProvider, scoped
from ricordo.testing import ScriptedChatClient
from tests.agent_framework.parts import ALICE, BOB, agent_with, texts, turns

NOBODY = Scope(application="travel", user="nobody")


def answering(name: str) -> ScriptedChatClient:
    return ScriptedChatClient(lambda messages: f"{name} on {messages[-1].text[:60]}")


def team(memory: Ricordo) -> tuple[Any, Any]:
    """Two agents. With a history of ours: MAF's own lies in the agent's session, which all callers share."""
    writer, editor = (
        agent_with(
            answering(name),
            RicordoHistoryProvider(memory, scope=NOBODY),
            RicordoProvider(memory, scope=NOBODY),
            name=name,
        )
        for name in ("writer", "editor")
    )
    return writer, editor


async def test_a_sequential_workflow_stores_every_message_once_for_its_caller(memory: Ricordo) -> None:
    workflow = SequentialBuilder(participants=list(team(memory))).build()
    for scope, text in ((ALICE, "lamps"), (BOB, "chairs"), (ALICE, "tables")):
        with scoped(scope):
            await workflow.run(text)
    assert await texts(memory, ALICE) == [
        *("lamps", "writer on lamps", "editor on writer on lamps"),
        *("tables", "writer on tables", "editor on writer on tables"),
    ]
    assert await texts(memory, BOB) == ["chairs", "writer on chairs", "editor on writer on chairs"]
    assert await texts(memory, NOBODY) == []
    assert [row.get("author") for row in (await turns(memory, BOB))[1:]] == ["writer", "editor"]


async def test_a_group_chat_stores_every_message_once_and_two_callers_do_not_mix(memory: Ricordo) -> None:
    def in_turn(state: GroupChatState) -> str:
        return ["writer", "editor"][state.current_round % 2]

    async def chat(scope: Scope, text: str) -> None:
        workflow = GroupChatBuilder(participants=list(team(memory)), selection_func=in_turn, max_rounds=3).build()
        with scoped(scope):
            await workflow.run(text)

    await asyncio.gather(chat(ALICE, "lamps of bark"), chat(BOB, "chairs of oak"))
    for scope, text in ((ALICE, "lamps of bark"), (BOB, "chairs of oak")):
        kept = await texts(memory, scope)
        assert kept[0] == text
        assert len(kept) == len(set(kept)) == 4
        assert all(text in each for each in kept)


async def test_a_group_conversation_ends_with_a_summary_that_later_ones_find(memory: Ricordo) -> None:
    launch = Scope(application="travel", user="alice", session="launch")
    with scoped(launch):
        await SequentialBuilder(participants=list(team(memory))).build().run("We sell lamps of tree bark")
    summary = await memory.summarise(scope=launch)
    assert summary is not None
    found = await memory.recall("lamps of tree bark", scope=ALICE, kinds=["summary"])
    assert [hit.id for hit in found] == [summary.id]
    await memory.forget(scope=launch)
    assert len(await memory.recall("lamps of tree bark", scope=ALICE)) == 0


async def test_what_one_caller_told_a_workflow_is_recalled_for_them_alone(memory: Ricordo) -> None:
    writer, editor = team(memory)
    workflow = SequentialBuilder(participants=[writer, editor]).build()
    with scoped(ALICE):
        await workflow.run("I love lamps of tree bark")
    asked: list[str] = []
    for scope in (BOB, ALICE):
        with scoped(scope):
            await workflow.run("lamps, please")
        asked.append(writer.client.requests[-1].text)
    of_bob, of_alice = asked
    assert "tree bark" not in of_bob
    assert "I love lamps of tree bark" in of_alice


async def test_agents_have_memories_of_their_own_beside_that_of_the_group(memory: Ricordo) -> None:
    own = Scope(application="travel", agent="writer", user="alice")
    writer = agent_with(
        answering("writer"),
        FactMemoryProvider(memory, scope=own, source_id="own"),
        name="writer",
    )
    editor = agent_with(answering("editor"), RicordoProvider(memory, scope=ALICE), name="editor")
    await SequentialBuilder(participants=[writer, editor]).build().run("lamps")
    assert await texts(memory, own) == ["lamps", "writer on lamps"]
    shared = [row["text"] for row in await turns(memory, ALICE) if "agent" not in row["scope"]]
    assert shared == ["lamps", "writer on lamps", "editor on writer on lamps"]
