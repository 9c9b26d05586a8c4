"""A chat client that says what it was told to: MAF's full machinery around a model that is a list."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
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

Line = str | Message | Exception | Callable[[Sequence[Message]], str | Message]
"""What the model does at one call: says something, calls a tool, fails, or answers what it sees."""


@dataclass(frozen=True, slots=True)
class Request:
    """What the model was asked at one call."""

    messages: tuple[Message, ...]
    options: Mapping[str, Any]

    @property
    def text(self) -> str:
        """All messages as the model sees them, and the instructions before them."""
        return "\n".join([str(self.options.get("instructions") or ""), *(message.text for message in self.messages)])

    @property
    def tools(self) -> list[str]:
        """The names of the tools that were offered."""
        return [tool.name for tool in self.options.get("tools") or ()]


class ScriptedChatClient(
    FunctionInvocationLayer[Any], ChatMiddlewareLayer[Any], ChatTelemetryLayer[Any], BaseChatClient[Any]
):
    """Says its lines one after the other; the last one again and again. ``requests`` is what it was asked.

    ``conversation_id`` makes it a service that keeps the thread itself. When ``hold`` is set, a stream stops after its
    first word until the event is set.
    """

    def __init__(self, *lines: Line, conversation_id: str | None = None, finish_reason: str | None = "stop") -> None:
        super().__init__()
        self.requests: list[Request] = []
        self.hold: asyncio.Event | None = None
        self._lines = list(lines) or ["All right."]
        self._conversation_id = conversation_id
        self._finish_reason: Any = finish_reason

    def _inner_get_response(
        self,
        *,
        messages: Sequence[Message],
        stream: bool,
        options: Mapping[str, Any],
        **kwargs: Any,  # noqa: ARG002
    ) -> Awaitable[ChatResponse[Any]] | ResponseStream[ChatResponseUpdate, ChatResponse[Any]]:
        self.requests.append(Request(tuple(messages), dict(options)))
        line = self._lines.pop(0) if len(self._lines) > 1 else self._lines[0]
        if stream:
            return ResponseStream(self._spoken(line, messages), finalizer=_joined)
        return self._said(line, messages)

    async def _said(self, line: Line, messages: Sequence[Message]) -> ChatResponse[Any]:
        return ChatResponse(
            messages=[_reply(line, messages)],
            conversation_id=self._conversation_id,
            finish_reason=self._finish_reason,
        )

    async def _spoken(self, line: Line, messages: Sequence[Message]) -> AsyncIterator[ChatResponseUpdate]:
        reply = _reply(line, messages)
        for content in reply.contents:
            pieces = [Content.from_text(f"{word} ") for word in (content.text or "").split()]
            for piece in pieces or [content]:
                yield ChatResponseUpdate(role="assistant", contents=[piece], conversation_id=self._conversation_id)
                if self.hold:
                    await self.hold.wait()
        yield ChatResponseUpdate(role="assistant", contents=[], finish_reason=self._finish_reason)


def calling(tool: str, *, call_id: str = "call-1", **arguments: Any) -> Message:
    """A line that calls a tool."""
    return Message("assistant", [Content.from_function_call(call_id, tool, arguments=json.dumps(arguments))])


def _reply(line: Line, messages: Sequence[Message]) -> Message:
    if isinstance(line, Exception):
        raise line
    reply = line(messages) if callable(line) else line
    # MAF writes author names into replies: every call gets a message of its own.
    return Message("assistant", [reply] if isinstance(reply, str) else list(reply.contents))


def _joined(updates: Sequence[ChatResponseUpdate]) -> ChatResponse[Any]:
    return ChatResponse.from_updates(updates)
