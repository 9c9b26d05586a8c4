"""Finding a quotation in the text that it is taken from."""

from __future__ import annotations

import re
from bisect import bisect_left

_OMISSION = re.compile(r"\[?(?:…|\.{3,})\]?")
_WORD = re.compile(r"[^\W_]+")


def locate(quote: str, text: str) -> str | None:
    """Return the words of `text` that `quote` quotes, letter for letter, or None.

    Spaces, case and punctuation may differ. Of a quote that leaves something out, its longest piece counts.
    """
    span = _find(quote, text)
    return None if span is None else text[slice(*span)]


def locate_own(quote: str, text: str, own: str) -> str | None:
    """Like `locate`, but within `own`: `text` with the words of other speakers blanked."""
    span = _find(quote, own)
    if span is None:
        return None
    found = text[slice(*span)]
    return found if found == own[slice(*span)] else None


def _find(quote: str, text: str) -> tuple[int, int] | None:
    words = _WORD.findall(max(_OMISSION.split(quote), key=len))
    if not words:
        return None
    exact = quote.strip()
    if (start := text.find(exact)) >= 0:
        return start, start + len(exact)
    return _find_words(words, text)


def _find_words(words: list[str], text: str) -> tuple[int, int] | None:
    """Find consecutive words whatever stands between them. Words are joined by spaces, so that one search suffices."""
    spans: list[tuple[int, int]] = []
    places: list[int] = []
    line: list[str] = []
    length = 1
    for word in _WORD.finditer(text):
        spans.append(word.span())
        places.append(length)
        line.append(word[0].casefold())
        length += len(line[-1]) + 1
    found = f" {' '.join(line)} ".find(f" {' '.join(word.casefold() for word in words)} ")
    if found < 0:
        return None
    first = bisect_left(places, found + 1)
    return spans[first][0], spans[first + len(words) - 1][1]
