"""Views of a store, made from the arguments of a verb."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

from ricordo.ports.store import About, View
from ricordo.values import KINDS, MEMORY_KINDS, STATES, Kind, MemoryKind, Scope, State, check_scope, check_scopes
from ricordo.values.validation import check_choices, check_name, check_tags, optional_time


def recall_view(
    scope: Scope | Sequence[Scope],
    *,
    kinds: Iterable[Kind] | None,
    as_of: datetime | None,
    since: datetime | None,
    until: datetime | None,
    tags: Iterable[str] | None,
    now: datetime,
) -> View:
    """Return the view that a recall searches: as at `as_of`, or as at `now` if that is None."""
    then = optional_time(as_of, "as_of")
    first, *others = check_scopes(scope)
    return View(
        first,
        kinds=None if kinds is None else check_choices(kinds, KINDS, "kinds"),
        as_of=then,
        since=optional_time(since, "since"),
        until=optional_time(until, "until"),
        now=None if then else now,
        tags=_check_tags(tags),
        others=tuple(others),
    )


def _check_tags(tags: Iterable[str] | None) -> frozenset[str] | None:
    """Return the tags to ask for; None for all. An empty list is refused, since it could be taken for all or none."""
    if tags is None:
        return None
    checked = frozenset(check_tags(tags, "tags"))
    if not checked:
        raise ValueError("tags is empty; leave it out for all of them")
    return checked


def memories_view(
    scope: Scope,
    kinds: Iterable[MemoryKind] | None,
    state: State | None,
    *,
    tags: Iterable[str] | None = None,
    since: datetime | None = None,
    until: datetime | None = None,
) -> View:
    """Return the view of the memories that fit all arguments; None means all of them."""
    states: frozenset[State] = check_choices(STATES if state is None else [state], STATES, "state")
    wanted: frozenset[MemoryKind] = check_choices(MEMORY_KINDS if kinds is None else kinds, MEMORY_KINDS, "kinds")
    return View(
        check_scope(scope),
        kinds=wanted,
        states=states,
        since=optional_time(since, "since"),
        until=optional_time(until, "until"),
        tags=_check_tags(tags),
    )


def check_about(field: str | None, subject: str | None) -> About:
    """Return the filter by field and subject; None means all of them."""
    return About(
        None if field is None else check_name(field, "field"),
        None if subject is None else check_name(subject, "subject"),
    )
