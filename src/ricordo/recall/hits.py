"""The answer to a query."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import overload

from ricordo.prompt.render import render
from ricordo.prompt.tokens import estimate_tokens
from ricordo.values import Hit


@dataclass(frozen=True, slots=True)
class Recall(Sequence[Hit]):
    """Hits, best first. ``left_out`` names the arms that failed or were not back in time."""

    hits: tuple[Hit, ...] = ()
    left_out: tuple[str, ...] = ()

    @overload
    def __getitem__(self, index: int) -> Hit: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Hit, ...]: ...
    def __getitem__(self, index: int | slice) -> Hit | tuple[Hit, ...]:
        return self.hits[index]

    def __len__(self) -> int:
        return len(self.hits)

    def render(self, budget: int = 800, *, count_tokens: Callable[[str], int] = estimate_tokens) -> str:
        """The block that an agent is given: at most ``budget`` tokens, empty if nothing was found or nothing fits.

        ``count_tokens`` replaces the built-in estimate, which is on the safe side for the usual tokenizers.
        """
        return render(self.hits, budget=budget, count_tokens=count_tokens)
