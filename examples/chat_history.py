"""Chat history that other conversations find: stored by session, searched by user.

python examples/chat_history.py
"""

from __future__ import annotations

import asyncio

from model import chat_client, memory_lines

from agent_framework import Agent, AgentSession, SessionContext
from ricordo import Ricordo, Scope
from ricordo.agent_framework import ChatHistoryMemoryProvider


def session_scope(session: AgentSession, context: SessionContext) -> Scope:
    return Scope(user="user-123", session=session.session_id)


async def main() -> None:
    async with Ricordo.open("memory://") as memory:
        agent = Agent(
            client=chat_client("Noted.", lambda messages: f"Booked, with this in mind: {memory_lines(messages)}"),
            name="booking",
            instructions="You are a helpful assistant.",
            context_providers=[
                ChatHistoryMemoryProvider(memory, storage_scope=session_scope, search_scope=Scope(user="user-123"))
            ],
        )
        for text in ("I prefer window seats on flights.", "Book me a flight to Seattle."):
            session = agent.create_session()  # a new conversation each time
            print(f"User:  {text}\nAgent: {await agent.run(text, session=session)}\n")


if __name__ == "__main__":
    asyncio.run(main())
