"""Forgetting, with a receipt."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from ricordo.ports.store import Erased, Store, View
from ricordo.values import Receipt, Scope, digest_of


async def forget(
    store: Store, scope: Scope, *, ids: Sequence[str] | None, before: datetime | None, now: datetime
) -> Receipt:
    """Erase what was asked for, what rests on it alone, the summaries that tell of it, and all traces of them."""
    stale = await _summaries(store, scope, ids, before)
    erased = await store.erase(scope, ids=ids, before=before)
    if stale:
        erased = _both(erased, await store.erase(scope, ids=stale))
    counts = dict(erased.counts)
    return Receipt(scope, now, counts, digest_of(erased.ids, counts, now), erased.scrubbed)


async def _summaries(store: Store, scope: Scope, ids: Sequence[str] | None, before: datetime | None) -> list[str]:
    """The summaries of conversations of which something is erased: it cannot be told which of their words is whose."""
    if ids is None and before is None:
        return []
    found = await store.memories(View(scope, kinds=frozenset({"summary"})))
    stale: list[str] = []
    for _, summary in found:
        turns = await store.turns(summary.scope, ids=ids)
        if any(before is None or turn.occurred_at < before for _, turn in turns):
            stale.append(summary.id)
    return stale


def _both(one: Erased, other: Erased) -> Erased:
    counts = {name: one.counts.get(name, 0) + other.counts.get(name, 0) for name in {**one.counts, **other.counts}}
    return Erased(counts, (*one.ids, *other.ids), one.scrubbed and other.scrubbed)
