"""Reading again what a recall found, with what is known about it now."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TypeVar

from ricordo.ports.store import Beside, Key, Query, Store, View
from ricordo.recall.exchanges import add_beside, make_hits
from ricordo.values import Hit, Why

_PAGE_SIZE = 1_000

T = TypeVar("T")


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
    keys: dict[str, set[Key]] = {}
    for scope in view.scopes:
        for id, key in await _find_keys(store, replace(view, scope=scope, others=()), ids):
            keys.setdefault(id, set()).add(key)  # sessions may use the same id
    # A search reads its records through the view, and marks the words that no longer hold.
    found = [key for id in dict.fromkeys(ids) for key in sorted(keys.get(id, ()))]
    chosen, records = await store.search(Query(view, {}, 1), lambda pool: _Choice(found, pool.beside(found)))
    return list(make_hits({key: (0.0, Why()) for key in found if key in records}, chosen.beside, records))


async def _find_keys(store: Store, view: View, ids: Sequence[str]) -> list[tuple[str, Key]]:
    """Return the ids that were found, with their keys. Turns that the view does not see are among them."""
    found: list[tuple[str, Key]] = []
    for some in (ids[start : start + _PAGE_SIZE] for start in range(0, len(ids), _PAGE_SIZE)):
        found += [(turn.id, key) for key, turn in await _read_all(partial(store.turns, view.scope, ids=some))]
        found += [(memory.id, key) for key, memory in await _read_all(partial(store.memories, view, ids=some))]
    return found


async def _read_all(read_page: Callable[..., Awaitable[Sequence[tuple[Key, T]]]]) -> list[tuple[Key, T]]:
    found = list(await read_page(limit=_PAGE_SIZE))
    while found and len(found) % _PAGE_SIZE == 0 and (page := await read_page(after=found[-1][0], limit=_PAGE_SIZE)):
        found += page
    return found
