"""A profile with a name and an age that the agent asks for until it knows them.

python examples/name_and_age.py
"""

from __future__ import annotations

import asyncio

from model import chat_client, memory_lines
from pydantic import BaseModel

from agent_framework import Agent
from ricordo import Ricordo, Scope
from ricordo.agent_framework import ProfileMemoryProvider


class UserInfo(BaseModel):
    name: str | None = None
    age: int | None = None


async def main() -> None:
    scope = Scope(application="tutorial", user="user-1")
    async with Ricordo.open("memory://", learning="inline") as memory:
        agent = Agent(
            client=chat_client(
                "Before I answer: what is your name, and how old are you?",
                lambda messages: f"Thank you. ({memory_lines(messages)}) And your age?",
                lambda messages: f"The square root of 9 is 3. ({memory_lines(messages)})",
            ),
            name="friend",
            instructions="You are a friendly assistant. Always address the user by their name.",
            # Learning is inline here: a run waits for it, and the first one for the model that learns.
            context_providers=[
                ProfileMemoryProvider(memory, UserInfo, scope=scope, ask_for_missing="insist", deadline=20)
            ],
        )
        session = agent.create_session()
        for text in ("Hello, what is the square root of 9?", "My name is Ruaidhrí", "I am 20 years old"):
            print(f"User:  {text}\nAgent: {await agent.run(text, session=session)}\n")
        profile = (await memory.profile(UserInfo, scope=scope)).value
        print(f"MEMORY - User Name: {profile.name}\nMEMORY - User Age: {profile.age}")


if __name__ == "__main__":
    asyncio.run(main())
