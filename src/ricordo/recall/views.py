"""Views of a store, made from the arguments of a verb."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from ricordo.ports.store import View
from ricordo.values import KINDS, MEMORY_KINDS, STATES, Kind, MemoryKind, Scope, State, check_scope
from ricordo.values.validation import check_choices, optional_time


def recall_view(
    scope: Scope,
    *,
    kinds: Iterable[Kind] | None,
    as_of: datetime | None,
    since: datetime | None,
    until: datetime | None,
    now: datetime,
) -> View:
    """Return the view that a recall searches: as at `as_of`, or as at `now` if that is None."""
    then = optional_time(as_of, "as_of")
    return View(
        check_scope(scope),
        kinds=None if kinds is None else check_choices(kinds, KINDS, "kinds"),
        as_of=then,
        since=optional_time(since, "since"),
        until=optional_time(until, "until"),
        now=None if then else now,
    )


def memories_view(scope: Scope, kinds: Iterable[MemoryKind] | None, state: State | None) -> View:
    """Return the view of all memories of `kinds` in `state`; None means all of them."""
    states: frozenset[State] = check_choices(STATES if state is None else [state], STATES, "state")
    wanted: frozenset[MemoryKind] = check_choices(MEMORY_KINDS if kinds is None else kinds, MEMORY_KINDS, "kinds")
    return View(check_scope(scope), kinds=wanted, states=states)
