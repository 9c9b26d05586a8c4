"""Reading again what a recall found, with what is known about it now."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ricordo.ports.store import Key, Query, Store, View
from ricordo.recall.recaller import make_hit, number_hits
from ricordo.values import Hit, Why


@dataclass(frozen=True, slots=True)
class _Chosen:
    record_keys: list[Key]


async def read_hits(store: Store, view: View, ids: Sequence[str]) -> list[Hit]:
    """Return the turns and memories with these ids as hits, in the order of `ids`, as far as the view sees them."""
    if not ids:
        return []
    keys: dict[str, Key] = {}
    for scope in view.scopes:
        keys |= {turn.id: key for key, turn in await store.turns(scope, ids=ids)}
        keys |= {memory.id: key for key, memory in await store.memories(replace(view, scope=scope, others=()), ids=ids)}
    # A search reads its records through the view, and marks the words that no longer hold.
    _, records = await store.search(Query(view, {}, 1), lambda _: _Chosen(list(keys.values())))
    found = [keys[id] for id in ids if keys.get(id) in records]
    return number_hits([make_hit(key, records, 0.0, Why()) for key in found], found)
