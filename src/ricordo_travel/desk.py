"""The desk: where the yes of a person turns a proposal into a booking. No tool and no model can reach it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from ricordo_travel.consent import agrees_to_several, is_yes
from ricordo_travel.proposals import MAX_OPEN, Proposal, Proposals
from ricordo_travel.tool import Tool, ToolContext


@dataclass(frozen=True, slots=True)
class FoundOffer:
    """A tool call that would book something, and what else is known about it."""

    tool: str
    arguments: Mapping[str, Any]
    extras: Mapping[str, Any] = field(default_factory=dict[str, Any])


@dataclass(frozen=True, slots=True)
class Heard:
    """What a message did: the proposals that it agreed to, and those that a yes could have meant."""

    agreed: tuple[Proposal, ...] = ()
    unclear: tuple[Proposal, ...] = ()


Agrees = Callable[[str, Proposal], bool]
AgreesToAll = Callable[[str], bool]


def _says_yes_alone(message: str, proposal: Proposal) -> bool:
    return is_yes(message, action=proposal.action, kind=proposal.kind)


class Desk:
    """The proposals of one person in one conversation."""

    def __init__(
        self, tools: Sequence[tuple[Tool, ToolContext]], proposals: Proposals, traveller: str, conversation: str
    ) -> None:
        self._tools = {tool.name: (tool, context) for tool, context in tools}
        self._proposals = proposals
        self._key = (traveller, conversation)

    async def hear(
        self, message: str, agrees: Agrees = _says_yes_alone, agrees_to_all: AgreesToAll = agrees_to_several
    ) -> Heard:
        """Carry out the proposal that was shown last if `message` is a yes to it. Begin an exchange with this.

        Args:
            message: What the person wrote.
            agrees: Returns whether a message agrees to a proposal; one that says yes and nothing else if left out.
            agrees_to_all: Returns whether a yes is meant for all proposals that were shown; "both" if left out.
        """
        return await asyncio.to_thread(self._hear, message, agrees, agrees_to_all)

    async def confirm(self, code: str) -> Proposal | None:
        """Carry out a proposal that was shown, because the person pressed its button. Return None if it is not open."""
        return await asyncio.to_thread(self._confirm, code)

    async def choose(self, code: str) -> Proposal | None:
        """Turn an offer into a proposal, because the person pressed its button. Raise `ValueError` if it is gone."""
        return await asyncio.to_thread(self._choose, code)

    async def propose(self, tool: str, **arguments: Any) -> Proposal:
        """Make a proposal, because the person asked for exactly this. Raise `ValueError` if it cannot be had."""
        return await asyncio.to_thread(self._propose, tool, arguments)

    async def add_offers(self, offers: Sequence[FoundOffer]) -> None:
        """Add offers to the exchange that goes on. Those that cannot be had any more are left out."""
        await asyncio.to_thread(self._add_offers, offers)

    async def end_exchange(self) -> None:
        """End an exchange, after its answer was given in full."""
        await asyncio.to_thread(self._proposals.end_exchange, *self._key)

    async def list_open(self) -> list[Proposal]:
        """Return the proposals of the last answer that wait for a yes."""
        return await asyncio.to_thread(self._proposals.list_shown, *self._key, "open")

    async def find_offer(self, proposal: Proposal) -> Proposal | None:
        """Return the offer that a proposal was made from, which knows more about it."""
        return await asyncio.to_thread(self._proposals.find_offer, *self._key, proposal)

    async def list_offers(self) -> list[Proposal]:
        """Return the offers of the last answer."""
        return await asyncio.to_thread(self._proposals.list_shown, *self._key, "offered")

    def _hear(self, message: str, agrees: Agrees, agrees_to_all: AgreesToAll) -> Heard:
        self._proposals.drop_unseen(*self._key)
        current = self._proposals.count_exchanges(*self._key)
        if repeated := self._proposals.list_settled(*self._key, exchange=current + 1):
            return Heard(tuple(repeated))  # the same exchange again, after its answer failed
        shown = self._proposals.list_shown(*self._key, "open")
        meant = [each for each in shown if agrees(message, each)]
        if len(meant) > 1 and not agrees_to_all(message):
            return Heard(unclear=tuple(meant))
        return Heard(tuple(done for each in meant if (done := self._confirm(each.code))))

    def _confirm(self, code: str) -> Proposal | None:
        taken = self._proposals.take(*self._key, code, tools=self._tools)
        if taken is None:
            return self._proposals.find(*self._key, code, "done")  # pressed again
        tool, context = self._tools[taken.tool]
        return self._proposals.settle(code, tool.carry_out(context, taken))

    def _choose(self, code: str) -> Proposal | None:
        self._proposals.drop_unseen(*self._key)
        offer = self._proposals.find(*self._key, code, "offered")
        if offer is None:
            return None
        return self._propose(offer.tool, json.loads(offer.arguments))

    def _propose(self, name: str, arguments: Mapping[str, Any]) -> Proposal:
        tool, context = self._tools[name]
        return tool.propose(context, arguments)

    def _add_offers(self, offers: Sequence[FoundOffer]) -> None:
        for offer in offers[:MAX_OPEN]:
            tool, context = self._tools[offer.tool]
            with suppress(ValueError):
                checked = tool.arguments.model_validate(offer.arguments)
                preview = context.preview(tool.prepare(context, checked))
                shown = {**offer.extras, **preview}
                self._proposals.add(*self._key, tool.name, checked.model_dump_json(), shown, state="offered")
