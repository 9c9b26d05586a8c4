"""The state of a dialogue, read from the messages that a MAF chat client is given."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any, cast

from agent_framework import Message
from ricordo.agent_framework import FactMemoryProvider, ProfileMemoryProvider
from ricordo_travel.dialogue.requests import TripRequest, combine_requests, parse_request
from ricordo_travel.outcomes import Outcome, read_outcomes

_MEMORY_SOURCES = {FactMemoryProvider.DEFAULT_SOURCE_ID, ProfileMemoryProvider.DEFAULT_SOURCE_ID}
_FACT = re.compile(r"^\d+\. \[[^\],]*, (?:episodic|semantic|profile)\b[^\]]*\] [^:]*: (?P<text>.+)$")
_FIELD = re.compile(r"^(?P<label>[A-Z][A-Za-z ]+?)(?P<conflict> \(contradicted; [^)]*\))?: ?(?P<value>.*)$")
_ITEM = "  • "


@dataclass(frozen=True, slots=True)
class MemoryContext:
    """The memory that providers added to a run: profile values by label, labels in conflict, and facts."""

    profile: Mapping[str, str] = field(default_factory=dict[str, str])
    disputed: frozenset[str] = frozenset()
    facts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ToolResult:
    """The result of a tool call in this run."""

    tool: str
    arguments: Mapping[str, Any]
    data: Mapping[str, Any]

    @property
    def error(self) -> str | None:
        return self.data.get("error")


@dataclass(frozen=True, slots=True)
class DialogueState:
    """The state of a conversation when the assistant is about to reply.

    Attributes:
        message: The person's latest message.
        history: Role and text of the messages before it, oldest first.
        tool_results: Results of the tools that were called for this message.
        outcomes: What this message did if it is a yes to a proposal.
    """

    today: date
    message: str
    history: tuple[tuple[str, str], ...] = ()
    memory: MemoryContext = field(default_factory=MemoryContext)
    tool_results: tuple[ToolResult, ...] = ()
    outcomes: tuple[Outcome, ...] = ()

    @property
    def last_reply(self) -> str:
        """The assistant's latest reply, or an empty string."""
        return next((text for role, text in reversed(self.history) if role == "assistant"), "")

    @property
    def is_new(self) -> bool:
        """True for the first message of a conversation."""
        return not self.history

    @property
    def message_request(self) -> TripRequest:
        """The trip request in the latest message alone."""
        return parse_request(self.message, self.today, last_reply=self.last_reply)

    @property
    def request(self) -> TripRequest:
        """The trip request in the whole conversation."""
        exchanges: list[tuple[str, str]] = []
        last_reply = ""
        for role, text in (*self.history, ("user", self.message)):
            if role == "assistant":
                last_reply = text
            else:
                exchanges.append((last_reply, text))
        return combine_requests(exchanges, self.today)


def read_state(messages: Sequence[Message], today: date) -> DialogueState:
    """Return the state of the dialogue in `messages`."""
    memory = MemoryContext()
    outcomes: tuple[Outcome, ...] = ()
    spoken: list[tuple[str, str]] = []
    calls: dict[str, tuple[str, Mapping[str, Any]]] = {}
    results: list[ToolResult] = []
    for message in messages:
        text = message.text.strip()
        if _is_memory(message):
            memory = _merge(memory, parse_memory_block(text))
            continue
        if found := read_outcomes(message):
            outcomes = found
            continue
        for content in message.contents:
            if content.type == "function_call" and content.call_id:
                calls[content.call_id] = (content.name or "", content.parse_arguments() or {})
            elif content.type == "function_result" and content.call_id in calls:
                results.append(ToolResult(*calls[content.call_id], _parse_result(content.result)))
        if text and message.role in {"user", "assistant"}:
            spoken.append((str(message.role), text))
            if message.role == "user":
                results.clear()
    last = max((n for n, (role, _) in enumerate(spoken) if role == "user"), default=None)
    if last is None:
        return DialogueState(today, "", tuple(spoken), memory)
    return DialogueState(today, spoken[last][1], tuple(spoken[:last]), memory, tuple(results), outcomes)


def parse_memory_block(block: str) -> MemoryContext:
    """Return the profile fields and facts in a block of memory."""
    profile: dict[str, str] = {}
    disputed: set[str] = set()
    facts: list[str] = []
    label = ""
    for raw in block.splitlines():
        line = html.unescape(raw)
        if fact := _FACT.match(line):
            facts.append(fact["text"])
        elif line.startswith(_ITEM) and label:
            profile[label] = "; ".join(part for part in (profile[label], line.removeprefix(_ITEM)) if part)
        elif match := _FIELD.match(line):
            label = match["label"]
            profile[label] = match["value"]
            if match["conflict"]:
                disputed.add(label)
    return MemoryContext(profile, frozenset(disputed), tuple(facts))


def _is_memory(message: Message) -> bool:
    """Return whether a memory provider added the message. A person cannot set its attribution by typing."""
    attribution: dict[str, Any] = (message.additional_properties or {}).get("_attribution") or {}
    return attribution.get("source_id") in _MEMORY_SOURCES


def _merge(one: MemoryContext, other: MemoryContext) -> MemoryContext:
    return MemoryContext(
        {**one.profile, **other.profile}, one.disputed | other.disputed, tuple(dict.fromkeys(one.facts + other.facts))
    )


def _parse_result(result: Any) -> Mapping[str, Any]:
    try:
        data = json.loads(result) if isinstance(result, str) else result
    except ValueError:
        return {"error": str(result)}
    return cast("dict[str, Any]", data) if isinstance(data, dict) else {"error": "the tool returned no object"}
