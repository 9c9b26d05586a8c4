"""`keep="session"`: a profile that travels inside the serialised session, without a database."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator
from typing import Any

import pytest
import pytest_asyncio

from agent_framework import AgentSession, FileSessionStore
from ricordo import Ricordo, Scope
from ricordo.agent_framework import ProfileMemoryProvider, scoped
from ricordo.testing import HashEmbedder, ScriptedChatClient
from tests.agent_framework.parts import ALICE, BOB, Broken, agent_with
from tests.agent_framework.people import Traveller, UserInfo


@pytest_asyncio.fixture
async def memory() -> AsyncGenerator[Ricordo]:
    async with Ricordo.open("memory://", embedder=HashEmbedder()) as memory:
        yield memory


def travelling(memory: Any, model: Any = UserInfo, **options: Any) -> ProfileMemoryProvider:
    return ProfileMemoryProvider(memory, model, keep="session", deadline=30, **options)


def serialise(session: AgentSession) -> AgentSession:
    return AgentSession.from_dict(json.loads(json.dumps(session.to_dict())))


async def test_the_tutorial_with_its_state_in_the_session() -> None:
    asked: list[str] = []
    session = AgentSession()
    for text in ("Hello, what is the square root of 9?", "My name is Ruaidhrí", "I am 20 years old", "And now?"):
        async with Ricordo.open("memory://", embedder=HashEmbedder()) as memory:  # nothing is left of the one before
            client = ScriptedChatClient("Noted.")
            agent = agent_with(client, travelling(memory, ask_for_missing="insist"))
            await agent.run(text, session=session)
            asked.append(client.requests[0].text)
            session = serialise(session)
    assert "Ask the user for their name" in asked[0]
    assert "Name: Ruaidhrí" in asked[2]
    assert "Ask the user for their name" not in asked[2]
    assert "Ask the user for their age" in asked[2]
    assert "Age: 20" in asked[3]
    assert "Ask the user" not in asked[3]
    assert session.state["ricordo_profile"]["profile"] == {"name": "Ruaidhrí", "age": 20}


async def test_nothing_stays_in_the_memory(memory: Ricordo) -> None:
    agent = agent_with(ScriptedChatClient("Noted."), travelling(memory))
    session = agent.create_session()
    await agent.run("My name is Ruaidhrí", session=session)
    assert session.state["ricordo_profile"]["profile"] == {"name": "Ruaidhrí"}
    assert [row async for row in memory.export(scope=Scope(application="ricordo.session"))] == []


@pytest.mark.parametrize("denied", ["capture", "learning"])
async def test_nothing_is_learned_from_a_caller_who_does_not_allow_it(memory: Ricordo, denied: str) -> None:
    agent = agent_with(ScriptedChatClient("Noted."), travelling(memory, fail_open=False))
    await memory.set_consent(scope=ALICE, **{denied: False})
    for caller, known in ((ALICE, {}), (BOB, {"name": "Ruaidhrí"})):
        session = agent.create_session()
        with scoped(caller):
            await agent.run("My name is Ruaidhrí", session=session)
        assert session.state["ricordo_profile"].get("profile", {}) == known


async def test_values_are_merged_as_in_a_memory_and_two_sessions_do_not_mix(memory: Ricordo) -> None:
    client = ScriptedChatClient("Noted.")
    agent = agent_with(client, travelling(memory, Traveller))
    one, other = agent.create_session(), agent.create_session()
    await agent.run("I love hiking.", session=one)
    await agent.run("I love sailing.", session=one)
    await agent.run("I love jazz.", session=other)
    await agent.run("Hello", session=one)
    assert "Interests: hiking, sailing" in client.requests[-1].text
    assert "jazz" not in client.requests[-1].text


async def test_an_answer_is_understood_with_its_question(memory: Ricordo) -> None:
    agent = agent_with(ScriptedChatClient("What is your age?", "Fine."), travelling(memory))
    session = agent.create_session()
    await agent.run("Hello", session=session)
    await agent.run("20", session=session)
    assert session.state["ricordo_profile"]["profile"] == {"age": 20}


async def test_two_runs_at_once_lose_nothing(memory: Ricordo) -> None:
    agent = agent_with(ScriptedChatClient("Noted."), travelling(memory))
    session = agent.create_session()
    said = ("My name is Ruaidhrí", "I am 20 years old")
    await asyncio.gather(*(agent.run(text, session=session) for text in said))
    assert session.state["ricordo_profile"]["profile"] == {"name": "Ruaidhrí", "age": 20}


@pytest.mark.filterwarnings("ignore:.*FileSessionStore is experimental")
async def test_mafs_session_store_takes_it(memory: Ricordo, tmp_path: Any) -> None:
    agent = agent_with(ScriptedChatClient("Noted."), travelling(memory))
    session = agent.create_session()
    await agent.run("My name is Ruaidhrí", session=session)
    store = FileSessionStore(tmp_path)
    await store.set("s", session)
    found = await store.get("s")
    assert found is not None
    assert found.state["ricordo_profile"]["profile"] == {"name": "Ruaidhrí"}


async def test_a_failure_to_learn_breaks_no_run(caplog: pytest.LogCaptureFixture) -> None:
    class Down(Broken):
        def track(self, model: Any, /) -> None: ...
        async def profile(self, model: Any, /, *, scope: Any) -> Any: ...
        async def set_profile(self, model: Any, values: Any, /, *, scope: Any) -> Any: ...
        async def settle(self, *, scope: Any = None, timeout: Any = None) -> None: ...
        async def consent(self, *, scope: Any) -> Any: ...

    agent = agent_with(ScriptedChatClient("Still here."), travelling(Down()))
    assert (await agent.run("My name is Ruaidhrí")).text == "Still here."
    assert "memory learn of 'ricordo_profile' failed" in caplog.text


async def test_a_scope_and_another_place_are_refused(memory: Ricordo) -> None:
    with pytest.raises(ValueError, match="takes no scope"):
        travelling(memory, scope=ALICE)
    with pytest.raises(ValueError, match="keep must be one of memory, session"):
        ProfileMemoryProvider(memory, UserInfo, scope=ALICE, keep="file")  # type: ignore[arg-type]
