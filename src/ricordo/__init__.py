"""Long-term memory for AI agents: keep what was said, recall what matters, forget on request."""

from ricordo.memory import Ricordo
from ricordo.recall.hits import Recall
from ricordo.values import (
    Consent,
    ConsentError,
    Evidence,
    Hit,
    Memory,
    ModelError,
    NotFound,
    Receipt,
    RicordoError,
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
    "Ricordo",
    "RicordoError",
    "Scope",
    "ScopeError",
    "StoreError",
    "Turn",
]
