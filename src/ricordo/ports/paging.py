"""Reading everything that a store has, one page after the other.

The methods of a store return at most ``limit`` items. Whoever needs all of them reads with these functions.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from typing import TypeVar

from ricordo.ports.store import About, Key, Store, View
from ricordo.values import Memory, Scope, StoredTurn

_PAGE_SIZE = 1_000

T = TypeVar("T")


async def read_pages(
    read_page: Callable[[Key | None], Awaitable[Sequence[T]]], key: Callable[[T], Key]
) -> AsyncIterator[Sequence[T]]:
    """Yield page after page until there are no more.

    Args:
        read_page: Returns the page that follows a key, or the first page for None.
        key: Returns the key of an item.
    """
    page = await read_page(None)
    while page:
        yield page
        page = await read_page(key(page[-1]))


async def read_turns(store: Store, scope: Scope, *, page_size: int = _PAGE_SIZE) -> AsyncIterator[StoredTurn]:
    """Yield all turns in ``scope``, in the order in which they were stored."""
    pages = read_pages(lambda after: store.turns(scope, after=after, limit=page_size), lambda item: item[0])
    async for page in pages:
        for _, turn in page:
            yield turn


async def read_memories(
    store: Store, view: View, *, about: About | None = None, page_size: int = _PAGE_SIZE
) -> AsyncIterator[Memory]:
    """Yield all memories in ``view``, in the order in which they were stored; with ``about``, only those."""
    pages = read_pages(
        lambda after: store.memories(view, about=about, after=after, limit=page_size), lambda item: item[0]
    )
    async for page in pages:
        for _, memory in page:
            yield memory
