"""The model of the examples: a real one if its variable is set, otherwise scripted replies that need no key."""

from __future__ import annotations

import os
from collections.abc import Sequence
from importlib import import_module
from typing import Any

from agent_framework import Message
from ricordo.testing import ScriptedChatClient, ScriptedReply

CLIENTS = {
    "OPENAI_API_KEY": ("agent_framework.openai", "OpenAIChatClient"),
    "ANTHROPIC_API_KEY": ("agent_framework.anthropic", "AnthropicClient"),
    "OLLAMA_MODEL": ("agent_framework.ollama", "OllamaChatClient"),
}
"""Each needs its own package: agent-framework-openai, agent-framework-anthropic or agent-framework-ollama."""


def chat_client(*replies: ScriptedReply) -> Any:
    """Return a chat client. `replies` are those of the scripted one."""
    for variable, (module, name) in CLIENTS.items():
        if os.environ.get(variable):
            return getattr(import_module(module), name)()
    return ScriptedChatClient(*replies)


def memory_lines(messages: Sequence[Message]) -> str:
    """Return the memories in `messages`: the lines between the delimiters, without headings."""
    blocks = [message.text.splitlines()[2:-1] for message in messages if message.text.startswith("<ricordo-memory>")]
    lines = [line.strip() for block in blocks for line in block if not line.startswith(("=", "#")) and line[-1] != ":"]
    return "; ".join(lines) or "nothing"
