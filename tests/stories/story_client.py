"""A chat client for the stories: it answers with what a careful reader would find in each sentence."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from agent_framework import ChatResponse, Message

FoundMemory = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class StoryClient:
    """A chat client with prepared memories and profile fields for each sentence."""

    memories: Mapping[str, Sequence[FoundMemory]]
    fields: Mapping[str, Mapping[str, Any]]

    additional_properties = property(lambda self: {})  # type: ignore[misc]

    async def get_response(self, messages: Sequence[Message], **_: Any) -> ChatResponse[Any]:
        rows = [json.loads(line) for line in messages[-1].text.splitlines()]
        new = [row for row in rows if row["new"] and row["speaker"] == "person"]
        answer = {
            "memories": [
                {"turn": row["turn"], "quote": row["said"], "kind": "episodic", **found}
                for row in new
                for found in self.memories.get(row["said"], ())
            ],
            "profile": [
                {"turn": row["turn"], "quote": row["said"], "field": name, "value": value}
                for row in new
                for name, value in self.fields.get(row["said"], {}).items()
            ],
        }
        return ChatResponse(messages=[Message("assistant", [f"Here you are:\n```json\n{json.dumps(answer)}\n```"])])
