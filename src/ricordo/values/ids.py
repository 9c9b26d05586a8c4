"""New ids."""

from __future__ import annotations

import os
import random
import time

# An id is unique, not secret. Reading the system's random source for each would cost more than storing a turn.
_random = random.Random(os.urandom(32))  # noqa: S311
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=lambda: _random.seed(os.urandom(32)))


def new_id() -> str:
    """Return a unique id. Ids ascend with time, so that indexes stay compact."""
    return f"{time.time_ns() // 1_000_000:012x}{_random.getrandbits(80):020x}"
