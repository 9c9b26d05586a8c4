"""What the dialogue manager is given, read from the messages that any MAF chat client gets."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any, cast

from agent_framework import Message
from ricordo.prompt.render import OPENING
from ricordo_travel.slots import Slots, gathered, slots_in

_FACT = re.compile(r"^\d+\. \[(?P<kind>episodic|semantic|profile)\b[^\]]*\] (?P<text>.+)$")
_FIELD = re.compile(r"^(?P<label>[A-Z][A-Za-z ]+?)(?P<doubt> \(contradicted; [^)]*\))?: ?(?P<value>.*)$")
_ITEM = "  • "


@dataclass(frozen=True, slots=True)
class Known:
    """What memory put into this run."""

    profile: Mapping[str, str] = field(default_factory=dict[str, str])
    disputed: frozenset[str] = frozenset()
    facts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Result:
    """What a tool answered in this run."""

    tool: str
    arguments: Mapping[str, Any]
    data: Mapping[str, Any]

    @property
    def error(self) -> str | None:
        return self.data.get("error")


@dataclass(frozen=True, slots=True)
class Situation:
    """One moment of a conversation. ``before`` are who and what, oldest first, without what was just ``said``."""

    today: date
    said: str
    before: tuple[tuple[str, str], ...] = ()
    known: Known = field(default_factory=Known)
    results: tuple[Result, ...] = ()

    @property
    def asked(self) -> str:
        """What the assistant said last."""
        return next((text for role, text in reversed(self.before) if role == "assistant"), "")

    @property
    def is_new(self) -> bool:
        """Whether this is the first message of its conversation."""
        return not self.before

    @property
    def here(self) -> Slots:
        """What the message itself says about a trip."""
        return slots_in(self.said, self.today, asked=self.asked)

    @property
    def slots(self) -> Slots:
        """What the conversation says about it."""
        lines: list[tuple[str, str]] = []
        asked = ""
        for role, text in (*self.before, ("user", self.said)):
            if role == "assistant":
                asked = text
            else:
                lines.append((asked, text))
        return gathered(lines, self.today)


def read(messages: Sequence[Message], today: date) -> Situation:
    """The situation that a chat client finds itself in."""
    known = Known()
    spoken: list[tuple[str, str]] = []
    calls: dict[str, tuple[str, Mapping[str, Any]]] = {}
    results: list[Result] = []
    for message in messages:
        text = message.text.strip()
        if _is_memory(message):
            known = _joined(known, known_in(text))
            continue
        for content in message.contents:
            if content.type == "function_call" and content.call_id:
                calls[content.call_id] = (content.name or "", content.parse_arguments() or {})
            elif content.type == "function_result" and content.call_id in calls:
                results.append(Result(*calls[content.call_id], _data(content.result)))
        if text and message.role in {"user", "assistant"}:
            spoken.append((str(message.role), text))
            if message.role == "user":
                results.clear()
    last = max((n for n, (role, _) in enumerate(spoken) if role == "user"), default=None)
    if last is None:
        return Situation(today, "", tuple(spoken), known)
    return Situation(today, spoken[last][1], tuple(spoken[:last]), known, tuple(results))


def known_in(block: str) -> Known:
    """What a block of memory says: fields of the profile, and facts."""
    profile: dict[str, str] = {}
    disputed: set[str] = set()
    facts: list[str] = []
    label = ""
    for raw in block.removeprefix(OPENING).splitlines():
        line = html.unescape(raw)
        if fact := _FACT.match(line):
            facts.append(fact["text"])
        elif line.startswith(_ITEM) and label:
            profile[label] = "; ".join(part for part in (profile[label], line.removeprefix(_ITEM)) if part)
        elif found := _FIELD.match(line):
            label = found["label"]
            profile[label] = found["value"]
            if found["doubt"]:
                disputed.add(label)
    return Known(profile, frozenset(disputed), tuple(facts))


def _is_memory(message: Message) -> bool:
    """Whether a provider put this in: what a person types, whatever it looks like, bears no such mark."""
    marked = (message.additional_properties or {}).get("_attribution")
    return bool(marked) and message.text.startswith(OPENING)


def _joined(one: Known, other: Known) -> Known:
    return Known(
        {**one.profile, **other.profile}, one.disputed | other.disputed, tuple(dict.fromkeys(one.facts + other.facts))
    )


def _data(result: Any) -> Mapping[str, Any]:
    try:
        data = json.loads(result) if isinstance(result, str) else result
    except ValueError:
        return {"error": str(result)}
    return cast("dict[str, Any]", data) if isinstance(data, dict) else {"error": "the tool gave nothing to read"}
