"""Memory never breaks the agent: what fails or is late is logged once, counted, and left out."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable
from typing import Any

import pytest

from agent_framework import AgentSession, ContextProvider, SessionContext
from ricordo import Ricordo, Scope, ScopeError, Turn
from ricordo.agent_framework import (
    ChatHistoryMemoryProvider,
    FactMemoryProvider,
    RicordoHistoryProvider,
    SummaryMemoryProvider,
)
from ricordo.agent_framework._version import check_framework
from ricordo.testing import HashEmbedder, ScriptedChatClient
from ricordo.testing.verbs import user_turn
from tests.agent_framework.parts import ALICE, Broken, agent_with, said, texts


class Slow(Ricordo):
    """A memory that answers only when it is allowed to."""

    allowed: asyncio.Event

    async def remember(self, turns: Iterable[Turn], *, scope: Scope) -> list[str]:
        await self.allowed.wait()
        return await super().remember(turns, scope=scope)

    async def recall(self, *args: Any, **options: Any) -> Any:
        await self.allowed.wait()
        return await super().recall(*args, **options)


def of(memory: Any, **options: Any) -> list[ContextProvider]:
    return [
        FactMemoryProvider(memory, scope=ALICE, **options),
        SummaryMemoryProvider(memory, scope=ALICE, **options),
        RicordoHistoryProvider(memory, scope=ALICE, **options),
        ChatHistoryMemoryProvider(memory, storage_scope=ALICE, **options),
    ]


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize("number", range(4))
async def test_a_memory_that_is_down_is_left_out(
    number: int, caplog: pytest.LogCaptureFixture, *, stream: bool
) -> None:
    agent = agent_with(ScriptedChatClient("Still here."), of(Broken(RuntimeError("about 'my secret'")))[number])
    assert await said(agent, "my secret", agent.create_session(), stream=stream) == "Still here."
    errors = [record.getMessage() for record in caplog.records]
    assert len(errors) == [3, 3, 2, 2][number], "once for what is looked for, once for each time of storing"
    assert all(record.levelno == logging.ERROR for record in caplog.records)
    assert not any("secret" in error for error in errors)


async def test_an_error_is_logged_with_its_cause(caplog: pytest.LogCaptureFixture) -> None:
    await agent_with(ScriptedChatClient(), FactMemoryProvider(Broken(), scope=ALICE)).run("hello")
    assert "memory store of 'ricordo_facts' failed and was left out of the run: StoreError: the store is down" in [
        record.getMessage() for record in caplog.records
    ]


async def test_a_late_recall_is_left_out_and_a_late_store_goes_on_behind_the_run(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async with Slow.open("memory://", embedder=HashEmbedder()) as memory:
        assert isinstance(memory, Slow)
        memory.allowed = asyncio.Event()
        provider = FactMemoryProvider(memory, scope=ALICE, deadline=0.05)
        agent = agent_with(ScriptedChatClient("Still here."), provider)
        assert (await agent.run("I love hiking", session=agent.create_session())).text == "Still here."
        assert "memory recall of 'ricordo_facts' failed" in caplog.text
        assert "TimeoutError: the deadline has passed" in caplog.text
        assert "memory store of 'ricordo_facts' is late and goes on behind the run" in caplog.text
        memory.allowed.set()
        await provider.drain()
        assert sorted(await texts(memory, ALICE)) == ["I love hiking", "Still here."]


async def test_what_could_not_be_stored_before_the_run_is_stored_after_it(memory: Ricordo) -> None:
    class Recovering:
        def __init__(self) -> None:
            self.failures = 1

        async def remember(self, turns: Iterable[Turn], *, scope: Scope) -> list[str]:
            if self.failures:
                self.failures -= 1
                raise TimeoutError
            return await memory.remember(turns, scope=scope)

        async def recall(self, query: str, **options: Any) -> Any:
            return await memory.recall(query, **options)

    agent = agent_with(ScriptedChatClient("Where to?"), FactMemoryProvider(Recovering(), scope=ALICE))
    await agent.run("I love hiking", session=agent.create_session())
    assert await texts(memory, ALICE) == ["I love hiking", "Where to?"]


@pytest.mark.parametrize("number", range(4))
async def test_where_errors_shall_be_seen_they_are_raised(number: int) -> None:
    provider = of(Broken(), fail_open=False)[number]
    with pytest.raises(Exception, match=r"store is down|has no attribute"):
        await agent_with(ScriptedChatClient(), provider).run("hello")


async def test_a_scope_function_that_returns_none_is_a_clear_error(
    memory: Ricordo, caplog: pytest.LogCaptureFixture
) -> None:
    def nobody(session: AgentSession, context: SessionContext) -> Scope | None:
        return None

    agent = agent_with(ScriptedChatClient("Still here."), FactMemoryProvider(memory, scope=nobody))
    assert (await agent.run("hello")).text == "Still here."
    assert "the function given as scope returned None: there is no default user, return a Scope" in caplog.text
    strict = FactMemoryProvider(memory, scope=nobody, fail_open=False)
    with pytest.raises(ScopeError, match="no default user"):
        await agent_with(ScriptedChatClient(), strict).run("hello")


async def test_a_scope_function_that_raises_is_left_out(memory: Ricordo, caplog: pytest.LogCaptureFixture) -> None:
    def broken(session: AgentSession, context: SessionContext) -> Scope:
        raise KeyError("alice@example.com")

    assert (await agent_with(ScriptedChatClient("Yes."), FactMemoryProvider(memory, scope=broken)).run("hi")).text
    assert "KeyError in test_fail_open.py" in caplog.text
    assert "alice@example.com" not in caplog.text


@pytest.mark.parametrize("scope", [None, "alice", 7])
def test_a_missing_scope_is_refused_at_once(memory: Ricordo, scope: Any) -> None:
    with pytest.raises((ScopeError, TypeError), match="scope"):
        FactMemoryProvider(memory, scope=scope)


async def test_two_providers_with_one_source_id_are_refused(memory: Ricordo) -> None:
    agent = agent_with(
        ScriptedChatClient(), FactMemoryProvider(memory, scope=ALICE), FactMemoryProvider(memory, scope=ALICE)
    )
    with pytest.raises(ValueError, match=r"two context providers.*'ricordo_facts'.*another source_id"):
        await agent.run("hello")


@pytest.mark.parametrize(("installed", "what"), [("1.22.9", "too old"), ("0.9", "too old"), ("2.0.0b1", "too new")])
def test_an_agent_framework_of_another_age_is_refused_with_the_way_out(installed: str, what: str) -> None:
    with pytest.raises(ImportError, match=rf"{what}.*pip install 'agent-framework-core>=1.23,<2.0'"):
        check_framework(installed)


def test_this_agent_framework_is_accepted() -> None:
    check_framework("1.23.0")
    check_framework("1.99.1")
    check_framework()


async def test_a_failing_embedder_costs_neither_the_run_nor_the_words() -> None:
    embedder = HashEmbedder()
    async with Ricordo.open("memory://", embedder=embedder) as memory:
        await memory.remember([user_turn("I love hiking")], scope=ALICE)
        embedder.failing = True
        client = ScriptedChatClient("In the hills.")
        agent = agent_with(client, ChatHistoryMemoryProvider(memory, storage_scope=ALICE))
        await agent.run("hiking where?")
        assert "I love hiking" in client.requests[0].text
        assert "hiking where?" in await texts(memory, ALICE)
