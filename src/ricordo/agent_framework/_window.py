"""The part of a conversation that is shown to the model: its end, with a beginning that rarely moves.

A window that slides by one exchange at each run begins every request with other words, and a model's service can reuse
nothing of the request before. So the window grows until it is full, and is then cut to half.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate
from typing import Any, TypeVar

from ricordo.agent_framework._seen import MAX_CONVERSATIONS, digest

T = TypeVar("T")

_STATE = "first"


def find_start(ids: Sequence[str], sizes: Sequence[int], limit: int, first: str | None) -> int:
    """Return the index at which the window begins.

    Args:
        ids: The ids of the turns that were read, oldest first.
        sizes: Their sizes.
        limit: The size of a full window.
        first: The id of the turn that it began with before; None if that is not known.
    """
    ends = list(accumulate(reversed(sizes)))[::-1]  # of each turn, the size of the window that begins with it
    fitting = [index for index, size in enumerate(ends) if size <= limit]
    if not fitting:
        return len(ids)
    if first is not None and first in (known := [ids[index] for index in fitting]):
        return fitting[known.index(first)]
    if fitting[0] == 0:
        return 0
    large = [index for index in fitting if 2 * ends[index] >= limit] or fitting
    # Without a state the turn with the least digest is taken: the next runs are likely to choose the same.
    return large[-1] if first is not None else min(large, key=lambda index: digest(ids[index]))


def measure_window(items: Sequence[T], measure: Callable[[T], int], limit: int) -> list[int]:
    """Return the sizes of items. What is beyond a full window, counted from the end, is not measured."""
    sizes: list[int] = []
    room = limit
    for item in reversed(items):
        sizes.append(measure(item) if room >= 0 else 0)
        room -= sizes[-1]
    return sizes[::-1]


def load_first(state: Mapping[str, Any], conversation: str) -> str | None:
    """Return the id of the turn that the window of a conversation began with, from a session's state."""
    return state.get(_STATE, {}).get(digest(conversation))


def save_first(state: dict[str, Any], conversation: str, id: str) -> None:
    """Save the id of the turn that the window of a conversation begins with."""
    kept: dict[str, str] = {**state.get(_STATE, {})}
    kept.pop(digest(conversation), None)
    kept[digest(conversation)] = id
    state[_STATE] = dict(list(kept.items())[-MAX_CONVERSATIONS:])
