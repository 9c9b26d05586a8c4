"""One question to a MAF chat client, with its cost, and errors that hold nothing that anybody said."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel

from ricordo.ports.extractor import Cost, CostlyError
from ricordo.prompt.tokens import estimate_tokens

if TYPE_CHECKING:
    from agent_framework import SupportsChatGetResponse


@dataclass(frozen=True, slots=True)
class Reply:
    """What a model answered, and what that cost."""

    text: str
    cost: Cost


async def ask(
    client: SupportsChatGetResponse[Any], parts: list[tuple[str, str]], form: type[BaseModel] | None
) -> Reply:
    """Ask a model. ``parts`` are roles and texts; ``form`` is the JSON that is wanted."""
    from agent_framework import Message

    options: dict[str, Any] = {"response_format": form} if form else {}
    given = sum(estimate_tokens(text) for _, text in parts)
    try:
        response: Any = await client.get_response([Message(role, [text]) for role, text in parts], options=options)  # type: ignore[call-overload]
        text = str(response.text or "")
        used: Any = getattr(response, "usage_details", None) or {}
        counted = used.get("input_token_count"), used.get("output_token_count")
    except Exception as error:  # a client is anybody's code, and its messages may quote what was sent
        raise CostlyError(f"the chat client failed ({type(error).__name__})", Cost(1, given)) from error
    return Reply(text, Cost(1, _tokens(counted[0], given), _tokens(counted[1], estimate_tokens(text))))


def _tokens(counted: Any, estimated: int) -> int:
    """What the provider counted, or our estimate where it did not."""
    return counted if isinstance(counted, int) and counted > 0 else estimated
