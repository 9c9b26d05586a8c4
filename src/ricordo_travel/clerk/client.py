"""A MAF chat client without a language model: a message is read as commands, and the clerk carries them out."""

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
from ricordo_travel.clerk.reading.reader import read
from ricordo_travel.clerk.reply import read_scene, reply
from ricordo_travel.clerk.scene import Read
from ricordo_travel.dialogue.plan import run_plan
from ricordo_travel.dialogue.state import read_state


def _today() -> date:
    return datetime.now(UTC).date()


class DialogueClient(
    FunctionInvocationLayer[Any], ChatMiddlewareLayer[Any], ChatTelemetryLayer[Any], BaseChatClient[Any]
):
    """A chat client for which the clerk replies. It has no state: the same messages give the same reply.

    Args:
        read: Reads a message in its situation as commands.
        today: Returns the day of the conversation.
    """

    OTEL_PROVIDER_NAME = "ricordo-dialogue"

    def __init__(self, read: Read = read, *, today: Callable[[], date] = _today) -> None:
        super().__init__()
        self._read, self._today = read, today

    def _inner_get_response(
        self,
        *,
        messages: Sequence[Message],
        stream: bool,
        options: Mapping[str, Any],  # noqa: ARG002 - part of the interface
        **kwargs: Any,  # noqa: ARG002
    ) -> Awaitable[ChatResponse[Any]] | ResponseStream[ChatResponseUpdate, ChatResponse[Any]]:
        contents = self._contents(messages)
        if stream:
            return ResponseStream(_stream(contents), finalizer=ChatResponse.from_updates)
        return _respond(contents)

    def _contents(self, messages: Sequence[Message]) -> list[Content]:
        """Return the tool calls to make, or the reply once their results are there."""
        state = read_state(messages, self._today())
        outcome = run_plan(reply(read_scene(state, self._read)), state.tool_results)
        if isinstance(outcome, str):
            return [Content.from_text(outcome)]
        return [
            Content.from_function_call(uuid.uuid4().hex, call.tool, arguments=json.dumps(dict(call.arguments)))
            for call in outcome
        ]


async def _respond(contents: list[Content]) -> ChatResponse[Any]:
    return ChatResponse(messages=[Message("assistant", contents)], finish_reason="stop")


async def _stream(contents: list[Content]) -> AsyncIterator[ChatResponseUpdate]:
    """Yield text word by word, so that a page can show it as it comes."""
    for content in contents:
        pieces = re.findall(r"\s*\S+\s*?", content.text or "") if content.type == "text" else []
        for piece in [Content.from_text(word) for word in pieces] or [content]:
            yield ChatResponseUpdate(role="assistant", contents=[piece])
    yield ChatResponseUpdate(role="assistant", contents=[], finish_reason="stop")
