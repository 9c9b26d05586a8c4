"""A hit of a recall, and the reasons for it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from ricordo.values.memory import Evidence, Kind, State
from ricordo.values.scope import Scope
from ricordo.values.turn import UNTRUSTED_SUFFIX, Role


@dataclass(frozen=True, slots=True)
class Why:
    """The reasons for a hit. As a string, it is one line for people.

    Attributes:
        ranks: Its rank in each arm of the search that found it, counted from 1.
        words: The words of the query that it holds.
        times: The times in the query that it matches.
        parts: The part of the score that each ingredient added.
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
class Outdated:
    """Words of a turn that no longer hold, and the reason.

    Attributes:
        quote: The words. A summary of the conversation may repeat them in other words.
        reason: `rejected` or `corrected` by the person, or `superseded` by what was said later.
        memory_id: The memory that rested on these words.
        current_id: The memory that holds instead; None if there is none in the scope that was asked.
        current: The content of that memory.
    """

    quote: str
    reason: Literal["rejected", "corrected", "superseded"]
    memory_id: str
    current_id: str | None = None
    current: str | None = None


@dataclass(frozen=True, slots=True)
class Hit:
    """A turn or memory that a recall found.

    Attributes:
        id: The id of the turn or memory.
        kind: `turn`, or the kind of the memory.
        text: The text of the turn, or the content of the memory.
        score: The score that it was ranked by. Scores of different queries cannot be compared.
        why: The reasons for the hit.
        occurred_at: When it was said, or from when it is true.
        evidence: The turns and quotes that support a memory.
        scope: The scope that it is stored in.
        speaker: The author's name, or the role if there is none.
        state: The state of the memory.
        role: The role of the turn. Unlike the speaker's name, nobody can choose it.
        outdated: The words of the turn, or of a summarised one, that no longer hold, and what holds instead.
        tags: The tags of the turn, or of the turns that the memory rests on.
        position: Its place among all hits of the recall in the order in which they were stored, so that turns of the
            same time can be put in order.
        question: The turn before it in the same conversation, if that asks something.
        answer: The turn after it in the same conversation, if this one asks something.

    Examples:
        >>> for hit in await memory.recall("suggest a vacation", scope=alice):
        ...     print(hit.score, hit.text, hit.why)
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
    outdated: tuple[Outdated, ...] = ()
    tags: tuple[str, ...] = ()
    position: int = 0
    question: Hit | None = None
    answer: Hit | None = None

    @property
    def is_untrusted(self) -> bool:
        """True if it comes from a conversation in which a tool had returned untrusted output."""
        return any(UNTRUSTED_SUFFIX in id for id in (self.id, *(evidence.turn_id for evidence in self.evidence)))
