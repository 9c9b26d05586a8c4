"""What is never learned, whoever proposes it: secrets, and orders to the memory.

The patterns err on the side of learning too little: what was said is kept word for word anyway. But people also talk
about passwords and pins without giving one away, and remember things without ordering anybody to.
"""

from __future__ import annotations

import re

_ABOUT = r"(?![ -](?:securit|manag|polic|hygien|crack|protect|generat|reset|less|based|strength))"
_SECRETS = re.compile(
    rf"\b(?:pass[ -]?words?|pass[ -]?phrases?|pass[ -]?codes?|passwor[td]e?r?|kennwort|contraseñas?|"
    rf"mots? de passe)\b{_ABOUT}"
    r"|パスワード|暗証番号|密码|密碼|비밀번호"
    r"|\b(?:api|access|secret|private|encryption|signing|recovery|license)[ _-]?(?:keys?|tokens?)\b"
    r"|\b(?:auth|bearer|refresh|session)[ _-]?tokens?\b|\bbearer [\w.~+/-]{8,}"
    r"|\b(?:log-?in|admin|account|aws|cloud|database|user) credentials?\b|\b(?:seed|recovery) (?:phrase|words?)\b"
    r"|\b(?:pin|cvv|cvc|ssn|tan|otp|(?:security|social security|verification|access|door|alarm)(?: code| number)?)\b"
    r"(?: code| number)?\W{0,3}(?:\w+\W{1,3}){0,4}?\d[\d -]{2,}"
    r"|\b(?:sk|pk|rk|ghp|gho|glpat|xox[a-z])[-_][\w-]{12,}|\bAKIA[0-9A-Z]{12,}|\beyJ[\w-]{10,}\.|\bAIza[\w-]{20,}"
    r"|-----BEGIN [A-Z ]+-----"
    r"|(?<!\d)(?:\d[ -]?){13,19}(?!\d)",
    re.IGNORECASE,
)
_HIMSELF = r"(?<!\bi )(?<!\bwe )(?<!\bthey )(?<!\bhe )(?<!\bshe )(?<!\bpeople )(?<!\balways )(?<!\boften )(?<!\bcan't )"
_ORDERS = re.compile(
    rf"{_HIMSELF}\b(?:ignore|disregard|override|bypass|forget)\b (?:(?:all|any|the|your|these|those|previous|prior|"
    r"above|earlier|other) )*(?:rules?|instructions?|prompts?|polic(?:y|ies)|guidelines?|directions?|restrictions?)\b"
    rf"|{_HIMSELF}\b(?:store|save|record|memori[sz]e|remember|note|write down|add to (?:your |the )?memory)\b"
    r"[^.!?\n]{0,40}\b(?:admin|administrator|root|all users?|every user|other users?|the (?:agent|model|ai|system))\b"
    r"|\b(?:add|write|put|insert)\b[^.!?\n]{0,40}\b(?:to|into) (?:your |the )?(?:long-term )?memory\b"
    rf"|\b(?:system prompt|developer (?:message|mode)|jailbreak|you are now|from now on,? you)\b|{_HIMSELF}\bact as\b"
    r"|(?:^|[.!?\n,] ?)(?:please |now |ok,? )*(?:pretend|imagine|role-?play|let'?s (?:play|pretend|imagine|say))\b",
    re.IGNORECASE,
)
_SCRIPT = re.compile(
    r"\bthe (?:user|customer)(?:'s)? (?:is|has|wants?|likes?|prefers?|lives?|works?|name|password|role|budget)\b",
    re.IGNORECASE,
)


def holds_secret(text: str) -> bool:
    """Whether a text holds what opens doors: a password, a key, the number of a card."""
    return _SECRETS.search(text) is not None


def gives_orders(text: str) -> bool:
    """Whether a text speaks to the memory, or plays a part, instead of speaking about its speaker."""
    return _ORDERS.search(text) is not None


def speaks_of_a_user(text: str) -> bool:
    """Whether a text says what "the user" is or wants: nobody speaks of themselves like that."""
    return _SCRIPT.search(text) is not None
