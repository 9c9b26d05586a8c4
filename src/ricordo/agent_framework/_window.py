"""The part of a conversation that is shown to the model: its end, with a beginning that rarely moves.

A window that slides by one exchange at each run begins every request with other words, and a model's service can reuse
nothing of the request before. So the window grows until it is full, and is then cut to half.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate
from typing import Any, TypeVar

from ricordo.agent_framework._seen import conversation_key, digest, save_entry
from ricordo.values import Scope

T = TypeVar("T")

_STATE_KEY = "first"


def find_start(ids: Sequence[str], sizes: Sequence[int], limit: int, first: str | None) -> int:
    """Return the index at which the window begins.

    Args:
        ids: The ids of the turns that were read, oldest first.
        sizes: Their sizes.
        limit: The size of a full window.
        first: The id of the turn that it began with before; None if that is not known.
    """
    totals = list(accumulate(reversed(sizes)))[::-1]  # the size of the window that begins with each turn
    fitting = [index for index, size in enumerate(totals) if size <= limit]
    if not fitting:
        return len(ids)
    if first is not None and first in (known := [ids[index] for index in fitting]):
        return fitting[known.index(first)]
    if fitting[0] == 0:
        return 0
    large = [index for index in fitting if 2 * totals[index] >= limit] or fitting
    # Without a former beginning, take the turn with the least digest: the next runs are likely to choose the same.
    return large[-1] if first is not None else min(large, key=lambda index: digest(ids[index]))


def measure_window(items: Sequence[T], measure: Callable[[T], int], limit: int) -> list[int]:
    """Return the sizes of items; 0 for those before a full window, which are not measured."""
    sizes: list[int] = []
    room = limit
    for item in reversed(items):
        sizes.append(measure(item) if room >= 0 else 0)
        room -= sizes[-1]
    return sizes[::-1]


def load_first(state: Mapping[str, Any], scope: Scope, conversation: str) -> str | None:
    """Return the id of the turn that the window of a conversation began with, from a session's state."""
    return state.get(_STATE_KEY, {}).get(conversation_key(scope, conversation))


def save_first(state: dict[str, Any], scope: Scope, conversation: str, id: str) -> None:
    """Save the id of the turn that the window of a conversation begins with."""
    save_entry(state, _STATE_KEY, conversation_key(scope, conversation), id)
