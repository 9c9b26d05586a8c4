"""The chat behind the pages: answers in pieces, one at a time in each conversation."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from weakref import WeakValueDictionary

from ricordo_travel.assistant import Assistant, Button
from ricordo_travel.web.cards import Card, create_card


@dataclass(frozen=True, slots=True)
class Chat:
    """The assistant behind the pages. A conversation gets one answer at a time, so that a yes books once."""

    assistant: Assistant
    locks: WeakValueDictionary[tuple[str, str], asyncio.Lock] = field(
        default_factory=WeakValueDictionary[tuple[str, str], asyncio.Lock]
    )

    async def answer(self, text: str, *, person: str, conversation: str) -> AsyncIterator[str]:
        """Yield the answer in pieces, as they come."""
        async with self._lock(person, conversation):
            async for piece in self.assistant.answer(text, person=person, conversation=conversation):
                yield piece

    async def press(self, button: Button, value: str, *, person: str, conversation: str) -> AsyncIterator[str]:
        """Yield the answer to a button of the page."""
        async with self._lock(person, conversation):
            yield await self.assistant.press(button, value, person=person, conversation=conversation)

    async def list_cards(self, *, person: str, conversation: str) -> list[Card]:
        """Return the cards of the last answer: what it proposes, or else what it offers."""
        desk = self.assistant.toolbox.desk_for(person, conversation)
        if proposals := await desk.list_open():
            return [create_card(each, await desk.find_offer(each)) for each in proposals]
        return [create_card(each) for each in await desk.list_offers()]

    def _lock(self, person: str, conversation: str) -> asyncio.Lock:
        return self.locks.setdefault((person, conversation), asyncio.Lock())
