"""The part of the store protocol that is about rules of retention."""

from __future__ import annotations

from typing import Protocol

from ricordo.values import Receipt, Retention, Scope


class RetentionStore(Protocol):
    """A store that keeps rules of retention, and receipts of what they erased."""

    async def retention(self, scope: Scope) -> Retention:
        """Return how long things are kept in ``scope``: the shortest of it and of all scopes that cover it."""
        ...

    async def retentions(self, scope: Scope | None) -> list[tuple[Scope, Retention]]:
        """Return the rules that were set for ``scope`` and all scopes that it covers, or for everybody."""
        ...

    async def receipts(self, scope: Scope, *, limit: int = 100) -> list[Receipt]:
        """Return the receipts of what the rule of exactly ``scope`` has erased, newest first."""
        ...
