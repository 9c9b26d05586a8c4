"""Which part of a turn is the person's own voice.

Everything else is blanked out, letter for letter, so that a place in what is left is the same place in the turn: what
memory injected, code, quotations, pasted mails and transcripts, links, and orders to the machinery. Every expression
here looks ahead by a bounded number of characters, so that hostile text costs no more than plain text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from ricordo.prompt.render import CLOSING

BREAK = "\n"
"""What stands in for something that was blanked out: the end of a sentence."""

_OPENING_TAG = "<ricordo-memory"
_FENCE = re.compile(r"```|~~~")
_ONE_TO_ONE = str.maketrans({**dict.fromkeys("\u2018\u2019\u02bc\u00b4`\uff07", "'"), "\u00a0": " ", "\t": " "})
_QUOTED = re.compile(
    r"\"[^\"\n]{1,2000}\"|\u201c[^\u201d\n]{1,2000}\u201d|\u00ab[^\u00bb\n]{1,2000}\u00bb"
    r"|(?<![\w'])'(?:[^'\n]|(?<=\w)'(?=\w)){1,400}'(?!\w)"
)
_SPEAKING = re.compile(r"\b(?:i|i'm|im|my|we|our|me)\b", re.IGNORECASE)
_LONG_QUOTE = 8
"""Words from which a quotation is somebody's speech and not the title of something."""

_LINK = re.compile(r"(?:https?://|www\.)\S+|\S{1,64}@\S{1,255}", re.IGNORECASE)
_PICTURE = re.compile("[\U0001f000-\U0001faff\u2190-\u2bff\ufe0f\u200d]|[:;=]-?[)(DPp](?!\\w)")
_MARKUP = re.compile(r"[*_#|]+|^[ ]*(?:[-\u2022]|\d{1,2}[.)])[ ]", re.MULTILINE)
_OTHERS_LINE = re.compile(r"^[ ]*(?:>|\{|\[|<|\||\+\+\+|---).*$", re.MULTILINE)
_LABELLED = re.compile(r"^[ ]*([A-Za-z][\w.' ]{0,30}):(?=\s|$).*$", re.MULTILINE)
_OWN_LABEL = re.compile(
    r"(?:about me|me|fyi|note|ps|p\.s|btw|ok|okay|update|edit|background|context|reminder|"
    r"correction|also|hi|hello|so|yes|"
    r"no|(?:a )?bit about (?:me|us|myself)|my \w+(?: \w+)?|(?:some |a few )?facts(?: about "
    r"me)?|.* about (?:me|us|myself))",
    re.IGNORECASE,
)
_PASTED_MAIL = re.compile(
    r"^[ ]*(?:-{2,}[ ]*(?:original|forwarded) message|begin forwarded message|from:[ ]\S|subject:[ "
    r"]\S|on .{4,80} wrote:[ ]*$"
    r"|here(?:'s| is) (?:the|an?|her|his|their) (?:\w+ )?(?:e-?mail|message|text|letter|reply|story|review|bio|post)\b"
    r"|(?:translate|proofread|rewrite|summari[sz]e|rephrase|paraphrase|edit|correct|fix) (?:this|"
    r"the following|the text)\b)",
    re.IGNORECASE | re.MULTILINE,
)
_ORDER = re.compile(
    r"\b(?:ignore|disregard|override|bypass|forget)\b[^.\n]{0,40}\b(?:rules?|instructions?|"
    r"prompts?|guidelines|polic(?:y|ies)"
    r"|restrictions|above|previous)\b"
    r"|\b(?:you are now|act as|pretend|role-?play|let's play|from now on you|system prompt|developer mode)\b",
    re.IGNORECASE,
)
_SECRET = re.compile(
    r"\b(?:pass(?:word|code|phrase)s?|pin(?: code| number)?|api[ _-]?keys?|secrets?|tokens?|private key|credentials?|"
    r"cvv|cvc|iban|ssn|social security|(?:credit|debit|bank) ?card|card number|account number|passport n\w*|log-?in)\b"
    r"|(?<!\d)(?:\d[ -]?){12,19}(?!\d)|\b(?=\w{0,40}\d)(?=\w{0,40}[A-Za-z])\w{20,}",
    re.IGNORECASE,
)


def own_voice(text: str) -> str:
    """``text`` with everything blanked out that is not the person speaking for themselves; its length is the same."""
    text = _blanked(text, _injected(text))
    text = _blanked(text, _fenced(text)).translate(_ONE_TO_ONE)
    if mail := _PASTED_MAIL.search(text):
        text = text[: mail.start()] + BREAK * (len(text) - mail.start())
    if order := _ORDER.search(text):  # whatever follows an order may be part of it
        start = text.rfind("\n", 0, order.start()) + 1
        text = text[:start] + BREAK * (len(text) - start)
    text = _OTHERS_LINE.sub(_blank, text)
    text = _LABELLED.sub(lambda line: line[0] if _OWN_LABEL.fullmatch(line[1].strip()) else _blank(line), text)
    text = _QUOTED.sub(_without_quotation, text)
    text = _LINK.sub(_blank, text)
    text = _PICTURE.sub(_blank, text)
    return _MARKUP.sub(lambda found: " " * len(found[0]), text)


def holds_secret(text: str) -> bool:
    """Whether a sentence speaks of something that must not be remembered: a password, a key, a card number."""
    return _SECRET.search(text) is not None


def _injected(text: str) -> Iterator[tuple[int, int]]:
    low, end = text.lower(), 0
    if len(low) != len(text):  # a letter whose small form is longer: places would shift
        low = text
    while (start := low.find(_OPENING_TAG, end)) >= 0:
        closing = low.find(CLOSING, start)
        end = len(text) if closing < 0 else closing + len(CLOSING)
        yield start, end


def _fenced(text: str) -> Iterator[tuple[int, int]]:
    fences = [fence.span() for fence in _FENCE.finditer(text)]
    for i in range(0, len(fences), 2):
        yield fences[i][0], fences[i + 1][1] if i + 1 < len(fences) else len(text)


def _blanked(text: str, spans: Iterable[tuple[int, int]]) -> str:
    parts: list[str] = []
    done = 0
    for start, end in spans:
        parts += [text[done:start], BREAK * (end - start)]
        done = end
    return "".join([*parts, text[done:]])


def _blank(found: re.Match[str]) -> str:
    return BREAK * len(found[0])


def _without_quotation(found: re.Match[str]) -> str:
    inside = found[0][1:-1]
    if _SPEAKING.search(inside) or len(inside.split()) >= _LONG_QUOTE:
        return _blank(found)
    return f" {inside} "
