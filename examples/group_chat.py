"""A group chat of two agents: they share a memory, and the writer also has its own.

Two people use the same agents at once; ``scoped`` keeps them apart. Needs agent-framework-orchestrations.

    python examples/group_chat.py
"""

from __future__ import annotations

import asyncio

from agent_framework.orchestrations import GroupChatBuilder, GroupChatState
from model import chat_client

from agent_framework import Agent
from ricordo import Ricordo, Scope
from ricordo.agent_framework import FactMemoryProvider, RicordoHistoryProvider, RicordoProvider, scoped

WRITER = Scope(application="agency", agent="writer", user="house style")
NOBODY = Scope(application="agency", user="nobody")


def next_speaker(state: GroupChatState) -> str:
    return ("writer", "editor")[state.current_round % 2]


def create_team(memory: Ricordo) -> list[Agent]:
    shared = [RicordoHistoryProvider(memory, scope=NOBODY), RicordoProvider(memory, scope=NOBODY)]
    private = FactMemoryProvider(memory, scope=WRITER, search_scope=WRITER, source_id="house_style")
    return [
        Agent(client=chat_client("Bark that bites the dark!"), name="writer", context_providers=[*shared, private]),
        Agent(client=chat_client("Shorter: Bark bites dark!"), name="editor", context_providers=shared),
    ]


async def ask(memory: Ricordo, user: str, task: str) -> None:
    chat = GroupChatBuilder(participants=create_team(memory), selection_func=next_speaker, max_rounds=2).build()
    with scoped(Scope(application="agency", user=user)):
        await chat.run(task)


async def main() -> None:
    async with Ricordo.open("memory://") as memory:
        await asyncio.gather(
            ask(memory, "alice", "A slogan for lamps made of tree bark, please"),
            ask(memory, "bob", "A slogan for oak chairs, please"),
        )
        for user in ("alice", "bob"):
            turns = await memory.turns(scope=Scope(application="agency", user=user))
            print(f"{user}'s group:")
            print("\n".join(f"  {turn.speaker}: {turn.text}" for turn in turns))


if __name__ == "__main__":
    asyncio.run(main())
