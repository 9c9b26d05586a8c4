"""A chat client that answers from a file of recorded answers, found by a hash of the prompt.

The prompts themselves are not kept, since they hold what people said. A prompt without an answer is written to a folder
of pending prompts; ``scripts/cassettes.py`` puts the answers to them into the cassette.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import AsyncIterator, Awaitable, Mapping, Sequence
from pathlib import Path
from typing import Any

from agent_framework import BaseChatClient, ChatResponse, ChatResponseUpdate, Content, Message, ResponseStream

PENDING = Path("out/cassette/pending")
"""The folder that prompts without an answer are written to, if no other is given."""

_FILE = "answers.jsonl"


class MissingAnswer(LookupError):
    """The cassette has no answer to a prompt."""


class CassetteClient(BaseChatClient[Any]):
    """A chat client that gives recorded answers.

    A memory that learns from a conversation shows the model what it has learned before. So after a missing answer every
    later prompt would be another one with it, and the client only raises until its ``model`` is read again, as each
    memory does when it opens. One run over many people, each with a memory of their own, thus leaves the next prompt of
    each person.

    Args:
        folder: The folder of the cassette.
        pending: The folder for prompts without an answer.
    """

    def __init__(self, folder: str | Path, *, pending: str | Path = PENDING) -> None:
        super().__init__()
        self._answers = read_answers(folder)
        self._pending = Path(pending)
        self._has_missed = False

    @property
    def model(self) -> str:
        """The name of the model. Reading it begins a new run."""
        self._has_missed = False
        return "cassette"

    def _inner_get_response(
        self,
        *,
        messages: Sequence[Message],
        stream: bool,
        options: Mapping[str, Any],  # noqa: ARG002
        **kwargs: Any,  # noqa: ARG002
    ) -> Awaitable[ChatResponse[Any]] | ResponseStream[ChatResponseUpdate, ChatResponse[Any]]:
        if stream:
            return ResponseStream(self._stream(messages), finalizer=ChatResponse.from_updates)
        return self._respond(messages)

    async def _respond(self, messages: Sequence[Message]) -> ChatResponse[Any]:
        return ChatResponse(messages=[Message("assistant", [self._find_answer(messages)])])

    async def _stream(self, messages: Sequence[Message]) -> AsyncIterator[ChatResponseUpdate]:
        yield ChatResponseUpdate(role="assistant", contents=[Content.from_text(self._find_answer(messages))])

    def _find_answer(self, messages: Sequence[Message]) -> str:
        prompt = [(str(message.role), message.text) for message in messages]
        name = hash_prompt(prompt)
        if not self._has_missed and name in self._answers:
            return self._answers[name]
        if not self._has_missed:
            self._has_missed = True
            self._pending.mkdir(parents=True, exist_ok=True)
            (self._pending / f"{name}.txt").write_text(format_prompt(prompt), "utf-8")
        raise MissingAnswer(name)


def from_environment() -> CassetteClient:
    """Return a client for the folder in ``RICORDO_CASSETTE``; pending prompts go to ``RICORDO_CASSETTE_PENDING``."""
    folder = os.environ.get("RICORDO_CASSETTE")
    if not folder:
        raise ValueError("RICORDO_CASSETTE names no folder")
    return CassetteClient(folder, pending=os.environ.get("RICORDO_CASSETTE_PENDING") or PENDING)


def hash_prompt(prompt: Sequence[tuple[str, str]]) -> str:
    """Return the hash of a prompt, given as pairs of role and text."""
    return hashlib.sha256(json.dumps(prompt, ensure_ascii=False).encode()).hexdigest()[:20]


def format_prompt(prompt: Sequence[tuple[str, str]]) -> str:
    """Return a prompt as text, each message under a heading with its role."""
    return "\n\n".join(f"## {role}\n\n{text}" for role, text in prompt) + "\n"


def read_answers(folder: str | Path) -> dict[str, str]:
    """Return the answers of a cassette by the hashes of their prompts; empty if there is none yet."""
    path = Path(folder) / _FILE
    if not path.exists():
        return {}
    rows = [json.loads(line) for line in path.read_text("utf-8").split("\n") if line]
    return {row["prompt"]: row["answer"] for row in rows}


def write_answers(folder: str | Path, answers: Mapping[str, str]) -> None:
    """Write the answers of a cassette, sorted, one a line."""
    rows = [{"prompt": name, "answer": answers[name]} for name in sorted(answers)]
    path = Path(folder) / _FILE
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), "utf-8")
