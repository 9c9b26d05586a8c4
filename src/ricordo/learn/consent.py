"""Consent: what an assistant asked counts as said if the person answers with a plain yes."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ricordo.language.clauses import split_sentences
from ricordo.language.filters import own_words
from ricordo.values import StoredTurn

_YES = re.compile(
    r"\W{0,9}(?:yes|yeah|yea|yep|yup|ya|correct|exactly|indeed|true|right|absolutely|definitely|of course|"
    r"that'?s (?:right|it|me|correct)|you got it|i do|i am|we do|we are|"
    r"ja|jawohl|genau|stimmt|richtig|sí|si|claro|exacto|correcto|oui|ouais|exact|"
    r"c'est ça|esatto|certo|sim|isso|exato)(?!\w)"
    r"|\W{0,9}(?:はい|ええ|うん|そうです|その通り"
    r"|是的|是|对|對|没错|嗯)",
    re.IGNORECASE,
)
_MAX_YES_WORDS = 12
"""Words of an answer that still is a plain yes: "yes please, just like last time"."""


def find_question(turn: StoredTurn, heard: Sequence[StoredTurn]) -> str:
    """Return the questions in the assistant's turn just before ``turn``; an empty text if there are none."""
    position = next((number for number, other in enumerate(heard) if other.id == turn.id), 0)
    previous = heard[position - 1] if position else None
    if previous is None or previous.role != "assistant" or previous.scope != turn.scope:
        return ""
    return " ".join(
        sentence for sentence in split_sentences(own_words(previous.text)) if sentence.endswith(("?", "？"))
    )


def is_plain_yes(text: str) -> bool:
    """Return whether an answer says yes to the question before it, and little else."""
    own = own_words(text)
    return _YES.match(own) is not None and len(own.split()) <= _MAX_YES_WORDS
