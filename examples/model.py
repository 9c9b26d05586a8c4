"""The model that the examples talk to: a real one if its usual variable is set, else a script that needs no key."""

from __future__ import annotations

import os
from collections.abc import Sequence
from importlib import import_module
from typing import Any

from agent_framework import Message
from ricordo.testing import ScriptedChatClient
from ricordo.testing.chat import Line

REAL = {
    "OPENAI_API_KEY": ("agent_framework.openai", "OpenAIChatClient"),
    "ANTHROPIC_API_KEY": ("agent_framework.anthropic", "AnthropicClient"),
    "OLLAMA_MODEL": ("agent_framework.ollama", "OllamaChatClient"),
}
"""Each needs its package beside: agent-framework-openai, agent-framework-anthropic, agent-framework-ollama."""


def chat_client(*lines: Line) -> Any:
    """A chat client. ``lines`` are what the scripted one says."""
    for variable, (module, name) in REAL.items():
        if os.environ.get(variable):
            return getattr(import_module(module), name)()
    return ScriptedChatClient(*lines)


def memory_in(messages: Sequence[Message]) -> str:
    """What of memory a scripted model was shown: the lines between the delimiters, without headings."""
    blocks = [message.text.splitlines()[2:-1] for message in messages if message.text.startswith("<ricordo-memory>")]
    lines = [line.strip() for block in blocks for line in block if not line.startswith(("=", "#")) and line[-1] != ":"]
    return "; ".join(lines) or "nothing"
