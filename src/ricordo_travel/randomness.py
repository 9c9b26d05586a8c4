"""Random numbers that are the same in every process, for made-up timetables and prices."""

from __future__ import annotations

from random import Random

_SEED = "ricordo travel 1"


def create_random(*words: object) -> Random:
    """Return a random number generator that is seeded with `words`."""
    return Random(" ".join([_SEED, *map(str, words)]))  # noqa: S311 - a made-up timetable is no secret
