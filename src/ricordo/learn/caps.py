"""What learning may cost: past a cap turns are still kept, and their learning waits for the next day."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from ricordo.ports.extractor import Cost
from ricordo.ports.store import Store, Usage
from ricordo.values import Scope


@dataclass(frozen=True, slots=True)
class Caps:
    """Calls of a language model and tokens (in and out) that a day may cost, for each person and for all together.

    None means no cap. Days are UTC days.
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

    async def reached(
        self, store: Store, scope: Scope, cost: Cost, now: datetime, meanwhile: Cost | None = None
    ) -> str | None:
        """Which cap ``cost`` would go past, in words; None if it fits. ``meanwhile`` is what others are spending."""
        if cost == Cost():
            return None
        if self.calls is not None or self.tokens is not None:
            person = _on(await store.usage(scope.owner()), now)
            if reason := _past(person, cost, self.calls, self.tokens):
                return f"the daily cap of {reason} for a person is reached"
        if self.total_calls is not None or self.total_tokens is not None:
            everybody = _on(await store.usage(None), now)
            if reason := _past(everybody, cost + (meanwhile or Cost()), self.total_calls, self.total_tokens):
                return f"the daily cap of {reason} for all together is reached"
        return None


def usage_day(now: datetime) -> str:
    """The day that a cost is counted under."""
    return now.astimezone(UTC).date().isoformat()


def next_day(now: datetime) -> datetime:
    """When the caps begin anew."""
    return datetime.combine(now.astimezone(UTC).date() + timedelta(days=1), datetime.min.time(), UTC)


def _on(usage: Usage, now: datetime) -> tuple[int, int]:
    calls, given, got = usage.days.get(usage_day(now), (0, 0, 0))
    return calls, given + got


def _past(used: tuple[int, int], cost: Cost, calls: int | None, tokens: int | None) -> str | None:
    if calls is not None and used[0] + cost.calls > calls:
        return f"{calls:,} calls"
    if tokens is not None and used[1] + cost.input_tokens + cost.output_tokens > tokens:
        return f"{tokens:,} tokens"
    return None
