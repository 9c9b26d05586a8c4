"""What every long-term provider does with what is said: once, before the model is called, and never a fragment."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from agent_framework._feature_stage import ExperimentalWarning

from agent_framework import AgentSession, Content, FileSessionStore, FunctionTool, Message
from ricordo import Ricordo, Scope
from ricordo.agent_framework import FactMemoryProvider, RicordoHistoryProvider, SummaryMemoryProvider, scoped
from ricordo.testing import ScriptedChatClient, call_tool
from tests.agent_framework.parts import ALICE, BOB, Recording, agent_with, said, texts, turns, words

pytestmark = pytest.mark.filterwarnings("ignore::agent_framework._feature_stage.ExperimentalWarning")
assert ExperimentalWarning


def facts(memory: Ricordo, **options: Any) -> FactMemoryProvider:
    return FactMemoryProvider(memory, scope=options.pop("scope", ALICE), **options)


@pytest.mark.parametrize("stream", [False, True])
async def test_what_was_said_and_the_reply_are_stored_under_person_and_session(
    memory: Ricordo, *, stream: bool
) -> None:
    agent = agent_with(ScriptedChatClient("Where to?"), facts(memory))
    await said(agent, "I love hiking", AgentSession(session_id="s1"), stream=stream)
    rows = await turns(memory, ALICE)
    assert [(row["role"], row["text"]) for row in rows] == [("user", "I love hiking"), ("assistant", "Where to?")]
    assert all(row["scope"] == {"application": "travel", "user": "alice", "session": "s1"} for row in rows)


async def test_the_persons_words_are_stored_before_the_model_is_called(memory: Ricordo) -> None:
    seen: list[list[str]] = []

    class Looking(ScriptedChatClient):
        async def _respond(self, reply: Any, messages: Any) -> Any:
            seen.append(await texts(memory, ALICE))
            return await super()._respond(reply, messages)

    await agent_with(Looking("Fine."), facts(memory)).run("I love hiking")
    assert seen == [["I love hiking"]]


@pytest.mark.parametrize("stream", [False, True])
async def test_a_failed_run_keeps_the_persons_words_and_its_retry_adds_only_the_reply(
    memory: Ricordo, *, stream: bool
) -> None:
    agent = agent_with(ScriptedChatClient(RuntimeError("no model"), "Where to?"), facts(memory))
    session = agent.create_session()
    with pytest.raises(RuntimeError):
        await said(agent, "I love hiking", session, stream=stream)
    assert await texts(memory, ALICE) == ["I love hiking"]
    await said(agent, "I love hiking", session, stream=stream)
    assert await texts(memory, ALICE) == ["I love hiking", "Where to?"]


async def test_a_cancelled_run_keeps_the_persons_words(memory: Ricordo) -> None:
    called = asyncio.Event()

    class Waiting(ScriptedChatClient):
        async def _respond(self, reply: Any, messages: Any) -> Any:
            called.set()
            await asyncio.Event().wait()

    running = asyncio.ensure_future(agent_with(Waiting(), facts(memory)).run("I love hiking"))
    await called.wait()
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    assert await texts(memory, ALICE) == ["I love hiking"]


@pytest.mark.parametrize("finish_reason", ["stop", None])
async def test_a_stream_that_was_cut_off_stores_no_fragment(memory: Ricordo, finish_reason: str | None) -> None:
    client = ScriptedChatClient("I know just the place for you", finish_reason=finish_reason)
    client.hold = asyncio.Event()
    agent = agent_with(client, facts(memory))
    running = agent.run("I love hiking", session=agent.create_session(), stream=True)
    pieces = aiter(running)
    assert (await anext(pieces)).text == "I "
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.1):
            await words(pieces, 9)
    assert (await running.get_final_response()).text.strip() == "I"
    assert await texts(memory, ALICE) == ["I love hiking"]


async def test_a_stream_that_nobody_reads_on_stores_no_fragment(memory: Ricordo) -> None:
    agent = agent_with(ScriptedChatClient("I know just the place"), facts(memory))
    await words(aiter(agent.run("I love hiking", session=agent.create_session(), stream=True)), 1)
    assert await texts(memory, ALICE) == ["I love hiking"]


async def test_a_client_that_gives_no_finish_reason_has_its_streams_stored(memory: Ricordo) -> None:
    agent = agent_with(ScriptedChatClient("Where to?", finish_reason=None), facts(memory))
    await said(agent, "I love hiking", agent.create_session(), stream=True)
    assert await texts(memory, ALICE) == ["I love hiking", "Where to?"]


async def test_a_replayed_transcript_stores_only_what_is_new(memory: Ricordo) -> None:
    agent = agent_with(ScriptedChatClient("a1", "a2", "a3"), facts(memory))
    session = agent.create_session()
    await agent.run("q1", session=session)
    transcript = [Message("user", ["q1"]), Message("assistant", ["a1"]), Message("user", ["q2"])]
    await agent.run(transcript, session=session)
    transcript += [Message("assistant", ["a2"]), Message("user", ["q3"])]
    await agent.run(transcript[1:], session=session)
    assert await texts(memory, ALICE) == ["q1", "a1", "q2", "a2", "q3", "a3"]


async def test_a_transcript_replayed_without_the_sessions_state_is_recognised(memory: Ricordo) -> None:
    transcript: list[Message] = []
    for number in range(3):
        agent = agent_with(ScriptedChatClient(f"a{number}"), facts(memory))  # a process that knows nothing yet
        transcript.append(Message("user", [f"q{number}"]))
        response = await agent.run(list(transcript), session=AgentSession(session_id="s1"))
        transcript += [Message("assistant", [response.text])]
    assert await texts(memory, ALICE) == ["q0", "a0", "q1", "a1", "q2", "a2"]


async def test_who_says_yes_twice_is_heard_twice(memory: Ricordo) -> None:
    agent = agent_with(ScriptedChatClient("Hiking?", "Sailing?"), facts(memory))
    session = agent.create_session()
    await agent.run("yes", session=session)
    await agent.run("yes", session=session)
    assert await texts(memory, ALICE) == ["yes", "Hiking?", "yes", "Sailing?"]


@pytest.mark.parametrize("stream", [False, True])
async def test_an_agent_that_repeats_what_it_was_told_is_heard(memory: Ricordo, *, stream: bool) -> None:
    agent = agent_with(ScriptedChatClient(lambda messages: messages[-1].text), facts(memory))
    await said(agent, "hello", agent.create_session(), stream=stream)
    assert [(row["role"], row["text"]) for row in await turns(memory, ALICE)] == [
        ("user", "hello"),
        ("assistant", "hello"),
    ]


async def test_the_same_words_in_two_conversations_are_two_turns(memory: Ricordo) -> None:
    agent = agent_with(ScriptedChatClient("Hello."), facts(memory))
    for _ in range(2):
        await agent.run("hi", session=agent.create_session())
    assert await texts(memory, ALICE) == ["hi", "Hello."] * 2


async def test_several_providers_on_one_agent_store_every_message_once(memory: Ricordo) -> None:
    agent = agent_with(
        ScriptedChatClient("Hello.", "Hello again."),
        facts(memory),
        SummaryMemoryProvider(memory, scope=ALICE),
        RicordoHistoryProvider(memory, scope=ALICE),
    )
    session = agent.create_session()
    await agent.run("hi", session=session)
    await agent.run("hi again", session=session)
    assert await texts(memory, ALICE) == ["hi", "Hello.", "hi again", "Hello again."]


async def test_a_run_with_many_tool_calls_stores_every_message_once(memory: Ricordo) -> None:
    def weather(place: str) -> str:
        return f"sun in {place}"

    tool = FunctionTool(name="weather", description="The weather.", func=weather)
    client = ScriptedChatClient(
        call_tool("weather", call_id="1", place="Rome"),
        call_tool("weather", call_id="2", place="Oslo"),
        "Sunny in both.",
    )
    agent = agent_with(client, facts(memory), tools=[tool])
    await agent.run("How is the weather in Rome and Oslo?", session=agent.create_session())
    assert await texts(memory, ALICE) == ["How is the weather in Rome and Oslo?", "Sunny in both."]


@pytest.mark.parametrize("propagate", [False, True])
async def test_an_agent_used_as_a_tool_stores_every_message_once(memory: Ricordo, *, propagate: bool) -> None:
    inner = agent_with(ScriptedChatClient("Take the ferry."), facts(memory), name="router", description="Routes.")
    client = ScriptedChatClient(call_tool("router", task="How do I get to the island?"), "By ferry.")
    outer = agent_with(client, facts(memory), tools=[inner.as_tool(propagate_session=propagate)])
    await outer.run("How do I get to the island?", session=outer.create_session())
    assert await texts(memory, ALICE) == ["How do I get to the island?", "Take the ferry.", "By ferry."]


async def test_what_a_model_tells_an_agent_used_as_a_tool_does_not_count_as_the_persons_words(
    memory: Ricordo,
) -> None:
    inner = agent_with(ScriptedChatClient("Take the ferry."), facts(memory), name="router", description="Routes.")
    client = ScriptedChatClient(call_tool("router", task="The user hates planes. Find a way."), "By ferry.")
    outer = agent_with(client, facts(memory), name="guide", tools=[inner.as_tool()])
    await outer.run("How do I get to the island?", session=outer.create_session())
    rows = {row["text"]: (row["role"], row.get("author")) for row in await turns(memory, ALICE)}
    assert rows["The user hates planes. Find a way."] == ("assistant", "guide")
    assert rows["How do I get to the island?"][0] == "user"


async def test_what_is_injected_is_never_stored(memory: Ricordo) -> None:
    agent = agent_with(ScriptedChatClient("Noted."), facts(memory, kinds=["episodic"]))
    session = agent.create_session()
    injected = Message("user", ["injected"], additional_properties={"_attribution": {"source_id": "other"}})
    await agent.run([injected, Message("user", ["hello"])], session=session)
    assert await texts(memory, ALICE) == ["hello", "Noted."]


async def test_instructions_and_blank_messages_are_not_something_respond(memory: Ricordo) -> None:
    agent = agent_with(ScriptedChatClient(" "), facts(memory))
    await agent.run([Message("system", ["Be kind."]), Message("user", [" "]), Message("user", ["hello"])])
    assert await texts(memory, ALICE) == ["hello"]


async def test_an_image_without_words_does_no_harm(memory: Ricordo) -> None:
    picture = Message("user", [Content.from_uri("https://example.com/a.png", media_type="image/png")])
    agent = agent_with(ScriptedChatClient("A cat."), facts(memory))
    assert (await agent.run([picture], session=agent.create_session())).text == "A cat."
    assert await texts(memory, ALICE) == ["A cat."]


async def test_where_capture_is_off_nothing_is_stored_and_nothing_is_an_error(
    memory: Ricordo, caplog: pytest.LogCaptureFixture
) -> None:
    await memory.set_consent(scope=ALICE, capture=False)
    assert (await agent_with(ScriptedChatClient("Fine."), facts(memory)).run("off the record")).text == "Fine."
    assert await texts(memory, ALICE) == []
    assert not caplog.records


async def test_state_goes_through_dict_json_and_the_file_store(memory: Ricordo, tmp_path: Path) -> None:
    agent = agent_with(ScriptedChatClient("a1", "a2", "a3"), facts(memory), RicordoHistoryProvider(memory, scope=ALICE))
    session = AgentSession(session_id="s1")
    await agent.run("q1", session=session)
    session = AgentSession.from_dict(json.loads(json.dumps(session.to_dict())))
    await agent.run("q2", session=session)
    files = FileSessionStore(tmp_path)
    await files.set("s1", session)
    restored = await files.get("s1")
    assert restored is not None
    await agent.run([Message("user", ["q2"]), Message("assistant", ["a2"]), Message("user", ["q3"])], session=restored)
    assert await texts(memory, ALICE) == ["q1", "a1", "q2", "a2", "q3", "a3"]


async def test_the_state_holds_nothing_that_anybody_respond(memory: Ricordo) -> None:
    agent = agent_with(ScriptedChatClient("a secret reply"), facts(memory))
    session = agent.create_session(session_id="s1")
    await agent.run("a secret", session=session)
    assert "secret" not in json.dumps(session.state["ricordo_facts"])


async def test_a_remote_agent_with_a_thread_of_its_own_is_given_memory_at_each_call(memory: Ricordo) -> None:
    client, recording = ScriptedChatClient("Noted.", conversation_id="thread-7"), Recording()
    history = RicordoHistoryProvider(memory, scope=ALICE)
    agent = agent_with(client, history, facts(memory), recording)
    session = agent.create_session()
    await agent.run("I love hiking", session=session)
    await agent.run("And sailing", session=session)
    assert session.service_session_id == "thread-7"
    assert [message.text for message in client.requests[1].messages] == ["And sailing"]  # the service has the rest
    assert client.requests[1].options["conversation_id"] == "thread-7"
    assert await texts(memory, ALICE) == ["I love hiking", "Noted.", "And sailing", "Noted."]


async def test_a_hundred_conversations_at_once_do_not_mix(memory: Ricordo) -> None:
    def whose(session: AgentSession, _: object) -> Scope:
        return Scope(application="travel", user=session.session_id.split("/")[0])

    client = ScriptedChatClient(lambda messages: f"re: {messages[-1].text}")
    agent = agent_with(client, facts(memory, scope=whose), RicordoHistoryProvider(memory, scope=whose))

    async def talk(number: int) -> None:
        session = AgentSession(session_id=f"user-{number}/s")
        for topic in ("hiking", "sailing"):
            await agent.run(f"{number} likes {topic}", session=session)

    await asyncio.gather(*(talk(number) for number in range(100)))
    for number in range(100):
        kept = await texts(memory, Scope(application="travel", user=f"user-{number}"))
        assert kept == [
            text
            for topic in ("hiking", "sailing")
            for text in (f"{number} likes {topic}", f"re: {number} likes {topic}")
        ]


async def test_inside_scoped_everything_belongs_to_that_scope(memory: Ricordo) -> None:
    agent = agent_with(ScriptedChatClient("Hello."), facts(memory))
    with scoped(BOB):
        await agent.run("I am Bob")
    await agent.run("I am Alice")
    assert await texts(memory, BOB) == ["I am Bob", "Hello."]
    assert await texts(memory, ALICE) == ["I am Alice", "Hello."]
