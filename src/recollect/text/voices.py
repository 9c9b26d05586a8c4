"""Whose words a text holds: the speaker's own, or somebody else's that were pasted, quoted or put in by memory.

What is not the speaker's own is blanked, not cut, so that every place in the text stays where it is.
"""

from __future__ import annotations

import re

_FOREIGN = (
    # what memory itself put in, also where the end of it was cut off
    r"<recollect-memory\b.*?(?:</recollect-memory>|\Z)",
    # code and pasted documents in fences
    r"```.*?(?:```|\Z)",
    r"~~~.*?(?:~~~|\Z)",
    # quoted mail
    r"^[ \t]*>.*$",
    r"^-{2,} ?(?:original|forwarded) message ?-{2,}.*\Z",
    r"^(?:from|to|cc|subject|sent): .*$",
    # things in the shape of a transcript or of a prompt
    r"^[ \t]*(?:system|assistant|developer|tool|user|human|ai)[ \t]*:.*$",
    r"<\|[a-z_]+\|>.*$",
    r"\[/?(?:inst|sys|system)\].*$",
    r"^[ \t]*#{2,}[ \t]*(?:system|instruction|assistant|response|input)s?\b.*$",
    # something that looks like the answer of an extractor
    r"\{\s*\"[^\"\n]{1,40}\"\s*:.*?(?:\}|\Z)",
    # what stands in quotation marks is somebody's voice; short ones are names and emphasis
    r"\"[^\"\n]{40,}\"",
    r"“[^”\n]{40,}”",
)
_PATTERN = re.compile("|".join(f"(?:{pattern})" for pattern in _FOREIGN), re.IGNORECASE | re.MULTILINE | re.DOTALL)


def own_words(text: str) -> str:
    """``text`` with everything that is not the speaker's own blanked; as long as before."""
    return _PATTERN.sub(lambda match: re.sub(r"[^\n]", " ", match.group()), text)
