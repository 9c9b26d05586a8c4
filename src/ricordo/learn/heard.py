"""Turns as verification hears them: each is read once, and of a long one only the words around a quote count.

A turn may have 100,000 letters and a job may have hundreds of turns. What one candidate costs must not grow with that.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from ricordo.language.clauses import split_sentences
from ricordo.language.filters import find_secret_words, forbids_saving, own_words
from ricordo.learn.consent import says_yes
from ricordo.learn.support import find_word_beginnings
from ricordo.values import StoredTurn

MAX_HEARD = 4_000
"""Characters of a turn that one candidate is compared with. Of a longer turn, these are the words around the quote."""

_MAX_NEIGHBOURS = 50
"""Turns before and after a quoted one whose words explain it."""


class Sentence(NamedTuple):
    """A sentence, and the beginnings of its words."""

    text: str
    words: frozenset[str]


@dataclass(frozen=True)
class HeardTurn:
    """A turn, its place among the others, and what is read out of it, once for all candidates."""

    turn: StoredTurn
    position: int = 0
    previous: HeardTurn | None = None

    @cached_property
    def own(self) -> str:
        """The speaker's own words; the others are blank."""
        return own_words(self.turn.text)

    @cached_property
    def secret_words(self) -> frozenset[str]:
        """The words of secrets that the turn holds."""
        return find_secret_words(self.turn.text)

    @cached_property
    def is_private(self) -> bool:
        """Whether the speaker asks that the turn is not kept."""
        return forbids_saving(self.turn.text)

    @cached_property
    def sentences(self) -> tuple[Sentence, ...]:
        """The sentences of the speaker, without those that are too long to be one."""
        found = (part for part in split_sentences(self.own) if len(part) <= MAX_HEARD)
        return tuple(Sentence(part, find_word_beginnings(part)) for part in found)

    @cached_property
    def question(self) -> str:
        """The questions in the assistant's turn just before this one; an empty text if there are none."""
        asked = self.previous
        if asked is None or asked.turn.role != "assistant" or asked.turn.scope != self.turn.scope:
            return ""
        sentences = split_sentences(asked.own[-MAX_HEARD:])
        return " ".join(sentence for sentence in sentences if sentence.endswith(("?", "？")))

    @cached_property
    def is_plain_yes(self) -> bool:
        """Whether the turn says yes to the question before it, and little else."""
        return says_yes(self.own)

    def words_around(self, quote: str = "") -> str:
        """Return the speaker's own words; of a long turn those around a quote, or the first ones."""
        if len(self.own) <= MAX_HEARD:
            return self.own
        start = max(0, self.own.find(quote))
        reach = (MAX_HEARD - min(MAX_HEARD, len(quote))) // 2
        return self.own[max(0, start - reach) : start + len(quote) + reach]


class Hearing:
    """All turns that were heard: those that may be cited, and earlier ones that explain them."""

    def __init__(self, turns: Mapping[str, StoredTurn], context: Iterable[StoredTurn] = ()) -> None:
        self.turns: list[HeardTurn] = []
        for position, turn in enumerate((*context, *turns.values())):
            self.turns.append(HeardTurn(turn, position, self.turns[-1] if self.turns else None))
        self._cited = {one.turn.id: one for one in self.turns if one.turn.id in turns}

    def find(self, id: str) -> HeardTurn | None:
        """Return the turn with an id, if it may be cited."""
        return self._cited.get(id)

    def citable(self) -> Sequence[HeardTurn]:
        """Return all turns that may be cited."""
        return list(self._cited.values())

    def near(self, positions: Iterable[int]) -> list[HeardTurn]:
        """Return the turns near the given positions, in order."""
        last = len(self.turns) - 1
        chosen = {
            place
            for position in positions
            for place in range(max(0, position - _MAX_NEIGHBOURS), min(last, position + _MAX_NEIGHBOURS) + 1)
        }
        return [self.turns[place] for place in sorted(chosen)]
