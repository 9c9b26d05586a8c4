"""What a price is for each: for each person a night, or for each of several families."""

from __future__ import annotations

from ricordo_travel.dialogue.money import format_dollars

_CENT = 0.005


def format_share(share: float) -> str:
    """Return an amount that was divided, with its cents if it has any."""
    return format_dollars(share) if abs(share - round(share)) < _CENT else f"${share:,.2f}"
