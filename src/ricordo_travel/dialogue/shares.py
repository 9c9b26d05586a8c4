"""What a price is for each: for each person a night, or for each of several families."""

from __future__ import annotations

import re

from ricordo_travel.dialogue.money import format_dollars

EACH = re.compile(
    r"\b(?:per (?:person|head|student|traveller|guest|adult)|pp|(?<!of )each|apiece|a (?:person|head)|"
    r"for (?:one|every) (?:person|of us)|"
    r"(?:split|divided|shared)(?: it)? (?:\w+ ways|by \w+|between us|between the \w+ of us))\b"
)
_CENT = 0.005


def format_share(share: float) -> str:
    """Return an amount that was divided, with its cents if it has any."""
    return format_dollars(share) if abs(share - round(share)) < _CENT else f"${share:,.2f}"
