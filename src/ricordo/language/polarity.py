"""Polarity: whether a clause affirms or denies, by its words, in the languages that people write to us in."""

from __future__ import annotations

import re
from functools import lru_cache

_CACHE_SIZE = 4_096

_NEGATIVE = re.compile(
    r"\b(?:not|no|nor|none|never|neither|nobody|nothing|dislikes?|hates?|loathes?|avoids?|without|used to|quit|"
    r"stop(?:ped|s)?|gave up|gives? up|given up|former(?:ly)?|cannot|cant|dont|doesnt|isnt|wont|aint|free of|refuses?|"
    r"ended|cancel(?:led|ed|s)?|"
    r"nicht|kein(?:e|en|em|er|es)?|nie|niemals|ohne|hass(?:e|t)|vermeide[nt]?|"
    r"nunca|jamás|sin|tampoco|ningun[oa]?|ningún|odi[ao]|evit[ao]|"
    r"pas|jamais|sans|aucune?|déteste|évite|"
    r"non|mai|senza|nessun[oa]?|odio|"
    r"não|sem|nenhuma?|odeio)\b|n['’]t\b"
    r"|ない|ません|なし|嫌い|ず(?:に|、)|不|没|沒|无|無|别|討厭|讨厌",
    re.IGNORECASE,
)
_NOT_A_NEGATION = re.compile(
    r"\b(?:no problem|no worries|no doubt|not only|not just|why not|not to mention|no\.|no wait|no way|oh no|if not|"
    r"or not|warum nicht|por qué no|pourquoi pas)",
    re.IGNORECASE,
)
"""Phrases with a negative word that deny nothing."""


@lru_cache(maxsize=_CACHE_SIZE)
def is_negative(text: str) -> bool:
    """Return whether a clause denies something: two negations cancel each other out."""
    return len(_NEGATIVE.findall(_NOT_A_NEGATION.sub(" ", text))) % 2 == 1


@lru_cache(maxsize=_CACHE_SIZE)
def remove_negations(text: str) -> str:
    """Return a text without its negative words."""
    return _NEGATIVE.sub(" ", text)
