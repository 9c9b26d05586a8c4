"""Memory as tools: the model remembers, recalls, and forgets after the person's approval.

python examples/tools.py
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence

from model import chat_client

from agent_framework import Agent, Message
from ricordo import Ricordo, Scope
from ricordo.agent_framework import MemoryTools
from ricordo.testing import call_tool


def forget_results(messages: Sequence[Message]) -> Message:
    """Call the tool with the ids that the search before it returned."""
    results = str(messages[-1].contents[0].result)
    ids = re.findall(r"\(id (\S+)\)", results)
    return call_tool("memory_forget", call_id="3", ids=ids)


async def main() -> None:
    client = chat_client(
        call_tool("memory_remember", call_id="1", content="Alice is allergic to peanuts."),
        "I will remember that.",
        call_tool("memory_recall", call_id="2", question="allergic peanuts"),
        forget_results,
        "It is gone.",
    )
    async with Ricordo.open("memory://") as memory:
        tools = MemoryTools(memory, scope=Scope(application="kitchen", user="alice"))
        agent = Agent(client=client, name="cook", context_providers=[tools])
        session = agent.create_session()
        print("Agent:", await agent.run("I am allergic to peanuts, remember that", session=session))
        response = await agent.run("Forget what you know about my allergy", session=session)
        for request in response.user_input_requests:
            call = request.function_call
            print(f"Alice is asked to approve {call.name if call else 'a call'}, and does.")
            answer = Message("user", [request.to_function_approval_response(True)])
            print("Agent:", await agent.run([answer], session=session))
        rows = [row async for row in memory.export(scope=Scope(user="alice"))]
        print(f"left in memory: {len(rows)}")


if __name__ == "__main__":
    asyncio.run(main())
