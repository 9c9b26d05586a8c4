"""Proof of an erasure."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from ricordo.values.scope import Scope


@dataclass(frozen=True, slots=True)
class Receipt:
    """Proof of an erasure: what was counted, when, and a digest. It holds no content.

    Whoever knows the ids that were erased, from an export for instance, can compute the digest again with
    ``digest_of``. ``scrubbed`` is False where a reader, in this process or another, kept the old bytes from being
    overwritten at once: nobody finds them through the store any more, but they are in its files until that reader has
    finished. It is tried again every second, and when the store is next opened. On a server it is always False: there
    the bytes are the server's to reuse.
    """

    scope: Scope
    erased_at: datetime
    counts: Mapping[str, int] = field(default_factory=dict[str, int])
    digest: str = ""
    scrubbed: bool = True


def digest_of(ids: Iterable[str], counts: Mapping[str, int], erased_at: datetime) -> str:
    """SHA-256 of what an erasure removed, of its counts and of its time."""
    facts = {"ids": sorted(ids), "counts": dict(sorted(counts.items())), "erased_at": erased_at.isoformat()}
    return hashlib.sha256(json.dumps(facts, separators=(",", ":")).encode()).hexdigest()
