"""For those who write a backend, or test an agent with a memory.

``StoreConformance`` is the suite that every store passes: subclass it in a test file and give it one fixture.
``VerbConformance`` is the same for whatever offers the verbs of the design.
``compare`` runs random operations against a store and the reference. ``HashEmbedder`` is a fake embedder: fast,
deterministic, and near for texts that share words. ``ScriptedChatClient`` is a fake model for MAF agents: it says its
lines, and ``call_tool`` makes one that calls a tool. ``CassetteClient`` gives recorded answers of a real model. Needs
``pip install ricordo[testing]``.
"""

from ricordo.testing.cassette import CassetteClient
from ricordo.testing.chat import ScriptedChatClient, ScriptedReply, call_tool
from ricordo.testing.conformance import StoreConformance
from ricordo.testing.congruence import compare
from ricordo.testing.embedder import HashEmbedder
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
