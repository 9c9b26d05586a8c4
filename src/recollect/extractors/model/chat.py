"""One question to a MAF chat client, with its cost, and errors that hold nothing that anybody said."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel

from recollect.ports.extractor import Cost
from recollect.values import ModelError
from recollect.values.tokens import estimate_tokens

if TYPE_CHECKING:
    from agent_framework import SupportsChatGetResponse


class CostlyError(ModelError):
    """A model failed after it was paid."""

    def __init__(self, message: str, cost: Cost) -> None:
        super().__init__(message)
        self.cost = cost


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
    try:
        response: Any = await client.get_response([Message(role, [text]) for role, text in parts], options=options)  # type: ignore[call-overload]
        text = str(response.text or "")
    except Exception as error:  # a client is anybody's code, and its messages may quote what was sent
        raise CostlyError(f"the chat client failed ({type(error).__name__})", Cost(calls=1)) from error
    used: dict[str, Any] = response.usage_details or {}
    given = used.get("input_token_count") or sum(estimate_tokens(text) for _, text in parts)
    got = used.get("output_token_count") or estimate_tokens(text)
    return Reply(text, Cost(1, int(given), int(got)))
