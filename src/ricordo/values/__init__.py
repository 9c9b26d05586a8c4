"""Frozen values that all other modules may import. They use the standard library only."""

from ricordo.values.consent import Consent
from ricordo.values.errors import (
    ConcurrentUpdate,
    ConsentError,
    DimensionMismatch,
    MissingEvidence,
    ModelError,
    ModelInUse,
    ModelNotPrepared,
    NotFound,
    RicordoError,
    ScopeError,
    StoreError,
    TurnConflict,
)
from ricordo.values.hits import Hit, Outdated, Why
from ricordo.values.memory import (
    BY_HAND,
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
from ricordo.values.paging import ConversationInfo, Page
from ricordo.values.receipt import Receipt, digest_of
from ricordo.values.retention import Retention
from ricordo.values.review import History, Review
from ricordo.values.scope import MAX_SCOPES, PARTS, Scope, check_scope, check_scopes
from ricordo.values.turn import ROLES, Role, StoredTurn, Turn

__all__ = [
    "BY_HAND",
    "KINDS",
    "MAX_SCOPES",
    "MEMORY_KINDS",
    "PARTS",
    "ROLES",
    "SOURCES",
    "STATES",
    "ConcurrentUpdate",
    "Consent",
    "ConsentError",
    "ConversationInfo",
    "DimensionMismatch",
    "Evidence",
    "History",
    "Hit",
    "Kind",
    "Memory",
    "MemoryKind",
    "MissingEvidence",
    "ModelError",
    "ModelInUse",
    "ModelNotPrepared",
    "NotFound",
    "Outdated",
    "Page",
    "Receipt",
    "Retention",
    "Review",
    "RicordoError",
    "Role",
    "Scope",
    "ScopeError",
    "Source",
    "State",
    "StoreError",
    "StoredTurn",
    "Turn",
    "TurnConflict",
    "Why",
    "check_scope",
    "check_scopes",
    "digest_of",
]
