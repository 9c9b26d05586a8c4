"""The travel assistant with a real, small model: however badly it understands, nothing is booked without a yes.

A processor reads some twenty tokens a second, so the model gets three of the tools, short answers and few rounds. Each
message has a time limit of its own.
"""

from __future__ import annotations

import asyncio
import os
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from agent_framework import FunctionTool
from ricordo import Ricordo
from ricordo.contrib.gguf import VARIABLE, GgufChatClient
from ricordo.testing import HashEmbedder
from ricordo_travel.assistant import Assistant
from ricordo_travel.toolbox import Toolbox
from ricordo_travel.traveller import Traveller

FIRST = datetime.now(UTC).date() + timedelta(days=30)
LAST = FIRST + timedelta(days=4)
MAX_TOKENS = 120
MAX_ROUNDS = 2
SECONDS = 800
"""The time for one message: at most three calls."""
_TOOLS = {"search_cars", "create_car_booking", "list_car_bookings"}


class FewTools(Toolbox):
    """The tools that a small model is given here. The desk knows all of them."""

    def tools_for(self, traveller: str, conversation: str = "") -> list[FunctionTool]:
        return [tool for tool in super().tools_for(traveller, conversation) if tool.name in _TOOLS]


@pytest.fixture(scope="module")
def client() -> GgufChatClient:
    client = GgufChatClient(os.environ[VARIABLE], context=4_096, max_tokens=MAX_TOKENS)
    client.function_invocation_configuration["max_iterations"] = MAX_ROUNDS
    return client


async def test_a_small_model_proposes_at_most_and_the_yes_books_what_was_proposed(
    client: GgufChatClient, tmp_path: Path
) -> None:
    async with Ricordo.open(
        tmp_path / "memory.db", embedder=HashEmbedder(), learning="off", profiles=[Traveller]
    ) as memory:
        assistant = Assistant(memory, FewTools(tmp_path / "travel.db"), client)
        desk = assistant.toolbox.desk_for("alice", "first")

        async def say(text: str) -> str:
            async with asyncio.timeout(SECONDS):
                pieces = assistant.answer(text, person="alice", conversation="first")
                return "".join([piece async for piece in pieces])

        answer = await say(f"Book the car oslo-airport-economy from {FIRST} to {LAST}.")
        assert await assistant.toolbox.list_bookings("alice") == [], "nobody has said yes"
        proposed = await desk.list_open()
        print(f"{len(proposed)} proposed; answered: {answer}")
        assert answer or not proposed
        assert all(proposal.text.casefold() in answer.casefold() for proposal in proposed), "a person reads what it is"
        await say("yes")
        booked = [row["car_id"] for row in await assistant.toolbox.list_bookings("alice")]
        wanted = [proposal.preview["car_id"] for proposal in proposed]
        assert booked == wanted if len(wanted) == 1 else booked == [], "a yes books the one that was proposed"
