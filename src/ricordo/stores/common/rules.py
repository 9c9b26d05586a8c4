"""Rules that every store follows, with the errors that refuse what breaks them."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, MutableMapping
from datetime import timedelta

from ricordo.ports.status import Models, Usage
from ricordo.values import ConcurrentUpdate, Consent, ConsentError, ModelInUse, StoredTurn, StoreError, TurnConflict

MAX_JOB_TURNS = 40
"""Turns that one learning job may grow to: what fits into one call of a language model, with room to spare."""


ERASED_ERROR = "the cause was erased together with what was forgotten"
"""The error of a failed job after an erasure: an extractor may have repeated words in it that are gone."""
_MAX_NEW_JOB_TURNS = 250
"""Turns of one call that one job learns from. A larger job would take longer than a job may take."""

MAX_LEASE = timedelta(hours=2)
"""The longest lease of a job, and lock of a task. One that ends later was taken by a clock that was wrong, and counts
as over: it would keep everybody out until that time."""

MAX_DELAY = timedelta(days=2)
"""The longest time that a job waits; one that has reached its caps waits until the next day. One that is due later was
put off by a clock that was wrong, and is due now."""

MAX_EXPIRED_OWNERS = 100
"""Owners of whom one change erases what has expired: others wait for it."""


def split_into_jobs(first: int, last: int) -> list[tuple[int, int]]:
    """Return the first and the last of the turns from ``first`` to ``last`` that each new job learns from."""
    starts = range(first, last + 1, _MAX_NEW_JOB_TURNS)
    return [(start, min(last, start + _MAX_NEW_JOB_TURNS - 1)) for start in starts]


def require_capture(consent: Consent) -> None:
    """Raise ``ConsentError`` if nothing may be stored."""
    if not consent.capture:
        raise ConsentError("capture is off for this scope: nothing was stored")


def require_unchanged(*, unchanged: bool) -> None:
    """Raise ``ConcurrentUpdate`` if the memory to be replaced is not as the caller read it."""
    if not unchanged:
        raise ConcurrentUpdate("the memory was changed or forgotten meanwhile")


def require_turns(*, stored: bool) -> None:
    """Raise ``ConcurrentUpdate`` if turns that a memory rests on are not stored as the caller read them."""
    if not stored:
        raise ConcurrentUpdate("a turn that the memory rests on was forgotten meanwhile")


def require_lease(*, held: bool) -> None:
    """Raise ``StoreError`` if a learning job is not held by the worker that reports on it."""
    if not held:
        raise StoreError("the lease on this learning job ran out and somebody else has it: its results are dropped")


def require_replaceable(model: str, models: Models) -> None:
    """Raise ``ModelInUse`` if ``model`` serves, so that its vectors cannot be dropped."""
    if model == models.serving:
        raise ModelInUse(model)


def is_stored(turn: StoredTurn, position: int, stored: MutableMapping[str, tuple[str, str]]) -> bool:
    """Return whether ``turn`` is stored already, and note its role and text in ``stored`` by its id if it is not.

    Raises:
        TurnConflict: A turn with its id is stored, with another role or text.
    """
    said = (turn.role, turn.text)
    if stored.setdefault(turn.id, said) is said:
        return False
    if stored[turn.id] != said:
        raise TurnConflict(position)
    return True


def new_lease(worker: str) -> str:
    """Return the token of a new lease that ``worker`` takes."""
    return f"{worker}/{uuid.uuid4().hex}"


def sum_usage(days: Mapping[str, tuple[int, int, int]]) -> Usage:
    """Return the usage with its totals, from calls, input tokens and output tokens by day."""
    totals = [sum(column) for column in zip(*days.values(), strict=True)] or [0, 0, 0]
    return Usage(*totals, days=dict(days))
