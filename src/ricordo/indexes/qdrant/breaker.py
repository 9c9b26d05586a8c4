"""Not waiting again and again for something that is away."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass

logger = logging.getLogger("ricordo")

_FIRST, _LONGEST = 1.0, 30.0


@dataclass(slots=True)
class Breaker:
    """After a failure nobody asks for a while, which doubles with each further one; then one asks for all."""

    name: str
    clock: Callable[[], float] = time.monotonic
    _pause: float = 0.0
    _until: float = 0.0

    def allows(self) -> bool:
        """Whether to ask now. Where it failed before, only the first who comes after the pause is let through."""
        now = self.clock()
        if now < self._until:
            return False
        if self._pause:
            self._until = now + self._pause
        return True

    @property
    def is_open(self) -> bool:
        """Whether nobody is to ask now; unlike ``allows``, this lets nobody through."""
        return self.clock() < self._until

    def failed(self, why: Exception) -> None:
        """It did not answer."""
        if not self._pause:
            logger.warning("the database answers alone: %s", why)
        self._pause = min(2 * self._pause or _FIRST, _LONGEST)
        self._until = self.clock() + self._pause

    def answered(self) -> None:
        """It did."""
        if self._pause:
            logger.info("the index %s answers again", self.name)
        self._pause = self._until = 0.0
