"""A MAF chat client for GGUF files. It runs on the CPU through llama.cpp: ``pip install 'ricordo[gguf]'``.

    client = GgufChatClient("model.gguf")
    async with Ricordo.open("memory.db", chat_client=client) as memory: ...

On the command line, ``RICORDO_GGUF=model.gguf`` and ``--chat-client ricordo.contrib.gguf:from_environment``.
"""

from __future__ import annotations

import asyncio
import importlib
import json
import os
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, cast
from uuid import uuid4

from agent_framework.observability import ChatTelemetryLayer
from pydantic import BaseModel

from agent_framework import (
    BaseChatClient,
    ChatMiddlewareLayer,
    ChatResponse,
    ChatResponseUpdate,
    Content,
    FunctionInvocationLayer,
    Message,
    ResponseStream,
    UsageDetails,
)
from ricordo.extractors.language_model import ModelExtractor
from ricordo.values import ModelError

VARIABLE = "RICORDO_GGUF"
_CONTEXT_TOKENS = 8_192
_MAX_TOKENS = 1_000
_CALL_TIMEOUT_SECONDS = 600.0


class GgufChatClient(
    FunctionInvocationLayer[Any], ChatMiddlewareLayer[Any], ChatTelemetryLayer[Any], BaseChatClient[Any]
):
    """A MAF chat client for a GGUF file. The model is loaded on the first call and answers one call at a time.

    Args:
        path: The GGUF file.
        context: The size of the context in tokens.
        max_tokens: The most tokens of an answer, unless the call says otherwise.
        threads: The number of threads; all cores if unset.
        call_timeout: Seconds that learning waits for an answer. A CPU takes its time.

    Raises:
        ValueError: If there is no such file.

    Examples:
        client = GgufChatClient("model.gguf")
        async with Ricordo.open("memory.db", chat_client=client) as memory: ...
    """

    OTEL_PROVIDER_NAME = "gguf"

    def __init__(
        self,
        path: str | Path,
        *,
        context: int = _CONTEXT_TOKENS,
        max_tokens: int = _MAX_TOKENS,
        threads: int | None = None,
        call_timeout: float = _CALL_TIMEOUT_SECONDS,
    ) -> None:
        super().__init__()
        self._path = Path(path)
        if not self._path.is_file():
            raise ValueError(f"there is no GGUF file at {self._path}")
        self.model = self._path.stem
        self._context = context
        self._max_tokens = max_tokens
        self._threads = threads or os.cpu_count() or 1
        self.call_timeout = call_timeout
        self._server: Any = None
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="ricordo-gguf")

    def _inner_get_response(
        self,
        *,
        messages: Sequence[Message],
        stream: bool,
        options: Mapping[str, Any],
        **kwargs: Any,  # noqa: ARG002  # MAF calls it with further arguments
    ) -> Awaitable[ChatResponse[Any]] | ResponseStream[ChatResponseUpdate, ChatResponse[Any]]:
        request = self._request(messages, options)
        if stream:
            return ResponseStream(self._stream(request), finalizer=ChatResponse.from_updates)
        return self._answer(request)

    async def _answer(self, request: dict[str, Any]) -> ChatResponse[Any]:
        result = await asyncio.get_running_loop().run_in_executor(self._thread, self._ask, request, None)
        choice, usage = result["choices"][0], result.get("usage", {})
        return ChatResponse(
            messages=[_to_message(choice["message"], _list_names(request))],
            model=self.model,
            finish_reason=choice.get("finish_reason"),
            usage_details=UsageDetails(
                input_token_count=usage.get("prompt_tokens"), output_token_count=usage.get("completion_tokens")
            ),
        )

    async def _stream(self, request: dict[str, Any]) -> AsyncIterator[ChatResponseUpdate]:
        if "tools" in request:  # a tool call cannot be used in pieces
            whole = await self._answer(request)
            contents = [content for message in whole.messages for content in message.contents]
            yield ChatResponseUpdate(
                role="assistant", contents=contents, finish_reason=cast("Any", whole.finish_reason)
            )
            return
        loop = asyncio.get_running_loop()
        pieces: asyncio.Queue[dict[str, Any] | None] = asyncio.Queue()
        stopped = threading.Event()

        def put_piece(piece: Any) -> bool:
            for part in cast("list[Any]", piece) if isinstance(piece, list) else [piece]:
                loop.call_soon_threadsafe(pieces.put_nowait, part)
            return stopped.is_set()

        call = loop.run_in_executor(self._thread, self._ask, {**request, "stream": True}, put_piece)
        call.add_done_callback(lambda _: pieces.put_nowait(None))
        try:
            while (piece := await pieces.get()) is not None:
                for choice in piece.get("choices", ()):
                    yield _to_update(choice)
            await call
        finally:
            stopped.set()

    def _ask(self, request: dict[str, Any], on_piece: Callable[[Any], bool] | None) -> Any:
        if self._server is None:
            self._server = self._load()
        result: dict[str, Any] | None = self._server.handle_chat_completions(request, *([on_piece] if on_piece else []))
        if result and "error" in result:
            raise ModelError("the GGUF model refused the messages; they may be too long for its context")
        return result

    def _load(self) -> Any:
        try:
            xllamacpp: Any = importlib.import_module("xllamacpp")
        except ImportError as error:
            raise ModelError("a GGUF model needs llama.cpp: pip install 'ricordo[gguf]'") from error
        parameters: Any = xllamacpp.CommonParams()
        parameters.model.path = str(self._path)
        parameters.n_ctx = self._context
        parameters.n_parallel = 1
        parameters.cpuparams.n_threads = self._threads
        parameters.verbosity = -1
        return xllamacpp.Server(parameters)

    def _request(self, messages: Sequence[Message], options: Mapping[str, Any]) -> dict[str, Any]:
        instructions = [{"role": "system", "content": options["instructions"]}] if options.get("instructions") else []
        request: dict[str, Any] = {
            "messages": [*instructions, *(row for message in messages for row in _to_rows(message))],
            "max_tokens": options.get("max_tokens") or self._max_tokens,
            "temperature": options.get("temperature") or 0.0,
        }
        form = options.get("response_format")
        if isinstance(form, type) and issubclass(form, BaseModel):
            schema = {"name": form.__name__, "schema": form.model_json_schema()}
            request["response_format"] = {"type": "json_schema", "json_schema": schema}
        if tools := options.get("tools"):
            request["tools"] = [tool.to_json_schema_spec() for tool in tools]
            if options.get("tool_choice") == "none":  # the last round of a run: words, no more calls
                request["tool_choice"] = "none"
        return request


def from_environment() -> GgufChatClient:
    """Return a client for the file in the environment variable ``RICORDO_GGUF``.

    Raises:
        ValueError: If the variable is not set, or there is no such file.
    """
    path = os.environ.get(VARIABLE)
    if not path:
        raise ValueError(f"set {VARIABLE} to the path of a GGUF file")
    return GgufChatClient(path)


def extractor_from_environment() -> ModelExtractor:
    """Return an extractor that uses the client of ``from_environment``."""
    return ModelExtractor(from_environment())


def _to_rows(message: Message) -> list[dict[str, Any]]:
    """Return a message in the format of llama.cpp: one row, or a row for each result of a tool call."""
    results = [content for content in message.contents if content.type == "function_result"]
    if results:
        return [{"role": "tool", "tool_call_id": result.call_id, "content": str(result.result)} for result in results]
    calls = [content for content in message.contents if content.type == "function_call"]
    row: dict[str, Any] = {"role": str(message.role), "content": message.text}
    if calls:
        row["tool_calls"] = [
            {
                "id": call.call_id,
                "type": "function",
                "function": {"name": call.name, "arguments": _to_json(call.arguments)},
            }
            for call in calls
        ]
    return [row]


def _to_json(arguments: Any) -> str:
    return arguments if isinstance(arguments, str) else json.dumps(arguments or {})


def _to_message(reply: Mapping[str, Any], tools: Collection[str]) -> Message:
    text = reply.get("content") or ""
    if call := None if reply.get("tool_calls") else _read_call(text, tools):
        return Message("assistant", [call])
    contents = [Content.from_text(text)] if text else []
    for call in reply.get("tool_calls") or ():
        function = call["function"]
        contents.append(Content.from_function_call(call["id"], function["name"], arguments=function["arguments"]))
    return Message("assistant", contents)


def _list_names(request: Mapping[str, Any]) -> set[str]:
    """Return the names of the tools that may be called."""
    tools = () if request.get("tool_choice") == "none" else request.get("tools", ())
    return {tool["function"]["name"] for tool in tools}


def _read_call(text: str, tools: Collection[str]) -> Content | None:
    """Return the call that an answer consists of: small models write it as JSON where others use their own format."""
    bare = text.strip().removeprefix("```json").removeprefix("```").removesuffix("```").strip()
    if not (bare.startswith("{") and bare.endswith("}")):
        return None
    try:
        call: Any = json.loads(bare)
    except (ValueError, RecursionError):
        return None
    name, arguments = call.get("name"), call.get("arguments")
    if not isinstance(arguments, dict) or not isinstance(name, str) or name not in tools:
        return None
    return Content.from_function_call(f"call-{uuid4().hex}", name, arguments=json.dumps(arguments))


def _to_update(choice: Mapping[str, Any]) -> ChatResponseUpdate:
    text = choice.get("delta", {}).get("content")
    return ChatResponseUpdate(
        role="assistant",
        contents=[Content.from_text(text)] if text else [],
        finish_reason=choice.get("finish_reason"),
    )
