"""The travel assistant with a real, small model: however badly it understands, nothing is booked without a yes."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from ricordo import Ricordo
from ricordo.contrib.gguf import GgufChatClient, from_environment
from ricordo.testing import HashEmbedder
from ricordo_travel.assistant import Assistant
from ricordo_travel.toolbox import Toolbox
from ricordo_travel.traveller import Traveller

FIRST = datetime.now(UTC).date() + timedelta(days=30)
LAST = FIRST + timedelta(days=4)


@pytest.fixture(scope="module")
def client() -> GgufChatClient:
    return from_environment()


async def test_a_small_model_proposes_at_most_and_the_yes_books_what_was_proposed(
    client: GgufChatClient, tmp_path: Path
) -> None:
    async with Ricordo.open(
        tmp_path / "memory.db", embedder=HashEmbedder(), learning="off", profiles=[Traveller]
    ) as memory:
        assistant = Assistant(memory, Toolbox(tmp_path / "travel.db"), client)
        desk = assistant.toolbox.desk_for("alice", "first")

        async def say(text: str) -> str:
            pieces = assistant.answer(text, person="alice", conversation="first")
            return "".join([piece async for piece in pieces])

        assert await say(f"Please search cars in Oslo, pick up {FIRST}, drop off {LAST}.")
        assert await assistant.toolbox.list_bookings("alice") == []
        answer = await say(f"Book the car oslo-airport-economy from {FIRST} to {LAST}.")
        assert await assistant.toolbox.list_bookings("alice") == []
        proposed = await desk.list_open()
        assert all(proposal.text.casefold() in answer.casefold() for proposal in proposed)
        await say("yes")
        booked = [row["car_id"] for row in await assistant.toolbox.list_bookings("alice")]
        assert booked == [proposal.preview["car_id"] for proposal in proposed][:1] or len(proposed) != 1
