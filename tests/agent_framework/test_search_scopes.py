"""Several scopes in one search: the person's and the team's, or one agent's and all agents'."""

from __future__ import annotations

import json
import random
import re
from collections.abc import AsyncGenerator
from dataclasses import replace
from typing import Any

import pytest
import pytest_asyncio

from agent_framework import AgentSession, ContextProvider, FunctionTool
from ricordo import Ricordo, Scope, ScopeError, Turn
from ricordo.agent_framework import (
    ChatHistoryMemoryProvider,
    Conversation,
    FactMemoryProvider,
    MemoryTools,
    ProfileMemoryProvider,
    RicordoProvider,
    SummaryMemoryProvider,
    scoped,
)
from ricordo.agent_framework.provider import exclude_cited_turns
from ricordo.testing import HashEmbedder, ScriptedChatClient
from ricordo.testing.verbs import user_turn
from tests.agent_framework.parts import ALICE, BOB, agent_with, texts
from tests.agent_framework.people import UserInfo
from tests.promises.test_scopes import random_scopes

TEAM = Scope(application="travel", user="team")
NUMBER = re.compile(r"secret number (\d+)")


@pytest_asyncio.fixture
async def memory() -> AsyncGenerator[Ricordo]:
    async with Ricordo.open("memory://", embedder=HashEmbedder(), learning="off") as memory:
        yield memory


def both(session: Any, context: Any) -> list[Scope]:
    return [ALICE, TEAM]


async def tell(memory: Ricordo) -> None:
    for scope, name in ((ALICE, "alice"), (TEAM, "team"), (BOB, "bob")):
        await memory.remember([user_turn(f"the tent of {name} is green", id=f"tent-{name}")], scope=scope)
        await memory.learn_fact(f"The tent of {name} leaks", scope=scope)


def everything(memory: Ricordo, **options: Any) -> RicordoProvider:
    return RicordoProvider(memory, scope=ALICE, fail_open=False, **options)


def chat_history(memory: Ricordo, **options: Any) -> ChatHistoryMemoryProvider:
    return ChatHistoryMemoryProvider(memory, storage_scope=ALICE, fail_open=False, **options)


def facts(memory: Ricordo, **options: Any) -> FactMemoryProvider:
    return FactMemoryProvider(memory, scope=ALICE, fail_open=False, **options)


async def ask(provider: ContextProvider, text: str = "whose tent leaks?") -> str:
    """Return the request that a new conversation sends."""
    client = ScriptedChatClient("fine")
    await agent_with(client, provider).run(text, session=AgentSession())
    return client.requests[0].text


@pytest.mark.parametrize("build", [everything, chat_history, facts])
@pytest.mark.parametrize("scopes", [[ALICE, TEAM], (TEAM, ALICE), both])
async def test_a_provider_searches_several_scopes_and_says_whose_each_line_is(
    memory: Ricordo, build: Any, scopes: Any
) -> None:
    await tell(memory)
    request = await ask(build(memory, search_scope=scopes))
    for name in ("alice", "team"):
        assert [line for line in request.splitlines() if f"tent of {name}" in line and f'of "{name}"' in line]
    assert "bob" not in request


async def test_scoped_takes_several(memory: Ricordo) -> None:
    await tell(memory)
    with scoped(BOB, search_scope=[BOB, TEAM]):
        request = await ask(everything(memory))
    assert "alice" not in request
    assert "tent of bob" in request
    assert "tent of team" in request
    with pytest.raises(ScopeError), scoped(ALICE, search_scope=[]):
        pass


async def test_what_is_said_is_stored_with_the_person_alone(memory: Ricordo) -> None:
    await ask(everything(memory, search_scope=[TEAM, ALICE]), "the stove is mine")
    assert await texts(memory, ALICE) == ["the stove is mine", "fine"]
    assert await texts(memory, TEAM) == []


async def test_what_an_agent_keeps_to_itself_stays_there(memory: Ricordo) -> None:
    planner, doctor = (Scope(application="travel", agent=name, user="alice") for name in ("planner", "doctor"))
    for scope in (planner, doctor):
        await memory.remember([user_turn(f"the tent for the {scope.agent}")], scope=scope)
        await memory.set_consent(scope=scope, sharing=False)
    provider = RicordoProvider(memory, scope=planner, search_scope=[planner, ALICE], fail_open=False)
    request = await ask(provider)
    assert "the tent for the planner" in request
    assert "doctor" not in request


async def test_unions_of_scopes_leak_nothing(memory: Ricordo) -> None:
    rng = random.Random(11)
    scopes = sorted({wider for scope in random_scopes(20) for wider in scope.wider()}, key=repr)
    for number, scope in enumerate(scopes):
        await memory.remember([Turn("user", f"the secret number {number}")], scope=scope)
    for scope in rng.sample([scope for scope in scopes if scope.agent], 8):
        await memory.set_consent(scope=scope, sharing=False)
    asker = Scope(application="nobody", user="nobody")
    tools = MemoryTools(memory, scope=asker, only=["recall"], limit=1_000, budget=100_000, fail_open=False)
    for _ in range(20):
        asked = rng.sample(scopes, rng.randint(2, 6))
        alone = set[str]()
        for scope in asked:
            found = await memory.recall("secret number", scope=scope, limit=1_000)
            alone |= {match for hit in found for match in NUMBER.findall(hit.text)}
        (recall,) = tools.bind(asker, search_scope=asked)
        assert set(NUMBER.findall(await call(recall, question="secret number"))) == alone
        provider = RicordoProvider(memory, scope=asker, search_scope=asked, limit=100, budget=5_000, fail_open=False)
        assert set(NUMBER.findall(await ask(provider, "which secret?"))) <= alone


async def call(tool: FunctionTool, **arguments: Any) -> str:
    return "".join(content.text or "" for content in await tool.invoke(arguments=arguments))


async def test_tools_correct_and_forget_where_they_found_it_and_nowhere_else(memory: Ricordo) -> None:
    await tell(memory)
    tools = {tool.name: tool for tool in MemoryTools(memory, scope=ALICE).bind(ALICE, search_scope=[ALICE, TEAM])}
    (of_team,) = [fact async for fact in memory.memories(scope=TEAM)]
    (of_bob,) = [fact async for fact in memory.memories(scope=BOB)]
    found = await call(tools["memory_recall"], question="which tent leaks?")
    assert of_team.id in found
    assert of_bob.id not in found
    assert "corrected" in await call(tools["memory_correct"], id=of_team.id, content="The tent is dry")
    assert (await memory.get(of_team.id, scope=TEAM)).content == "The tent is dry"
    assert "no memory" in await call(tools["memory_correct"], id=of_bob.id, content="The tent is dry")
    forgotten = await call(tools["memory_forget"], ids=["tent-alice", "tent-team", "tent-bob", of_bob.id])
    assert forgotten == "2 memories are erased."
    assert await texts(memory, BOB) == ["the tent of bob is green"]


async def test_a_session_keeps_what_several_scopes_had(memory: Ricordo) -> None:
    await tell(memory)
    for scope in (ALICE, TEAM):  # two scopes may use one id
        await memory.remember([user_turn(f"the stove of {scope.user} is new", id="stove")], scope=scope)
    client = ScriptedChatClient("fine")
    agent = agent_with(client, everything(memory, search_scope=[ALICE, TEAM], refresh="session"))
    session = agent.create_session()
    for asked in ("whose stove is new?", "and whose tent leaks?", "thanks"):
        await agent.run(asked, session=session)
        session = AgentSession.from_dict(json.loads(json.dumps(session.to_dict())))
    for known in ("stove of alice", "stove of team", "tent of alice leaks", "tent of team leaks"):
        assert client.requests[-1].text.count(known) == 1
    await memory.forget(scope=TEAM)
    await agent.run("well?", session=session)
    assert "of team" not in client.requests[-1].text
    assert "stove of alice" in client.requests[-1].text


async def test_a_profile_is_the_persons_own(memory: Ricordo) -> None:
    await memory.set_profile(UserInfo, {"name": "Alice"}, scope=ALICE)
    await memory.set_profile(UserInfo, {"name": "The Team"}, scope=TEAM)
    for scopes in ([TEAM, ALICE], [ALICE, TEAM]):
        provider = ProfileMemoryProvider(memory, UserInfo, scope=ALICE, search_scope=scopes, fail_open=False)
        request = await ask(provider)
        assert "Name: Alice" in request
        assert "The Team" not in request


def summaries(memory: Ricordo, **options: Any) -> SummaryMemoryProvider:
    return SummaryMemoryProvider(memory, scope=ALICE, **options)


def tools_of(memory: Ricordo, **options: Any) -> MemoryTools:
    return MemoryTools(memory, scope=ALICE, **options)


@pytest.mark.parametrize("build", [everything, chat_history, facts, summaries, tools_of])
@pytest.mark.parametrize(
    ("scopes", "error", "reason"),
    [
        ([], ScopeError, "search_scope: .*empty list"),
        ([ALICE, "team"], TypeError, "search_scope: .*not str"),
        ([ALICE, None], ScopeError, "search_scope: "),
        ([Scope(user=str(number)) for number in range(9)], ScopeError, "search_scope: .*the limit is 8"),
        ({ALICE, TEAM}, TypeError, "not set"),
    ],
)
def test_a_list_that_cannot_be_searched_is_refused(
    memory: Ricordo, build: Any, scopes: Any, error: type[Exception], reason: str
) -> None:
    with pytest.raises(error, match=reason):
        build(memory, search_scope=scopes)


async def test_a_function_that_returns_a_wrong_list_fails_the_first_run(memory: Ricordo) -> None:
    provider = RicordoProvider(memory, scope=ALICE, search_scope=lambda session, context: [ALICE, "team"])  # pyright: ignore[reportArgumentType]
    with pytest.raises(TypeError, match=r"search_scope: .*not str"):
        await ask(provider)


async def test_storage_takes_one_scope_only(memory: Ricordo) -> None:
    with pytest.raises(TypeError, match="scope must be a Scope or a function that returns one, not list"):
        RicordoProvider(memory, scope=[ALICE, TEAM])  # pyright: ignore[reportArgumentType]


async def test_a_conversation_searches_several_scopes_and_so_does_its_fork(memory: Ricordo) -> None:
    await tell(memory)
    client = ScriptedChatClient("fine")
    agent = agent_with(client, everything(memory))
    conversation = Conversation(agent, memory, scope=ALICE, search_scope=[ALICE, TEAM])
    started = await Conversation.start(agent, memory, scope=ALICE, search_scope=[ALICE, TEAM])
    for each in (conversation, started, await conversation.fork()):
        await each.run("whose tent leaks?")
        assert "tent of team" in client.requests[-1].text
        assert "bob" not in client.requests[-1].text
    async for _ in conversation.stream("and which tent is green?"):
        pass
    assert "tent of team is green" in client.requests[-1].text
    with pytest.raises(ScopeError):
        Conversation(agent, memory, scope=ALICE, search_scope=[])


async def test_ids_and_sessions_of_the_same_name_are_not_taken_for_each_other() -> None:
    async with Ricordo.open("memory://", embedder=HashEmbedder(), learning="inline") as memory:
        for owner, place in ((ALICE, "Leeds"), (TEAM, "York")):
            scope = replace(owner, session="monday")
            await memory.remember([user_turn(f"I live in {place}", id="1")], scope=scope)
            await memory.remember([Turn("assistant", f"{place} is nice", id="2")], scope=scope)
            await memory.summarise(scope=scope)
        client = ScriptedChatClient("fine")
        provider = everything(memory, search_scope=[ALICE, TEAM])
        session = AgentSession(session_id="monday")
        await agent_with(client, provider).run("who has a home in Leeds or York?", session=session)
        request = client.requests[0].text
        assert [line for line in request.splitlines() if "summary" in line and "York" in line]
        assert not [line for line in request.splitlines() if "summary" in line and "Leeds" in line]
        facts = list(await memory.recall("Leeds", scope=ALICE, kinds=["semantic", "profile"]))
        turns = list(await memory.recall("Leeds York", scope=[ALICE, TEAM], kinds=["turn"]))
        assert facts
        assert {hit.text for hit in turns} >= {"I live in Leeds", "I live in York"}
        shown = {hit.text for hit in exclude_cited_turns([*facts, *turns]) if hit.kind == "turn"}
        assert "I live in York" in shown
        assert "I live in Leeds" not in shown
