"""Whose words a text holds: the speaker's own, or somebody else's that were pasted, quoted or put in by memory.

What is not the speaker's own is blanked, not cut, so that every place in the text stays where it is.
"""

from __future__ import annotations

import re

_LINE = r"[^\n]*"
_PARAGRAPH = r"[^\n]*(?:\n(?!\s*\n)[^\n]+)*"
_REST = r"(?s:.*)\Z"
_SPEECH = 40
"""Letters from which what stands in quotation marks is somebody's voice; shorter ones are names and emphasis."""

_MARKUP = r"(?:system|instructions?|memory|memories|assistant|tool_result|document|context)"
_TEXTS = r"(?:document|article|e-?mail|letter|message|text|transcript|web ?page|log|output|file)"
_TASKS = r"(?:summari[sz]e|translate|proofread|rewrite|rephrase|paraphrase|edit|review|analy[sz]e)"
_ROLES = r"(?:system|assistant|developer|tool|user|human|ai|bot)"

_FOREIGN = (
    # what memory itself put in, also where the end of it was cut off
    r"<ricordo-memory\b(?s:.*?)(?:</ricordo-memory>|\Z)",
    # code and pasted documents in fences
    r"```(?s:.*?)(?:```|\Z)",
    r"~~~(?s:.*?)(?:~~~|\Z)",
    # quoted mail
    rf"^[ \t]*>{_LINE}",
    rf"^[ \t]*-{{2,}} ?(?:original|forwarded) message\b{_REST}",
    rf"^(?:from|to|cc|subject|sent): {_PARAGRAPH}",
    rf"^on [^\n]{{4,80}} wrote:[ \t]*\n{_REST}",
    # a text that something shall be done with
    rf"\b{_TASKS}\b[^\n]{{0,80}}:[ \t]*\n{_REST}",
    rf"\b(?:pasted|attached|copied|(?:the|this|an?|following) {_TEXTS})\b[^\n]{{0,60}}:[ \t]*\n{_REST}",
    # things in the shape of a transcript, of a prompt or of markup for one
    rf"^[ \t]*{_ROLES}[ \t]*:{_PARAGRAPH}",
    rf"<\|[a-z_]+\|>{_REST}",
    rf"\[/?(?:inst|sys|system)\]{_REST}",
    rf"</?{_MARKUP}\b[^>\n]{{0,200}}>(?:(?s:.*)</{_MARKUP}>|(?s:.*)\Z)",
    rf"^[ \t]*#{{2,}}[ \t]*(?:system|instruction|assistant|response|input|new rule|memor(?:y|ie))s?\b{_PARAGRAPH}",
    # something that looks like the answer of an extractor
    r"[{\[]\s*[{]?\s*[\"'][^\"'\n]{1,40}[\"']\s*:(?:(?s:.*)[}\]]|(?s:.*)\Z)",
)
_PATTERN = re.compile("|".join(f"(?:{pattern})" for pattern in _FOREIGN), re.IGNORECASE | re.MULTILINE)
_QUOTED = re.compile(r"\"[^\"\n]*\"|“[^”\n]*”|„[^“”\n]*[“”]|«[^»\n]*»|「[^」\n]*」")


def own_words(text: str) -> str:
    """``text`` with everything that is not the speaker's own blanked; as long as before."""
    own = _PATTERN.sub(_blank, text)
    return _QUOTED.sub(lambda match: _blank(match) if len(match[0]) > _SPEECH else match[0], own)


def _blank(match: re.Match[str]) -> str:
    return re.sub(r"[^\n]", " ", match[0])
