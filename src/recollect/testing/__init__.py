"""For those who write a backend, or test an agent with a memory.

``StoreConformance`` is the suite that every store passes: subclass it in a test file and give it one fixture.
``VerbConformance`` is the same for whatever offers the verbs of the design.
``compare`` runs random operations against a store and the reference. ``HashEmbedder`` is a fake embedder: fast,
deterministic, and near for texts that share words. Needs ``pip install recollect[testing]``.
"""

from recollect.testing.conformance import StoreConformance
from recollect.testing.congruence import compare
from recollect.testing.embedder import HashEmbedder
from recollect.testing.verbs import VerbConformance

__all__ = ["HashEmbedder", "StoreConformance", "VerbConformance", "compare"]
