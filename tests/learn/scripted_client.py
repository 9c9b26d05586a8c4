"""A chat client for tests that answers from a list, and helpers that make its answers."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from agent_framework import ChatResponse, Message, UsageDetails
from ricordo.values import Scope, Turn

ALICE = Scope(application="test", user="alice", session="1")
PERSON = ALICE.owner()

ScriptedAnswer = str | Exception | None


@dataclass(slots=True)
class ScriptedClient:
    """A chat client that gives one answer after the other, then the last one forever.

    An exception is raised; None never returns.
    """

    answers: list[ScriptedAnswer]
    calls: list[list[Message]] = field(default_factory=list[list[Message]])
    options: list[Any] = field(default_factory=list[Any])
    additional_properties: dict[str, Any] = field(default_factory=dict[str, Any])
    usage: UsageDetails | None = None

    def get_response(self, messages: Sequence[Message], *, options: Any = None, **_: Any) -> Any:
        return self._answer(messages, options)

    async def _answer(self, messages: Sequence[Message], options: Any) -> ChatResponse[Any]:
        self.calls.append(list(messages))
        self.options.append(options)
        answer = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        if answer is None:
            await asyncio.Event().wait()
        if isinstance(answer, Exception):
            raise answer
        return ChatResponse(messages=[Message("assistant", [answer or ""])], usage_details=self.usage)

    def rows(self, call: int = 0) -> list[dict[str, Any]]:
        """Return the turns in the prompt of a call."""
        return [json.loads(line) for line in self.calls[call][1].text.split("\n")]


def make_answer(*memories: dict[str, Any]) -> str:
    """Return an answer in the requested form."""
    return json.dumps({"memories": memories})


def make_memory(content: str, quote: str, turn: int = 0, **more: Any) -> dict[str, Any]:
    """Return a memory of an answer."""
    return {"kind": "semantic", "content": content, "turn": turn, "quote": quote, **more}


def obedient_client(content: str, quote: str, turn: int = 0, **more: Any) -> ScriptedClient:
    """Return a client whose model extracts what an attacker tells it to."""
    return ScriptedClient([make_answer(make_memory(content, quote, turn, **more))])


def user_turn(text: str, **more: Any) -> Turn:
    """Return a turn of the person."""
    return Turn(role="user", text=text, **more)
