"""Consent: what an assistant asked counts as said if the person answers with a plain yes."""

from __future__ import annotations

import re

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


def says_yes(own: str) -> bool:
    """Return whether an answer, in the speaker's own words, says yes to the question before it, and little else."""
    return _YES.match(own) is not None and len(own.split(maxsplit=_MAX_YES_WORDS)) <= _MAX_YES_WORDS
