"""Reading again what a recall found, with what is known about it now."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from ricordo.ports.store import Beside, Key, Query, Store, View
from ricordo.recall.exchanges import add_beside, join_exchanges, make_hit
from ricordo.values import Hit, Why


@dataclass(frozen=True, slots=True)
class _Choice:
    """A ranking for `Store.search` that asks for given keys and the turns beside them."""

    keys: list[Key]
    beside: Mapping[Key, Beside]

    @property
    def record_keys(self) -> list[Key]:
        return add_beside(self.keys, self.beside)


async def read_hits(store: Store, view: View, ids: Sequence[str]) -> list[Hit]:
    """Return the turns and memories with these ids as hits, in the order of `ids`, as far as the view sees them."""
    if not ids:
        return []
    keys: dict[str, Key] = {}
    for scope in view.scopes:
        keys |= {turn.id: key for key, turn in await store.turns(scope, ids=ids)}
        keys |= {memory.id: key for key, memory in await store.memories(replace(view, scope=scope, others=()), ids=ids)}
    # A search reads its records through the view, and marks the words that no longer hold.
    found = [keys[id] for id in ids if id in keys]
    chosen, records = await store.search(Query(view, {}, 1), lambda pool: _Choice(found, pool.beside(found)))
    hits = {key: make_hit(key, records, 0.0, Why()) for key in found if key in records}
    return list(join_exchanges(hits, chosen.beside, records))
