"""Questions about payment, rules and safety that nothing is known of: each gets an honest answer, beside all else."""

from __future__ import annotations

import re

PASSES_ON = re.compile(
    r"\b(?:tell|inform|notify|warn|let|mention (?:it |this |that )?to) (?:the (?:airline|hotel|hostel|crew|staff|"
    r"reception|rental desk|car company)|them)\b(?! (?:have|go|be)\b)"
)
"""The wish that somebody else be told something, which changes nothing of what is booked."""
