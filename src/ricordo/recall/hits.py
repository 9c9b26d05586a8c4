"""Recalls: answers to queries."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import overload

from ricordo.prompt.render import Section, render
from ricordo.prompt.tokens import estimate_tokens
from ricordo.values import Hit, Scope


@dataclass(frozen=True, slots=True)
class Recall(Sequence[Hit]):
    """The answer to a query: a sequence of hits, best first.

    Attributes:
        hits: The hits.
        left_out: The arms of the search that failed or missed the deadline.
        scopes: The scopes that were asked.

    Examples:
        >>> found = await memory.recall("suggest a vacation", scope=alice)
        >>> best = found[0]
        >>> prompt = found.render(budget=800)
    """

    hits: tuple[Hit, ...] = ()
    left_out: tuple[str, ...] = ()
    scopes: tuple[Scope, ...] = ()

    @overload
    def __getitem__(self, index: int) -> Hit: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Hit, ...]: ...
    def __getitem__(self, index: int | slice) -> Hit | tuple[Hit, ...]:
        return self.hits[index]

    def __len__(self) -> int:
        return len(self.hits)

    def render(
        self, budget: int = 800, *, ids: bool = False, count_tokens: Callable[[str], int] = estimate_tokens
    ) -> str:
        """Render the hits as the block of text that an agent is given.

        The block is delimited, and every hit in it is one escaped line. Statements come first, each with its date, then
        what was said, in its own order, session by session. A question brings its answer, and an answer its question.
        If several scopes were asked, each line, or the first of a conversation, says whose it is.
        Hits are left out from where the scores fall off, and a text that is too long is cut between sentences.

        Args:
            budget: Tokens that the block may take.
            ids: Show the id of each hit, for an agent that may correct or forget it. None is left out for its score.
            count_tokens: Replaces the built-in estimate, which is on the safe side of the usual tokenizers for prose.

        Returns:
            The block, or an empty string if nothing was found or nothing fits.

        Raises:
            ValueError: `budget` is less than one token.
        """
        section = Section(hits=self.hits, ids=ids)
        return render([section], budget=budget, count_tokens=count_tokens, scopes=self.scopes)
