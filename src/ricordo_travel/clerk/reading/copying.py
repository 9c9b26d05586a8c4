"""Hold the reader to the words of a message while it writes a statement, or a note about somebody.

The model garbles some long messages: "my husband burns within reef" of a husband who burns within minutes. Statements
are nearly always copied from the message in its order, so anything else is written only where the model is very sure.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

_STATEMENTS = frozenset({"tell", "correct"})
_UNSAID = 0.03
"""How likely a piece of a statement still is that the message does not have there: people shorten what they say."""
_JOINTS = frozenset({"is", "are", "am", "has", "have", "my", "our", "not", "budget", "'", "s", "t", "re", "m"})
"""Pieces with which a statement is put together that the message says in other words: "kids are 6 and 10"."""


class Copying:
    """What of a message may be written next, by its word pieces.

    Args:
        pieces: All word pieces by number.
        said: The numbers of those in the message.
    """

    def __init__(self, pieces: tuple[str, ...], said: Sequence[int]) -> None:
        self._pieces, self._said = pieces, said
        self._free = _find_free(pieces)

    def weigh(self, written: Sequence[int], chances: Any) -> Any:
        """Return the chances of all pieces after those that were written, with less for what the message lacks."""
        statement = self._find_statement(written)
        if statement is None:
            return chances
        kept = [*self._find_following(statement), *self._free]
        weighed = chances * _UNSAID
        weighed[kept] = chances[kept]
        return weighed

    def _find_statement(self, written: Sequence[int]) -> Sequence[int] | None:
        """Return the pieces of the statement that is being written, or None if it is something else."""
        names = [self._pieces[number] for number in written]
        begin = max((place for place, name in enumerate(names) if name in {";", "[CLS]"}), default=-1) + 1
        bar = max((place for place, name in enumerate(names) if name == "|" and place >= begin), default=None)
        verb = names[begin] if begin < len(names) else ""
        return written[bar + 1 :] if bar is not None and verb in _STATEMENTS else None

    def _find_following(self, statement: Sequence[int]) -> set[int]:
        """Return the pieces of the message that come after those of a statement: more of a word, or a later one."""
        ends = {-1}
        for number in statement:
            if self._continues(number):
                after = {place + 1 for place in ends if self._said[place + 1 : place + 2] == [number]}
            else:
                after = {place for place in range(min(ends) + 1, len(self._said)) if self._said[place] == number}
            ends = after or ends
        rest = {place + 1 for place in ends if place + 1 < len(self._said) and self._continues(self._said[place + 1])}
        later = {place for place in range(min(ends) + 1, len(self._said)) if not self._continues(self._said[place])}
        return {self._said[place] for place in rest | later}

    def _continues(self, number: int) -> bool:
        return self._pieces[number].startswith("##")


@lru_cache(maxsize=1)
def _find_free(pieces: tuple[str, ...]) -> frozenset[int]:
    """Return the pieces that may stand anywhere in a statement, and those that end it."""
    return frozenset(number for number, piece in enumerate(pieces) if piece in _JOINTS | {";", "|", "[SEP]"})


_WITH_CONTENT = frozenset({"add", "replace"})
_UNKNOWN = 0.05
"""How likely a piece of a note still is that is in none of the texts before it."""
_STEM = 4
_ENDINGS = frozenset({"##s", "##es", "##ed", "##d", "##ing", "##ly"})
_IN_OTHER_WORDS = frozenset(
    """a an and are as at away be been but by called can cannot child children could does eats every father find finds
    flies fly for four free from full get gets girlfriend boyfriend goes had has hates have he her him his
    husband in is it its kid kids like likes live lives long longer loves mother needs never no nor not of often
    on one only or other own pays people person prefers she sits sleeps some son sons daughter takes than that
    the their them they three to too travel travels two until up uses usually vegetarian very wants was wears
    wife with without work works would year years grandmother grandfather friend budget diet home dog cat
    retired intolerant allergic afraid preferences travellers trip _ length style visited name add replace drop
    erase keep show all none wrong private s t , . - ' $ €""".split()
) | {";", "|", "[SEP]"}
"""Pieces in which a note says what the message says in others, and those of edits."""


class Wording:
    """The words in which a note about somebody may be put: those of the texts that it comes from, and plain ones.

    Args:
        pieces: All word pieces by number.
        said: The numbers of those in the message, and in what was said and known before it.
    """

    def __init__(self, pieces: tuple[str, ...], said: Sequence[int]) -> None:
        self._pieces = pieces
        stems = _find_stems(pieces)
        kept = {*said, *_find_plain(pieces)}
        for number in said:
            kept |= stems.get(pieces[number][:_STEM], frozenset())
        self._kept = sorted(kept)

    def weigh(self, written: Sequence[int], chances: Any) -> Any:
        """Return the chances of all pieces after those that were written, with less for what nobody has said."""
        names = [self._pieces[number] for number in written]
        begin = max((place for place, name in enumerate(names) if name in {";", "[CLS]"}), default=-1) + 1
        if "|" not in names[begin:] or names[begin] not in _WITH_CONTENT:
            return chances
        weighed = chances * _UNKNOWN
        weighed[self._kept] = chances[self._kept]
        return weighed


@lru_cache(maxsize=1)
def _find_plain(pieces: tuple[str, ...]) -> frozenset[int]:
    return frozenset(number for number, piece in enumerate(pieces) if piece in _IN_OTHER_WORDS | _ENDINGS)


@lru_cache(maxsize=1)
def _find_stems(pieces: tuple[str, ...]) -> dict[str, frozenset[int]]:
    """Return the pieces that begin with each four letters, as other forms of a word do."""
    found: dict[str, set[int]] = {}
    for number, piece in enumerate(pieces):
        if len(piece) >= _STEM and piece.isalpha():
            found.setdefault(piece[:_STEM], set()).add(number)
    return {stem: frozenset(each) for stem, each in found.items()}
