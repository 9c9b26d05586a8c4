"""The way that words in a text speak of: there or back. They give the days and hours beside them their role."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import Literal, NamedTuple

Way = Literal["there", "back"]

_BOUNDARY = re.compile(r"[,;.!?()](?=\s|$)|\b(?:and|but|then|so|plus|because|since)\b|&|\+")
_WORD = re.compile(
    r"\b(?:(?P<leave>leav(?:e|es|ing))(?! (?:it|out|that|me|us|from|for)\b)"
    r"|(?P<back>(?:way|flight|flights|fly|flying|come|coming|get|go|going|one|ticket) (?:back|home)\b(?! to\b)"
    r"|(?<!i'm )(?<!hear )(?<!welcome )(?<!money )back\b(?! (?:to|again|pain)\b)|(?:(?<=, )|(?<=and ))back to\b"
    r"|(?<!from )(?<!my )(?<!our )(?<!at )(?<!your )(?<!is )home\b(?! (?:is|airport|city|town)\b)"
    r"|return(?:s|ing)?\b(?! (?:flights?|tickets?|trip)\b)|return (?:flight|leg)\b|inbound|check(?:ing|ed)?[ -]?out)"
    r"|(?P<there>(?<!find )(?<!turns )(?<!work )(?<!check )(?<!checking )(?<!check-)(?<!sold )(?<!figure )out\b"
    r"(?! of (?:my|our|the)\b)|outbound|outward|arriv(?:e|es|ing|al)|check(?:ing|ed)?[ -]?in"
    r"|going(?! (?:to|back|home)\b)"
    r"|(?:(?<=morning )|(?<=afternoon )|(?<=evening ))there"
    r"|(?<!is )(?<!are )there(?= (?:on|the \d|\d|[a-z]{3,6}day))"
    r"|depart\w{0,6}|(?:get|be|fly|flights?|way|one|ticket|go) there|starting|beginning))\b"
)
_STAYS = re.compile(r"\b(?:hotel|hostel|lodge|room|apartment|stay)\b|\bleav(?:e|ing) (?:the hotel|again)\b")
_REACH = 80


class RoleWord(NamedTuple):
    """A word that speaks of a way; `way` is None for one that may speak of either: "leave on the 4th"."""

    start: int
    end: int
    way: Way | None


class Clauses:
    """The clauses of a text in lower case, with the words in them that speak of a way."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._bounds = [0, *(match.end() for match in _BOUNDARY.finditer(text)), len(text) + 1]
        self._words = [RoleWord(match.start(), match.end(), _way_of(match)) for match in _WORD.finditer(text)]
        self._starts = [word.start for word in self._words]

    def span(self, position: int) -> tuple[int, int]:
        """Return where the clause around a position begins and ends."""
        n = bisect_right(self._bounds, position)
        return self._bounds[n - 1], self._bounds[min(n, len(self._bounds) - 1)]

    def words_in(self, start: int, end: int) -> list[RoleWord]:
        """Return the words between two positions."""
        return self._words[bisect_left(self._starts, start) : bisect_left(self._starts, end)]

    def speaks_of_stay(self, position: int) -> bool:
        """Return whether the clause around a position is about a stay, the end of which is when somebody leaves."""
        start, end = self.span(position)
        return bool(_STAYS.search(self.text[max(start, position - _REACH) : min(end, position + _REACH)]))


def _way_of(match: re.Match[str]) -> Way | None:
    return "back" if match["back"] else "there" if match["there"] else None


def bind_words(clauses: Clauses, spans: Sequence[tuple[int, int]]) -> list[RoleWord | None]:
    """Return for each of several spans of a text, in their order, the word that speaks of its way, if any.

    A word belongs to one span: to the one after it in its clause, or else to the one before it ("4 dec out, 12 back").
    A clause without such a word takes that of the clause before, if that has no span: "we arrive earlier, say the 5th".
    """
    found: list[RoleWord | None] = []
    used: set[RoleWord] = set()
    for n, (start, end) in enumerate(spans):
        begin, finish = clauses.span(start)
        floor = max(begin, spans[n - 1][1] if n else 0)
        ceiling = min(finish, spans[n + 1][0] if n + 1 < len(spans) else finish)
        before = [word for word in clauses.words_in(floor, start) if word not in used]
        after = clauses.words_in(end, ceiling)
        word = before[-1] if before else after[0] if after and _follows(clauses, spans, n, finish) else None
        if word is None and begin and (not n or spans[n - 1][1] <= clauses.span(begin - 1)[0]):
            word = next(iter(clauses.words_in(*clauses.span(begin - 1))[-1:]), None)
        if word:
            used.add(word)
        found.append(word)
    return found


def _follows(clauses: Clauses, spans: Sequence[tuple[int, int]], n: int, finish: int) -> bool:
    """Return whether a word after a span belongs to it, and not to the next span of the same clause."""
    if n + 1 == len(spans) or spans[n + 1][0] >= finish:
        return True
    ceiling = min(finish, spans[n + 2][0] if n + 2 < len(spans) else finish)
    return bool(clauses.words_in(spans[n + 1][1], ceiling))
