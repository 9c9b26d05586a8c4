"""Rules that say how long turns and memories are kept."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from ricordo.values.memory import KINDS, Kind
from ricordo.values.validation import check_whole

MAX_DAYS = 36_500
"""The longest time that a rule can name: a hundred years."""


@dataclass(frozen=True, slots=True)
class Retention:
    """The number of days for which each kind is kept; None for good.

    A turn is as old as its storage. A memory is as old as the newest turn that it rests on, or as its own storage.

    Attributes:
        turn: Days for turns. What was learned from a turn and from no newer one goes with it.
        episodic: Days for experiences and preferences.
        semantic: Days for facts.
        profile: Days for fields of profiles.
        summary: Days for summaries.
    """

    turn: int | None = None
    episodic: int | None = None
    semantic: int | None = None
    profile: int | None = None
    summary: int | None = None

    def __and__(self, other: Retention) -> Retention:
        """Return the shorter time of both, for each kind."""
        return Retention(*(_shorter(getattr(self, kind), getattr(other, kind)) for kind in KINDS))

    def change(self, kinds: Iterable[Kind], days: int | None) -> Retention:
        """Return the rule with another number of days for ``kinds``."""
        return replace(self, **dict.fromkeys(kinds, days))

    def limits(self, now: datetime) -> dict[Kind, datetime]:
        """Return the times before which the kinds have expired."""
        return {kind: now - timedelta(days=number) for kind, number in self.days.items()}

    @property
    def days(self) -> dict[Kind, int]:
        """The days of the kinds that are not kept for good."""
        found: dict[Kind, int | None] = {kind: getattr(self, kind) for kind in KINDS}
        return {kind: number for kind, number in found.items() if number is not None}


def _shorter(one: int | None, other: int | None) -> int | None:
    return min((days for days in (one, other) if days is not None), default=None)


def check_days(value: object) -> int | None:
    """Return `value` if it is a whole number from 1 to `MAX_DAYS`, or None."""
    if value is None:
        return None
    days = check_whole(value, "days")
    if not 1 <= days <= MAX_DAYS:
        raise ValueError(f"days must be between 1 and {MAX_DAYS:,}, or None to keep it for good")
    return days
