"""The types of agents in MAF, and memory in each: the table in docs/use/agent-framework.md."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from agent_framework.orchestrations import SequentialBuilder

from agent_framework import (
    Agent,
    AgentResponse,
    BaseAgent,
    Message,
    RawAgent,
    SupportsAgentRun,
    create_harness_agent,
    workflow,
)
from ricordo import Ricordo, Scope
from ricordo.agent_framework import Conversation, RicordoProvider
from ricordo.testing import ScriptedChatClient
from tests.agent_framework.parts import ALICE, texts

pytestmark = pytest.mark.filterwarnings("ignore::agent_framework._feature_stage.ExperimentalWarning")

PAGE = Path(__file__).parent.parent.parent / "docs/use/agent-framework.md"
HIKING = "I love hiking"


def provider(memory: Ricordo, **options: Any) -> RicordoProvider:
    return RicordoProvider(memory, scope=ALICE, **options)


def plain(memory: Ricordo, client: ScriptedChatClient) -> SupportsAgentRun:
    return Agent(client=client, context_providers=[provider(memory)])


def raw(memory: Ricordo, client: ScriptedChatClient) -> SupportsAgentRun:
    return RawAgent(client=client, context_providers=[provider(memory)])


def harness(memory: Ricordo, client: ScriptedChatClient) -> SupportsAgentRun:
    return create_harness_agent(
        client, context_providers=[provider(memory)], disable_file_memory=True, disable_web_search=True
    )


def around_a_workflow(memory: Ricordo, client: ScriptedChatClient, **options: Any) -> SupportsAgentRun:
    inner = Agent(client=client, name="inner")
    return SequentialBuilder(participants=[inner]).build().as_agent(context_providers=[provider(memory, **options)])


class Parrot(BaseAgent):
    """An agent of one's own that does not call its providers."""

    async def run(self, messages: Any = None, **_: Any) -> AgentResponse:  # type: ignore[override]
        return AgentResponse(messages=[Message("assistant", ["Noted."])])


def own(memory: Ricordo, client: ScriptedChatClient) -> SupportsAgentRun:
    return Parrot(context_providers=[provider(memory)])  # type: ignore[return-value]


def around_a_function(memory: Ricordo, client: ScriptedChatClient) -> SupportsAgentRun:
    inner = Agent(client=client, name="inner")

    @workflow
    async def ask(messages: Any) -> str:
        return (await inner.run(messages)).text

    return ask.build().as_agent(context_providers=[provider(memory)])


async def talk(agent: SupportsAgentRun) -> None:
    """Say something in one conversation, and ask for it in another."""
    await agent.run(HIKING, session=agent.create_session())
    await agent.run("Suggest some hiking", session=agent.create_session())


@pytest.mark.parametrize("make", [plain, raw, harness, around_a_workflow])
async def test_these_agents_remember_across_conversations(
    memory: Ricordo, make: Callable[[Ricordo, ScriptedChatClient], SupportsAgentRun]
) -> None:
    client = ScriptedChatClient("Noted.")
    await talk(make(memory, client))
    assert await texts(memory, ALICE) == [HIKING, "Noted.", "Suggest some hiking", "Noted."]
    *_, block, newest = client.requests[-1].messages
    assert newest.text == "Suggest some hiking"
    assert "<ricordo-memory>" in block.text
    assert HIKING in block.text


@pytest.mark.parametrize("make", [own, around_a_function])
async def test_these_agents_never_call_their_providers(
    memory: Ricordo, make: Callable[[Ricordo, ScriptedChatClient], SupportsAgentRun]
) -> None:
    await talk(make(memory, ScriptedChatClient("Noted.")))
    assert await texts(memory, ALICE) == []


async def test_an_agent_around_a_workflow_takes_no_instructions_and_no_tools_from_its_providers(
    memory: Ricordo,
) -> None:
    client = ScriptedChatClient("Noted.")
    await talk(around_a_workflow(memory, client, placement="instructions", tools=True))
    assert "<ricordo-memory>" not in client.requests[-1].text
    assert client.requests[-1].tools == []


async def test_the_history_of_a_thread_in_a_remote_service_is_what_was_said_since_memory_was_there(
    memory: Ricordo,
) -> None:
    client = ScriptedChatClient("Noted.", conversation_id="thread-7")
    agent = Agent(client=client, context_providers=[provider(memory)])
    session = agent.get_session("thread-7")  # it has a past that only the service knows
    conversation = Conversation(agent, memory, session, scope=ALICE)
    await conversation.run(HIKING)
    assert [message.text for message in await conversation.history()] == [HIKING, "Noted."]
    assert [message.text for message in client.requests[-1].messages][-1] == HIKING


async def test_memory_can_be_passed_to_an_agent_that_calls_no_providers(memory: Ricordo) -> None:
    client = ScriptedChatClient("Noted.")
    agent = Agent(client=client)
    await plain(memory, ScriptedChatClient("Noted.")).run(HIKING)
    found = await memory.recall("Suggest some hiking", scope=Scope(application="travel", user="alice"))
    await agent.run([Message("user", [found.render()]), Message("user", ["Suggest some hiking"])])
    assert HIKING in client.requests[-1].text


def test_the_page_names_every_type() -> None:
    page = PAGE.read_text("utf-8")
    for name in ("`RawAgent`", "`create_harness_agent`", "`WorkflowAgent`", "`FunctionalWorkflowAgent`", "`BaseAgent`"):
        assert name in page
