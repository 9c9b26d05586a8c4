"""A workflow of two agents for two people: each finds their own memory and nothing of the other's.

Needs agent-framework-orchestrations.

    python examples/workflow.py
"""

from __future__ import annotations

import asyncio

from agent_framework.orchestrations import SequentialBuilder
from model import chat_client, memory_lines

from agent_framework import Agent
from ricordo import Ricordo, Scope
from ricordo.agent_framework import RicordoHistoryProvider, RicordoProvider, scoped

NOBODY = Scope(application="research", user="nobody")


def create_agent(memory: Ricordo, name: str) -> Agent:
    # MAF's own history is in the agent's session, which all callers of a workflow share.
    return Agent(
        client=chat_client(lambda messages: f"the {name} was given: {memory_lines(messages)}"),
        name=name,
        context_providers=[RicordoHistoryProvider(memory, scope=NOBODY), RicordoProvider(memory, scope=NOBODY)],
    )


async def main() -> None:
    async with Ricordo.open("memory://") as memory:
        workflow = SequentialBuilder(
            participants=[create_agent(memory, "researcher"), create_agent(memory, "reviewer")]
        ).build()
        for user, text in (
            ("alice", "My thesis is about lamps made of tree bark."),
            ("bob", "My thesis is about chairs made of oak."),
            ("alice", "What is my thesis about?"),
            ("bob", "What is my thesis about?"),
        ):
            with scoped(Scope(application="research", user=user)):
                result = await workflow.run(text)
            print(f"{user}: {text}")
            for output in result.get_outputs():
                print(f"  {output.messages[-1].text if hasattr(output, 'messages') else output[-1].text}")


if __name__ == "__main__":
    asyncio.run(main())
