"""Finding what a text is quoted with."""

from __future__ import annotations

import re

_LEFT_OUT = re.compile(r"\[?(?:…|\.{3,})\]?")


def locate(quote: str, text: str) -> str | None:
    """The words of ``text`` that ``quote`` quotes, letter for letter; its spaces, case and marks may differ.

    Of a quote that leaves something out, its longest piece counts.
    """
    span = _span(quote, text)
    return None if span is None else text[slice(*span)]


def locate_own(quote: str, text: str, own: str) -> str | None:
    """Like ``locate``, but within ``own``: ``text`` with what is not the speaker's blanked."""
    span = _span(quote, own)
    if span is None:
        return None
    found = text[slice(*span)]
    return found if found == own[slice(*span)] else None


def _span(quote: str, text: str) -> tuple[int, int] | None:
    pieces = _LEFT_OUT.split(quote)
    words = re.findall(r"\w+", max(pieces, key=len))
    if not words:
        return None
    exact = quote.strip()
    if (start := text.find(exact)) >= 0:
        return start, start + len(exact)
    found = re.search(r"(?<!\w)" + r"[\W_]+".join(map(re.escape, words)) + r"(?!\w)", text, re.IGNORECASE)
    return found.span() if found else None
