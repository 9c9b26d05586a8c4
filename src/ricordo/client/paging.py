"""Reading more than one page of the service has."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from ricordo.values import Page, Scope, StoredTurn


async def read_last_turns(
    read_page: Callable[..., Awaitable[Page[StoredTurn]]], scope: Scope, limit: int
) -> list[StoredTurn]:
    """Return the last turns in ``scope``. A page of long turns has fewer than its limit."""
    page = await read_page(scope=scope, limit=limit)
    turns = list(page)
    while page.previous is not None and len(turns) < limit:
        page = await read_page(scope=scope, before=page.previous, limit=limit - len(turns))
        turns = [*page, *turns]
    return turns
