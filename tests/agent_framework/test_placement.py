"""The block stands after the history, and what stands before it is the beginning of every later request."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from typing import Any

import pytest
from agent_framework.orchestrations import GroupChatBuilder, GroupChatState, SequentialBuilder
from hypothesis import given
from hypothesis import strategies as st

from agent_framework import (
    Agent,
    AgentSession,
    Content,
    ContextProvider,
    FunctionTool,
    InMemoryHistoryProvider,
    Message,
)
from ricordo import Ricordo, Scope
from ricordo.agent_framework import (
    ChatHistoryMemoryProvider,
    Component,
    Conversation,
    FactMemoryProvider,
    ProfileMemoryProvider,
    RicordoHistoryProvider,
    RicordoProvider,
    scoped,
)
from ricordo.agent_framework._placement import NewestMessage, find_newest, find_place
from ricordo.agent_framework._turns import has_tool_content
from ricordo.testing import ScriptedChatClient, call_tool
from ricordo.testing.chat import ScriptedRequest
from ricordo.testing.verbs import user_turn
from tests.agent_framework.parts import ALICE, agent_with, said
from tests.agent_framework.people import UserInfo

OPENING = "<ricordo-memory>"
OLD = Scope(application="travel", user="alice", session="last year")
KNOWN = ("I love hiking in the hills", "my boat is called Swallow", "the red tent leaks", "I eat no fish")
ASKED = ("where can I go hiking?", "what is my boat called?", "is the tent all right?", "do I eat fish?")

Providers = Callable[[Ricordo], list[ContextProvider]]


def ours(memory: Ricordo, **options: Any) -> RicordoProvider:
    return RicordoProvider(memory, scope=ALICE, fail_open=False, **options)


def kept(memory: Ricordo, **options: Any) -> RicordoHistoryProvider:
    return RicordoHistoryProvider(memory, scope=ALICE, fail_open=False, **options)


ORDERS: dict[str, Providers] = {
    "MAF's own history is appended": lambda memory: [ours(memory)],
    "MAF's history first": lambda memory: [InMemoryHistoryProvider(), ours(memory)],
    "MAF's history last": lambda memory: [ours(memory), InMemoryHistoryProvider()],
    "our history first": lambda memory: [kept(memory), ours(memory)],
    "our history last": lambda memory: [ours(memory), kept(memory)],
    "between two of ours": lambda memory: [
        ChatHistoryMemoryProvider(memory, storage_scope=ALICE, fail_open=False),
        kept(memory),
        ours(memory),
    ],
}


@pytest.fixture(params=ORDERS)
def providers(request: pytest.FixtureRequest) -> Providers:
    return ORDERS[request.param]


def wire(message: Message) -> str:
    """A message as a service is sent it. A tool's result has no author there."""
    author = None if message.role == "tool" else message.author_name
    contents = [content.to_dict(exclude={"additional_properties"}) for content in message.contents]
    return json.dumps([message.role, author, contents], sort_keys=True, default=str)


def sent(request: ScriptedRequest) -> list[str]:
    """A request as a service is sent it: instructions, tools, messages."""
    head = [str(request.options.get("instructions")), *request.tools]
    return [*head, *map(wire, request.messages)]


def before_the_block(request: ScriptedRequest) -> list[str]:
    whole = sent(request)
    return whole[: next((place for place, part in enumerate(whole) if OPENING in part), len(whole) - 1)]


def check_prefixes(requests: Sequence[ScriptedRequest]) -> None:
    for earlier, later in pairwise(requests):
        prefix = before_the_block(earlier)
        assert sent(later)[: len(prefix)] == prefix


def texts_of(request: ScriptedRequest) -> list[str]:
    return [message.text for message in request.messages]


def count(request: ScriptedRequest, text: str) -> int:
    return sum(each == text for each in texts_of(request))


async def tell(memory: Ricordo, texts: Iterable[str] = KNOWN) -> None:
    await memory.remember([user_turn(text) for text in texts], scope=OLD)


def look_up() -> FunctionTool:
    return FunctionTool(name="look_up", description="Looks something up.", func=lambda: "found")


@pytest.mark.parametrize("stream", [False, True])
async def test_what_stands_before_the_block_begins_every_later_request(
    memory: Ricordo, providers: Providers, *, stream: bool
) -> None:
    await tell(memory)
    client = ScriptedChatClient(*(f"answer {number}" for number in range(4)))
    agent = agent_with(client, *providers(memory), instructions="Be brief.")
    session = agent.create_session()
    for known, asked in zip(KNOWN, ASKED, strict=True):
        await said(agent, asked, session, stream=stream)
        *history, block, newest = texts_of(client.requests[-1])[-3:]
        assert newest == asked
        assert known in block
        assert OPENING in block
        assert all(OPENING not in text for text in history) or len(agent.context_providers) == 3
        assert count(client.requests[-1], asked) == 1
    check_prefixes(client.requests)
    assert [each.strip() for each in texts_of(client.requests[-1]) if OPENING not in each] == [
        *(text for number in range(3) for text in (ASKED[number], f"answer {number}")),
        ASKED[3],
    ]


@pytest.mark.parametrize("per_call", [False, True])
@pytest.mark.parametrize("stream", [False, True])
async def test_in_a_tool_loop_each_request_begins_with_the_whole_one_before(
    memory: Ricordo, providers: Providers, *, stream: bool, per_call: bool
) -> None:
    await tell(memory)
    script: list[str | Message] = []
    for number in range(3):
        script += [call_tool("look_up", call_id=f"{number}a"), call_tool("look_up", call_id=f"{number}b"), "done"]
    client = ScriptedChatClient(*script)
    agent = agent_with(
        client,
        *providers(memory),
        tools=[look_up()],
        require_per_service_call_history_persistence=per_call,
    )
    session = agent.create_session()
    for asked in ASKED[:3]:
        await said(agent, asked, session, stream=stream)
        calls = client.requests[-3:]
        for earlier, later in pairwise(calls):
            assert sent(later)[: len(sent(earlier))] == sent(earlier)
        for request in calls:
            assert count(request, asked) == 1
            place = texts_of(request).index(asked)
            assert OPENING in texts_of(request)[place - 1]
            check_pairs(request.messages)
    check_prefixes(client.requests[::3])


def check_pairs(messages: Sequence[Message]) -> None:
    """Directly after a call stands its result."""
    for message, follower in pairwise(messages):
        calls = {content.call_id for content in message.contents if content.type == "function_call"}
        results = {content.call_id for content in follower.contents if content.type == "function_result"}
        assert calls == results if calls else True


async def test_an_approval_keeps_the_call_and_its_result_together(memory: Ricordo, providers: Providers) -> None:
    await memory.set_profile(UserInfo, {"name": "Alice"}, scope=ALICE)
    pay = FunctionTool(name="pay", description="Pays.", func=lambda: "paid", approval_mode="always_require")
    client = ScriptedChatClient(call_tool("pay"), "Paid.")
    known = ProfileMemoryProvider(memory, UserInfo, scope=ALICE)
    agent = agent_with(client, known, *providers(memory), tools=[pay])
    session = agent.create_session()
    response = await agent.run("Pay, please", session=session)
    (request,) = response.user_input_requests
    await agent.run([Message("user", [request.to_function_approval_response(True)])], session=session)
    check_pairs(client.requests[1].messages)
    assert any("Name: Alice" in text for text in texts_of(client.requests[1]))


@pytest.mark.parametrize("stream", [False, True])
async def test_a_remote_thread_is_sent_every_message_and_every_block_once(
    memory: Ricordo, providers: Providers, *, stream: bool
) -> None:
    await tell(memory)
    client = ScriptedChatClient("a", call_tool("look_up"), "b", "c", conversation_id="thread-1")
    agent = agent_with(client, *providers(memory), tools=[look_up()])
    session = agent.create_session()
    for asked in ASKED[:3]:
        await said(agent, asked, session, stream=stream)
    first, second, result, third = client.requests
    for request, asked in ((first, ASKED[0]), (second, ASKED[1]), (third, ASKED[2])):
        assert texts_of(request)[-1] == asked
        assert count(request, asked) == 1
        assert OPENING in texts_of(request)[-2]
        if not any(isinstance(provider, InMemoryHistoryProvider) for provider in agent.context_providers):
            assert [text for text in texts_of(request) if OPENING not in text] == [asked]  # MAF's own sends all again
    assert [message.role for message in result.messages] == ["tool"]


async def test_a_retry_after_a_failure_reaches_the_model_once(memory: Ricordo, providers: Providers) -> None:
    client = ScriptedChatClient(RuntimeError("no model"), "Here I am.")
    agent = agent_with(client, *providers(memory))
    session = agent.create_session()
    with pytest.raises(RuntimeError):
        await agent.run("Hello?", session=session)
    await agent.run("Hello?", session=session)
    assert count(client.requests[-1], "Hello?") == 1


async def test_a_transcript_that_is_sent_whole_each_time_keeps_its_beginning(
    memory: Ricordo, providers: Providers
) -> None:
    await tell(memory)
    client = ScriptedChatClient("fine")
    agent = agent_with(client, *providers(memory))
    transcript: list[Message] = []
    for asked in ASKED:
        transcript.append(Message("user", [asked]))
        await agent.run(transcript, session=AgentSession(session_id="web"))
        transcript.append(Message("assistant", ["fine"]))
        assert count(client.requests[-1], asked) == 1
        assert OPENING in texts_of(client.requests[-1])[-2]
    check_prefixes(client.requests)


def plain_reply(name: str) -> ScriptedChatClient:
    replies = iter(range(100))
    return ScriptedChatClient(lambda _: f"{name} says {next(replies)} about hiking")


@pytest.mark.parametrize("with_history", [False, True])
async def test_in_a_group_chat_the_block_stands_next_to_the_newest_message(
    memory: Ricordo, *, with_history: bool
) -> None:
    await tell(memory)
    team = [
        agent_with(plain_reply(name), *([kept(memory)] if with_history else []), ours(memory), name=name)
        for name in ("writer", "editor")
    ]

    def in_turn(state: GroupChatState) -> str:
        return ["writer", "editor"][state.current_round % 2]

    workflow = GroupChatBuilder(participants=team, selection_func=in_turn, max_rounds=6).build()
    with scoped(ALICE):
        await workflow.run("a slogan about hiking in the hills")
    for agent in team:
        requests = client_of(agent).requests
        assert len(requests) == 3
        for request in requests:
            texts = texts_of(request)
            assert OPENING in texts[-2]
            assert count(request, texts[-1]) == 1
        check_prefixes(requests)


async def test_in_a_sequential_workflow_every_message_reaches_each_agent_once(memory: Ricordo) -> None:
    await tell(memory)
    team = [agent_with(plain_reply(name), kept(memory), ours(memory), name=name) for name in ("writer", "editor")]
    with scoped(ALICE):
        await SequentialBuilder(participants=team).build().run("a slogan about hiking in the hills")
    (request,) = client_of(team[1]).requests
    texts = texts_of(request)
    assert texts[0] == "a slogan about hiking in the hills"
    assert OPENING in texts[1]
    assert texts[2:] == ["writer says 0 about hiking"]


def client_of(agent: Agent[Any]) -> ScriptedChatClient:
    client = agent.client
    assert isinstance(client, ScriptedChatClient)
    return client


async def test_a_component_speaks_next_to_the_newest_message_too(memory: Ricordo) -> None:
    class Clock(Component):
        ticks = 0

        async def on_model_call(self, conversation: Conversation, messages: Sequence[Message]) -> str | None:
            self.ticks += 1
            return f"{OPENING} tick {self.ticks}"

    client = ScriptedChatClient("a", "b", "c")
    conversation = await Conversation.start(agent_with(client, kept(memory)), memory, scope=ALICE, components=[Clock()])
    for text in ("one", "two", "three"):
        await conversation.run(text)
    check_prefixes(client.requests)
    assert texts_of(client.requests[-1]) == ["one", "a", "two", "b", f"{OPENING} tick 3", "three"]


async def test_the_block_may_stand_in_the_instructions(memory: Ricordo, providers: Providers) -> None:
    await tell(memory)
    client = ScriptedChatClient()
    found = FactMemoryProvider(memory, scope=ALICE, placement="instructions", kinds=["episodic"], source_id="found")
    known = ProfileMemoryProvider(
        memory, UserInfo, scope=ALICE, placement="instructions", ask_for_missing="ask", context_prompt="=== KNOWN ==="
    )
    await memory.set_profile(UserInfo, {"name": "Alice"}, scope=ALICE)
    agent = agent_with(client, found, known, *providers(memory), instructions="Be brief.")
    await agent.run("hiking?", session=agent.create_session())
    instructions = client.requests[0].options["instructions"]
    assert instructions.startswith("Be brief.\n")
    assert "=== KNOWN ===\nName: Alice\n</ricordo-memory>" in instructions
    assert "You do not know these things about the user yet: age" in instructions
    assert "Name: Alice" not in "\n".join(texts_of(client.requests[0])[-1:])


async def test_what_is_asked_for_stands_next_to_the_newest_message_and_leaves_the_instructions_alone(
    memory: Ricordo,
) -> None:
    client = ScriptedChatClient("What is your name?")
    known = ProfileMemoryProvider(memory, UserInfo, scope=ALICE, ask_for_missing="insist")
    agent = agent_with(client, known, instructions="Be brief.")
    session = agent.create_session()
    await agent.run("Hello", session=session)
    await memory.set_profile(UserInfo, {"name": "Alice"}, scope=ALICE)
    await agent.run("I am Alice", session=session)
    assert {request.options["instructions"] for request in client.requests} == {"Be brief."}
    assert "Ask the user for their name" in texts_of(client.requests[0])[-2]
    assert "Ask the user for their age" in texts_of(client.requests[1])[-2]
    assert "Name: Alice" in texts_of(client.requests[1])[-3]
    assert texts_of(client.requests[1])[:2] == ["Hello", "What is your name?"]


@pytest.mark.parametrize("provider", [RicordoProvider, FactMemoryProvider])
def test_another_placement_is_refused(memory: Ricordo, provider: Any) -> None:
    with pytest.raises(ValueError, match="placement must be one of message, instructions"):
        provider(memory, scope=ALICE, placement="top")
    with pytest.raises(ValueError, match="placement"):
        ChatHistoryMemoryProvider(memory, storage_scope=ALICE, placement="top")  # type: ignore[arg-type]


async def test_the_window_of_the_history_begins_alike_in_several_requests(memory: Ricordo) -> None:
    for new_session in (False, True):
        client = ScriptedChatClient("fine")
        agent = agent_with(client, kept(memory, last=20))
        session = AgentSession(session_id=f"long {new_session}")
        for number in range(40):
            if new_session:  # as in a service that keeps only the id
                session = AgentSession(session_id=session.session_id)
            await agent.run(f"question {number}", session=session)
            assert len(client.requests[-1].messages) <= 21
        beginnings = [texts_of(request)[0] for request in client.requests]
        moves = sum(one != other for one, other in pairwise(beginnings))
        assert moves <= (20 if new_session else 7)


# The place by itself

CALL = Message("assistant", [Content.from_function_call("1", "f", arguments="{}")])
RESULT = Message("tool", [Content.from_function_result("1", result="x")])
ROLES = st.sampled_from(["user", "assistant"])
SPOKEN = st.tuples(ROLES, st.text("ab ")).map(lambda said: [Message(said[0], [said[1]])])


@given(st.lists(SPOKEN | st.just([CALL, RESULT])), ROLES, st.text("ab "))
def test_the_place_is_inside_and_never_between_a_call_and_its_result(
    groups: list[list[Message]], role: str, text: str
) -> None:
    messages = [message for group in groups for message in group]
    place = find_place(messages, NewestMessage(role, text.strip()))
    assert 0 <= place <= len(messages)
    assert not (place < len(messages) and messages[place] is RESULT)


@given(st.lists(SPOKEN | st.just([CALL, RESULT])), SPOKEN)
def test_the_place_is_directly_before_the_newest_message(groups: list[list[Message]], newest: list[Message]) -> None:
    history = [message for group in groups for message in group]
    place = find_place([*history, *newest, CALL, RESULT], find_newest(newest))
    if newest[0].text.strip() or newest[0].role == "user":
        assert place == len(history)


def test_a_message_of_a_tool_call_is_known_by_its_contents() -> None:
    assert has_tool_content(CALL)
    assert has_tool_content(RESULT)
    assert not has_tool_content(Message("user", ["f"]))
