"""The processor's time that some work takes."""

from __future__ import annotations

import time
from collections.abc import Callable

_RUNS = 3


def takes_less_than(seconds: float, work: Callable[[], object]) -> bool:
    """Return whether some work takes less processor time than that, once out of three runs on a busy machine."""
    return any(_measure(work) < seconds for _ in range(_RUNS))


def _measure(work: Callable[[], object]) -> float:
    started = time.process_time()
    work()
    return time.process_time() - started
