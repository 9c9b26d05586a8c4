"""Calls of a MAF chat client, with their cost. Errors contain nothing of what was sent."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel

from ricordo.extractors.language_model.failures import describe_failure
from ricordo.ports.extractor import Cost, CostlyError
from ricordo.prompt.tokens import estimate_tokens

if TYPE_CHECKING:
    from agent_framework import SupportsChatGetResponse


_MAX_MODEL_NAME = 180


@dataclass(frozen=True, slots=True)
class ChatReply:
    """The text of a model's answer, and its cost."""

    text: str
    cost: Cost


def maker_name(client: SupportsChatGetResponse[Any], prompt_hash: str) -> str:
    """Return the maker of the memories that a client's model makes with a prompt: "model/1 gpt-4o prompt:ab12cd34"."""
    model = getattr(client, "model", None) or type(client).__name__
    return f"model/1 {str(model)[:_MAX_MODEL_NAME]} prompt:{prompt_hash}"


async def ask(
    client: SupportsChatGetResponse[Any], messages: list[tuple[str, str]], schema: type[BaseModel] | None
) -> ChatReply:
    """Send messages to a chat client and return its answer.

    Args:
        client: Any MAF chat client.
        messages: Pairs of role and text.
        schema: The JSON that is asked for; None for plain text.

    Raises:
        CostlyError: If the client fails.
    """
    from agent_framework import Message

    options: dict[str, Any] = {"response_format": schema} if schema else {}
    input_tokens = sum(estimate_tokens(text) for _, text in messages)
    try:
        response: Any = await client.get_response([Message(role, [text]) for role, text in messages], options=options)  # type: ignore[call-overload]
        text = str(response.text or "")
        usage: Any = getattr(response, "usage_details", None) or {}
        counted = usage.get("input_token_count"), usage.get("output_token_count")
    except Exception as error:  # a client is foreign code, and its messages may repeat what was sent
        cause = describe_failure(error, [text for role, text in messages if role != "system"])
        raise CostlyError(f"the chat client failed ({cause})", Cost(1, input_tokens)) from error
    return ChatReply(
        text, Cost(1, _token_count(counted[0], input_tokens), _token_count(counted[1], estimate_tokens(text)))
    )


def _token_count(counted: Any, estimated: int) -> int:
    """Return the provider's count, or our estimate if there is none."""
    return counted if isinstance(counted, int) and counted > 0 else estimated
