"""Conversations from start to end, suspended and resumed, with components of one's own."""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import AsyncGenerator, Iterable, Sequence
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from agent_framework import Agent, AgentSession, FunctionTool, Message
from ricordo import NotFound, Ricordo, Scope, StoreError, Turn
from ricordo.agent_framework import (
    Component,
    Conversation,
    RicordoHistoryProvider,
    RicordoProvider,
    RicordoSessionStore,
)
from ricordo.agent_framework._kept_values import MAX_SIZE
from ricordo.testing import HashEmbedder, ScriptedChatClient, call_tool
from ricordo.testing.verbs import collect_export
from tests.agent_framework.parts import ALICE, BOB, agent_with, texts

NOBODY = Scope(application="travel", user="nobody")


@pytest_asyncio.fixture
async def memory() -> AsyncGenerator[Ricordo]:
    async with Ricordo.open("memory://", embedder=HashEmbedder(), learning="inline") as memory:
        yield memory


class Diary(Component):
    """Writes down what happens."""

    def __init__(self) -> None:
        self.events: list[str] = []

    async def on_start(self, conversation: Conversation, messages: Sequence[Message]) -> None:
        self.events.append(f"start: {' '.join(message.text for message in messages)}")

    async def on_message(self, conversation: Conversation, message: Message) -> None:
        self.events.append(f"{message.role}: {message.text.strip()}")
        state = conversation.state_of(self)
        state["count"] = state.get("count", 0) + 1

    async def on_model_call(self, conversation: Conversation, messages: Sequence[Message]) -> str | None:
        self.events.append("model")
        return f"Messages so far: {conversation.state_of(self).get('count')}"

    async def on_checkpoint(self, conversation: Conversation) -> None:
        self.events.append("checkpoint")

    async def on_end(self, conversation: Conversation) -> None:
        self.events.append("end")

    def tools(self, conversation: Conversation) -> Iterable[FunctionTool]:
        def count() -> int:
            return conversation.state_of(self)["count"]

        return [FunctionTool(name="count_messages", description="How many messages.", func=count)]


def helper(memory: Ricordo, *lines: Any) -> Agent:
    return agent_with(
        ScriptedChatClient(*lines),
        RicordoHistoryProvider(memory, scope=NOBODY),
        RicordoProvider(memory, scope=NOBODY),
    )


async def test_a_component_hears_of_everything(memory: Ricordo) -> None:
    diary = Diary()
    agent = helper(memory, call_tool("count_messages"), "One so far.")
    conversation = await Conversation.start(agent, memory, scope=ALICE, components=[diary])
    assert (await conversation.run("How many?")).text == "One so far."
    await conversation.checkpoint()
    await conversation.end()
    assert diary.events == [
        *("start: How many?", "user: How many?", "model", "model", "assistant: One so far."),
        *("checkpoint", "end"),
    ]


async def test_what_a_component_adds_is_seen_by_the_model_and_never_stored(memory: Ricordo) -> None:
    agent = helper(memory, "Fine.")
    conversation = await Conversation.start(agent, memory, scope=ALICE, components=[Diary()])
    await conversation.run("Hello")
    client: Any = agent.client
    assert "Messages so far: 1" in client.requests[0].text
    assert await texts(memory, ALICE) == ["Hello", "Fine."]


async def test_the_agents_providers_use_the_conversations_scope(memory: Ricordo) -> None:
    conversation = await Conversation.start(helper(memory, "Fine."), memory, scope=ALICE, id="c1")
    pieces = [update.text async for update in conversation.stream("Hello")]
    assert "".join(pieces).strip() == "Fine."
    assert await texts(memory, Scope(application="travel", user="alice", session="c1")) == ["Hello", "Fine."]
    assert await texts(memory, NOBODY) == []
    assert [message.text for message in await conversation.history()] == ["Hello", "Fine."]


async def test_a_failing_component_does_not_break_the_conversation(
    memory: Ricordo, caplog: pytest.LogCaptureFixture
) -> None:
    class Broken(Component):
        async def on_message(self, conversation: Conversation, message: Message) -> None:
            raise RuntimeError(message.text)

        async def on_model_call(self, conversation: Conversation, messages: Sequence[Message]) -> str | None:
            raise RuntimeError(messages[-1].text)

    conversation = await Conversation.start(helper(memory, "Fine."), memory, scope=ALICE, components=[Broken()])
    assert (await conversation.run("a secret")).text == "Fine."
    assert "RuntimeError in test_conversation.py" in caplog.text
    assert "secret" not in caplog.text


async def test_a_conversation_is_suspended_and_resumed_in_another_process(tmp_path: Path) -> None:
    async with Ricordo.open(tmp_path / "m.db", embedder=HashEmbedder()) as memory:
        diary, sessions = Diary(), RicordoSessionStore(memory, scope=ALICE)
        conversation = await Conversation.start(
            helper(memory, "Noted."), memory, scope=ALICE, sessions=sessions, components=[diary]
        )
        await conversation.run("I love hiking")
        await conversation.checkpoint()
        id = conversation.id
    async with Ricordo.open(tmp_path / "m.db", embedder=HashEmbedder()) as memory:
        diary, sessions = Diary(), RicordoSessionStore(memory, scope=ALICE)
        agent = helper(memory, "Go on.")
        resumed = await Conversation.resume(agent, memory, id, scope=ALICE, sessions=sessions, components=[diary])
        assert resumed.state_of(diary) == {"count": 2}
        await resumed.run("Where were we?")
        client: Any = agent.client
        assert "I love hiking" in client.requests[0].text
        assert await texts(memory, resumed.scope) == ["I love hiking", "Noted.", "Where were we?", "Go on."]


async def test_there_is_nothing_to_resume_for_another_person(memory: Ricordo) -> None:
    conversation = await Conversation.start(
        helper(memory), memory, scope=ALICE, id="c1", sessions=RicordoSessionStore(memory, scope=ALICE)
    )
    await conversation.checkpoint()
    with pytest.raises(NotFound, match="no checkpoint"):
        await Conversation.resume(
            helper(memory), memory, "c1", scope=BOB, sessions=RicordoSessionStore(memory, scope=BOB)
        )


async def test_ending_sums_up_and_later_conversations_find_it(memory: Ricordo) -> None:
    agent = helper(memory, "Tasmania in March, noted.")
    conversation = await Conversation.start(agent, memory, scope=ALICE)
    await conversation.run("Let us plan the hiking trip to Tasmania in March.")
    summary = await conversation.end()
    assert summary is not None
    assert summary.kind == "summary"
    assert summary.scope == conversation.scope
    with pytest.raises(RuntimeError, match="has ended"):
        await conversation.run("Hello?")
    assert not conversation.is_active
    found = await memory.recall("Tasmania trip", scope=ALICE, kinds=["summary"])
    assert [hit.id for hit in found] == [summary.id]


async def test_deleting_erases_what_was_private_to_it_and_nothing_else(memory: Ricordo) -> None:
    sessions = RicordoSessionStore(memory, scope=ALICE)
    agent = helper(memory, "Noted.")
    kept = await Conversation.start(agent, memory, scope=ALICE, sessions=sessions)
    await kept.run("I love hiking")
    gone = await Conversation.start(agent, memory, scope=ALICE, sessions=sessions)
    await gone.run("I love sailing")
    await gone.checkpoint()
    receipt = await gone.delete()
    assert receipt.counts["turns"] == 2
    assert await sessions.get(gone.id) is None
    assert await texts(memory, ALICE) == ["I love hiking", "Noted."]
    assert [each.content async for each in memory.memories(scope=ALICE)] == ["Loves hiking"]


async def test_another_agent_may_join(memory: Ricordo) -> None:
    writer, editor = (
        agent_with(ScriptedChatClient(f"{name} here."), RicordoHistoryProvider(memory, scope=NOBODY), name=name)
        for name in ("writer", "editor")
    )
    conversation = await Conversation.start(writer, memory, scope=ALICE)
    await conversation.run("A slogan, please")
    await conversation.run("Improve it", agent=editor)
    client: Any = editor.client
    assert [message.text for message in client.requests[0].messages] == [
        "A slogan, please",
        "writer here.",
        "Improve it",
    ]


async def test_the_first_run_starts_it_with_its_input(memory: Ricordo) -> None:
    diary = Diary()
    agent = helper(memory, "Fine.")
    conversation = Conversation(agent, memory, scope=ALICE, components=[diary])
    assert diary.events == []
    await conversation.run(["Hello", "there"])
    _ = [update async for update in conversation.stream("Again")]
    assert diary.events[0] == "start: Hello there"
    assert [event for event in diary.events if event.startswith("start")] == diary.events[:1]
    assert await texts(memory, conversation.scope) == ["Hello", "there", "Fine.", "Again", "Fine."]


async def test_a_conversation_without_a_run_starts_before_it_ends(memory: Ricordo) -> None:
    diary = Diary()
    conversation = await Conversation.start(helper(memory), memory, scope=ALICE, components=[diary])
    await conversation.checkpoint()
    assert await conversation.end() is None
    assert diary.events == ["start: ", "checkpoint", "end"]


@pytest.mark.parametrize("ours", [True, False])
async def test_a_fork_begins_with_what_was_said_and_goes_its_own_way(memory: Ricordo, *, ours: bool) -> None:
    diary = Diary()
    client = ScriptedChatClient(*(f"answer {number}" for number in range(9)))
    history = [RicordoHistoryProvider(memory, scope=NOBODY)] if ours else []
    agent = agent_with(client, *history, RicordoProvider(memory, scope=NOBODY))
    trunk = Conversation(agent, memory, scope=ALICE, components=[diary])
    await trunk.run("The hills or the coast?")
    branch = await trunk.fork()
    await trunk.run("The hills, then")
    await branch.run("The coast, then")
    twig = await branch.fork(id="twig")
    await twig.run("And a boat")
    added = ("<ricordo-memory>", "Messages so far")
    seen = [[m.text for m in request.messages if not m.text.startswith(added)] for request in client.requests]
    assert seen == [
        ["The hills or the coast?"],
        ["The hills or the coast?", "answer 0", "The hills, then"],
        ["The hills or the coast?", "answer 0", "The coast, then"],
        ["The hills or the coast?", "answer 0", "The coast, then", "answer 2", "And a boat"],
    ]
    assert all("answer 0" not in message.text for message in client.requests[2].messages if "<ricordo" in message.text)
    assert await texts(memory, branch.scope) == ["The coast, then", "answer 2"]
    assert [message.text for message in await twig.history()] == [*seen[3], "answer 3"]
    assert twig.id == "twig"
    assert (trunk.state_of(diary), twig.state_of(diary)) == ({"count": 4}, {"count": 6})
    assert len(await texts(memory, ALICE)) == 8  # nothing is stored twice


async def test_what_is_forgotten_in_a_conversation_is_gone_in_its_forks(memory: Ricordo) -> None:
    agent = helper(memory, "Fine.")
    trunk = Conversation(agent, memory, scope=ALICE)
    await trunk.run("A secret")
    branch = await trunk.fork()
    await trunk.delete()
    await branch.run("Hello?")
    client: Any = agent.client
    assert "A secret" not in client.requests[-1].text


async def test_a_fork_is_suspended_and_resumed_with_what_it_inherited(memory: Ricordo) -> None:
    sessions = RicordoSessionStore(memory, scope=ALICE)
    agent = helper(memory, "Fine.")
    trunk = Conversation(agent, memory, scope=ALICE, sessions=sessions)
    await trunk.run("I love hiking")
    branch = await trunk.fork()
    await branch.checkpoint()
    resumed = await Conversation.resume(agent, memory, branch.id, scope=ALICE, sessions=sessions)
    await resumed.run("Where were we?")
    client: Any = agent.client
    assert "I love hiking" in [message.text for message in client.requests[-1].messages]


async def test_what_has_ended_or_lives_elsewhere_cannot_be_forked(memory: Ricordo) -> None:
    remote = agent_with(ScriptedChatClient("Fine.", conversation_id="thread-1"))
    conversation = Conversation(remote, memory, scope=ALICE)
    await conversation.run("Hello")
    with pytest.raises(RuntimeError, match="lives in a remote service"):
        await conversation.fork()
    await conversation.end()
    with pytest.raises(RuntimeError, match="has ended"):
        await conversation.fork()


async def test_a_fork_has_an_id_of_its_own(memory: Ricordo) -> None:
    conversation = Conversation(agent_with(ScriptedChatClient("Fine.")), memory, scope=ALICE)
    with pytest.raises(ValueError, match="id of its own"):
        await conversation.fork(id=conversation.id)


# The session store by itself


async def test_a_session_comes_back_as_it_was(memory: Ricordo) -> None:
    store = RicordoSessionStore(memory, scope=ALICE)
    session = AgentSession(session_id="s1", service_session_id="thread-1")
    session.state["mine"] = {"words": ["ä" * 50_000], "message": Message("user", ["hi"])}
    for number in range(3):
        session.state["number"] = number
        await store.set("s1", session)
    found = await store.get("s1")
    assert found is not None
    assert (found.session_id, found.service_session_id, found.state["number"]) == ("s1", "thread-1", 2)
    assert found.state["mine"]["message"].text == "hi"
    assert await store.get("s2") is None
    assert len(await collect_export(memory, ALICE)) <= 3  # one version of the session, and the consents of its place


async def test_a_large_session_is_kept_in_parts(memory: Ricordo) -> None:
    store = RicordoSessionStore(memory, scope=lambda name: Scope(application="travel", user=name))
    session = AgentSession(session_id="bob")
    session.state["noise"] = [hash((number, "x")) for number in range(40_000)]
    await store.set("bob", session)
    found = await store.get("bob")
    assert found is not None
    assert found.state == session.state


async def test_a_kept_session_is_found_by_no_recall_learned_from_by_nobody_and_erased_with_the_person(
    memory: Ricordo,
) -> None:
    store = RicordoSessionStore(memory, scope=ALICE)
    session = AgentSession(session_id="s1")
    session.state["note"] = "I love hiking"
    await store.set("s1", session)
    assert len(await memory.recall("I love hiking session system", scope=ALICE)) == 0
    assert [each async for each in memory.memories(scope=ALICE)] == []
    assert (await memory.forget(scope=ALICE)).counts["turns"] == 1
    assert await store.get("s1") is None


async def test_a_session_that_unpacks_to_more_than_the_limit_is_neither_read_nor_stored(memory: Ricordo) -> None:
    store = RicordoSessionStore(memory, scope=ALICE)
    place = Scope(application="travel", agent="ricordo.sessions", user="alice", session="kept s1")
    large = "x" * MAX_SIZE
    packed = base64.b64encode(zlib.compress(json.dumps({"session_id": large}).encode())).decode()
    await memory.remember([Turn("system", packed, "kept.v.0")], scope=place)
    with pytest.raises(StoreError, match="cannot be read: delete it"):
        await store.get("s1")
    session = AgentSession(session_id="s2")
    session.state["note"] = large
    with pytest.raises(ValueError, match="session is too large"):
        await store.set("s2", session)


async def test_a_session_that_is_damaged_is_said_to_be(memory: Ricordo) -> None:
    store = RicordoSessionStore(memory, scope=ALICE)
    place = Scope(application="travel", agent="ricordo.sessions", user="alice", session="kept s1")
    await memory.remember([Turn("system", "nonsense", "session.v.0")], scope=place)
    with pytest.raises(StoreError, match="cannot be read: delete it"):
        await store.get("s1")


@pytest.mark.parametrize("id", ["", "a\nb"])
async def test_a_bad_session_id_is_refused(memory: Ricordo, id: str) -> None:
    with pytest.raises(ValueError, match="session_id"):
        await RicordoSessionStore(memory, scope=ALICE).get(id)
