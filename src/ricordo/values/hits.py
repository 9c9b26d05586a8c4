"""One thing that a recall found, and why."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from ricordo.values.memory import Evidence, Kind, State
from ricordo.values.scope import Scope
from ricordo.values.turn import UNTRUSTED_SUFFIX, Role


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

    @property
    def is_untrusted(self) -> bool:
        """Whether it comes from a conversation in which a tool had returned untrusted output."""
        return any(UNTRUSTED_SUFFIX in id for id in (self.id, *(evidence.turn_id for evidence in self.evidence)))
