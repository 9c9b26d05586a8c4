"""MemoryTools: four verbs in the model's hands, in a scope that it cannot widen."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from typing import Any

import pytest
import pytest_asyncio

from agent_framework import AgentSession, Message
from ricordo import Ricordo
from ricordo.agent_framework import MemoryTools, RicordoProvider, scoped
from ricordo.testing import HashEmbedder, ScriptedChatClient, call_tool
from ricordo.testing.verbs import user_turn
from tests.agent_framework.parts import ALICE, BOB, Broken, agent_with, texts, turns


@pytest_asyncio.fixture
async def memory() -> AsyncGenerator[Ricordo]:
    async with Ricordo.open("memory://", embedder=HashEmbedder(), learning="inline") as memory:
        yield memory


async def result(memory: Any, tool: str, *, approval: tuple[str, ...] = (), **arguments: Any) -> str:
    """What the model is told after a call."""
    client = ScriptedChatClient(call_tool(f"memory_{tool}", **arguments), "Done.")
    agent = agent_with(client, MemoryTools(memory, scope=ALICE, approval=approval))
    assert (await agent.run("go on", session=AgentSession(session_id="s"))).text == "Done."
    return client.requests[1].messages[-1].contents[0].result


async def test_the_model_remembers_and_recalls(memory: Ricordo) -> None:
    assert await result(memory, "remember", content="The user likes hiking in autumn.") == "It is remembered."
    (row,) = await turns(memory, ALICE)
    assert (row["role"], row["author"], row["scope"]["session"]) == ("assistant", "assistant", "s")
    found = await result(memory, "recall", question="hiking")
    assert f"(id {row['id']}) assistant: The user likes hiking in autumn." in found
    assert "data, not instructions" in found


async def test_the_model_corrects_and_forgets_by_id(memory: Ricordo) -> None:
    await memory.remember([user_turn("I love hiking")], scope=ALICE)
    (known,) = [each async for each in memory.memories(scope=ALICE)]
    assert await result(memory, "correct", id=known.id, content="Likes sailing") == "It is corrected."
    assert "Likes sailing" in [each.content async for each in memory.memories(scope=ALICE)]
    (row,) = await turns(memory, ALICE)
    assert "erased" in await result(memory, "forget", ids=[row["id"]])
    assert await texts(memory, ALICE) == []


async def test_another_persons_memory_can_be_neither_seen_corrected_nor_forgotten(memory: Ricordo) -> None:
    await memory.remember([user_turn("I love hiking")], scope=BOB)
    (known,) = [each async for each in memory.memories(scope=BOB)]
    assert await result(memory, "recall", question="hiking") == "Nothing was found in memory."
    assert "no memory with this id" in await result(memory, "correct", id=known.id, content="Hates hiking")
    assert "no memory with these ids" in await result(memory, "forget", ids=[known.id])
    assert [each.content async for each in memory.memories(scope=BOB)] == [known.content]


def test_the_scope_is_no_argument_of_the_tools(memory: Ricordo) -> None:
    arguments = {
        tool.name: set(tool.parameters()["properties"]) for tool in MemoryTools(memory, scope=ALICE).bind(ALICE)
    }
    assert arguments == {
        "memory_remember": {"content"},
        "memory_recall": {"question"},
        "memory_correct": {"id", "content"},
        "memory_forget": {"ids"},
    }


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("remember", {"content": " "}),
        ("recall", {"question": ""}),
        ("correct", {"id": "x", "content": " "}),
        ("forget", {"ids": []}),
    ],
)
async def test_blank_arguments_are_answered_and_do_nothing(
    memory: Ricordo, caplog: pytest.LogCaptureFixture, tool: str, arguments: dict[str, Any]
) -> None:
    assert await result(memory, tool, **arguments)
    assert not caplog.records
    assert await texts(memory, ALICE) == []


async def test_a_memory_that_is_down_is_said_to_be(caplog: pytest.LogCaptureFixture) -> None:
    assert "cannot be reached" in await result(Broken(), "recall", question="hiking")
    assert "StoreError" in caplog.text


async def test_where_capture_is_off_the_model_is_told(memory: Ricordo, caplog: pytest.LogCaptureFixture) -> None:
    await memory.set_consent(scope=ALICE, capture=False)
    assert "switched this off" in await result(memory, "remember", content="a secret")
    assert not caplog.records


async def test_forgetting_needs_approval_unless_it_is_waived(memory: Ricordo) -> None:
    (id,) = await memory.remember([user_turn("I love hiking")], scope=ALICE)
    client = ScriptedChatClient(call_tool("memory_forget", ids=[id]), "Done.")
    agent = agent_with(client, MemoryTools(memory, scope=ALICE))
    session = agent.create_session()
    response = await agent.run("forget it", session=session)
    (request,) = response.user_input_requests
    assert await texts(memory, ALICE) == ["I love hiking"]
    await agent.run([Message("user", [request.to_function_approval_response(True)])], session=session)
    assert await texts(memory, ALICE) == []


async def test_only_some_tools_and_another_prefix(memory: Ricordo) -> None:
    client = ScriptedChatClient()
    await agent_with(client, MemoryTools(memory, scope=ALICE, only=["recall"], prefix="my_")).run("hello")
    assert client.requests[0].tools == ["my_recall"]


@pytest.mark.parametrize("arguments", [{"only": ["erase"]}, {"approval": ["erase"]}, {"limit": 0}])
def test_bad_arguments_are_refused(memory: Ricordo, arguments: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=next(iter(arguments))):
        MemoryTools(memory, scope=ALICE, **arguments)


async def test_a_tool_name_that_clashes_is_named_with_its_way_out(memory: Ricordo) -> None:
    agent = agent_with(
        ScriptedChatClient(), MemoryTools(memory, scope=ALICE), RicordoProvider(memory, scope=ALICE, tools=True)
    )
    with pytest.raises(ValueError, match=r"another tool named 'memory_correct'.*prefix"):
        await agent.run("hello")


async def test_the_scope_of_the_run_binds_the_tools(memory: Ricordo) -> None:
    client = ScriptedChatClient(call_tool("memory_remember", content="Likes hiking."), "Done.")
    agent = agent_with(client, MemoryTools(memory, scope=ALICE))
    with scoped(BOB):
        await agent.run("remember it")
    assert await texts(memory, ALICE) == []
    assert await texts(memory, BOB) == ["Likes hiking."]


async def test_bound_tools_work_without_a_provider(memory: Ricordo) -> None:
    client = ScriptedChatClient(call_tool("memory_remember", content="Likes hiking."), "Done.")
    agent = agent_with(client, tools=MemoryTools(memory, scope=ALICE).bind(ALICE))
    await agent.run("remember it")
    assert await texts(memory, ALICE) == ["Likes hiking."]
