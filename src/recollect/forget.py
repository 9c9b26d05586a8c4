"""Forgetting, with a receipt."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from recollect.ports.store import Store
from recollect.values import Receipt, Scope, digest_of


async def forget(
    store: Store, scope: Scope, *, ids: Sequence[str] | None, before: datetime | None, now: datetime
) -> Receipt:
    """Erase what was asked for, what rests on it alone, and all traces of both."""
    erased = await store.erase(scope, ids=ids, before=before)
    counts = dict(erased.counts)
    return Receipt(scope, now, counts, digest_of(erased.ids, counts, now), erased.scrubbed)
