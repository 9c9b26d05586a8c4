"""The part of a turn in which the person speaks for themselves, as the rules read it.

The shared filter blanks other voices. Here the rest is brought into one spelling, letter for letter, so that a place in
it is the same place in the turn: apostrophes, links, pictures and markup.
"""

from __future__ import annotations

import re

from ricordo.language.filters import own_words

BREAK = "\n"
"""The character that replaces blanked text: the end of a sentence."""

_ONE_TO_ONE = str.maketrans(
    {**dict.fromkeys("\u2018\u2019\u02bc\u00b4`\uff07", "'"), **dict.fromkeys('\u00a0\t"\u201c\u201d\u00ab\u00bb', " ")}
)
_LINK = re.compile(r"(?:https?://|www\.)\S+|\S{1,64}@\S{1,255}", re.IGNORECASE)
_PICTURE = re.compile("[\U0001f000-\U0001faff\u2190-\u2bff\ufe0f\u200d]|[:;=]-?[)(DPp](?!\\w)")
_MARKUP = re.compile(r"[*_#|]+|^[ ]*(?:[-\u2022]|\d{1,2}[.)])[ ]", re.MULTILINE)


def own_voice(text: str) -> str:
    """Return `text` in one spelling, with other voices, links and pictures blanked; its length stays the same."""
    own = own_words(text)
    if own != text:
        own = "".join(kept if kept == said else BREAK for kept, said in zip(own, text, strict=True))
    own = own.translate(_ONE_TO_ONE)
    own = _PICTURE.sub(_blank, _LINK.sub(_blank, own))
    return _MARKUP.sub(lambda found: " " * len(found[0]), own)


def _blank(found: re.Match[str]) -> str:
    return BREAK * len(found[0])
