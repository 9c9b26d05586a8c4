"""For those who write a backend, or test an agent with a memory.

``StoreConformance`` is the suite that every store passes: subclass it in a test file and give it one fixture.
``VerbConformance`` is the same for whatever offers the verbs of the design.
``compare`` runs random operations against a store and the reference. These three need
``pip install ricordo[testing]``, the others nothing more. ``HashEmbedder`` is a fake embedder: fast, deterministic, and
near for texts that share words. ``ScriptedChatClient`` is a fake model for MAF agents: it says its lines, and
``call_tool`` makes one that calls a tool. ``CassetteClient`` gives recorded answers of a real model.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from ricordo.testing.cassette import CassetteClient
from ricordo.testing.chat import ScriptedChatClient, ScriptedReply, call_tool
from ricordo.testing.embedder import HashEmbedder

if TYPE_CHECKING:
    from ricordo.testing.conformance import StoreConformance
    from ricordo.testing.congruence import compare
    from ricordo.testing.verbs import VerbConformance

__all__ = [
    "CassetteClient",
    "HashEmbedder",
    "ScriptedChatClient",
    "ScriptedReply",
    "StoreConformance",
    "VerbConformance",
    "call_tool",
    "compare",
]

# Imported when they are asked for: they import pytest and hypothesis, which an agent's tests may not use.
_SUITES = {"StoreConformance": "conformance", "VerbConformance": "verbs", "compare": "congruence"}


def __getattr__(name: str) -> Any:
    """Import a suite."""
    if name not in _SUITES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_SUITES[name]}"), name)
