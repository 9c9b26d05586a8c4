"""An MCP server with the tools of one domain for one traveller, on standard input and output."""

from __future__ import annotations

import argparse
import asyncio
import json
import logging
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from mcp import MCPError, types
from mcp.server import Server, ServerRequestContext
from mcp.server.stdio import stdio_server

from ricordo import Scope, __version__
from ricordo_travel.desk import Desk
from ricordo_travel.proposals import Proposal, Proposals
from ricordo_travel.reservations import Kind, Reservations
from ricordo_travel.tool import Tool, ToolContext

Context = ServerRequestContext[Any]


def create_server(name: str, context: ToolContext, tools: Sequence[Tool]) -> Server[Any]:
    """Return an MCP server with `tools` for the traveller in `context`."""
    by_name = {tool.name: tool for tool in tools}
    definitions = [
        types.Tool(
            name=tool.name,
            description=tool.description,
            input_schema=tool.schema,
            annotations=types.ToolAnnotations(read_only_hint=not tool.is_write, open_world_hint=False),
        )
        for tool in tools
    ]

    async def list_tools(_: Context, __: types.PaginatedRequestParams | None) -> types.ListToolsResult:
        return types.ListToolsResult(tools=definitions)

    async def call_tool(_: Context, request: types.CallToolRequestParams) -> types.CallToolResult:
        tool = by_name.get(request.name)
        if tool is None:
            raise MCPError(types.INVALID_PARAMS, f"there is no such tool; the tools are {', '.join(by_name)}")
        result = await tool.call(context, request.arguments or {})
        if "error" in result:
            return types.CallToolResult(content=[types.TextContent(type="text", text=result["error"])], is_error=True)
        text = types.TextContent(type="text", text=json.dumps(result, ensure_ascii=False))
        return types.CallToolResult(content=[text], structured_content=result)

    server: Server[Any] = Server(
        f"ricordo-{name}", version=__version__, on_list_tools=list_tools, on_call_tool=call_tool
    )
    server.middleware.clear()  # its spans would send arguments and names to the telemetry backend
    return server


async def serve(name: str, context: ToolContext, tools: Sequence[Tool]) -> None:
    """Serve until standard input ends."""
    server = create_server(name, context, tools)
    async with stdio_server() as (incoming, outgoing):
        await server.run(incoming, outgoing, server.create_initialization_options())


def main(kind: Kind, tools: Sequence[Tool]) -> None:
    """Run the MCP server of one domain from the command line."""
    parser = argparse.ArgumentParser(description=f"{kind.capitalize()}s over MCP, on standard input and output.")
    parser.add_argument("--store", type=Path, default=Path("travel.db"), help="file with the bookings (%(default)s)")
    parser.add_argument("--traveller", required=True, metavar="NAME", help="name of the traveller")
    parser.add_argument("--conversation", default="", metavar="ID", help="conversation that proposals belong to")
    parser.add_argument("--confirm", metavar="CODE", help="agree to a proposal as the traveller, print it, and end")
    arguments = parser.parse_args()
    # At lower levels the SDK logs what it was sent.
    logging.basicConfig(level=logging.CRITICAL)
    traveller = Scope(user=arguments.traveller).user or ""  # checks the name
    context = ToolContext(
        Reservations(arguments.store, kind), Proposals(arguments.store), traveller, arguments.conversation
    )
    if arguments.confirm:
        desk = Desk([(tool, context) for tool in tools], context.proposals, traveller, context.conversation)
        sys.exit(_print_outcome(asyncio.run(_confirm(desk, arguments.confirm))))
    asyncio.run(serve(f"{kind}s", context, tools))


async def _confirm(desk: Desk, code: str) -> Proposal | None:
    await desk.end_exchange()
    return await desk.confirm(code)


def _print_outcome(proposal: Proposal | None) -> str | None:
    """Print the booking. Return the error, if there is one."""
    outcome = proposal.outcome if proposal else None
    if outcome is None:
        return "there is no such proposal that is open"
    if "error" in outcome:
        return outcome["error"]
    print(json.dumps(outcome, ensure_ascii=False))
    return None
