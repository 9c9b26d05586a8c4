"""What the traveller's message did to the proposals that it answers, as messages in the run that replies to it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from agent_framework import AgentSession, ContextProvider, Message, SessionContext, SupportsAgentRun
from ricordo_travel.consent import Action
from ricordo_travel.desk import Fate, Heard
from ricordo_travel.proposals import Proposal

SOURCE_ID = "booking_desk"
_DONE = "From the booking desk, not from the traveller: their message is a yes. This came of it; tell them."
_UNCLEAR = "From the booking desk, not from the traveller: their message is a yes, but to which of these? Ask them."
_SHOWN = "From the booking desk: what the last answer proposed, and what became of it."


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


@dataclass(frozen=True, slots=True)
class Pending:
    """A proposal of the last answer, and what the message did to it."""

    proposal: Proposal
    fate: Fate


class OutcomeProvider(ContextProvider):
    """A context provider that tells the agent what the traveller's message did to the proposals."""

    def __init__(self, heard: Heard) -> None:
        super().__init__(SOURCE_ID)
        self._heard = heard

    async def before_run(
        self, *, agent: SupportsAgentRun, session: AgentSession, context: SessionContext, state: dict[str, Any]
    ) -> None:
        """Add the outcomes to the run, and for the dialogue without a model what else was proposed."""
        del agent, session, state
        if proposals := self._heard.agreed or self._heard.unclear:
            lines = [
                json.dumps({"action": each.action, "what": each.text, "result": dict(each.outcome or {})})
                for each in proposals
            ]
            heading = _DONE if self._heard.agreed else _UNCLEAR
            context.extend_messages(self, [Message("user", ["\n".join([heading, *lines])])])
        if self._heard.shown:
            lines = [_write_pending(proposal, self._heard.find_fate(proposal)) for proposal in self._heard.shown]
            context.extend_messages(self, [Message("user", ["\n".join([_SHOWN, *lines])])])


def read_outcomes(message: Message) -> tuple[Outcome, ...]:
    """Return the outcomes in a message of the provider; none for every other message."""
    lines = _read_lines(message)
    return tuple(Outcome(**json.loads(line)) for line in lines[1:]) if lines[:1] != [_SHOWN] else ()


def read_pending(message: Message) -> tuple[Pending, ...]:
    """Return what the last answer proposed, from a message of the provider; none for every other message."""
    lines = _read_lines(message)
    return tuple(map(_parse_pending, lines[1:])) if lines[:1] == [_SHOWN] else ()


def is_from_desk(message: Message) -> bool:
    """Return whether the provider added a message. A person cannot set its attribution by typing."""
    attribution: dict[str, Any] = (message.additional_properties or {}).get("_attribution") or {}
    return attribution.get("source_id") == SOURCE_ID


def _read_lines(message: Message) -> list[str]:
    return message.text.splitlines() if is_from_desk(message) else []


def _write_pending(proposal: Proposal, fate: Fate) -> str:
    return json.dumps([fate, proposal.code, proposal.tool, proposal.arguments, proposal.preview])


def _parse_pending(line: str) -> Pending:
    fate, code, tool, arguments, preview = json.loads(line)
    return Pending(Proposal(code, tool, arguments, preview, "open"), fate)
