"""The plan for a reply: tools to call, one round after the other, and what to say about their results."""

from __future__ import annotations

import re
from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

_INTERNAL = re.compile(r"\b[a-z]+_[a-z_]+\b|^[\w.]+: |\btraveller\b|\btool\b|\bid\b")
"""Words of a fault that are for whoever calls a tool, and not for the person."""


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A tool to call, and its arguments."""

    tool: str
    arguments: Mapping[str, Any] = field(default_factory=dict[str, Any])


@dataclass(frozen=True, slots=True)
class ToolResult:
    """The result of a tool call in this run."""

    tool: str
    arguments: Mapping[str, Any]
    data: Mapping[str, Any]

    @property
    def error(self) -> str | None:
        """What was wrong, in words for a person."""
        error = self.data.get("error")
        return describe_fault(error) if error else None


Plan = Generator[Sequence[ToolCall], Sequence[ToolResult], str]
"""A reply in the making: it yields tools to call, is sent their results, and returns what to say.

The dialogue has no state, so a plan begins anew when results have come, and is sent those that are there already.
"""

Lookup = Generator[Sequence[ToolCall], Sequence[ToolResult], ToolResult]
"""A tool call in a plan, which returns its result."""


def say(text: str) -> Plan:
    """Return a plan that says `text` and calls no tool."""
    yield from ()
    return text


def call(tool: str, **arguments: Any) -> Lookup:
    """Call one tool and return its result."""
    (result,) = yield [ToolCall(tool, arguments)]
    return result


def run_plan(plan: Plan, results: Sequence[ToolResult]) -> Sequence[ToolCall] | str:
    """Return the tools that a plan calls next, or what it says if it has all results."""
    given = 0
    try:
        calls = next(plan)
        while given + len(calls) <= len(results):
            given, start = given + len(calls), given
            calls = plan.send(results[start:given])
    except StopIteration as end:
        return str(end.value)
    return calls


def describe_fault(error: str) -> str:
    """Return the error of a tool as a person may read it: one that names arguments says no more than that it failed."""
    return "it is not possible like that" if _INTERNAL.search(error) else error


def join_words(words: Sequence[str], conjunction: str = "and") -> str:
    """Join words as in a sentence: "a, b and c"."""
    return f" {conjunction} ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else list(words))
