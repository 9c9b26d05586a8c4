"""Chat clients for tests: one that answers from a list, and the pieces that answers are made of."""

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

Answer = str | Exception | None


@dataclass(slots=True)
class Scripted:
    """Answers with one text after the other, and the last one for ever; raises what is an error, hangs at None."""

    answers: list[Answer]
    asked: list[list[Message]] = field(default_factory=list[list[Message]])
    options: list[Any] = field(default_factory=list[Any])
    additional_properties: dict[str, Any] = field(default_factory=dict[str, Any])
    usage: UsageDetails | None = None

    def get_response(self, messages: Sequence[Message], *, options: Any = None, **_: Any) -> Any:
        return self._answer(messages, options)

    async def _answer(self, messages: Sequence[Message], options: Any) -> ChatResponse[Any]:
        self.asked.append(list(messages))
        self.options.append(options)
        answer = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        if answer is None:
            await asyncio.Event().wait()
        if isinstance(answer, Exception):
            raise answer
        return ChatResponse(messages=[Message("assistant", [answer or ""])], usage_details=self.usage)

    def rows(self, call: int = 0) -> list[dict[str, Any]]:
        """The turns as they were shown in a call."""
        return [json.loads(line) for line in self.asked[call][1].text.split("\n")]


def found(*memories: dict[str, Any], profile: Sequence[dict[str, Any]] = ()) -> str:
    """An answer in the form that is asked for."""
    return json.dumps({"memories": memories, "profile": list(profile)})


def one(content: str, quote: str, turn: int = 0, **more: Any) -> dict[str, Any]:
    """A memory in an answer."""
    return {"kind": "semantic", "content": content, "turn": turn, "quote": quote, **more}


def obeying(content: str, quote: str, turn: int = 0, **more: Any) -> Scripted:
    """A model that stores what it was told to store."""
    return Scripted([found(one(content, quote, turn, **more))])


def says(text: str, **more: Any) -> Turn:
    """Something that the person says."""
    return Turn(role="user", text=text, **more)
