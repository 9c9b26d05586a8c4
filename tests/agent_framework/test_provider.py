"""RicordoProvider and the fact and summary providers: what was learned, in one message."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncGenerator
from typing import Any

import pytest
import pytest_asyncio

from agent_framework import AgentSession
from ricordo import Ricordo, Scope
from ricordo.agent_framework import FactMemoryProvider, RicordoProvider, SummaryMemoryProvider
from ricordo.testing import HashEmbedder, ScriptedChatClient
from ricordo.testing.verbs import user_turn
from tests.agent_framework.parts import ALICE, BOB, Recording, agent_with
from tests.agent_framework.people import UserInfo

MONDAY = Scope(application="travel", user="alice", session="monday")


@pytest_asyncio.fixture
async def memory() -> AsyncGenerator[Ricordo]:
    async with Ricordo.open("memory://", embedder=HashEmbedder(), learning="inline") as memory:
        yield memory


class Counting:
    """A memory that counts the calls of its verbs."""

    def __init__(self, memory: Ricordo) -> None:
        self._memory = memory
        self.calls: list[str] = []

    def __getattr__(self, verb: str) -> Any:
        method = getattr(self._memory, verb)

        def call(*arguments: Any, **options: Any) -> Any:
            self.calls.append(verb)
            return method(*arguments, **options)

        return call


async def test_facts_are_numbered_typed_and_delimited(memory: Ricordo) -> None:
    await memory.remember([user_turn("I love hiking. I love coastal walks.")], scope=MONDAY)
    recording = Recording()
    agent = agent_with(ScriptedChatClient(), FactMemoryProvider(memory, scope=ALICE), recording)
    await agent.run("do I like hiking or coastal walks?")
    (message,) = recording.injected
    assert re.search(r"\n1\. \[[^\]]+, episodic\] person: Loves ", message.text)
    assert re.search(r"\n2\. \[[^\]]+, episodic\] person: Loves ", message.text)
    assert "Loves hiking" in message.text
    assert message.text.endswith("</ricordo-memory>")


async def test_no_more_facts_than_asked_for_and_only_of_these_kinds(memory: Ricordo) -> None:
    said = "I love hiking in the hills. I collect hiking maps. I bought hiking boots."
    await memory.remember([user_turn(said)], scope=MONDAY)
    recording = Recording()
    for limit in (3, 2):
        agent = agent_with(ScriptedChatClient(), FactMemoryProvider(memory, scope=ALICE, limit=limit), recording)
        await agent.run("hiking?")
        assert len(re.findall(r"^\d+\. \[", recording.injected[0].text, re.MULTILINE)) == limit
    agent = agent_with(ScriptedChatClient(), FactMemoryProvider(memory, scope=ALICE, kinds=["semantic"]), recording)
    await agent.run("hiking?")
    assert recording.injected == []


@pytest.mark.parametrize("arguments", [{"limit": 0}, {"kinds": []}, {"kinds": ["nonsense"]}, {"budget": 0}])
def test_bad_arguments_are_refused(memory: Ricordo, arguments: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=next(iter(arguments))):
        FactMemoryProvider(memory, scope=ALICE, **arguments)


async def test_everything_comes_in_one_recall_and_one_message(memory: Ricordo) -> None:
    await memory.remember([user_turn("My name is Alice. I love hiking in the hills.")], scope=MONDAY)
    counting, recording = Counting(memory), Recording()
    provider = RicordoProvider(counting, scope=ALICE, profile=UserInfo, tools=True)  # type: ignore[arg-type]
    client = ScriptedChatClient()
    await agent_with(client, provider, recording).run("where can I go hiking?")
    assert counting.calls.count("recall") == 1
    (message,) = recording.injected
    assert "Name: Alice" in message.text
    assert "Loves hiking" in message.text
    assert sorted(client.requests[0].tools) == ["memory_correct", "memory_forget", "memory_recall", "memory_remember"]


async def test_a_turn_and_what_was_learned_from_it_are_not_both_shown(memory: Ricordo) -> None:
    await memory.remember([user_turn("I love hiking")], scope=MONDAY)
    recording = Recording()
    await agent_with(ScriptedChatClient(), RicordoProvider(memory, scope=ALICE), recording).run("hiking?")
    assert "Loves hiking" in recording.injected[0].text
    assert "user: I love hiking" not in recording.injected[0].text


async def test_parts_can_be_switched_off(memory: Ricordo) -> None:
    await memory.remember([user_turn("I love hiking"), user_turn("the hiking boots are in the attic")], scope=MONDAY)

    async def shown(**options: Any) -> str:
        recording = Recording()
        provider = RicordoProvider(memory, scope=ALICE, **options)
        await agent_with(ScriptedChatClient(), provider, recording).run("hiking?")
        return "\n".join(message.text for message in recording.injected)

    assert "attic" in await shown()
    assert "attic" not in await shown(history=False)
    assert "Loves hiking" not in await shown(facts=False)
    assert await shown(facts=False, history=False, summaries=False) == ""


async def test_memories_of_others_are_out_of_reach(memory: Ricordo) -> None:
    await memory.remember([user_turn("I love hiking")], scope=BOB)
    recording = Recording()
    await agent_with(ScriptedChatClient(), RicordoProvider(memory, scope=ALICE), recording).run("hiking?")
    assert recording.injected == []


async def test_summaries_of_earlier_conversations_are_shown_and_not_that_of_this_one(memory: Ricordo) -> None:
    await memory.remember(
        [user_turn("Let us plan the hiking trip to Tasmania in March."), user_turn("We need boots and a tent.")],
        scope=MONDAY,
    )
    summary = await memory.summarise(scope=MONDAY)
    assert summary is not None
    recording = Recording()
    agent = agent_with(ScriptedChatClient(), SummaryMemoryProvider(memory, scope=ALICE), recording)
    await agent.run("what about the Tasmania hiking trip?", session=AgentSession(session_id="tuesday"))
    (message,) = recording.injected
    assert re.search(r"\n1\. \[[^\]]+, summary\] ", message.text)
    assert "Tasmania" in message.text
    assert message.additional_properties["_attribution"]["origin_session_ids"] == ["monday"]
    await agent.run("what about the Tasmania hiking trip?", session=AgentSession(session_id="monday"))
    assert recording.injected == []


async def test_what_memory_said_is_never_learned_again(memory: Ricordo) -> None:
    agent = agent_with(ScriptedChatClient("You love hiking, I remember."), RicordoProvider(memory, scope=ALICE))
    await agent.run("I love hiking", session=agent.create_session())
    before = [each.content async for each in memory.memories(scope=ALICE)]
    for _ in range(3):
        await agent.run("what do I love?", session=agent.create_session())
    assert [each.content async for each in memory.memories(scope=ALICE)] == before
    exported = json.dumps([row async for row in memory.export(scope=ALICE)])
    assert "ricordo-memory" not in exported


async def test_a_learned_memory_keeps_the_mark_of_its_session(memory: Ricordo) -> None:
    session = AgentSession(session_id="monday")
    agent = agent_with(ScriptedChatClient("Fine."), RicordoProvider(memory, scope=ALICE))
    session.state["ricordo"] = {"untrusted": True}
    await agent.run("I love sailing", session=session)
    recording = Recording()
    await agent_with(ScriptedChatClient(), FactMemoryProvider(memory, scope=ALICE), recording).run("sailing?")
    assert "after untrusted tool output] person: Loves sailing" in recording.injected[0].text
