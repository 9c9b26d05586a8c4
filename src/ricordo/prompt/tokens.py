"""An estimate of the tokens of a text, without knowing the model."""

from __future__ import annotations

import re
from itertools import pairwise

# An estimate that is too high costs a line of memory, one that is too low breaks the promise of the budget. So the
# numbers are on the safe side of what tokenizers of today, large and small, make of prose in the languages that are
# written in these letters, of numbers, of other scripts, and of what is no language at all: keys, hashes, base64.

_PIECE = re.compile(r"[A-Za-z0-9]+|\s+|[\x21-\x7e]|[^\x00-\x7f]")
_HUMP = re.compile(r"[A-Z]?[a-z]+|[A-Z]+|[0-9]+")

_TOKENS_FOR_FIVE_LETTERS = 2
_TOKENS_FOR_THREE_DIGITS = 2
_TOKENS_A_FOREIGN_CHARACTER = 2
_TOKENS_BEYOND_THE_BASIC_PLANE = 4
"""Emoji and rare scripts: some tokenizers know only their bytes."""


_COMMON = frozenset(
    "the and you for are was but not with that this have has had they what when where which who why how will would "
    "could should from your our their his her its she him them there here about into over after before then than some "
    "any all one two out can did does were been being just like love want need know think said very more most also "
    "only other time year years day days last next week month ago make made take good great new old back well even "
    "because these those much many each first people work home thanks thank please help lets".split()
)
"""Words that every tokenizer knows as one."""

# Of each letter those that often follow it in English; at any other pair a tokenizer is likely to cut.
_FOLLOWERS = {
    letters[0]: letters[1:]
    for letters in (
        "abcdefghiklmnprstuvwxyz babeilorsuy cacehiklorstuy dadegilmorsuy eabcdefghiklmnopqrstuvwxy faefilortu "
        "gaeghilnorsuy haeiortuy iabcdefgklmnoprstuvz jaeou kaeilns ladefiklmostuvy mabeimopsuy nacdefgiklnostuvy "
        "oabcdefgiklmnoprstuvwy paehiloprstu qu rabcdefgiklmnoprstuvy sacehiklmnopstuwy tacehilorstuwy "
        "uabcdefgilmnprst vaeio waehinors xceipt yaeilmnos zae"
    ).split()
}


def estimate_tokens(text: str) -> int:
    """Return an upper estimate of the tokens in `text`."""
    return sum(_cost(piece) for piece in _PIECE.findall(text))


def _cost(piece: str) -> int:
    if piece.isspace():
        return piece.count("\n")
    if not piece.isascii():
        return _TOKENS_A_FOREIGN_CHARACTER if piece <= "\uffff" else _TOKENS_BEYOND_THE_BASIC_PLANE
    if not piece.isalnum():
        return 1
    if piece.isdigit():
        return -(-len(piece) * _TOKENS_FOR_THREE_DIGITS // 3)
    humps = _HUMP.findall(piece)
    if len(humps) == 1 or all(len(hump) > 2 and hump.isalpha() for hump in humps):
        return sum(_word(hump.lower()) for hump in humps)
    return len(piece)  # letters and digits, capitals and small letters all mixed: no word at all


def _word(word: str) -> int:
    if word in _COMMON:
        return 1
    cuts = sum(second not in _FOLLOWERS[first] for first, second in pairwise(word))
    return -(-len(word) * _TOKENS_FOR_FIVE_LETTERS // 5) + cuts
