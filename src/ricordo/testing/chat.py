"""A chat client with scripted replies, inside MAF's own layers for tools, middleware and telemetry."""

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

ScriptedReply = str | Message | Exception | Callable[[Sequence[Message]], str | Message]
"""The reply to one call: a text, a message (with tool calls), an error to raise, or a function of the messages."""


@dataclass(frozen=True, slots=True)
class ScriptedRequest:
    """The messages and options of one call."""

    messages: tuple[Message, ...]
    options: Mapping[str, Any]

    @property
    def text(self) -> str:
        """The instructions and all messages, as the model sees them."""
        return "\n".join([str(self.options.get("instructions") or ""), *(message.text for message in self.messages)])

    @property
    def tools(self) -> list[str]:
        """The names of the tools that the model may call."""
        return [tool.name for tool in self.options.get("tools") or ()]


class ScriptedChatClient(
    FunctionInvocationLayer[Any], ChatMiddlewareLayer[Any], ChatTelemetryLayer[Any], BaseChatClient[Any]
):
    """A chat client that gives scripted replies in order, and repeats the last one.

    Args:
        replies: The replies. Without any, it says "All right."
        conversation_id: The id of a conversation that the service stores itself, as some model services do.
        finish_reason: The finish reason of every reply.

    Attributes:
        requests: The calls so far.
        hold: An event that a stream waits for after its first word; None to stream at once.

    Examples:
        ```python
        client = ScriptedChatClient("Noted.", lambda messages: f"You said: {messages[-1].text}")
        agent = Agent(client=client, context_providers=[RicordoProvider(memory, scope=Scope(user="alice"))])
        ```
    """

    def __init__(
        self, *replies: ScriptedReply, conversation_id: str | None = None, finish_reason: str | None = "stop"
    ) -> None:
        super().__init__()
        self.requests: list[ScriptedRequest] = []
        self.hold: asyncio.Event | None = None
        self._replies = list(replies) or ["All right."]
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
        self.requests.append(ScriptedRequest(tuple(messages), dict(options)))
        reply = self._replies.pop(0) if len(self._replies) > 1 else self._replies[0]
        if stream:
            return ResponseStream(self._stream(reply, messages), finalizer=ChatResponse.from_updates)
        return self._respond(reply, messages)

    async def _respond(self, reply: ScriptedReply, messages: Sequence[Message]) -> ChatResponse[Any]:
        return ChatResponse(
            messages=[_to_message(reply, messages)],
            conversation_id=self._conversation_id,
            finish_reason=self._finish_reason,
        )

    async def _stream(self, reply: ScriptedReply, messages: Sequence[Message]) -> AsyncIterator[ChatResponseUpdate]:
        for content in _to_message(reply, messages).contents:
            pieces = [Content.from_text(f"{word} ") for word in (content.text or "").split()]
            for piece in pieces or [content]:
                yield ChatResponseUpdate(role="assistant", contents=[piece], conversation_id=self._conversation_id)
                if self.hold:
                    await self.hold.wait()
        yield ChatResponseUpdate(role="assistant", contents=[], finish_reason=self._finish_reason)


def call_tool(tool: str, *, call_id: str = "call-1", **arguments: Any) -> Message:
    """Return a reply that calls a tool."""
    return Message("assistant", [Content.from_function_call(call_id, tool, arguments=json.dumps(arguments))])


def _to_message(reply: ScriptedReply, messages: Sequence[Message]) -> Message:
    if isinstance(reply, Exception):
        raise reply
    content = reply(messages) if callable(reply) else reply
    # MAF writes author names into replies, so every call gets a new message.
    return Message("assistant", [content] if isinstance(content, str) else list(content.contents))
