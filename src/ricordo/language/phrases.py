"""Tables of phrases as patterns: many languages, one pass over the text.

A table is text: phrases with commas between them, in any case and with or without accents. A `*` at the end of a word
stands for any ending, and a space for a few spaces, a comma or a hyphen. Match a pattern against `plain_letters(text)`,
whose places are those of the text.
"""

from __future__ import annotations

import re
import sys
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property

_ENDING = "[a-zß]{0,20}+"
_GAP = r"[\s,，-]{1,3}"
_END = "(?![a-z0-9ß])"
_START = "(?<![a-z0-9ß])"
_APOSTROPHES = "\u2018\u2019\u02bc\u00b4`"


def _plain_letter(letter: str) -> str:
    base = unicodedata.normalize("NFKD", letter)[:1].lower()
    return base if len(base) == 1 else letter


_PLAIN = {
    code: _plain_letter(chr(code))
    for block in (range(0x41, 0x5B), range(0xC0, 0x250), range(0x1E00, 0x1F00), range(0xFF01, 0xFF5F))
    for code in block
} | {ord(mark): "'" for mark in _APOSTROPHES}


def plain_letters(text: str) -> str:
    """Return `text` in small letters of normal width without accents, each character in its place."""
    return text.translate(_PLAIN)


def phrases(*tables: str) -> str:
    """Return a pattern for the phrases of some tables, for use within another pattern."""
    found = [_tokens(phrase) for table in tables for phrase in plain_letters(table).split(",") if phrase.strip()]
    latin = [phrase for phrase in found if phrase[0].isascii()]
    others = [phrase for phrase in found if not phrase[0].isascii()]
    parts = [f"{_START}{_branch(latin)}"] if latin else []
    return f"(?:{'|'.join([*parts, *([_branch(others)] if others else [])])})"


class LazyPattern:
    """A pattern that is compiled when it is used for the first time: large tables take a while."""

    def __init__(self, build: Callable[[], str]) -> None:
        self._build = build

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        return re.compile(self._build())

    def search(self, text: str, start: int = 0, end: int = sys.maxsize) -> re.Match[str] | None:
        """Return the first match between two places."""
        return self._pattern.search(text, start, end)

    def match(self, text: str, start: int = 0, end: int = sys.maxsize) -> re.Match[str] | None:
        """Return the match that begins at `start`."""
        return self._pattern.match(text, start, end)

    def finditer(self, text: str) -> Iterator[re.Match[str]]:
        """Return all matches that do not overlap."""
        return self._pattern.finditer(text)

    def sub(self, replace: Callable[[re.Match[str]], str], text: str) -> str:
        """Return `text` with every match replaced."""
        return self._pattern.sub(replace, text)


def compile_phrases(*tables: str) -> LazyPattern:
    """Return a pattern that finds the phrases of some tables in plain letters."""
    return LazyPattern(lambda: phrases(*tables))


def _tokens(phrase: str) -> tuple[str, ...]:
    """Split a phrase into pieces of a pattern, and let it end where its last word ends."""
    letters = " ".join(phrase.split())
    pieces = [_ENDING if letter == "*" else _GAP if letter == " " else re.escape(letter) for letter in letters]
    return (*pieces, _END) if letters[-1].isascii() else tuple(pieces)


def _branch(found: Iterable[tuple[str, ...]]) -> str:
    """Return the alternatives with their common beginnings written once, so that few are tried at each place."""
    by_first: dict[str, list[tuple[str, ...]]] = {}
    is_whole = False
    for phrase in found:
        if phrase:
            by_first.setdefault(phrase[0], []).append(phrase[1:])
        else:
            is_whole = True
    longest_first = sorted(by_first.items(), key=lambda item: item[0] == _END)
    branches = [first + _branch(rest) for first, rest in longest_first]
    if not branches:
        return ""
    return branches[0] if len(branches) == 1 and not is_whole else f"(?:{'|'.join([*branches, *([''] * is_whole)])})"
