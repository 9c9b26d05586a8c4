"""Receipts of erasures."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from ricordo.values.scope import Scope


@dataclass(frozen=True, slots=True)
class Receipt:
    """Proof of an erasure. It holds no content.

    Attributes:
        scope: The scope that was erased from.
        erased_at: When it was erased.
        counts: The number of turns, memories and other records that were erased.
        digest: A digest of the erased ids. Anybody who knows them, from an export for instance, can compute it again.
        scrubbed: Whether the bytes are overwritten in the files. False while a reader still uses the old bytes; it is
            tried again every second, and when the store is next opened. Always False on a database server, which
            reuses its files by itself.
    """

    scope: Scope
    erased_at: datetime
    counts: Mapping[str, int] = field(default_factory=dict[str, int])
    digest: str = ""
    scrubbed: bool = True


def digest_of(ids: Iterable[str], counts: Mapping[str, int], erased_at: datetime) -> str:
    """Return the SHA-256 digest of the erased ids, the counts and the time."""
    facts = {"ids": sorted(ids), "counts": dict(sorted(counts.items())), "erased_at": erased_at.isoformat()}
    return hashlib.sha256(json.dumps(facts, separators=(",", ":")).encode()).hexdigest()
