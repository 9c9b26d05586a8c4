"""The owners that a scope led to the last time.

With them, a search asks for keywords in its first exchange with the server already. A hint is never trusted: what it
leads to is used only if the database says the same in the same snapshot.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import NamedTuple

from ricordo.values import Scope

_MAX_SCOPES = 10_000
_MAX_OWNERS = 4
"""A search over many people gains nothing from one exchange less."""


class OwnerHint(NamedTuple):
    """An owner with the salt of their keywords. ``epoch`` counts erasures."""

    owner: int
    epoch: int
    salt: bytes


class OwnerHints:
    """The owners of the scopes that were searched last."""

    def __init__(self) -> None:
        self._owners_by_scope: OrderedDict[Scope, tuple[OwnerHint, ...]] = OrderedDict()

    def get(self, scope: Scope) -> tuple[OwnerHint, ...]:
        """Return the owners that ``scope`` led to, or nothing if that is not known."""
        return self._owners_by_scope.get(scope, ())

    def put(self, scope: Scope, hints: tuple[OwnerHint, ...]) -> None:
        """Remember the owners that ``scope`` leads to."""
        self._owners_by_scope.pop(scope, None)
        if 0 < len(hints) <= _MAX_OWNERS:
            self._owners_by_scope[scope] = hints
        if len(self._owners_by_scope) > _MAX_SCOPES:
            self._owners_by_scope.popitem(last=False)

    def owners(self) -> set[int]:
        """Return the numbers of all owners that are remembered."""
        return {hint.owner for hints in self._owners_by_scope.values() for hint in hints}

    def retain(self, is_current: Callable[[int, int], bool]) -> None:
        """Drop the scopes of owners for whom ``is_current(owner, epoch)`` is false."""
        for scope, hints in list(self._owners_by_scope.items()):
            if not all(is_current(hint.owner, hint.epoch) for hint in hints):
                del self._owners_by_scope[scope]
