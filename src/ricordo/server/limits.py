"""Counters for the limits: how often callers ask, how much they do at once, and how much memory that takes."""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Callable, Generator, Hashable
from contextlib import contextmanager
from dataclasses import dataclass, field
from time import monotonic

from ricordo.server.errors import HttpError

_MAX_CALLERS = 50_000
"""Callers that are remembered. The longest unseen is dropped, and starts again with its whole burst."""


@dataclass(slots=True)
class RateLimiter:
    """A token bucket for each caller: ``burst`` requests at once, ``rate`` a second in the long run; 0 for no limit."""

    rate: float
    burst: int
    clock: Callable[[], float] = monotonic
    _levels: OrderedDict[Hashable, tuple[float, float]] = field(
        default_factory=OrderedDict[Hashable, tuple[float, float]]
    )

    def take(self, caller: Hashable) -> float:
        """Count one request of ``caller``; return 0, or the seconds to wait if it is one too many."""
        if self.rate == 0:
            return 0.0
        now = self.clock()
        level, at = self._levels.pop(caller, (float(self.burst), now))
        level = min(float(self.burst), level + (now - at) * self.rate)
        is_allowed = level >= 1
        self._levels[caller] = (level - 1 if is_allowed else level, now)
        if len(self._levels) > _MAX_CALLERS:
            self._levels.popitem(last=False)
        return 0.0 if is_allowed else (1 - level) / self.rate


@dataclass(slots=True)
class ConcurrencyLimiter:
    """Counts what is going on at the same time, by caller and in all."""

    _all: int = 0
    _by_caller: Counter[Hashable] = field(default_factory=Counter[Hashable])

    @contextmanager
    def enter(self, caller: Hashable, *, max_by_caller: int | None, max_in_all: int | None) -> Generator[None]:
        """Count one more of ``caller`` for as long as the context lasts; None is no limit.

        Raises:
            HttpError: With 429 if the caller has too many, with 503 if all together have.
        """
        if max_by_caller is not None and self._by_caller[caller] >= max_by_caller:
            raise HttpError.too_many_at_once(max_by_caller)
        if max_in_all is not None and self._all >= max_in_all:
            raise HttpError.service_unavailable("too many requests at once; try again shortly")
        self._all += 1
        self._by_caller[caller] += 1
        try:
            yield
        finally:
            self._all -= 1
            self._by_caller[caller] -= 1
            if not self._by_caller[caller]:
                del self._by_caller[caller]


@dataclass(slots=True)
class BodyMemory:
    """The memory that bodies take while they are being read, all together."""

    max_bytes: int
    used: int = 0


@dataclass(slots=True)
class ByteBudget:
    """The part of `BodyMemory` that one request takes."""

    memory: BodyMemory
    taken: int = 0

    def take(self, size: int) -> None:
        """Take ``size`` more bytes; raise `HttpError` if all requests together have taken too many."""
        if self.memory.used + size > self.memory.max_bytes:
            raise HttpError.service_unavailable("too many large bodies at once; try again shortly")
        self.memory.used += size
        self.taken += size

    def release(self) -> None:
        """Give back all that was taken."""
        self.memory.used -= self.taken
        self.taken = 0
