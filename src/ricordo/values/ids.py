"""Ids for what has none of its own."""

from __future__ import annotations

import os
import random
import time

# An id has to be unique, not secret. Asking the system for every one of them costs more than storing a turn does.
_chance = random.Random(os.urandom(32))  # noqa: S311
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=lambda: _chance.seed(os.urandom(32)))


def new_id() -> str:
    """An id that nobody has, ascending with time so that indexes stay compact."""
    return f"{time.time_ns() // 1_000_000:012x}{_chance.getrandbits(80):020x}"
