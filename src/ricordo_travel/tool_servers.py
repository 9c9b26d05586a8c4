"""MCP servers with the tools of one conversation, kept while the conversation goes on."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Self

from agent_framework import MCPStdioTool
from ricordo_travel.toolbox import Toolbox

MAX_CONVERSATIONS = 4
"""Conversations whose servers are kept, three processes each. More are kept while all of them are being answered."""


@dataclass(slots=True)
class _Set:
    """The servers of one conversation. Each is opened and closed in a task of its own, as its connection requires."""

    servers: list[MCPStdioTool]
    stop: asyncio.Event = field(default_factory=asyncio.Event)
    tasks: list[asyncio.Task[None]] = field(default_factory=list[asyncio.Task[None]])
    users: int = 0

    async def start(self) -> None:
        ready = [asyncio.get_running_loop().create_future() for _ in self.servers]
        self.tasks = [asyncio.create_task(self._own(*pair)) for pair in zip(self.servers, ready, strict=True)]
        await asyncio.gather(*ready)

    async def close(self) -> None:
        self.stop.set()
        await asyncio.gather(*self.tasks, return_exceptions=True)

    async def _own(self, server: MCPStdioTool, ready: asyncio.Future[None]) -> None:
        try:
            async with server:
                ready.set_result(None)
                await self.stop.wait()
        except Exception as error:
            if ready.done():
                raise
            ready.set_exception(error)


class ToolServers:
    """The MCP servers of the conversations that were answered last."""

    def __init__(self, toolbox: Toolbox) -> None:
        self._toolbox = toolbox
        self._sets: OrderedDict[tuple[str, str], _Set] = OrderedDict()
        self._lock = asyncio.Lock()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await asyncio.gather(*(each.close() for each in self._sets.values()))
        self._sets.clear()

    @asynccontextmanager
    async def borrow(self, traveller: str, conversation: str) -> AsyncGenerator[list[MCPStdioTool]]:
        """Lend the servers of a conversation; they are started if they do not run."""
        lent = await self._find_or_start(traveller, conversation)
        lent.users += 1
        try:
            yield lent.servers
        finally:
            lent.users -= 1

    async def _find_or_start(self, traveller: str, conversation: str) -> _Set:
        key = (traveller, conversation)
        async with self._lock:
            if key not in self._sets:
                started = _Set(self._toolbox.mcp_servers_for(traveller, conversation))
                try:
                    await started.start()
                except BaseException:
                    await started.close()
                    raise
                self._sets[key] = started
            self._sets.move_to_end(key)
            unused = [old for old, each in self._sets.items() if not each.users and old != key]
            for old in unused[: max(0, len(self._sets) - MAX_CONVERSATIONS)]:
                await self._sets.pop(old).close()
            return self._sets[key]
