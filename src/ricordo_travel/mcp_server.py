"""The tools of one domain over MCP, on standard input and output, for one traveller."""

from __future__ import annotations

import argparse
import asyncio
import json
import logging
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from mcp import MCPError, types
from mcp.server import Server, ServerRequestContext
from mcp.server.stdio import stdio_server

from ricordo import __version__
from ricordo.values.validation import check_name
from ricordo_travel.desk import Desk, Tool
from ricordo_travel.reservations import Kind, Reservations

Context = ServerRequestContext[Any]


def mcp_server(name: str, desk: Desk, tools: Sequence[Tool]) -> Server[Any]:
    """A server of ``tools`` for whoever the desk serves."""
    by_name = {tool.name: tool for tool in tools}
    offered = [
        types.Tool(
            name=tool.name,
            description=tool.description,
            input_schema=tool.schema,
            annotations=types.ToolAnnotations(read_only_hint=not tool.changes, open_world_hint=False),
        )
        for tool in tools
    ]

    async def list_tools(_: Context, __: types.PaginatedRequestParams | None) -> types.ListToolsResult:
        return types.ListToolsResult(tools=offered)

    async def call_tool(_: Context, called: types.CallToolRequestParams) -> types.CallToolResult:
        tool = by_name.get(called.name)
        if tool is None:
            raise MCPError(types.INVALID_PARAMS, f"there is no such tool; known are {', '.join(by_name)}")
        answer = await tool.call(desk, called.arguments or {})
        if "error" in answer:
            return types.CallToolResult(content=[types.TextContent(type="text", text=answer["error"])], is_error=True)
        text = types.TextContent(type="text", text=json.dumps(answer, ensure_ascii=False))
        return types.CallToolResult(content=[text], structured_content=answer)

    server: Server[Any] = Server(
        f"ricordo-{name}", version=__version__, on_list_tools=list_tools, on_call_tool=call_tool
    )
    server.middleware.clear()  # its spans would carry what is called by whom to wherever telemetry goes
    return server


async def serve(name: str, desk: Desk, tools: Sequence[Tool]) -> None:
    """Serve until the input ends."""
    server = mcp_server(name, desk, tools)
    async with stdio_server() as (incoming, outgoing):
        await server.run(incoming, outgoing, server.create_initialization_options())


def main(kind: Kind, tools: Sequence[Tool]) -> None:
    """The command line of a domain."""
    parser = argparse.ArgumentParser(description=f"{kind.capitalize()}s over MCP, on standard input and output.")
    parser.add_argument(
        "--store", type=Path, default=Path("travel.db"), help="the file with the bookings (%(default)s)"
    )
    parser.add_argument("--traveller", required=True, metavar="NAME", help="whose bookings these are")
    arguments = parser.parse_args()
    # At lower levels the SDK quotes what it was sent.
    logging.basicConfig(level=logging.CRITICAL)
    desk = Desk(Reservations(arguments.store, kind), check_name(arguments.traveller, "traveller"))
    asyncio.run(serve(f"{kind}s", desk, tools))
