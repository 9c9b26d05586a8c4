"""A MAF chat client without a model: a plain dialogue manager that asks an agent's tools and says what they answer."""

from __future__ import annotations

import json
import re
import uuid
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from datetime import UTC, date, datetime
from typing import Any

from agent_framework.observability import ChatTelemetryLayer

from agent_framework import (
    BaseChatClient,
    ChatMiddlewareLayer,
    ChatResponse,
    ChatResponseUpdate,
    Content,
    FunctionInvocationLayer,
    Message,
    ResponseStream,
)
from ricordo_travel.situation import read
from ricordo_travel.talk import decide


def _today() -> date:
    return datetime.now(UTC).date()


class DialogueClient(
    FunctionInvocationLayer[Any], ChatMiddlewareLayer[Any], ChatTelemetryLayer[Any], BaseChatClient[Any]
):
    """Answers by rules, from what is in the messages. It keeps nothing: the same messages give the same answer."""

    OTEL_PROVIDER_NAME = "ricordo-dialogue"

    def __init__(self, *, today: Callable[[], date] = _today) -> None:
        super().__init__()
        self._today = today

    def _inner_get_response(
        self,
        *,
        messages: Sequence[Message],
        stream: bool,
        options: Mapping[str, Any],  # noqa: ARG002 - what the port asks for
        **kwargs: Any,  # noqa: ARG002
    ) -> Awaitable[ChatResponse[Any]] | ResponseStream[ChatResponseUpdate, ChatResponse[Any]]:
        contents = self._contents(messages)
        if stream:
            return ResponseStream(_streamed(contents), finalizer=ChatResponse.from_updates)
        return _whole(contents)

    def _contents(self, messages: Sequence[Message]) -> list[Content]:
        """Calls of tools, or, once they have answered, what to say."""
        situation = read(messages, self._today())
        plan = decide(situation)
        if len(situation.results) < len(plan.calls):
            return [
                Content.from_function_call(uuid.uuid4().hex, call.tool, arguments=json.dumps(dict(call.arguments)))
                for call in plan.calls
            ]
        return [Content.from_text(plan.reply(situation.results))]


async def _whole(contents: list[Content]) -> ChatResponse[Any]:
    return ChatResponse(messages=[Message("assistant", contents)], finish_reason="stop")


async def _streamed(contents: list[Content]) -> AsyncIterator[ChatResponseUpdate]:
    """Text word by word, so that whoever shows it can show it as it comes."""
    for content in contents:
        pieces = re.findall(r"\s*\S+\s*?", content.text or "") if content.type == "text" else []
        for piece in [Content.from_text(word) for word in pieces] or [content]:
            yield ChatResponseUpdate(role="assistant", contents=[piece])
    yield ChatResponseUpdate(role="assistant", contents=[], finish_reason="stop")
