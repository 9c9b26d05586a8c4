"""How often somebody may ask: a bucket of tokens that fills with time."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from time import monotonic

_MOST_BUCKETS = 50_000
"""Identities that are remembered. One that is dropped, the longest unseen, starts again with a full bucket."""


@dataclass(slots=True)
class Buckets:
    """A bucket for each identity: ``burst`` at once, ``rate`` a second in the long run; no limit if the rate is 0."""

    rate: float
    burst: int
    clock: Callable[[], float] = monotonic
    _levels: OrderedDict[Hashable, tuple[float, float]] = field(
        default_factory=OrderedDict[Hashable, tuple[float, float]]
    )

    def take(self, identity: Hashable) -> float:
        """Take one token; 0 if there was one, else the seconds until there will be."""
        if self.rate == 0:
            return 0.0
        now = self.clock()
        level, at = self._levels.pop(identity, (float(self.burst), now))
        level = min(float(self.burst), level + (now - at) * self.rate)
        taken = level >= 1
        self._levels[identity] = (level - 1 if taken else level, now)
        if len(self._levels) > _MOST_BUCKETS:
            self._levels.popitem(last=False)
        return 0.0 if taken else (1 - level) / self.rate
