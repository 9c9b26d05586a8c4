"""What is never learned, whoever proposes it: secrets, and orders to the memory.

The patterns err on the side of learning too little: what was said is kept word for word anyway.
"""

from __future__ import annotations

import re

_SECRETS = re.compile(
    r"\b(?:pass ?words?|pass ?phrases?|pass ?codes?|pin(?: code| number)?|api[ -]?keys?|access[ -]?(?:keys?|tokens?)|"
    r"secret[ -]?keys?|private[ -]?keys?|bearer|credentials?|cvv|cvc|security codes?|social security|ssn)\b"
    r"|\b(?:sk|pk|ghp|xox[a-z])[-_][A-Za-z0-9_-]{12,}"
    r"|-----BEGIN [A-Z ]+-----"
    r"|\b(?:\d[ -]?){13,19}\b",
    re.IGNORECASE,
)
_ORDERS = re.compile(
    r"\b(?:ignore|disregard|override|bypass|forget) (?:all |any |the |your |my |these |those |previous |prior |above )*"
    r"(?:rules?|instructions?|prompts?|polic(?:y|ies)|guidelines?|directions?)\b"
    r"|\b(?:store|save|record|memori[sz]e|remember|note|write down|add to (?:your |the )?memory)\b[^.!?\n]{0,40}"
    r"\b(?:admin|administrator|root|system|all users?|every(?:one|body)|other users?|the (?:agent|model|ai))\b"
    r"|\b(?:system prompt|developer message|jailbreak|you are now|act as|from now on,? you)\b"
    r"|\bthe (?:user|person|customer) (?:is|has|wants?|likes?|prefers?|lives?|works?)\b",
    re.IGNORECASE,
)


def holds_secret(text: str) -> bool:
    """Whether a text holds what opens doors: a password, a key, the number of a card."""
    return _SECRETS.search(text) is not None


def gives_orders(text: str) -> bool:
    """Whether a text speaks to the memory instead of about its speaker."""
    return _ORDERS.search(text) is not None
