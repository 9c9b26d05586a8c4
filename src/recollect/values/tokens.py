"""How many tokens a text costs, without knowing the model that will read it."""

from __future__ import annotations

import re

_PIECE = re.compile(r"[A-Za-z]+|[0-9]+|\s+|[\x21-\x7e]|[^\x00-\x7f]")

# The shares are on the safe side of what byte-pair tokenizers of today make of English prose (about 4.5 letters a
# token), of numbers (2 to 3 digits) and of other scripts (at most 2 a character): an estimate that is too high costs
# a line of memory, one that is too low breaks the promise of the budget.
_LETTERS_A_TOKEN = 4
_DIGITS_A_TOKEN = 2
_TOKENS_A_FOREIGN_CHARACTER = 2


def estimate_tokens(text: str) -> int:
    """An upper estimate of the tokens in ``text``."""
    total = 0
    for piece in _PIECE.findall(text):
        if piece.isspace():
            total += piece.count("\n")
        elif not piece.isascii():
            total += _TOKENS_A_FOREIGN_CHARACTER
        elif piece.isdigit():
            total += -(-len(piece) // _DIGITS_A_TOKEN)
        elif piece.isalpha():
            total += -(-len(piece) // _LETTERS_A_TOKEN)
        else:
            total += 1
    return total
