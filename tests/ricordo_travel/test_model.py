"""A model with the 27 tools, in this process and as MCP servers: it reaches each of them, and books after a yes."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from agent_framework import Content, Message
from ricordo import Ricordo
from ricordo.testing import HashEmbedder, ScriptedChatClient
from ricordo_travel.assistant import CLERK, Assistant
from ricordo_travel.tool_servers import ToolServers
from ricordo_travel.toolbox import DOMAINS, Toolbox
from ricordo_travel.traveller import Traveller
from tests.ricordo_travel.test_dialogue import Talk

_FIRST = datetime.now(UTC).date() + timedelta(days=30)
DAY, LATER, LATEST = (str(_FIRST + timedelta(days=days)) for days in (0, 3, 5))
READ: dict[str, dict[str, Any]] = {
    "search_flights": {"origin": "Lisbon", "destination": "Oslo", "day": DAY},
    "get_flight": {"flight_number": "FLIGHT"},
    "list_hotels": {"city": "Kyoto"},
    "get_hotel": {"hotel_id": "kyoto-2"},
    "list_hotel_rooms": {"hotel_id": "kyoto-2", "check_in": DAY, "check_out": LATER},
    "search_hotel_rooms": {"city": "Kyoto", "check_in": DAY, "check_out": LATER, "guests": 2},
    "list_car_locations": {},
    "get_car_location": {"location_id": "oslo-airport"},
    "list_cars_at_location": {"location_id": "oslo-airport"},
    "list_cars": {"car_class": "van"},
    "get_car": {"car_id": "oslo-airport-economy"},
    "search_cars": {"city": "Oslo", "pick_up": DAY, "drop_off": LATER},
}
CREATE: dict[str, dict[str, Any]] = {
    "create_flight_booking": {"flight_number": "FLIGHT", "day": DAY, "passengers": 2},
    "create_hotel_booking": {"hotel_id": "kyoto-2", "room_type": "double", "check_in": DAY, "check_out": LATER},
    "create_car_booking": {"car_id": "oslo-airport-economy", "pick_up": DAY, "drop_off": LATER},
}
CHANGE: dict[str, dict[str, Any]] = {
    "update_flight_booking": {"passengers": 1},
    "update_hotel_booking": {"check_out": LATEST},
    "update_car_booking": {"drop_off": LATEST},
}


class Caller:
    """A model that calls the tools it is told to, and keeps their results."""

    def __init__(self) -> None:
        self.client = ScriptedChatClient(self._reply)
        self.calls: dict[str, dict[str, Any]] = {}
        self.results: dict[str, dict[str, Any]] = {}

    def _reply(self, messages: Sequence[Message]) -> str | Message:
        for content in (content for message in messages for content in message.contents):
            if content.type == "function_result" and content.call_id in self.calls:
                self.results[content.call_id or ""] = json.loads(content.result)
        if waiting := {name: arguments for name, arguments in self.calls.items() if name not in self.results}:
            return Message(
                "assistant",
                [Content.from_function_call(name, name, arguments=json.dumps(waiting[name])) for name in waiting],
            )
        return "That is all."


@pytest_asyncio.fixture
async def memory(tmp_path: Path) -> AsyncGenerator[Ricordo]:
    async with Ricordo.open(
        tmp_path / "memory.db", embedder=HashEmbedder(), learning="off", profiles=[Traveller]
    ) as memory:
        yield memory


@pytest.mark.parametrize("source", ["process", "mcp"])
async def test_a_model_reaches_every_tool_and_books_changes_and_cancels_after_a_yes(
    memory: Ricordo, store: Path, source: str
) -> None:
    toolbox = Toolbox(store)
    async with ToolServers(toolbox) as servers:
        await use_every_tool(memory, toolbox, servers if source == "mcp" else None)
        rules = Talk(Assistant(memory, toolbox, servers=servers if source == "mcp" else None), "alice", "first")
        assert "$" in await rules(f"I need a car in Oslo from {_FIRST.day} {_FIRST:%B} for 4 days")
        assert "Nothing yet" in await rules("What do you know about me?")


async def use_every_tool(memory: Ricordo, toolbox: Toolbox, servers: ToolServers | None) -> None:
    caller = Caller()
    talk = Talk(Assistant(memory, toolbox, caller.client, servers), "alice", "first")
    number = await _find_flight(toolbox)

    async def call(text: str, calls: dict[str, dict[str, Any]]) -> dict[str, dict[str, Any]]:
        caller.calls = json.loads(json.dumps(calls).replace("FLIGHT", number))
        caller.results = {}
        await talk(text)
        assert caller.results.keys() == calls.keys()
        assert [name for name, result in caller.results.items() if "error" in result] == []
        return caller.results

    read = await call("Tell me everything", READ)
    assert all(result for result in read.values())
    proposed = await call("A flight, a room and a car please", CREATE)
    assert {result["state"] for result in proposed.values()} == {"proposed"}
    assert await toolbox.list_bookings("alice") == []
    await call("yes, all of them", {})
    ids = {row["kind"]: row["booking_id"] for row in await toolbox.list_bookings("alice")}
    assert ids.keys() == {"flight", "hotel", "car"}

    def with_ids(calls: dict[str, dict[str, Any]]) -> dict[str, dict[str, Any]]:
        return {name: {**more, "booking_id": ids[name.split("_")[1]]} for name, more in calls.items()}

    lists = await call("What have I booked?", {f"list_{kind}_bookings": {} for kind in ids})
    assert [result["found"] for result in lists.values()] == [1, 1, 1]
    before = await toolbox.list_bookings("alice")
    assert list((await call("More.", with_ids({f"get_{kind}_booking": {} for kind in ids}))).values()) == before
    await call("Change all", with_ids(CHANGE))
    assert await toolbox.list_bookings("alice") == before
    await call("ok, change them all", {})
    changed = {row["kind"]: row for row in await toolbox.list_bookings("alice")}
    assert all(more.items() <= changed[name.split("_")[1]].items() for name, more in CHANGE.items())
    await call("Cancel all", with_ids({f"cancel_{kind}_booking": {} for kind in ids}))
    assert len(await toolbox.list_bookings("alice")) == 3
    await call("yes, cancel them all", {})
    assert await toolbox.list_bookings("alice") == []
    bookings = {f"{verb}_{kind}_booking" for verb in ("get", "cancel") for kind in ids}
    called = {*READ, *CREATE, *CHANGE, *lists, *bookings}
    assert called == {tool.name for _, tools in DOMAINS for tool in tools}


async def test_the_person_reads_what_a_yes_would_do_whatever_the_model_says(memory: Ricordo, store: Path) -> None:
    caller = Caller()
    caller.calls = {"create_car_booking": CREATE["create_car_booking"]}
    talk = Talk(Assistant(memory, Toolbox(store), caller.client), "alice", "first")
    answer = await talk("Tell me about Oslo")
    assert answer.strip().startswith("That is all.")
    assert "Shall I book this? Economy car at Oslo airport (OSL)" in answer
    assert "$" in answer
    assert answer.endswith("Please say yes or no.")


async def test_the_answerer_is_named(memory: Ricordo, store: Path) -> None:
    class NamedClient(ScriptedChatClient):
        model = "small-model-1"

    toolbox = Toolbox(store)
    assert Assistant(memory, toolbox).answerer == CLERK
    assert Assistant(memory, toolbox, ScriptedChatClient()).answerer == "ScriptedChatClient"
    assert Assistant(memory, toolbox, NamedClient()).answerer == "small-model-1 (NamedClient)"


async def _find_flight(toolbox: Toolbox) -> str:
    search = next(tool for tool in toolbox.tools_for("nobody") if tool.name == "search_flights")
    found: Any = await search.invoke(arguments=READ["search_flights"])
    return json.loads(found[0].text)["flights"][0]["flight_number"]
