"""Long-term memory for AI agents: keep what was said, recall what matters, forget on request.

Everything that a program needs is imported from here. The names that need NumPy or Pydantic are imported when they are
first used, so that `import ricordo` is quick.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from ricordo.values import (
    Consent,
    ConsentError,
    ConversationInfo,
    Evidence,
    History,
    Hit,
    Kind,
    Memory,
    MemoryKind,
    ModelError,
    NotFound,
    Outdated,
    Page,
    Receipt,
    Retention,
    Review,
    RicordoError,
    Role,
    Scope,
    ScopeError,
    Source,
    State,
    StoredTurn,
    StoreError,
    Turn,
    Why,
)

if TYPE_CHECKING:
    from ricordo.extractors.reader import ReaderExtractor
    from ricordo.language.slots import Slot, count_days, count_people
    from ricordo.learn.caps import Caps
    from ricordo.learn.gathering import Gathering
    from ricordo.learn.profiles import FieldView, Merge, Profile
    from ricordo.maintenance import Maintenance, Status
    from ricordo.memory import Ricordo
    from ricordo.opening import Learning, Opening
    from ricordo.ports.embedder import Calibration, Embedder
    from ricordo.ports.extractor import Candidate, Cost, Exchange, Extraction, Extractor
    from ricordo.ports.reranker import Reranker
    from ricordo.ports.store import Store
    from ricordo.recall.hits import Recall

__version__ = "0.1.0"

__all__ = [
    "Calibration",
    "Candidate",
    "Caps",
    "Consent",
    "ConsentError",
    "ConversationInfo",
    "Cost",
    "Embedder",
    "Evidence",
    "Exchange",
    "Extraction",
    "Extractor",
    "FieldView",
    "Gathering",
    "History",
    "Hit",
    "Kind",
    "Learning",
    "Maintenance",
    "Memory",
    "MemoryKind",
    "Merge",
    "ModelError",
    "NotFound",
    "Opening",
    "Outdated",
    "Page",
    "Profile",
    "ReaderExtractor",
    "Recall",
    "Receipt",
    "Reranker",
    "Retention",
    "Review",
    "Ricordo",
    "RicordoError",
    "Role",
    "Scope",
    "ScopeError",
    "Slot",
    "Source",
    "State",
    "Status",
    "Store",
    "StoreError",
    "StoredTurn",
    "Turn",
    "Why",
    "count_days",
    "count_people",
]

_LAZY = {
    "Calibration": "ricordo.ports.embedder",
    "Candidate": "ricordo.ports.extractor",
    "Caps": "ricordo.learn.caps",
    "Gathering": "ricordo.learn.gathering",
    "Cost": "ricordo.ports.extractor",
    "Embedder": "ricordo.ports.embedder",
    "Exchange": "ricordo.ports.extractor",
    "Extraction": "ricordo.ports.extractor",
    "Extractor": "ricordo.ports.extractor",
    "FieldView": "ricordo.learn.profiles",
    "Learning": "ricordo.opening",
    "Maintenance": "ricordo.maintenance",
    "Merge": "ricordo.learn.profiles",
    "Opening": "ricordo.opening",
    "Profile": "ricordo.learn.profiles",
    "ReaderExtractor": "ricordo.extractors.reader",
    "Recall": "ricordo.recall.hits",
    "Reranker": "ricordo.ports.reranker",
    "Ricordo": "ricordo.memory",
    "Slot": "ricordo.language.slots",
    "Status": "ricordo.maintenance",
    "Store": "ricordo.ports.store",
    "count_days": "ricordo.language.slots",
    "count_people": "ricordo.language.slots",
}


def __getattr__(name: str) -> Any:
    if name not in _LAZY:
        raise AttributeError(f"module 'ricordo' has no attribute {name!r}")
    value = getattr(import_module(_LAZY[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
