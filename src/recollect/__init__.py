"""Long-term memory for AI agents: keep what was said, recall what matters, forget on request."""

from recollect.recollect import Recollect
from recollect.values import (
    Consent,
    ConsentError,
    Evidence,
    Hit,
    Memory,
    ModelError,
    NotFound,
    Recall,
    Receipt,
    RecollectError,
    Scope,
    ScopeError,
    StoreError,
    Turn,
)

__version__ = "0.1.0"

__all__ = [
    "Consent",
    "ConsentError",
    "Evidence",
    "Hit",
    "Memory",
    "ModelError",
    "NotFound",
    "Recall",
    "Receipt",
    "Recollect",
    "RecollectError",
    "Scope",
    "ScopeError",
    "StoreError",
    "Turn",
]
