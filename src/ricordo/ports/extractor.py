"""The protocols of extractors, which find memories in turns, and of summarisers.

They return proposals. ``ricordo.learn`` checks the evidence of each candidate and reconciles it with what is known, in
the same way for every extractor.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol

from ricordo.values import Evidence, Memory, MemoryKind, ModelError, StoredTurn


@dataclass(frozen=True, slots=True)
class Wanted:
    """A profile field to fill: its name, its description, and the JSON schema of its value."""

    name: str
    description: str
    schema: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Exchange:
    """The turns of one conversation to learn from.

    Attributes:
        turns: Turns that nobody has learned from yet, in order.
        before: The turns just before them, as context only.
        wanted: The profile fields to fill.
        known: The memories of the person that are nearest to the turns.
    """

    turns: tuple[StoredTurn, ...]
    before: tuple[StoredTurn, ...] = ()
    wanted: tuple[Wanted, ...] = ()
    known: tuple[Memory, ...] = ()


@dataclass(frozen=True, slots=True)
class Candidate:
    """A statement that may become a memory, with the quotes that support it.

    An extractor that was shown what is known may say how the statement relates to it: ``same_as``, ``replaces`` and
    ``ends`` hold ids of ``Exchange.known``. Without them, the relation is found by comparing.

    Attributes:
        kind: The kind of the memory.
        content: The statement, as one sentence.
        evidence: Quotes from the turns of the exchange that support it.
        field: A slot (see ``ricordo.language.slots``) or a profile field that the statement fills.
        value: The value for that field.
        ended: Whether the statement has stopped being true ("I used to", "not any more").
        explicit: Whether it was said. False if it was only implied.
        subject: Who it is about, as the person calls them; None for the person.
        negated: Whether it says that something is not so.
        valid_from: The time from which it is true, if that was said.
        valid_until: The time until which it is true, if that was said.
        same_as: The id of the known memory that it repeats.
        replaces: The ids of the known memories whose place it takes.
        ends: The ids of the known memories that are over.
        is_new: Whether the extractor saw what is known and called the statement new.
        maker: The extractor that made it, if it is not the one that was asked.
    """

    kind: MemoryKind
    content: str
    evidence: tuple[Evidence, ...]
    field: str | None = None
    value: Any = None
    ended: bool = False
    explicit: bool = True
    subject: str | None = None
    negated: bool = False
    valid_from: datetime | None = None
    valid_until: datetime | None = None
    same_as: str | None = None
    replaces: tuple[str, ...] = ()
    ends: tuple[str, ...] = ()
    is_new: bool = False
    maker: str | None = None

    @property
    def is_related(self) -> bool:
        """Whether the extractor said how the statement relates to what is known."""
        return self.is_new or self.same_as is not None or bool(self.replaces or self.ends)


@dataclass(frozen=True, slots=True)
class Cost:
    """Calls of a language model, and their tokens."""

    calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0

    def __add__(self, other: Cost) -> Cost:
        return Cost(
            self.calls + other.calls, self.input_tokens + other.input_tokens, self.output_tokens + other.output_tokens
        )


class CostlyError(ModelError):
    """A model failed after it had cost something."""

    def __init__(self, message: str, cost: Cost) -> None:
        super().__init__(message)
        self.cost = cost


@dataclass(frozen=True, slots=True)
class Extraction:
    """The candidates that an extractor found, and their cost."""

    candidates: tuple[Candidate, ...] = ()
    cost: Cost = Cost()


class Extractor(Protocol):
    """A model, or a set of rules, that finds statements worth remembering in turns."""

    @property
    def name(self) -> str:
        """The name of the extractor, with its version. It is stored as the ``maker`` of its memories."""
        ...

    async def extract(self, exchange: Exchange) -> Extraction:
        """Return the statements in the turns of ``exchange`` that are worth remembering.

        Raises:
            ModelError: The model failed.
            CostlyError: The model failed after it had cost something.
        """
        ...

    def estimate(self, exchange: Exchange) -> Cost:
        """Return the most that extracting from ``exchange`` can cost, without doing it."""
        ...


@dataclass(frozen=True, slots=True)
class Summary:
    """A conversation in a few sentences, with the quotes that support them."""

    content: str
    evidence: tuple[Evidence, ...]
    cost: Cost = Cost()


class Summariser(Protocol):
    """A model that summarises conversations."""

    @property
    def name(self) -> str:
        """The name of the summariser, with its version. It is stored as the ``maker`` of its summaries."""
        ...

    async def summarise(self, turns: Sequence[StoredTurn], *, previous: str | None = None) -> Summary | None:
        """Summarise a conversation.

        Args:
            turns: The turns since the previous summary.
            previous: The previous summary, which the new one replaces.

        Returns:
            The summary, or None if there is nothing worth saying.

        Raises:
            ModelError: The model failed.
        """
        ...
