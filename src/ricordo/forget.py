"""Forgetting, with a receipt."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from ricordo.ports.changes import Erase
from ricordo.ports.store import Store
from ricordo.values import Receipt, Scope, digest_of


async def forget(
    store: Store, scope: Scope, *, ids: Sequence[str] | None, before: datetime | None, now: datetime
) -> Receipt:
    """Erase turns and memories, with all that rests on them, and return the receipt; see `Erase`."""
    erase = Erase(scope, None if ids is None else tuple(ids), before)
    erased = (await store.write([erase])).erased
    counts = dict(erased.counts)
    return Receipt(scope, now, counts, digest_of(erased.ids, counts, now), erased.scrubbed)
