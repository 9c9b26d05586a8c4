"""The seams to whatever learns from turns: an extractor of memories, and a summariser of conversations.

What they return is a proposal. Whether a candidate's evidence stands, whether it may be believed, and what it does to
what is already known is decided in ``ricordo.learn``, the same for all extractors.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from ricordo.values import Evidence, MemoryKind, ModelError, StoredTurn


@dataclass(frozen=True, slots=True)
class Wanted:
    """A field of a profile that somebody wants to be filled: its name, what it means, and its JSON schema."""

    name: str
    description: str
    schema: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Exchange:
    """Turns of one conversation that nobody has learned from yet, in order.

    ``before`` are the turns just before them, for understanding only; ``wanted`` are the fields of profiles.
    """

    turns: tuple[StoredTurn, ...]
    before: tuple[StoredTurn, ...] = ()
    wanted: tuple[Wanted, ...] = ()


@dataclass(frozen=True, slots=True)
class Candidate:
    """Something that may be worth knowing, and the words that it rests on.

    ``field`` is a slot (see ``ricordo.language.slots``) or a field of a profile, and ``value`` what was said for it.
    Where something has come to an end ("I used to", "not any more") it is ``ended``. What was only implied is not
    ``explicit``.
    """

    kind: MemoryKind
    content: str
    evidence: tuple[Evidence, ...]
    field: str | None = None
    value: Any = None
    ended: bool = False
    explicit: bool = True


@dataclass(frozen=True, slots=True)
class Cost:
    """What it took: calls of a language model, and tokens."""

    calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0

    def __add__(self, other: Cost) -> Cost:
        return Cost(
            self.calls + other.calls, self.input_tokens + other.input_tokens, self.output_tokens + other.output_tokens
        )


class CostlyError(ModelError):
    """A model failed after it was paid; ``cost`` says what."""

    def __init__(self, message: str, cost: Cost) -> None:
        super().__init__(message)
        self.cost = cost


@dataclass(frozen=True, slots=True)
class Extraction:
    """What an extractor found, and what that cost."""

    candidates: tuple[Candidate, ...] = ()
    cost: Cost = Cost()


class Extractor(Protocol):
    """Finds what is worth knowing in turns. ``name`` says who made a memory, with a version."""

    @property
    def name(self) -> str: ...

    async def extract(self, exchange: Exchange) -> Extraction:
        """What is worth knowing. Raises ``ModelError`` where a model fails, ``CostlyError`` if that cost something."""
        ...

    def estimate(self, exchange: Exchange) -> Cost:
        """What extracting would cost at most, without doing it."""
        ...


@dataclass(frozen=True, slots=True)
class Summary:
    """A conversation in a few sentences, and the words that they rest on."""

    content: str
    evidence: tuple[Evidence, ...]
    cost: Cost = Cost()


class Summariser(Protocol):
    """Puts a conversation into a few sentences."""

    @property
    def name(self) -> str: ...

    async def summarise(self, turns: Sequence[StoredTurn], *, previous: str | None = None) -> Summary | None:
        """A summary of ``turns``, which follow what ``previous`` sums up; None if there is nothing to say."""
        ...
