"""The 27 tools of the travel assistant, in this process or as three MCP servers."""

from __future__ import annotations

import asyncio
import json
import os
import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing
from datetime import date, datetime
from pathlib import Path
from typing import Any

from agent_framework import FunctionTool, MCPStdioTool
from ricordo_travel.cars.tools import TOOLS as CAR_TOOLS
from ricordo_travel.desk import Desk
from ricordo_travel.flights.tools import TOOLS as FLIGHT_TOOLS
from ricordo_travel.hotels.tools import TOOLS as HOTEL_TOOLS
from ricordo_travel.proposals import Proposals
from ricordo_travel.reservations import Kind, Reservations
from ricordo_travel.tool import Tool, ToolContext

DOMAINS: tuple[tuple[Kind, tuple[Tool, ...]], ...] = (
    ("flight", FLIGHT_TOOLS),
    ("hotel", HOTEL_TOOLS),
    ("car", CAR_TOOLS),
)


_PASSED_ON = ("PYTHONPATH",)
"""Variables of this process that a server needs. It gets no others but the usual ones."""


class Toolbox:
    """The tools of all domains over one file of bookings."""

    def __init__(self, path: Path | str, *, clock: Callable[[], datetime] | None = None) -> None:
        self._path = Path(path)
        self._proposals = Proposals(path, clock=clock)
        self._reservations = {kind: Reservations(path, kind, clock=clock) for kind, _ in DOMAINS}

    def desk_for(self, traveller: str, conversation: str) -> Desk:
        """Return where one person's proposals in one conversation become bookings."""
        return Desk(self._pair_tools(traveller, conversation), self._proposals, traveller, conversation)

    def today(self) -> date:
        """Return the current day."""
        return self._reservations["flight"].today

    def tools_for(self, traveller: str, conversation: str = "") -> list[FunctionTool]:
        """Return the tools of one traveller in one conversation, for one run of an agent."""
        return [_to_function_tool(tool, context) for tool, context in self._pair_tools(traveller, conversation)]

    def _pair_tools(self, traveller: str, conversation: str) -> list[tuple[Tool, ToolContext]]:
        return [
            (tool, ToolContext(self._reservations[kind], self._proposals, traveller, conversation))
            for kind, tools in DOMAINS
            for tool in tools
        ]

    async def list_bookings(self, traveller: str) -> list[dict[str, Any]]:
        """Return the bookings of a traveller that are not cancelled, as the tools return them."""

        def read() -> list[dict[str, Any]]:
            return [
                booking.as_dict()
                for reservations in self._reservations.values()
                for booking in reservations.list(traveller, with_cancelled=False)
            ]

        return await asyncio.to_thread(read)

    async def erase(self, traveller: str) -> None:
        """Erase the bookings and proposals of a traveller, from the file too."""

        def erase() -> None:
            with closing(sqlite3.connect(self._path, timeout=10, isolation_level=None)) as connection:
                connection.execute("PRAGMA foreign_keys = ON")
                connection.execute("PRAGMA secure_delete = ON")
                for table in ("booking", "proposal", "exchange"):
                    connection.execute(f"DELETE FROM {table} WHERE traveller = ?", (traveller,))
                connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")

        await asyncio.to_thread(erase)

    def mcp_servers_for(self, traveller: str, conversation: str = "") -> list[MCPStdioTool]:
        """Return three MCP servers with the same tools, each in its own process."""
        person = ["--traveller", traveller, "--conversation", conversation]
        return [
            MCPStdioTool(
                name=f"{kind}s",
                command=sys.executable,
                args=["-m", f"ricordo_travel.{kind}s", "--store", str(self._path), *person],
                load_prompts=False,
                env={name: os.environ[name] for name in _PASSED_ON if name in os.environ},
            )
            for kind, _ in DOMAINS
        ]


def _to_function_tool(tool: Tool, context: ToolContext) -> FunctionTool:
    async def call(**arguments: Any) -> str:
        return json.dumps(await tool.call(context, arguments), ensure_ascii=False)

    return FunctionTool(
        name=tool.name,
        description=tool.description,
        func=call,
        input_model=tool.schema,
        additional_properties={},
    )
