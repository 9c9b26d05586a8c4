"""The plan for a reply: which tools to call, and what to say about their results."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ricordo_travel.dialogue.state import ToolResult


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A tool to call, and its arguments."""

    tool: str
    arguments: Mapping[str, Any] = field(default_factory=dict[str, Any])


@dataclass(frozen=True, slots=True)
class ReplyPlan:
    """Tools to call at once, and a function that turns their results into the reply."""

    reply: Callable[[Sequence[ToolResult]], str]
    calls: tuple[ToolCall, ...] = ()


def reply_with(text: str) -> ReplyPlan:
    """Return a plan that replies with `text` and calls no tool."""
    return ReplyPlan(lambda _: text)


def join_words(words: Sequence[str], conjunction: str = "and") -> str:
    """Join words as in a sentence: "a, b and c"."""
    return f" {conjunction} ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else list(words))


def join_questions(*questions: str) -> str:
    """Join the first two questions: nobody likes to be asked more at once."""
    return " ".join(questions[:2])
