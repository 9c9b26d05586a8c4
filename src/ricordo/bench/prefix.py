"""The part of ``ricordo bench agent`` about prompts: how much of a request is the beginning of the one before.

Services of models charge less for a beginning that they have read before. One conversation is held with each agent,
with MAF's own history, and consecutive requests are compared, character by character.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from agent_framework import Agent, ContextProvider, Message
from ricordo.prompt.render import OPENING
from ricordo.prompt.tokens import estimate_tokens
from ricordo.testing.chat import ScriptedChatClient, ScriptedRequest

_INSTRUCTIONS = "You are a travel assistant. Answer in one or two sentences, and say so if you do not know something."

Report = dict[str, Any]


async def measure_prefix(provider: ContextProvider | None, questions: Sequence[str]) -> Report:
    """Hold one conversation and return the tokens that were sent, those of blocks, and those that can be reused.

    `behind` are the tokens that cannot be reused and are no block's: of the newest message, which stands behind it.
    """
    client = ScriptedChatClient("That is good to know, thank you.")
    agent = Agent(
        client=client, name="bench", instructions=_INSTRUCTIONS, context_providers=[provider] if provider else []
    )
    session = agent.create_session()
    for question in questions:
        await agent.run(question, session=session)
    texts = [_format_request(request) for request in client.requests]
    common = [_common_beginning(before, after) for before, after in pairwise(texts)]
    blocks = [[message.text for message in request.messages if _is_block(message)] for request in client.requests]
    lost = [text[len(beginning) :] for text, beginning in zip(texts, common, strict=False)]
    behind = [_remove(rest, shown).removeprefix("\nuser: ") for rest, shown in zip(lost, blocks, strict=False)]
    return {
        "sent": sum(map(estimate_tokens, texts)),
        "blocks": sum(estimate_tokens(text) for shown in blocks for text in shown),
        "reused": sum(map(estimate_tokens, common)),
        "behind": sum(map(estimate_tokens, behind)),
    }


def _remove(text: str, parts: Sequence[str]) -> str:
    for part in parts:
        text = text.replace(part, "")
    return text


def _format_request(request: ScriptedRequest) -> str:
    return "\n".join(
        [str(request.options.get("instructions")), *(f"{message.role}: {message.text}" for message in request.messages)]
    )


def _common_beginning(one: str, other: str) -> str:
    length = next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    return one[:length]


def _is_block(message: Message) -> bool:
    return message.text.startswith(OPENING)
