"""The travel assistant: a MAF agent with a profile, facts, recent messages and 27 tools."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from agent_framework import Agent, AgentSession, SupportsChatGetResponse
from ricordo import Ricordo, Scope
from ricordo.agent_framework import FactMemoryProvider, ProfileMemoryProvider, RicordoHistoryProvider
from ricordo_travel.desk import Heard
from ricordo_travel.dialogue.client import DialogueClient
from ricordo_travel.outcomes import OutcomeProvider
from ricordo_travel.toolbox import Toolbox
from ricordo_travel.traveller import Traveller

APPLICATION = "travel"
PROFILE_HEADING = "=== TRAVELLER PROFILE ==="
MAX_MESSAGES = 20
MAX_FACTS = 5
MAX_INPUT_LENGTH = 4_000
"""Characters in one message."""


@cache
def load_persona() -> str:
    """Return the instructions of the assistant."""
    return files("ricordo_travel").joinpath("persona.md").read_text("utf-8")


@dataclass(frozen=True, slots=True)
class Assistant:
    """The assistant over one memory and one set of tools. Without a chat client, rules answer."""

    memory: Ricordo
    toolbox: Toolbox
    client: SupportsChatGetResponse[Any] | None = None

    @property
    def has_model(self) -> bool:
        return self.client is not None

    def create_agent(self, scope: Scope, heard: Heard | None = None) -> Agent[Any]:
        """Return an agent whose memory and tools are bound to the person in `scope`."""
        assert scope.user is not None
        return Agent(
            client=self.client or DialogueClient(),
            name="travel-assistant",
            instructions=load_persona(),
            tools=self.toolbox.tools_for(scope.user, scope.session or ""),
            context_providers=[
                RicordoHistoryProvider(self.memory, scope=scope, last=MAX_MESSAGES),
                FactMemoryProvider(self.memory, scope=scope, limit=MAX_FACTS),
                ProfileMemoryProvider(self.memory, Traveller, scope=scope, context_prompt=PROFILE_HEADING),
                OutcomeProvider(heard or Heard()),
            ],
        )

    async def answer(self, text: str, *, person: str, conversation: str) -> AsyncIterator[str]:
        """Yield the answer in pieces, as they come. A yes to the proposal of the last answer is carried out first."""
        desk = self.toolbox.desk_for(person, conversation)
        agent = self.create_agent(scope_of(person, conversation), await desk.hear(text))
        async for update in agent.run(text, session=AgentSession(session_id=conversation), stream=True):
            if update.text:
                yield update.text
        await desk.end_exchange()


def scope_of(person: str, conversation: str | None = None) -> Scope:
    """Return the scope of a person, or of one of their conversations."""
    return Scope(application=APPLICATION, user=person, session=conversation)
