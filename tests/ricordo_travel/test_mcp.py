"""Each domain as an MCP server, with the SDK's own client over standard input and output: every tool at least once."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from mcp import Client, MCPError, StdioServerParameters, stdio_client
from mcp.types import CallToolResult, TextContent

from ricordo_travel.places import all_places
from ricordo_travel.reservations import Kind
from ricordo_travel.toolbox import DOMAINS, Toolbox

_TOMORROW = datetime.now(UTC).date() + timedelta(days=30)
DAY, LATER, LATEST = (str(_TOMORROW + timedelta(days=days)) for days in (0, 3, 5))


@asynccontextmanager
async def connect(kind: str, store: Path, traveller: str = "alice") -> AsyncGenerator[Client]:
    command = ["-m", f"ricordo_travel.{kind}s", "--store", str(store), "--traveller", traveller]
    server = StdioServerParameters(command=sys.executable, args=command, env={**os.environ})
    async with Client(stdio_client(server)) as client:
        yield client


async def data(client: Client, tool: str, **arguments: Any) -> dict[str, Any]:
    result = await client.call_tool(tool, arguments)
    assert not result.is_error, result
    assert result.structured_content is not None
    return result.structured_content


def text_of(result: CallToolResult) -> str:
    (content,) = result.content
    assert isinstance(content, TextContent)
    return content.text


def agree(kind: str, store: Path, code: str, traveller: str = "alice") -> subprocess.CompletedProcess[str]:
    """Say yes to a proposal as the traveller, at the command line."""
    command = [sys.executable, "-m", f"ricordo_travel.{kind}s", "--store", str(store), "--traveller", traveller]
    return subprocess.run([*command, "--confirm", code], capture_output=True, text=True, check=False)


async def try_bookings(client: Client, kind: str, store: Path, create: dict[str, Any], update: dict[str, Any]) -> None:
    """The five tools that all domains have. Those that write only propose; the traveller's yes does it."""

    async def do(action: str, **arguments: Any) -> dict[str, Any]:
        before = await data(client, f"list_{kind}_bookings")
        proposal = await data(client, f"{action}_{kind}_booking", **arguments)
        assert await data(client, f"{action}_{kind}_booking", **arguments) == proposal
        assert await data(client, f"list_{kind}_bookings") == before, "nothing is done without a yes"
        if action == "create":
            done = agree(kind, store, proposal["proposal"])
            assert done.returncode == 0, done.stderr
            return json.loads(done.stdout)
        desk = Toolbox(store).desk_for("alice", "")
        await desk.end_exchange()
        settled = await desk.confirm(proposal["proposal"])
        assert settled is not None
        return dict(settled.outcome or {})

    booked = await do("create", **create)
    id = booked["booking_id"]
    assert await data(client, f"get_{kind}_booking", booking_id=id) == booked
    changed = await do("update", booking_id=id, **update)
    assert update.items() <= changed.items()
    assert [row["booking_id"] for row in (await data(client, f"list_{kind}_bookings"))["bookings"]] == [id]
    assert (await do("cancel", booking_id=id))["state"] == "cancelled"


async def try_offer(client: Client, kind: Kind) -> None:
    """The tools of a domain are offered, and a model cannot name the traveller."""
    offered = (await client.list_tools()).tools
    assert [tool.name for tool in offered] == [tool.name for tool in dict(DOMAINS)[kind]]
    assert all(tool.input_schema["additionalProperties"] is False for tool in offered)
    assert all("traveller" not in tool.input_schema.get("properties", {}) for tool in offered)
    with pytest.raises(MCPError):
        await client.call_tool("nonsense", {})
    wrong = await client.call_tool(f"get_{kind}_booking", {"booking_id": "X"})
    assert wrong.is_error
    assert f"no {kind} booking" in text_of(wrong)


async def test_the_seven_tools_of_the_flights(store: Path) -> None:
    async with connect("flight", store) as client:
        await try_offer(client, "flight")
        (first, *_) = (await data(client, "search_flights", origin="Lisbon", destination="Oslo", day=DAY))["flights"]
        number = first["flight_number"]
        assert (await data(client, "get_flight", flight_number=number))["destination"] == "Oslo"
        create = {"flight_number": number, "day": DAY, "passengers": 2, "cabin": "business"}
        await try_bookings(client, "flight", store, create, {"day": LATER, "passengers": 1})


async def test_the_nine_tools_of_the_hotels(store: Path) -> None:
    async with connect("hotel", store) as client:
        await try_offer(client, "hotel")
        assert len((await data(client, "list_hotels", city="Kyoto"))["hotels"]) == 5
        found = (await data(client, "search_hotel_rooms", city="Kyoto", check_in=DAY, check_out=LATER))["hotels"][0]
        hotel = found["hotel_id"]
        assert (await data(client, "get_hotel", hotel_id=hotel))["city"] == "Kyoto"
        assert (await data(client, "list_hotel_rooms", hotel_id=hotel))["rooms"]
        create = {"hotel_id": hotel, "room_type": "double", "check_in": DAY, "check_out": LATER}
        await try_bookings(client, "hotel", store, create, {"check_out": LATEST, "rooms": 2})


async def test_the_eleven_tools_of_the_cars(store: Path) -> None:
    async with connect("car", store) as client:
        await try_offer(client, "car")
        assert len((await data(client, "list_car_locations"))["locations"]) == 2 * len(all_places())
        assert (await data(client, "get_car_location", location_id="oslo-airport"))["at_airport"] is True
        assert (await data(client, "list_cars_at_location", location_id="oslo-airport"))["cars"]
        assert (await data(client, "list_cars", car_class="van"))["found"] > 10
        found = (await data(client, "search_cars", city="Oslo", pick_up=DAY, drop_off=LATER))["cars"][0]
        car = found["car_id"]
        assert (await data(client, "get_car", car_id=car))["seats"] >= 4
        await try_bookings(
            client, "car", store, {"car_id": car, "pick_up": DAY, "drop_off": LATER}, {"drop_off": LATEST}
        )


async def test_an_agent_takes_a_server_for_its_tools(store: Path) -> None:
    cars = Toolbox(store).mcp_servers_for("alice")[-1]
    async with cars:
        assert [function.name for function in cars.functions] == [tool.name for tool in dict(DOMAINS)["car"]]
