"""RicordoHistoryProvider: the last messages of a conversation, isolated and kept across restarts."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from agent_framework import AgentSession, Content, FunctionTool, Message
from ricordo import Ricordo, Scope
from ricordo.agent_framework import RicordoHistoryProvider, RicordoProvider, scoped
from ricordo.testing import HashEmbedder, ScriptedChatClient, call_tool
from tests.agent_framework.parts import ALICE, BOB, Recording, agent_with, said, texts


def seen(client: ScriptedChatClient, request: int) -> list[str]:
    return [message.text for message in client.requests[request].messages]


@pytest.mark.parametrize("stream", [False, True])
async def test_a_conversation_goes_on_after_a_restart(tmp_path: Path, *, stream: bool) -> None:
    client = ScriptedChatClient()
    for number in range(3):
        async with Ricordo.open(tmp_path / "m.db", embedder=HashEmbedder()) as memory:
            client = ScriptedChatClient(f"a{number}")
            agent = agent_with(client, RicordoHistoryProvider(memory, scope=ALICE))
            await said(agent, f"q{number}", AgentSession(session_id="s1"), stream=stream)
    assert seen(client, 0) == ["q0", "a0", "q1", "a1", "q2"]


async def test_only_the_last_messages_are_loaded(memory: Ricordo) -> None:
    client = ScriptedChatClient(*(f"a{number}" for number in range(5)))
    agent = agent_with(client, RicordoHistoryProvider(memory, scope=ALICE, last=3))
    session = agent.create_session()
    for number in range(5):
        await agent.run(f"q{number}", session=session)
    assert [seen(client, number) for number in range(5)] == [
        ["q0"],
        ["q0", "a0", "q1"],
        ["q1", "a1", "q2"],  # full, and cut to half
        ["q2", "a2", "q3"],
        ["q3", "a3", "q4"],
    ]
    assert len(await texts(memory, ALICE)) == 10


async def test_conversations_and_people_are_kept_apart(memory: Ricordo) -> None:
    client = ScriptedChatClient("Hello.")
    agent = agent_with(client, RicordoHistoryProvider(memory, scope=ALICE))
    await agent.run("I am in s1", session=AgentSession(session_id="s1"))
    await agent.run("I am in s2", session=AgentSession(session_id="s2"))
    with scoped(Scope(application="travel", user="bob", session="s1")):
        await agent.run("I am bob", session=AgentSession(session_id="s1"))
    assert seen(client, 1) == ["I am in s2"]
    assert seen(client, 2) == ["I am bob"]
    assert await texts(memory, BOB) == ["I am bob", "Hello."]


async def test_the_same_answer_twice_stays_twice_even_without_state(memory: Ricordo) -> None:
    client = ScriptedChatClient("Hiking?", "Sailing?", "Good.")
    agent = agent_with(client, RicordoHistoryProvider(memory, scope=ALICE))
    for _ in range(2):
        await agent.run("yes", session=AgentSession(session_id="s1"))
    await agent.run("so what?", session=AgentSession(session_id="s1"))
    assert seen(client, 2) == ["yes", "Hiking?", "yes", "Sailing?", "so what?"]


async def test_beside_the_long_term_provider_every_message_is_stored_once(memory: Ricordo) -> None:
    client, recording = ScriptedChatClient("Noted.", "Yes."), Recording()
    agent = agent_with(
        client, RicordoHistoryProvider(memory, scope=ALICE), RicordoProvider(memory, scope=ALICE), recording
    )
    session = agent.create_session()
    await agent.run("I love hiking", session=session)
    await agent.run("hiking!", session=session)
    assert await texts(memory, ALICE) == ["I love hiking", "Noted.", "hiking!", "Yes."]
    assert seen(client, 1) == ["I love hiking", "Noted.", "hiking!"]


def weather() -> FunctionTool:
    def look(place: str) -> str:
        return f"sun in {place}"

    return FunctionTool(name="weather", description="The weather.", func=look)


@pytest.mark.parametrize("stream", [False, True])
async def test_persisting_at_each_call_of_the_model_stores_every_message_once(memory: Ricordo, *, stream: bool) -> None:
    client = ScriptedChatClient(
        call_tool("weather", call_id="1", place="Rome"),
        call_tool("weather", call_id="2", place="Oslo"),
        "Sunny.",
        "Yes.",
    )
    agent = agent_with(
        client,
        RicordoHistoryProvider(memory, scope=ALICE),
        tools=[weather()],
        require_per_service_call_history_persistence=True,
    )
    session = agent.create_session()
    await said(agent, "How is the weather?", session, stream=stream)
    kinds = [content.type for message in client.requests[2].messages for content in message.contents]
    assert kinds == ["text", "function_call", "function_result", "function_call", "function_result"]
    await said(agent, "Really?", session, stream=stream)
    assert seen(client, 3) == ["How is the weather?", "Sunny.", "Really?"]
    assert await texts(memory, ALICE) == ["How is the weather?", "Sunny.", "Really?", "Yes."]
    assert json.dumps(session.to_dict())


async def test_what_a_tool_told_one_person_is_never_shown_to_the_next_in_the_same_session(memory: Ricordo) -> None:
    client = ScriptedChatClient(call_tool("weather", place="Rome"), Message("assistant", []), "Hello.")
    agent = agent_with(
        client,
        RicordoHistoryProvider(memory, scope=ALICE, store_outputs=False),
        tools=[weather()],
        require_per_service_call_history_persistence=True,
    )
    session = AgentSession(session_id="workflow")
    with scoped(Scope(application="travel", user="alice", session="chat")):
        await agent.run("How is the weather?", session=session)
    with scoped(Scope(application="travel", user="bob", session="chat")):
        await agent.run("Hello?", session=session)
    assert "Rome" not in repr([message.to_dict() for message in client.requests[-1].messages])
    assert "alice" not in json.dumps(session.to_dict())


async def test_a_call_that_never_got_its_result_does_not_block_the_conversation(memory: Ricordo) -> None:
    client = ScriptedChatClient(call_tool("weather", place="Rome"), RuntimeError("no model"), "Hello.")
    agent = agent_with(
        client,
        RicordoHistoryProvider(memory, scope=ALICE),
        tools=[weather()],
        require_per_service_call_history_persistence=True,
    )
    session = agent.create_session()
    with pytest.raises(RuntimeError):
        await agent.run("How is the weather?", session=session)
    await agent.run("Hello?", session=session)
    kinds = {content.type for message in client.requests[2].messages for content in message.contents}
    assert kinds == {"text"}


async def test_a_request_for_approval_survives_until_it_is_answered(memory: Ricordo) -> None:
    careful = FunctionTool(
        name="pay", description="Pays.", func=lambda: "paid", approval_mode="always_require", input_model={}
    )
    client = ScriptedChatClient(call_tool("pay"), "Paid.")
    agent = agent_with(client, RicordoHistoryProvider(memory, scope=ALICE), tools=[careful])
    session = agent.create_session()
    response = await agent.run("Pay, please", session=session)
    (request,) = response.user_input_requests
    session = AgentSession.from_dict(json.loads(json.dumps(session.to_dict())))
    answer = Message("user", [request.to_function_approval_response(True)])
    assert (await agent.run([answer], session=session)).text == "Paid."
    assert await texts(memory, ALICE) == ["Pay, please", "Paid."]


async def test_where_the_service_keeps_the_thread_nothing_is_loaded(memory: Ricordo) -> None:
    client = ScriptedChatClient("Noted.", conversation_id="thread-1")
    agent = agent_with(client, RicordoHistoryProvider(memory, scope=ALICE))
    session = agent.create_session()
    await agent.run("one", session=session)
    await agent.run("two", session=session)
    assert seen(client, 1) == ["two"]
    assert await texts(memory, ALICE) == ["one", "Noted.", "two", "Noted."]


async def test_it_can_be_read_and_written_by_hand(memory: Ricordo) -> None:
    history = RicordoHistoryProvider(memory, scope=ALICE)
    said_by_hand = [Message("user", ["one"], author_name="Alice"), Message("assistant", ["two"])]
    for _ in range(2):
        await history.save_messages("s1", said_by_hand)
    found = await history.get_messages("s1")
    assert [(message.role, message.text, message.author_name) for message in found] == [
        ("user", "one", "Alice"),
        ("assistant", "two", None),
    ]
    assert await history.get_messages("s2") == []


async def test_a_history_that_only_records_loads_nothing(memory: Ricordo) -> None:
    client = ScriptedChatClient("Noted.")
    agent = agent_with(client, RicordoHistoryProvider(memory, scope=ALICE, load_messages=False, store_outputs=False))
    for text in ("one", "two"):
        await agent.run(text)
    assert seen(client, 1) == ["two"]
    assert await texts(memory, ALICE) == ["one", "two"]


async def test_pictures_are_left_to_the_run_they_belong_to(memory: Ricordo) -> None:
    client = ScriptedChatClient("A cat.")
    agent = agent_with(client, RicordoHistoryProvider(memory, scope=ALICE))
    session = agent.create_session()
    picture = Content.from_uri("https://example.com/a.png", media_type="image/png")
    await agent.run([Message("user", ["What is this?", picture])], session=session)
    await agent.run("Thanks", session=session)
    assert seen(client, 1) == ["What is this?", "A cat.", "Thanks"]


@pytest.mark.parametrize("arguments", [{"last": 0}, {"deadline": -1}])
def test_bad_arguments_are_refused(memory: Ricordo, arguments: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=next(iter(arguments))):
        RicordoHistoryProvider(memory, scope=ALICE, **arguments)


async def test_a_memory_that_cannot_read_backwards_is_read_from_the_beginning(memory: Ricordo) -> None:
    class Plain:
        def __init__(self) -> None:
            for verb in ("remember", "recall", "forget", "export"):
                setattr(self, verb, getattr(memory, verb))

    client = ScriptedChatClient("a")
    plain: Any = Plain()
    agent = agent_with(client, RicordoHistoryProvider(plain, scope=ALICE, last=2))
    session = agent.create_session()
    for text in ("q0", "q1"):
        await agent.run(text, session=session)
    assert seen(client, 1) == ["q0", "a", "q1"]
