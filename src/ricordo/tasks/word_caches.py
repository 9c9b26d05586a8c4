"""Caches whose keys are people's words. They are emptied when something is erased, here and in the helper process."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, ParamSpec, TypeVar, cast

from ricordo.tasks import run_in_helper

P = ParamSpec("P")
T = TypeVar("T")

_MAX_WAIT_SECONDS = 1.0
"""How long erasing waits for the helper process, which may be reading a long turn of somebody else."""

_clear_functions: list[Callable[[], None]] = []


def cache_words(size: int) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Cache what a function returns for the last `size` texts, as long as nothing is erased."""

    def wrap(function: Callable[P, T]) -> Callable[P, T]:
        cached: Any = lru_cache(maxsize=size)(function)
        _clear_functions.append(cached.cache_clear)
        return cast("Callable[P, T]", cached)

    return wrap


def clear_word_caches() -> None:
    """Empty the caches of this process."""
    for clear in _clear_functions:
        clear()


async def forget_words() -> None:
    """Empty the caches of this process, and those of its helper process when that has done what it is doing."""
    clear_word_caches()
    await run_in_helper(clear_word_caches, seconds=_MAX_WAIT_SECONDS)
