"""The answer to a query."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import overload

from recollect.values.memory import Evidence, Kind, State
from recollect.values.render import render
from recollect.values.scope import Scope
from recollect.values.tokens import estimate_tokens
from recollect.values.turn import Role


@dataclass(frozen=True, slots=True)
class Why:
    """Why a hit was found.

    ``ranks`` gives its place in each arm that found it, counted from 1; ``words`` are the words of the query that it
    holds, ``times`` what the query said about time and this hit fits; ``parts`` is what each ingredient added to the
    score.
    """

    ranks: Mapping[str, int] = field(default_factory=dict[str, int])
    words: tuple[str, ...] = ()
    times: tuple[str, ...] = ()
    parts: Mapping[str, float] = field(default_factory=dict[str, float])

    def __str__(self) -> str:
        details = {"keyword": self.words, "time": self.times}
        reasons = [
            f"{arm} #{rank}" + (f" ({', '.join(details[arm])})" if details.get(arm) else "")
            for arm, rank in sorted(self.ranks.items(), key=lambda item: item[1])
        ]
        return ", ".join(reasons) or "recent"


@dataclass(frozen=True, slots=True)
class Hit:
    """One thing that was found: a turn word for word, or a memory with the evidence that it rests on.

    ``speaker`` is the author's name where there is one; ``role`` is what a turn was stored with, and cannot be forged.
    """

    id: str
    kind: Kind
    text: str
    score: float
    why: Why
    occurred_at: datetime
    evidence: tuple[Evidence, ...]
    scope: Scope
    speaker: str
    state: State = "current"
    role: Role | None = None


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
