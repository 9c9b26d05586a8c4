"""What an answer can do to a proposal, and how both are laid out for the model. Training reads this file, too."""

from __future__ import annotations

from collections.abc import Sequence

MAX_BEFORE = 250
"""Word pieces of proposals that are read."""

MAX_ANSWER = 140
"""Word pieces of an answer that are read."""


def lay_out(proposal: str, others: Sequence[str]) -> str:
    """Return a proposal, and what waits beside it, as one text."""
    return " ; beside it: ".join([proposal, *others])
