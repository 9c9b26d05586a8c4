"""Hold the reader to the words of a message while it writes a statement or a day.

The model garbles some long messages: "my husband burns within reef" of a husband who burns within minutes. Statements
are nearly always copied from the message in its order, and weekdays and months are always named by it, so anything
else there is written only where the model is very sure.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

_WEEKDAY = re.compile(r"(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:days?)?")
_MONTH = re.compile(
    r"jan(?:uary)?|feb(?:ruary)?|march|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|"
    r"nov(?:ember)?|dec(?:ember)?"
)
_CALENDAR = (_WEEKDAY, _MONTH)
_ALIKE = 3
"""First letters by which a weekday or a month is the same as its short form."""
_STATEMENTS = frozenset({"tell", "correct"})
_DAYS = frozenset({"on", "until"})
_UNSAID = 0.03
"""How likely a piece of a statement still is that the message does not have there: people shorten what they say."""
_UNSAID_DAY = 0.02
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
        self._free, calendar = _find_known(pieces)
        words = re.findall(r"[a-z]+", " ".join(pieces[number] for number in said).replace(" ##", ""))
        self._unnamed: list[int] = []
        for pattern, numbers in zip(_CALENDAR, calendar, strict=True):
            if named := {word[:_ALIKE] for word in words if pattern.fullmatch(word)}:
                self._unnamed += [number for number in numbers if pieces[number][:_ALIKE] not in named]

    def weigh(self, written: Sequence[int], chances: Any) -> Any:
        """Return the chances of all pieces after those that were written, with less for what the message lacks."""
        verb, slot, value = self._find_slot(written)
        if slot in _DAYS:
            chances[self._unnamed] *= _UNSAID_DAY
        if verb in _STATEMENTS and value is not None:
            kept = [*self._find_following(value), *self._free]
            weighed = chances * _UNSAID
            weighed[kept] = chances[kept]
            return weighed
        return chances

    def _find_slot(self, written: Sequence[int]) -> tuple[str, str, Sequence[int] | None]:
        """Return the verb of the command that is being written, the name of its slot, and the slot's pieces."""
        names = [self._pieces[number] for number in written]
        begin = max((place for place, name in enumerate(names) if name in {";", "[CLS]"}), default=-1) + 1
        bar = max((place for place, name in enumerate(names) if name == "|" and place >= begin), default=None)
        verb = names[begin] if begin < len(names) else ""
        if bar is None:
            return verb, "", None
        return verb, names[bar + 1] if bar + 1 < len(names) else "", written[bar + 1 :]

    def _find_following(self, value: Sequence[int]) -> set[int]:
        """Return the pieces of the message that come after those of a value: the rest of a word, or a later word."""
        ends = {-1}
        for number in value:
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
def _find_known(pieces: tuple[str, ...]) -> tuple[frozenset[int], Sequence[Sequence[int]]]:
    """Return the pieces that may stand anywhere in a statement, and those that are weekdays and months."""
    free = frozenset(number for number, piece in enumerate(pieces) if piece in _JOINTS | {";", "|", "[SEP]"})
    calendar = [[number for number, piece in enumerate(pieces) if each.fullmatch(piece)] for each in _CALENDAR]
    return free, calendar
