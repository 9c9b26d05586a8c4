"""The client for GGUF files, with llama.cpp replaced by given replies."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from agent_framework import ChatResponse, FunctionTool, Message
from ricordo.contrib.gguf import GgufChatClient

CALL = '{"name": "book", "arguments": {"car": "van"}}'


class Llama:
    """A server of llama.cpp that gives the same reply each time."""

    def __init__(self, reply: str) -> None:
        self.reply = reply
        self.requests: list[dict[str, Any]] = []

    def handle_chat_completions(self, request: dict[str, Any]) -> dict[str, Any]:
        self.requests.append(request)
        return {"choices": [{"message": {"content": self.reply}, "finish_reason": "stop"}]}


async def run(
    monkeypatch: pytest.MonkeyPatch, folder: Path, reply: str, rounds: int = 1
) -> tuple[list[str], str, Llama]:
    """Return the cars that a model books by a tool, what it says in the end, and the server behind it."""
    llama = Llama(reply)
    module = ModuleType("xllamacpp")
    parameters = SimpleNamespace(model=SimpleNamespace(), cpuparams=SimpleNamespace())

    def serve(given: object) -> Llama:
        assert given is parameters
        return llama

    vars(module).update(CommonParams=lambda: parameters, Server=serve)
    monkeypatch.setitem(sys.modules, "xllamacpp", module)
    (folder / "model.gguf").touch()
    client = GgufChatClient(folder / "model.gguf")
    client.function_invocation_configuration["max_iterations"] = rounds
    booked: list[str] = []

    def book(car: str) -> str:
        booked.append(car)
        return "proposed"

    tool = FunctionTool(name="book", description="Book a car.", func=book)
    response: ChatResponse[Any] = await client.get_response([Message("user", ["a van"])], options={"tools": [tool]})
    return booked, response.text, llama


@pytest.mark.parametrize("reply", [CALL, f"```json\n{CALL}\n```", f"```\n{CALL}```", f" {CALL}\n"])
async def test_a_call_that_is_written_as_the_answer_is_a_call(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, reply: str
) -> None:
    booked, _, llama = await run(monkeypatch, tmp_path, reply)
    assert booked == ["van"]
    assert llama.requests[-1]["tool_choice"] == "none", "the last round may not call"


@pytest.mark.parametrize(
    "reply",
    [
        f"I would send {CALL}",
        '{"name": "sell", "arguments": {}}',
        '{"name": ["book"], "arguments": {}}',
        '{"name": "book"}',
        "{}",
        "{" * 5000 + "}",
        '{"a":' * 5000 + "}" * 5000,
        "",
    ],
)
async def test_everything_else_is_said_and_not_called(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, reply: str
) -> None:
    booked, said, _ = await run(monkeypatch, tmp_path, reply)
    assert (booked, said) == ([], reply)
