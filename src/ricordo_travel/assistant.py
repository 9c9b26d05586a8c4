"""The travel assistant: a MAF agent with a profile, facts, the last messages of the conversation, and 27 tools."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from agent_framework import Agent, AgentSession, SupportsChatGetResponse
from ricordo.agent_framework import FactMemoryProvider, ProfileMemoryProvider, RicordoHistoryProvider
from ricordo.memory import Ricordo
from ricordo.values import Scope
from ricordo_travel.dialogue import DialogueClient
from ricordo_travel.toolbox import Toolbox
from ricordo_travel.traveller import Traveller

APPLICATION = "travel"
PROFILE_HEADING = "=== TRAVELLER PROFILE ==="
MESSAGES = 20
FACTS = 5
MAX_INPUT = 4_000
"""Characters of one message: more than anybody types about a trip."""


@cache
def persona() -> str:
    """Who the assistant is, and how it behaves."""
    return files("ricordo_travel").joinpath("persona.md").read_text("utf-8")


@dataclass(frozen=True, slots=True)
class Assistant:
    """The assistant over one memory and one set of tools. Without a client it is a plain dialogue manager."""

    memory: Ricordo
    toolbox: Toolbox
    client: SupportsChatGetResponse[Any] | None = None

    @property
    def has_model(self) -> bool:
        return self.client is not None

    def agent_for(self, scope: Scope) -> Agent[Any]:
        """An agent for one person: its memory and its tools are bound to them, so that nothing can be mixed up."""
        assert scope.user is not None
        return Agent(
            client=self.client or DialogueClient(),
            name="travel-assistant",
            instructions=persona(),
            tools=self.toolbox.tools_for(scope.user),
            context_providers=[
                RicordoHistoryProvider(self.memory, scope=scope, last=MESSAGES),
                FactMemoryProvider(self.memory, scope=scope, limit=FACTS),
                ProfileMemoryProvider(self.memory, Traveller, scope=scope, context_prompt=PROFILE_HEADING),
            ],
        )

    async def answer(self, text: str, *, person: str, conversation: str) -> AsyncIterator[str]:
        """The answer, piece by piece."""
        agent = self.agent_for(scope_of(person, conversation))
        async for update in agent.run(text, session=AgentSession(session_id=conversation), stream=True):
            if update.text:
                yield update.text


def scope_of(person: str, conversation: str | None = None) -> Scope:
    """Whose memory it is."""
    return Scope(application=APPLICATION, user=person, session=conversation)
