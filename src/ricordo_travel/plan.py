"""What the dialogue manager decides to do: ask tools, then say something about what they answered."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ricordo_travel.situation import Result


@dataclass(frozen=True, slots=True)
class Call:
    """A tool to be asked."""

    tool: str
    arguments: Mapping[str, Any] = field(default_factory=dict[str, Any])


@dataclass(frozen=True, slots=True)
class Plan:
    """Tools to be asked, all at once, and what to say then."""

    reply: Callable[[Sequence[Result]], str]
    calls: tuple[Call, ...] = ()


def say(text: str) -> Plan:
    """Just say something."""
    return Plan(lambda _: text)


def listing(words: Sequence[str], last: str = "and") -> str:
    """Words as one says them: "a, b and c"."""
    return f" {last} ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else list(words))


def asking(*questions: str) -> str:
    """At most two questions, as one sentence each."""
    return " ".join(questions[:2])
