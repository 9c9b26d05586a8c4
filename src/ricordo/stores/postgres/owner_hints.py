"""Whom a scope led to the last time, so that their keywords are asked for in the first exchange already.

A hint is never believed: what it leads to is used only if the database says the same in the same snapshot.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import NamedTuple

from ricordo.values import Scope

_MOST = 10_000
_MOST_OWNERS = 4
"""A search over many people gains nothing by one exchange less."""


class Told(NamedTuple):
    """An owner, how often something of theirs was erased, and the salt of their keywords."""

    owner: int
    epoch: int
    salt: bytes


class Hints:
    """The scopes asked about last."""

    def __init__(self) -> None:
        self._known: OrderedDict[Scope, tuple[Told, ...]] = OrderedDict()

    def of(self, scope: Scope) -> tuple[Told, ...]:
        """Whom the scope led to; nobody, if that is not known."""
        return self._known.get(scope, ())

    def note(self, scope: Scope, told: tuple[Told, ...]) -> None:
        """Remember whom a scope leads to."""
        self._known.pop(scope, None)
        if 0 < len(told) <= _MOST_OWNERS:
            self._known[scope] = told
        if len(self._known) > _MOST:
            self._known.popitem(last=False)

    def owners(self) -> set[int]:
        """Everybody who is remembered here."""
        return {told.owner for some in self._known.values() for told in some}

    def keep(self, is_left: Callable[[int, int], bool]) -> None:
        """Let go of those who are not there any more, or not as they were."""
        for scope, some in list(self._known.items()):
            if not all(is_left(told.owner, told.epoch) for told in some):
                del self._known[scope]
