"""A conversation that is suspended, resumed in another process, ended with a summary, and recalled later.

python examples/suspend_and_resume.py
"""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path

from model import chat_client, memory_lines

from agent_framework import Agent
from ricordo import Ricordo, Scope
from ricordo.agent_framework import (
    Conversation,
    RicordoHistoryProvider,
    RicordoProvider,
    RicordoSessionStore,
)
from ricordo.testing import ScriptedReply

ALICE = Scope(application="travel", user="alice")


def create_assistant(memory: Ricordo, *replies: ScriptedReply) -> Agent:
    client = chat_client(*replies)
    providers = [RicordoHistoryProvider(memory, scope=ALICE), RicordoProvider(memory, scope=ALICE)]
    return Agent(client=client, name="assistant", context_providers=providers)


async def start(path: Path) -> str:
    async with Ricordo.open(path) as memory:
        conversation = await Conversation.start(
            create_assistant(memory, "Tasmania in March it is."),
            memory,
            scope=ALICE,
            sessions=RicordoSessionStore(memory, scope=ALICE),
        )
        print("Agent:", await conversation.run("Let us plan the hiking trip to Tasmania in March."))
        await conversation.checkpoint()
        return conversation.id


async def resume(path: Path, id: str) -> None:
    async with Ricordo.open(path) as memory:
        conversation = await Conversation.resume(
            create_assistant(memory, lambda messages: f"We were here: {messages[0].text}"),
            memory,
            id,
            scope=ALICE,
            sessions=RicordoSessionStore(memory, scope=ALICE),
        )
        print("Agent:", await conversation.run("Where were we?"))
        summary = await conversation.end()
        print("Summary:", summary.content if summary else "none")


async def recall_later(path: Path) -> None:
    async with Ricordo.open(path) as memory:
        conversation = await Conversation.start(
            create_assistant(memory, lambda messages: f"I remember: {memory_lines(messages)}"), memory, scope=ALICE
        )
        print("Agent:", await conversation.run("What did we say about Tasmania?"))
        receipt = await conversation.delete()
        print("Erased with this conversation:", receipt.counts["turns"], "turns")


async def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "memory.db"
        id = await start(path)
        print("… the process ends; another one resumes the conversation …")
        await resume(path, id)
        print("… a month later …")
        await recall_later(path)


if __name__ == "__main__":
    asyncio.run(main())
