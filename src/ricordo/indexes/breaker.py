"""A circuit breaker, so that searches do not wait again and again for an index that is down."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass

logger = logging.getLogger("ricordo")

_MIN_PAUSE_SECONDS, _MAX_PAUSE_SECONDS = 1.0, 30.0


@dataclass(slots=True)
class Breaker:
    """A circuit breaker.

    After a failure it blocks requests for a pause, which doubles with each further failure. After the pause it lets one
    request through as a probe.
    """

    name: str
    clock: Callable[[], float] = time.monotonic
    _pause: float = 0.0
    _until: float = 0.0

    def allow_request(self) -> bool:
        """Return whether a request may be sent now. After a failure, only the first one after the pause may."""
        now = self.clock()
        if now < self._until:
            return False
        if self._pause:
            self._until = now + self._pause
        return True

    @property
    def is_open(self) -> bool:
        """True while requests are blocked. Unlike ``allow_request``, reading this uses up no probe."""
        return self.clock() < self._until

    def record_failure(self, error: Exception) -> None:
        """Begin a pause, or a longer one."""
        if not self._pause:
            logger.warning("the database answers alone: %s", error)
        self._pause = min(2 * self._pause or _MIN_PAUSE_SECONDS, _MAX_PAUSE_SECONDS)
        self._until = self.clock() + self._pause

    def record_success(self) -> None:
        """End the pause."""
        if self._pause:
            logger.info("the index %s answers again", self.name)
        self._pause = self._until = 0.0
