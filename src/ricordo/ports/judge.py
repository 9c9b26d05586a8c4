"""The protocol of judges, which compare two short texts by their meaning."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

Relation = Literal["same", "finer", "replaces", "ends", "independent"]
"""The relation of a later statement to an earlier one.

``finer`` says more of the same, ``replaces`` takes the place of what was true, ``ends`` says that it is over.
"""

Support = Literal["yes", "no", "opposite"]


@dataclass(frozen=True, slots=True)
class Claim:
    """A statement, and the words that are said to support it.

    Attributes:
        content: The statement.
        quote: The person's words.
        context: What was said just before, with its speaker.
    """

    content: str
    quote: str
    context: str = ""


class Judge(Protocol):
    """A model that decides how two statements relate, and whether words support a statement."""

    @property
    def name(self) -> str:
        """The name of the judge, with its version."""
        ...

    def knows(self, text: str) -> bool:
        """Return whether ``text`` is in a language that the judge was made for."""
        ...

    async def relate(self, pairs: Sequence[tuple[str, str]]) -> list[Mapping[Relation, float]]:
        """Return the probability of each relation, for pairs of an earlier and a later statement of one subject."""
        ...

    async def check(self, claims: Sequence[Claim]) -> list[Mapping[Support, float]]:
        """Return the probability that the words support the statement, do not support it, or say the opposite."""
        ...
