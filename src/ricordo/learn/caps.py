"""Caps on the cost of learning. Past a cap turns are still kept, and learning from them waits for the next day."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from ricordo.ports.extractor import Cost
from ricordo.ports.status import Usage
from ricordo.ports.store import Store
from ricordo.values import Scope


@dataclass(frozen=True, slots=True)
class Caps:
    """The most calls of a language model and tokens (input and output) in a day. Days are UTC days; None means no cap.

    Args:
        calls: Calls for each person.
        tokens: Tokens for each person.
        total_calls: Calls for all persons together.
        total_tokens: Tokens for all persons together.

    Raises:
        ValueError: If a cap is not a whole number of 0 or more.
    """

    calls: int | None = None
    tokens: int | None = None
    total_calls: int | None = None
    total_tokens: int | None = None

    def __post_init__(self) -> None:
        for name in ("calls", "tokens", "total_calls", "total_tokens"):
            value = getattr(self, name)
            if value is not None and (not isinstance(value, int) or value < 0):
                raise ValueError(f"caps.{name} must be a whole number of 0 or more, or None")

    async def check(
        self, store: Store, scope: Scope, cost: Cost, now: datetime, concurrent: Cost | None = None
    ) -> str | None:
        """Return a message that names the cap that ``cost`` would exceed; None if it exceeds none.

        ``concurrent`` is the cost of jobs that run at the same time and are not counted yet.
        """
        if cost == Cost():
            return None
        if self.calls is not None or self.tokens is not None:
            person = _usage_today(await store.usage(scope.owner()), now)
            if reason := _find_exceeded(person, cost, self.calls, self.tokens):
                return f"the daily cap of {reason} for a person is reached"
        if self.total_calls is not None or self.total_tokens is not None:
            everybody = _usage_today(await store.usage(None), now)
            if reason := _find_exceeded(everybody, cost + (concurrent or Cost()), self.total_calls, self.total_tokens):
                return f"the daily cap of {reason} for all together is reached"
        return None


def usage_day(now: datetime) -> str:
    """Return the UTC day under which usage is counted, as "2026-03-01"."""
    return now.astimezone(UTC).date().isoformat()


def next_day(now: datetime) -> datetime:
    """Return the beginning of the next UTC day."""
    return datetime.combine(now.astimezone(UTC).date() + timedelta(days=1), datetime.min.time(), UTC)


def _usage_today(usage: Usage, now: datetime) -> tuple[int, int]:
    calls, input_tokens, output_tokens = usage.days.get(usage_day(now), (0, 0, 0))
    return calls, input_tokens + output_tokens


def _find_exceeded(used: tuple[int, int], cost: Cost, calls: int | None, tokens: int | None) -> str | None:
    if calls is not None and used[0] + cost.calls > calls:
        return f"{calls:,} calls"
    if tokens is not None and used[1] + cost.input_tokens + cost.output_tokens > tokens:
        return f"{tokens:,} tokens"
    return None
