"""Chance that is the same every time: what is drawn depends on the words it is drawn for and on nothing else."""

from __future__ import annotations

from random import Random

_SEED = "ricordo travel 1"


def drawn_for(*words: object) -> Random:
    """A source of chance for ``words``."""
    return Random(" ".join([_SEED, *map(str, words)]))  # noqa: S311 - a made-up timetable is no secret
