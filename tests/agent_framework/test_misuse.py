"""Mistakes in the setup are refused when the agent is built or in its first run, with what to do about it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from agent_framework import AgentSession, ContextProvider
from ricordo import Ricordo, Scope, ScopeError
from ricordo.agent_framework import (
    ChatHistoryMemoryProvider,
    Conversation,
    FactMemoryProvider,
    MemoryTools,
    ProfileMemoryProvider,
    RicordoHistoryProvider,
    RicordoProvider,
    RicordoSessionStore,
    SummaryMemoryProvider,
)
from ricordo.client import RicordoClient
from ricordo.testing import ScriptedChatClient
from tests.agent_framework.parts import ALICE, BOB, agent_with, texts
from tests.agent_framework.people import UserInfo

Build = Callable[..., Any]


def build_chat_history(memory: Any, *, scope: Any = ALICE, **options: Any) -> ContextProvider:
    return ChatHistoryMemoryProvider(memory, storage_scope=scope, **options)


def build_profile(memory: Any, *, scope: Any = ALICE, **options: Any) -> ContextProvider:
    return ProfileMemoryProvider(memory, UserInfo, scope=scope, **options)


PROVIDERS: list[Build] = [
    RicordoProvider,
    build_profile,
    FactMemoryProvider,
    SummaryMemoryProvider,
    build_chat_history,
    RicordoHistoryProvider,
    MemoryTools,
]
MEMORIES = [
    pytest.param("memory.db", "not a path: open it first", id="a path"),
    pytest.param(Path("memory.db"), "not a path: open it first", id="a Path"),
    pytest.param(None, "not None: open it first", id="None"),
    pytest.param(Ricordo, "not the class Ricordo: open one first", id="a class"),
    pytest.param(object(), "object has no 'remember'", id="anything"),
]


@pytest.mark.parametrize("provider", PROVIDERS)
@pytest.mark.parametrize(("memory", "reason"), MEMORIES)
def test_what_is_no_open_memory_is_refused(provider: Build, memory: Any, reason: str) -> None:
    with pytest.raises(TypeError, match=reason):
        provider(memory, scope=ALICE)


@pytest.mark.parametrize(("memory", "reason"), MEMORIES)
async def test_session_stores_and_conversations_refuse_it_too(memory: Any, reason: str) -> None:
    with pytest.raises(TypeError, match=reason):
        RicordoSessionStore(memory, scope=ALICE)
    with pytest.raises(TypeError, match=reason):
        await Conversation.start(agent_with(ScriptedChatClient()), memory, scope=ALICE)


@pytest.mark.parametrize("provider", PROVIDERS)
@pytest.mark.parametrize(
    "opening", [lambda: Ricordo.open("memory://"), lambda: RicordoClient.open("http://a", key="k")]
)
def test_a_memory_that_is_not_opened_is_refused(provider: Build, opening: Callable[[], Any]) -> None:
    with pytest.raises(TypeError, match="async with"):
        provider(opening(), scope=ALICE)


@pytest.mark.parametrize(
    ("provider", "verb"), [(build_profile, "track"), (MemoryTools, "correct"), (RicordoHistoryProvider, "export")]
)
def test_a_memory_without_the_verbs_that_are_needed_is_refused(provider: Build, verb: str) -> None:
    class Plain:
        async def remember(self) -> None: ...
        async def recall(self) -> None: ...

    with pytest.raises(TypeError, match=f"Plain has no '{verb}'"):
        provider(Plain(), scope=ALICE)


def one(session: Any) -> Scope:
    return ALICE


async def late(session: Any, context: Any) -> Scope:
    return ALICE


@pytest.mark.parametrize("provider", PROVIDERS)
@pytest.mark.parametrize(
    ("scope", "error", "reason"),
    [
        (None, ScopeError, "is required"),
        ("alice", TypeError, "must be a Scope or a function that returns one, not str"),
        ({"user": "alice"}, TypeError, "not dict"),
        (Scope, TypeError, "not Scope"),
        (one, TypeError, "must take two arguments"),
        (late, TypeError, "must not be async"),
    ],
)
def test_what_can_be_no_scope_is_refused(
    memory: Ricordo, provider: Build, scope: Any, error: type[Exception], reason: str
) -> None:
    with pytest.raises(error, match=reason):
        provider(memory, scope=scope)


@pytest.mark.parametrize("provider", PROVIDERS)
async def test_a_scope_function_that_returns_something_else_fails_the_first_run(
    memory: Ricordo, provider: Build
) -> None:
    def wrong(session: Any, context: Any) -> Any:
        return "alice"

    agent = agent_with(ScriptedChatClient(), provider(memory, scope=wrong))
    with pytest.raises(TypeError, match="must return a Scope, not str"):
        await agent.run("Hello", session=AgentSession())


async def test_later_it_is_left_out_of_the_run(memory: Ricordo, caplog: pytest.LogCaptureFixture) -> None:
    scopes: list[Any] = [BOB, "alice"]

    def sometimes(session: Any, context: Any) -> Any:
        return scopes.pop(0)

    agent = agent_with(ScriptedChatClient("Fine."), FactMemoryProvider(memory, scope=sometimes))
    await agent.run("one")
    assert (await agent.run("two")).text == "Fine."
    assert "MisuseError" in caplog.text
    assert await texts(memory, BOB) == ["one", "Fine."]


async def count_later(text: str) -> int:
    return len(text)


@pytest.mark.parametrize("provider", PROVIDERS)
@pytest.mark.parametrize(("count", "reason"), [(800, "must be a function of a text, not int"), (count_later, "async")])
def test_a_counter_that_cannot_count_is_refused(memory: Ricordo, provider: Build, count: Any, reason: str) -> None:
    with pytest.raises(TypeError, match=reason):
        provider(memory, scope=ALICE, count_tokens=count)


async def test_a_provider_that_is_there_twice_is_refused(memory: Ricordo) -> None:
    provider = FactMemoryProvider(memory, scope=ALICE)
    with pytest.raises(ValueError, match="two context providers of agent 'assistant' have the source_id"):
        await agent_with(ScriptedChatClient(), provider, provider).run("Hello")


@pytest.mark.parametrize("provider", PROVIDERS)
@pytest.mark.parametrize("deadline", ["1", None, True])
def test_a_deadline_that_is_no_number_is_refused(memory: Ricordo, provider: Build, deadline: Any) -> None:
    with pytest.raises(TypeError, match="deadline must be a number of seconds"):
        provider(memory, scope=ALICE, deadline=deadline)


@pytest.mark.parametrize("provider", [RicordoProvider, FactMemoryProvider, SummaryMemoryProvider, MemoryTools])
@pytest.mark.parametrize("number", ["5", 2.5, True])
def test_a_number_that_is_not_whole_is_refused(memory: Ricordo, provider: Build, number: Any) -> None:
    for name in ("limit", "budget"):
        with pytest.raises(TypeError, match=f"{name} must be a whole number"):
            provider(memory, scope=ALICE, **{name: number})
