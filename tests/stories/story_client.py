"""A chat client for the stories: it answers with what a careful reader would find in each sentence."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from agent_framework import ChatResponse, Message

_PERSON = re.compile(r'(\d+) person (".*")')

FoundMemory = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class StoryClient:
    """A chat client with prepared memories and profile fields for each sentence."""

    memories: Mapping[str, Sequence[FoundMemory]]
    fields: Mapping[str, Mapping[str, Any]]

    additional_properties = property(lambda self: {})  # type: ignore[misc]

    async def get_response(self, messages: Sequence[Message], **_: Any) -> ChatResponse[Any]:
        new = messages[-1].text.partition("\nNEW\n")[2].splitlines()
        said = [(int(match[1]), json.loads(match[2])) for line in new if (match := _PERSON.fullmatch(line))]
        answer = {
            "memories": [
                {"turn": number, "quote": text, "kind": "episodic", **found}
                for number, text in said
                for found in (
                    *self.memories.get(text, ()),
                    *({"field": name, "value": value} for name, value in self.fields.get(text, {}).items()),
                )
            ]
        }
        return ChatResponse(messages=[Message("assistant", [f"Here you are:\n```json\n{json.dumps(answer)}\n```"])])
