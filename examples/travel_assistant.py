"""A travel assistant that learns preferences and uses them in a later conversation.

python examples/travel_assistant.py
"""

from __future__ import annotations

import asyncio
from typing import Annotated

from model import chat_client, memory_lines
from pydantic import BaseModel, Field

from agent_framework import Agent
from ricordo import Ricordo, Scope, Slot, count_days, count_people
from ricordo.agent_framework import ProfileMemoryProvider


class PastTrip(BaseModel):
    destination: str
    rating: str | None = None


class Traveller(BaseModel):
    travel_style: str | None = Field(None, description="travel style, such as budget backpacker or luxury")
    budget_range: str | None = Field(None, description="budget")
    interests: list[str] = Field(default_factory=list, description="interests")
    past_destinations: Annotated[list[PastTrip], Slot("visited")] = Field(
        default_factory=list[PastTrip], title="Past trips"
    )
    number_of_travelers: Annotated[int | None, Slot("travellers", parse=count_people)] = Field(
        None, description="number of travellers"
    )
    trip_duration: Annotated[str | None, Slot("trip_length", parse=count_days)] = Field(
        None, description="preferred length of a trip"
    )
    dietary_requirements: str | None = Field(None, description="dietary requirements")


async def main() -> None:
    client = chat_client(
        "I'd love to help! What's your budget for this trip?",
        "Great! What kind of experiences do you enjoy?",
        "Sounds wonderful! How about the Great Ocean Road, or the Sunshine Coast?",
        lambda messages: f"Hi again! I remember: {memory_lines(messages)}. Shall I use the same preferences?",
    )
    async with Ricordo.open("memory://", learning="inline") as memory:
        agent = Agent(
            client=client,
            name="travel-assistant",
            instructions="You are a travel assistant. Use the traveller's profile, and say that you do.",
            context_providers=[
                ProfileMemoryProvider(
                    memory,
                    Traveller,
                    scope=Scope(application="travel", user="alice"),
                    context_prompt="=== TRAVELER PROFILE ===",
                    deadline=20,  # learning is inline here, and a run waits for it
                )
            ],
        )
        for conversation in (
            ["Hi! I want to plan a vacation", "Around $2,000", "I love hiking and coastal walks"],
            ["Suggest a vacation for me"],
        ):
            session = agent.create_session()
            for text in conversation:
                print(f"Alice: {text}\nAgent: {await agent.run(text, session=session)}\n")
            print("… days later …\n" if len(conversation) > 1 else "")


if __name__ == "__main__":
    asyncio.run(main())
