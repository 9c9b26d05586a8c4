"""Text with its unsafe sentences removed."""

from __future__ import annotations

import re

from ricordo.language.filters.orders import gives_orders
from ricordo.language.filters.secrets import holds_secret

_SENTENCE_BREAK = re.compile(r"(?<=[.!?。！？])(?<!\bno\.)(?<!\bnr\.)\s+|\n+", re.IGNORECASE)


def remove_unsafe_sentences(text: str) -> str:
    """Return `text` without the sentences that hold a secret or give orders."""
    sentences = _SENTENCE_BREAK.split(text.strip())
    return " ".join(part for part in sentences if part and not holds_secret(part) and not gives_orders(part))
