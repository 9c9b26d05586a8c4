"""What the traveller's yes did, as a message in the run that answers it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from agent_framework import AgentSession, ContextProvider, Message, SessionContext, SupportsAgentRun
from ricordo_travel.consent import Action
from ricordo_travel.desk import Heard

SOURCE_ID = "booking_desk"
_DONE = "From the booking desk, not from the traveller: their message is a yes. This came of it; tell them."
_UNCLEAR = "From the booking desk, not from the traveller: their message is a yes, but to which of these? Ask them."


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a yes: a booking or an error, or neither if the yes was not clear."""

    action: Action
    what: str
    result: Mapping[str, Any]

    @property
    def error(self) -> str | None:
        return self.result.get("error")

    @property
    def is_clear(self) -> bool:
        return bool(self.result)


class OutcomeProvider(ContextProvider):
    """A context provider that tells the agent what the traveller's yes did."""

    def __init__(self, heard: Heard) -> None:
        super().__init__(SOURCE_ID)
        self._heard = heard

    async def before_run(
        self, *, agent: SupportsAgentRun, session: AgentSession, context: SessionContext, state: dict[str, Any]
    ) -> None:
        """Add the outcomes to the run."""
        del agent, session, state
        if proposals := self._heard.agreed or self._heard.unclear:
            lines = [
                json.dumps({"action": each.action, "what": each.text, "result": dict(each.outcome or {})})
                for each in proposals
            ]
            heading = _DONE if self._heard.agreed else _UNCLEAR
            context.extend_messages(self, [Message("user", ["\n".join([heading, *lines])])])


def read_outcomes(message: Message) -> tuple[Outcome, ...]:
    """Return the outcomes in a message of the provider; none for every other message."""
    attribution: dict[str, Any] = (message.additional_properties or {}).get("_attribution") or {}
    if attribution.get("source_id") != SOURCE_ID:
        return ()
    return tuple(Outcome(**json.loads(line)) for line in message.text.splitlines()[1:])
