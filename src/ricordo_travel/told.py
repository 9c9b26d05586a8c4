"""Everything that a person told, for the dialogue without a language model: rules have no token budget."""

from __future__ import annotations

import json
from typing import Any

from agent_framework import AgentSession, ContextProvider, Message, SessionContext, SupportsAgentRun
from ricordo import Ricordo, Scope

SOURCE_ID = "told"
_MAX_FACTS = 200


class ToldProvider(ContextProvider):
    """A context provider that gives the agent all facts that are known about the person. It stands after the others."""

    def __init__(self, memory: Ricordo, scope: Scope) -> None:
        super().__init__(SOURCE_ID)
        self._memory = memory
        self._person = scope.owner()

    async def before_run(
        self, *, agent: SupportsAgentRun, session: AgentSession, context: SessionContext, state: dict[str, Any]
    ) -> None:
        """Add the facts to the run."""
        del agent, session, state
        found = self._memory.memories(scope=self._person, kinds=("episodic", "semantic", "profile"), state=None)
        facts = [item.content async for item in found if item.state in {"current", "disputed"}]
        if facts:
            context.extend_messages(self, [Message("user", [json.dumps(facts[-_MAX_FACTS:])])])


def read_told(message: Message) -> tuple[str, ...]:
    """Return the facts in a message of the provider; none for every other message."""
    attribution: dict[str, Any] = (message.additional_properties or {}).get("_attribution") or {}
    return tuple(json.loads(message.text)) if attribution.get("source_id") == SOURCE_ID else ()
