"""Excerpts of texts that are too long for their line: whole sentences around the words of the query."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ricordo.prompt.escaping import flatten

_MIN_EXCERPT = 40
"""Characters below which a part of a text says nothing; the line is left out instead."""

_CONTEXT_BEFORE = 40
"""Characters shown before the first word of the query, where a sentence itself is cut."""

_MAX_SEARCHED = 8_000
"""Characters of a long text that are searched for the words of the query."""

_MAX_WORDS = 16
"""Words of the query that are searched for."""

# A sentence ends before white space and a letter that is not small, unless its last word is like "Dr." or "J."
_SENTENCE_END = re.compile(
    r"(?<=[.!?…])(?<!\b[A-Z]\.)(?<!\b[A-Z][a-z]\.)(?<!\b[A-Z][a-z]s\.)(?=\s+[^\sa-z])|(?<=[。！？])|(?=\n)"
)

Escape = Callable[[str], str]
Fits = Callable[[str], bool]


@dataclass(frozen=True, slots=True)
class LineLimits:
    """The room that a line has.

    Attributes:
        fits: Returns whether a text fits into the line.
        is_too_long: Returns whether a text would not fit into any line of the block.
        characters: A text with more than this is not looked at as a whole.
    """

    fits: Fits
    is_too_long: Fits
    characters: int


def shorten(text: str, words: Sequence[str], escape: Escape, limits: LineLimits) -> str:
    """Return the text on one line and escaped, or what fits of it: sentences in a row, with the words if it has them.

    A sentence is cut only if it is too long for any line. Return nothing if nothing fits that says something.
    """
    if len(text) <= limits.characters:
        whole = escape(flatten(text))
        if not whole or limits.fits(whole):
            return whole
    position = _find_first_word(words, text)
    start = max(0, position - limits.characters // 2)
    end = start + limits.characters
    sentences = _Sentences(split_sentences(text[start:end]), start > 0, end < len(text), escape)
    place = sentences.find(position - start)
    sentence, shown = flatten(sentences.parts[place]), sentences.join(place, place + 1)
    if sentence and limits.fits(shown):
        shown = sentences.join(*sentences.widen(place, limits.fits))
        return shown if len(shown) >= _MIN_EXCERPT else ""
    if not sentence or not limits.is_too_long(shown):
        return ""
    return _cut_sentence(
        sentence, _find_first_word(words, sentence), sentences.has_text_around(place), escape, limits.fits
    )


def split_sentences(text: str) -> list[str]:
    """Return the sentences and lines of `text`, each with the white space before it."""
    return [part for part in _SENTENCE_END.split(text) if part]


@dataclass(frozen=True, slots=True)
class _Sentences:
    """Sentences in a row, and whether there is text before and after them."""

    parts: Sequence[str]
    has_before: bool
    has_after: bool
    escape: Escape

    def find(self, position: int) -> int:
        """Return the place of the sentence around a position."""
        end = 0
        for place, part in enumerate(self.parts):
            end += len(part)
            if position < end:
                return place
        return max(0, len(self.parts) - 1)

    def has_text_around(self, place: int) -> tuple[bool, bool]:
        return self.has_before or place > 0, self.has_after or place + 1 < len(self.parts)

    def join(self, first: int, last: int) -> str:
        """Return the sentences from `first` to before `last`, with marks where there are others around them."""
        before = "… " if self.has_text_around(first)[0] else ""
        after = " …" if self.has_text_around(last - 1)[1] else ""
        return f"{before}{self.escape(flatten(''.join(self.parts[first:last])))}{after}"

    def widen(self, place: int, fits: Fits) -> tuple[int, int]:
        """Return the most sentences that fit, those after the one at `place` first. What the window cut is not one."""
        end = len(self.parts) - (self.has_after and place + 1 < len(self.parts))
        start = 1 if self.has_before and place else 0
        last = place + _find_greatest(end - place, lambda count: fits(self.join(place, place + count)))
        first = place - _find_greatest(place - start, lambda count: fits(self.join(place - count, last)), at_least=0)
        return first, last


def _find_greatest(high: int, is_possible: Callable[[int], bool], *, at_least: int = 1) -> int:
    """Return the greatest number up to `high` that is possible, given that `at_least` is."""
    low = at_least
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if is_possible(middle) else (low, middle - 1)
    return low


def _cut_sentence(sentence: str, position: int, around: tuple[bool, bool], escape: Escape, fits: Fits) -> str:
    """Return the longest part of one sentence that fits, from shortly before `position`."""
    start = sentence.rfind(" ", 0, max(0, min(position, len(sentence) - _MIN_EXCERPT) - _CONTEXT_BEFORE)) + 1

    def part(length: int) -> str:
        before = "… " if start or around[0] else ""
        after = " …" if start + length < len(sentence) or around[1] else ""
        return f"{before}{escape(sentence[start : start + length].strip())}{after}"

    length = _find_greatest(len(sentence) - start, lambda count: fits(part(count)), at_least=0)
    if start + length < len(sentence):
        length = max(sentence.rfind(" ", start, start + length) - start, length - _CONTEXT_BEFORE)
    return part(length) if length >= min(_MIN_EXCERPT, len(sentence)) else ""


def _find_first_word(words: Sequence[str], text: str) -> int:
    """Return the position of the first of `words`, or of a word that begins like one; 0 if there is none."""
    searched = text[:_MAX_SEARCHED]
    letters = searched.translate({ord(letter): _remove_accents(letter) for letter in set(searched)})
    patterns = [
        ",?".join(word) if word.isdigit() else rf"\b{re.escape(word[: max(3, len(word) - 3)])}"
        for word in words[:_MAX_WORDS]
    ]
    match = re.search("|".join(patterns), letters, re.IGNORECASE) if patterns else None
    return match.start() if match else 0


def _remove_accents(character: str) -> str:
    """Return `character` without its accents, always exactly one character."""
    return character if character.isascii() else unicodedata.normalize("NFD", character)[0]
