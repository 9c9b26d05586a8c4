"""The desk: where the yes of a person turns a proposal into a booking. No tool and no model can reach it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Literal

from ricordo_travel.consent import agrees_to_several, is_yes
from ricordo_travel.proposals import MAX_OPEN, Proposal, Proposals
from ricordo_travel.reservations import Kind
from ricordo_travel.tool import Tool, ToolContext

Fate = Literal["agreed", "refused", "unclear", "waiting"]
"""What a message did to a proposal: said yes or no to it, perhaps meant it, or left it as it was."""


@dataclass(frozen=True, slots=True)
class FoundOffer:
    """A tool call that would book something, and what else is known about it."""

    tool: str
    arguments: Mapping[str, Any]
    extras: Mapping[str, Any] = field(default_factory=dict[str, Any])


@dataclass(frozen=True, slots=True)
class Answer:
    """What a message says to proposals: to which yes, to which no, and which of several a yes could mean.

    Attributes:
        keeps_others: Whether the others wait on, and are shown again.
    """

    agreed: tuple[Proposal, ...] = ()
    refused: tuple[Proposal, ...] = ()
    unclear: tuple[Proposal, ...] = ()
    keeps_others: bool = False


@dataclass(frozen=True, slots=True)
class Heard:
    """What a message did: the proposals that it agreed to, with what came of them, and those it could have meant.

    Attributes:
        shown: All proposals of the last answer, if those that wait are to be shown again.
    """

    agreed: tuple[Proposal, ...] = ()
    refused: tuple[Proposal, ...] = ()
    unclear: tuple[Proposal, ...] = ()
    shown: tuple[Proposal, ...] = ()

    def find_fate(self, proposal: Proposal) -> Fate:
        """Return what the message did to a proposal. One that could not be carried out waits on."""
        done = {each.code for each in self.agreed if "error" not in (each.outcome or {})}
        if proposal.code in done:
            return "agreed"
        if proposal in self.refused:
            return "refused"
        return "unclear" if proposal in self.unclear else "waiting"


Reader = Callable[[str, Sequence[Proposal]], Answer]


def _read_bare_yes(message: str, proposals: Sequence[Proposal]) -> Answer:
    """Read a message that says yes and nothing else. To several proposals, it has to say which."""
    meant = tuple(each for each in proposals if is_yes(message, action=each.action, kind=each.kind))
    is_clear = len(meant) < 2 or agrees_to_several(message)
    return Answer(agreed=meant) if is_clear else Answer(unclear=meant)


class Desk:
    """The proposals of one person in one conversation."""

    def __init__(
        self, tools: Sequence[tuple[Tool, ToolContext]], proposals: Proposals, traveller: str, conversation: str
    ) -> None:
        self._tools = {tool.name: (tool, context) for tool, context in tools}
        self._proposals = proposals
        self._key = (traveller, conversation)

    async def hear(self, message: str, read: Reader = _read_bare_yes) -> Heard:
        """Carry out the proposals of the last answer that `message` is a yes to. Begin an exchange with this.

        Args:
            message: What the person wrote.
            read: Reads what a message says to proposals; only one that says yes and nothing else if left out.
        """
        return await asyncio.to_thread(self._hear, message, read)

    async def confirm(self, code: str) -> Proposal | None:
        """Carry out a proposal that was shown, because the person pressed its button. Return None if it is not open."""
        return await asyncio.to_thread(self._confirm, code)

    async def choose(self, code: str) -> Proposal | None:
        """Turn an offer into a proposal, because the person pressed its button. Raise `ValueError` if it is gone."""
        return await asyncio.to_thread(self._choose, code)

    async def propose(self, tool: str, **arguments: Any) -> Proposal:
        """Make a proposal, because the person asked for exactly this. Raise `ValueError` if it cannot be had."""
        return await asyncio.to_thread(self._propose, tool, arguments)

    async def show_again(self, *, without: Kind | None = None) -> list[Proposal]:
        """Propose once more what waits since the last answer, except for things of a kind, and return it."""
        return await asyncio.to_thread(self._show_again, without)

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

    def _hear(self, message: str, read: Reader) -> Heard:
        self._proposals.drop_unseen(*self._key)
        current = self._proposals.count_exchanges(*self._key)
        shown = self._proposals.list_shown(*self._key, "open")
        answer = read(message, shown)
        if repeated := self._proposals.list_settled(*self._key, exchange=current + 1):  # after its answer failed
            return Heard(tuple(repeated), shown=(*repeated, *shown) if answer.keeps_others else ())
        self._proposals.refuse(each.code for each in answer.refused)
        done = tuple(done for each in answer.agreed if (done := self._confirm(each.code)))
        return Heard(done, answer.refused, answer.unclear, tuple(shown) if answer.keeps_others else ())

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

    def _show_again(self, without: Kind | None) -> list[Proposal]:
        made: list[Proposal] = []
        for each in self._proposals.list_shown(*self._key, "open"):
            if each.kind != without:
                with suppress(ValueError):
                    made.append(self._propose(each.tool, json.loads(each.arguments)))
        return made

    def _add_offers(self, offers: Sequence[FoundOffer]) -> None:
        for offer in offers[:MAX_OPEN]:
            tool, context = self._tools[offer.tool]
            with suppress(ValueError):
                checked = tool.arguments.model_validate(offer.arguments)
                preview = context.preview(tool.prepare(context, checked))
                shown = {**offer.extras, **preview}
                self._proposals.add(*self._key, tool.name, checked.model_dump_json(), shown, state="offered")
