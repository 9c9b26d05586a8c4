"""Helpers for function tools."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from typing import Any

from agent_framework import Content, FunctionTool, SessionContext, SupportsAgentRun
from ricordo.agent_framework._block import Block
from ricordo.agent_framework._turns import OWN_TOOL_MARK

NOTHING_FOUND = "Nothing was found in memory."
UNAVAILABLE = "Memory cannot be reached at the moment. Go on without it."


def make_tool(
    name: str, description: str, work: Callable[..., Awaitable[list[Content]]], *, approval: bool = False
) -> FunctionTool:
    """Return a tool for one run. MAF notes in its properties which provider it comes from."""
    return FunctionTool(
        name=name,
        description=description,
        func=work,
        approval_mode="always_require" if approval else "never_require",
        additional_properties={},
    )


def answer(block: Block | str | None) -> list[Content]:
    """Return the result of a tool, marked as our own so that it is not taken for untrusted output."""
    if isinstance(block, Block):
        (content,) = block.message().contents
        content.additional_properties.setdefault(OWN_TOOL_MARK, True)
        return [content]
    return [Content.from_text(block or NOTHING_FOUND, additional_properties={OWN_TOOL_MARK: True})]


def check_tool_names(agent: SupportsAgentRun, context: SessionContext, names: Iterable[str], *, option: str) -> None:
    """Raise `ValueError` if the agent has another tool with one of `names`, and say which option changes ours."""
    options: dict[str, Any] = getattr(agent, "default_options", None) or {}
    taken = {_name(tool) for source in (options.get("tools"), context.options.get("tools")) for tool in source or ()}
    taken |= {_name(tool) for tool in context.tools}
    clashing = sorted(set(names) & taken)
    if clashing:
        raise ValueError(
            f"agent {agent.name!r} has another tool named {clashing[0]!r}: choose a different name with {option}"
        )


def _name(tool: object) -> object:
    return tool.name if isinstance(tool, FunctionTool) else getattr(tool, "__name__", None)
