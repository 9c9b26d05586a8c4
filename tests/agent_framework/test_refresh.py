"""`refresh="session"`: recalled once, then only what is new is added, and every block stays where it stood."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from agent_framework import AgentSession
from ricordo import Ricordo
from ricordo.agent_framework import (
    FactMemoryProvider,
    ProfileMemoryProvider,
    RicordoHistoryProvider,
    RicordoProvider,
    scoped,
)
from ricordo.client import RicordoClient
from ricordo.testing import HashEmbedder, ScriptedChatClient, call_tool
from ricordo.testing.verbs import user_turn
from tests.agent_framework.parts import ALICE, BOB, Broken, agent_with, said
from tests.agent_framework.people import UserInfo
from tests.agent_framework.test_placement import (
    ASKED,
    KNOWN,
    OLD,
    OPENING,
    check_prefixes,
    count,
    look_up,
    sent,
    tell,
    texts_of,
)
from tests.server.running import run_service


@pytest_asyncio.fixture
async def memory() -> AsyncGenerator[Ricordo]:
    async with Ricordo.open("memory://", embedder=HashEmbedder(), learning="off") as memory:
        yield memory


def once(memory: Ricordo, **options: Any) -> RicordoProvider:
    return RicordoProvider(memory, scope=ALICE, refresh="session", fail_open=False, **options)


def blocks(client: ScriptedChatClient, request: int = -1) -> list[str]:
    return [text for text in texts_of(client.requests[request]) if OPENING in text]


@pytest.mark.parametrize("ours", [False, True])
@pytest.mark.parametrize("per_call", [False, True])
@pytest.mark.parametrize("stream", [False, True])
async def test_every_request_begins_with_the_whole_one_before(
    memory: Ricordo, *, ours: bool, per_call: bool, stream: bool
) -> None:
    await tell(memory)
    client = ScriptedChatClient(*(f"answer {number}" for number in range(8)))
    history = [RicordoHistoryProvider(memory, scope=ALICE)] if ours else []
    agent = agent_with(client, once(memory, limit=2), *history, require_per_service_call_history_persistence=per_call)
    session = agent.create_session()
    for asked in (*ASKED, *ASKED):
        await said(agent, asked, session, stream=stream)
        session = AgentSession.from_dict(json.loads(json.dumps(session.to_dict())))
    for before, after in pairwise(client.requests):
        assert [part.replace(' "', '"') for part in sent(after)][: len(sent(before))] == [
            part.replace(' "', '"') for part in sent(before)
        ]
    assert [known for known in KNOWN if any(known in block for block in blocks(client))] == list(KNOWN)
    for known in KNOWN:
        assert client.requests[-1].text.count(known) == 1
    texts = [text.strip() for text in texts_of(client.requests[-1]) if OPENING not in text]
    assert texts == [part for n in range(8) for part in (ASKED[n % 4], f"answer {n}")][:-1]


async def test_a_tool_loop_keeps_them_too(memory: Ricordo) -> None:
    await tell(memory)
    client = ScriptedChatClient(*(reply for n in range(3) for reply in (call_tool("look_up", call_id=str(n)), "done")))
    agent = agent_with(client, once(memory, limit=2), tools=[look_up()])
    session = agent.create_session()
    for asked in ASKED[:3]:
        await agent.run(asked, session=session)
        assert count(client.requests[-1], asked) == 1
    check_prefixes(client.requests)
    for before, after in pairwise(client.requests):
        assert sent(after)[: len(sent(before))] == sent(before)


async def test_a_remote_thread_is_sent_only_what_is_new(memory: Ricordo) -> None:
    await tell(memory)
    client = ScriptedChatClient("fine", conversation_id="thread-1")
    agent = agent_with(client, once(memory, limit=2), RicordoHistoryProvider(memory, scope=ALICE))
    session = agent.create_session()
    for asked in (ASKED[0], ASKED[0] + " and again", ASKED[3]):
        await agent.run(asked, session=session)
    assert KNOWN[0] in client.requests[0].text
    assert texts_of(client.requests[1]) == [ASKED[0] + " and again"]
    assert len(blocks(client)) == 1
    assert KNOWN[3] in blocks(client)[0]


async def test_what_is_forgotten_is_gone_and_what_no_longer_holds_is_marked() -> None:
    async with Ricordo.open("memory://", embedder=HashEmbedder(), learning="inline") as memory:
        await memory.remember([user_turn("I live in Leeds and I like tea", id="leeds")], scope=OLD)
        await memory.remember([user_turn("the tent in Leeds is red", id="tent")], scope=OLD)
        client = ScriptedChatClient("fine")
        provider = RicordoProvider(memory, scope=ALICE, refresh="session", facts=False, summaries=False)
        agent = agent_with(client, provider)
        session = agent.create_session()
        await agent.run("what about Leeds?", session=session)
        assert "I like tea" in client.requests[0].text
        assert "is red" in client.requests[0].text
        assert "Leeds" not in json.dumps(session.state["ricordo"])
        await memory.remember([user_turn("I have moved to Harrogate")], scope=OLD)
        await memory.forget(scope=ALICE, ids=["tent"])
        await agent.run("and now?", session=session)
        assert "is red" not in client.requests[1].text
        assert "since updated" in blocks(client)[0]


async def test_a_profile_adds_the_fields_that_are_new(memory: Ricordo) -> None:
    await memory.set_profile(UserInfo, {"name": "Alice"}, scope=ALICE)
    client = ScriptedChatClient("fine")
    agent = agent_with(client, ProfileMemoryProvider(memory, UserInfo, scope=ALICE, refresh="session"))
    session = agent.create_session()
    await agent.run("one", session=session)
    await memory.set_profile(UserInfo, {"age": 20}, scope=ALICE)
    await agent.run("two", session=session)
    first, second = blocks(client)
    assert "Name: Alice" in first
    assert "Age" not in first
    assert "Age: 20" in second
    assert "Name" not in second
    await memory.set_profile(UserInfo, {"name": "Alicia"}, scope=ALICE)
    await agent.run("three", session=session)
    assert "Name: Alice\n" not in client.requests[-1].text
    assert "Name: Alicia\n" in client.requests[-1].text


async def test_it_works_in_the_instructions(memory: Ricordo) -> None:
    await tell(memory)
    client = ScriptedChatClient("fine")
    agent = agent_with(client, once(memory, limit=2, placement="instructions"), instructions="Be brief.")
    session = agent.create_session()
    for asked in (ASKED[0], ASKED[0] + " please", ASKED[1]):
        await agent.run(asked, session=session)
    first, second, third = (request.options["instructions"] for request in client.requests)
    assert first == second
    assert third.startswith(second)
    assert KNOWN[1] in third


async def test_the_whole_stays_within_twice_the_budget(memory: Ricordo) -> None:
    await tell(memory, (f"note {n} about topic{n}: " + "word " * 40 for n in range(12)))
    client = ScriptedChatClient("fine")
    agent = agent_with(client, once(memory, limit=1, budget=150))
    session = agent.create_session()
    for n in range(12):
        await agent.run(f"topic{n}?", session=session)
        assert 1 <= len(blocks(client)) <= 3
        assert f"topic{n}" in blocks(client)[-1]


async def test_callers_of_one_session_do_not_mix(memory: Ricordo) -> None:
    await tell(memory)
    await memory.remember([user_turn("hiking is Bob's secret")], scope=BOB)
    client = ScriptedChatClient("fine")
    agent = agent_with(client, FactMemoryProvider(memory, scope=ALICE), once(memory))
    session = agent.create_session()
    for scope in (ALICE, BOB, ALICE):
        with scoped(scope):
            await agent.run("hiking?", session=session)
    of_alice, of_bob, again = (blocks(client, number) for number in range(3))
    assert "Bob's secret" in "".join(of_bob)
    assert "Bob's secret" not in "".join(of_alice + again)
    assert KNOWN[0] not in "".join(of_bob)


async def test_a_client_of_a_service_keeps_them_too(tmp_path: Path) -> None:
    async with (
        run_service(tmp_path, learning="inline") as service,
        RicordoClient(service.url, key=service.key("travel")) as memory,
    ):
        for scope, known in ((OLD, KNOWN[0]), (BOB, KNOWN[1])):
            await memory.remember([user_turn(known, id=f"of-{scope.user}")], scope=scope)
        client = ScriptedChatClient("fine")
        options: dict[str, Any] = {"facts": False, "refresh": "session", "fail_open": False, "deadline": 20}
        agent = agent_with(client, RicordoProvider(memory, scope=ALICE, search_scope=[ALICE, BOB], **options))
        session = agent.create_session()
        for asked in ASKED[:3]:
            await agent.run(asked, session=session)
            session = AgentSession.from_dict(json.loads(json.dumps(session.to_dict())))
        for before, after in pairwise(client.requests):
            assert sent(after)[: len(sent(before))] == sent(before)
        for known in KNOWN[:2]:
            assert client.requests[-1].text.count(known) == 1
        await memory.forget(scope=BOB)
        await agent.run("well?", session=session)
        assert KNOWN[1] not in client.requests[-1].text
        assert KNOWN[0] in client.requests[-1].text


async def test_a_memory_that_cannot_read_again_is_refused(memory: Ricordo) -> None:
    with pytest.raises(TypeError, match="Broken has no 'hits': give it that verb, or use refresh=\"turn\""):
        FactMemoryProvider(Broken(), scope=ALICE, refresh="session")
    with pytest.raises(ValueError, match="refresh must be one of turn, session"):
        RicordoProvider(memory, scope=ALICE, refresh="never")  # type: ignore[arg-type]
