"""All 27 tools for an agent: in this process, or as three MCP servers."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

from agent_framework import FunctionTool, MCPStdioTool
from ricordo_travel.cars.tools import TOOLS as CAR_TOOLS
from ricordo_travel.desk import Desk, Tool
from ricordo_travel.flights.tools import TOOLS as FLIGHT_TOOLS
from ricordo_travel.hotels.tools import TOOLS as HOTEL_TOOLS
from ricordo_travel.reservations import Kind, Reservations

DOMAINS: tuple[tuple[Kind, tuple[Tool, ...]], ...] = (
    ("flight", FLIGHT_TOOLS),
    ("hotel", HOTEL_TOOLS),
    ("car", CAR_TOOLS),
)


class Toolbox:
    """The tools of all domains over one file of bookings."""

    def __init__(self, path: Path | str, *, clock: Callable[[], datetime] | None = None) -> None:
        self._path = Path(path)
        self._books = {kind: Reservations(path, kind, clock=clock) for kind, _ in DOMAINS}

    def tools_for(self, traveller: str) -> list[FunctionTool]:
        """The tools bound to one person, for one run of an agent."""
        return [_function(tool, Desk(self._books[kind], traveller)) for kind, tools in DOMAINS for tool in tools]

    async def bookings_of(self, traveller: str) -> list[dict[str, Any]]:
        """All that somebody has booked and not cancelled, as the tools give it."""

        def read() -> list[dict[str, Any]]:
            found = [booking for book in self._books.values() for booking in book.list(traveller, with_cancelled=False)]
            return [booking.as_dict() for booking in found]

        return await asyncio.to_thread(read)

    def servers_for(self, traveller: str) -> list[MCPStdioTool]:
        """The same as three MCP servers, each in a process of its own; enter them, and give them to an agent."""
        return [
            MCPStdioTool(
                name=f"{kind}s",
                command=sys.executable,
                args=["-m", f"ricordo_travel.{kind}s", "--store", str(self._path), "--traveller", traveller],
                load_prompts=False,
            )
            for kind, _ in DOMAINS
        ]


def _function(tool: Tool, desk: Desk) -> FunctionTool:
    async def call(**given: Any) -> str:
        return json.dumps(await tool.call(desk, given), ensure_ascii=False)

    return FunctionTool(
        name=tool.name,
        description=tool.description,
        func=call,
        input_model=tool.schema,
        additional_properties={},
    )
