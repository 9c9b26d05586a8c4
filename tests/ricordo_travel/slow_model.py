"""A model that answers at once, and learns slowly and nothing: the bundled reader learns beside it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from agent_framework import ChatResponse, Message
from ricordo.testing import ScriptedChatClient, ScriptedReply


class SlowLearner(ScriptedChatClient):
    """A chat client whose streams, the answers of the page, are quick, and whose other calls are slow."""

    model = "slow-learner"

    async def _respond(self, reply: ScriptedReply, messages: Sequence[Message]) -> ChatResponse[Any]:
        del reply, messages
        await asyncio.sleep(3)
        return ChatResponse(messages=[Message("assistant", ['{"memories": []}'])], finish_reason="stop")


def client() -> SlowLearner:
    return SlowLearner("Noted. Anything else?")
