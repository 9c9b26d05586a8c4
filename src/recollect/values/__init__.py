"""The words of the design as frozen values. Standard library only; everything else may import them."""

from recollect.values.consent import Consent
from recollect.values.errors import (
    ChangedMeanwhile,
    ConsentError,
    MissingEvidence,
    ModelError,
    NotFound,
    NotPrepared,
    OtherSize,
    OtherText,
    RecollectError,
    ScopeError,
    StillServing,
    StoreError,
)
from recollect.values.hits import Hit, Recall, Why
from recollect.values.memory import (
    KINDS,
    MEMORY_KINDS,
    SOURCES,
    STATES,
    Evidence,
    Kind,
    Memory,
    MemoryKind,
    Source,
    State,
)
from recollect.values.receipt import Receipt, digest_of
from recollect.values.scope import PARTS, Scope, check_scope
from recollect.values.turn import ROLES, Role, StoredTurn, Turn

__all__ = [
    "KINDS",
    "MEMORY_KINDS",
    "PARTS",
    "ROLES",
    "SOURCES",
    "STATES",
    "ChangedMeanwhile",
    "Consent",
    "ConsentError",
    "Evidence",
    "Hit",
    "Kind",
    "Memory",
    "MemoryKind",
    "MissingEvidence",
    "ModelError",
    "NotFound",
    "NotPrepared",
    "OtherSize",
    "OtherText",
    "Recall",
    "Receipt",
    "RecollectError",
    "Role",
    "Scope",
    "ScopeError",
    "Source",
    "State",
    "StillServing",
    "StoreError",
    "StoredTurn",
    "Turn",
    "Why",
    "check_scope",
    "digest_of",
]
