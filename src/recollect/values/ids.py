"""Ids for what has none of its own."""

from __future__ import annotations

import secrets
import time


def new_id() -> str:
    """An id that nobody has, ascending with time so that indexes stay compact."""
    return f"{time.time_ns() // 1_000_000:012x}{secrets.token_hex(10)}"
