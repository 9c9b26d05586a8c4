"""What the tests of the providers share."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Sequence
from datetime import datetime
from typing import Any

from agent_framework import Agent, AgentSession, ContextProvider, Message, SessionContext, SupportsAgentRun
from ricordo import Ricordo, Scope, StoreError, Turn
from ricordo.recall.hits import Recall
from ricordo.testing import ScriptedChatClient
from ricordo.testing.verbs import collect_export
from ricordo.values import Kind

ALICE = Scope(application="travel", user="alice")
BOB = Scope(application="travel", user="bob")
FOUR = Scope(application="travel", agent="assistant", user="alice", session="monday")


class Recording(ContextProvider):
    """Sees the run as the providers before it left it."""

    def __init__(self) -> None:
        super().__init__("recording")
        self.contexts: list[SessionContext] = []

    async def before_run(
        self, *, agent: SupportsAgentRun, session: AgentSession, context: SessionContext, state: dict[str, Any]
    ) -> None:
        self.contexts.append(context)

    @property
    def injected(self) -> list[Message]:
        """What our providers put into the last run."""
        added = self.contexts[-1].context_messages
        return [message for source, messages in added.items() if source.startswith("ricordo") for message in messages]


class Broken:
    """A memory whose verbs fail, in the order in which they are asked."""

    def __init__(self, error: Exception | None = None) -> None:
        self.error = error or StoreError("the store is down")
        self.remembered = self.recalled = 0

    async def remember(self, turns: Iterable[Turn], *, scope: Scope) -> list[str]:
        self.remembered += 1
        raise self.error

    async def recall(
        self,
        query: str,
        *,
        scope: Scope | Sequence[Scope],
        limit: int = 10,
        kinds: Iterable[Kind] | None = None,
        deadline: float | None = None,
    ) -> Recall:
        self.recalled += 1
        raise self.error

    async def correct(self, id: str, content: str, *, scope: Scope) -> Any:
        raise self.error

    async def forget(self, *, scope: Scope, ids: Iterable[str] | None = None, before: datetime | None = None) -> Any:
        raise self.error

    async def export(self, *, scope: Scope) -> AsyncIterator[dict[str, Any]]:
        raise self.error
        yield {}


def agent_with(client: ScriptedChatClient, *providers: ContextProvider, name: str = "assistant", **more: Any) -> Agent:
    return Agent(client=client, name=name, context_providers=list(providers), **more)


async def texts(memory: Ricordo, scope: Scope) -> list[str]:
    """Everything that was said in a scope, in order."""
    return [row["text"] for row in await turns(memory, scope)]


async def turns(memory: Ricordo, scope: Scope) -> list[dict[str, Any]]:
    return [row for row in await collect_export(memory, scope) if row["type"] == "turn"]


async def said(agent: Agent, text: str, session: AgentSession, *, stream: bool) -> str:
    """One run to its end, streaming or not."""
    if not stream:
        return (await agent.run(text, session=session)).text
    running = agent.run(text, session=session, stream=True)
    async for _ in running:
        pass
    return (await running.get_final_response()).text.strip()


async def words(stream: AsyncIterator[Any], count: int) -> list[str]:
    """The first updates of a stream."""
    heard: list[str] = []
    async for update in stream:
        heard.append(update.text)
        if len(heard) == count:
            break
    return heard
