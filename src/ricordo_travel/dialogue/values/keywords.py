"""The words of a text that carry meaning, reduced to their stems."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

import snowballstemmer

_STEMMER: Any = snowballstemmer.stemmer("english")
_WORD = re.compile(r"[^\W_]+")
_STOP_WORDS = frozenset(
    """a about after all also am an and any are as at be because been before but by can could did do does for from had
    has have he her here him his how i if in into is it its just let me more most my no not now of on only or
    other our out over please she so some such than that the their them then there these they this those to too
    up us very was we were what when where which who why will with would you your""".split()
)


def keywords(text: str) -> set[str]:
    """Return the stems of the words in `text`, without words like "the" and "with"."""
    return set(list_keywords(text))


def list_keywords(text: str) -> list[str]:
    """Return the stems of the words in `text` in their order, without words like "the" and "with"."""
    return [_stem(word) for word in _WORD.findall(text.casefold()) if word not in _STOP_WORDS]


def forget_keywords() -> None:
    """Empty the cache of words that people have used."""
    _stem.cache_clear()


@lru_cache(maxsize=4_096)
def _stem(word: str) -> str:
    return str(_STEMMER.stemWord(word[:64]))
